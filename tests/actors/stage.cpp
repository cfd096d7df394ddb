#include "tests/actors/stage.hpp"
#include "tests/actors/passing.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace foliot::actors {

stage::stage(model::lost_rule on_lost, model::start_rate starts, const purge_settings& purge,
             const model::run_users& users)
    : engine({time, store, files, machine}, luck.fork(), hooks(on_lost, starts, purge, users)) {
  machine.on_execute = [](const exec::run_spec&) {};
  settle();
  EXPECT_TRUE(engine.recovered()) << engine.problem();
}

rehearsal::life_hooks stage::hooks(model::lost_rule on_lost, model::start_rate starts,
                                   const purge_settings& purge, const model::run_users& users) {
  return {[](const kv_batch&) {},
          [](const wire_ids&) {},
          {},
          [] { return false; },
          on_lost,
          false,
          starts,
          purge,
          {},
          users};
}

void stage::settle() { settle_now(engine, time, luck); }

void stage::pass(int64_t ms) {
  pass_time(engine, time, ms, [this] { settle(); });
}

std::string stage::submit(const std::string& property, const std::string& path) {
  const std::string xml = "<configuration><property><name>" + property + "</name><value>" + path +
                          "</value></property><property><name>user.name</name>"
                          "<value>ann</value></property></configuration>";
  std::string id;
  engine.gate().submit(xml, {}, true, [&](result<http::submitted> done) {
    if (done)
      id = done->id;
    else
      ADD_FAILURE() << done.error().text();
  });
  settle();
  return id;
}

entity_id stage::id_of(const std::string& wire_id) const {
  const auto parsed = engine.reader().ids().parse(wire_id);
  EXPECT_TRUE(parsed) << wire_id;
  if (!parsed) return {};
  const auto kind = parsed->kind == entity_kind::action ? entity_kind::coordinator : parsed->kind;
  const auto found = engine.reader().locate(kind, parsed->job);
  if (!found || !*found) return {};
  return parsed->kind == entity_kind::action ? action_of(**found, parsed->number) : **found;
}

model::status stage::state_of(const std::string& wire_id) const {
  const auto record = engine.reader().record(id_of(wire_id));
  return record && *record ? model::state_of(**record) : model::status::none;
}

}  // namespace foliot::actors
