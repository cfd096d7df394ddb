// A world with workflows below workflows, whose engine can be crashed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "store/replay.hpp"
#include "tests/actors/bundle_world.hpp"

namespace foliot::actors {

inline std::string program(const std::string& name, const std::string& to, int exit_code = 0) {
  return "<action name='" + name +
         "'><shell xmlns='uri:oozie:shell-action:0.3'><exec>make</exec>"
         "<argument>takes:30000</argument><argument>exit:" +
         std::to_string(exit_code) + "</argument><argument>name:" + name +
         "</argument></shell><ok to='" + to + "'/><error to='bad'/></action>";
}

inline std::string below(const std::string& name, const std::string& path, const std::string& to,
                         const std::string& more = "") {
  return "<action name='" + name + "'><sub-workflow><app-path>" + path + "</app-path>" + more +
         "</sub-workflow><ok to='" + to + "'/><error to='bad'/></action>";
}

/// One engine, workflows submitted by path.
class nest : public bundle_world {
 public:
  void put(const std::string& name, const std::string& start, const std::string& nodes) {
    files.put("/" + name + "/workflow.xml",
              "<workflow-app name='" + name + "' xmlns='uri:oozie:workflow:0.5'><start to='" +
                  start + "'/>" + nodes +
                  "<kill name='bad'><message>no</message></kill><end name='end'/></workflow-app>");
  }
  /// /top runs /low below its node `sub`; that runs x, then y, which ends with `exit_code`.
  void put_two(int exit_code = 0) {
    put("low", "x", program("x", "y") + program("y", "end", exit_code));
    put("top", "sub", below("sub", "/low/workflow.xml", "end"));
  }
  void submit_workflow(const std::string& name, bool settled = true) {
    const std::string xml =
        "<configuration><property><name>oozie.wf.application.path</name><value>/" + name +
        "/workflow.xml</value></property><property><name>user.name</name><value>ann</value>"
        "</property></configuration>";
    engine->gate().submit(xml, {}, true, [this](result<http::submitted> done) {
      if (done)
        id = done->id;
      else
        refusal = done.error();
    });
    if (settled) settle();
  }

  std::vector<entity_id> workflows() const {
    std::vector<entity_id> out;
    const auto page = engine->reader().jobs(entity_kind::workflow, {}, 0, 1'000);
    if (!page) return out;
    for (const model::job_row& row : page->rows) out.push_back(row.id);
    return out;
  }
  model::workflow_record look(const entity_id& of) const {
    const auto out = engine->reader().record(of);
    return out && *out ? std::get<model::workflow_record>(**out) : model::workflow_record{};
  }
  std::string state_of(const entity_id& of) const {
    return std::string(model::name(look(of).state));
  }
  entity_id top() const {
    for (const entity_id& each : workflows())
      if (each.job == each.root) return each;
    return {};
  }
  /// What the first node of `parent` that has a child runs below it.
  entity_id child(const entity_id& parent) const {
    for (const model::node_state& node : look(parent).nodes)
      if (node.child != 0)
        return {parent.partition, entity_kind::workflow, 0, parent.root, node.child};
    return {};
  }
  entity_id child() const { return child(top()); }
  model::node_state node() const {
    for (const model::node_state& each : look(top()).nodes)
      if (each.child != 0 || !each.error_code.empty()) return each;
    return {};
  }
  /// Steps of the journal that do not lead where the records say.
  uint64_t differences() const {
    const auto report = store::replay(store, engine->definitions());
    EXPECT_TRUE(report) << report.error().text();
    return report ? report->differ : 1;
  }
  /// Entities in memory.
  int64_t live() const {
    int64_t out = 0;
    for (const auto& each : engine->counters().live) out += each;
    return out;
  }
  static model::orders::rerun_workflow rerun_failed() {
    return {{{"oozie.wf.rerun.failnodes", "true"}}};
  }
};

}  // namespace foliot::actors
