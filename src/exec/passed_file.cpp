#include "exec/passed_file.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace foliot::exec {

std::optional<passed_file> take_file(int socket, size_t bytes_max) {
  passed_file out;
  out.text.resize(bytes_max);
  iovec bytes{out.text.data(), out.text.size()};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))];
  msghdr header{};
  header.msg_iov = &bytes;
  header.msg_iovlen = 1;
  header.msg_control = space;
  header.msg_controllen = sizeof space;
  ssize_t got = 0;
  while ((got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) continue;
  if (got <= 0) return {};
  out.text.resize(static_cast<size_t>(got));
  const cmsghdr* rights = CMSG_FIRSTHDR(&header);
  if (rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(rights), sizeof fd);
    out.file.reset(fd);
  }
  return out;
}

bool pass_file(int socket, std::string text, int file) {
  iovec bytes{text.data(), text.size()};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &bytes;
  header.msg_iovlen = 1;
  header.msg_control = space;
  header.msg_controllen = sizeof space;
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(rights), &file, sizeof file);
  ssize_t sent = 0;
  while ((sent = ::sendmsg(socket, &header, MSG_NOSIGNAL)) < 0 && errno == EINTR) continue;
  return sent >= 0;
}

}  // namespace foliot::exec
