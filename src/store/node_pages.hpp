// Records on disk. Most are one row. Of a workflow that visited many nodes the row is a head: whole
// pages of its lists of nodes stand in rows of their own behind it, so that a step writes what it
// changed and not all that went before (docs/storage.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/node_list.hpp"
#include "store/codec.hpp"

namespace foliot::store {

/// Which list of a workflow's record. On disk: the highest bit of the number in a page's key.
enum class paged_list : uint8_t { nodes = 0, kept = 1 };

/// The key of page `page`, from 0, of that list of workflow `id`. Pages follow their head.
std::string page_key(const entity_id& id, paged_list list, size_t page);
/// Whether that key of table::record, taken apart, is one of a page.
bool is_page(const entity_id& key);
/// Whether the value of a row begins as a head does, whose pages follow.
bool is_head(std::string_view value);

std::string encode_page(const model::node_page& page);
/// The states of a page. Fails with errc::corrupt or errc::too_new.
result<std::vector<model::node_state>> decode_page(std::string_view bytes);

/// The value of the row of `record`: all of it, or its head. A head names its pages by the hash of
/// their hashes, so its own hash is one of the whole record.
std::string encode_row(const record_view& record);
/// What the journal entry of the step that led to `record` says; `core`: of the entry.
hash128 digest_of(const record_view& record, uint16_t core);

/// Adds the pages that a step from `before` (null: birth) to `after` changes or takes away.
/// `stored`: the pages of `before` are on disk as this layout has them, else all are written.
void change_pages(const entity_id& id, const model::workflow_record* before,
                  const model::workflow_record& after, bool stored, kv_batch& out);

/// Deletes all rows of a record.
void erase_record(const entity_id& id, const model::any_record& record, kv_batch& out);

/// A record with all its pages.
struct joined_record {
  entity_id id;
  model::any_record record;
  size_t bytes = 0;  ///< Of the keys and values of its rows.
};

/// Puts records together from the rows of table::record in the order of their keys.
class record_rows {
 public:
  record_rows();
  record_rows(record_rows&&) noexcept;
  record_rows& operator=(record_rows&&) noexcept;
  ~record_rows();

  /// Takes the next row. Nothing: more rows of the record follow. Fails with errc::corrupt, also
  /// where a page is missing or is not the one that its head names, or with errc::too_new.
  result<std::optional<joined_record>> take(std::string_view key, std::string_view value);
  /// No row follows. Fails with errc::corrupt when one is missing.
  result<void> end() const;

 private:
  struct unfinished;

  result<std::optional<joined_record>> begin(const entity_id& id, std::string_view value);
  result<std::optional<joined_record>> add_page(const entity_id& key, std::string_view value);

  std::unique_ptr<unfinished> open_;  ///< The record whose pages are being taken.
};

/// Shows the records with from <= key < to in order; false stops. `to` empty: to the end. Both lie
/// between records. Fails as the store does and as `record_rows`.
result<void> each_record(const kv_store& store, std::string_view from, std::string_view to,
                         const std::function<bool(joined_record&&)>& visit);

/// The record at exactly `id`, nothing where there is none. It is of one moment, whatever is
/// written meanwhile. Fails as the store does and as `record_rows`.
result<std::optional<joined_record>> read_record(const kv_store& store, const entity_id& id);

}  // namespace foliot::store
