// pidfd_open and pidfd_send_signal; the header of glibc 2.36 forgets to say that they are C.
#pragma once

extern "C" {
#include <sys/pidfd.h>
}
