// An engine that purges, in a world that can kill it; and all rows of its store, raw.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rehearsal/life.hpp"
#include "store/keys.hpp"
#include "store/replay.hpp"
#include "tests/actors/passing.hpp"

namespace foliot::actors {

/// Table and key -> value; the counters of `meta` are left out.
using raw_rows = std::map<std::pair<table, std::string>, std::string>;

inline raw_rows all_rows(const kv_store& store) {
  raw_rows out;
  for (size_t i = 1; i < static_cast<size_t>(table::count_); ++i) {
    const auto where = static_cast<table>(i);
    EXPECT_TRUE(store.scan(where, "", "", [&](std::string_view key, std::string_view value) {
      out[{where, std::string(key)}] = value;
      return true;
    }));
  }
  return out;
}

/// The outermost job that a row belongs to: in tree tables it stands in the key, else in the value.
inline job_number root_of_row(const std::pair<table, std::string>& key, const std::string& value) {
  const auto number = [](std::string_view bytes) { return store::decode_u64(bytes).value_or(0); };
  switch (key.first) {
    case table::record:
    case table::journal:
    case table::definition:
    case table::quarantine:
    case table::by_parent: return number(std::string_view(key.second).substr(2, 8));
    case table::by_id: return number(std::string_view(value).substr(1));
    default: return number(value);
  }
}

class purge_world {
 public:
  explicit purge_world(purge_settings how, uint64_t seed = 7) : luck(seed), how_(std::move(how)) {
    machine.on_execute = [](const exec::run_spec&) {};
    come_up();
  }

  void come_up() {
    rehearsal::life_hooks hooks{
        [](const kv_batch&) {}, [](const wire_ids&) {}, {}, [] { return false; }};
    hooks.purge = how_;
    engine = std::make_unique<rehearsal::life>(rehearsal::surroundings{time, store, files, machine},
                                               luck.fork(), hooks);
    settle();
    EXPECT_TRUE(engine->recovered()) << engine->problem();
  }
  /// kill -9 and another engine on what is on disk.
  void crash() {
    engine.reset();
    store.crash();
    come_up();
  }
  void settle() { settle_now(*engine, time, luck); }
  void pass(int64_t ms) {
    pass_time(*engine, time, ms, [this] { settle(); });
  }

  std::string submit(const std::string& kind, const std::string& path,
                     const std::string& external) {
    const auto property = [](const std::string& name, const std::string& value) {
      return "<property><name>" + name + "</name><value>" + value + "</value></property>";
    };
    const std::string word = kind == "coordinator" ? "coord" : kind == "workflow" ? "wf" : kind;
    std::string path_name = "oozie." + word + ".application.path";
    std::string xml = "<configuration>" + property(path_name, path) + property("user.name", "ann");
    if (!external.empty()) xml += property("oozie." + word + ".external.id", external);
    std::string id;
    engine->gate().submit(xml + "</configuration>", {}, true, [&](result<http::submitted> done) {
      if (done)
        id = done->id;
      else
        ADD_FAILURE() << done.error().text();
    });
    settle();
    return id;
  }
  entity_id id_of(const std::string& wire) const {
    const auto parsed = engine->reader().ids().parse(wire);
    if (!parsed) return {};
    const auto found = engine->reader().locate(parsed->kind, parsed->job);
    return found && *found ? **found : entity_id{};
  }
  std::optional<model::any_record> record(const entity_id& id) const {
    const auto found = engine->reader().record(id);
    EXPECT_TRUE(found.ok());
    return found ? *found : std::nullopt;
  }
  result<model::order_reply> order(const entity_id& id, model::order what) {
    std::optional<result<model::order_reply>> out;
    engine->gate().order(id, std::move(what), {"ann", "here", "r1"},
                         [&](result<model::order_reply> done) { out = std::move(done); });
    settle();
    EXPECT_TRUE(out);
    return out ? *out : failure{};
  }
  http::purged purge(http::purge_request what) {
    std::optional<result<http::purged>> out;
    engine->gate().purge(what, {"ann", "here", "r2"},
                         [&](result<http::purged> done) { out = std::move(done); });
    settle();
    EXPECT_TRUE(out && *out) << (out ? out->error().text() : "no answer");
    return out && *out ? **out : http::purged{};
  }
  /// What replay says against it; empty when nothing differs.
  std::string replay_differs() {
    const auto report = store::replay(store, definitions);
    if (!report) return report.error().text();
    unfolded = report->unfolded;
    return report->first_difference;
  }

  rehearsal::chance luck;
  rehearsal::virtual_time time{instant{1'767'225'600'000}};  // 2026-01-01T00:00Z
  rehearsal::memory_store store;
  rehearsal::virtual_files files{time};
  rehearsal::virtual_machine machine{files, time, luck.fork()};
  parse::cached_definitions definitions{time::processing_zone{}};
  uint64_t unfolded = 0;
  std::unique_ptr<rehearsal::life> engine;

 private:
  purge_settings how_;
};

}  // namespace foliot::actors
