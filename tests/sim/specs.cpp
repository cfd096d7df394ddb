#include "tests/sim/specs.hpp"

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

uint32_t coordinator_spec::total() const {
  if (start == end) return 1;
  const int64_t every = every_minutes * ms_per_minute;
  return static_cast<uint32_t>((end.ms - start.ms + every - 1) / every);
}

instant coordinator_spec::nominal(uint32_t number) const {
  return instant{start.ms + (int64_t{number} - 1) * every_minutes * ms_per_minute};
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

std::vector<std::string> population::inputs_of(const coordinator_spec& coordinator,
                                               instant nominal) const {
  std::vector<std::string> out;
  for (const input_spec& input : coordinator.inputs) {
    const dataset_spec& from = datasets[input.dataset];
    for (int offset = input.from; offset <= input.to; ++offset)
      if (const auto instance = from.instance(nominal, offset))
        out.push_back(from.ready_of(*instance));
  }
  return out;
}

std::string population::output_of(const coordinator_spec& coordinator, instant nominal) const {
  if (!coordinator.output || !workflows[coordinator.workflow].makes_output) return {};
  const dataset_spec& to = datasets[*coordinator.output];
  const auto instance = to.instance(nominal, 0);
  return instance ? to.ready_of(*instance) : std::string();
}

}  // namespace foliot::sim
