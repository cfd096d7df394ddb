// Records of workflows so long that parts of them stand in rows of their own.
#include <utility>

#include "store/keys.hpp"
#include "store/node_pages.hpp"
#include "tests/sim/auditor.hpp"

namespace foliot::sim {

bool auditor::is_page_change(const kv_view& change) {
  if (change.where != table::record || !change.range_end.empty()) return false;
  const auto id = store::parse_record_key(change.key);
  return id && store::is_page(*id);
}

void auditor::page_changed(const kv_view& change) {
  if (change.value) {
    ++counts_.pages;
    pages_.insert_or_assign(std::string(change.key), std::string(*change.value));
    return;
  }
  pages_.erase(std::string(change.key));
}

/// All pages that its step changed were taken.
void auditor::finish_head() {
  ++counts_.paged;
  const std::string key = std::exchange(head_, {});
  store::record_rows rows;
  auto joined = rows.take(key, head_value_);
  for (auto page = pages_.upper_bound(key); joined && !*joined && page != pages_.end(); ++page)
    joined = rows.take(page->first, page->second);
  if (!joined) return blame("a long record cannot be read: " + joined.error().text());
  if (!*joined) return blame("a long record misses its last page");
  uint64_t& life = paged_in_[(*joined)->id];
  if (life != 0 && life != life_)
    if (const auto* before = record<model::workflow_record>((*joined)->id))
      counts_.reread += before->nodes.pages().size() + before->kept.pages().size();
  life = life_;
  written((*joined)->id, std::move((*joined)->record));
}

/// Whether the record of that page is on disk and has it.
bool auditor::has_page(const entity_id& key) const {
  entity_id id = key;
  id.number = 0;
  const auto* workflow = record<model::workflow_record>(id);
  if (workflow == nullptr) return false;
  const std::string wanted = store::record_key(key);
  for (size_t i = 0; i < workflow->nodes.pages().size(); ++i)
    if (store::page_key(id, store::paged_list::nodes, i) == wanted) return true;
  for (size_t i = 0; i < workflow->kept.pages().size(); ++i)
    if (store::page_key(id, store::paged_list::kept, i) == wanted) return true;
  return false;
}

}  // namespace foliot::sim
