#include "http/log_filter.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/limits.hpp"
#include "base/text.hpp"
#include "http/errors.hpp"
#include "http/filter_text.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

namespace {

constexpr int64_t buffer_ms = 2 * ms_per_minute;
constexpr size_t time_size = 23;  // "2009-01-02 00:00:00,000"
/// Longest regular expression, and what all its searches in one log may cost.
constexpr size_t text_bytes_max = 200;
constexpr int64_t text_steps_max = 100 * static_cast<int64_t>(limits::el_steps_max);

failure bad(const std::string& why) {
  return refuse("E0302", "the log filter is not valid: " + why,
                "Use recent, start, end, loglevel, limit, text or debug");
}

std::optional<int64_t> number_in(std::string_view text) {
  int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  constexpr int64_t most = 1'000'000'000;
  if (error != std::errc{} || end != text.data() + text.size() || out < 0 || out > most)
    return std::nullopt;
  return out;
}

/// "2h", "30m", "4": hours where nothing else is said.
std::optional<int64_t> span_ms(std::string_view text) {
  int64_t unit = ms_per_hour;
  if (!text.empty() && (text.back() == 'h' || text.back() == 'm')) {
    if (text.back() == 'm') unit = ms_per_minute;
    text.remove_suffix(1);
  }
  const auto count = number_in(text);
  if (!count) return std::nullopt;
  return *count * unit;
}

/// A time that is written out, or an offset from `begin` widened by `buffer`.
std::optional<instant> time_in(const std::string& text, instant begin, int64_t buffer) {
  if (const auto span = span_ms(text)) return instant{begin.ms + *span + buffer};
  if (const auto at = time::parse_datetime(text, {}, dialect::oozie)) return *at;
  // "2009-01-02 00:00:00", perhaps with ",000" behind it
  if (text.size() < 19 || text[10] != ' ') return std::nullopt;
  const auto minute =
      time::parse_datetime(text.substr(0, 10) + "T" + text.substr(11, 5) + "Z", {}, dialect::oozie);
  const auto seconds = number_in(std::string_view(text).substr(17, 2));
  if (!minute || !seconds) return std::nullopt;
  return instant{minute->ms + *seconds * ms_per_second};
}

result<void> add_levels(log_filter& out, std::string_view text) {
  static constexpr std::array<std::string_view, 7> known{"ALL",   "DEBUG", "ERROR", "INFO",
                                                         "TRACE", "WARN",  "FATAL"};
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find('|'));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    const std::string level = upper(one);
    if (std::find(known.begin(), known.end(), level) == known.end())
      return bad("'" + std::string(one) + "' is no level");
    out.levels.insert(level);
  }
  if (out.levels.count("ALL") != 0) out.levels.clear();
  return {};
}

result<void> add_text(log_filter& out, const std::string& pattern) {
  if (pattern.size() > text_bytes_max) return bad("text is too long");
  auto compiled = el::regex::compile(pattern);
  if (!compiled) return bad("'" + pattern + "' is no regular expression");
  out.text = std::move(*compiled);
  return {};
}

result<void> add_option(log_filter& out, const std::string& name, const std::string& value,
                        instant begin, instant now) {
  if (name == "DEBUG") return out.debug = true, result<void>{};
  if (name == "LOGLEVEL") return add_levels(out, value);
  if (name == "TEXT") return add_text(out, value);
  if (name == "LIMIT") {
    const auto count = number_in(value);
    if (!count) return bad("'" + value + "' is no number of lines");
    out.limit = static_cast<size_t>(*count);
  } else if (name == "RECENT") {
    const auto span = span_ms(value);
    if (!span) return bad("'" + value + "' is no length of time");
    out.from = instant{now.ms - *span};
  } else if (name == "START" || name == "END") {
    const bool start = name == "START";
    const auto at = time_in(value, begin, start ? -buffer_ms : buffer_ms);
    if (!at) return bad("'" + value + "' is no time");
    (start ? out.from : out.until) = *at;
  } else {
    return bad("there is no option '" + name + "'");
  }
  return {};
}

std::string_view level_of(std::string_view line) {
  line.remove_prefix(std::min(line.size(), time_size));
  line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ')));
  return line.substr(0, line.find(' '));
}

/// Whether it is found; never, once the steps are used up.
bool finds(const el::regex& what, std::string_view line, int64_t& steps) {
  const auto matches = what.find_all(std::string(line), steps);
  return matches && !matches->empty();
}

bool has_time(std::string_view line) {
  return line.size() > time_size && line[4] == '-' && line[10] == ' ' && line[19] == ',';
}

/// What of the log is shown.
std::string range_of(const log_filter& by) {
  std::string levels;
  for (const std::string& level : by.levels) levels += (levels.empty() ? "" : "|") + level;
  return "Log from " + time::format_log_time(by.from.value_or(by.begin), {}) + " to " +
         time::format_log_time(by.until.value_or(by.now), {}) + ", levels " +
         (levels.empty() ? "ALL" : levels) + ", limit " +
         (by.limit ? std::to_string(*by.limit) : "none") + ", text " + (by.text ? "yes" : "no") +
         "\n";
}

}  // namespace

result<log_filter> parse_log_filter(std::string_view text, instant begin, instant now) {
  log_filter out;
  out.begin = begin;
  out.now = now;
  for (const std::string_view piece : pieces_of(text)) {
    const size_t equals = piece.find('=');
    const std::string name = upper(trim(piece.substr(0, equals)));
    const std::string value(equals == std::string_view::npos ? "" : trim(piece.substr(equals + 1)));
    auto added = add_option(out, name, value, begin, now);
    if (!added) return std::move(added).error();
  }
  if (out.from && out.until && *out.until < *out.from) return bad("its start is after its end");
  return out;
}

std::string log_filter::applied(std::string_view log) const {
  const std::string first = from ? time::format_log_time(*from, {}) : "";
  const std::string last = until ? time::format_log_time(*until, {}) : "~";
  std::string out = debug ? range_of(*this) : "";
  size_t count = 0;
  bool taken = false;
  int64_t steps = text_steps_max;
  while (!log.empty()) {
    const size_t end = log.find('\n');
    const std::string_view line = log.substr(0, end == std::string_view::npos ? end : end + 1);
    log.remove_prefix(line.size());
    if (has_time(line)) {
      const std::string_view at = line.substr(0, time_size);
      taken = at >= first && at <= last &&
              (levels.empty() || levels.count(std::string(level_of(line))) != 0) &&
              (!text || finds(*text, line, steps));
      if (taken && limit && ++count > *limit) break;
    }
    if (taken) out += line;
  }
  return out;
}

}  // namespace foliot::http
