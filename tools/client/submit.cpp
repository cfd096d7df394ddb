#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/limits.hpp"
#include "parse/configuration.hpp"
#include "tools/client/application.hpp"
#include "tools/client/commands.hpp"
#include "tools/client/user.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

/// The configuration document that a request carries.
result<std::string> document_of(const model::configuration& conf, const std::string& file) {
  auto document = parse::write_configuration(conf);
  if (!document || document->size() <= limits::request_body_bytes_max) return document;
  return failure{errc::too_large,
                 "the job's properties take " + std::to_string(document->size()) +
                     " bytes as XML, more than the " +
                     std::to_string(limits::request_body_bytes_max) + " that are allowed",
                 "", file, "Check that it is the right file"};
}

void show_warnings(const console& to, const json& answer) {
  if (!answer.contains("warnings") || !answer["warnings"].is_array()) return;
  for (const json& warning : answer["warnings"])
    if (warning.is_string()) to.err("foliot: warning: " + warning.get<std::string>() + "\n");
}

std::string without_returns(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  return text;
}

/// What a dry run answered, in the layout of Oozie's command line.
std::string dry_run_text(const std::string& answer) {
  const std::string text = without_returns(answer);
  const std::string mark = "action for new instance";
  if (text.find("<bundle-app") != std::string::npos)
    return "***Bundle job after parsing: ***\n" + text;
  if (text.find("***actions for instance***") == std::string::npos) return text + "\n";
  std::vector<std::string> parts;
  for (size_t at = 0; at != std::string::npos;) {
    const size_t next = text.find(mark, at);
    parts.push_back(text.substr(at, next == std::string::npos ? next : next - at));
    at = next == std::string::npos ? next : next + mark.size();
  }
  std::string out = "***coordJob after parsing: ***\n" + parts.front() +
                    "\n***total coord actions is " + std::to_string(parts.size() - 1) + " ***\n";
  for (size_t i = 1; i < parts.size(); ++i)
    out += std::string(132, '-') + "\ncoordAction instance: " + std::to_string(i) + ":\n" +
           parts[i] + "\n";
  return out;
}

}  // namespace

int submit(const console& to, connection& server, const submit_options& options) {
  const std::string user = user_name();
  const auto conf = job_properties(options.path, options.properties, options.definitions, user);
  if (!conf) return report(to, conf.error());
  auto document = document_of(*conf, options.properties);
  if (!document) return report(to, document.error());
  connection::query parameters{{"user.name", conf->at("user.name")}};
  if (options.dry_run || options.start)
    parameters.emplace_back("action", options.dry_run ? "dryrun" : "start");
  auto body = server.post_xml("/oozie/v2/jobs", parameters, std::move(*document));
  if (!body) return report(to, body.error());
  if (to.json) return to.out(*body + "\n"), exit_good;
  const json answer = json::parse(*body, nullptr, false);
  if (!answer.is_object() || !answer.contains("id") || !answer["id"].is_string())
    return report(to, {errc::corrupt, "the server's answer holds no id", "", server.root(), ""});
  show_warnings(to, answer);
  const auto id = answer["id"].get<std::string>();
  to.out(options.dry_run ? dry_run_text(id) : id + "\n");
  return exit_good;
}

int update(const console& to, connection& server, const std::string& id,
           const update_options& options) {
  const submit_options& job = options.job;
  model::configuration conf;
  if (!job.path.empty() || !job.properties.empty() || !job.definitions.empty()) {
    auto read = next_properties(job.path, job.properties, job.definitions, user_name());
    if (!read) return report(to, read.error());
    conf = std::move(*read);
  }
  auto document = document_of(conf, job.properties);
  if (!document) return report(to, document.error());
  const auto user = conf.find("user.name");
  auto body = server.put_xml(job_path(id),
                             {{"user.name", user == conf.end() ? user_name() : user->second},
                              {"action", "update"},
                              {"dryrun", job.dry_run ? "true" : "false"},
                              {"diff", options.diff ? "true" : "false"}},
                             std::move(*document));
  if (!body) return report(to, body.error());
  if (to.json) return to.out(*body + "\n"), exit_good;
  const json answer = json::parse(*body, nullptr, false);
  if (!answer.is_object() || !answer.contains("update") || !answer["update"].is_object())
    return report(to,
                  {errc::corrupt, "the server's answer holds no update", "", server.root(), ""});
  show_warnings(to, answer);
  to.out(without_returns(answer["update"].value("diff", "")));
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
