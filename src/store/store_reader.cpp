#include "store/store_reader.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "store/codec.hpp"
#include "store/job_lists.hpp"
#include "store/journal_scan.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

}  // namespace

store_reader::store_reader(const kv_store& store, wire_ids ids, const job_counts* counts,
                           named_definitions* named)
    : store_(store), ids_(std::move(ids)), counts_(counts), named_(named) {}

result<std::optional<entity_id>> store_reader::locate(entity_kind kind, job_number job) const {
  const auto row = store_.get(table::by_id, by_id_key(partition, job));
  if (!row) return row.error();
  if (!row.value()) return std::optional<entity_id>();
  const std::string& value = *row.value();
  const auto root = decode_u64(std::string_view(value).substr(std::min<size_t>(1, value.size())));
  if (!root) return corrupt("the index row of job " + std::to_string(job) + " cannot be read");
  if (static_cast<uint8_t>(value[0]) != static_cast<uint8_t>(kind))
    return std::optional<entity_id>();
  return std::optional<entity_id>(entity_id{partition, kind, 0, *root, job});
}

result<std::optional<model::any_record>> store_reader::record(const entity_id& id) const {
  auto found = read_record(store_, id);
  if (!found) return std::move(found).error();
  if (!*found) {
    if (id.kind != entity_kind::action) return std::optional<model::any_record>();
    const auto range = first_of_range(coordinator_of(id), id.number);
    if (!range) return range.error();
    if (*range == id.number) return std::optional<model::any_record>();
    return record(action_of(coordinator_of(id), *range));
  }
  return std::optional<model::any_record>(std::move((*found)->record));
}

result<model::job_page> store_reader::jobs(entity_kind kind, const model::job_filter& filter,
                                           uint64_t offset, uint64_t length) const {
  return list_jobs(*this, store_, counts_, named_, kind, filter, offset, length);
}

result<std::optional<entity_id>> store_reader::find_external(entity_kind kind,
                                                             std::string_view external_id,
                                                             std::string_view user) const {
  const std::string prefix = user.empty() ? by_external_prefix(partition, kind, external_id)
                                          : by_external_prefix(partition, kind, external_id, user);
  std::optional<entity_id> out;
  bool readable = true;
  const auto scanned = store_.scan(table::by_external, prefix, prefix_end(prefix),
                                   [&](std::string_view key, std::string_view value) {
                                     const auto job = parse_by_external_key(key);
                                     const auto root = decode_u64(value);
                                     readable = job && root;
                                     if (!readable) return false;
                                     if (!out || *job < out->job)
                                       out = entity_id{partition, kind, 0, *root, *job};
                                     return user.empty();  // one user's are in order
                                   });
  if (!scanned) return scanned.error();
  if (!readable) return corrupt("an index row of external ids cannot be read");
  return out;
}

/// The number of the record that action `number` stands in: its own, or of a range of SKIPPED ones.
result<uint32_t> store_reader::first_of_range(const entity_id& coordinator, uint32_t number) const {
  uint32_t out = number;
  std::optional<failure> wrong;
  const auto scanned =
      store_.scan_back(table::record, record_key(action_of(coordinator, 0)),
                       record_key(action_of(coordinator, number)),
                       [&](std::string_view key, std::string_view value) {
                         const auto id = parse_record_key(key);
                         const auto record = decode_record(entity_kind::action, value);
                         if (!id || !record)
                           return wrong = corrupt("an action cannot be read"), false;
                         const auto& action = std::get<model::action_record>(*record);
                         if (action.extra && action.extra->through >= number) out = id->number;
                         return false;
                       });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return out;
}

