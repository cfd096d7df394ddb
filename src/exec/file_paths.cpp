#include "exec/file_paths.hpp"

#include <filesystem>

#include "base/text.hpp"

namespace foliot::exec {

namespace {

failure wrong(const char* code, const std::string& sentence, const char* remedy) {
  return {errc::bad_input, sentence, code, "", remedy};
}

bool is_scheme(const std::string& text) {
  constexpr const char* allowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.";
  return !text.empty() && text.find_first_not_of(allowed) == std::string::npos;
}

}  // namespace

path_parts split_path(const std::string& text) {
  path_parts out;
  out.path = std::string(trim(text));
  const size_t colon = out.path.find(':');
  const size_t slash = out.path.find('/');
  if (colon != std::string::npos && colon < slash && is_scheme(out.path.substr(0, colon))) {
    out.scheme = out.path.substr(0, colon);
    out.path.erase(0, colon + 1);
  }
  if (!out.path.starts_with("//")) return out;
  const size_t end = std::min(out.path.find('/', 2), out.path.size());
  if (end > 2) out.authority = out.path.substr(2, end - 2);
  out.path.erase(0, end);
  return out;
}

result<void> validate_path(const std::string& path, bool with_scheme) {
  const path_parts parts = split_path(path);
  if (!with_scheme && parts.scheme) {
    return wrong("FS002", "the path '" + path + "' must have no scheme such as " + *parts.scheme,
                 "Remove the scheme");
  }
  if (!with_scheme) return {};
  if (!parts.scheme) {
    return wrong("FS001", "the path '" + path + "' has no scheme",
                 "Write the whole URI, such as file:///data/in, or give a name-node");
  }
  if (*parts.scheme == "file" && parts.authority) {
    return wrong("E0904", "the path '" + path + "' names a host, which file: does not have",
                 "Write three slashes: file:///...");
  }
  return {};
}

result<std::string> resolve_full_path(const std::optional<std::string>& name_node,
                                      const std::string& path, bool with_scheme) {
  const path_parts parts = split_path(path);
  // "file:/x" is a whole URI although it has no authority.
  const bool whole = parts.scheme && (parts.authority || *parts.scheme == "file");
  if (!name_node || whole) {
    const path_parts home = name_node ? split_path(*name_node) : path_parts{};
    const bool at_home =
        name_node && home.scheme == parts.scheme && home.authority == parts.authority;
    if (at_home) return std::string(trim(path));
    if (auto valid = validate_path(path, with_scheme); !valid) return valid.error();
    return std::string(trim(path));
  }
  if (!parts.absolute()) {
    return wrong("FS011", "the path '" + path + "' is relative", "Begin it with /");
  }
  const path_parts home = split_path(*name_node);
  if (!home.scheme) {
    return wrong("FS001", "the name-node '" + *name_node + "' has no scheme",
                 "Write it as file:/// or hdfs://host:port");
  }
  return *home.scheme + "://" + home.authority.value_or("") + parts.path;
}

result<void> validate_same_nn(const std::string& source, const std::string& target) {
  const path_parts from = split_path(source);
  const path_parts to = split_path(target);
  const bool relative = !to.scheme && !to.authority;
  // A missing scheme of the source means local, and so does file:.
  const bool same =
      from.scheme.value_or("file") == to.scheme.value_or("file") && from.authority == to.authority;
  if (relative || same) return {};
  return wrong("FS007",
               "a move from '" + source + "' to '" + target + "' would leave the file system",
               "Copy and delete instead");
}

result<std::string> checked_local_path(const std::string& text) {
  const path_parts parts = split_path(text);
  if (parts.scheme && *parts.scheme != "file") {
    return failure{errc::unsupported,
                   "'" + text + "' is on the file system " + *parts.scheme +
                       ": only file: paths are supported so far",
                   "", "", ""};
  }
  if (parts.authority) {
    return wrong("E0904", "the path '" + text + "' names a host, which file: does not have",
                 "Write three slashes: file:///...");
  }
  if (!parts.absolute() || parts.path.find('\0') != std::string::npos) {
    return wrong("FS011", "the path '" + text + "' is not absolute", "Begin it with /");
  }
  std::string out = std::filesystem::path{parts.path}.lexically_normal().string();
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  return out;
}

}  // namespace foliot::exec
