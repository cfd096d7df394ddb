// Which names the texts of a document mention: what must be defined, and what is used at all.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "el/ast.hpp"
#include "el/parser.hpp"
#include "parse/outline.hpp"

namespace foliot::offline {

/// A name and where it is mentioned.
struct mention {
  std::string name;
  parse::outline_place at;  ///< Of the text or attribute.
};

/// A function called somewhere.
struct function_call {
  std::string name;
  std::vector<std::string> literals;  ///< Its arguments as text; "" for what is no literal.
  parse::outline_place at;
};

struct mentions {
  std::vector<mention> variables;    ///< In document order; of each text every name once.
  std::vector<function_call> calls;  ///< Likewise.
  std::set<std::string> words;       ///< All that looks like a name within ${...}.
};

/// Collects from `root` and all below it, attributes included; <parameters>, <description> and the
/// names of properties are no expressions. Texts that cannot be parsed only give words.
mentions mentions_in(const parse::outline_element& root);

/// The variables that one text mentions; none when it cannot be parsed.
std::set<std::string> variables_of(std::string_view text);

/// The calls in a parsed text, inner ones after outer ones.
std::vector<function_call> calls_of(const el::expression& text);

}  // namespace foliot::offline
