#include "server/applications.hpp"

#include "base/limits.hpp"
#include "http/own_limits.hpp"
#include "parse/understand.hpp"

namespace foliot::server {

void read_applications(http::api_options& how, const exec::file_port& files,
                       const parse::options& reading) {
  const parse::read_text read = [&files](const std::string& path) {
    return files.read(path, limits::definition_bytes_max);
  };
  constexpr size_t most = http::own_limits::preview_members_max;
  how.understand = [read, reading](const model::configuration& conf) {
    return parse::understand(conf, read, reading, most);
  };
  how.read_members = [read, reading](const model::definition_text& bundle,
                                     const std::string& bundle_id) {
    return parse::understand_members(bundle, bundle_id, read, reading, most);
  };
  how.warnings_of = [reading](const model::definition_text& text) {
    return parse::warnings_of(text, reading);
  };
}

}  // namespace foliot::server
