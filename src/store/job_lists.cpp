#include "store/job_lists.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "store/job_members.hpp"
#include "store/job_takes.hpp"
#include "store/job_walks.hpp"
#include "store/keys.hpp"
#include "store/store_reader.hpp"

namespace foliot::store {

namespace {

constexpr uint16_t partition = partition_default;

/// Members that hold fewer jobs are counted as they are walked; of more, one that holds most jobs
/// of all is counted by those that it does not hold.
constexpr uint64_t counted_apart_min = 5'000;

/// Where fewer than one in so many rows of a member are sought, it is not read through.
constexpr uint64_t rows_per_seek = 16;

/// Finds the page of one filter.
class job_list {
 public:
  job_list(const store_reader& reader, const kv_store& store, const job_counts* counts,
           named_definitions* named, entity_kind kind, const model::job_filter& filter)
      : reader_(reader),
        counts_(counts),
        named_(named),
        kind_(kind),
        filter_(filter),
        span_{filter.from, filter.until},
        members_(counts, kind, filter),
        source_{store, {}} {}

  result<model::job_page> read(uint64_t offset, uint64_t length) {
    if (auto known = find_text(); !known) return std::move(known).error();
    auto found = filter_.ids.empty() ? by_index(offset, length) : by_ids(offset, length);
    if (!found) return std::move(found).error();
    return std::move(out_);
  }

 private:
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

  /// As much of a coordinator's record as `keep` needs.
  const model::any_record& naming(const hash128& definition) {
    std::get<model::coordinator_record>(named_only_).definition = definition;
    return named_only_;
  }
  /// What the filter's `keep` says of a job, whose record is read only where nobody remembers which
  /// definition it names.
  result<bool> is_kept(const entity_id& id) {
    const bool remembers = named_ != nullptr && kind_ == entity_kind::coordinator;
    if (remembers)
      if (const auto definition = named_->of(id.job)) return filter_.keep(id, naming(*definition));
    const uint64_t seen = remembers ? named_->writes() : 0;
    const auto record = reader_.record(id);
    if (!record) return record.error();
    if (!*record) return false;
    if (remembers)
      named_->remember(id.job, std::get<model::coordinator_record>(**record).definition, seen);
    return filter_.keep(id, **record);
  }

  static instant created_of(const model::any_record& record) {
    return std::visit([](const auto& content) { return content.created; }, record);
  }

