// The functions of coordinators (coordinator.md 3, 4.2, 4.3) and bundles.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "el/function.hpp"
#include "time/datetime.hpp"

namespace foliot::el {
namespace {

using time::end_of;
using time::time_unit;

found known(value held) { return std::optional<value>(std::move(held)); }

// -- frequencies and timeouts ------------------------------------------------------------------

/// Notes the unit and gives n * `factor`; n must be above 0.
found every(const call& of, time_unit unit, end_of flag, int64_t factor = 1) {
  const auto n = of.integer(0);
  if (!n) return n.error();
  if (*n <= 0) return of.wrong("the number " + of.text(0) + " is not above 0", "Write 1 or more");
  of.noted.unit = {unit, flag};
  return known(*n * factor);
}

bool timeout(const call& of) { return of.in.where == phase::wait_timeout; }

found minutes(const call& of) { return every(of, time_unit::minute, end_of::none); }
found hours(const call& of) { return every(of, time_unit::minute, end_of::none, 60); }
found days(const call& of) {
  return every(of, time_unit::day, end_of::none, timeout(of) ? 24 * 60 : 1);
}
found months(const call& of) {
  return every(of, time_unit::month, end_of::none, timeout(of) ? 30 * 24 * 60 : 1);
}
found end_of_days(const call& of) { return every(of, time_unit::day, end_of::day); }
found end_of_weeks(const call& of) { return every(of, time_unit::week, end_of::week); }
found end_of_months(const call& of) { return every(of, time_unit::month, end_of::month); }

// -- the job -----------------------------------------------------------------------------------

found missing_property(const call& of) {
  return of.wrong("there is no property '" + of.text(0) + "'",
                  "Define it in job.properties or with -D " + of.text(0) + "=...");
}

found conf(const call& of) {
  if (of.in.coordinator == nullptr) return of.without_context();
  const std::string* held = of.in.coordinator->conf(of.text(0));
  return held == nullptr ? missing_property(of) : known(*held);
}

/// What is not there is empty (bundle.md 3).
found bundle_conf(const call& of) {
  if (of.in.bundle == nullptr) return of.without_context();
  const std::string* held = of.in.bundle->conf(of.text(0));
  return known(held == nullptr ? std::string() : *held);
}

found user(const call& of) {
  if (of.in.coordinator == nullptr) return of.without_context();
  return known(of.in.coordinator->user());
}

found app_name(const call& of) {
  const auto held = of.in.coordinator ? of.in.coordinator->name() : std::nullopt;
  return held ? known(*held) : found(of.without_context());
}

found action_id(const call& of) {
  const auto held = of.in.coordinator ? of.in.coordinator->action_id() : std::nullopt;
  return held ? known(*held) : found(of.without_context());
}

found nominal_time(const call& of) {
  const auto at = of.in.coordinator ? of.in.coordinator->nominal_time() : std::nullopt;
  return at ? known(time::format_datetime(*at, of.in.zone)) : found(of.without_context());
}

found actual_time(const call& of) {
  const auto at = of.in.coordinator ? of.in.coordinator->actual_time() : std::nullopt;
  return at ? known(time::format_datetime(*at, of.in.zone)) : found(of.without_context());
}

/// dataIn and dataOut: an event with open instances is written out again.
found uris_of(const call& of, const std::optional<event_uris>& event, const char* kind) {
  if (!event) return of.wrong(std::string("there is no ") + kind + " event '" + of.text(0) + "'");
  if (event->resolved) return known(event->uris);
  return known("${" + std::string(of.rule.name) + "('" + of.text(0) + "')}");
}

found data_in(const call& of) {
  if (of.in.coordinator == nullptr) return of.without_context();
  return uris_of(of, of.in.coordinator->data_in(of.text(0)), "data-in");
}

found data_out(const call& of) {
  if (of.in.coordinator == nullptr) return of.without_context();
  return uris_of(of, of.in.coordinator->data_out(of.text(0)), "data-out");
}

// -- dates -------------------------------------------------------------------------------------

found date_offset(const call& of) {
  const auto at = of.datetime(0);
  if (!at) return at.error();
  const auto n = of.integer(1);
  if (!n) return n.error();
  const auto unit = time::unit_named(of.text(2));
  if (!unit) {
    return of.wrong("there is no unit '" + of.text(2) + "'",
                    "Use MINUTE, HOUR, DAY, WEEK, MONTH or YEAR");
  }
  return known(time::format_datetime(time::add(*at, *n, *unit, of.in.zone.as_zone()), of.in.zone));
}

/// The wall clock of another zone, shown as if it were in the processing zone (Oozie's quirk).
found date_tz_offset(const call& of) {
  const auto at = of.datetime(0);
  if (!at) return at.error();
  auto where = time::find_zone(of.text(1));
  if (!where) return of.because(std::move(where).error());
  const int64_t shift = where->offset_ms(*at) - of.in.zone.offset_minutes() * ms_per_minute;
  return known(time::format_datetime(plus_ms(*at, shift), of.in.zone));
}

found format_time(const call& of) {
  const auto at = of.datetime(0);
  if (!at) return at.error();
  auto text = time::format_pattern(*at, of.text(1), of.in.zone.as_zone());
  if (!text) return of.because(std::move(text).error());
  return known(*std::move(text));
}

found epoch_time(const call& of) {
  const auto at = of.datetime(0);
  if (!at) return at.error();
  const auto millis = to_bool(value(of.text(1)));
  return known(std::to_string(*millis ? at->ms : at->ms / ms_per_second));
}

constexpr std::array<std::pair<std::string_view, implementation>, 20> functions{{
    {"bundle:conf", bundle_conf},
    {"coord:actionId", action_id},
    {"coord:actualTime", actual_time},
    {"coord:conf", conf},
    {"coord:dataIn", data_in},
    {"coord:dataOut", data_out},
    {"coord:dateOffset", date_offset},
    {"coord:dateTzOffset", date_tz_offset},
    {"coord:days", days},
    {"coord:endOfDays", end_of_days},
    {"coord:endOfMonths", end_of_months},
    {"coord:endOfWeeks", end_of_weeks},
    {"coord:epochTime", epoch_time},
    {"coord:formatTime", format_time},
    {"coord:hours", hours},
    {"coord:minutes", minutes},
    {"coord:months", months},
    {"coord:name", app_name},
    {"coord:nominalTime", nominal_time},
    {"coord:user", user},
}};

}  // namespace

implementation find_coordinator_function(std::string_view name) {
  const auto* at = std::find_if(functions.begin(), functions.end(),
                                [&](const auto& each) { return each.first == name; });
  return at == functions.end() ? nullptr : at->second;
}

}  // namespace foliot::el
