// The live table of `foliot wait --progress`.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/client/console.hpp"

namespace foliot::client {

/// Shows answers of /api/progress one after the other: redrawn in place on a terminal, otherwise
/// one line for each coordinator whenever something about it changed.
class progress_view {
 public:
  explicit progress_view(const console& to) : to_(to) {}

  /// `elapsed_ms` is shown on terminals.
  void show(const nlohmann::json& answer, int64_t elapsed_ms);

 private:
  void redraw(const nlohmann::json& answer, int64_t elapsed_ms);
  void print_changes(const nlohmann::json& answer);

  const console& to_;
  size_t lines_ = 0;                         ///< Drawn last time.
  std::map<std::string, std::string> last_;  ///< Line printed last, by coordinator.
};

}  // namespace foliot::client
