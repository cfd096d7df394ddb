// Jobs of the past without the tables of lists: where a part of those cannot be read, the records
// and the journal tell whom there are, tree by tree.
#include <algorithm>
#include <string>
#include <utility>

#include "store/codec.hpp"
#include "store/created_of.hpp"
#include "store/job_takes.hpp"
#include "store/journal_scan.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"
#include "store/past_reader.hpp"
#include "store/replay_trees.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

}  // namespace

/// Notes the jobs of a tree: by their records, and where not all of those can be read by their
/// entries. A tree of which neither can be read to its end is lost.
result<void> past_reader::walk_tree(job_number root, walked_jobs& out) const {
  bool whole = true;
  const std::string prefix = tree_prefix(partition, root);
  const auto by_records = store_.scan(
      table::record, prefix, prefix_end(prefix), [&](std::string_view key, std::string_view value) {
        const auto id = parse_record_key(key);
        if (id && (is_page(*id) || id->kind == entity_kind::action)) return true;
        const auto row =
            id ? decode_row(id->kind, value) : result<decoded_row>(corrupt("no key of a record"));
        if (row)
          out.jobs.emplace(*id, walked_job{*id, created_of(row->record), true});
        else
          whole = false;
        return true;
      });
  if (!by_records && by_records.error().code != errc::corrupt) return by_records.error();
  if (by_records && whole) return {};
  const auto note = [&](uint64_t, const entry_head& head) {
    if (head.entity.kind != entity_kind::action)
      out.jobs.emplace(head.entity, walked_job{head.entity, head.now, head.version == 1});
    return entry_use::pass;
  };
  const auto by_entries = scan_journal(store_, partition, root, 0, note,
                                       [](const model::journal_entry&) { return true; });
  if (by_entries) return {};
  if (by_entries.error().code != errc::corrupt) return by_entries.error();
  out.lost.push_back({partition, entity_kind::none, 0, root, root});
  return {};
}

result<const past_reader::walked_jobs*> past_reader::walked() const {
  if (walked_) return &*walked_;
  walked_jobs out;
  std::string from;
  while (true) {
    const auto tree = next_tree(store_, from);
    if (!tree && (tree.error().code != errc::corrupt || out.jobs.empty())) return tree.error();
    if (!tree) out.lost.push_back({partition, entity_kind::none, 0, 0, 0});  // all behind
    if (!tree || !*tree) break;
    const auto [part, root] = **tree;
    if (part == partition)
      if (auto done = walk_tree(root, out); !done) return done.error();
    from = prefix_end(tree_prefix(part, root));
    if (from.empty()) break;
  }
  walked_ = std::move(out);
  return &*walked_;
}

/// Why lists are made so; nothing: they are not.
std::optional<failure> past_reader::take_unlisted() const {
  const std::lock_guard hold(mutex_);
  return std::exchange(unlisted_, {});
}

/// As `jobs`: all of the kind are folded, the newest first.
result<model::job_page> past_reader::jobs_walked(entity_kind kind, const model::job_filter& filter,
                                                 uint64_t offset, uint64_t length) const {
  const auto born = births();
  if (!born) return of_the_past(born.error());
  const auto all = walked();
  if (!all) return of_the_past(all.error());
  left_out_.insert((*all)->lost.begin(), (*all)->lost.end());
  std::vector<walked_job> order;
  for (const auto& [id, job] : (*all)->jobs)
    if (id.kind == kind && (!job.is_birth || job.created <= born->last)) order.push_back(job);
  std::sort(order.begin(), order.end(), [](const walked_job& left, const walked_job& right) {
    return std::pair(left.created, left.id.job) > std::pair(right.created, right.id.job);
  });
  const auto text = ids().parse(filter.text);
  const job_number text_job = text && text->kind == kind && text->node.empty() ? text->job : 0;
  model::job_page out;
  for (size_t begin = 0; begin < order.size(); begin += folded_together_max) {
    const size_t end = std::min(order.size(), begin + folded_together_max);
    std::vector<wanted_entity> those;
    for (size_t i = begin; i < end; ++i) those.push_back(order[i].wanted());
    auto then = together(those);
    if (!then) return of_the_past(then.error());
    for (size_t i = 0; i < those.size(); ++i) {
      one_record& each = (*then)[i];
      if (each && *each && !takes_job(filter, text_job, those[i].id, **each)) continue;
      if (auto done = add_if_asked(those[i].id, std::move(each), filter, {offset, length}, out);
          !done)
        return done.error();
    }
  }
  return out;
}

result<std::optional<entity_id>> past_reader::locate_walked(entity_kind kind,
                                                            job_number job) const {
  const auto all = walked();
  if (!all) return of_the_past(all.error());
  for (const auto& [id, each] : (*all)->jobs)
    if (id.job == job && id.kind == kind) return std::optional<entity_id>(id);
  return std::optional<entity_id>();
}

/// As their records of that moment say, who is below `parent`. Those that cannot be followed are
/// left out: nobody knows whose they are.
result<std::vector<entity_id>> past_reader::children_walked(const entity_id& parent) const {
  const auto all = walked();
  if (!all) return of_the_past(all.error());
  std::vector<wanted_entity> of_tree;
  for (const auto& [id, job] : (*all)->jobs)
    if (id.root == parent.root && id.job != parent.job) of_tree.push_back(job.wanted());
  std::vector<entity_id> out;
  for (size_t begin = 0; begin < of_tree.size(); begin += folded_together_max) {
    const size_t end = std::min(of_tree.size(), begin + folded_together_max);
    const std::vector<wanted_entity> some(of_tree.begin() + static_cast<std::ptrdiff_t>(begin),
                                          of_tree.begin() + static_cast<std::ptrdiff_t>(end));
    const auto then = together(some);
    if (!then) return of_the_past(then.error());
    for (size_t i = 0; i < some.size(); ++i) {
      const one_record& each = (*then)[i];
      if (!each) {
        if (auto left = leave_out(some[i].id, each.error()); !left) return left.error();
      } else if (*each && model::parent_of(some[i].id, **each).job == parent.job) {
        out.push_back(some[i].id);
      }
    }
  }
  std::sort(out.begin(), out.end(),
            [](const entity_id& left, const entity_id& right) { return left.job < right.job; });
  return out;
}

}  // namespace foliot::store
