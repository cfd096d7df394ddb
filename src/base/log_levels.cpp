#include "base/log_levels.hpp"

#include <algorithm>

namespace foliot {

namespace {

constexpr std::array<std::string_view, 4> level_names{"debug", "info", "warn", "error"};

/// Its place in log_components; their number where it is none of them.
size_t place_of(std::string_view component) {
  return static_cast<size_t>(std::find(log_components.begin(), log_components.end(), component) -
                             log_components.begin());
}

}  // namespace

std::string_view level_name(log_level level) { return level_names[static_cast<size_t>(level)]; }

std::optional<log_level> level_of(std::string_view word) {
  const auto found = std::find(level_names.begin(), level_names.end(), word);
  if (found == level_names.end()) return {};
  return static_cast<log_level>(found - level_names.begin());
}

bool log_levels::lets(log_level level, std::string_view event) const {
  if (event.ends_with(".audit") && level >= audit_) return true;
  const size_t place = place_of(event.substr(0, event.find('.')));
  const uint8_t own = place < own_.size() ? own_[place].load() : uint8_t{0};
  return level >= (own == 0 ? least_.load() : static_cast<log_level>(own - 1));
}

result<void> log_levels::set(std::string_view component, std::optional<log_level> own) {
  const size_t place = place_of(component);
  if (place == own_.size()) {
    std::string known;
    for (const std::string_view each : log_components)
      known += (known.empty() ? "" : ", ") + std::string(each);
    return failure{errc::bad_input,
                   "'" + std::string(component.substr(0, 100)) + "' is no component of the log", "",
                   "", "Name one of " + known};
  }
  own_[place] = own ? static_cast<uint8_t>(static_cast<uint8_t>(*own) + 1) : uint8_t{0};
  return {};
}

std::vector<std::optional<log_level>> log_levels::own() const {
  std::vector<std::optional<log_level>> out(own_.size());
  for (size_t i = 0; i < own_.size(); ++i)
    if (const uint8_t own = own_[i]; own != 0) out[i] = static_cast<log_level>(own - 1);
  return out;
}

}  // namespace foliot
