#include "http/filters.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "http/errors.hpp"
#include "http/filter_text.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

namespace {

failure bad_list(std::string_view filter, const std::string& why, std::string remedy = "") {
  return refuse("E0420", "the filter [" + std::string(filter) + "] is not valid: " + why,
                std::move(remedy));
}

bool list_knows(std::string_view name, entity_kind kind) {
  static constexpr std::array<std::string_view, 9> common{
      "text",           "user",  "name", "group", "status", "id", "startcreatedtime",
      "endcreatedtime", "sortby"};
  if (std::find(common.begin(), common.end(), name) != common.end()) return true;
  return kind == entity_kind::coordinator && (name == "frequency" || name == "unit");
}

/// E0603: Oozie fails inside its store there (rest.md 6.1).
failure bad_value(std::string_view filter, const std::string& why, std::string remedy) {
  return refuse("E0603", "the filter [" + std::string(filter) + "] is not valid: E0302: " + why,
                std::move(remedy));
}

/// "-2d", "-3h", "-5m" or "0d" before `now`; nothing when `text` is none of these.
std::optional<instant> time_before(std::string_view text, instant now) {
  if (text.empty()) return std::nullopt;
  const int64_t unit = text.back() == 'd'   ? ms_per_day
                       : text.back() == 'h' ? ms_per_hour
                       : text.back() == 'm' ? ms_per_minute
                                            : 0;
  text.remove_suffix(1);
  constexpr int64_t furthest = -1'000'000;  // days: 2,700 years
  int64_t count = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (unit == 0 || wrong != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (count > 0) return std::nullopt;
  return plus_ms(now, std::max(count, furthest) * unit);
}

result<void> add_time(std::optional<instant>& bound, std::string_view filter, std::string_view name,
                      std::string_view value, instant now) {
  if (bound) return bad_value(filter, "'" + std::string(name) + "' is given twice", "Give it once");
  bound = time_before(value, now);
  if (bound) return {};
  const auto when = time::parse_datetime(value, {}, dialect::oozie);
  if (!when)
    return bad_value(filter, "'" + std::string(value) + "' is no time that has come",
                     "Write it in UTC, as 2026-01-05T00:00Z, or as -2d, -3h or -5m before now");
  bound = *when;
  return {};
}

/// What a filter of coordinators says of their frequencies.
struct frequency_filter {
  std::vector<int64_t> counts;
  std::vector<std::pair<int64_t, time::time_unit>> units;  ///< How many of the unit one is.
};

result<void> add_frequency(frequency_filter& out, std::string_view filter, std::string_view name,
                           std::string_view value) {
  if (name == "frequency") {
    double count = 0;
    const auto [end, wrong] = std::from_chars(value.data(), value.data() + value.size(), count);
    constexpr double highest = 1e12;
    if (wrong != std::errc() || end != value.data() + value.size() || !(std::abs(count) < highest))
      return bad_list(filter, "'" + std::string(value) + "' is no number",
                      "Write a number, for example frequency=5;unit=minutes");
    out.counts.push_back(static_cast<int64_t>(count));
    return {};
  }
  constexpr int64_t minutes_per_hour = 60;
  const std::string unit = lower(value);
  if (unit == "minutes")
    out.units.emplace_back(1, time::time_unit::minute);
  else if (unit == "hours")
    out.units.emplace_back(minutes_per_hour, time::time_unit::minute);
  else if (unit == "days")
    out.units.emplace_back(1, time::time_unit::day);
  else if (unit == "months")
    out.units.emplace_back(1, time::time_unit::month);
  else
    return bad_list(filter, "'" + std::string(value) + "' is no unit",
                    "Write months, days, hours or minutes");
  return {};
}

bool workflow_knows(model::status state) {
  using enum model::status;
  return state == prep || state == running || state == succeeded || state == killed ||
         state == failed || state == suspended;
}

/// How a filter is read.
struct list_reading {
  entity_kind kind;
  const wire_ids& ids;
  instant now;
  dialect reading;
};

/// Adds one pair to `out`; the name is known.
result<void> add_pair(list_filter& out, std::string_view filter, std::string_view name,
                      std::string_view value, const list_reading& how) {
  if (name == "user") {
    out.jobs.users.emplace_back(value);
  } else if (name == "name") {
    out.jobs.names.emplace_back(value);
  } else if (name == "status") {
    const auto state = model::status_named(value);
    const bool foreign = state && how.reading == dialect::oozie &&
                         how.kind == entity_kind::workflow && !workflow_knows(*state);
    if (!state || foreign)
      return bad_list(filter, "'" + std::string(value) + "' is no status",
                      "Write a status in capitals, for example RUNNING");
    out.jobs.states.push_back(*state);
  } else if (name == "id") {
    const auto parsed = how.ids.parse(value);
    if (parsed && parsed->node.empty() && parsed->kind != entity_kind::action)
      out.jobs.ids.push_back(parsed->job);
    else
      out.matches_nothing = true;
  } else if (name == "text") {
    if (!out.jobs.text.empty()) return bad_value(filter, "'text' is given twice", "Give it once");
    out.jobs.text = value;
  } else if (name == "sortby") {
    if (out.sorted) return bad_value(filter, "'sortby' is given twice", "Give it once");
    out.sorted = true;
    out.newest_change_first = lower(value) == "lastmodifiedtime";
  }
  return {};
}

/// Reads pair after pair.
result<list_filter> read_pairs(std::string_view text, const list_reading& how) {
  list_filter out;
  frequency_filter every;
  for (std::string_view piece : pieces_of(text)) {
    const size_t equals = piece.find('=');
    if (equals == std::string_view::npos || equals + 1 == piece.size() ||
        piece.find('=', equals + 1) != std::string_view::npos)
      return bad_list(text, "'" + std::string(piece) + "' is not name=value",
                      "Write name=value;name=value");
    const std::string name = lower(piece.substr(0, equals));
    const std::string_view value = piece.substr(equals + 1);
    if (!list_knows(name, how.kind))
      return bad_list(text, "there is no filter called '" + name + "'",
                      "Filter by user, name, status or id");
    auto added = name == "startcreatedtime" ? add_time(out.jobs.from, text, name, value, how.now)
                 : name == "endcreatedtime" ? add_time(out.jobs.until, text, name, value, how.now)
                 : name == "frequency" || name == "unit" ? add_frequency(every, text, name, value)
                                                         : add_pair(out, text, name, value, how);
    if (!added) return std::move(added).error();
  }
  if (every.counts.empty() && !every.units.empty())
    return bad_list(text, "a unit without a frequency", "Write frequency=5;unit=minutes");
  if (every.units.empty()) every.units.emplace_back(1, time::time_unit::minute);
  for (const int64_t count : every.counts)
    for (const auto& [many, unit] : every.units) out.every.emplace_back(count * many, unit);
  return out;
}

/// The statuses that are shown as one of those asked for.
void mean_what_is_shown(list_filter& out) {
  if (out.jobs.states.empty()) return;
  const std::vector<model::status> asked = std::exchange(out.jobs.states, {});
  for (size_t i = 1; i < model::status_count; ++i) {
    const auto state = static_cast<model::status>(i);
    if (std::find(asked.begin(), asked.end(), model::hiding_errors(state)) != asked.end())
      out.jobs.states.push_back(state);
  }
  if (out.jobs.states.empty()) out.matches_nothing = true;
}

}  // namespace

result<list_filter> parse_list_filter(std::string_view text, entity_kind kind, const wire_ids& ids,
                                      instant now, dialect reading) {
  auto out = read_pairs(text, {kind, ids, now, reading});
  if (!out) return out;
  // Alternatives that all match nothing; one good id among foreign ones still counts.
  if (!out->jobs.ids.empty()) out->matches_nothing = false;
  if (reading == dialect::oozie && kind != entity_kind::workflow) mean_what_is_shown(*out);
  return out;
}

}  // namespace foliot::http
