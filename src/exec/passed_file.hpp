// A message with an open file beside it, over a socket of the same host.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "exec/unique_fd.hpp"

namespace foliot::exec {

struct passed_file {
  std::string text;
  unique_fd file;  ///< None where none came, or no descriptor was left to take it.
};

/// The next message of `socket` (SOCK_SEQPACKET), cut to `bytes_max`; waits for it. Nothing when
/// the other side is gone.
std::optional<passed_file> take_file(int socket, size_t bytes_max);

/// Sends `text`, which is not empty, and `file`, which stays open here. Whether it was sent; errno
/// says why not.
bool pass_file(int socket, std::string text, int file);

}  // namespace foliot::exec
