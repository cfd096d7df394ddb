// Which names an expression refers to. Only for this folder.
#pragma once

#include <set>
#include <string>

#include "el/parser.hpp"

namespace foliot::parse {

struct found_names {
  std::set<std::string> variables;
  std::set<std::string> functions;
};

/// Adds the names in `text`.
void collect(const el::expression& text, found_names& out);

}  // namespace foliot::parse
