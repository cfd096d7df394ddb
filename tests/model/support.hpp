// Small values that the tests of the machines share.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/action.hpp"
#include "model/aggregate.hpp"
#include "model/bundle.hpp"
#include "model/coordinator.hpp"
#include "model/summary.hpp"

namespace foliot::model::support {

/// 2026-01-05T00:00Z.
inline constexpr instant day{1'767'571'200'000};

constexpr instant minutes(int64_t n) { return {day.ms + n * ms_per_minute}; }

/// Every `every` minutes from `day` on, `count` times.
inline coordinator_definition coordinator(int32_t every, int32_t count) {
  coordinator_definition out;
  out.name = "clean";
  out.every = time::frequency{every, time::time_unit::minute, time::end_of::none};
  out.start = day;
  out.end = minutes(int64_t{every} * count);
  out.workflow_path = "file:///apps/clean";
  return out;
}

inline bundle_definition bundle(const std::vector<std::string>& names) {
  bundle_definition out;
  out.name = "retail";
  for (const std::string& name : names) {
    bundle_child child;
    child.name = name;
    child.app_path = "file:///apps/" + name;
    out.coordinators.push_back(std::move(child));
  }
  return out;
}

inline constexpr entity_id bundle_id{0, entity_kind::bundle, 0, 7, 7};
inline constexpr entity_id coordinator_id{0, entity_kind::coordinator, 0, 7, 8};

/// The summary of children with these statuses, the first `pending` of them pending.
inline child_summary children(const std::vector<status>& statuses, size_t pending = 0) {
  child_counts counts;
  for (size_t i = 0; i < statuses.size(); ++i)
    counts.apply({bundle_id, {}, status::none, statuses[i], false, i < pending});
  return summarise(counts);
}

/// Whether `effects` holds an effect of kind `T`.
template <class T, class Effects>
const T* find(const Effects& effects) {
  for (const auto& effect : effects)
    if (const T* found = std::get_if<T>(&effect)) return found;
  return nullptr;
}

template <class T, class Effects>
size_t count(const Effects& effects) {
  size_t out = 0;
  for (const auto& effect : effects) out += std::holds_alternative<T>(effect) ? 1 : 0;
  return out;
}

}  // namespace foliot::model::support
