// Reads C++ as far as house rules need it: what is code, where functions begin and end, what is
// included. No parser: it may miss a violation in odd code, but must not invent one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace foliot::tidy {

/// `text` of the same length and lines, in which comments and the insides of string and character
/// literals are blanks.
std::string code_only(std::string_view text);

/// The lines of `text` without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

/// One body between braces, lines counted from 1, both inclusive.
struct span {
  size_t first_line = 0;
  size_t last_line = 0;
  size_t lines() const { return last_line - first_line + 1; }
};

/// The bodies of all functions of `code` (an answer of code_only), in order of their ends. What
/// lies inside a function is part of it: a lambda there has no span of its own.
std::vector<span> functions(std::string_view code);

/// One #include line.
struct include {
  size_t line = 0;     ///< From 1.
  bool angle = false;  ///< `<...>` rather than `"..."`.
  std::string path;
};

/// The includes of the source text `text`, in order; those in comments and literals are none.
std::vector<include> includes(std::string_view text);

/// Whether `line` of code calls or names `what`, such as "rand(" or "std::cout", as a whole word.
/// For a call ("name("), members of that name (`x.name(`, `x->name(`) and declarations of variables
/// or functions (`type name(`) are no call.
bool mentions(std::string_view line, std::string_view what);

}  // namespace foliot::tidy
