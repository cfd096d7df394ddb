// The words of a line read one after the other. The first mistake is kept, what follows is empty.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/instant.hpp"
#include "rehearsal/script.hpp"

namespace foliot::rehearsal {

/// Milliseconds of "15m", "1h30m", "2d", "30s", "250ms"; nothing where it is no duration, or one
/// beyond limits::scenario_span_ms_max.
std::optional<int64_t> duration_of(std::string_view text);

/// The number that `text` says, 0 to 1,000,000.
std::optional<uint32_t> number_of(std::string_view text);

/// The time that "2026-01-01T00:15Z", "2026-01-02" (its midnight) or "00:15" (of the day of
/// `beginning`, UTC) means; nothing where it is none.
std::optional<instant> time_of(const std::string& text, instant beginning);

/// How times are written: "2026-01-01T00:15Z", with seconds where there are any.
std::string text_of(instant at);

class arguments {
 public:
  arguments(const line& of, instant beginning) : words_(of.words), beginning_(beginning) {}

  bool more() const { return !mistake_ && at_ < words_.size(); }
  /// The next word, which stays; empty at the end.
  std::string peek() const { return more() ? words_[at_] : std::string(); }
  /// Takes the next word if it is `keyword`.
  bool take(std::string_view keyword);
  /// `keyword` must be next.
  void require(std::string_view keyword);
  /// The next word; `what` names it in the mistake: "a status".
  std::string word(const std::string& what);
  /// The value behind `keyword` if that is next.
  std::optional<std::string> option(const std::string& keyword);
  int64_t duration(const std::string& what);
  instant time(const std::string& what);
  /// 0 to 1,000,000.
  uint32_t number(const std::string& what);
  /// A word "key=value".
  std::pair<std::string, std::string> property();

  /// `word` must be a status.
  void status(const std::string& word);

  void wrong(const std::string& sentence);
  /// Whether a mistake was made so far.
  bool failed() const { return mistake_.has_value(); }
  /// The first mistake, or that words are left.
  std::optional<std::string> mistake() const;

 private:
  const std::vector<std::string>& words_;
  instant beginning_;
  size_t at_ = 0;
  std::optional<std::string> mistake_;
};

}  // namespace foliot::rehearsal
