#include <nlohmann/json.hpp>

#include "base/limits.hpp"
#include "parse/configuration.hpp"
#include "tools/client/application.hpp"
#include "tools/client/commands.hpp"

namespace foliot::client {

using nlohmann::json;

int submit(const console& to, connection& server, const submit_options& options) {
  const std::string user = user_name();
  const auto conf = job_properties(options.path, options.properties, options.definitions, user);
  if (!conf) return report(to, conf.error());
  auto document = parse::write_configuration(*conf);
  if (!document) return report(to, document.error());
  if (document->size() > limits::request_body_bytes_max)
    return report(to, {errc::too_large,
                       "the job's properties take " + std::to_string(document->size()) +
                           " bytes as XML, more than the " +
                           std::to_string(limits::request_body_bytes_max) + " that are allowed",
                       "", options.properties, "Check that it is the right file"});
  connection::query parameters{{"user.name", conf->at("user.name")}};
  if (options.start) parameters.emplace_back("action", "start");
  auto body = server.post_xml("/oozie/v2/jobs", parameters, std::move(*document));
  if (!body) return report(to, body.error());
  if (to.json) return to.out(*body + "\n"), exit_good;
  const json answer = json::parse(*body, nullptr, false);
  if (!answer.is_object() || !answer.contains("id") || !answer["id"].is_string())
    return report(to, {errc::corrupt, "the server's answer holds no id", "", server.root(), ""});
  if (answer.contains("warnings") && answer["warnings"].is_array())
    for (const json& warning : answer["warnings"])
      if (warning.is_string()) to.err("foliot: warning: " + warning.get<std::string>() + "\n");
  to.out(answer["id"].get<std::string>() + "\n");
  return exit_good;
}

int dataset_ready(const console& to, connection& server, const std::vector<std::string>& uris) {
  // Invalid UTF-8 is replaced: the server then says which URI it cannot use.
  const std::string body =
      json{{"uris", uris}}.dump(-1, ' ', false, json::error_handler_t::replace);
  auto answer = server.post_json("/api/datasets/ready", {{"user.name", user_name()}}, body);
  if (!answer) return report(to, answer.error());
  if (to.json) return to.out(*answer + "\n"), exit_good;
  const json told = json::parse(*answer, nullptr, false);
  if (!told.is_object())
    return report(to, {errc::corrupt, "the server's answer is no JSON", "", server.root(), ""});
  const auto waiting = told.value("waiting", uint64_t{0});
  to.out(waiting == 0 ? std::string("nobody waits for it\n")
                      : std::to_string(waiting) + (waiting == 1 ? " action" : " actions") +
                            " waited: looking now\n");
  return exit_good;
}

}  // namespace foliot::client
