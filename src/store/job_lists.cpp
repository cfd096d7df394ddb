#include "store/job_lists.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/like.hpp"
#include "base/limits.hpp"
#include "store/job_walks.hpp"
#include "store/keys.hpp"
#include "store/store_reader.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

/// Users or names that are walked beside each other where a text is part of them; more of them are
/// cheaper to read in one pass over the index.
constexpr size_t texts_merged_max = 64;

/// Members that hold fewer jobs are counted as they are walked; of more, one that holds most jobs
/// of all is counted by those that it does not hold.
constexpr uint64_t counted_apart_min = 5'000;

/// Where fewer than one in so many rows of a member are sought, it is not read through.
constexpr uint64_t rows_per_seek = 16;

template <class T>
bool has(const std::vector<T>& alternatives, const T& value) {
  return alternatives.empty() ||
         std::find(alternatives.begin(), alternatives.end(), value) != alternatives.end();
}

/// One member of a filter: the ranges that hold its jobs, each job in one of them.
struct member {
  std::vector<index_range> ranges;
  std::optional<uint64_t> rows = 0;  ///< Of all ranges; nothing where that is not known.
  bool is_text = false;              ///< No ranges: its text is looked for, `rows` are about right.

  void add(table where, std::string prefix, std::optional<uint64_t> more) {
    rows = rows && more ? std::optional(*rows + *more) : std::nullopt;
    ranges.push_back({where, std::move(prefix), more});
  }
};

/// Finds the page of one filter.
class job_list {
 public:
  job_list(const store_reader& reader, const kv_store& store, const job_counts* counts,
           entity_kind kind, const model::job_filter& filter)
      : reader_(reader),
        counts_(counts),
        kind_(kind),
        filter_(filter),
        span_{filter.from, filter.until},
        source_{store, {}} {}

  result<model::job_page> read(uint64_t offset, uint64_t length) {
    if (auto known = find_text(); !known) return std::move(known).error();
    auto found = filter_.ids.empty() ? by_index(offset, length) : by_ids(offset, length);
    if (!found) return std::move(found).error();
    return std::move(out_);
  }

 private:
  std::optional<uint64_t> count(table where, const std::string& prefix) const {
    return counts_ == nullptr ? std::nullopt : counts_->of(where, prefix);
  }

  /// The job whose wire id the text is.
  result<void> find_text() {
    if (filter_.text.empty()) return {};
    const auto parsed = reader_.ids().parse(filter_.text);
    if (!parsed || parsed->kind != kind_ || !parsed->node.empty()) return {};
    const auto id = reader_.locate(kind_, parsed->job);
    if (!id) return id.error();
    if (!*id) return {};
    const auto record = reader_.record(**id);
    if (!record) return record.error();
    if (*record) text_id_ = listed_job{created_of(**record), (*id)->job, (*id)->root};
    return {};
  }

  static instant created_of(const model::any_record& record) {
    return std::visit([](const auto& content) { return content.created; }, record);
  }

  bool takes(const entity_id& id, const model::any_record& record) const {
    return std::visit(
        [&](const auto& content) {
          using record_type = std::remove_cvref_t<decltype(content)>;
          if constexpr (std::is_same_v<record_type, model::action_record>) {
            return false;
          } else {
            return has(filter_.users, content.user) && has(filter_.names, content.name) &&
                   has(filter_.states, content.state) && has(filter_.ids, id.job) &&
                   span_.takes(content.created) && takes_text(id, content.name, content.user);
          }
        },
        record);
  }
  bool takes_text(const entity_id& id, const std::string& name, const std::string& user) const {
    return filter_.text.empty() || holds_like(name, filter_.text) ||
           holds_like(user, filter_.text) || (text_id_ && text_id_->job == id.job);
  }

  /// The record of a job that is still meant; nothing where it is gone, or was changed since its
  /// index was read.
  result<std::optional<model::any_record>> meant(const entity_id& id) const {
    auto record = reader_.record(id);
    if (!record || !*record) return record;
    if (!takes(id, **record)) return std::optional<model::any_record>();
    if (!filter_.keep) return record;
    const auto kept = filter_.keep(id, **record);
    if (!kept) return kept.error();
    if (!*kept) return std::optional<model::any_record>();
    return record;
  }

  // -- by ids -------------------------------------------------------------------------------------

  result<void> by_ids(uint64_t offset, uint64_t length) {
    std::vector<std::pair<listed_job, model::any_record>> found;
    for (job_number job : std::set<job_number>(filter_.ids.begin(), filter_.ids.end())) {
      const auto id = reader_.locate(kind_, job);
      if (!id) return id.error();
      if (!id.value()) continue;
      auto record = meant(**id);
      if (!record) return std::move(record).error();
      if (!*record) continue;
      const instant created = created_of(**record);
      found.emplace_back(listed_job{created, job, (*id)->root}, std::move(**record));
    }
    std::sort(found.begin(), found.end(),
              [](const auto& left, const auto& right) { return newer(left.first, right.first); });
    out_.total = found.size();
    for (uint64_t i = offset; i < found.size() && out_.rows.size() < length; ++i)
      out_.rows.push_back({id_of(found[i].first), std::move(found[i].second)});
    return {};
  }

