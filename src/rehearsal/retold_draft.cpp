#include "rehearsal/retold_draft.hpp"

#include <algorithm>
#include <utility>

#include "base/visible.hpp"
#include "model/record_fields.hpp"
#include "time/datetime.hpp"

namespace foliot::rehearsal {

namespace {

/// What is found so soon after an engine came up, a job was submitted or went on was there before.
constexpr int64_t found_at_once_ms = 1'000;

}  // namespace

std::optional<std::string> word_of(std::string_view text) {
  bool quote = text.empty();
  for (const char c : text) {
    if (c == '"' || static_cast<unsigned char>(c) < ' ' || c == 0x7F) return std::nullopt;
    quote = quote || c == ' ';
  }
  // At the beginning of a line these would be a comment or a document.
  quote = quote || text.starts_with('#') || text.starts_with("<<");
  const std::string word(text);
  return quote ? "\"" + word + "\"" : word;
}

std::string duration_text(int64_t ms) {
  struct unit {
    int64_t of;
    const char* name;
  };
  constexpr unit units[]{
      {ms_per_day, "d"}, {ms_per_hour, "h"}, {ms_per_minute, "m"}, {ms_per_second, "s"}, {1, "ms"}};
  std::string out;
  for (const unit& each : units) {
    if (ms >= each.of) out += std::to_string(ms / each.of) + each.name;
    ms %= each.of;
  }
  return out.empty() ? "0s" : out;
}

std::string with_document(const std::string& statement, const std::string& content) {
  std::string text = content;
  if (!text.ends_with('\n')) text += '\n';
  std::string end = "END";
  while (("\n" + text).find("\n" + end + "\n") != std::string::npos) end += "_";
  return statement + " <<" + end + "\n" + text + end;
}

std::string file_statement(const std::string& path, const std::string& content) {
  return with_document("file " + path, content);
}

void retold_draft::first(part of, std::string statement) {
  (of == part::files ? files_ : programs_).push_back(std::move(statement));
}

void retold_draft::happens(const told_place& with, std::string statement) {
  items_.push_back({with, 0, std::move(statement)});
}

void retold_draft::reveals(const told_place& with, std::string statement) {
  items_.push_back({with, 0, std::move(statement), nature::reveals});
}

void retold_draft::appears(const told_place& with, std::string statement) {
  items_.push_back({with, 0, std::move(statement), nature::file});
}

void retold_draft::restarts(const told_place& last, const told_place& next) {
  items_.push_back({last, 2, "down"});
  items_.push_back({next, -1, "up", nature::reveals});
}

void retold_draft::follows(const told_place& behind, std::string statement) {
  items_.push_back({behind, 1, std::move(statement)});
}

void retold_draft::leave_out(const told_place& at, std::string sentence) {
  sentence = visible(sentence);
  items_.push_back({at, 0, "# left out, entry " + std::to_string(at.sequence) + ": " + sentence,
                    nature::comment});
  missing_.push_back({at.sequence, std::move(sentence)});
}

void retold_draft::expect(std::string statement) { expected_.push_back(std::move(statement)); }

/// As the journal says, but that files which must have been there before stand before.
void retold_draft::settle_order() {
  std::stable_sort(items_.begin(), items_.end(), [](const item& a, const item& b) {
    return std::pair(a.place.sequence, a.rank) < std::pair(b.place.sequence, b.rank);
  });
  for (size_t at = 0; at < items_.size(); ++at) {
    if (items_[at].is != nature::reveals) continue;
    const told_place when = items_[at].place;
    for (size_t next = at + 1; next < items_.size(); ++next) {
      if (items_[next].place.at > plus_ms(when.at, found_at_once_ms)) break;
      if (items_[next].is != nature::file) continue;
      items_[next].place = when;
      std::rotate(items_.begin() + static_cast<std::ptrdiff_t>(at),
                  items_.begin() + static_cast<std::ptrdiff_t>(next),
                  items_.begin() + static_cast<std::ptrdiff_t>(next) + 1);
      ++at;
    }
  }
}

retelling retold_draft::write(const std::string& title, instant begin, instant end) {
  settle_order();
  instant clock{begin.ms - begin.ms % ms_per_minute};
  std::string out = "# " + visible(title) + "\nnow " + time::format_datetime(clock, {}) + "\n";
  const auto section = [&](const char* of, const std::vector<std::string>& statements) {
    if (!statements.empty()) out += std::string("\n# ") + of + "\n";
    for (const std::string& each : statements) out += each + "\n";
  };
  section("Applications, and files that were there", files_);
  section("What programs do; of several lines of one the last one is for its first run", programs_);
  const auto go_to = [&](instant at) {
    if (at > clock) out += "advance " + duration_text(at.ms - clock.ms) + "\n";
    clock = std::max(clock, at);
  };
  uint64_t told = 0;
  for (const item& each : items_) {
    if (each.place.sequence != told)
      out += "\n# #" + std::to_string(each.place.sequence) + "  " +
             model::precise_time(each.place.at) + "\n";
    told = each.place.sequence;
    if (each.is != nature::comment) go_to(each.place.at);
    out += each.text + "\n";
  }
  out += "\n# How it stood at the end\n";
  go_to(end);
  for (const std::string& each : expected_) out += each + "\n";
  std::stable_sort(missing_.begin(), missing_.end(),
                   [](const left_out& a, const left_out& b) { return a.sequence < b.sequence; });
  return {std::move(out), std::move(missing_)};
}

}  // namespace foliot::rehearsal
