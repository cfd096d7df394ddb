// datasets and warnings: data that is waited for, and what in definitions deserves a look.
#include <nlohmann/json.hpp>

#include "base/visible.hpp"
#include "tools/client/commands.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

constexpr size_t actions_shown = 2;

const json& list_of(const json& object, const char* name) {
  static const json none = json::array();
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : none;
}

int printed(const console& to, const json& answer) {
  to.out(answer.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
  return exit_good;
}

/// "3 actions wait: ...-C@2, ...-C@3 and 1 more"
std::string waiters(const json& of) {
  const json& actions = list_of(of, "actions");
  const auto count = of.value("waiting", uint64_t{0});
  std::string out = std::to_string(count) + (count == 1 ? " action waits: " : " actions wait: ");
  size_t shown = 0;
  for (const json& each : actions) {
    if (shown == actions_shown) break;
    out += (shown++ == 0 ? "" : ", ") + (each.is_string() ? each.get<std::string>() : "");
  }
  if (count > shown) out += " and " + std::to_string(count - shown) + " more";
  return out;
}

void show_instance(const console& to, const json& of) {
  const bool there = of.value("there", false);
  to.out(bold(to, visible(field(of, "uri"))) + "\n  " +
         painted(to, there ? "SUCCEEDED" : "WAITING", there ? "there" : "missing") + ", of " +
         visible(field(of, "dataset")) +
         (of.value("needed", true) ? "" : ", unless logic decides") + "; " + visible(waiters(of)) +
         "\n");
}

}  // namespace

int datasets(const console& to, connection& server, const datasets_options& options) {
  connection::query query{{"len", std::to_string(options.length)}};
  const auto give = [&](const char* name, const std::string& value) {
    if (!value.empty()) query.emplace_back(name, value);
  };
  give("coordinator", options.coordinator);
  give("prefix", options.prefix);
  give("after", options.after);
  if (options.missing) query.emplace_back("missing", "true");
  const auto answer = server.get_json("/api/datasets", query);
  if (!answer) return report(to, answer.error());
  if (to.json) return printed(to, *answer);
  for (const json& each : list_of(*answer, "instances")) show_instance(to, each);
  for (const json& each : list_of(*answer, "open"))
    to.out(bold(to, visible(field(each, "instances"))) + "\n  of " +
           visible(field(each, "dataset") + ", event " + field(each, "event") + " of " +
                   field(each, "coordinator")) +
           "; " + visible(waiters(each)) + "\n");
  if (list_of(*answer, "instances").empty() && list_of(*answer, "open").empty())
    to.out(options.missing ? "nothing is missing\n" : "nobody waits for data\n");
  if (const std::string next = field(*answer, "next"); !next.empty())
    to.out("... and more: --after " + visible(next) + "\n");
  if (answer->value("truncated", false))
    to.err("foliot: more is waited for than was looked at: name a job with --coordinator\n");
  return exit_good;
}

int warnings(const console& to, connection& server, const std::string& id) {
  json jobs = json::array();
  uint64_t total = 1;
  while (jobs.size() < total) {
    const auto answer = server.get_json("/api/warnings/" + exec::url_encode(id),
                                        {{"offset", std::to_string(jobs.size() + 1)}});
    if (!answer) return report(to, answer.error());
    const json& rows = list_of(*answer, "jobs");
    if (rows.empty()) break;
    total = answer->value("total", uint64_t{0});
    for (const json& each : rows) jobs.push_back(each);
  }
  if (to.json) return printed(to, {{"id", id}, {"jobs", std::move(jobs)}});
  size_t told = 0;
  for (const json& job : jobs) {
    const json& rows = list_of(job, "warnings");
    if (rows.empty()) continue;
    to.out(field(job, "kind") + " " + bold(to, visible(field(job, "name"))) + "  " +
           visible(field(job, "id")) + "\n");
    for (const json& each : rows) {
      to.out("  " + visible(each.is_string() ? each.get<std::string>() : "") + "\n");
      ++told;
    }
  }
  if (told == 0) to.out("no warnings\n");
  return exit_good;
}

}  // namespace foliot::client
