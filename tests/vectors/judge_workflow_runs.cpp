// Workflows that run: what a rerun keeps, how often an action is retried, what a kill node says.
// The programs and the files are played; the steps are the model's.
#include <algorithm>
#include <functional>
#include <regex>

#include "model/workflow_rerun.hpp"
#include "model/workflow_retry.hpp"
#include "parse/configuration.hpp"
#include "parse/workflow_conf.hpp"
#include "parse/workflow_xml.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_time.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

namespace events = model::workflow_events;
using model::status;

/// Whether a program of that node, started the so-maniest time, ends well.
using program = std::function<bool(const std::string& node, const model::program_plan& plan)>;

/// Oozie's tests have an action of their own: here a program takes its place.
std::string with_programs(std::string xml) {
  static const std::regex test_action("<test xmlns=\"uri:test\">[\\s\\S]*?</test>");
  return std::regex_replace(xml, test_action,
                            "<shell xmlns=\"uri:oozie:shell-action:0.1\"><job-tracker>j"
                            "</job-tracker><name-node>n</name-node><exec>test</exec></shell>");
}

exec::file_operation operation_of(const model::fs_plan_step& step) {
  using kind = exec::file_operation::kind;
  exec::file_operation out;
  out.what = step.kind == "delete"  ? kind::remove
             : step.kind == "mkdir" ? kind::mkdir
             : step.kind == "move"  ? kind::move
                                    : kind::touchz;
  out.path = step.path;
  out.target = step.target;
  return out;
}

/// A workflow job with its files, played until nothing is left to do.
class played_workflow {
 public:
  played_workflow(const std::string& xml, model::configuration given, program ends)
      : files(clock_), ends_well(std::move(ends)) {
    conf = must(parse::resolved(given));
    understand(xml);
  }

  /// Fails as the parser does.
  void understand(const std::string& xml) {
    parse::options how;
    how.reading = dialect::oozie;
    std::vector<std::string> warnings;
    auto made = parse::parse_workflow(
        {entity_kind::workflow, "file:///apps/w", "", with_programs(xml), conf}, how, warnings);
    if (!made) throw std::runtime_error(made.error().text());
    definition = std::move(*made);
    record_name = must(parse::workflow_name(definition, conf, how));
  }

  void feed(const model::workflow_event& event) {
    now.ms += ms_per_second;
    const entity_id id{0, entity_kind::workflow, 0, 1, 1};
    const model::workflow_context in{id, "0000001-W", definition, conf, model::lost_rule::rerun};
    const auto step = model::advance(in, record, event, now);
    if (step.broken) throw std::runtime_error(*step.broken);
    if (step.accepted) record = step.next;
  }

  void start() {
    events::created birth;
    birth.user = "joe";
    birth.name = record_name;
    feed(birth);
  }

  /// Until the job has ended or waits for somebody; every minute a retry may come.
  void play() {
    constexpr int rounds_max = 10'000;
    for (int i = 0; i < rounds_max && once(); ++i) continue;
  }

  /// The code of the refusal, or "" when it runs again.
  std::string rerun(const model::configuration& given, const std::string& new_xml, bool children) {
    const model::configuration next =
        must(parse::resolved(model::rerun_configuration(conf, given)));
    const auto choice = model::rerun_choice_of(next);
    if (!choice) return choice.error().oozie;
    const auto keep = model::judge_rerun(definition, record, *choice, children);
    if (!keep) return keep.error().oozie;
    const model::workflow_definition before = definition;
    const model::workflow_record ended = record;
    conf = next;
    understand(new_xml);
    events::rerun event;
    event.conf = conf;
    event.name = record_name;
    event.kept = model::carried_over(before, ended, *keep, definition);
    feed(event);
    return "";
  }

  std::string state_of(const std::string& node) const {
    const auto* state = model::find_node(record, definition.find(node));
    return state == nullptr ? "absent" : std::string(name(state->state));
  }

 private:
  bool once() {
    if (record.state != status::running) return false;
    if (!record.questions.empty()) {
      events::facts_found found;
      for (const el::probe& each : record.questions)
        found.facts.emplace_back(each, el::value(must(files.look(each.arguments.at(0))).exists));
      feed(found);
      return true;
    }
    for (const model::node_state& node : record.nodes) {
      if (!node.open) continue;
      events::run_ended ended;
      ended.node = node.node;
      ended.attempt = node.attempt;
      if (const auto* plan = std::get_if<model::program_plan>(&node.plan)) {
        const bool good = ends_well(definition.nodes[node.node].name, *plan);
        if (!good && !tells.empty()) {
          ended.exit_code = 1;
          ended.output = tells;
          feed(ended);
          return true;
        }
        ended.outcome = good ? events::run_end::ended : events::run_end::failed;
        ended.error_code = good ? "" : "TEST_ERROR";
        ended.message = good ? "" : "end";
        if (good && plan->source == model::program_source::helper) ended.output = "type=ok\n";
      } else {
        for (const auto& step : std::get<model::fs_plan>(node.plan).steps)
          if (auto done = files.perform(operation_of(step), false); !done) {
            ended.outcome = events::run_end::failed;
            ended.error_code = done.error().oozie;
          }
      }
      feed(ended);
      return true;
    }
    for (const model::node_state& node : record.nodes) {
      if (node.state != model::node_status::user_retry) continue;
      pauses.push_back((node.retry.at.ms - node.ended.ms) / ms_per_minute);
      now = node.retry.at;
      feed(events::retry_due{});
      return true;
    }
    return false;
  }

