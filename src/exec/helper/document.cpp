#include "exec/helper/document.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/java_properties.hpp"
#include "exec/helper/limits.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec::helper {

namespace {

constexpr std::array<std::string_view, 5> type_names{"ok", "error", "transient", "non_transient",
                                                     "failed"};

failure file_failure(const std::string& what, const std::string& path, int error) {
  const errc code = error == ENOENT                     ? errc::not_found
                    : error == EACCES || error == EPERM ? errc::forbidden
                                                        : errc::io;
  return {code, what + " " + path + ": " + std::strerror(error), "", "", ""};
}

}  // namespace

document document::parse(std::string_view text) {
  document out;
  java_property_reader reader(text);
  while (auto each = reader.next()) out.add(std::move(each->name), std::move(each->value));
  return out;
}

result<document> document::read(const std::string& path) {
  auto text = read_file(path, document_bytes_max);
  if (!text) return std::move(text).error();
  return parse(*text);
}

std::string document::text(std::string_view name, std::string_view otherwise) const {
  std::string out{otherwise};
  for (const auto& [each, text] : entries_)
    if (each == name) out = text;
  return out;
}

std::vector<std::string> document::texts(std::string_view name) const {
  std::vector<std::string> out;
  for (const auto& [each, text] : entries_)
    if (each == name) out.push_back(text);
  return out;
}

int64_t document::number(std::string_view name, int64_t otherwise) const {
  const std::string found = text(name);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
  if (error != std::errc{} || end != found.data() + found.size()) return otherwise;
  return value;
}

bool document::has(std::string_view name) const {
  for (const auto& [each, text] : entries_)
    if (each == name) return true;
  return false;
}

std::string encode(const outcome& of) {
  std::string out;
  add_java_property(out, "type", type_names.at(static_cast<size_t>(of.type)));
  if (!of.code.empty()) add_java_property(out, "code", of.code);
  std::string_view message = of.message;
  message = message.substr(0, message_bytes_max);
  if (!message.empty()) add_java_property(out, "message", message);
  if (!of.data.empty()) add_java_property(out, "data", of.data);
  return out;
}

outcome outcome_of(const failure& error, outcome_type type) {
  outcome out;
  out.type = type;
  failure bare = error;
  out.code = std::exchange(bare.oozie, "");
  out.message = bare.text();
  return out;
}

result<std::string> read_file(const std::string& path, size_t bytes_max) {
  // Without O_NONBLOCK a pipe in the file's place would be waited for.
  unique_fd fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!fd) return file_failure("cannot read", path, errno);
  struct stat about {};
  if (::fstat(fd.get(), &about) != 0) return file_failure("cannot read", path, errno);
  if (!S_ISREG(about.st_mode))
    return failure{errc::bad_input, path + " is no ordinary file", "", "", ""};
  std::string out;
  std::array<char, 64U << 10> part{};
  for (;;) {
    const ssize_t got = ::read(fd.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_failure("cannot read", path, errno);
    if (got == 0) return out;
    out.append(part.data(), static_cast<size_t>(got));
    if (out.size() > bytes_max)
      return failure{errc::too_large,
                     path + " is longer than " + std::to_string(bytes_max) + " bytes", "", "", ""};
  }
}

result<void> write_file(const std::string& path, std::string_view text, int mode) {
  ::unlink(path.c_str());
  unique_fd fd{
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, static_cast<mode_t>(mode))};
  if (!fd) return file_failure("cannot write", path, errno);
  while (!text.empty()) {
    const ssize_t put = ::write(fd.get(), text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return file_failure("cannot write", path, errno);
    text.remove_prefix(static_cast<size_t>(put));
  }
  return {};
}

result<std::string> read_secret(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return file_failure("cannot read", path, errno);
  if ((about.st_mode & S_IROTH) != 0)
    return failure{errc::forbidden, "anybody may read the secret in " + path, "", "",
                   "Take the permission away: chmod 600 " + path};
  auto text = read_file(path, secret_bytes_max);
  if (!text) return std::move(text).error();
  return text->substr(0, text->find_first_of("\r\n"));
}

}  // namespace foliot::exec::helper
