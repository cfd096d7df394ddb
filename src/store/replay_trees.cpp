#include "store/replay_trees.hpp"

#include <string_view>

#include "store/codec.hpp"
#include "store/keys.hpp"

namespace foliot::store {

result<std::optional<tree_id>> next_tree(const kv_store& store, table where,
                                         const std::string& from) {
  std::optional<tree_id> out;
  bool readable = true;
  const auto scanned = store.scan(where, from, "", [&](std::string_view key, std::string_view) {
    readable = key.size() >= 18;
    if (!readable) return false;
    const auto place = parse_journal_key(key.substr(0, 18));
    out = tree_id{place->partition, place->root};
    return false;
  });
  if (!scanned) return scanned.error();
  if (!readable) return corrupt("a key is too short");
  return out;
}

result<std::optional<tree_id>> next_tree(const kv_store& store, const std::string& from) {
  std::optional<tree_id> out;
  std::optional<failure> unread;
  for (const table where : {table::journal, table::record}) {
    const auto found = next_tree(store, where, from);
    if (!found && found.error().code != errc::corrupt) return found.error();
    if (!found)
      unread = found.error();  // a part of its files: the tree itself will say so
    else if (*found && (!out || **found < *out))
      out = **found;
  }
  if (!out && unread) return *unread;
  return out;
}

std::string name_of_entry(const model::journal_entry& entry) {
  std::string out = "entry " + std::to_string(entry.sequence) + " (" +
                    std::string(model::event_name(entry.event)) + ", version " +
                    std::to_string(entry.version);
  if (entry.core != model::core_version)
    out += ", written by core version " + std::to_string(entry.core) + ", this is " +
           std::to_string(model::core_version);
  return out + ")";
}

result<std::set<uint32_t>> known_epochs(const kv_store& store) {
  std::set<uint32_t> out;
  const auto scanned = store.scan(table::meta, epoch_prefix(), prefix_end(epoch_prefix()),
                                  [&](std::string_view key, std::string_view) {
                                    if (const auto epoch = parse_epoch_key(key)) out.insert(*epoch);
                                    return true;
                                  });
  if (!scanned) return scanned.error();
  return out;
}

}  // namespace foliot::store
