// One line after the other from a person: editing, history and completion on a terminal. The only
// place that includes libedit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace foliot::console {

class line_editor {
 public:
  /// `complete` gives the words that may follow what stands before the cursor.
  line_editor(std::string prompt,
              std::function<std::vector<std::string>(const std::string& before)> complete);
  ~line_editor();

  /// The next line, without its end; empty where the person pressed Ctrl-C, nothing at the end of
  /// the input.
  std::optional<std::string> next();

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

/// What all of `words` that begin with `begun` have in common, `begun` itself left out; a blank
/// behind it where there is only one. Empty where nothing can be added.
std::string completion_of(const std::vector<std::string>& words, const std::string& begun);

}  // namespace foliot::console
