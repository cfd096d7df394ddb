#include "server/live_settings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "server/about.hpp"
#include "server/config_keys.hpp"

namespace foliot::server {

namespace {

constexpr std::string_view level_prefix = "log_level.";
constexpr std::string_view as_all = "default";
constexpr std::string_view levels_offered = "debug, info, warn, error";
constexpr std::string_view safe_mode_offered = "on, auto";
/// Those whose bounds are those of foliot.toml.
constexpr std::array<std::string_view, 3> numbers{"run_slots", "starts_burst", "starts_per_minute"};

bool is_number(std::string_view name) {
  return std::find(numbers.begin(), numbers.end(), name) != numbers.end();
}

std::string bounds_of(std::string_view name) {
  if (name == "log_level") return std::string(levels_offered);
  const config_key* key = is_number(name) ? find_config_key(name) : nullptr;
  return key == nullptr ? "" : key->bounds;
}

}  // namespace

std::vector<shown_setting> live_settings::list() const {
  std::vector<shown_setting> out;
  for (const auto& [name, value] : settings_shown(now_))
    out.push_back({name, value, bounds_of(name)});
  const auto own = levels_.own();
  for (size_t i = 0; i < own.size(); ++i)
    out.push_back({std::string(level_prefix) + std::string(log_components[i]),
                   std::string(own[i] ? level_name(*own[i]) : as_all),
                   std::string(as_all) + ", " + std::string(levels_offered)});
  out.push_back({"safe_mode", saving_ ? "on" : "auto", std::string(safe_mode_offered)});
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

result<void> live_settings::change(std::string_view name, const std::string& value) {
  if (name == "log_level") return change_level("", value);
  if (name == level_prefix) return levels_.set("", std::nullopt);  // tells which there are
  if (name.starts_with(level_prefix)) return change_level(name.substr(level_prefix.size()), value);
  if (is_number(name)) return change_number(name, value);
  if (name != "safe_mode")
    return failure{
        errc::bad_input,
        "'" + std::string(name.substr(0, 100)) + "' cannot be changed while the engine runs", "",
        "",
        "Change log_level, log_level.COMPONENT, run_slots, safe_mode, starts_burst or "
        "starts_per_minute; the others are read from foliot.toml at a start"};
  if (value != "on" && value != "auto")
    return failure{errc::bad_input, "'" + value.substr(0, 100) + "' is neither on nor auto", "", "",
                   "Give on, or auto: as the free space demands"};
  saving_ = value == "on";
  effects_.safe_mode(saving_);
  return {};
}

result<void> live_settings::change_level(std::string_view component, const std::string& value) {
  const auto level = level_of(value);
  const bool none = !component.empty() && value == as_all;
  if (!level && !none)
    return failure{errc::bad_input, "'" + value.substr(0, 100) + "' is no level", "", "",
                   "Give " + std::string(levels_offered) +
                       (component.empty() ? "" : ", or default: as log_level says")};
  if (!component.empty()) return levels_.set(component, level);
  levels_.set(*level);
  now_.log_least = *level;
  now_.written.insert_or_assign("log_level", value);
  return {};
}

result<void> live_settings::change_number(std::string_view name, const std::string& value) {
  const config_key* key = find_config_key(name);
  config changed = now_;
  if (auto fine = key->set(changed, value); !fine) {
    failure out = std::move(fine).error();
    out.sentence = std::string(name) + ": " + out.sentence;
    return out;
  }
  changed.written.insert_or_assign(std::string(name), value);
  now_ = std::move(changed);
  if (name == "run_slots")
    effects_.run_slots(now_.run_slots);
  else
    effects_.starts({now_.starts_per_minute, now_.starts_burst});
  return {};
}

}  // namespace foliot::server