result<void> store_reader::actions(
    const entity_id& coordinator, uint32_t first, uint64_t length,
    const std::function<bool(uint32_t, const model::action_record&)>& visit) const {
  if (length == 0) return {};
  const auto from = first_of_range(coordinator, first);
  if (!from) return from.error();
  std::string end = record_key(action_of(coordinator, 0));
  end = prefix_end(end.substr(0, end.size() - 4));
  std::optional<failure> wrong;
  const auto scanned = store_.scan(
      table::record, record_key(action_of(coordinator, *from)), end,
      [&](std::string_view key, std::string_view value) {
        const auto id = parse_record_key(key);
        if (!id) return wrong = corrupt("a key of a record cannot be read"), false;
        const auto record = decode_record(entity_kind::action, value);
        if (!record) return wrong = record.error(), false;
        return visit(id->number, std::get<model::action_record>(*record)) && --length > 0;
      });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return {};
}

result<std::vector<entity_id>> store_reader::children(const entity_id& parent) const {
  const std::string prefix = by_parent_prefix(partition, parent.root, parent.job);
  std::vector<entity_id> out;
  bool readable = true;
  const auto scanned = store_.scan(
      table::by_parent, prefix, prefix_end(prefix),
      [&](std::string_view key, std::string_view value) {
        const auto child = parse_by_parent_key(key);
        readable = child.has_value() && value.size() == 1 && value[0] >= 1 && value[0] <= 4;
        if (!readable) return false;
        out.push_back({partition, static_cast<entity_kind>(value[0]), 0, parent.root, *child});
        return true;
      });
  if (!scanned) return scanned.error();
  if (!readable) return corrupt("an index row of children cannot be read");
  return out;
}

result<std::optional<model::definition_text>> store_reader::definition(job_number root,
                                                                       const hash128& hash) const {
  const auto row = store_.get(table::definition, definition_key(partition, root, hash));
  if (!row) return row.error();
  if (!row.value()) return std::optional<model::definition_text>();
  if (hash_of(*row.value()) != hash)
    return corrupt("definition " + to_hex(hash) + " is not what was stored under that name");
  auto text = decode_definition(*row.value());
  if (!text) return text.error();
  return std::optional<model::definition_text>(std::move(text.value()));
}

result<void> store_reader::journal(
    job_number root, uint64_t from,
    const std::function<bool(const model::journal_entry&)>& visit) const {
  std::optional<failure> wrong;
  const auto scanned = store_.scan(
      table::journal, journal_key(partition, root, from), prefix_end(tree_prefix(partition, root)),
      [&](std::string_view key, std::string_view value) {
        const auto at = parse_journal_key(key);
        if (!at) return wrong = corrupt("a key of the journal cannot be read"), false;
        const auto entry = decode_entry(at->partition, at->root, at->sequence, value);
        if (!entry) return wrong = entry.error(), false;
        return visit(*entry);
      });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return {};
}

/// Damage in entries of others, which `journal` would fail at, is not noticed.
result<void> store_reader::journal_of(
    const entity_id& id, uint64_t from,
    const std::function<bool(const model::journal_entry&)>& visit) const {
  const auto judge = [&](uint64_t, const entry_head& head) {
    return head.entity == id ? entry_use::take : entry_use::pass;
  };
  return scan_journal(store_, partition, id.root, from, judge, visit);
}

result<std::optional<model::quarantine_note>> store_reader::quarantined(const entity_id& id) const {
  const auto row = store_.get(table::quarantine, record_key(id));
  if (!row) return row.error();
  if (!row.value()) return std::optional<model::quarantine_note>();
  auto note = decode_note(*row.value());
  if (!note) return note.error();
  return std::optional<model::quarantine_note>(std::move(note.value()));
}

result<void> store_reader::audit(
    job_number before, const std::function<bool(const model::audit_entry&)>& visit) const {
  std::optional<failure> wrong;
  const auto scanned =
      store_.scan_back(table::audit, audit_prefix(partition), audit_key(partition, before),
                       [&](std::string_view key, std::string_view value) {
                         const auto number = parse_audit_key(key);
                         if (!number)
                           return wrong = corrupt("a key of the audit cannot be read"), false;
                         const auto entry = decode_audit(*number, value);
                         if (!entry) return wrong = entry.error(), false;
                         return visit(*entry);
                       });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return {};
}

}  // namespace foliot::store
