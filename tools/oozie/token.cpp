#include "tools/oozie/token.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/base64.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::oozie {

namespace {

constexpr size_t file_name_bytes_max = 255;
constexpr size_t token_bytes_max = 8192;
constexpr int64_t spare_ms = 5 * ms_per_minute;

/// The attribute `name` of "u=joe&p=joe&t=simple&e=123&s=...".
std::string_view attribute(std::string_view token, std::string_view name) {
  while (!token.empty()) {
    const std::string_view one = token.substr(0, token.find('&'));
    token.remove_prefix(std::min(one.size() + 1, token.size()));
    if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
      return one.substr(name.size() + 1);
  }
  return {};
}

}  // namespace

std::string token_of(const exec::http_reply& reply) {
  constexpr std::string_view name = "hadoop.auth=";
  for (const auto& [header, value] : reply.headers) {
    const bool sets = header.size() == 10 && (header[0] | 32) == 's' && header.ends_with("ookie");
    if (!sets || !value.starts_with(name)) continue;
    std::string token = value.substr(name.size(), value.find(';') - name.size());
    if (token.starts_with("\"")) token.erase(0, 1);
    if (token.ends_with("\"")) token.pop_back();
    // It becomes a header again, within quotes.
    const bool plain = token.find_first_of("\r\n\"\\") == std::string::npos;
    return plain && token.size() <= token_bytes_max ? token : "";
  }
  return {};
}

bool token_is_fresh(const std::string& token, instant now) {
  const std::string_view end = attribute(token, "e");
  int64_t ms = 0;
  const auto [last, problem] = std::from_chars(end.data(), end.data() + end.size(), ms);
  return problem == std::errc{} && last == end.data() + end.size() && ms - spare_ms > now.ms;
}

bool token_is_kerberos(const std::string& token) {
  const std::string_view type = attribute(token, "t");
  return type == "kerberos" || type == "kerberos-dt";
}

std::string token_file(const std::string& home, const std::string& url) {
  const std::string name = ".oozie-auth-token-" + base64_name(url);
  return home + "/" + name.substr(0, file_name_bytes_max);
}

std::string read_token(const std::string& file) {
  if (file.empty()) return {};
  const exec::unique_fd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat about {};
  if (!fd || ::fstat(fd.get(), &about) != 0 || about.st_uid != ::geteuid() ||
      (about.st_mode & 022) != 0 || !S_ISREG(about.st_mode))
    return {};
  std::string out(token_bytes_max, '\0');
  const ssize_t count = ::read(fd.get(), out.data(), out.size());
  out.resize(count > 0 ? static_cast<size_t>(count) : 0);
  while (out.ends_with("\n")) out.pop_back();
  return out.find_first_of("\r\n\"\\") == std::string::npos ? out : "";
}

void write_token(const std::string& file, const std::string& token) {
  if (file.empty()) return;
  // Written elsewhere first: another call shall never read half a token.
  const std::string fresh =
      file.substr(0, file.rfind('/')) + "/.oozie-auth-token." + std::to_string(::getpid());
  ::unlink(fresh.c_str());
  const exec::unique_fd fd(
      ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd) return;
  const bool whole =
      ::write(fd.get(), token.data(), token.size()) == static_cast<ssize_t>(token.size());
  if (!whole || ::rename(fresh.c_str(), file.c_str()) != 0) ::unlink(fresh.c_str());
}

void forget_token(const std::string& file) {
  if (!file.empty()) ::unlink(file.c_str());
}

}  // namespace foliot::oozie