  bool takes(const entity_id& id, const model::any_record& record) const {
    return takes_job(filter_, text_id_ ? text_id_->job : 0, id, record);
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

  /// How many jobs are in all of `of`: |A and B| = |B| - |B without A|, where that is less to read.
  uint64_t count_common(std::vector<filter_member> of) {
    if (of.size() == 1 && of.front().rows) return *of.front().rows;
    for (size_t i = 0; i < of.size(); ++i) {
      auto without = members_.others(of[i]);
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
  std::optional<uint64_t> counted_apart(const std::vector<filter_member>& of) {
    if (counts_ == nullptr || of.size() < 2 || !span_.is_all() || filter_.keep) return std::nullopt;
    bool better = false;
    for (const filter_member& each : of) {
      if (each.is_text || each.rows.value_or(0) < counted_apart_min) return std::nullopt;
      better = better || members_.others(each).has_value();
    }
    return better ? std::optional(count_common(of)) : std::nullopt;
  }

  /// How many jobs of `of`, whose rows are known, were created within the filter's times: counted
  /// there and outside in turns, so that the smaller side tells.
  uint64_t count_in_span(const filter_member& of) {
    const auto walk = [&](const created_span& span) {
      return walk_ranges(source_, of.ranges, span);
    };
    const auto inside = walk(span_);
    std::vector<std::unique_ptr<job_walk>> outside;
    if (span_.from) outside.push_back(walk({std::nullopt, plus_ms(*span_.from, -1)}));
    if (span_.until) outside.push_back(walk({plus_ms(*span_.until, 1), std::nullopt}));
    uint64_t within = 0;
    uint64_t others = 0;
    for (size_t side = 0; inside->head() != nullptr; ++within, inside->pop()) {
      while (side < outside.size() && outside[side]->head() == nullptr) ++side;
      if (side == outside.size()) return *of.rows - std::min(*of.rows, others);
      outside[side]->pop();
      ++others;
    }
    return within;
  }

  /// How many rows `of` has within the filter's times, read forwards: that is half of the way back.
  uint64_t count_rows(const filter_member& of) {
    uint64_t out = 0;
    for (const index_range& range : of.ranges) {
      const key_range keys = keys_within(range, span_);
      const auto count = [&](std::string_view, std::string_view) { return ++out, true; };
      const auto scanned = source_.store.scan(keys.where, keys.from, keys.to, count);
      if (!scanned) source_.wrong = scanned.error();
    }
    return out;
  }

  /// What is known of the total before the page is walked.
  std::optional<uint64_t> known_total(const std::vector<filter_member>& of) {
    const filter_member& first = of.front();
    if (filter_.keep || of.size() > 1 || first.is_text) return counted_apart(of);
    if (!first.rows) return count_rows(first);
    return span_.is_all() ? *first.rows : count_in_span(first);
  }

  std::unique_ptr<job_walk> walk_all(std::vector<filter_member> of) {
    std::stable_sort(of.begin(), of.end(),
                     [](const filter_member& left, const filter_member& right) {
                       return left.rows.value_or(UINT64_MAX) < right.rows.value_or(UINT64_MAX);
                     });
    std::vector<std::unique_ptr<job_walk>> walks;
    std::vector<std::unique_ptr<job_walk>> except;
    walks.reserve(of.size());
    except.reserve(of.size());
    const uint64_t sought = of.front().rows.value_or(UINT64_MAX / rows_per_seek);
    for (filter_member& each : of) {
      const bool read = counts_ != nullptr && sought * rows_per_seek >= each.rows.value_or(0);
      auto without = read && !walks.empty() ? members_.others(each) : std::nullopt;
      if (without)
        except.push_back(walk_of(std::move(*without)));
      else
        walks.push_back(walk_of(std::move(each)));
    }
    return walk_common(std::move(walks), std::move(except));
  }
  std::unique_ptr<job_walk> walk_of(filter_member of) {
    if (of.is_text)
      return walk_text(source_, kind_, filter_.text, text_id_, span_, std::move(of.looked_through));
    return walk_ranges(source_, std::move(of.ranges), span_);
  }

  result<void> by_index(uint64_t offset, uint64_t length) {
    std::vector<filter_member> narrowing = members_.narrowing(text_id_.has_value());
    const std::optional<uint64_t> total = known_total(narrowing);
    const auto walk = walk_all(std::move(narrowing));
    if (auto walked = filter_.keep ? walk_kept(*walk, offset, length)
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
    return read_page(page);
  }

  /// All are seen, by what is remembered of them.
  result<void> walk_kept(job_walk& walk, uint64_t offset, uint64_t length) {
    std::vector<listed_job> page;
    for (const listed_job* job = walk.head(); job != nullptr; job = walk.head()) {
      const auto kept = is_kept(id_of(*job));
      if (!kept) return kept.error();
      if (*kept && out_.total++ >= offset && page.size() < length) page.push_back(*job);
      walk.pop();
    }
    return read_page(page);
  }

  result<void> read_page(const std::vector<listed_job>& page) {
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

  const store_reader& reader_;
  const job_counts* counts_;
  named_definitions* named_;
  entity_kind kind_;
  const model::job_filter& filter_;
  created_span span_;
  filter_members members_;
  walk_source source_;
  std::optional<listed_job> text_id_;
  model::any_record named_only_ = model::coordinator_record{};
  model::job_page out_;
};

}  // namespace

result<model::job_page> list_jobs(const store_reader& reader, const kv_store& store,
                                  const job_counts* counts, named_definitions* named,
                                  entity_kind kind, const model::job_filter& filter,
                                  uint64_t offset, uint64_t length) {
  length = std::min<uint64_t>(length, limits::list_length_max);
  return job_list(reader, store, counts, named, kind, filter).read(offset, length);
}

}  // namespace foliot::store
