#include "tools/offline/files.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/limits.hpp"

namespace foliot::offline {

namespace fs = std::filesystem;

result<std::string> read_text(const std::string& path, size_t bytes_max) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    return failure{errc::not_found, "the file does not exist", "", path, "Check the path"};
  // A pipe or a device could keep the reader for ever.
  if (!error && !fs::is_regular_file(status))
    return failure{errc::bad_input, "this is no regular file", "", path, "Name a file"};
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return failure{errc::io, "cannot read the file: " + std::string(std::strerror(errno)), "", path,
                   "Check its permissions"};
  const uintmax_t bytes = fs::file_size(path, error);
  std::string text(error ? bytes_max + 1 : std::min<uintmax_t>(bytes, bytes_max) + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > bytes_max || (!error && bytes > bytes_max))
    return failure{errc::too_large,
                   "the file is longer than " + std::to_string(bytes_max) + " bytes", "", path,
                   "Check that it is the right file"};
  return text;
}

parse::read_text definition_reader() {
  return [](const std::string& path) { return read_text(path, limits::definition_bytes_max); };
}

}  // namespace foliot::offline
