#include "store/replay_snapshots.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "store/codec.hpp"
#include "store/entry_head.hpp"
#include "store/keys.hpp"

namespace foliot::store {

result<void> each_entry(const kv_store& store, uint16_t partition, job_number root,
                        const std::function<bool(const model::journal_entry&)>& visit,
                        const std::function<void(const bad_entry&)>& bad) {
  const std::string prefix = tree_prefix(partition, root);
  std::optional<failure> wrong;
  uint64_t place = 0;
  const auto scanned = store.scan(
      table::journal, prefix, prefix_end(prefix),
      [&](std::string_view key, std::string_view value) {
        const auto at = parse_journal_key(key);
        if (!at) return wrong = corrupt("a key of the journal cannot be read"), false;
        const auto entry = decode_entry(at->partition, at->root, at->sequence, value);
        ++place;
        if (entry) return visit(*entry);
        if (!bad) return wrong = entry.error(), false;
        const auto head = decode_entry_head(at->partition, at->root, at->sequence, value);
        std::optional<entity_id> entity;
        if (head) entity = head->entity;
        bad({at->sequence, place - 1, entity, entry.error()});
        return true;
      });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return {};
}

result<journal_beginning> beginning_of(const kv_store& store, uint16_t partition, job_number root) {
  journal_beginning out;
  const auto pass_over = [](const bad_entry&) {};
  const auto first = each_entry(
      store, partition, root,
      [&](const model::journal_entry& entry) {
        out.truncated = entry.snapshot || entry.version != 1 || entry.entity.job != root;
        return false;
      },
      pass_over);
  if (!first) return first.error();
  if (!out.truncated) return out;
  std::set<entity_id> seen;
  std::set<entity_id> born;
  const auto all = each_entry(
      store, partition, root,
      [&](const model::journal_entry& entry) {
        // One that was taken away may have been born again later: what comes first counts.
        const bool first_of_it = seen.insert(entry.entity).second;
        if (entry.snapshot)
          out.records.emplace(entry.entity, entry.snapshot);
        else if (first_of_it && entry.version == 1)
          born.insert(entry.entity);
        return true;
      },
      pass_over);
  if (!all) return all.error();
  // Without any snapshot nothing was taken away: the journal begins wrongly.
  out.truncated = !out.records.empty();
  for (const entity_id& id : born) out.records.erase(id);
  return out;
}

}  // namespace foliot::store
