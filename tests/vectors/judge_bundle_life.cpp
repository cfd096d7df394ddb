// Commands on bundles, and how the statuses of children become that of their job: played with the
// machines of bundles and coordinators, which are told what they owe each other.
#include "model/aggregate.hpp"
#include "model/tables.hpp"
#include "tests/vectors/bundle_engine.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/played_bundle.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

using model::status;

constexpr instant now = played_bundle::now;

status status_of(const json& text) {
  const auto known = model::status_named(text.get<std::string>());
  if (!known) throw std::runtime_error("no status " + text.dump());
  return *known;
}

std::string text_of(status s) { return std::string(model::name(s)); }

using members = std::vector<std::pair<std::string, status>>;

status follower(status bundle) {
  return bundle == status::prep || bundle == status::prep_paused ? status::prep : bundle;
}

/// The members that a vector speaks of; two without names where it only counts them.
members members_of(const json& v, status before) {
  members out;
  const json given = v.value("children", json::array());
  if (given.is_array())
    for (const json& each : given) out.emplace_back(each[0], status_of(each[1]));
  if (!out.empty() || !model::active_statuses.has(before)) {
    if (out.empty() && v.contains("coordinator"))
      out = {{"action1", follower(before)}, {"action2", follower(before)}};
    return out;
  }
  return {{"action1", before}, {"action2", before}};
}

verdict compare_status(const json& expected, status found) {
  return compare(expected.get<std::string>(), text_of(found));
}

/// A command on an id that nobody has.
verdict unknown_id(const json& v) {
  bundle_engine engine;
  const http::response out = engine.ask("PUT", "/oozie/v2/job/" + v.at("id").get<std::string>(),
                                        "action=" + v.at("command").get<std::string>());
  return unless(out.status >= 400, "it was answered with " + std::to_string(out.status));
}

/// suspend, resume or kill.
verdict order_all(const json& v, const std::string& command, status before, const json& expect,
                  const json& children_become) {
  played_bundle play(before, members_of(v, before));
  const auto judged = command == "suspend"  ? model::judge_suspend(play.record)
                      : command == "resume" ? model::judge_resume(play.record)
                                            : model::judge_kill(play.record);
  play.take(judged);
  if (v.contains("children_pending") &&
      v["children_pending"].get<std::vector<bool>>() != play.pending())
    return "other children are pending";
  play.deliver();
  play.recount();
  if (!children_become.is_null())
    for (status s : play.states())
      if (verdict why = compare_status(children_become, s); !why.empty()) return why;
  for (const bool pending : play.pending())
    if (pending) return "an order is not confirmed";
  return compare_status(expect, play.record.state);
}

verdict pause(const json& v, const std::string& command, status before) {
  played_bundle play(before, members_of(v, before));
  if (command == "pause") play.record.pause_at = plus_ms(now, -1);
  bool taken = false;
  if (command == "pause") {
    taken = play.take(model::bundle_events::pause_reached{});
  } else {
    model::bundle_events::changed reset;
    reset.pause = never;
    taken = play.take(reset);
  }
  if (v.value("expect_error", false))
    return unless(!taken, "it was paused: " + text_of(play.record.state));
  return compare_status(v.at("expect"), play.record.state);
}

/// Oozie's pause service: a pause time that was set is reached, or is taken away.
verdict pause_service(const json& v, status before) {
  played_bundle play(before, members_of(v, before));
  if (v.contains("kickoff_offset_s"))
    play.definition.kick_off = plus_ms(now, v["kickoff_offset_s"].get<int64_t>() * 1000);
  model::bundle_events::changed change;
  change.pause = v["pause_offset_s"].is_null()
                     ? never
                     : plus_ms(now, v["pause_offset_s"].get<int64_t>() * 1000);
  change.for_members.pause = change.pause;
  for (size_t i = 0; i < play.children.size(); ++i) {
    change.members.push_back(static_cast<uint16_t>(i));
    // Its actions lie before the pause.
    play.children[i].actions = 0;
  }
  play.take(change);
  play.deliver();
  play.let_time_work();
  play.recount();
  if (v.contains("children_become")) {
    std::vector<std::string> states;
    for (status s : play.states()) states.push_back(text_of(s));
    if (verdict why = compare(v["children_become"].get<std::vector<std::string>>(), states);
        !why.empty())
      return why;
  }
  return compare_status(v.at("expect"), play.record.state);
}

model::coordinator_events::created birth() { return {{}, "joe", "c", "/apps/c", 0}; }

/// One coordinator that is not enabled, two that are not sound, or one of two.
verdict start(const json& v) {
  played_bundle play(status::prep, {});
  play.definition = model::support::bundle({"a", "b"});
  const bool disabled = v.value("children", 0) == 1;
  if (disabled) play.definition.coordinators[1].enabled = false;
  play.take(disabled ? model::bundle_events::started{{100}}
                     : model::bundle_events::started{{100, 101}});
  if (disabled) {
    if (play.record.members.size() != 1) return "a disabled coordinator is started";
    return compare_status(v.at("expect"), play.record.state);
  }
  const model::bundle_events::coordinator_refused refusal{0, "E1021", "it cannot be stored"};
  play.take(refusal);
  const bool all = v.contains("expect_finally");
  if (all) {
    play.take(model::bundle_events::coordinator_refused{1, "E1021", "it cannot be stored"});
  } else {
    play.take(model::bundle_events::coordinator_accepted{1, birth()});
    model::coordinator_record child;
    child.version = 1;
    child.state = status::killed;  // Oozie kills the others
    play.children.push_back(child);
  }
  play.recount();
  if (!play.record.members[0].refused || play.record.members[0].created)
    return "a refused coordinator is not FAILED";
  return compare_status(all ? v.at("expect_finally") : v.at("after_two_aggregations"),
                        play.record.state);
}

