// The store as it was: records are folded from the journal up to a moment, everything else is read
// as it is and held against that moment. What shows the present (http/) shows the past by it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/entity_fold.hpp"
#include "model/reader.hpp"
#include "store/codec.hpp"
#include "store/past_index.hpp"
#include "store/store_reader.hpp"

namespace foliot::store {

/// Up to where the journal counts: to an entry, itself included, or to all that saw this time or an
/// earlier one.
struct moment {
  uint64_t sequence = UINT64_MAX;  ///< UINT64_MAX: the time decides.
  instant time = never;            ///< Of that entry, where `sequence` decides.

  bool holds(uint64_t entry, instant seen) const {
    return sequence == UINT64_MAX ? seen <= time : entry <= sequence;
  }
};

/// Thread-safe. Reads the entries of the entities that are asked for, in one pass for one entity,
/// or for the actions of a coordinator, and remembers what came out. A job that was purged since is
/// not there. Of a tree whose older entries were purged, what is older than its snapshots fails
/// with errc::not_found. A record that is not the one which its entry names by its digest fails
/// with errc::corrupt, naming the entry.
class past_reader final : public model::reader {
 public:
  /// All of the arguments must outlive the reader; `now` reads the same store. `index`: of the
  /// journal; without, entries are found by reading over those of others.
  past_reader(const kv_store& store, const store_reader& now, const model::definitions& definitions,
              moment at, const past_index* index = nullptr);

  const wire_ids& ids() const override { return now_.ids(); }
  result<std::optional<entity_id>> locate(entity_kind kind, job_number job) const override;
  result<std::optional<model::any_record>> record(const entity_id& id) const override;
  /// Statuses, names and `keep` are asked of the folded records of all jobs that the other members
  /// take.
  result<model::job_page> jobs(entity_kind kind, const model::job_filter& filter, uint64_t offset,
                               uint64_t length) const override;
  result<std::optional<entity_id>> find_external(entity_kind kind, std::string_view external_id,
                                                 std::string_view user) const override;
  result<void> actions(
      const entity_id& coordinator, uint32_t first, uint64_t length,
      const std::function<bool(uint32_t, const model::action_record&)>& visit) const override;
  /// Those that were born by then.
  result<std::vector<entity_id>> children(const entity_id& parent) const override;
  result<std::optional<model::definition_text>> definition(job_number root,
                                                           const hash128& hash) const override;
  /// Up to the moment.
  result<void> journal(
      job_number root, uint64_t from,
      const std::function<bool(const model::journal_entry&)>& visit) const override;
  result<std::optional<model::quarantine_note>> quarantined(const entity_id& id) const override;
  result<void> audit(job_number before,
                     const std::function<bool(const model::audit_entry&)>& visit) const override;

  const moment& at() const { return at_; }

 private:
  struct folded;
  using known_records = std::map<entity_id, std::optional<model::any_record>>;
  using taken = std::function<bool(const entity_id&)>;

  /// What the times of creation tell about births: who was created before `unsure` was there, who
  /// was created after `last` was not. Of the others the journal tells.
  struct birth_times {
    instant unsure = never;
    instant last = never;
  };
  struct page {
    uint64_t offset = 0;
    uint64_t length = 0;
  };
  result<birth_times> births() const;
  result<void> add_jobs(entity_kind kind, const model::job_filter& births,
                        const model::job_filter& asked, bool all, const page& wanted,
                        model::job_page& out) const;

  using one_record = result<std::optional<model::any_record>>;
  one_record one(const entity_id& id) const;
  result<std::optional<one_record>> by_index(const entity_id& id) const;
  result<bool> begin_with_snapshot(const entity_id& id, uint64_t bound, folded& of,
                                   uint64_t& from) const;
  result<uint64_t> bound_of(job_number root) const;
  one_record in_range(const entity_id& id) const;
  result<void> some_actions(
      const entity_id& coordinator, uint32_t first, uint64_t length,
      const std::function<bool(uint32_t, const model::action_record&)>& visit) const;
  result<known_records> fold(job_number root, uint64_t from, const taken& wanted,
                             const entity_id* alone) const;
  result<void> seek_snapshots(job_number root, std::map<entity_id, folded>& all,
                              const entity_id* alone) const;
  result<folded> begin(const entity_id& id, model::definition_source& definitions) const;
  result<const known_records*> actions_of(const entity_id& coordinator) const;
  result<bool> is_truncated(job_number root) const;
  result<std::optional<model::any_record>> outcome(const entity_id& id, const folded& of) const;

  const kv_store& store_;
  const store_reader& now_;
  const model::definitions& definitions_;
  const moment at_;
  const past_index* index_;
  mutable std::recursive_mutex mutex_;
  mutable known_records known_;
  mutable std::map<entity_id, known_records> actions_;  ///< By coordinator, all of them.
  mutable std::map<entity_id, uint32_t> alone_;  ///< By coordinator, actions asked for singly.
  mutable std::optional<birth_times> births_;
  mutable std::map<job_number, uint64_t> bounds_;  ///< Of trees, the last entry that counts.
};

}  // namespace foliot::store
