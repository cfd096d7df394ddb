// `oozie job`: what each of its actions asks, and how the answer is shown.
#include <array>
#include <nlohmann/json.hpp>

#include "parse/configuration.hpp"
#include "tools/oozie/failures.hpp"
#include "tools/oozie/orders.hpp"
#include "tools/oozie/properties.hpp"

namespace foliot::oozie {

using nlohmann::json;

namespace {

bool has_part(const std::string& id, std::string_view part) {
  return id.find(part) != std::string::npos;
}

call on_job(const std::string& method, const std::string& id) {
  return call{method, "job/" + id, {}};
}

call put(const std::string& id, const std::string& action) {
  return on_job("PUT", id).with("action", action);
}

call get(const std::string& id, const std::string& show) {
  return on_job("GET", id).with("show", show);
}

std::string flag(const command_line& line, const char* name) {
  return line.has(name) ? "true" : "false";
}

/// The body of what is submitted.
result<void> put_properties(call& into, result<model::configuration> conf) {
  if (!conf) return conf.error();
  auto text = parse::write_configuration(*conf);
  if (!text) return broken(text.error().sentence);
  into.body = std::move(*text);
  into.xml = true;
  return {};
}

result<order> submission(const command_line& line, const asker& who, const char* action) {
  order out;
  out.what = call{"POST", "jobs", {}};
  if (action != nullptr) out.what.with("action", action);
  out.what.with("user", who.user);
  auto filled = put_properties(out.what, job_configuration(line, who.name()));
  if (!filled) return filled.error();
  out.good = 201;
  out.show = new_job();
  if (action != nullptr && std::string_view(action) == "dryrun")
    out.show = as_json([](const json& answer) { return dry_run_text(or_null(answer, "id")); });
  return out;
}

/// `type` and `scope` of the actions that -action or -date names.
struct scope {
  std::optional<std::string> type;
  std::optional<std::string> text;
};

result<scope> scope_of(const command_line& line) {
  if (line.has("action") && line.has("date"))
    return misused(
        "Invalid options provided for rerun: eitherdate or action expected. Don't use both at the "
        "same time.");
  if (line.has("action")) return scope{"action", line.value("action")};
  if (line.has("date")) return scope{"date", line.value("date")};
  return scope{};
}

result<order> kill(const command_line& line, const asker& who) {
  const std::string id = *line.value("kill");
  order out{put(id, "kill"), 200, nothing};
  if (!has_part(id, "-C")) return out;
  const auto which = scope_of(line);
  if (!which) return which.error();
  if (!which->type) return out;
  out.what.with("type", which->type).with("scope", which->text);
  out.show = as_json(
      [how = who.how](const json& answer) { return changed_actions_text(answer, how, false); });
  return out;
}

result<order> change(const command_line& line, const asker&) {
  if (!line.has("value")) return misused("-value option needs to be specified for -change option");
  return order{put(*line.value("change"), "change").with("value", line.value("value")), 200,
               nothing};
}

result<order> rerun_bundle(const command_line& line, const std::string& id) {
  const auto coordinators = line.value("coordinator");
  const auto dates = line.value("date");
  if (line.has("action"))
    return misused(
        "Invalid options provided for bundle rerun. action is not valid for bundle rerun");
  order out;
  out.what = put(id, "bundle-rerun")
                 .with("coord-scope", coordinators)
                 .with("date-scope", dates)
                 .with("refresh", flag(line, "refresh"))
                 .with("nocleanup", flag(line, "nocleanup"));
  out.what.xml = true;
  const bool some = coordinators && !coordinators->empty();
  std::string said = some ? "Coordinators [" + *coordinators + "] of bundle " + id
                          : "All coordinators of bundle " + id;
  said += some ? " are scheduled to rerun on date ranges ["
               : " are scheduled to rerun on the date ranges [";
  said += dates.value_or("null") + "].\n";
  out.show = [said](const std::string&) -> result<std::string> { return said; };
  return out;
}

result<order> rerun(const command_line& line, const asker& who) {
  const std::string id = *line.value("rerun");
  if (has_part(id, "-W")) {
    order out{put(id, "rerun").with("user", who.user), 200, nothing};
    auto filled =
        put_properties(out.what, has_configuration(line) ? job_configuration(line, who.name())
                                                         : model::configuration{});
    if (!filled) return filled.error();
    return out;
  }
  if (has_part(id, "-B")) return rerun_bundle(line, id);
  const auto which = scope_of(line);
  if (!which) return which.error();
  if (!which->type) return misused("Invalid options provided for rerun: date or action expected.");
  order out;
  out.what = put(id, "coord-rerun")
                 .with("type", which->type)
                 .with("scope", which->text)
                 .with("refresh", flag(line, "refresh"))
                 .with("nocleanup", flag(line, "nocleanup"))
                 .with("failed", flag(line, "failed"));
  out.what.xml = true;
  out.show = as_json(
      [how = who.how](const json& answer) { return changed_actions_text(answer, how, false); });
  return out;
}

result<order> ignore(const command_line& line, const asker& who) {
  order out{put(*line.value("ignore"), "ignore").with("type", "action"), 200, nothing};
  if (line.has("action") && line.value("action")->empty()) return misused("-action is empty");
  out.what.with("scope", line.value("action"));
  out.show = [how = who.how](const std::string& body) -> result<std::string> {
    if (body.empty()) return std::string();
    return as_json([how](const json& answer) { return changed_actions_text(answer, how, true); })(
        body);
  };
  return out;
}

result<order> update(const command_line& line, const asker& who) {
  order out;
  out.what = put(*line.value("update"), "update");
  out.what.with("dryrun", line.has("dryrun") ? "true" : "")
      .with("diff", line.value("diff").value_or(""));
  // -D alone gives no configuration here.
  auto filled = put_properties(
      out.what, line.has("config") ? job_configuration(line, who.name()) : model::configuration{});
  if (!filled) return filled.error();
  out.show = as_json([](const json& answer) {
    return answer.contains("update") ? or_null(answer["update"], "diff") + "\n" : "null\n";
  });
  return out;
}

/// The call of -info, with the pages and filters that the kind of id has.
result<call> info_call(const command_line& line, const std::string& id) {
  const bool coordinator = id.ends_with("-C");
  const bool action = has_part(id, "-C@");
  const bool node = has_part(id, "-W@");
  if (line.has("filter") && (action || node))
    return misused(std::string("Filter option is not supported for a ") +
                   (action ? "Coordinator" : "Workflow") + " action");
  if (line.has("filter") && !coordinator)
    return misused(std::string("Filter option is currently not supported for a ") +
                   (id.ends_with("-B") ? "Bundle" : "Workflow") + " job");
  if (id.ends_with("-B") || action || node) return get(id, "info");
  const auto offset = whole_number(line.value("offset").value_or(coordinator ? "-1" : "0"));
  if (!offset) return offset.error();
  const auto length = whole_number(line.value("len").value_or(coordinator ? "-1" : "0"));
  if (!length) return length.error();
  call out = get(id, "info");
  if (coordinator) out.with("filter", line.value("filter"));
  out.with("offset", std::to_string(*offset)).with("len", std::to_string(*length));
  if (coordinator) out.with("order", line.value("order"));
  return out;
}

result<order> info(const command_line& line, const asker& who) {
  const std::string id = *line.value("info");
  if (has_part(id, "-C@") && line.has("allruns"))
    return order{get(id, "allruns"), 200,
                 as_json([how = who.how](const json& answer) { return runs_text(answer, how); })};
  auto what = info_call(line, id);
  if (!what) return what.error();
  auto* text = &workflow_text;
  if (id.ends_with("-B"))
    text = &bundle_text;
  else if (id.ends_with("-C"))
    text = &coordinator_text;
  else if (has_part(id, "-C@"))
    text = &coordinator_action_text;
  else if (has_part(id, "-W@"))
    text = &workflow_action_text;
  return order{std::move(*what), 200,
               as_json([how = who.how, text](const json& answer) { return text(answer, how); })};
}

result<std::string> as_it_is(const std::string& body) { return body; }

result<order> log(const command_line& line, const asker&) {
  const std::string id = *line.value("log");
  scope which;
  if (line.has("action")) which = {"action", line.value("action")};
  if (line.has("date")) which = {"date", line.value("date")};
  if (which.type && !has_part(id, "-C"))
    return misused(
        "Invalid options provided for log retrieval. action and date are valid only for "
        "coordinator job log retrieval");
  return order{get(id, "log")
                   .with("type", which.type)
                   .with("scope", which.text)
                   .with("logfilter", line.value("logfilter")),
               200, as_it_is};
}

result<order> definition(const command_line& line, const asker&) {
  return order{get(*line.value("definition"), "definition"), 200,
               [](const std::string& body) -> result<std::string> { return body + "\n"; }};
}

result<order> properties_of(const command_line& line, const asker&) {
  const std::string id = *line.value("configcontent");
  call what = get(id, "info");
  if (id.ends_with("-C"))
    what.with("offset", "-1").with("len", "-1").with("order", "asc");
  else if (id.ends_with("-W"))
    what.with("offset", "0").with("len", "0");
  else if (!id.ends_with("-B"))
    return order{{}, 200, [id](const std::string&) -> result<std::string> {
                   return "ERROR:  job id [" + id + "] doesn't end with either C or W or B\n";
                 }};
  return order{std::move(what), 200,
               as_json([](const json& answer) { return or_null(answer, "conf") + "\n"; })};
}

result<order> alerts(const command_line& line, const asker&) {
  const bool on = line.has("slaenable");
  const bool off = line.has("sladisable");
  const char* option = on ? "slaenable" : off ? "sladisable" : "slachange";
  if (!on && !off && !line.has("value"))
    return misused("-value option needs to be specified for -slachange option");
  call what = put(*line.value(option), on ? "sla-enable" : off ? "sla-disable" : "sla-change");
  what.with("action-list", line.value("action"))
      .with("date", line.value("date"))
      .with("coordinators", line.value("coordinator"));
  if (!on && !off) what.with("value", line.value("value"));
  what.xml = true;
  return order{std::move(what), 200,
               [](const std::string&) -> result<std::string> { return std::string("Done\n"); }};
}

result<order> retries(const command_line& line, const asker&) {
  const std::string id = *line.value("retries");
  return order{get(id, "retries"), 200,
               as_json([id](const json& answer) { return retries_text(id, answer); })};
}

result<order> missing(const command_line& line, const asker&) {
  return order{get(*line.value("missingdeps"), "missing-dependencies")
                   .with("action-list", line.value("action"))
                   .with("date", line.value("date")),
               200, as_json(missing_text)};
}

result<order> jar(const command_line&, const asker&) {
  return broken(
      "a workflow that a jar makes needs a Java virtual machine: write it to a file with the jar's "
      "own program, and submit that");
}

/// An action whose answer is empty.
template <const char* name>
result<order> plain(const command_line& line, const asker&) {
  return order{put(*line.value(name), name), 200, nothing};
}
template <const char* option, const char* show>
result<order> raw(const command_line& line, const asker&) {
  return order{get(*line.value(option), show), 200, as_it_is};
}
template <const char* action>
result<order> submit(const command_line& line, const asker& who) {
  return submission(line, who, action);
}

constexpr const char start_name[] = "start";
constexpr const char suspend_name[] = "suspend";
constexpr const char resume_name[] = "resume";
constexpr const char dry_run_name[] = "dryrun";
constexpr const char errors_name[] = "errorlog";
constexpr const char audit_name[] = "auditlog";

struct action {
  const char* option;
  result<order> (*make)(const command_line&, const asker&);
};

// In the order in which Oozie's client looks: -dryrun goes with others, and wins over -run.
constexpr std::array actions{
    action{"submit", submit<nullptr>},
    action{"start", plain<start_name>},
    action{"update", update},
    action{"dryrun", submit<dry_run_name>},
    action{"suspend", plain<suspend_name>},
    action{"resume", plain<resume_name>},
    action{"ignore", ignore},
    action{"kill", kill},
    action{"change", change},
    action{"run", submit<start_name>},
    action{"rerun", rerun},
    action{"info", info},
    action{"log", log},
    action{"errorlog", raw<errors_name, errors_name>},
    action{"auditlog", raw<audit_name, audit_name>},
    action{"definition", definition},
    action{"configcontent", properties_of},
    action{"slaenable", alerts},
    action{"sladisable", alerts},
    action{"slachange", alerts},
    action{"retries", retries},
    action{"missingdeps", missing},
    action{"validatejar", jar},
    action{"submitjar", jar},
    action{"runjar", jar},
};

}  // namespace

result<order> job_order(const command_line& line, const asker& who) {
  for (const action& one : actions)
    if (line.has(one.option)) return one.make(line, who);
  return misused("nothing is to be done");
}

}  // namespace foliot::oozie
