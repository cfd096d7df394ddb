// The resident launcher: it waits for orders and makes a launcher of each, by a fork instead of the
// start of a program.
#pragma once

#include <cstddef>

namespace foliot::exec {

/// The argument that makes foliot-launcher resident.
inline constexpr const char* resident_option = "--resident";

/// Of the switches that come with an order, all together; production has none.
inline constexpr size_t resident_message_bytes_max = 16U << 10;

/// Serves the socket on standard input (a SOCK_SEQPACKET pair) until its other end is closed. A
/// message is one order: its descriptor (SCM_RIGHTS), and for the environment of the launcher
/// "NAME=VALUE\0" each, or a lone "\0". The answer is an int32_t: the launcher's process number, or
/// a negative errno. The launcher is a child of the engine, not of this process, so the engine sees
/// its end, and the death of this process means nothing to it.
/// Returns the exit status: in this process 0, in a launcher what run_launcher() gives.
int run_resident();

}  // namespace foliot::exec
