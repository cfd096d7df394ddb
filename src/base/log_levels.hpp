// What is written to the log, component by component; changed while others write.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.hpp"
#include "base/result.hpp"

namespace foliot {

/// What stands before the dot of an event's id: who writes it.
inline constexpr std::array<std::string_view, 16> log_components{
    "action", "bundle",    "committer", "console",  "coordinator", "datasets",
    "engine", "entity",    "http",      "launcher", "notifier",    "purge",
    "runs",   "safe-mode", "watcher",   "workflow"};

/// "debug", "info", "warn", "error".
std::string_view level_name(log_level level);
/// Nothing where `word` is none of them.
std::optional<log_level> level_of(std::string_view word);

/// Thread-safe. Lines of an audit ("http.audit") are written as long as the level at the start let
/// them through: what is changed later cannot silence them.
class log_levels {
 public:
  explicit log_levels(log_level least) : audit_(least), least_(least) {}

  bool lets(log_level level, std::string_view event) const;
  /// Of all components without a level of their own.
  void set(log_level least) { least_ = least; }
  log_level least() const { return least_; }
  /// A level of its own, or none again. Fails with bad_input for an unknown component, naming those
  /// that there are.
  result<void> set(std::string_view component, std::optional<log_level> own);
  /// In the order of log_components: the level of its own, where it has one.
  std::vector<std::optional<log_level>> own() const;

 private:
  const log_level audit_;
  std::atomic<log_level> least_;
  /// The level and 1; 0: as all.
  std::array<std::atomic<uint8_t>, log_components.size()> own_{};
};

}  // namespace foliot
