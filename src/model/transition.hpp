// Legal moves as data: constexpr tables that print themselves (docs/state-machines.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/status.hpp"

namespace foliot::model {

/// What moves an entity from one status to another. Names of triggers are those of the documents.
struct transition_rule {
  std::string_view trigger;
  status_set from;
  status to = status::none;
};

/// Whether some rule of `table` called `trigger` leads from `from`, and whereto (the first one).
template <class Table>
constexpr std::optional<status> next_status(const Table& table, std::string_view trigger,
                                            status from) {
  for (const transition_rule& rule : table)
    if (rule.trigger == trigger && rule.from.has(from)) return rule.to;
  return std::nullopt;
}

/// Whether any rule of `table` leads from `from` to `to`.
template <class Table>
constexpr bool may_become(const Table& table, status from, status to) {
  for (const transition_rule& rule : table)
    if (rule.to == to && rule.from.has(from)) return true;
  return false;
}

/// All four tables as Markdown: the text of docs/state-machines.md.
std::string print_state_machines();

}  // namespace foliot::model
