#include "store/recovery_scan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"

namespace foliot::store {

namespace {

/// Rows of a skipped tree that are walked over before a new scan is begun behind it: a seek costs
/// about as much as this many steps.
constexpr uint32_t walk_rows_max = 64;

std::string name_of(const entity_id& id) {
  return "record (kind " + std::to_string(static_cast<int>(id.kind)) + ", root " +
         std::to_string(id.root) + ", job " + std::to_string(id.job) + ", number " +
         std::to_string(id.number) + ")";
}

bool same_tree(const entity_id& left, const entity_id& right) {
  return left.partition == right.partition && left.root == right.root;
}

/// Takes the rows of the record table one by one.
class tree_walk {
 public:
  explicit tree_walk(tree_visitor& visitor) : visitor_(visitor) {}

  /// Takes one row; false stops the scan: it failed, or it shall go on at `resume_from()`.
  bool row(std::string_view key, std::string_view value) {
    const auto id = parse_record_key(key);
    if (!id) return stop(corrupt("a key of a record cannot be read"));
    if (root_ && skipping_ && same_tree(*root_, *id)) return pass_over();
    auto joined = rows_.take(key, value);
    if (!joined) return stop(std::move(joined.error()).within(name_of(*id)));
    if (!*joined) return true;
    if (!root_ || !same_tree(*root_, *id))
      return begin((*joined)->id, std::move((*joined)->record));
    return show((*joined)->id, std::move((*joined)->record));
  }
  void end() {
    if (root_ && !skipping_) visitor_.tree_end(*root_);
    root_.reset();
  }
  /// Fails where rows of the last record are missing.
  result<void> is_whole() const { return rows_.end(); }
  /// Where to go on after a stop, once.
  std::optional<std::string> resume_from() { return std::exchange(resume_from_, std::nullopt); }
  const std::optional<failure>& wrong() const { return wrong_; }
  const scan_report& report() const { return report_; }

 private:
  bool begin(const entity_id& id, model::any_record&& record) {
    end();
    if (id.job != id.root || id.number != 0)
      return stop(corrupt(name_of(id) + " has no record of its root job"));
    root_ = id;
    passed_ = 0;
    skipping_ = !visitor_.tree(id, record);
    ++(skipping_ ? report_.skipped : report_.trees);
    return skipping_ || show(id, std::move(record));
  }
  bool show(const entity_id& id, model::any_record&& record) {
    ++report_.entities;
    visitor_.entity(id, std::move(record));
    return true;
  }
  bool pass_over() {
    if (++passed_ < walk_rows_max) return true;
    std::string next = prefix_end(tree_prefix(root_->partition, root_->root));
    if (next.empty()) return false;  // the last tree that can be
    resume_from_ = std::move(next);
    return false;
  }
  bool stop(failure why) {
    wrong_ = std::move(why);
    return false;
  }

  tree_visitor& visitor_;
  record_rows rows_;
  std::optional<entity_id> root_;
  bool skipping_ = false;
  uint32_t passed_ = 0;
  std::optional<std::string> resume_from_;
  std::optional<failure> wrong_;
  scan_report report_;
};

}  // namespace

result<scan_report> scan_trees(const kv_store& store, tree_visitor& visitor) {
  tree_walk walk(visitor);
  std::optional<std::string> from = std::string();
  while (from) {
    const auto scanned = store.scan(
        table::record, *from, "",
        [&](std::string_view key, std::string_view value) { return walk.row(key, value); });
    if (!scanned) return scanned.error();
    if (walk.wrong()) return *walk.wrong();
    from = walk.resume_from();
  }
  if (auto whole = walk.is_whole(); !whole) return std::move(whole.error());
  walk.end();
  return walk.report();
}

result<void> scan_quarantined(const kv_store& store,
                              const std::function<bool(const model::quarantine_note&)>& visit) {
  std::optional<failure> wrong;
  const auto scanned =
      store.scan(table::quarantine, "", "", [&](std::string_view, std::string_view value) {
        auto note = decode_note(value);
        if (!note) return wrong = std::move(note.error()), false;
        return visit(*note);
      });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  return {};
}

}  // namespace foliot::store
