// Settings that may change while the engine runs, until its next start: what is allowed, and what
// has been done. The wiring says how each takes effect.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/log_levels.hpp"
#include "base/result.hpp"
#include "model/token_bucket.hpp"
#include "server/config.hpp"

namespace foliot::server {

/// How a change takes effect; called once each time, with values within their bounds.
struct setting_effects {
  std::function<void(bool on)> safe_mode;
  std::function<void(uint32_t slots)> run_slots;
  std::function<void(model::start_rate all)> starts;
};

struct shown_setting {
  std::string name;
  std::string value;   ///< Secrets are masked.
  std::string bounds;  ///< Of one that may be changed: "1 to 10000, programs". Empty: it may not.
};

/// Not thread-safe.
class live_settings {
 public:
  /// `written`: as the engine was started; `levels` is changed by `log_level` and
  /// `log_level.COMPONENT`, and outlives this.
  live_settings(config written, log_levels& levels, setting_effects effects)
      : now_(std::move(written)), levels_(levels), effects_(std::move(effects)) {}

  /// All of them, by name.
  std::vector<shown_setting> list() const;
  /// Takes effect at once. Fails with bad_input for one that may not be changed, naming those that
  /// may, and for a value out of its bounds, naming the bounds.
  result<void> change(std::string_view name, const std::string& value);

 private:
  result<void> change_level(std::string_view component, const std::string& value);
  result<void> change_number(std::string_view name, const std::string& value);

  config now_;
  log_levels& levels_;
  setting_effects effects_;
  bool saving_ = false;
};

}  // namespace foliot::server