  // -- by indexes ---------------------------------------------------------------------------------

  entity_id id_of(const listed_job& job) const { return {partition, kind_, 0, job.root, job.job}; }

  member users(const std::set<std::string>& alternatives) const {
    member out;
    for (const std::string& user : alternatives) {
      std::string prefix = by_user_prefix(partition, user, kind_);
      const auto rows = count(table::by_user, prefix);
      out.add(table::by_user, std::move(prefix), rows);
    }
    return out;
  }
  member names(const std::set<std::string>& alternatives) const {
    member out;
    for (const std::string& name : alternatives) {
      std::string prefix = by_name_prefix(partition, kind_, name);
      const auto rows = count(table::by_name, prefix);
      out.add(table::by_name, std::move(prefix), rows);
    }
    return out;
  }
  member states(const std::set<model::status>& alternatives) const {
    member out;
    for (const model::status state : alternatives) {
      std::string prefix = by_status_prefix(partition, kind_, state);
      const auto rows = count(table::by_status, prefix);
      out.add(table::by_status, std::move(prefix), rows);
    }
    return out;
  }
  member everything() const {
    member out;
    out.add(table::by_created, by_created_prefix(partition, kind_),
            counts_ == nullptr ? std::nullopt : counts_->of(kind_));
    return out;
  }

  /// The users or names that hold the text; nothing where nobody knows all of them.
  std::optional<std::set<std::string>> holding_text(table where) const {
    std::set<std::string> out;
    const auto note = [&](const std::string& text, const std::string&) {
      if (holds_like(text, filter_.text)) out.insert(text);
    };
    if (counts_ == nullptr || !counts_->each(where, kind_, note)) return std::nullopt;
    return out;
  }
  /// Where only names hold the text, or only users, it means some of these.
  member text() const {
    member out;
    out.is_text = true;
    out.rows = std::nullopt;
    if (text_id_) return out;
    const auto of_names = holding_text(table::by_name);
    const auto of_users = holding_text(table::by_user);
    if (!of_names || !of_users) return out;
    if (of_users->empty() && of_names->size() <= texts_merged_max) return names(*of_names);
    if (of_names->empty() && of_users->size() <= texts_merged_max) return users(*of_users);
    const auto rows_of_names = names(*of_names).rows;
    const auto rows_of_users = users(*of_users).rows;
    if (rows_of_names && rows_of_users) out.rows = *rows_of_names + *rows_of_users;
    return out;
  }

  /// The members that narrow the list.
  std::vector<member> members() const {
    std::vector<member> out;
    if (!filter_.users.empty()) out.push_back(users({filter_.users.begin(), filter_.users.end()}));
    if (!filter_.names.empty()) out.push_back(names({filter_.names.begin(), filter_.names.end()}));
    if (!filter_.states.empty())
      out.push_back(states({filter_.states.begin(), filter_.states.end()}));
    if (!filter_.text.empty()) out.push_back(text());
    if (out.empty()) out.push_back(everything());
    return out;
  }

  /// The jobs that `of` does not hold, where they are known, and fewer than those that it does.
  std::optional<member> others(const member& of) const {
    const auto all = counts_->of(kind_);
    if (!all || of.is_text || !of.rows || *of.rows <= *all - std::min(*all, *of.rows))
      return std::nullopt;
    std::set<std::string> held;
    for (const index_range& range : of.ranges) held.insert(range.prefix);
    std::vector<std::string> left;
    const auto note = [&](const std::string&, const std::string& prefix) {
      if (!held.contains(prefix)) left.push_back(prefix);
    };
    const table where = of.ranges.front().where;
    if (where == table::by_status)
      for (size_t i = 0; i < model::status_count; ++i)
        note("", by_status_prefix(partition, kind_, static_cast<model::status>(i)));
    else if (!counts_->each(where, kind_, note))
      return std::nullopt;
    if (left.size() > texts_merged_max) return std::nullopt;
    member out;
    for (std::string& prefix : left) {
      const auto rows = count(where, prefix);
      out.add(where, std::move(prefix), rows);
    }
    return out;
  }

