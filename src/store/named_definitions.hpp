// Which definition each coordinator names: what a list that asks how often they repeat would else
// have to read all their records for (docs/storage.md, lists).
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"

namespace foliot::store {

/// The definition that the row of a coordinator's record names, without what stands behind it.
/// Fails as decode_record (store/codec.hpp) does with the bytes before.
result<hash128> definition_in_row(std::string_view bytes);

/// Coordinators that are remembered: 16 MiB. Beyond that all are forgotten, and read again by the
/// lists that ask for them.
inline constexpr size_t named_definitions_max = 1 << 18;

/// Empty until somebody asks: a list remembers what it had to read, writes keep that right.
/// Thread-safe.
class named_definitions {
 public:
  explicit named_definitions(size_t most = named_definitions_max) : most_(most) {}

  /// What coordinator `job` names; nothing where nobody has remembered it.
  std::optional<hash128> of(job_number job) const;

  /// How often coordinators were written. To be asked before a record is read that shall be
  /// remembered.
  uint64_t writes() const;
  /// The record of coordinator `job`, read after `writes()` gave `seen`, names `definition`.
  /// Nothing is remembered where coordinators were written since: it may have been this one.
  void remember(job_number job, const hash128& definition, uint64_t seen);

  /// `batch` was written: who is remembered names what its new record says.
  void after(const kv_batch& batch);

 private:
  size_t most_;
  mutable std::mutex mutex_;
  uint64_t writes_ = 0;
  std::unordered_map<job_number, hash128> known_;
};

}  // namespace foliot::store
