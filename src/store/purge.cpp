#include "store/purge.hpp"

#include <array>
#include <memory>
#include <variant>

#include "model/rest.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"
#include "store/purge_rows.hpp"
#include "store/step_batch.hpp"

namespace foliot::store {

namespace {

/// Up to so many rows are deleted one by one: a range is dearer to every later read.
constexpr size_t single_rows_max = 16;

constexpr std::array tree_tables{table::record, table::journal, table::definition,
                                 table::quarantine, table::by_parent};

}  // namespace

result<std::optional<tree_root>> next_tree(const kv_store& store, std::string_view from) {
  std::optional<tree_root> out;
  const auto scanned = each_record(store, from, "", [&](joined_record&& first) {
    out = tree_root{first.id, std::move(first.record)};
    return false;
  });
  if (!scanned) return scanned.error();
  if (out && (out->id.job != out->id.root || out->id.number != 0))
    return corrupt("a tree has no record of its root");
  return out;
}

result<std::optional<model::any_record>> stored_record(const kv_store& store, const entity_id& id) {
  auto found = read_record(store, id);
  if (!found) return std::move(found).error();
  if (!*found) return std::optional<model::any_record>();
  return std::optional<model::any_record>(std::move((*found)->record));
}

std::string begin_of_tree(const entity_id& root) { return tree_prefix(root.partition, root.root); }

std::string behind_tree(const entity_id& root) {
  return prefix_end(tree_prefix(root.partition, root.root));
}

// -- whole trees ----------------------------------------------------------------------------------

struct burial::content {
  std::array<stretch, tree_tables.size()> tables;
  kv_batch indexes;
  purge_tally tally;
  std::vector<gone_workflow> workflows;
  hash128 definition;  ///< Of the root.

  void row(size_t in, std::string_view key, std::string_view value) {
    stretch& at = tables[in];
    if (at.rows++ < single_rows_max) at.keys.emplace_back(key);
    tally.bytes += key.size() + value.size();
  }
};

result<bool> burial::read_records(const entity_id& root, content& out) const {
  const std::string prefix = tree_prefix(root.partition, root.root);
  std::optional<failure> wrong;
  bool rests = true;
  record_rows rows;
  const auto take = [&](const entity_id& id, const model::any_record& record) {
    rests = rests && !model::must_live(record);
    count(id, record, out.tally);
    erase_index_rows(id, record, out.indexes);
    if (const auto* workflow = std::get_if<model::workflow_record>(&record))
      out.workflows.push_back(gone(id, *workflow));
    if (id.job != root.root || id.number != 0) return;
    std::visit(
        [&](const auto& of) {
          if constexpr (requires { of.definition; }) out.definition = of.definition;
        },
        record);
  };
  const auto scanned = store_.scan(table::record, prefix, prefix_end(prefix),
                                   [&](std::string_view key, std::string_view value) {
                                     const auto joined = rows.take(key, value);
                                     if (!joined) return wrong = joined.error(), false;
                                     out.row(0, key, value);
                                     if (*joined) take((*joined)->id, (*joined)->record);
                                     return rests;
                                   });
  if (!scanned) return scanned.error();
  if (wrong) return *wrong;
  if (auto whole = rows.end(); rests && !whole) return std::move(whole.error());
  return rests;
}

result<void> burial::read_other(const entity_id& root, content& out) const {
  const std::string prefix = tree_prefix(root.partition, root.root);
  for (size_t i = 1; i < tree_tables.size(); ++i) {
    const auto scanned = store_.scan(tree_tables[i], prefix, prefix_end(prefix),
                                     [&](std::string_view key, std::string_view value) {
                                       out.row(i, key, value);
                                       return true;
                                     });
    if (!scanned) return scanned.error();
  }
  out.tally.entries = out.tables[1].rows;
  const auto row =
      store_.get(table::definition, definition_key(root.partition, root.root, out.definition));
  if (!row) return row.error();
  if (!*row) return {};
  const auto text = decode_definition(**row);
  if (!text) return text.error();
  erase_external_row(root, *text, out.indexes);
  return {};
}

result<bool> burial::add(const entity_id& root, bool adjacent) {
  content found;
  auto rests = read_records(root, found);
  if (!rests || !*rests) return rests;
  if (auto read = read_other(root, found); !read) return read.error();
  found.tally.trees = 1;
  found.tally.bytes += index_bytes(found.indexes);
  tally_.add(found.tally);
  rows_.append(found.indexes);
  std::move(found.workflows.begin(), found.workflows.end(), std::back_inserter(workflows_));
  if (!adjacent) close_stretches();
  if (open_.empty())
    for (const table where : tree_tables) open_.push_back({where, "", "", {}, 0});
  for (size_t i = 0; i < tree_tables.size(); ++i) {
    stretch& all = open_[i];
    stretch& more = found.tables[i];
    if (more.rows == 0) continue;
    if (all.rows == 0) all.from = tree_prefix(root.partition, root.root);
    all.to = behind_tree(root);
    all.rows += more.rows;
    if (all.rows <= single_rows_max)
      std::move(more.keys.begin(), more.keys.end(), std::back_inserter(all.keys));
  }
  return true;
}

void burial::close_stretches() {
  for (const stretch& all : std::exchange(open_, {})) {
    if (all.rows > single_rows_max)
      rows_.erase_range(all.where, all.from, all.to);
    else
      for (const std::string& key : all.keys) rows_.erase(all.where, key);
  }
}

kv_batch burial::take_rows() {
  close_stretches();
  return std::move(rows_);
}

}  // namespace foliot::store
