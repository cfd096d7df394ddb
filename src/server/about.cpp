#include "server/about.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/secrets.hpp"
#include "parse/configuration.hpp"
#include "parse/node_text.hpp"
#include "parse/validate.hpp"
#include "server/host_names.hpp"

namespace foliot::server {

std::map<std::string, std::string> environment_shown() {
  std::map<std::string, std::string> out;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    const std::string entry(*at);
    const size_t equals = entry.find('=');
    if (equals == std::string::npos) continue;
    const std::string name = entry.substr(0, equals);
    out[name] = shown_value(name, entry.substr(equals + 1));
  }
  return out;
}

std::map<std::string, std::string> system_facts() {
  std::map<std::string, std::string> out{
      {"file.separator", "/"}, {"line.separator", "\n"}, {"path.separator", ":"}};
  utsname host{};
  if (::uname(&host) == 0) {
    out["os.name"] = host.sysname;
    out["os.version"] = host.release;
    out["os.arch"] = host.machine;
  }
  std::error_code problem;
  out["user.dir"] = std::filesystem::current_path(problem).string();
  out["process.id"] = std::to_string(::getpid());
  out["foliot.version"] = FOLIOT_VERSION;
  for (auto& [name, value] : out) value = shown_value(name, value);
  return out;
}

std::map<std::string, std::string> settings_shown(const config& settings) {
  std::map<std::string, std::string> out = settings_of(settings);
  for (auto& [name, value] : out)
    if (holds_login(value)) value = masked;
  return out;
}

http::shared_libraries sharelib_at(const std::string& path) {
  namespace fs = std::filesystem;
  http::shared_libraries out;
  out.path = path;
  std::error_code problem;
  if (path.empty()) return out;
  for (const fs::directory_entry& directory : fs::directory_iterator(path, problem)) {
    if (!directory.is_directory(problem)) continue;
    std::vector<std::string>& files = out.directories[directory.path().filename().string()];
    for (const fs::directory_entry& file : fs::directory_iterator(directory.path(), problem))
      files.push_back("file:" + file.path().string());
    std::sort(files.begin(), files.end());
  }
  return out;
}

http::host_rules host_rules_of(const config& settings) {
  http::host_rules out{listens_for_this_host(settings), own_names()};
  http::names_rule more = http::read_names(settings.http_hosts);
  if (more.all) more.names = {"*"};
  std::move(more.names.begin(), more.names.end(), std::back_inserter(out.names));
  return out;
}

void tell_about(http::api_options& how, const config& settings) {
  how.server_name = settings.system_id;
  how.hosts = host_rules_of(settings);
  how.settings = [&settings] { return settings_shown(settings); };
  how.environment = environment_shown;
  how.system = system_facts;
  how.sharelib = [path = settings.system_libpath] { return sharelib_at(path); };
  how.read_configuration = [reading = settings.compat](const std::string& file, std::string text) {
    return parse::read_configuration(file, std::move(text), reading);
  };
  how.read_nodes = parse::tell_nodes;
  how.validate = parse::validate_document;
}

}  // namespace foliot::server
