// The scenario that a journal is retold as, while it is written: statements by their place in time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.hpp"
#include "model/journal.hpp"
#include "rehearsal/retelling.hpp"

namespace foliot::rehearsal {

/// `text` as one word of a line; nothing where no word can hold it (quotes, ends of lines).
std::optional<std::string> word_of(std::string_view text);

/// How durations are written, to the millisecond: "1h30m", "2s250ms", "0s".
std::string duration_text(int64_t ms);

/// `statement` with `content` as its document.
std::string with_document(const std::string& statement, const std::string& content);

/// The statement that puts `content` into the file `path`.
std::string file_statement(const std::string& path, const std::string& content);

/// A place in the journal.
struct told_place {
  uint64_t sequence = 0;
  instant at;
};

inline told_place place_of(const model::journal_entry& entry) {
  return {entry.sequence, entry.now};
}

class retold_draft {
 public:
  /// The part of the scenario before anything happens.
  enum class part : uint8_t { files, programs };

  void first(part of, std::string statement);
  /// With that entry.
  void happens(const told_place& with, std::string statement);
  /// The same where files that are found right after it were there before.
  void reveals(const told_place& with, std::string statement);
  /// A file came, with that entry.
  void appears(const told_place& with, std::string statement);
  /// The engine was away between these two entries.
  void restarts(const told_place& last, const told_place& next);
  /// Behind that entry and all that happens with it.
  void follows(const told_place& behind, std::string statement);
  /// It cannot be said.
  void leave_out(const told_place& at, std::string sentence);
  /// What is seen at the end.
  void expect(std::string statement);

  /// The scenario, and what is missing in it. `begin` and `end`: of the journal.
  retelling write(const std::string& title, instant begin, instant end);

 private:
  enum class nature : uint8_t { order, reveals, file, comment };
  struct item {
    told_place place;
    int rank = 0;  ///< -1: in front of the entry; 0: with it; 1 and 2: behind it.
    std::string text;
    nature is = nature::order;
  };

  void settle_order();

  std::vector<std::string> files_;
  std::vector<std::string> programs_;
  std::vector<item> items_;
  std::vector<std::string> expected_;
  std::vector<left_out> missing_;
};

}  // namespace foliot::rehearsal
