#include "parse/location.hpp"

#include "base/local_path.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

constexpr std::string_view xml_suffix = ".xml";

constexpr std::string_view here = "/./";

bool names_file(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash != std::string_view::npos && slash + 1 < path.size() &&
      path.substr(0, slash + 1).ends_with(here))
    return true;
  return path.size() > xml_suffix.size() && path.ends_with(xml_suffix) &&
         path[path.size() - xml_suffix.size() - 1] != '/';
}

std::string_view scheme_of(std::string_view path) {
  const size_t colon = path.find(':');
  return colon < path.find('/') ? path.substr(0, colon) : std::string_view();
}

bool accepted(std::string_view path, path_rule rule) {
  if (rule == path_rule::unchecked || local_path(path)) return true;
  const std::string_view scheme = scheme_of(path);
  return rule == path_rule::any_host && !scheme.empty() && scheme != "file";
}

failure misplaced(const std::string& what, std::string_view path, const char* code,
                  const char* remedy) {
  const std::string_view scheme = scheme_of(path);
  if (scheme.empty())
    return {errc::bad_input, what + " is not absolute", code, "",
            "Write an absolute path or file:///..."};
  if (scheme == "file")
    return {errc::bad_input, what + " names a host, which file: does not have", code, "",
            "Write file:///..."};
  return {errc::unsupported, what + " is not on this host; only local files are offered", code, "",
          remedy};
}

std::string shown(const std::string& path) {
  const std::optional<std::string> local = local_path(path);
  return local ? *local : path;
}

}  // namespace

std::string as_definition_file(std::string_view path) {
  path = trim(path);
  const size_t slash = path.rfind('/');
  if (names_file(path) || slash == std::string_view::npos) return std::string(path);
  return std::string(path.substr(0, slash)) + std::string(here) +
         std::string(path.substr(slash + 1));
}

std::string definition_directory(std::string_view app_path) {
  std::string_view out = trim(app_path);
  if (names_file(out)) {
    const size_t slash = out.rfind('/');
    if (slash == std::string_view::npos) return ".";
    out = out.substr(0, slash + 1);
    if (out.ends_with(here)) out.remove_suffix(here.size() - 1);
  }
  while (out.size() > 1 && out.back() == '/' && !out.ends_with("://") && !out.ends_with(":/"))
    out.remove_suffix(1);
  return std::string(out);
}

std::string definition_file(std::string_view app_path, entity_kind kind) {
  const std::string path(trim(app_path));
  const std::string directory = shown(definition_directory(path));
  if (names_file(path)) {
    const size_t slash = path.rfind('/');
    if (!std::string_view(path).substr(0, slash + 1).ends_with(here)) return shown(path);
    return (directory == "/" ? directory : directory + "/") + path.substr(slash + 1);
  }
  const char* name = kind == entity_kind::bundle        ? "bundle.xml"
                     : kind == entity_kind::coordinator ? "coordinator.xml"
                                                        : "workflow.xml";
  return directory.ends_with('/') ? directory + name : directory + "/" + name;
}

std::string default_configuration_file(std::string_view app_path, entity_kind kind) {
  const std::string directory = shown(definition_directory(app_path));
  const char* name = kind == entity_kind::bundle        ? "bundle-config-default.xml"
                     : kind == entity_kind::coordinator ? "coord-config-default.xml"
                                                        : "config-default.xml";
  return directory.ends_with('/') ? directory + name : directory + "/" + name;
}

result<void> check_location(std::string_view app_path, path_rule rule) {
  const std::string path(trim(app_path));
  if (accepted(path, rule)) return {};
  return misplaced("the path " + quoted(path), path, "E0307",
                   "Copy the application here and give its path as file:///...");
}

result<void> check_data_location(std::string_view uri_template, path_rule rule) {
  if (accepted(uri_template, rule)) return {};
  return misplaced("the data at " + quoted(uri_template), uri_template, "E0904",
                   "Write an absolute path or file:///... as uri-template");
}

std::string last_segment(std::string_view path) {
  while (!path.empty() && path.back() == '/') path.remove_suffix(1);
  path = path.substr(path.rfind('/') + 1);
  if (names_file(path)) path.remove_suffix(xml_suffix.size());
  return std::string(path);
}

}  // namespace foliot::parse
