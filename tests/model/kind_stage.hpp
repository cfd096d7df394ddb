// One action of one kind, planned by itself.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "el/facts.hpp"
#include "model/kinds/kind.hpp"
#include "model/workflow_view.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {

/// The wire id of its job is "0000001-W", the action's name "a", its user "ann", its application
/// stands in /apps/test.
class kind_stage {
 public:
  explicit kind_stage(std::string type) {
    node.type = std::move(type);
    node.name = "a";
  }

  /// Adds an element.
  kind_stage& say(std::string name, std::string_view text = {}) {
    body.texts.push_back({std::move(name), ex(text)});
    return *this;
  }
  /// Adds a property of <configuration>.
  kind_stage& set(std::string name, std::string_view value) {
    body.conf.emplace_back(std::move(name), ex(value));
    return *this;
  }
  /// What a file says; without it every file that may miss is missing.
  kind_stage& file(std::string question, std::string path, std::string properties) {
    known.put({std::move(question), {std::move(path)}}, std::move(properties));
    return *this;
  }

  planned plan() {
    if (!node.fs) node.body = std::make_shared<const action_body>(body);
    const action_kind* kind = find_kind(node.type);
    EXPECT_NE(kind, nullptr) << node.type;
    workflow_definition definition;
    definition.app_path = app_path;
    definition.nodes = {node};
    workflow_record record;
    record.user = "ann";
    record.name = "daily";
    node_state state;
    state.node = 0;
    const workflow_context context{
        {0, entity_kind::workflow, 0, 1, 1}, "0000001-W", definition, conf, lost_rule::rerun};
    const workflow_view view{context, record, instant{1'000'000}};
    const el::map_variables names{conf};
    el::environment in;
    in.where = el::phase::workflow;
    in.names = &names;
    in.known = &known;
    in.workflow = &view;
    in.reading = reading;
    return kind->plan(node, {in, context, record, state});
  }

  /// Answers what is not known: no file exists, and none that may miss says anything.
  planned answered() {
    planned out = plan();
    for (int round = 0; round < 8; ++round) {
      const auto* needs = std::get_if<el::needs>(&out);
      if (needs == nullptr) break;
      for (const el::probe& each : needs->probes) {
        asked.push_back(each);
        known.put(each, each.function.starts_with("foliot:") ? el::value("") : el::value(false));
      }
      out = plan();
    }
    return out;
  }

  program_plan program() {
    const planned out = answered();
    if (const auto* refused = std::get_if<node_refusal>(&out))
      ADD_FAILURE() << refused->code << ": " << refused->sentence;
    const auto* made = std::get_if<node_plan>(&out);
    const auto* found = made != nullptr ? std::get_if<program_plan>(made) : nullptr;
    EXPECT_NE(found, nullptr) << node.type << " is no program";
    return found != nullptr ? *found : program_plan{};
  }

  /// "CODE: sentence", or "" where it is planned.
  std::string refusal() {
    const planned out = answered();
    const auto* refused = std::get_if<node_refusal>(&out);
    return refused == nullptr ? std::string{} : refused->code + ": " + refused->sentence;
  }

  workflow_node node;
  action_body body;
  configuration conf;
  el::facts known;
  std::vector<el::probe> asked;
  std::string app_path = "file:///apps/test";
  dialect reading = dialect::lenient;
};

/// The content of a document; "" where there is none of that name.
inline std::string document(const program_plan& plan, std::string_view name) {
  for (const auto& [each, content] : plan.documents)
    if (each == name) return content;
  return {};
}

/// The names of its documents.
inline std::vector<std::string> documents(const program_plan& plan) {
  std::vector<std::string> out;
  out.reserve(plan.documents.size());
  for (const auto& each : plan.documents) out.push_back(each.first);
  return out;
}

/// How the end of a run is judged: "" is OK, else "CODE: sentence".
inline std::string judged(std::string_view type, const program_plan& plan, int32_t exit_code,
                          const std::string& output = {}) {
  static const workflow_definition definition;
  static const configuration conf;
  const workflow_context context{
      {0, entity_kind::workflow, 0, 1, 1}, "0000001-W", definition, conf, lost_rule::rerun};
  const std::string message;
  const verdict out = find_kind(type)->judge(plan, {exit_code, output, message}, context);
  const auto* refused = std::get_if<node_refusal>(&out);
  return refused == nullptr ? std::string{} : refused->code + ": " + refused->sentence;
}

}  // namespace foliot::model::testing
