#include "rehearsal/arguments.hpp"

#include <charconv>

#include "model/status.hpp"
#include "parse/text.hpp"
#include "rehearsal/limits.hpp"
#include "time/datetime.hpp"

namespace foliot::rehearsal {

namespace {

constexpr uint32_t number_max = 1'000'000;

/// Milliseconds of the unit that `text` begins with, and its letters.
std::optional<std::pair<int64_t, size_t>> unit_of(std::string_view text) {
  if (text.starts_with("ms")) return std::pair{int64_t{1}, size_t{2}};
  const auto one = [](int64_t ms) { return std::pair{ms, size_t{1}}; };
  switch (text.empty() ? ' ' : text.front()) {
    case 's': return one(ms_per_second);
    case 'm': return one(ms_per_minute);
    case 'h': return one(ms_per_hour);
    case 'd': return one(ms_per_day);
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<uint32_t> number_of(std::string_view text) {
  uint32_t out = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, out);
  if (text.empty() || problem != std::errc{} || stop != end || out > number_max)
    return std::nullopt;
  return out;
}

std::optional<int64_t> duration_of(std::string_view text) {
  int64_t out = 0;
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    const size_t digits = text.find_first_not_of("0123456789");
    if (digits == std::string_view::npos || digits == 0) return std::nullopt;
    const auto count = number_of(text.substr(0, digits));
    const auto unit = unit_of(text.substr(digits));
    if (!count || !unit) return std::nullopt;
    out += *count * unit->first;
    if (out > limits::scenario_span_ms_max) return std::nullopt;
    text.remove_prefix(digits + unit->second);
  }
  return out;
}

std::optional<instant> time_of(const std::string& text, instant beginning) {
  std::string full = text;
  if (text.size() == 5 && text[2] == ':')
    full = time::format_datetime(beginning, {}).substr(0, 11) + text + "Z";
  if (text.size() == 10 && text[4] == '-') full += "T00:00Z";
  const auto out = time::parse_datetime(full, {}, dialect::oozie);
  if (!out) return std::nullopt;
  return *out;
}

std::string text_of(instant at) {
  if (at.ms % ms_per_minute == 0) return time::format_datetime(at, {});
  const auto out = time::format_pattern(at, "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", time::zone{});
  return out ? *out : "?";
}

bool arguments::take(std::string_view keyword) {
  if (!more() || words_[at_] != keyword) return false;
  ++at_;
  return true;
}

void arguments::require(std::string_view keyword) {
  if (!take(keyword))
    wrong("'" + std::string(keyword) + "' is missing" + " before '" + peek() + "'");
}

std::string arguments::word(const std::string& what) {
  if (more()) return words_[at_++];
  wrong(what + " is missing at the end of the line");
  return {};
}

std::optional<std::string> arguments::option(const std::string& keyword) {
  if (!take(keyword)) return std::nullopt;
  return word("a value behind '" + keyword + "'");
}

int64_t arguments::duration(const std::string& what) {
  const std::string text = word(what);
  const auto out = duration_of(text);
  if (!out) wrong(what + " such as 1h30m, ten years at most, is expected, not '" + text + "'");
  return out.value_or(0);
}

instant arguments::time(const std::string& what) {
  const std::string text = word(what);
  const auto out = time_of(text, beginning_);
  if (!out) wrong(what + " such as 00:15 or 2026-01-01T00:15Z is expected, not '" + text + "'");
  return out.value_or(instant{});
}

uint32_t arguments::number(const std::string& what) {
  const std::string text = word(what);
  const auto out = number_of(text);
  if (!out) wrong(what + " is expected, not '" + text + "'");
  return out.value_or(0);
}

std::pair<std::string, std::string> arguments::property() {
  const std::string text = word("a property key=value");
  const size_t equal = text.find('=');
  if (equal == std::string::npos || equal == 0)
    wrong("a property key=value is expected, not '" + text + "'");
  if (equal == std::string::npos) return {};
  return {text.substr(0, equal), text.substr(equal + 1)};
}

void arguments::status(const std::string& word) {
  if (model::status_named(word)) return;
  const std::vector<std::string> known(model::status_names.begin() + 1, model::status_names.end());
  const std::string near = parse::did_you_mean(word, known);
  wrong("'" + word + "' is no status" + (near.empty() ? "" : ". " + near));
}

void arguments::wrong(const std::string& sentence) {
  if (!mistake_) mistake_ = sentence;
}

std::optional<std::string> arguments::mistake() const {
  if (!mistake_ && at_ < words_.size()) return "'" + words_[at_] + "' means nothing here";
  return mistake_;
}

}  // namespace foliot::rehearsal
