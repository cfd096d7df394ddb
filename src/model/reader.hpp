// Reads are served from the store's last commit, never by asking actors (architecture, the way of
// one action). http/ takes this interface; store/ implements it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/audit.hpp"
#include "model/definition.hpp"
#include "model/journal.hpp"

namespace foliot::model {

/// What a list of jobs is filtered by. Empty members mean "any"; several values of one member are
/// alternatives.
struct job_filter {
  std::vector<std::string> users;
  std::vector<std::string> names;
  std::vector<status> states;
  std::vector<job_number> ids;
  std::optional<instant> from = {};   ///< Created then or later.
  std::optional<instant> until = {};  ///< Created then or earlier.
  /// Part of the name or of the user ('%' and '_' as in holds_like), or the whole wire id.
  std::string text = {};
  /// Whether a job is meant; it fails as whatever it looks at. Asked of all jobs that the others
  /// take, newest first, perhaps twice. Of a coordinator's record only `definition` must be there.
  std::function<result<bool>(const entity_id&, const any_record&)> keep = {};
};

struct job_row {
  entity_id id;
  any_record record;
};

struct job_page {
  std::vector<job_row> rows;
  uint64_t total = 0;  ///< Matching the filter, before offset and length.
};

/// Why an entity is not stepped any more.
struct quarantine_note {
  entity_id entity;
  instant since;
  std::string event;  ///< Name of the event that broke it.
  std::string why;
};

/// Thread-safe. Every function fails with errc::io or errc::corrupt when the store does.
class reader {
 public:
  virtual ~reader() = default;

  virtual const wire_ids& ids() const = 0;
  /// The full address of job `job` of that kind, if it exists.
  virtual result<std::optional<entity_id>> locate(entity_kind kind, job_number job) const = 0;
  /// The newest durable record. Of an action inside a range of SKIPPED ones: the range's, whose
  /// nominal time is that of its first action.
  virtual result<std::optional<any_record>> record(const entity_id& id) const = 0;
  /// Jobs of `kind`, newest first; `offset` from 0, at most `length` rows. Fails as `keep` of the
  /// filter as well.
  virtual result<job_page> jobs(entity_kind kind, const job_filter& filter, uint64_t offset,
                                uint64_t length) const = 0;
  /// The oldest job of `kind` that `user` submitted with that external id; an empty user: anybody.
  virtual result<std::optional<entity_id>> find_external(entity_kind kind,
                                                         std::string_view external_id,
                                                         std::string_view user) const = 0;
  /// Actions of a coordinator by number, from `first` on, at most `length` records; `visit` false
  /// stops. A range of SKIPPED ones is visited once, also where it began before `first`.
  virtual result<void> actions(
      const entity_id& coordinator, uint32_t first, uint64_t length,
      const std::function<bool(uint32_t, const action_record&)>& visit) const = 0;
  /// Jobs whose parent is `parent` (a bundle's coordinators, a coordinator's workflows).
  virtual result<std::vector<entity_id>> children(const entity_id& parent) const = 0;
  /// The stored text of a definition of that tree.
  virtual result<std::optional<definition_text>> definition(job_number root,
                                                            const hash128& hash) const = 0;
  /// Entries of one tree in order of sequence, from `from` on; `visit` false stops.
  virtual result<void> journal(job_number root, uint64_t from,
                               const std::function<bool(const journal_entry&)>& visit) const = 0;
  /// The same of that entity alone. What a store passes over it need not decode.
  virtual result<void> journal_of(const entity_id& id, uint64_t from,
                                  const std::function<bool(const journal_entry&)>& visit) const {
    return journal(id.root, from,
                   [&](const journal_entry& entry) { return entry.entity != id || visit(entry); });
  }
  virtual result<std::optional<quarantine_note>> quarantined(const entity_id& id) const = 0;
  /// Entries of the audit with a number below `before`, newest first; `visit` false stops.
  virtual result<void> audit(job_number before,
                             const std::function<bool(const audit_entry&)>& visit) const = 0;
};

/// A definition understood. Pure, cached by the implementation; fails when a stored text cannot be
/// understood any more (a later version of the rules).
class definitions {
 public:
  virtual ~definitions() = default;

  virtual result<std::shared_ptr<const bundle_definition>> bundle(const definition_text&) const = 0;
  virtual result<std::shared_ptr<const coordinator_definition>> coordinator(
      const definition_text&) const = 0;
  virtual result<std::shared_ptr<const workflow_definition>> workflow(
      const definition_text&) const = 0;
};

}  // namespace foliot::model