  rehearsal::virtual_time clock_{instant{1'000'000}};

 public:
  rehearsal::virtual_files files;
  program ends_well;
  model::configuration conf;
  model::workflow_definition definition;
  std::string record_name;
  model::workflow_record record;
  std::vector<int64_t> pauses;  ///< Before retries, minutes.
  std::string tells;            ///< What a program says that does not end well; else it just fails.
  instant now{1'000'000};
};

/// `wanted` of the job and its nodes; empty when it is so.
verdict compare_run(const json& wanted, const played_workflow& job) {
  if (wanted.contains("job"))
    if (verdict why =
            compare(wanted["job"].get<std::string>(), std::string(name(job.record.state)));
        !why.empty())
      return why + ", " + job.record.error_code + " " + job.record.error;
  if (wanted.contains("app_name"))
    if (verdict why = compare(wanted["app_name"].get<std::string>(), job.record.name); !why.empty())
      return why;
  const json actions = wanted.value("actions", json::object());
  for (const auto& [node, state] : actions.items())
    if (verdict why = compare(state.get<std::string>(), job.state_of(node)); !why.empty())
      return node + ": " + why;
  return {};
}

/// A graph with an action that fails for the reruns of children, which tell of no definition.
constexpr const char* failing_once =
    "<workflow-app xmlns='uri:oozie:workflow:0.1' name='w'><start to='a'/><action name='a'>"
    "<test xmlns=\"uri:test\"></test><ok to='end'/><error to='k'/></action><kill name='k'>"
    "<message>kill</message></kill><end name='end'/></workflow-app>";

bool says(const json& v, const char* key, const std::string& what) {
  return v.value(key, "").find(what) != std::string::npos;
}

std::string retry_workflow(const json& v) {
  const bool exponential = says(v, "name", "exponential");
  const std::string action =
      std::string("<action name='a' retry-max='2' retry-interval='") +
      (says(v, "name", "interval 1") ? "1" : "0") + "'" +
      (exponential ? " retry-policy='exponential'" : "") +
      "><test xmlns=\"uri:test\"></test><ok to='end'/><error to='k'/></action>";
  return "<workflow-app xmlns='uri:oozie:workflow:0.5' name='w'><start to='a'/>" + action +
         "<kill name='k'><message>kill</message></kill><end name='end'/></workflow-app>";
}

/// The retries of an action, as attributes and settings give them.
verdict judge_retry_count(const json& v) {
  const std::string max = v.at("retry_max").is_null() ? "" : v["retry_max"].get<std::string>();
  const auto allowed = model::retries_allowed(max, v.at("server_max").get<uint32_t>(),
                                              v.at("server_default").get<uint32_t>());
  const json& expect = v.at("expect");
  if (expect.contains("error")) return unless(!allowed, "it is taken for a number");
  if (!allowed) return "it is no number";
  return compare(expect.at("effective_max").dump(), std::to_string(*allowed));
}

verdict judge_retry_codes(const json& v) {
  const model::configuration conf{
      {"foliot.compat", "oozie"},
      {std::string(model::retry_codes_property),
       v.at("error_code").get<std::string>() + "," + v.at("error_code_ext").get<std::string>()}};
  for (const json& each : v.at("expect").at("allowed_contains")) {
    const std::string code = each == "ALL" ? "whatever" : each.get<std::string>();
    if (!model::is_retried(code, conf)) return code + " is not retried";
  }
  return {};
}

verdict compare_retries(const json& expect, const played_workflow& job) {
  const auto* node = model::find_node(job.record, job.definition.find("a"));
  if (node == nullptr) return "its action never ran";
  if (verdict why = compare(expect.at("user_retry_count").dump(), std::to_string(node->retry.done));
      !why.empty())
    return why;
  if (!expect.contains("delays_minutes")) return {};
  return compare(expect["delays_minutes"].dump(), json(job.pauses).dump());
}

verdict compare_kill(const json& expect, const played_workflow& job) {
  const auto judge = [&](const char* key, const char* node_name) -> verdict {
    if (!expect.contains(key)) return {};
    const json& wanted = expect[key];
    const auto* node = model::find_node(job.record, job.definition.find(node_name));
    if (node == nullptr) return std::string(node_name) + " was not reached";
    if (verdict why =
            compare(wanted.at("status").get<std::string>(), std::string(name(node->state)));
        !why.empty())
      return why;
    if (verdict why = compare(wanted.at("error_code").get<std::string>(), node->error_code);
        !why.empty())
      return why;
    // Error sentences are our own words; what a kill node says is the user's.
    if (wanted.at("status") != "OK" || !wanted.contains("error_message")) return {};
    return compare(wanted["error_message"].get<std::string>(), node->error);
  };
  if (verdict why = judge("failed_action", "a"); !why.empty()) return why;
  return judge("kill_action", "kill");
}

