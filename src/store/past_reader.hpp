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

/// So many entities are followed at a time, and remembered: some kilobytes of memory each. A list
/// that asks more jobs than these as they were reads their journals over once for each as many.
inline constexpr size_t folded_together_max = 20'000;

/// Thread-safe. Reads the entries of the entities that are asked for, in one pass for one entity,
/// for the actions of a coordinator, or for the jobs of a list, and remembers what came out. A job
/// that was purged since is not there. Of a tree whose older entries were purged, what is older
/// than its snapshots fails with errc::not_found. An entity that cannot be followed, since an entry
/// of it is damaged or missing, fails with errc::corrupt, naming what is wrong; lists of jobs and
/// actions leave it out. Where a table that lists jobs cannot be read, all records and entries are
/// walked instead.
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
  /// How many jobs and actions lists left out since this was last asked.
  uint64_t take_left_out() const;
  /// Why jobs were found by walking over all, if they were since this was last asked.
  std::optional<failure> take_unlisted() const;

 private:
  struct folded;
  using one_record = result<std::optional<model::any_record>>;
  using folded_records = std::map<entity_id, one_record>;
  using taken = std::function<bool(const entity_id&)>;
  /// Somebody to follow.
  struct wanted_entity {
    entity_id id;
    std::optional<instant> created;  ///< As its present record says, where that was read.
  };

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
  /// Somebody who was found without the tables of lists.
  struct walked_job {
    entity_id id;
    instant created;
    bool is_birth = false;  ///< `created` is that; else the time of an entry behind it.

    wanted_entity wanted() const { return {id, is_birth ? std::optional(created) : std::nullopt}; }
  };
  struct walked_jobs {
    std::map<entity_id, walked_job> jobs;
    std::vector<entity_id> lost;  ///< Roots of trees that hold others, whom nobody knows.
  };
  result<birth_times> births() const;
  result<model::job_page> jobs_listed(entity_kind kind, const model::job_filter& filter,
                                      uint64_t offset, uint64_t length) const;
  result<model::job_page> jobs_walked(entity_kind kind, const model::job_filter& filter,
                                      uint64_t offset, uint64_t length) const;
  result<std::optional<entity_id>> locate_walked(entity_kind kind, job_number job) const;
  result<std::vector<entity_id>> children_walked(const entity_id& parent) const;
  result<const walked_jobs*> walked() const;
  result<void> walk_tree(job_number root, walked_jobs& out) const;
  result<void> add_page(entity_kind kind, const model::job_filter& births, const page& wanted,
                        model::job_page& out) const;
  result<void> add_asked(entity_kind kind, const model::job_filter& births,
                         const model::job_filter& asked, const page& wanted,
                         model::job_page& out) const;
  result<void> add_if_asked(const entity_id& id, one_record then, const model::job_filter& asked,
                            const page& wanted, model::job_page& out) const;

  one_record one(const entity_id& id) const;
  void remember(const entity_id& id, const std::optional<model::any_record>& then) const;
  result<void> leave_out(const entity_id& id, const failure& why) const;
  static failure of_the_past(failure why);

  /// What became of each, in their order. Fails where the store does.
  result<std::vector<one_record>> together(const std::vector<wanted_entity>& those) const;
  result<void> fold_tree(job_number root, const std::vector<wanted_entity>& those,
                         const std::vector<size_t>& places, std::vector<one_record>& out) const;
  result<uint64_t> first_birth(job_number root, const std::vector<wanted_entity>& those,
                               const std::vector<size_t>& places) const;
  one_record unless_lost(const wanted_entity& who, one_record then) const;
  result<folded_records> fold(job_number root, uint64_t from, const taken& wanted,
                              const std::vector<entity_id>* those) const;
  result<void> seek_snapshots(job_number root, std::map<entity_id, folded>& all, bool named) const;
  folded begin(const entity_id& id, model::definition_source& definitions) const;
  result<bool> is_truncated(job_number root) const;
  one_record outcome(const entity_id& id, const folded& of) const;
  result<const folded_records*> actions_of(const entity_id& coordinator) const;

  result<std::optional<one_record>> by_index(const entity_id& id) const;
  result<bool> begin_with_snapshot(const entity_id& id, uint64_t bound, folded& of,
                                   uint64_t& from) const;
  result<uint64_t> bound_of(job_number root) const;
  one_record in_range(const entity_id& id) const;
  result<void> some_actions(
      const entity_id& coordinator, uint32_t first, uint64_t length,
      const std::function<bool(uint32_t, const model::action_record&)>& visit) const;

  const kv_store& store_;
  const store_reader& now_;
  const model::definitions& definitions_;
  const moment at_;
  const past_index* index_;
  mutable std::recursive_mutex mutex_;
  mutable std::map<entity_id, std::optional<model::any_record>> known_;
  mutable std::map<entity_id, folded_records> actions_;  ///< By coordinator, all of them.
  mutable std::map<entity_id, uint32_t> alone_;  ///< By coordinator, actions asked for singly.
  mutable std::optional<birth_times> births_;
  mutable std::map<job_number, uint64_t> bounds_;  ///< Of trees, the last entry that counts.
  mutable std::set<entity_id> left_out_;
  mutable std::optional<walked_jobs> walked_;
  mutable std::optional<failure> unlisted_;
};

}  // namespace foliot::store
