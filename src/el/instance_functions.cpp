// The functions about a dataset's instances (coordinator.md 4.2, 4.3).
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/limits.hpp"
#include "el/function.hpp"
#include "el/open_instances.hpp"
#include "time/datetime.hpp"
#include "time/instances.hpp"

namespace foliot::el {
namespace {

using time::time_unit;

found known(value held) { return std::optional<value>(std::move(held)); }

struct dataset_time {
  const time::dataset_calendar* dataset;
  instant nominal;
};

result<dataset_time> dataset_of(const call& of) {
  const auto* context = of.in.coordinator;
  if (context == nullptr || !context->nominal_time()) return of.without_context();
  if (context->dataset() == nullptr) {
    return of.wrong("it is about a dataset, and there is none here",
                    "Use it in the instances of input and output events");
  }
  return dataset_time{context->dataset(), *context->nominal_time()};
}

std::string joined(const std::vector<instant>& instances, const time::processing_zone& zone) {
  std::string text;
  for (const instant each : instances) {
    if (!text.empty()) text += '#';
    text += time::format_datetime(each, zone);
  }
  return text;
}

found shown(const call& of, const result<std::vector<instant>>& instances) {
  if (!instances) return of.because(instances.error());
  return known(joined(*instances, of.in.zone));
}

found range_text(const call& of, int64_t from, int64_t to) {
  const auto at = dataset_of(of);
  if (!at) return at.error();
  return shown(of, time::current_range(*at->dataset, at->nominal, from, to));
}

found current(const call& of) {
  const auto n = of.integer(0);
  if (!n) return n.error();
  return range_text(of, *n, *n);
}

found current_range(const call& of) {
  const auto from = of.integer(0);
  if (!from) return from.error();
  const auto to = of.integer(1);
  if (!to) return to.error();
  return range_text(of, *from, *to);
}

found offset(const call& of) {
  const auto n = of.integer(0);
  if (!n) return n.error();
  const auto unit = time::unit_named(of.text(1));
  if (!unit) {
    return of.wrong(no_unit(of.text(1)).sentence, no_unit(of.text(1)).remedy);
  }
  const auto at = dataset_of(of);
  if (!at) return at.error();
  const auto made = offset_instance(*at->dataset, at->nominal, *n, *unit, of.in.reading);
  if (!made) return of.because(made.error());
  return known(*made ? time::format_datetime(**made, of.in.zone) : std::string());
}

found absolute_range_text(const call& of) {
  const auto start = of.datetime(0);
  if (!start) return start.error();
  const auto to = of.integer(1);
  if (!to) return to.error();
  const auto at = dataset_of(of);
  if (!at) return at.error();
  return shown(of, absolute_range(*at->dataset, at->nominal, *start, *to));
}

found open_instances(const call& of) {
  const auto range = open_range_of(of.rule.name, of.arguments);
  if (!range) return range.error();
  auto made = resolve(*range, of.in);
  if (auto* error = std::get_if<failure>(&made)) return std::move(*error);
  if (auto* missing = std::get_if<needs>(&made)) {
    for (probe& each : missing->probes) {
      if (of.noted.asked.size() < limits::probes_at_once_max) {
        of.noted.asked.insert(std::move(each));
      }
    }
    return std::optional<value>();
  }
  const auto& answer = std::get<open_answer>(made);
  return known(answer.complete ? joined(answer.there, of.in.zone) : text_of(*range));
}

found hours_in_day(const call& of) {
  const auto n = of.integer(0);
  if (!n) return n.error();
  const auto at = dataset_of(of);
  if (!at) return at.error();
  return known(time::hours_in_day(*at->dataset, at->nominal, *n));
}

found days_in_month(const call& of) {
  const auto n = of.integer(0);
  if (!n) return n.error();
  const auto at = dataset_of(of);
  if (!at) return at.error();
  return known(time::days_in_month(*at->dataset, at->nominal, *n));
}

found tz_offset(const call& of) {
  const auto at = dataset_of(of);
  if (!at) return at.error();
  const auto job = of.in.coordinator->job_zone();
  if (!job) return of.without_context();
  return known(at->dataset->where.offset_minutes(at->nominal) - job->offset_minutes(at->nominal));
}

constexpr std::array<std::pair<std::string_view, implementation>, 11> functions{{
    {"coord:absoluteRange", absolute_range_text},
    {"coord:current", current},
    {"coord:currentRange", current_range},
    {"coord:daysInMonth", days_in_month},
    {"coord:future", open_instances},
    {"coord:futureRange", open_instances},
    {"coord:hoursInDay", hours_in_day},
    {"coord:latest", open_instances},
    {"coord:latestRange", open_instances},
    {"coord:offset", offset},
    {"coord:tzOffset", tz_offset},
}};

failure bad_range(std::string sentence, std::string remedy) {
  return {errc::bad_input, std::move(sentence), "E1010", "", std::move(remedy)};
}

/// Oozie steps from the first instance one by one, so that a pinned month end stays pinned, and
/// fails where that ends elsewhere than one large step. The instant after `steps` of them.
result<instant> stepped(const time::dataset_calendar& of, int64_t steps) {
  instant at = time::first_instance(of);
  const bool plain = of.every.unit == time_unit::minute || of.every.unit == time_unit::hour;
  if (plain) return time::add(at, steps * of.every.count, of.every.unit, of.where);
  if (steps > static_cast<int64_t>(limits::el_steps_max)) {
    return failure{errc::too_large, "the instance lies too far behind the initial-instance",
                   "E1004", "", "Give the dataset a later initial-instance"};
  }
  for (; steps > 0; --steps) at = time::add(at, of.every.count, of.every.unit, of.where);
  return at;
}

}  // namespace

implementation find_instance_function(std::string_view name) {
  const auto* at = std::find_if(functions.begin(), functions.end(),
                                [&](const auto& each) { return each.first == name; });
  return at == functions.end() ? nullptr : at->second;
}

instant end_of_instance(const time::dataset_calendar& of, instant nominal, time_unit unit,
                        int64_t n) {
  time::civil day = time::to_civil(of.where.to_wall(nominal));
  day.hour = day.minute = day.second = day.millisecond = 0;
  if (unit == time_unit::month) day.day = 1;
  time::wall_time wall = time::to_wall(day);
  if (unit == time_unit::week) wall.ms -= day.weekday * ms_per_day;
  return time::add(of.where.to_instant(wall), n + 1, unit, of.where);
}

std::optional<instant> offset_time(const time::dataset_calendar& of, instant nominal, int64_t n,
                                   time_unit unit) {
  const auto current = time::current_instance(of, nominal);
  if (!current) return std::nullopt;
  return time::add(current->at, n, unit, of.where);
}

result<std::optional<instant>> offset_instance(const time::dataset_calendar& of, instant nominal,
                                               int64_t n, time_unit unit, dialect reading) {
  const auto wanted = offset_time(of, nominal, n, unit);
  if (!wanted || *wanted == never) return std::optional<instant>();
  const auto found_at = time::current_instance(of, *wanted);
  if (!found_at) return std::optional<instant>();
  const instant first = time::first_instance(of);
  const auto nth = [&](int64_t index) {
    return time::add(first, index * of.every.count, of.every.unit, of.where);
  };
  if (reading == dialect::lenient) return std::optional(nth(found_at->index));
  // Oozie steps past the wanted time, and one step back if that is not hit.
  int64_t index = std::max<int64_t>(found_at->index - 1, 0);
  auto at = stepped(of, index);
  if (!at) return at.error();
  for (; *at < *wanted; ++index) at = time::add(*at, of.every.count, of.every.unit, of.where);
  if (*at > *wanted) {
    at = time::add(*at, -int64_t{of.every.count}, of.every.unit, of.where);
    --index;
  }
  if (*at != nth(index)) {
    return failure{errc::bad_input,
                   "counting the instances one by one ends at " + time::format_datetime(*at, {}) +
                       ", counting them at once at " + time::format_datetime(nth(index), {}),
                   "E1004", "", "Use coord:current, or leave compat = \"oozie\" away"};
  }
  return std::optional(*at);
}

result<std::vector<instant>> absolute_range(const time::dataset_calendar& of, instant nominal,
                                            instant start, int64_t to) {
  const auto current = time::current_instance(of, nominal);
  const auto from = time::current_instance(of, start);
  if (!current || !from) {
    return bad_range("the start-instance or the action lies before the initial-instance",
                     "Start later, or give the dataset an earlier initial-instance");
  }
  if (from->at != start) {
    return bad_range("the start-instance is no instance of the dataset",
                     "Choose a date that the dataset's frequency reaches");
  }
  return time::current_range(of, nominal, from->index - current->index, to);
}

}  // namespace foliot::el