  /// How many jobs are in all of `of`: |A and B| = |B| - |B without A|, where that is less to read.
  uint64_t count_common(std::vector<member> of) {
    if (of.size() == 1 && of.front().rows) return *of.front().rows;
    for (size_t i = 0; i < of.size(); ++i) {
      auto without = others(of[i]);
      if (!without) continue;
      of.erase(of.begin() + static_cast<std::ptrdiff_t>(i));
      const uint64_t rest = count_common(of);
      if (without->rows == uint64_t{0}) return rest;
      of.push_back(std::move(*without));
      return rest - std::min(rest, count_common(std::move(of)));
    }
    const auto walk = walk_all(std::move(of));
    uint64_t out = 0;
    for (; walk->head() != nullptr; walk->pop()) ++out;
    return out;
  }

  /// The total of several members, where that is better counted apart from the page.
  std::optional<uint64_t> counted_apart(const std::vector<member>& of) {
    if (counts_ == nullptr || of.size() < 2 || !span_.is_all() || filter_.keep) return std::nullopt;
    bool better = false;
    for (const member& each : of) {
      if (each.is_text || each.rows.value_or(0) < counted_apart_min) return std::nullopt;
      better = better || others(each).has_value();
    }
    return better ? std::optional(count_common(of)) : std::nullopt;
  }

  std::unique_ptr<job_walk> walk_all(std::vector<member> of) {
    std::stable_sort(of.begin(), of.end(), [](const member& left, const member& right) {
      return left.rows.value_or(UINT64_MAX) < right.rows.value_or(UINT64_MAX);
    });
    std::vector<std::unique_ptr<job_walk>> walks;
    std::vector<std::unique_ptr<job_walk>> except;
    walks.reserve(of.size());
    except.reserve(of.size());
    const uint64_t sought = of.front().rows.value_or(UINT64_MAX / rows_per_seek);
    for (member& each : of) {
      const bool read = counts_ != nullptr && sought * rows_per_seek >= each.rows.value_or(0);
      auto without = read && !walks.empty() ? others(each) : std::nullopt;
      if (without)
        except.push_back(walk_of(std::move(*without)));
      else
        walks.push_back(walk_of(std::move(each)));
    }
    return walk_common(std::move(walks), std::move(except));
  }
  std::unique_ptr<job_walk> walk_of(member of) {
    if (of.is_text) return walk_text(source_, kind_, filter_.text, text_id_, span_);
    return walk_ranges(source_, std::move(of.ranges), span_);
  }

  result<void> by_index(uint64_t offset, uint64_t length) {
    std::vector<member> narrowing = members();
    // One member alone is counted already: the walk ends with the page.
    const bool counted =
        narrowing.size() == 1 && !narrowing.front().is_text && span_.is_all() && !filter_.keep;
    const std::optional<uint64_t> total =
        counted ? narrowing.front().rows : counted_apart(narrowing);
    const auto walk = walk_all(std::move(narrowing));
    if (auto walked = filter_.keep ? walk_records(*walk, offset, length)
                                   : walk_keys(*walk, offset, length, total);
        !walked)
      return walked;
    if (source_.wrong) return *source_.wrong;
    return {};
  }

  /// Only the rows of the page are read.
  result<void> walk_keys(job_walk& walk, uint64_t offset, uint64_t length,
                         std::optional<uint64_t> total) {
    std::vector<listed_job> page;
    uint64_t seen = 0;
    while (!total || page.size() < length) {
      const listed_job* job = walk.head();
      if (job == nullptr) {
        total.reset();  // all were seen: what was counted is of another moment
        break;
      }
      if (seen++ >= offset && page.size() < length) page.push_back(*job);
      walk.pop();
    }
    out_.total = std::max(total.value_or(seen), seen);
    out_.rows.reserve(page.size());
    for (const listed_job& job : page) {
      auto record = meant(id_of(job));
      if (!record) return std::move(record).error();
      // The index was read a moment earlier: a job may have changed its status since.
      if (!*record)
        --out_.total;
      else
        out_.rows.push_back({id_of(job), std::move(**record)});
    }
    return {};
  }

  result<void> walk_records(job_walk& walk, uint64_t offset, uint64_t length) {
    for (const listed_job* job = walk.head(); job != nullptr; job = walk.head()) {
      auto record = meant(id_of(*job));
      if (!record) return std::move(record).error();
      if (*record && out_.total++ >= offset && out_.rows.size() < length)
        out_.rows.push_back({id_of(*job), std::move(**record)});
      walk.pop();
    }
    return {};
  }

  const store_reader& reader_;
  const job_counts* counts_;
  entity_kind kind_;
  const model::job_filter& filter_;
  created_span span_;
  walk_source source_;
  std::optional<listed_job> text_id_;
  model::job_page out_;
};

}  // namespace

result<model::job_page> list_jobs(const store_reader& reader, const kv_store& store,
                                  const job_counts* counts, entity_kind kind,
                                  const model::job_filter& filter, uint64_t offset,
                                  uint64_t length) {
  length = std::min<uint64_t>(length, limits::list_length_max);
  return job_list(reader, store, counts, kind, filter).read(offset, length);
}

}  // namespace foliot::store
