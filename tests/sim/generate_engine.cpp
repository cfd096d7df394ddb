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

}  // namespace foliot::sim
