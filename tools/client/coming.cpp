// coming and submit --preview: which actions come next, on which data.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/visible.hpp"
#include "tools/client/application.hpp"
#include "tools/client/commands.hpp"
#include "tools/client/user.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

/// So many instances of one event are printed; --json shows all.
constexpr size_t instances_shown = 4;

const json& list_of(const json& object, const char* name) {
  static const json none = json::array();
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : none;
}

std::string padded(std::string text, size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

void row(const console& to, const char* kind, const std::string& name, const std::string& value) {
  to.out("  " + dim(to, padded(kind, 5)) + padded(visible(name), 12) + " " + visible(value) + "\n");
}

void show_event(const console& to, const char* kind, const json& event) {
  const std::string name = field(event, "name");
  const json& uris = list_of(event, "waitsFor");
  size_t shown = 0;
  for (const json& uri : uris) {
    if (shown == instances_shown && uris.size() > instances_shown + 1) {
      row(to, "", "", "... and " + std::to_string(uris.size() - shown) + " more");
      break;
    }
    row(to, shown == 0 ? kind : "", shown == 0 ? name : "",
        uri.is_string() ? uri.get<std::string>() : "");
    ++shown;
  }
  const std::string open = field(event, "unresolved");
  if (!open.empty()) row(to, shown == 0 ? kind : "", shown == 0 ? name : "", open);
  if (shown == 0 && open.empty()) row(to, kind, name, "nothing: before the first instance");
}

void show_action(const console& to, const json& action) {
  to.out(field(action, "nominalTime") + "  " +
         bold(to, visible(field(action, "coordinator") + "@" + field(action, "number"))) + "\n");
  for (const json& each : list_of(action, "inputs")) show_event(to, "in", each);
  for (const json& each : list_of(action, "outputs")) show_event(to, "out", each);
  if (const auto conf = action.find("configuration"); conf != action.end() && conf->is_object())
    for (const auto& [name, value] : conf->items())
      row(to, "conf", name, value.is_string() ? value.get<std::string>() : "");
  const auto error = action.find("error");
  if (error == action.end() || !error->is_object()) return;
  const std::string place = field(*error, "place");
  to.out("  " + painted(to, "FAILED", "fails") + "  " +
         visible((place.empty() ? "" : place + ": ") + field(*error, "sentence")) + "\n");
}

void show_coordinator(const console& to, const json& job) {
  to.out("  " + visible(field(job, "name")) + ", " + visible(field(job, "schedule")) + ", " +
         field(job, "made") + " of " + field(job, "expected") + " actions made, " +
         visible(field(job, "timezone")) + ", " + field(job, "start") + " to " + field(job, "end") +
         "\n");
  if (!field(job, "pauseTime").empty())
    to.out("  " + painted(to, "PAUSED", "paused from " + field(job, "pauseTime")) + "\n");
}

int show(const console& to, const json& answer) {
  for (const json& each : list_of(answer, "warnings"))
    if (each.is_string()) to.err("foliot: warning: " + visible(each.get<std::string>()) + "\n");
  const std::string status = field(answer, "status");
  to.out(field(answer, "kind") + " " + bold(to, visible(field(answer, "name"))) +
         (status.empty() ? "" : "  " + painted(to, status, status)) + "\n");
  for (const json& each : list_of(answer, "coordinators")) show_coordinator(to, each);
  for (const json& each : list_of(answer, "refused"))
    to.out("  " + painted(to, "FAILED", "refused") + "  " +
           visible(field(each, "name") + ": " + field(each, "sentence")) + "\n");
  if (answer.value("truncated", false))
    to.err("foliot: the bundle has more coordinators than were looked at\n");
  const json& actions = list_of(answer, "actions");
  if (field(answer, "kind") == "workflow") return exit_good;
  to.out(actions.empty() ? "no action comes in this span of time\n" : "\n");
  for (const json& each : actions) show_action(to, each);
  if (answer.value("more", false)) to.out("... and more: ask for more with --count\n");
  return exit_good;
}

connection::query query_of(const coming_options& options) {
  connection::query out;
  if (!options.from.empty()) out.emplace_back("from", options.from);
  if (!options.to.empty()) out.emplace_back("to", options.to);
  out.emplace_back("count", std::to_string(options.count));
  return out;
}

}  // namespace

int coming(const console& to, connection& server, const std::string& id,
           const coming_options& options) {
  const auto answer = server.get_json("/api/preview/" + exec::url_encode(id), query_of(options));
  if (!answer) return report(to, answer.error());
  if (to.json)
    return to.out(answer->dump(-1, ' ', false, json::error_handler_t::replace) + "\n"), exit_good;
  return show(to, *answer);
}

int preview_submission(const console& to, connection& server, const submit_options& options,
                       const coming_options& window) {
  const auto conf =
      job_properties(options.path, options.properties, options.definitions, user_name());
  if (!conf) return report(to, conf.error());
  connection::query query = query_of(window);
  query.emplace_back("user.name", conf->at("user.name"));
  const std::string body =
      json{{"properties", *conf}}.dump(-1, ' ', false, json::error_handler_t::replace);
  const auto answer = server.post_json("/api/preview", query, body);
  if (!answer) return report(to, answer.error());
  if (to.json) return to.out(*answer + "\n"), exit_good;
  const json read = json::parse(*answer, nullptr, false);
  if (!read.is_object())
    return report(to, {errc::corrupt, "the server's answer is no JSON", "", server.root(), ""});
  return show(to, read);
}

}  // namespace foliot::client
