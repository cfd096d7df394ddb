// Dates, zones and numeric frequencies, and the controls of a coordinator.
#include <algorithm>
#include <cctype>

#include "base/limits.hpp"
#include "el/evaluate.hpp"
#include "time/datetime.hpp"
#include "time/zone.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

using parse::outline_attribute;
using parse::outline_element;
using parse::outline_place;

namespace {

constexpr int64_t minutes_of_day = 1'440;
/// Oozie refuses coordinators that run more often (coordinator.md 1.2).
constexpr int32_t oozie_minutes_min = 5;

void check_date(const lint_unit& unit, const reporter& out, const std::string& text,
                outline_place at, el::phase where) {
  const auto value = unit.value(text, where);
  if (!value) return;
  const auto read = time::parse_datetime(*value, {}, dialect::lenient);
  if (!read || time::parse_datetime(*value, {}, dialect::oozie)) return;
  const std::string plain = time::format_datetime(*read, {});
  if (value->find("T24:") != std::string::npos) {
    out.warn("time-24", at, "'" + *value + "' is read as " + plain + "; Oozie refuses T24:00",
             "Write " + plain);
  } else {
    out.warn("time-seconds", at, "'" + *value + "' has seconds, which Oozie refuses",
             "Write " + plain);
  }
}

/// The zone called by an attribute, when it is known.
std::optional<time::zone> zone_of(const lint_unit& unit, const outline_element& element) {
  const outline_attribute* attribute = element.attribute("timezone");
  if (attribute == nullptr) return std::nullopt;
  const auto id = unit.value(attribute->value, el::phase::submit_nofuncs);
  if (!id) return std::nullopt;
  const auto zone = time::find_zone(*id);
  return zone ? std::optional(*zone) : std::nullopt;
}

/// Whether the clocks of `zone` are changed in the year of `near` or the next.
bool changes_clocks(const time::zone& zone, instant near) {
  for (int64_t day = 0; day < 2 * 366; day += 14)
    if (zone.offset_ms({near.ms + day * ms_per_day}) != zone.offset_ms(near)) return true;
  return false;
}

void check_zone(const lint_unit& unit, const reporter& out, const outline_element& element) {
  const outline_attribute* attribute = element.attribute("timezone");
  const auto zone = zone_of(unit, element);
  if (attribute == nullptr || !zone) return;
  const std::string& id = zone->id();
  if (id == "UTC" || id == "GMT" || id.find('/') != std::string::npos) return;
  if (id.starts_with("GMT+") || id.starts_with("GMT-")) {
    out.warn("zone-fixed-offset", attribute->at,
             "the zone " + id + " never changes its clocks, as the places there may do",
             "Name a place, such as America/Los_Angeles");
    return;
  }
  out.warn("zone-no-region", attribute->at,
           "the zone " + id + " is an abbreviation that means different things to people",
           "Name a place, such as America/Los_Angeles");
}

/// Hours and minutes that make whole days do not follow the clock of a place.
void check_whole_days(const lint_unit& unit, const reporter& out, const outline_element& element) {
  const outline_attribute* attribute = element.attribute("frequency");
  const auto zone = zone_of(unit, element);
  if (attribute == nullptr || !zone || !unit.knows(attribute->value)) return;
  const bool days = attribute->value.find(":days") != std::string::npos ||
                    attribute->value.find(":endOf") != std::string::npos ||
                    attribute->value.find(":months") != std::string::npos;
  const auto count = unit.value(attribute->value, el::phase::submit_freq);
  if (days || !count || count->empty() || count->size() > 9 ||
      count->find_first_not_of("0123456789") != std::string::npos)
    return;
  const int64_t minutes = std::stoll(*count);
  if (minutes <= 0 || minutes % minutes_of_day != 0) return;
  instant near{0};
  for (const char* name : {"start", "initial-instance"})
    if (const outline_attribute* at = element.attribute(name))
      if (const auto text = unit.value(at->value, el::phase::submit_nofuncs))
        if (const auto read = time::parse_datetime(*text, {})) near = *read;
  if (!changes_clocks(*zone, near)) return;
  const std::string n = std::to_string(minutes / minutes_of_day);
  out.warn("hours-24", attribute->at,
           "this is " + std::to_string(minutes / 60) + " hours, whatever the clocks in " +
               zone->id() + " do: half of the year it is an hour off",
           "Write ${coord:days(" + n + ")} to follow the clock");
}

void check_frequency(const lint_unit& unit, const reporter& out) {
  const outline_attribute* attribute = unit.file->root.attribute("frequency");
  if (attribute == nullptr) return;
  if (unit.coordinator) {
    const auto value = unit.value(attribute->value, el::phase::submit_freq);
    const bool minutes = attribute->value.find(":days") == std::string::npos &&
                         attribute->value.find(":months") == std::string::npos &&
                         attribute->value.find(":endOf") == std::string::npos;
    const bool number = value && value->size() == 1 && (*value)[0] >= '1' &&
                        (*value)[0] < static_cast<char>('0' + oozie_minutes_min);
    if (minutes && number)
      out.warn("frequency-below-5", attribute->at,
               "a frequency of " + *value + " minutes, which Oozie refuses below 5",
               "Write 5 or more where it must run on Oozie too");
  }
}

/// MINUTE and HOUR as numbers (rulings 0.8).
void check_constants(const reporter& out, const outline_element& element) {
  const outline_attribute* attribute = element.attribute("frequency");
  if (attribute == nullptr) return;
  const std::set<std::string> names = variables_of(attribute->value);
  for (const char* name : {"MINUTE", "HOUR"})
    if (names.contains(name))
      out.warn("frequency-constant", attribute->at,
               "the constant " + std::string(name) + " is none of Oozie's",
               std::string("Write ${coord:") + (name[0] == 'M' ? "minutes" : "hours") + "(n)}");
}

}  // namespace

