#include "http/filters.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <set>
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

/// What Oozie finds when it makes its query.
failure bad_query(std::string_view filter, const std::string& why) {
  return refuse("E0603", "the filter [" + std::string(filter) + "] is not valid: E0302: " + why,
                "Give each once, times as 2009-01-01T00:00Z or -2d, -3h, -5m");
}

bool list_knows(std::string_view name, entity_kind kind) {
  static constexpr std::array<std::string_view, 9> common{
      "text",           "user",  "name", "group", "status", "id", "startcreatedtime",
      "endcreatedtime", "sortby"};
  if (std::find(common.begin(), common.end(), name) != common.end()) return true;
  return kind == entity_kind::coordinator && (name == "frequency" || name == "unit");
}

bool once_only(std::string_view name) {
  return name == "text" || name == "sortby" || name == "startcreatedtime" ||
         name == "endcreatedtime";
}

/// "2009-01-01T00:00Z", or "-2d" back from `now`.
std::optional<instant> created_time(std::string_view text, instant now) {
  if (const auto at = time::parse_datetime(text, {}, dialect::oozie)) return *at;
  if (text.size() < 2) return std::nullopt;
  const char unit = text.back();
  const int64_t unit_ms = unit == 'd'   ? ms_per_day
                          : unit == 'h' ? ms_per_hour
                          : unit == 'm' ? ms_per_minute
                                        : 0;
  int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size() - 1, count);
  constexpr int64_t furthest = 1'000'000'000;
  if (unit_ms == 0 || error != std::errc{} || end != text.data() + text.size() - 1 || count > 0 ||
      count < -furthest)
    return std::nullopt;
  return instant{now.ms + count * unit_ms};
}

bool workflow_knows(model::status state) {
  using enum model::status;
  return state == prep || state == running || state == succeeded || state == killed ||
         state == failed || state == suspended;
}

/// One filter while it is read.
class list_reading {
 public:
  list_reading(std::string_view text, entity_kind kind, const wire_ids& ids, dialect reading,
               instant now)
      : text_(text), kind_(kind), ids_(ids), reading_(reading), now_(now) {}

  /// Adds one pair; the name is known.
  result<void> add(const std::string& name, std::string_view value) {
    if (once_only(name) && !seen_.insert(name).second)
      return bad_query(text_, "'" + name + "' stands there twice");
    if (name == "user") out_.jobs.users.emplace_back(value);
    if (name == "name") out_.jobs.names.emplace_back(value);
    if (name == "text") out_.text = value;
    if (name == "status") return add_status(value);
    if (name == "id") add_id(value);
    if (name == "startcreatedtime") return add_time(out_.created_from, value);
    if (name == "endcreatedtime") return add_time(out_.created_until, value);
    if (name == "sortby") out_.newest_change_first = lower(value) == "lastmodifiedtime";
    if (name == "frequency") return add_frequency(value);
    if (name == "unit") return add_unit(value);
    return {};
  }

  result<list_filter> finish() {
    if (!unit_.empty() && !out_.frequency)
      return bad_list(text_, "a unit needs a frequency", "Add frequency=1");
    if (out_.frequency && unit_ == "hours") {
      out_.frequency = std::to_string(std::atoll(out_.frequency->c_str()) * 60);
    } else if (unit_ == "days") {
      out_.unit = "DAY";
    } else if (unit_ == "months") {
      out_.unit = "MONTH";
    }
    // Alternatives that all match nothing; one good id among foreign ones still counts.
    if (!out_.jobs.ids.empty()) out_.matches_nothing = false;
    if (reading_ == dialect::oozie && kind_ != entity_kind::workflow) mean_what_is_shown();
    return std::move(out_);
  }

 private:
  result<void> add_status(std::string_view value) {
    const auto state = model::status_named(value);
    const bool foreign = state && reading_ == dialect::oozie && kind_ == entity_kind::workflow &&
                         !workflow_knows(*state);
    if (!state || foreign)
      return bad_list(text_, "'" + std::string(value) + "' is no status",
                      "Write a status in capitals, for example RUNNING");
    out_.jobs.states.push_back(*state);
    return {};
  }