/// An executor's non-transient error, told by the kind of action that has such.
verdict judge_held_start(const json& expect) {
  constexpr const char* xml =
      "<workflow-app xmlns='uri:oozie:workflow:0.5' name='w'><start to='a'/><action name='a'>"
      "<ssh xmlns='uri:oozie:ssh-action:0.2'><host>h</host><command>c</command></ssh>"
      "<ok to='end'/><error to='k'/></action><kill name='k'><message>kill</message></kill>"
      "<end name='end'/></workflow-app>";
  const model::configuration conf{{"oozie.wf.application.path", "file:///apps/w"},
                                  {"user.name", "joe"},
                                  {"foliot.compat", "oozie"}};
  bool mended = false;
  played_workflow job(xml, conf,
                      [&](const std::string&, const model::program_plan&) { return mended; });
  job.tells = "type=non_transient\ncode=" + expect.at("error_code").get<std::string>() + "\n";
  const auto compare_now = [&](const json& wanted, const std::string& state) -> verdict {
    const auto* node = model::find_node(job.record, job.definition.find("a"));
    if (node == nullptr) return "its action never ran";
    if (verdict why =
            compare(wanted.at("action").get<std::string>(), std::string(name(node->state)));
        !why.empty())
      return why;
    const json& code = wanted.at("error_code");
    if (verdict why = compare(code.is_null() ? "" : code.get<std::string>(), node->error_code);
        !why.empty())
      return why;
    return compare(state, std::string(name(job.record.state)));
  };
  job.start();
  job.play();
  if (verdict why = compare_now(expect, expect.at("job").get<std::string>()); !why.empty())
    return why;
  mended = true;
  const json& after = expect.at("after_fix_and_resume");
  job.feed(events::resumed{});
  job.play();
  return compare_now(after, after.at("job").get<std::string>());
}

}  // namespace

verdict judge_workflow_rerun(const subject& of) {
  const json& v = of.vector();
  const json& expect = v.at("expect");
  const auto given = v.at("conf").get<model::configuration>();
  model::configuration first = v.value("first_conf", model::configuration());
  first["oozie.wf.application.path"] = "file:///apps/w";
  first.emplace("foliot.compat", "oozie");
  for (const char* name : {"nnbase", "base"}) first.emplace(name, "file:///data");
  for (const char* name : {"jobTracker", "nameNode"}) first.emplace(name, "x");
  first.emplace("checkDir", "file:///data/check");
  const std::string xml = v.value("definition", std::string(failing_once));
  bool first_run = true;
  const bool whole = v.contains("definition");
  played_workflow job(xml, first, [&](const std::string&, const model::program_plan& plan) {
    return whole ? plan.program == "echo" || plan.program == "sleep" : !first_run;
  });
  if (says(v, "setup", "child") || says(v, "setup", "coordinator action") ||
      says(v, "setup", "same with"))
    job.record.parent = {0, entity_kind::action, 1, 1, 1};
  const entity_id parent = job.record.parent;
  const bool in_the_way = !says(v, "setup", "started, then killed") && whole;
  if (in_the_way) job.files.put("/data/p2");
  job.start();
  job.record.parent = parent;
  if (says(v, "setup", "started, then killed")) {
    job.feed(events::killed{});
    for (size_t i = 0; i < job.record.nodes.size(); ++i) job.record.nodes.edit(i).open = false;
  }
  job.play();
  if (v.contains("first_expect"))
    if (verdict why = compare_run(v["first_expect"], job); !why.empty()) return "first " + why;
  if (expect.value("error", "") != "E0807") job.files.remove("/data/p2");
  first_run = false;
  const bool children = !says(v, "setup", "disablechild=true");
  if (says(v, "name", "definition replaced")) job.files.make_directory("/data/check");
  const std::string code = job.rerun(given, v.value("new_definition", xml), children);
  if (verdict why = compare(expect.value("error", ""), code); !why.empty()) return why;
  job.play();
  return compare_run(expect, job);
}

verdict judge_workflow_retry(const subject& of) {
  const json& v = of.vector();
  const json& expect = v.at("expect");
  if (v.contains("server_max")) return judge_retry_count(v);
  if (v.contains("error_code")) return judge_retry_codes(v);
  if (v.value("error", "") == "start.non-transient") return judge_held_start(expect);
  const model::configuration conf{{"oozie.wf.application.path", "file:///apps/w"},
                                  {"user.name", "joe"},
                                  {"foliot.compat", "oozie"},
                                  {std::string(model::retry_codes_property), "ALL"}};
  const auto fails = [](const std::string&, const model::program_plan&) { return false; };
  const bool retries = expect.contains("user_retry_count");
  played_workflow job(
      retries ? retry_workflow(v) : v.value("definition", std::string(failing_once)), conf, fails);
  job.start();
  job.play();
  if (retries) return compare_retries(expect, job);
  if (verdict why = compare_run(expect, job); !why.empty()) return why;
  return compare_kill(expect, job);
}

}  // namespace foliot::vectors
