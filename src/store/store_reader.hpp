// model::reader over a kv_store: what the REST interface and the command line read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/reader.hpp"
#include "store/job_counts.hpp"

namespace foliot::store {

/// Reads partition 0. Thread-safe. The store must outlive it. Lists read the keys of their indexes
/// and the records of one page. A page has at most limits::list_length_max rows.
class store_reader final : public model::reader {
 public:
  /// `ids`: from take_epoch or load_epochs. `counts`: of this store, outliving the reader; without,
  /// the total of every list is counted by reading its index to the end. `named`: likewise;
  /// without, lists by frequency read the record of each coordinator that else is meant.
  store_reader(const kv_store& store, wire_ids ids, const job_counts* counts = nullptr,
               named_definitions* named = nullptr);

  const wire_ids& ids() const override { return ids_; }
  /// Bundles, coordinators and workflows; an action is found through its coordinator.
  result<std::optional<entity_id>> locate(entity_kind kind, job_number job) const override;
  result<std::optional<model::any_record>> record(const entity_id& id) const override;
  result<model::job_page> jobs(entity_kind kind, const model::job_filter& filter, uint64_t offset,
                               uint64_t length) const override;
  result<std::optional<entity_id>> find_external(entity_kind kind, std::string_view external_id,
                                                 std::string_view user) const override;
  result<void> actions(
      const entity_id& coordinator, uint32_t first, uint64_t length,
      const std::function<bool(uint32_t, const model::action_record&)>& visit) const override;
  /// Of a coordinator: its actions' workflows.
  result<std::vector<entity_id>> children(const entity_id& parent) const override;
  result<std::optional<model::definition_text>> definition(job_number root,
                                                           const hash128& hash) const override;
  result<void> journal(
      job_number root, uint64_t from,
      const std::function<bool(const model::journal_entry&)>& visit) const override;
  result<void> journal_of(
      const entity_id& id, uint64_t from,
      const std::function<bool(const model::journal_entry&)>& visit) const override;
  result<std::optional<model::quarantine_note>> quarantined(const entity_id& id) const override;
  result<void> audit(job_number before,
                     const std::function<bool(const model::audit_entry&)>& visit) const override;

 private:
  result<uint32_t> first_of_range(const entity_id& coordinator, uint32_t number) const;

  const kv_store& store_;
  wire_ids ids_;
  const job_counts* counts_;
  named_definitions* named_;
};

}  // namespace foliot::store
