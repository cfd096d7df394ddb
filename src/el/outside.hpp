// How a workflow_context answers what only the world outside knows: by a text that holds a
// question, which the functions of workflows then ask like any other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "el/facts.hpp"

namespace foliot::el {

/// No text that a user or a program could write begins like this: a NUL stands in no record.
inline constexpr std::string_view outside_mark{"\0?", 2};

/// The text for the question `function`(`argument`); `function` has no ' '.
inline std::string outside_text(std::string_view function, std::string_view argument) {
  return std::string(outside_mark) + std::string(function) + " " + std::string(argument);
}

/// The question in `text`; nothing where that is an ordinary one.
inline std::optional<probe> outside_question(std::string_view text) {
  if (!text.starts_with(outside_mark)) return std::nullopt;
  text.remove_prefix(outside_mark.size());
  const size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  return probe{std::string(text.substr(0, blank)), {std::string(text.substr(blank + 1))}};
}

}  // namespace foliot::el
