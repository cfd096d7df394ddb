#include "model/lost_rule.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

namespace {

bool is_word(std::string_view value, std::string_view word) {
  return std::equal(value.begin(), value.end(), word.begin(), word.end(), [](char c, char d) {
    return (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) == d;
  });
}

std::optional<lost_rule> rule_named(std::string_view text) {
  const std::string_view value = trim(text);
  if (is_word(value, "rerun")) return lost_rule::rerun;
  if (is_word(value, "hold")) return lost_rule::hold;
  if (is_word(value, "fail")) return lost_rule::fail;
  return std::nullopt;
}

result<void> check(std::string_view value) {
  if (rule_named(value)) return {};
  return failure{errc::bad_input,
                 "the property " + std::string(lost_rule_property) + " is '" +
                     std::string(value.substr(0, 100)) + "'",
                 "E0803", "", "Set it to rerun, hold or fail"};
}

/// Of properties as written.
result<void> check(const named_expressions& conf) {
  for (const auto& [name, value] : conf)
    if (name == lost_rule_property && value.is_constant()) return check(value.source());
  return {};
}

}  // namespace

result<void> check_lost_rule(const configuration& conf) {
  const auto found = conf.find(lost_rule_property);
  return found == conf.end() ? result<void>{} : check(found->second);
}

result<void> check_lost_rule(const bundle_definition& definition) {
  for (const bundle_child& child : definition.coordinators)
    if (auto fine = check_lost_rule(child.conf); !fine)
      return std::move(fine).error().within("coordinator '" + child.name + "'");
  return {};
}

result<void> check_lost_rule(const coordinator_definition& definition) {
  if (auto fine = check(definition.workflow_conf); !fine)
    return std::move(fine).error().within("workflow/configuration");
  return {};
}

result<void> check_lost_rule(const workflow_definition& definition) {
  for (const workflow_node& node : definition.nodes) {
    if (node.type != sub_workflow_type || !node.body) continue;
    if (auto fine = check(node.body->conf); !fine)
      return std::move(fine).error().within("line " + std::to_string(node.line) + ": node '" +
                                            node.name + "'");
  }
  return {};
}

lost_rule lost_rule_of(const configuration& conf) {
  const auto found = conf.find(lost_rule_property);
  if (found == conf.end()) return lost_rule::rerun;
  return rule_named(found->second).value_or(lost_rule::rerun);
}

}  // namespace foliot::model
