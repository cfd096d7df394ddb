#include "http/sla_query.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/filter_text.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

namespace {

using words = std::string_view;  // blank-separated

constexpr words texts = "app_name app_type user_name job_status id parent_id bundle";
/// Each with _after and _before; nominal also with _start and _end.
constexpr words times = "nominal created expectedstart expectedend actualstart actualend";
/// Each with _min and _max.
constexpr words durations = "actual_duration expected_duration";
constexpr words sla_states = "NOT_STARTED IN_PROCESS MET MISS";
constexpr words event_states = "START_MET START_MISS DURATION_MET DURATION_MISS END_MET END_MISS";
constexpr words columns =
    "jobId parentId appName appType user createdTimeTS nominalTimeTS expectedStartTS expectedEndTS "
    "expectedDuration actualStartTS actualEndTS actualDuration jobStatus eventStatus slaStatus "
    "eventProcessed lastModifiedTS";

bool has(words list, std::string_view word) {
  while (!list.empty() && !word.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

std::string with_commas(words list) {
  std::string out;
  for (const char c : list) out += c == ' ' ? std::string(", ") : std::string(1, c);
  return out;
}

std::string quoted(std::string_view text) { return "'" + std::string(text.substr(0, 100)) + "'"; }

failure bad_value(std::string_view name, std::string_view value, std::string remedy) {
  return refuse("E0303", quoted(name) + " cannot be " + quoted(value), std::move(remedy));
}

/// A bound of a range: "actualstart" and whether it is the upper one.
struct bound {
  std::string_view of;
  bool upper = false;
};

std::optional<bound> bound_in(std::string_view name, words ranges, std::string_view lower_end,
                              std::string_view upper_end) {
  for (const bool upper : {false, true}) {
    const std::string_view end = upper ? upper_end : lower_end;
    if (!name.ends_with(end)) continue;
    const std::string_view of = name.substr(0, name.size() - end.size());
    if (has(ranges, of)) return bound{of, upper};
  }
  return std::nullopt;
}

std::optional<bound> time_bound(std::string_view name) {
  if (auto found = bound_in(name, times, "_after", "_before")) return found;
  return bound_in(name, "nominal", "_start", "_end");
}

result<void> check_words(std::string_view name, std::string_view value, words known) {
  for (const std::string_view one : values_of(value))
    if (!has(known, trim(one))) return bad_value(name, one, "Use " + with_commas(known));
  return {};
}

/// The pairs of a filter, read one by one.
class sla_filter {
 public:
  result<void> add(std::string_view name, std::string_view value) {
    if (!seen_.insert(name).second) return {};  // the first one counts
    if (has(texts, name)) return {};
    if (name == "sla_status") return check_words(name, value, sla_states);
    if (name == "event_status") return check_words(name, value, event_states);
    if (const auto time = time_bound(name)) {
      const auto at = time::parse_datetime(std::string(value), {}, dialect::oozie);
      if (!at) return bad_value(name, value, "Give a time such as 2026-01-05T00:00Z");
      return add_bound(*time, at->ms);
    }
    if (const auto length = bound_in(name, durations, "_min", "_max")) {
      int64_t ms = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), ms);
      if (error != std::errc{} || end != value.data() + value.size())
        return bad_value(name, value, "Give whole milliseconds");
      return add_bound(*length, ms);
    }
    return refuse("E0401", "the filter knows no " + quoted(name),
                  "Use " + with_commas(texts) + ", sla_status, event_status, or one of " +
                      with_commas(times) + " with _after or _before behind it, or one of " +
                      with_commas(durations) + " with _min or _max");
  }

 private:
  result<void> add_bound(const bound& which, int64_t value) {
    std::optional<int64_t>& own = (which.upper ? upper_ : lower_)[which.of];
    if (!own) own = value;
    const auto& least = lower_[which.of];
    const auto& most = upper_[which.of];
    if (!least || !most || *least <= *most) return {};
    return refuse("E0302", "the range of " + quoted(which.of) + " ends before it begins",
                  "Exchange its ends");
  }

  std::set<std::string_view> seen_;
  std::map<std::string_view, std::optional<int64_t>> lower_;
  std::map<std::string_view, std::optional<int64_t>> upper_;
};

}  // namespace

result<void> check_sla_query(const parameters& query) {
  const std::string text = query.find("filter").value_or("");
  sla_filter filter;
  for (const std::string_view piece : pieces_of(text)) {
    const size_t equals = piece.find('=');
    if (equals == std::string_view::npos || equals + 1 == piece.size())
      return refuse("E0401", quoted(piece) + " is no NAME=VALUE",
                    "Write pairs with semicolons between them, such as app_name=NAME");
    if (auto added = filter.add(piece.substr(0, equals), piece.substr(equals + 1)); !added)
      return added;
  }
  const auto sort = query.find("sortby");
  if (sort && !has(columns, *sort))
    return bad_value("sortby", *sort, "Use one of " + with_commas(columns));
  const auto order = query.find("order");
  if (order && *order != "asc" && *order != "desc")
    return bad_value("order", *order, "Use asc or desc");
  const auto length = integer_parameter(query, "len");
  return length ? result<void>{} : result<void>{length.error()};
}

}  // namespace foliot::http
