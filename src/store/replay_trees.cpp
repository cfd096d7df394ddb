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
