// A scenario's file taken apart: statements of words, with their lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace foliot::rehearsal {

/// Why a scenario stops: "FILE:LINE: SENTENCE", and what is known of what it looked at.
struct problem {
  int line = 0;
  std::string sentence;
  std::vector<std::string> why = {};  ///< What `why` answers of it, a reason a line.
  std::vector<std::string> log = {};  ///< What happened to it last, oldest first.
};

/// Words of one line; "quoted parts" may hold blanks, the quotes are gone.
struct line {
  int number = 0;  ///< From 1.
  std::vector<std::string> words;
};

/// A line at the margin, the indented lines below it, and the text of a `<<END` document.
struct statement {
  line head;
  std::vector<line> body;
  std::string document;
};

struct script {
  std::string title;  ///< The first comment.
  std::vector<statement> statements;
  bool crashes = true;  ///< False where `no-crashes` says why not.
};

/// Takes the text of a .scenario file apart. Which statements there are is the stage's matter. A
/// text beyond limits::scenario_bytes_max or scenario_statements_max is a problem too.
std::variant<script, problem> read_script(std::string_view text);

}  // namespace foliot::rehearsal
