// A world with one bundle, for tests of its whole life.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rehearsal/life.hpp"
#include "tests/actors/passing.hpp"

namespace foliot::actors {

/// A world with one bundle, whose engine can be crashed.
class bundle_world {
 public:
  bundle_world() {
    machine.on_execute = [this](const exec::run_spec& spec) {
      ++executed[spec.arguments.empty() ? "" : spec.arguments.back()];
    };
    start_engine();
  }

  /// A coordinator `name` of `count` hourly actions from 00:00 on, whose programs take a second and
  /// end with `exit_code`. `events`: its datasets and events.
  void coordinator(const std::string& name, int exit_code, int count,
                   const std::string& events = "") {
    files.put("/" + name + "/workflow.xml",
              "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='run'/>"
              "<action name='run'><shell xmlns='uri:oozie:shell-action:0.3'>"
              "<job-tracker>j</job-tracker><name-node>file:///</name-node><exec>make</exec>"
              "<argument>takes:1000</argument><argument>exit:" +
                  std::to_string(exit_code) + "</argument><argument>name:" + name +
                  "</argument></shell><ok to='end'/><error to='bad'/></action>"
                  "<kill name='bad'><message>no</message></kill><end name='end'/></workflow-app>");
    const std::string end = count < 10 ? "0" + std::to_string(count) : std::to_string(count);
    files.put("/" + name + "/coordinator.xml",
              "<coordinator-app name='" + name +
                  "' frequency='60' start='2026-01-01T00:00Z' end='"
                  "2026-01-01T" +
                  end +
                  ":00Z' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'>"
                  "<controls><concurrency>4</concurrency></controls>" +
                  events + "<action><workflow><app-path>/" + name +
                  "/workflow.xml</app-path></workflow></action>"
                  "</coordinator-app>");
    members_ += "<coordinator name='" + name + "'><app-path>/" + name +
                "/coordinator.xml</app-path></coordinator>";
  }

  /// Submits and runs the bundle of all coordinators so far.
  void submit(const std::vector<std::pair<std::string, std::string>>& more = {},
              const std::string& controls = "") {
    files.put("/bundle.xml", "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'>" + controls +
                                 members_ + "</bundle-app>");
    std::string xml = "<configuration>";
    const auto add = [&](const std::string& name, const std::string& value) {
      xml += "<property><name>" + name + "</name><value>" + value + "</value></property>";
    };
    add("oozie.bundle.application.path", "/bundle.xml");
    add("user.name", "ann");
    for (const auto& [name, value] : more) add(name, value);
    engine->gate().submit(xml + "</configuration>", {}, controls.empty(),
                          [this](result<http::submitted> done) {
                            if (done)
                              id = done->id;
                            else
                              refusal = done.error();
                          });
    settle();
  }

  /// The answer to an order: empty, its note, or the code of its refusal.
  std::string order(model::order what) { return order(bundle(), std::move(what)); }
  std::string order(const entity_id& job, model::order what) {
    std::string answer = "no answer";
    engine->gate().order(job, std::move(what), {}, [&](result<model::order_reply> out) {
      answer = out ? out->note : out.error().text();
    });
    settle();
    return answer;
  }

  /// The engine is gone at once, with all that was not written; another one begins.
  void crash() {
    engine.reset();
    store.crash();
    start_engine();
  }
  /// The engine takes `steps` messages and crashes.
  void crash_after(int steps) {
    for (int i = 0; i < steps && engine->has_job(); ++i) engine->run_one(luck);
    crash();
  }

  void settle() { settle_now(*engine, time, luck); }
  void pass(int64_t ms) {
    pass_time(*engine, time, ms, [this] { settle(); });
  }

  entity_id bundle() const {
    const auto parsed = engine->reader().ids().parse(id);
    if (!parsed) return {};
    const auto found = engine->reader().locate(entity_kind::bundle, parsed->job);
    return found && *found ? **found : entity_id{};
  }
  model::bundle_record record() const {
    const auto out = engine->reader().record(bundle());
    return out && *out ? std::get<model::bundle_record>(**out) : model::bundle_record{};
  }
  std::string state() const { return std::string(model::name(record().state)); }
  entity_id coordinator_of(size_t i) const {
    const entity_id of = bundle();
    return {of.partition, entity_kind::coordinator, 0, of.root, record().members.at(i).coordinator};
  }
  model::coordinator_record member(size_t i) const {
    const auto out = engine->reader().record(coordinator_of(i));
    return out && *out ? std::get<model::coordinator_record>(**out) : model::coordinator_record{};
  }
  std::string member_state(size_t i) const { return std::string(model::name(member(i).state)); }
  /// Why action 1 of the first coordinator FAILED.
  std::string first_error() const {
    const auto error = action(0, 1).error;
    return error ? error->message : "";
  }
  model::action_record action(size_t i, uint32_t number) const {
    const auto out = engine->reader().record(action_of(coordinator_of(i), number));
    return out && *out ? std::get<model::action_record>(**out) : model::action_record{};
  }
  std::string action_state(size_t i, uint32_t number) const {
    return std::string(model::name(action(i, number).state));
  }
  bool is_quarantined(const entity_id& of) const {
    const auto note = engine->reader().quarantined(of);
    return note && *note;
  }
  bool pending() const { return model::is_pending(model::any_record(record())); }

  rehearsal::chance luck{7};
  rehearsal::virtual_time time{instant{1'767'225'600'000}};  // 2026-01-01T00:00Z
  rehearsal::memory_store store;
  rehearsal::virtual_files files{time};
  rehearsal::virtual_machine machine{files, time, luck.fork()};
  std::function<bool(const entity_id&, const model::any_event&)> poison;  ///< What to break.
  std::unique_ptr<rehearsal::life> engine;
  std::map<std::string, int> executed;  ///< By "name:" of the coordinator.
  std::string id;
  failure refusal;

 private:
  void start_engine() {
    engine = std::make_unique<rehearsal::life>(
        rehearsal::surroundings{time, store, files, machine}, luck.fork(),
        rehearsal::life_hooks{[](const kv_batch&) {}, [](const wire_ids&) {},
                              [this](const entity_id& of, const model::any_event& event) {
                                return poison && poison(of, event);
                              },
                              [] { return false; }});
    settle();
    EXPECT_TRUE(engine->recovered()) << engine->problem();
  }

  std::string members_;
};

}  // namespace foliot::actors
