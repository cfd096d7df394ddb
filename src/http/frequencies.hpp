// How often coordinators repeat: what a list that is filtered by it asks of each of them.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/result.hpp"
#include "http/catalogue.hpp"
#include "http/filters.hpp"

namespace foliot::http {

/// Coordinators whose frequency is remembered: about 16 MB. Understanding one takes as long as
/// reading ten records.
inline constexpr size_t frequencies_max = 1 << 18;

/// Thread-safe. The definition of a coordinator is understood once; when too many are remembered
/// all are forgotten.
class frequencies {
 public:
  /// Whether the coordinator `id`, of whose record only the definition is looked at, repeats as one
  /// of `wanted` says; one with a cron expression does not, nor one that is not understood. Fails
  /// with the reader's errors.
  result<bool> takes(const catalogue& from, const entity_id& id, const model::any_record& record,
                     const decltype(list_filter::every)& wanted);

 private:
  using known = std::optional<time::frequency>;
  struct understood {
    hash128 definition;
    known every;
  };

  result<known> of(const catalogue& from, const entity_id& id, const hash128& definition);

  std::mutex mutex_;
  /// By job: lists ask in their order, and neighbours lie beside each other.
  std::unordered_map<job_number, understood> known_;
};

}  // namespace foliot::http
