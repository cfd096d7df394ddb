#include "server/host_names.hpp"

#include <arpa/inet.h>
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <climits>
#include <memory>
#include <optional>

namespace foliot::server {

namespace {

/// More groups than the kernel lets one process have (NGROUPS_MAX).
constexpr int groups_most = 65'536;
/// A group's entry holds the names of all its members.
constexpr size_t entry_bytes_first = 16 << 10;
constexpr size_t entry_bytes_most = 4 << 20;

std::optional<gid_t> first_group(const std::string& user) {
  passwd entry{};
  passwd* found = nullptr;
  for (std::vector<char> room(entry_bytes_first); room.size() <= entry_bytes_most;
       room.resize(room.size() * 4)) {
    const int error = ::getpwnam_r(user.c_str(), &entry, room.data(), room.size(), &found);
    if (error == ERANGE) continue;
    return found != nullptr ? std::optional<gid_t>(entry.pw_gid) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> name_of(gid_t group) {
  ::group entry{};
  ::group* found = nullptr;
  for (std::vector<char> room(entry_bytes_first); room.size() <= entry_bytes_most;
       room.resize(room.size() * 4)) {
    const int error = ::getgrgid_r(group, &entry, room.data(), room.size(), &found);
    if (error == ERANGE) continue;
    return found != nullptr ? std::optional<std::string>(entry.gr_name) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> text_of(const sockaddr& address) {
  std::array<char, INET6_ADDRSTRLEN> out{};
  const void* bytes = nullptr;
  if (address.sa_family == AF_INET)
    bytes = &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
  else if (address.sa_family == AF_INET6)
    bytes = &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  if (bytes == nullptr || ::inet_ntop(address.sa_family, bytes, out.data(), out.size()) == nullptr)
    return std::nullopt;
  return std::string(out.data());
}

}  // namespace

std::string own_host_name() {
  std::array<char, HOST_NAME_MAX + 1> out{};
  if (::gethostname(out.data(), out.size() - 1) != 0) return {};
  const std::string name = out.data();
  const bool fine = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return (std::isalnum(c) != 0 && c < 0x80) || c == '-' || c == '.' || c == '_';
  });
  return fine ? name : std::string();
}

std::vector<std::string> groups_on_host(const std::string& user) {
  const auto first = first_group(user);
  if (!first) return {};
  int count = 64;
  std::vector<gid_t> groups(static_cast<size_t>(count));
  if (::getgrouplist(user.c_str(), *first, groups.data(), &count) < 0) {
    if (count <= 0 || count > groups_most) return {};
    groups.resize(static_cast<size_t>(count));
    if (::getgrouplist(user.c_str(), *first, groups.data(), &count) < 0) return {};
  }
  groups.resize(static_cast<size_t>(count));
  std::vector<std::string> out;
  out.reserve(groups.size());
  for (const gid_t group : groups)
    if (auto name = name_of(group)) out.push_back(std::move(*name));
  return out;
}

std::vector<std::string> own_names() {
  std::array<char, 256> room{};
  if (::gethostname(room.data(), room.size() - 1) != 0 || room[0] == '\0') return {};
  const std::string whole(room.data());
  const std::string first = whole.substr(0, whole.find('.'));
  if (first == whole) return {whole};
  return {whole, first};
}

std::vector<std::string> addresses_of_host(const std::string& name) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* first = nullptr;
  if (::getaddrinfo(name.c_str(), nullptr, &hints, &first) != 0) return {};
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(first, &::freeaddrinfo);
  std::vector<std::string> out;
  for (const addrinfo* each = first; each != nullptr; each = each->ai_next)
    if (auto text = text_of(*each->ai_addr)) out.push_back(std::move(*text));
  return out;
}

}  // namespace foliot::server