void lint_times(const lint_unit& unit, const reporter& out) {
  const outline_element& root = unit.file->root;
  if (unit.file->kind == entity_kind::bundle) {
    if (const outline_element* controls = root.child("controls"))
      if (const outline_element* kick_off = controls->child("kick-off-time"))
        check_date(unit, out, kick_off->text, kick_off->text_at, el::phase::bundle);
    return;
  }
  for (const char* name : {"start", "end"})
    if (const outline_attribute* at = root.attribute(name))
      check_date(unit, out, at->value, at->at, el::phase::submit_nofuncs);
  check_zone(unit, out, root);
  check_frequency(unit, out);
  check_whole_days(unit, out, root);
  check_constants(out, root);
  const outline_attribute* start = root.attribute("start");
  if (start != nullptr && unit.coordinator && unit.knows(start->value) &&
      unit.coordinator->start == unit.coordinator->end)
    out.warn("runs-once", start->at, "start and end are equal: it runs once; Oozie refuses this",
             "Set 'end' behind 'start'");
  const outline_element* datasets = root.child("datasets");
  if (datasets == nullptr) return;
  for (const outline_element& each : datasets->children) {
    if (each.name != "dataset") continue;
    if (const outline_attribute* at = each.attribute("initial-instance"))
      check_date(unit, out, at->value, at->at, el::phase::submit_initial_instance);
    check_zone(unit, out, each);
    check_whole_days(unit, out, each);
    check_constants(out, each);
  }
}

void lint_controls(const lint_unit& unit, const reporter& out) {
  const outline_element* controls = unit.file->root.child("controls");
  if (controls == nullptr || unit.file->kind != entity_kind::coordinator) return;
  const auto number = [&](const char* name, el::phase where) -> std::optional<int64_t> {
    const outline_element* element = controls->child(name);
    const auto text = element == nullptr ? std::nullopt : unit.value(element->text, where);
    if (!text || text->empty() || text->size() > 10) return std::nullopt;
    const size_t digits = (*text)[0] == '-' ? 1 : 0;
    if (text->size() == digits ||
        text->find_first_not_of("0123456789", digits) != std::string::npos)
      return std::nullopt;
    return std::stoll(*text);
  };
  const auto place = [&](const char* name) { return controls->child(name)->text_at; };
  if (const auto timeout = number("timeout", el::phase::wait_timeout)) {
    if (*timeout < 0)
      out.warn("timeout-60-days", place("timeout"),
               "a timeout of " + std::to_string(*timeout) + " means 60 days, not for ever",
               "Write the minutes to wait; 86400 says what happens");
    if (*timeout > limits::timeout_minutes_max)
      out.warn("timeout-60-days", place("timeout"),
               "a timeout of " + std::to_string(*timeout) + " minutes is cut to 86400, 60 days",
               "Write at most 86400");
    if (*timeout == 0)
      out.warn("timeout-zero", place("timeout"),
               "a timeout of 0 gives up at the first look a minute after the nominal time",
               "Write the minutes that the data may be late");
  }
  if (const auto throttle = number("throttle", el::phase::submit_nofuncs))
    if (*throttle < 1 || *throttle > limits::throttle_max)
      out.warn("throttle-range", place("throttle"),
               "a throttle of " + std::to_string(*throttle) + " is replaced by " +
                   std::to_string(limits::throttle_max),
               "Write 1 to " + std::to_string(limits::throttle_max));
  if (const auto concurrency = number("concurrency", el::phase::submit_nofuncs))
    if (*concurrency == 0)
      out.warn("concurrency-zero", place("concurrency"), "a concurrency of 0 starts nothing",
               "Write 1 or more, or -1 for no bound");
}

}  // namespace foliot::offline
