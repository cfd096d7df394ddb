#include "store/named_definitions.hpp"

#include "store/archive.hpp"
#include "store/codec.hpp"
#include "store/fields.hpp"
#include "store/keys.hpp"

namespace foliot::store {

result<hash128> definition_in_row(std::string_view bytes) {
  reader in(bytes);
  uint8_t layout = 0;
  in(layout);
  if (layout > record_version)
    return too_new("the record of a coordinator", layout, record_version);
  // As far as all layouts are the same (store/fields.hpp).
  model::coordinator_record r;
  in(r.version, r.state, r.created, r.modified, r.since, r.definition);
  if (in.failed() || layout == 0) return corrupt("the record of a coordinator cannot be read");
  return r.definition;
}

std::optional<hash128> named_definitions::of(job_number job) const {
  const std::lock_guard hold(mutex_);
  const auto found = known_.find(job);
  if (found == known_.end()) return std::nullopt;
  return found->second;
}

uint64_t named_definitions::writes() const {
  const std::lock_guard hold(mutex_);
  return writes_;
}

void named_definitions::remember(job_number job, const hash128& definition, uint64_t seen) {
  const std::lock_guard hold(mutex_);
  if (writes_ != seen) return;
  if (known_.size() >= most_) known_.clear();
  known_.insert_or_assign(job, definition);
}

void named_definitions::after(const kv_batch& batch) {
  const std::lock_guard hold(mutex_);
  for (const kv_view change : batch) {
    // Ranges are whole trees of ended jobs: no list has them any more, and no number comes again.
    if (change.where != table::record || !change.range_end.empty()) continue;
    const auto id = parse_record_key(change.key);
    if (!id || id->kind != entity_kind::coordinator) continue;
    ++writes_;
    const auto known = known_.find(id->job);
    if (known == known_.end()) continue;
    const auto named = change.value ? definition_in_row(*change.value) : hash128{};
    if (!change.value || !named)
      known_.erase(known);
    else
      known->second = *named;
  }
}

}  // namespace foliot::store
