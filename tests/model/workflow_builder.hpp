// A workflow in a few words, and a job of it that is driven by hand.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "el/evaluate.hpp"
#include "model/workflow.hpp"

namespace foliot::model::testing {

/// The text parsed; a test that writes nonsense fails.
el::expression ex(std::string_view text);

/// The news that a run ended with that exit status.
workflow_events::run_ended end_of(node_index node, uint16_t attempt, int32_t exit_code = 0);

/// Builds a definition. Nodes name each other before they exist; a name that never does becomes
/// `no_node`. Lines count from 2, one node each.
class flow {
 public:
  flow& start(std::string to);
  flow& end(std::string name = "end");
  flow& kill(std::string name = "fail", std::string_view message = "it failed");
  flow& split(std::string name, std::vector<std::string> paths);
  flow& join(std::string name, std::string to);
  flow& decide(std::string name, std::vector<std::pair<std::string, std::string>> cases,
               std::string otherwise);
  /// A shell action that runs `true`, unless `body` says otherwise.
  flow& shell(std::string name, std::string ok, std::string error = "fail", shell_body body = {});
  flow& fs(std::string name, std::string ok, std::string error, fs_body body);
  flow& child(std::string name, std::string ok, std::string error, action_body body);
  /// An action of a type that nobody offers.
  flow& other(std::string name, std::string type, std::string ok, std::string error = "fail");

  workflow_definition build() const;

 private:
  struct wish {
    workflow_node node;
    std::string to;
    std::string error_to;
    std::vector<std::string> paths;
    std::vector<std::string> case_targets;
  };
  wish& add(std::string name, node_kind kind, std::string type, std::string to = {});

  std::vector<wish> wishes_;
};

/// A job of a definition. Every step checks what holds of all steps (see `feed`).
class job {
 public:
  explicit job(workflow_definition definition, configuration conf = {},
               lost_rule on_lost = lost_rule::rerun);

  /// Feeds `event` a second later. True when it was accepted. Checks on the way that nothing broke,
  /// that the version grew by one, that a terminal status stayed and every ended node with it,
  /// and that an ended node keeps its plan while its run is open.
  bool feed(const workflow_event& event);
  /// As `feed`, for steps that are to break: the sentence, or "" when it did not.
  std::string broken_by(const workflow_event& event);

  bool create(bool held = false);
  bool ends(std::string_view node, int32_t exit_code = 0, std::string output = {});
  bool ends(std::string_view node, workflow_events::run_end outcome, std::string code = {},
            std::string message = {});
  bool runs(std::string_view node, int64_t pid = 4711);
  /// Answers all questions alike.
  bool answer(bool truth);

  node_index index(std::string_view node) const { return definition->find(node); }
  /// The state of a visited node; a default one with no_node while it was not visited.
  node_state at(std::string_view node) const;
  /// "PREP", "OK", ..., or "" while it was not visited.
  std::string state(std::string_view node) const;
  /// The visited nodes' names, in order.
  std::vector<std::string> visited() const;
  /// What is owed, as text: "run a", "child c", "kill b", "forget c", "ask fs:exists(x)", "report".
  std::vector<std::string> owes() const;
  bool owes(const std::string& what) const;
  workflow_context context() const { return {self, "0000001-W", *definition, conf, on_lost}; }

  entity_id self{0, entity_kind::workflow, 0, 1, 1};
  std::shared_ptr<const workflow_definition> definition;
  configuration conf;
  lost_rule on_lost;
  workflow_record record;
  instant now{1'000'000};
  std::vector<std::pair<workflow_event, instant>> history;  ///< What was accepted.
};

}  // namespace foliot::model::testing
