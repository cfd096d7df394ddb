#include "store/journal_scan.hpp"

#include <string>
#include <string_view>

#include "store/codec.hpp"
#include "store/keys.hpp"
#include "store/replay_trees.hpp"

namespace foliot::store {

namespace {

struct found_head {
  journal_position at;
  entry_head head;
};

/// The first entry from the key `from` on, or back from it; of any tree below `end`.
result<std::optional<found_head>> next_head(const kv_store& store, const std::string& from,
                                            const std::string& end, bool back) {
  std::optional<found_head> out;
  std::optional<failure> wrong;
  const auto look = [&](std::string_view key, std::string_view value) {
    const auto at = parse_journal_key(key);
    if (!at) return wrong = corrupt("a key of the journal cannot be read"), false;
    const auto head = decode_entry_head(at->partition, at->root, at->sequence, value);
    if (!head) return wrong = head.error(), false;
    out = found_head{*at, *head};
    return false;
  };
  const auto scanned = back ? store.scan_back(table::journal, from, end, look)
                            : store.scan(table::journal, from, end, look);
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return out;
}

}  // namespace

result<void> scan_journal(
    const kv_store& store, uint16_t partition, job_number root, uint64_t from,
    const std::function<entry_use(uint64_t sequence, const entry_head&)>& judge,
    const std::function<bool(const model::journal_entry&)>& visit,
    const std::function<bool(const entity_id&, const failure&)>& lose) {
  std::optional<failure> wrong;
  const auto scanned = store.scan(
      table::journal, journal_key(partition, root, from), prefix_end(tree_prefix(partition, root)),
      [&](std::string_view key, std::string_view value) {
        const auto at = parse_journal_key(key);
        if (!at) return wrong = corrupt("a key of the journal cannot be read"), false;
        const auto head = decode_entry_head(partition, root, at->sequence, value);
        if (!head) return wrong = head.error(), false;
        const entry_use use = judge(at->sequence, *head);
        if (use != entry_use::take) return use == entry_use::pass;
        const auto entry = decode_entry(partition, root, at->sequence, value);
        if (entry) return visit(*entry);
        if (lose) return lose(head->entity, entry.error());
        return wrong = entry.error(), false;
      });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return {};
}

result<uint64_t> first_entry_at(const kv_store& store, uint16_t partition, job_number root,
                                instant at) {
  const std::string prefix = tree_prefix(partition, root);
  const std::string end = prefix_end(prefix);
  const auto first = next_head(store, prefix, end, false);
  if (!first) return first.error();
  const auto last = next_head(store, prefix, end, true);
  if (!last) return last.error();
  if (!*first || !*last || (*last)->head.now < at) return uint64_t{0};
  uint64_t low = (*first)->at.sequence;
  uint64_t high = (*last)->at.sequence;  // its time is `at` or later
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    const auto found = next_head(store, journal_key(partition, root, middle), end, false);
    if (!found) return found.error();
    if (!*found) return corrupt("the journal of a tree changes while it is read");
    if ((*found)->head.now < at)
      low = (*found)->at.sequence + 1;
    else
      high = middle;
  }
  return low;
}

namespace {

/// `time_of_entry` where a part of the journal cannot be read: that costs its tree alone.
result<std::optional<instant>> time_beside_damage(const kv_store& store, uint16_t partition,
                                                  uint64_t sequence) {
  std::optional<failure> unread;
  std::string from = tree_prefix(partition, 0);
  while (!from.empty()) {
    const auto tree = next_tree(store, from);
    if (!tree) return tree.error();
    if (!*tree || (*tree)->partition != partition) break;
    const job_number root = (*tree)->root;
    const std::string after = prefix_end(tree_prefix(partition, root));
    const auto found = next_head(store, journal_key(partition, root, sequence), after, false);
    if (!found && found.error().code != errc::corrupt) return found.error();
    if (!found)
      unread = found.error();
    else if (*found && (*found)->at.sequence == sequence)
      return std::optional<instant>((*found)->head.now);
    from = after;
  }
  if (unread) return *unread;
  return std::optional<instant>();
}

/// Looks at one tree after the other: sequences are in order within each alone.
result<std::optional<instant>> search_time(const kv_store& store, uint16_t partition,
                                           uint64_t sequence) {
  const std::string end = prefix_end(partition_prefix(partition));
  std::string from = tree_prefix(partition, 0);
  while (true) {
    const auto tree = next_head(store, from, end, false);
    if (!tree) return tree.error();
    if (!*tree) return std::optional<instant>();
    const job_number root = (*tree)->at.root;
    const std::string after = prefix_end(tree_prefix(partition, root));
    if ((*tree)->at.sequence <= sequence) {
      const auto found = next_head(store, journal_key(partition, root, sequence), after, false);
      if (!found) return found.error();
      if (*found && (*found)->at.sequence == sequence)
        return std::optional<instant>((*found)->head.now);
    }
    if (after.empty()) return std::optional<instant>();
    from = after;
  }
}

}  // namespace

result<std::optional<instant>> time_of_entry(const kv_store& store, uint16_t partition,
                                             uint64_t sequence) {
  auto found = search_time(store, partition, sequence);
  if (found || found.error().code != errc::corrupt) return found;
  return time_beside_damage(store, partition, sequence);
}

}  // namespace foliot::store
