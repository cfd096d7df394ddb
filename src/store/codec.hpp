// The bytes of records, events, journal entries, definitions and quarantine notes
// (docs/storage.md). Equal values have equal bytes. Decoders take hostile bytes and fail with
// errc::corrupt, or with errc::too_new when a later version of Foliot wrote them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "model/journal.hpp"
#include "model/reader.hpp"

namespace foliot::store {

/// First byte of each value on disk. A changed layout raises its number, readers keep knowing the
/// older ones; a higher record_version raises model::core_version too, since digests change.
inline constexpr uint8_t record_version = 4;
inline constexpr uint8_t event_version = 4;
inline constexpr uint8_t entry_version = 2;
inline constexpr uint8_t definition_version = 1;
inline constexpr uint8_t note_version = 1;
inline constexpr uint8_t audit_version = 1;

/// A record or an event of any kind, not owned: what is written need not be copied into a variant.
using record_view = std::variant<const model::bundle_record*, const model::coordinator_record*,
                                 const model::action_record*, const model::workflow_record*>;
using event_view = std::variant<const model::bundle_event*, const model::coordinator_event*,
                                const model::action_event*, const model::workflow_event*>;
record_view view(const model::any_record& record);
event_view view(const model::any_event& event);
/// The kind of entity that has such records or events.
entity_kind kind_of(const record_view& record);
entity_kind kind_of(const event_view& event);

/// version byte, fields. The kind stands in the key.
std::string encode_record(const record_view& record);
std::string encode_record(const model::any_record& record);
/// As an earlier Foliot wrote it, 1..record_version: journal digests are of those bytes.
std::string encode_record(const record_view& record, uint8_t version);
/// The layout of records whose journal entries were made by core version `core`.
uint8_t record_version_of_core(uint16_t core);
/// Fails with errc::corrupt for a head.
result<model::any_record> decode_record(entity_kind kind, std::string_view bytes);

/// Stands in the version byte of heads and pages beside the version.
inline constexpr uint8_t paged_mark = 0x80;
/// The first core version whose journal digests are those of rows; before, of whole records.
inline constexpr uint16_t core_of_pages = 5;

/// The record without its pages, which are named in it (store/node_pages.hpp).
std::string encode_head(const model::workflow_record& record);
/// A row of a record: whole, or a head.
struct decoded_row {
  model::any_record record;
  /// Of a head: how many pages the list of nodes has, then that of the kept ones, each with the
  /// hash of the pages' hashes.
  std::vector<std::pair<size_t, hash128>> pages;
};
result<decoded_row> decode_row(entity_kind kind, std::string_view bytes);
/// The version in the first byte of a head or a page. Fails with errc::corrupt or errc::too_new.
result<uint8_t> paged_version(std::string_view bytes, const std::string& what);

/// version byte, kind, tag of the event, fields.
std::string encode_event(const event_view& event);
std::string encode_event(const model::any_event& event);
result<model::any_event> decode_event(std::string_view bytes);

/// All of a journal entry but its sequence and epoch, which the committer knows, the causing entry,
/// which is told by its distance, and partition and root, which stand in the key. Nothing is owned.
struct entry_body {
  entity_id entity;
  uint64_t version = 0;
  instant now;
  event_view event;
  const model::cause* why = nullptr;
  uint16_t core = model::core_version;
  hash128 definition;
  std::string_view tz_version;
  hash128 digest;
  std::string_view snapshot = {};  ///< The encoded record, in place of an event.
  bool caused = false;             ///< By an entry whose sequence `why` does not have yet.
};
std::string encode_entry_body(const entry_body& body);
/// The value of a journal row: version byte, epoch, body, and how many entries before it its cause
/// stands (absent where `cause` is 0): that stays as small as it is, sequences do not.
std::string join_entry(uint32_t epoch, std::string_view body, uint64_t sequence, uint64_t cause);
std::string encode_entry(const model::journal_entry& entry);
/// `partition`, `root` and `sequence` are those of the key.
result<model::journal_entry> decode_entry(uint16_t partition, job_number root, uint64_t sequence,
                                          std::string_view bytes);

std::string encode_definition(const model::definition_text& text);
result<model::definition_text> decode_definition(std::string_view bytes);

std::string encode_note(const model::quarantine_note& note);
result<model::quarantine_note> decode_note(std::string_view bytes);

/// All of it but its number, which is that of the key.
std::string encode_audit(const model::audit_entry& entry);
result<model::audit_entry> decode_audit(job_number number, std::string_view bytes);

/// The failure for bytes that are not what was written. `what`: "the record of ...".
failure corrupt(const std::string& what);
/// The failure for bytes of a later version of Foliot.
failure too_new(const std::string& what, uint32_t version, uint32_t known);

}  // namespace foliot::store
