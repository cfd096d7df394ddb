// What narrows a list of jobs, as ranges of indexes. Only for this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "model/reader.hpp"
#include "store/job_counts.hpp"
#include "store/job_walks.hpp"

namespace foliot::store {

/// One member of a filter: the ranges that hold its jobs, each job in one of them.
struct filter_member {
  std::vector<index_range> ranges;
  std::optional<uint64_t> rows = 0;  ///< Of all ranges; nothing where that is not known.
  bool is_text = false;              ///< No ranges: its text is looked for, `rows` are about right.
  std::vector<key_range> looked_through = {};  ///< Of a text: where it is looked for.

  void add(table where, std::string prefix, std::optional<uint64_t> more) {
    rows = rows && more ? std::optional(*rows + *more) : std::nullopt;
    ranges.push_back({where, std::move(prefix), more});
  }
};

/// The members of one filter.
class filter_members {
 public:
  /// `counts`: of the store that is listed, or null. All outlive this.
  filter_members(const job_counts* counts, entity_kind kind, const model::job_filter& filter)
      : counts_(counts), kind_(kind), filter_(filter) {}

  /// Those that narrow the list; without any, that of all jobs. `text_is_id`: the text is the wire
  /// id of a job, which names and users do not lead to.
  std::vector<filter_member> narrowing(bool text_is_id) const;

  /// The jobs that `of` does not hold, where they are known, and fewer than those that it does.
  /// Counters are there.
  std::optional<filter_member> others(const filter_member& of) const;

 private:
  struct texts_found {
    std::set<std::string> texts;
    std::vector<key_range> rows;  ///< Of neighbours as one range.
  };

  filter_member users(const std::set<std::string>& alternatives) const;
  filter_member names(const std::set<std::string>& alternatives) const;
  filter_member states(const std::set<model::status>& alternatives) const;
  filter_member everything() const;
  filter_member text(bool is_id) const;
  /// The users or names that hold the text; nothing where nobody knows all of them.
  std::optional<texts_found> holding_text(table where) const;
  std::optional<uint64_t> count(table where, const std::string& prefix) const {
    return counts_ == nullptr ? std::nullopt : counts_->of(where, prefix);
  }

  const job_counts* counts_;
  entity_kind kind_;
  const model::job_filter& filter_;
};

}  // namespace foliot::store
