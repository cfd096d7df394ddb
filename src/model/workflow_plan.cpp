#include "model/workflow_plan.hpp"

#include <utility>

#include "model/node_texts.hpp"

namespace foliot::model {

std::variant<size_t, el::needs, node_refusal> choose_case(const std::vector<decision_case>& cases,
                                                          const el::environment& in) {
  node_texts texts{in};
  size_t chosen = cases.size();
  for (size_t i = 0; i < cases.size(); ++i)
    if (texts.text(cases[i].predicate, "case") == "true" && chosen == cases.size()) chosen = i;
  return texts.finish<std::variant<size_t, el::needs, node_refusal>>(chosen);
}

std::variant<std::string, el::needs, node_refusal> kill_message(const el::expression& message,
                                                                const el::environment& in) {
  node_texts texts{in};
  std::string text = texts.text(message, "message");
  return texts.finish<std::variant<std::string, el::needs, node_refusal>>(std::move(text));
}

}  // namespace foliot::model
