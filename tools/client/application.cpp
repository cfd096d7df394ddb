#include "tools/client/application.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/limits.hpp"
#include "parse/configuration.hpp"

namespace foliot::client {

namespace fs = std::filesystem;

namespace {

struct kind {
  std::string_view file;
  std::string_view root;
  std::string_view property;
};

constexpr std::array kinds{
    kind{"bundle.xml", "bundle-app", "oozie.bundle.application.path"},
    kind{"coordinator.xml", "coordinator-app", "oozie.coord.application.path"},
    kind{"workflow.xml", "workflow-app", "oozie.wf.application.path"}};

result<std::string> read_text(const std::string& path, size_t most) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    return failure{errc::bad_input, "this is a directory, not a file", "", path, "Name a file"};
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return failure{errno == ENOENT ? errc::not_found : errc::io,
                   errno == ENOENT ? "the file does not exist"
                                   : "cannot read the file: " + std::string(std::strerror(errno)),
                   "", path, "Check the path"};
  std::string text(most + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > most)
    return failure{errc::too_large, "the file is longer than " + std::to_string(most) + " bytes",
                   "", path, "Check that it is the right file"};
  return text;
}

/// Name of the first element of an XML text, without prefix; comments, declarations and processing
/// instructions in front of it are passed over. Whether the document is sound is the server's to
/// say.
std::string root_element(std::string_view text) {
  while (true) {
    const size_t open = text.find('<');
    if (open == std::string_view::npos || open + 1 >= text.size()) return "";
    text.remove_prefix(open + 1);
    std::string_view until;
    if (text.substr(0, 3) == "!--")
      until = "-->";
    else if (text[0] == '?')
      until = "?>";
    else if (text[0] == '!')
      until = ">";
    if (until.empty()) break;
    const size_t end = text.find(until);
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + until.size());
  }
  std::string_view name = text.substr(0, text.find_first_of(" \t\r\n/>"));
  const size_t colon = name.find(':');
  return std::string(colon == std::string_view::npos ? name : name.substr(colon + 1));
}

result<std::string> property_of_file(const std::string& path) {
  const auto text = read_text(path, limits::definition_bytes_max);
  if (!text) return text.error();
  const std::string root = root_element(*text);
  for (const kind& one : kinds)
    if (one.root == root) return std::string(one.property);
  return failure{errc::bad_input,
                 root.empty() ? "this is no XML document"
                              : "<" + root + "> is no bundle, coordinator or workflow",
                 "", path,
                 "Submit a file whose root is bundle-app, coordinator-app or workflow-app"};
}

bool has_path(const model::configuration& conf) {
  for (const kind& one : kinds)
    if (conf.find(one.property) != conf.end()) return true;
  return conf.find("oozie.application.bundle.path") != conf.end();
}

result<model::configuration> read_file(const std::string& file) {
  if (file.empty()) return model::configuration{};
  auto text = read_text(file, limits::request_body_bytes_max);
  if (!text) return text.error();
  const bool xml = file.size() > 4 && file.compare(file.size() - 4, 4, ".xml") == 0;
  return xml ? parse::read_configuration(file, std::move(*text))
             : parse::read_properties(file, *text);
}

}  // namespace

result<std::string> file_text(const std::string& path) {
  return read_text(path, limits::definition_bytes_max);
}

result<std::string> file_uri(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::canonical(path, error);
  if (error)
    return failure{errc::not_found,
                   error == std::errc::no_such_file_or_directory ? "there is no such application"
                                                                 : error.message(),
                   "", path,
                   "Name a bundle.xml, coordinator.xml or workflow.xml, or its directory"};
  return "file://" + whole.string();
}

result<std::string> application_property(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return property_of_file(path);
  for (const kind& one : kinds)
    if (fs::is_regular_file(fs::path(path) / one.file, ignored)) return std::string(one.property);
  return failure{errc::not_found, "the directory holds no application", "", path,
                 "Name a directory with a bundle.xml, coordinator.xml or workflow.xml"};
}

result<model::configuration> given_properties(const std::string& file,
                                              const std::vector<std::string>& definitions) {
  auto conf = read_file(file);
  if (!conf) return conf;
  for (const std::string& one : definitions) {
    const size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0)
      return failure{errc::bad_input, "'" + one + "' is not name=value", "", "-D",
                     "Write -D name=value"};
    (*conf)[one.substr(0, equals)] = one.substr(equals + 1);
  }
  return conf;
}

result<model::configuration> next_properties(const std::string& application,
                                             const std::string& file,
                                             const std::vector<std::string>& definitions,
                                             const std::string& user) {
  auto conf = given_properties(file, definitions);
  if (!conf) return conf;
  conf->try_emplace("user.name", user);
  if (application.empty()) return conf;
  const auto uri = file_uri(application);
  if (!uri) return uri.error();
  if (has_path(*conf)) return conf;
  const auto property = application_property(application);
  if (!property) return property.error();
  (*conf)[*property] = *uri;
  return conf;
}

result<model::configuration> job_properties(const std::string& application, const std::string& file,
                                            const std::vector<std::string>& definitions,
                                            const std::string& user) {
  auto conf = next_properties(application, file, definitions, user);
  if (!conf || has_path(*conf)) return conf;
  return failure{errc::bad_input, "nothing names the application", "", file,
                 "Give its path, or set oozie.bundle.application.path"};
}

}  // namespace foliot::client
