#include "model/action_scope.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/text.hpp"

namespace foliot::model {
namespace {

constexpr const char* numbers_remedy = "Write action numbers and ranges such as 1,3-5";
constexpr const char* times_remedy =
    "Write dates such as 2009-01-01T00:00Z, and ranges as START::END";

failure bad(std::string sentence, const char* code, const char* remedy) {
  return {errc::bad_input, std::move(sentence), code, "", remedy};
}

/// The parts between commas; nothing when there are too many.
std::optional<std::vector<std::string_view>> parts_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at <= text.size();) {
    if (out.size() == limits::scope_parts_max) return std::nullopt;
    const size_t comma = std::min(text.find(',', at), text.size());
    out.push_back(trim(text.substr(at, comma - at)));
    at = comma + 1;
  }
  return out;
}

std::optional<uint32_t> number_in(std::string_view text) {
  uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

result<std::pair<uint32_t, uint32_t>> number_range(std::string_view part) {
  const size_t dash = part.find('-');
  const auto first = number_in(trim(part.substr(0, dash)));
  const auto last = dash == std::string_view::npos ? first : number_in(trim(part.substr(dash + 1)));
  if (!first || !last)
    return bad("'" + std::string(part) + "' is neither an action number nor a range of them",
               "E0302", numbers_remedy);
  if (*first > *last)
    return bad("the range '" + std::string(part) + "' ends before it starts", "E0302",
               numbers_remedy);
  return std::pair{*first, *last};
}

result<std::pair<instant, instant>> time_range(std::string_view part,
                                               const time::processing_zone& zone, dialect reading) {
  const size_t colons = part.find("::");
  const bool range = colons != std::string_view::npos;
  if (range && part.find("::", colons + 2) != std::string_view::npos)
    return bad("the range '" + std::string(part) + "' has more than two ends", "E0308",
               times_remedy);
  const auto read = [&](std::string_view text) -> result<instant> {
    auto at = time::parse_datetime(text, zone, reading);
    if (at) return at;
    failure wrong = std::move(at).error();
    wrong.oozie = range ? "E0308" : "E0302";
    wrong.remedy = times_remedy;
    return wrong;
  };
  const auto first = read(part.substr(0, colons));
  if (!first) return first.error();
  if (!range) return std::pair{*first, *first};
  const auto last = read(part.substr(colons + 2));
  if (!last) return last.error();
  if (*first > *last)
    return bad("the range '" + std::string(part) + "' ends before it starts", "E0308",
               times_remedy);
  return std::pair{*first, *last};
}

failure too_many(const char* remedy) {
  return bad("the scope has more than " + std::to_string(limits::scope_parts_max) + " parts",
             "E0302", remedy);
}

}  // namespace

result<action_scope> parse_action_numbers(std::string_view text) {
  const auto parts = parts_of(text);
  if (!parts) return too_many(numbers_remedy);
  action_scope out;
  for (std::string_view part : *parts) {
    auto range = number_range(part);
    if (!range) return std::move(range).error();
    out.numbers.push_back(*range);
  }
  return out;
}

result<action_scope> parse_action_times(std::string_view text, const time::processing_zone& zone,
                                        dialect reading) {
  const auto parts = parts_of(text);
  if (!parts) return too_many(times_remedy);
  action_scope out;
  for (std::string_view part : *parts) {
    auto range = time_range(part, zone, reading);
    if (!range) return std::move(range).error();
    out.times.push_back(*range);
  }
  return out;
}

bool selects(const action_scope& scope, uint32_t number, instant nominal) {
  const auto holds = [](const auto& ranges, auto value) {
    return std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) {
      return range.first <= value && value <= range.second;
    });
  };
  return holds(scope.numbers, number) || holds(scope.times, nominal);
}

std::pair<uint32_t, uint32_t> span_of(const action_scope& scope, uint32_t made) {
  if (!scope.times.empty()) return {1, made};
  uint32_t low = UINT32_MAX;
  uint32_t high = 0;
  for (const auto& [first, last] : scope.numbers) {
    low = std::min(low, first);
    high = std::max(high, last);
  }
  high = std::min(high, made);
  return low > high ? std::pair{1U, 0U} : std::pair{low, high};
}

}  // namespace foliot::model