verdict rerun(const json& v, status before) {
  played_bundle play(before, members_of(v, before));
  // A child "without coordinator id" was never created.
  if (v.contains("child_pending")) play.record.members[0].created = false;
  const instant pause = play.record.pause_at;
  model::orders::rerun_bundle order;
  order.options.nocleanup = v.value("nocleanup", false);
  if (v.contains("coordinator")) order.coordinators = {v["coordinator"]};
  if (v.contains("date")) order.times.times = {{utc(v["date"]), utc(v["date"])}};
  const auto judged = model::judge_rerun(play.context(), play.record, order);
  if (!judged) return judged.error().text();
  play.take(*judged);
  if (v.contains("child_pending"))
    return unless(play.record.members[0].pending == (v["child_pending"] != 0), "it is pending");
  if (v.contains("pause_time_kept") && play.record.pause_at != pause)
    return "the pause time is gone";
  return compare_status(v.at("expect"), play.record.state);
}

verdict compare_time(const json& v, const char* key, instant found) {
  if (!v.contains(key)) return {};
  return compare(v[key].get<std::string>(), shown(found));
}

verdict change(const json& v, status before) {
  std::string text = v.at("value").get<std::string>();
  const auto put = [&](const std::string& what, const std::string& by) {
    if (const size_t at = text.find(what); at != std::string::npos)
      text.replace(at, what.size(), by);
  };
  put("<future>", "2099-01-01T01:00Z");
  put("<early>", shown(plus_ms(now, ms_per_minute)));
  members who = members_of(v, before);
  if (v.contains("children_after"))
    for (const json& each : v["children_after"]) {
      const std::string state = each.get<std::string>();
      who.emplace_back("C" + std::to_string(who.size() + 1),
                       status_of(state.substr(0, state.find(' '))));
    }
  played_bundle play(before, who);
  const auto judged =
      model::judge_change(play.context(), play.record, text, play.states(), {}, now);
  if (!judged) return unless(v.value("expect_error", false), judged.error().text());
  const std::vector<status> states = play.states();
  play.take(*judged);
  play.deliver();
  std::vector<model::unchanged_coordinator> list = play.refusals;
  for (const auto& each : judged->unreached)
    list.push_back({play.definition.coordinators.at(each.member).name, each.why});
  const auto report = model::report_bundle_change(list);
  const bool reports = v.value("expect_error", false) || v.contains("report_contains");
  if (reports == report.ok()) return "the report is wrong";
  if (v.contains("children_after") && states != play.states()) return "a child's status moved";
  for (const json& part : v.value("report_contains", json::array()))
    if (report || report.error().sentence.find(part.get<std::string>()) == std::string::npos)
      return "the report lacks " + part.get<std::string>();
  for (const auto& [key, found] :
       {std::pair{"expect_pause_time", play.record.pause_at},
        std::pair{"expect_end_time", play.record.end_changed},
        std::pair{"child_pause_time", play.children.empty() ? never : play.children[0].pause_at}})
    if (verdict why = compare_time(v, key, found); !why.empty()) return why;
  return {};
}

verdict command_on(const json& v, const std::string& command, status before) {
  if (command == "suspend" || command == "resume" || command == "kill")
    return order_all(v, command, before, v.at("expect"),
                     v.value("children_coordinators_become", json()));
  if (command == "pause" || command == "unpause") return pause(v, command, before);
  if (command == "pause-service") return pause_service(v, before);
  if (command == "start") return start(v);
  if (command == "rerun") return rerun(v, before);
  if (command == "change") return change(v, before);
  return "there is no command " + command;
}

}  // namespace

verdict judge_bundle_command(const subject& of) {
  const json& v = of.vector();
  const std::string command = v.at("command").get<std::string>();
  if (v.contains("id")) return unknown_id(v);
  constexpr std::string_view bulk = "bulk-";
  if (!command.starts_with(bulk)) {
    verdict why = command_on(v, command, status_of(v.at("before")));
    return why;
  }
  for (size_t i = 0; i < v["before"].size(); ++i)
    if (verdict why = order_all(
            v, command.substr(bulk.size()), status_of(v["before"][i]), v["expect"][i],
            v["before"][i] == v["expect"][i] ? json() : v.value("children_become", json()));
        !why.empty())
      return why;
  return {};
}

verdict judge_status_aggregate(const subject& of) {
  const json& v = of.vector();
  model::child_counts counts;
  for (const json& action : v.at("actions"))
    counts.apply({{},
                  {},
                  status::none,
                  status_of(action.at("status")),
                  false,
                  action.value("pending", 0) > 0});
  const model::child_summary summary = model::summarise(counts);
  status after = status::none;
  if (v.at("kind") == "bundle") {
    const json& job = v.at("bundle");
    after = model::bundle_aggregate(status_of(job.at("status")), summary,
                                    {job.at("pause_time_set"), job.at("suspend_time_set")});
  } else {
    const json& job = v.at("job");
    after = model::coordinator_aggregate(status_of(job.at("status")), summary,
                                         job.at("done_materialization"));
  }
  if (v.at("without_error_compat")) after = model::hiding_errors(after);
  const json& expect = v.at("expect");
  if (expect.contains("pending") && expect["pending"] != summary.pending)
    return "another pending flag";
  return expect.contains("status") ? compare_status(expect["status"], after) : verdict();
}

}  // namespace foliot::vectors
