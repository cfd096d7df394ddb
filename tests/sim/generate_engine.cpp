// How the simulated engine is set up: a limit of starts, and a purge that finds jobs old within
// hours.
#include <string>

#include "tests/sim/generate.hpp"

namespace foliot::sim {

namespace {

model::start_rate some_rate(rehearsal::chance& luck) {
  static constexpr uint32_t rates[]{1, 2, 6, 20, 60};
  static constexpr uint32_t bursts[]{0, 1, 1, 2, 5};
  return {luck.pick(rates), luck.pick(bursts)};
}

}  // namespace

void generate_settings(rehearsal::chance& luck, population& out) {
  if (luck.hits(30)) out.starts = some_rate(luck);
  const auto age = [&] { return luck.hits(25) ? 0 : luck.between(1, 360) * ms_per_minute; };
  out.purge.workflow_ms = age();
  out.purge.coordinator_ms = age();
  out.purge.bundle_ms = age();
  out.purge.old_actions = luck.hits(60);
  out.purge.trees_per_step = static_cast<uint32_t>(luck.between(1, 4));
  out.purge.rest_ms = out.purge.rest_by_hand_ms = luck.hits(50) ? 0 : 10;
  if (luck.hits(40)) out.purge.pause_ms = luck.between(5, 120) * ms_per_minute;
}

std::string start_rules(rehearsal::chance& luck, app_spec& app) {
  static constexpr const char* priorities[]{"VERY_HIGH", "HIGH", "NORMAL", "LOW", "VERY_LOW"};
  std::string out;
  if (luck.hits(15)) out += property("foliot.priority", luck.pick(priorities));
  if (!luck.hits(15)) return out;
  app.starts = some_rate(luck);
  out += property("foliot.starts.per.minute", std::to_string(app.starts.per_minute));
  if (app.starts.burst != 0)
    out += property("foliot.starts.burst", std::to_string(app.starts.burst));
  return out;
}

std::string walk_rules(rehearsal::chance& luck, const population& all, app_spec& app) {
  static constexpr const char* rules[]{"rerun", "rerun", "hold", "fail"};
  using lost = model::lost_rule;
  static constexpr lost meanings[]{lost::rerun, lost::rerun, lost::hold, lost::fail};
  const uint64_t rule = luck.below(4);
  app.on_lost = meanings[rule];
  std::string out = property("foliot.on.lost", rules[rule]);
  if (luck.hits(15)) {
    app.retry = {static_cast<uint32_t>(luck.between(1, 2)), luck.between(0, 3), luck.hits(30)};
    out += property("foliot.wf.retry.max", std::to_string(app.retry.max)) +
           property("foliot.wf.retry.interval", std::to_string(app.retry.minutes)) +
           property("foliot.wf.retry.policy", app.retry.exponential ? "exponential" : "periodic");
  }
  if (luck.hits(20)) {
    app.start_tries = static_cast<uint32_t>(luck.between(0, 2));
    out += property("oozie.wf.action.max.retries", std::to_string(app.start_tries));
  }
  if (app.kind != entity_kind::workflow || !luck.hits(20)) return out;
  const std::vector<node_spec>& nodes = all.workflows[app.workflow].graph.nodes;
  std::string names;
  for (int64_t i = luck.hits(15) ? 0 : luck.between(1, 3); i > 0; --i) {
    const node_spec& node = luck.pick(nodes);
    if (node.what == node_spec::kind::start || !app.suspend_on.insert(node.name).second) continue;
    names += (names.empty() ? "" : ", ") + node.name;
  }
  if (!names.empty() && luck.hits(40) && app.suspend_on.insert("fail").second) names += ",fail";
  if (names.empty()) app.suspend_on.insert(names = "*");
  return out + property("oozie.suspend.on.nodes", names);
}

}  // namespace foliot::sim
