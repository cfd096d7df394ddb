// Orders to all jobs that a filter takes: shown first, then asked for, then told one by one.
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "tools/client/commands.hpp"
#include "tools/client/user.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

constexpr size_t rows_shown = 20;

struct bulk_kind {
  const char* name;
  const char* jobtype;
  const char* rows;
  const char* id;
  const char* job_name;
};
constexpr std::array bulk_kinds{
    bulk_kind{"bundle", "bundle", "bundlejobs", "bundleJobId", "bundleJobName"},
    bulk_kind{"coordinator", "coordinator", "coordinatorjobs", "coordJobId", "coordJobName"},
    bulk_kind{"workflow", "wf", "workflows", "id", "appName"}};

const bulk_kind& kind_called(const std::string& name) {
  for (const bulk_kind& kind : bulk_kinds)
    if (name == kind.name) return kind;
  return bulk_kinds.back();
}

std::string text_of(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

const json& list_of(const json& object, const char* name) {
  static const json none = json::array();
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : none;
}

/// "1 workflow", "12 workflows".
std::string counted(size_t count, const std::string& kind) {
  return std::to_string(count) + " " + kind + (count == 1 ? "" : "s");
}

size_t with_outcome(const json& answer, const char* outcome) {
  const json& rows = list_of(answer, "outcomes");
  return static_cast<size_t>(std::count_if(rows.begin(), rows.end(), [&](const json& one) {
    return text_of(one, "outcome") == outcome;
  }));
}

/// One row for each job: what would come of it, its status now, why not.
void show_preview(const console& to, const json& answer, size_t most) {
  text_table table({"OUTCOME", "STATUS", "NAME", "ID"}, 2, 1);
  std::string reasons;
  size_t shown = 0;
  for (const json& job : list_of(answer, "jobs")) {
    if (++shown > most) continue;
    const std::string id = text_of(job, "id");
    table.add({text_of(job, "outcome"), text_of(job, "status"), text_of(job, "name"), id});
    if (const std::string why = text_of(job, "message"); !why.empty())
      reasons += "  " + id + ": " + text_of(job, "code") + ": " + why + "\n";
  }
  if (table.empty()) return;
  to.out(table.text(to));
  if (shown > most) to.out("... " + std::to_string(shown - most) + " more; --json shows all\n");
  if (!reasons.empty()) to.err(reasons);
}

/// One row for each job: what came of it, its status now, why not.
void show(const console& to, const json& answer, const bulk_kind& kind) {
  std::map<std::string, const json*> jobs;
  for (const json& row : list_of(answer, kind.rows)) jobs[text_of(row, kind.id)] = &row;
  text_table table({"OUTCOME", "STATUS", "NAME", "ID"}, 2, 1);
  std::string reasons;
  for (const json& one : list_of(answer, "outcomes")) {
    const std::string id = text_of(one, "id");
    const auto found = jobs.find(id);
    const json none = json::object();
    const json& job = found == jobs.end() ? none : *found->second;
    table.add({text_of(one, "outcome"), text_of(job, "status"), text_of(job, kind.job_name), id});
    const std::string why = text_of(one, "message");
    const std::string code = text_of(one, "code");
    if (!why.empty()) reasons += "  " + id + ": " + (code.empty() ? "" : code + ": ") + why + "\n";
  }
  if (table.empty()) return;
  to.out(table.text(to));
  if (!reasons.empty()) to.err(reasons);
}

void tell_of_more(const console& to, const json& answer, size_t here) {
  const size_t total = answer.value("total", size_t{0});
  if (total > here)
    to.err("foliot: " + std::to_string(total) + " jobs match, these are the newest " +
           std::to_string(here) + ": order again for the others\n");
}

struct bulk_call {
  const std::string& action;
  const bulk_options& options;
  const bulk_kind& kind;

  connection::query query() const {
    return {{"action", action},
            {"jobtype", kind.jobtype},
            {"filter", options.filter},
            {"len", std::to_string(options.length)},
            {"user.name", user_name()}};
  }
};

result<json> send(connection& server, const connection::query& query) {
  auto answer = server.put("/oozie/v2/jobs", query);
  if (!answer) return std::move(answer).error();
  json out = json::parse(answer->body, nullptr, false);
  if (!out.is_object())
    return failure{errc::corrupt, "the answer is no JSON", "", server.root(),
                   "Check that --url names a Foliot server"};
  return out;
}

std::string dumped(const json& answer) {
  return answer.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

int carry_out(const console& to, connection& server, const bulk_call& call,
              const std::string& token) {
  connection::query query = call.query();
  if (!token.empty()) query.emplace_back("selection", token);
  const auto answer = send(server, query);
  if (!answer) return report(to, answer.error());
  const size_t refused = with_outcome(*answer, "refused");
  const int status = refused == 0 ? exit_good : exit_failed;
  if (to.json) return to.out(dumped(*answer)), status;
  show(to, *answer, call.kind);
  to.out(counted(list_of(*answer, "outcomes").size(), call.kind.name) + ": " +
         std::to_string(with_outcome(*answer, "done")) + " done, " +
         std::to_string(with_outcome(*answer, "unchanged")) + " unchanged, " +
         std::to_string(refused) + " refused. Audit " + text_of(*answer, "audit") + ".\n");
  tell_of_more(to, *answer, list_of(*answer, "outcomes").size());
  return status;
}

}  // namespace

int bulk(const console& to, connection& server, const std::string& action,
         const bulk_options& options) {
  const bulk_call call{action, options, kind_called(options.kind)};
  if (options.filter.find('=') == std::string::npos)
    return report(to, {errc::bad_input, "the filter '" + options.filter + "' names nothing", "",
                       "--filter", "Write --filter \"name=NAME;status=RUNNING\""});
  if (options.yes && !options.preview) return carry_out(to, server, call, "");
  const auto seen = server.get_json("/api/bulk", {{"action", action},
                                                  {"kind", options.kind},
                                                  {"filter", options.filter},
                                                  {"len", std::to_string(options.length)},
                                                  {"user.name", user_name()}});
  if (!seen) return report(to, seen.error());
  if (options.preview && to.json) return to.out(dumped(*seen)), exit_good;
  const size_t count = list_of(*seen, "jobs").size();
  if (!to.json) {
    show_preview(to, *seen, options.preview ? SIZE_MAX : rows_shown);
    to.out(action + " would change " + std::to_string(seen->value("changes", uint64_t{0})) +
           " of " + counted(count, call.kind.name) + ".\n");
    tell_of_more(to, *seen, count);
  }
  if (const auto refused = seen->value("refused", uint64_t{0}); refused != 0) {
    to.err("foliot: the order would be refused: " + counted(refused, call.kind.name) +
           " of these may not be changed by this user\n");
    return exit_failed;
  }
  if (options.preview || count == 0) return exit_good;
  if (!to.ask) {
    to.err("foliot: nothing was done: nobody can be asked. Add --yes to do it.\n");
    return exit_usage;
  }
  to.err(action + " " + counted(count, call.kind.name) + "? [y/N] ");
  const std::string said = to.ask().value_or("");
  if (said != "y" && said != "Y" && said != "yes") {
    to.err("foliot: nothing was done\n");
    return exit_failed;
  }
  return carry_out(to, server, call, text_of(*seen, "selection"));
}

}  // namespace foliot::client