  void add_id(std::string_view value) {
    const auto parsed = ids_.parse(value);
    if (parsed && parsed->node.empty() && parsed->kind != entity_kind::action)
      out_.jobs.ids.push_back(parsed->job);
    else
      out_.matches_nothing = true;
  }

  result<void> add_time(std::optional<instant>& to, std::string_view value) {
    to = created_time(value, now_);
    if (!to) return bad_query(text_, "'" + std::string(value) + "' is no time in the past");
    return {};
  }

  result<void> add_frequency(std::string_view value) {
    char* end = nullptr;
    const std::string text(value);
    const double number = std::strtod(text.c_str(), &end);
    constexpr double most = 1e15;
    if (end == text.c_str() || *end != 0 || !(number > -most && number < most))
      return bad_list(text_, "'" + text + "' is no number");
    out_.frequency = std::to_string(static_cast<int64_t>(number));
    return {};
  }

  result<void> add_unit(std::string_view value) {
    static constexpr std::array<std::string_view, 4> units{"months", "days", "hours", "minutes"};
    unit_ = lower(value);
    if (std::find(units.begin(), units.end(), unit_) == units.end())
      return bad_list(text_, "'" + std::string(value) + "' is no unit",
                      "Use months, days, hours or minutes");
    return {};
  }

  /// The statuses that are shown as one of those asked for.
  void mean_what_is_shown() {
    if (out_.jobs.states.empty()) return;
    const std::vector<model::status> asked = std::exchange(out_.jobs.states, {});
    for (size_t i = 1; i < model::status_count; ++i) {
      const auto state = static_cast<model::status>(i);
      if (std::find(asked.begin(), asked.end(), model::hiding_errors(state)) != asked.end())
        out_.jobs.states.push_back(state);
    }
    if (out_.jobs.states.empty()) out_.matches_nothing = true;
  }

  std::string_view text_;
  entity_kind kind_;
  const wire_ids& ids_;
  dialect reading_;
  instant now_;
  std::set<std::string> seen_;
  std::string unit_;
  list_filter out_;
};

/// SQL's LIKE: '%' stands for any text, '_' for any byte.
bool is_like(std::string_view text, std::string_view pattern) {
  size_t at = 0;
  size_t in = 0;
  size_t star = std::string_view::npos;
  size_t resume = 0;
  while (at < text.size()) {
    if (in < pattern.size() && pattern[in] == '%') {
      star = in++;
      resume = at;
    } else if (in < pattern.size() && (pattern[in] == '_' || pattern[in] == text[at])) {
      ++in;
      ++at;
    } else if (star != std::string_view::npos) {
      in = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (in < pattern.size() && pattern[in] == '%') ++in;
  return in == pattern.size();
}

}  // namespace

bool list_filter::takes(const std::string& wire_id, const std::string& name,
                        const std::string& user, instant created) const {
  if (created_from && created < *created_from) return false;
  if (created_until && created > *created_until) return false;
  if (!text) return true;
  const std::string anywhere = "%" + *text + "%";
  return is_like(name, anywhere) || is_like(user, anywhere) || wire_id == *text;
}

result<list_filter> parse_list_filter(std::string_view text, entity_kind kind, const wire_ids& ids,
                                      dialect reading, instant now) {
  list_reading out(text, kind, ids, reading, now);
  for (std::string_view piece : pieces_of(text)) {
    const size_t equals = piece.find('=');
    if (equals == std::string_view::npos || equals + 1 == piece.size() ||
        piece.find('=', equals + 1) != std::string_view::npos)
      return bad_list(text, "'" + std::string(piece) + "' is not name=value",
                      "Write name=value;name=value");
    const std::string name = lower(piece.substr(0, equals));
    if (!list_knows(name, kind))
      return bad_list(text, "there is no filter called '" + name + "'",
                      "Filter by user, name, status or id");
    auto added = out.add(name, piece.substr(equals + 1));
    if (!added) return std::move(added).error();
  }
  return out.finish();
}

}  // namespace foliot::http
