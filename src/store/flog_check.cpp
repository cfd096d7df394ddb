#include "store/flog_check.hpp"

#include <optional>
#include <set>
#include <string_view>

#include "store/codec.hpp"
#include "store/keys.hpp"
#include "store/named_jobs.hpp"
#include "store/node_pages.hpp"
#include "store/replay_trees.hpp"

namespace foliot::store {

namespace {

constexpr size_t told_max = 100;

class row_check {
 public:
  explicit row_check(const flog_content& content) : content_(content) {
    for (const kv_change& row : content.rows)
      if (row.where == table::meta)
        if (const auto epoch = parse_epoch_key(row.key)) epochs_.insert(*epoch);
  }

  std::vector<std::string> run() {
    for (size_t i = 0; i < content_.rows.size() && out_.size() < told_max; ++i)
      look(content_.rows[i], content_.offsets.at(i));
    return std::move(out_);
  }

 private:
  void look(const kv_change& row, size_t offset) {
    if (row.where != table::journal && row.where != table::record) return;
    const std::string value = row.value.value_or("");
    const std::string place = " at byte " + std::to_string(offset);
    if (row.where == table::journal) {
      const auto at = parse_journal_key(row.key);
      if (!at) return;  // told by the reader of the file
      const std::string name = "journal entry " + std::to_string(at->sequence) + place;
      if (!same_tree({at->partition, at->root})) return say(name + " is of another tree");
      const auto entry = decode_entry(at->partition, at->root, at->sequence, value);
      if (!entry) return say(name + " cannot be read: " + entry.error().sentence);
      return epochs_of(row, name);
    }
    const auto id = parse_record_key(row.key);
    if (!id) return say("the key of the record" + place + " cannot be read");
    const std::string name = "the record" + place;
    if (!same_tree({id->partition, id->root})) return say(name + " is of another tree");
    if (!is_page(*id))
      if (const auto record = decode_row(id->kind, value); !record)
        return say(name + " cannot be read: " + record.error().sentence);
    epochs_of(row, name);
  }
  bool same_tree(const tree_id& tree) {
    if (!tree_) tree_ = tree;
    return *tree_ == tree;
  }
  void epochs_of(const kv_change& row, const std::string& name) {
    for (const job_number job : jobs_in_row(row))
      if (epochs_.insert(epoch_of(job)).second)
        say(name + " speaks of job " + std::to_string(counter_of(job)) + " of epoch " +
            std::to_string(epoch_of(job)) + ", which no row names");
  }
  void say(std::string sentence) { out_.push_back(std::move(sentence)); }

  const flog_content& content_;
  std::set<uint32_t> epochs_;  ///< That a row names, or that were told.
  std::optional<tree_id> tree_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> strange_rows(const flog_content& content) {
  return row_check(content).run();
}

}  // namespace foliot::store
