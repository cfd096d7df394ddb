#include "tests/sim/specs.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace foliot::sim {

namespace {

std::string formatted(instant at, const char* format) {
  const std::chrono::sys_time<std::chrono::milliseconds> point{std::chrono::milliseconds{at.ms}};
  const auto day = std::chrono::floor<std::chrono::days>(point);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{point - day};
  char text[32];
  std::snprintf(text, sizeof text, format, static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()));
  return text;
}

int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

std::string date_text(instant at) { return formatted(at, "%04d-%02u-%02uT%02d:%02dZ"); }
std::string date_digits(instant at) { return formatted(at, "%04d%02u%02uT%02d%02d"); }

std::string dataset_spec::path_of(instant instance) const {
  return "/data/" + name + "/" + date_digits(instance);
}

std::string dataset_spec::ready_of(instant instance) const {
  const std::string file = flag.value_or("_SUCCESS");
  return file.empty() ? path_of(instance) : path_of(instance) + "/" + file;
}

std::optional<instant> dataset_spec::instance(instant nominal, int offset) const {
  const int64_t every = every_minutes * ms_per_minute;
  const int64_t current = floor_div(nominal.ms - initial.ms, every);
  const int64_t index = current + offset;
  if (current < 0 || index < 0) return std::nullopt;  // before the initial instance is nothing
  return instant{initial.ms + index * every};
}

std::string cron_spec::text() const {
  std::string out;
  for (const int minute : minutes) out += (out.empty() ? "" : ",") + std::to_string(minute);
  return out + " " + std::to_string(first_hour) + "-" + std::to_string(last_hour) + " * * *";
}

bool cron_spec::fires(instant minute) const {
  const int64_t of_day = floor_div(minute.ms, ms_per_minute) % (24 * 60);
  const auto hour = static_cast<int>(of_day / 60);
  return hour >= first_hour && hour <= last_hour &&
         std::find(minutes.begin(), minutes.end(), static_cast<int>(of_day % 60)) != minutes.end();
}

uint32_t coordinator_spec::total_until(instant other_end) const {
  if (!cron && start == end && other_end == end) return 1;
  if (other_end <= start) return 0;
  if (cron) {
    uint32_t out = 0;
    while (nominal(out + 1) < other_end) ++out;
    return out;
  }
  const int64_t every = every_minutes * ms_per_minute;
  return static_cast<uint32_t>((other_end.ms - start.ms + every - 1) / every);
}

instant coordinator_spec::nominal(uint32_t number) const {
  while (cron && ticks_.size() < number) {
    instant next = ticks_.empty() ? start : plus_ms(ticks_.back(), ms_per_minute);
    while (!cron->fires(next)) next = plus_ms(next, ms_per_minute);
    ticks_.push_back(next);
  }
  if (cron) return number == 0 ? start : ticks_[number - 1];
  return instant{start.ms + (int64_t{number} - 1) * every_minutes * ms_per_minute};
}

instant coordinator_spec::skip_from(uint32_t number) const {
  if (order == model::execution_order::none) return plus_ms(nominal(number), ms_per_minute);
  if (order != model::execution_order::last_only) return never;
  const instant next = nominal(number + 1);
  return start == end || next > end ? never : next;
}

const coordinator_spec* population::coordinator_named(const std::string& name) const {
  for (const coordinator_spec& one : coordinators)
    if (one.name == name) return &one;
  return nullptr;
}

const workflow_spec* population::workflow_named(const std::string& name) const {
  for (const workflow_spec& one : workflows)
    if (one.name == name) return &one;
  return nullptr;
}

const app_spec* population::app_named(const std::string& name) const {
  for (const app_spec& one : apps)
    if (one.name == name) return &one;
  return nullptr;
}

std::vector<std::string> population::inputs_of(const coordinator_spec& coordinator,
                                               instant nominal) const {
  std::vector<std::string> out;
  if (coordinator.any_input) return out;
  for (const input_spec& input : coordinator.inputs) {
    if (input.what != input_spec::kind::current) continue;
    const dataset_spec& from = datasets[input.dataset];
    for (int offset = input.from; offset <= input.to; ++offset)
      if (const auto instance = from.instance(nominal, offset))
        out.push_back(from.ready_of(*instance));
  }
  return out;
}

bool population::inputs_suffice(const coordinator_spec& coordinator, instant nominal,
                                instant actual,
                                const std::function<bool(const std::string&)>& there) const {
  const auto suffices = [&](const input_spec& input) {
    const dataset_spec& from = datasets[input.dataset];
    const auto has = [&](std::optional<instant> instance) {
      return instance && there(from.ready_of(*instance));
    };
    if (input.what == input_spec::kind::current) {
      for (int offset = input.from; offset <= input.to; ++offset)
        if (const auto instance = from.instance(nominal, offset))
          if (!has(instance)) return false;
      return true;
    }
    const bool back = input.what == input_spec::kind::latest;
    const instant origin = back ? actual : nominal;
    int found = 0;
    for (int i = 0; back ? from.instance(origin, -i).has_value() : i <= input.to; ++i)
      found += has(from.instance(origin, back ? -i : i)) ? 1 : 0;
    return found > input.from;
  };
  if (!coordinator.any_input)
    return std::all_of(coordinator.inputs.begin(), coordinator.inputs.end(), suffices);
  return std::any_of(coordinator.inputs.begin(), coordinator.inputs.end(), suffices);
}

std::string population::output_of(const coordinator_spec& coordinator, instant nominal) const {
  if (!coordinator.output || !workflows[coordinator.workflow].makes_output) return {};
  const dataset_spec& to = datasets[*coordinator.output];
  const auto instance = to.instance(nominal, 0);
  return instance ? to.ready_of(*instance) : std::string();
}

}  // namespace foliot::sim
