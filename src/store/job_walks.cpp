#include "store/job_walks.hpp"

#include <algorithm>
#include <utility>

#include "base/like.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"

namespace foliot::store {

namespace {

/// Rows that are read at once: few at first, since a page may need no more, or a seek may follow.
constexpr size_t chunk_min = 16;
constexpr size_t chunk_max = 4'096;
/// A new scan costs about as much as so many rows of one.
constexpr size_t rows_per_seek = 64;

std::optional<listed_job> job_of_row(std::string_view key, std::string_view value) {
  const auto age = parse_age(key);
  const auto root = decode_u64(value);
  if (!age || !root) return std::nullopt;
  return listed_job{age->created, age->job, *root};
}

/// The first of `jobs`, from `from` on, that is not newer than `at`: mostly one of the next.
size_t first_not_newer(const std::vector<listed_job>& jobs, size_t from, const listed_job& at) {
  size_t ahead = from;
  for (size_t step = 1; ahead < jobs.size() && newer(jobs[ahead], at); step *= 2) {
    from = ahead + 1;
    ahead += step;
  }
  const auto begin = jobs.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(std::min(ahead, jobs.size()));
  return static_cast<size_t>(
      std::lower_bound(begin + static_cast<std::ptrdiff_t>(from), end, at, newer) - begin);
}

class range_walk final : public job_walk {
 public:
  range_walk(walk_source& from, index_range range, const created_span& span)
      : source_(from), range_(std::move(range)), left_(range_.rows.value_or(UINT64_MAX)) {
    key_range keys = keys_within(range_, span);
    from_ = std::move(keys.from);
    to_ = std::move(keys.to);
  }

  const listed_job* head() override {
    if (at_ == chunk_.size()) refill();
    return at_ < chunk_.size() ? &chunk_[at_] : nullptr;
  }
  void pop() override {
    ++at_;
    ++stops_;
  }
  void seek(const listed_job& at) override {
    ++stops_;
    at_ = first_not_newer(chunk_, at_, at);
    if (at_ < chunk_.size() || over_) return;
    // Behind what was read: the rows between are passed over.
    std::string behind = age_key(range_.prefix, at.created, at.job) + '\0';
    if (to_.empty() || behind < to_) {
      to_ = std::move(behind);
      left_ = UINT64_MAX;  // how many are passed over, nobody knows
    }
  }

 private:
  void refill() {
    if (over_ || source_.wrong) {
      chunk_.clear();
      at_ = 0;
      return;
    }
    // Where few of the rows that were read were needed, the next jump is likely to be far too.
    if (!chunk_.empty())
      size_ = stops_ * rows_per_seek < chunk_.size() ? std::max(size_ / 4, chunk_min)
                                                     : std::min(size_ * 4, chunk_max);
    const auto most = static_cast<size_t>(std::min<uint64_t>(size_, left_));
    chunk_.clear();
    at_ = stops_ = 0;
    if (most > 0) {
      const auto scanned = source_.store.scan_back(
          range_.where, from_, to_, [&](std::string_view key, std::string_view value) {
            const auto job = job_of_row(key, value);
            if (!job) return source_.wrong = corrupt("an index row cannot be read"), false;
            chunk_.push_back(*job);
            return chunk_.size() < most;
          });
      if (!scanned) source_.wrong = scanned.error();
    }
    if (source_.wrong) return chunk_.clear();
    if (left_ != UINT64_MAX) left_ -= chunk_.size();
    over_ = chunk_.size() < most || left_ == 0;
    if (!over_) to_ = age_key(range_.prefix, chunk_.back().created, chunk_.back().job);
  }

  walk_source& source_;
  index_range range_;
  std::string from_;
  std::string to_;  ///< Rows below this one are still to be read.
  uint64_t left_;   ///< At most so many.
  std::vector<listed_job> chunk_;
  size_t at_ = 0;
  size_t size_ = chunk_min;
  size_t stops_ = 0;  ///< Rows of the chunk that somebody stood at.
  bool over_ = false;
};

/// Several ranges, as a heap by their heads, the newest in front.
class merged_walk final : public job_walk {
 public:
  merged_walk(walk_source& from, std::vector<index_range> ranges, const created_span& span) {
    walks_.reserve(ranges.size());
    for (index_range& range : ranges) walks_.emplace_back(from, std::move(range), span);
  }

  const listed_job* head() override {
    begin();
    return heap_.empty() ? nullptr : &heap_.front().head;
  }
  void pop() override {
    heap_.front().walk->pop();
    settle();
  }
  void seek(const listed_job& at) override {
    begin();
    while (!heap_.empty() && newer(heap_.front().head, at)) {
      heap_.front().walk->seek(at);
      settle();
    }
  }

 private:
  struct part {
    listed_job head;
    range_walk* walk;
  };

  void begin() {
    if (begun_) return;
    begun_ = true;
    heap_.reserve(walks_.size());
    for (range_walk& each : walks_)
      if (const listed_job* first = each.head()) heap_.push_back({*first, &each});
    std::sort(heap_.begin(), heap_.end(),
              [](const part& left, const part& right) { return newer(left.head, right.head); });
  }
  /// The walk in front has gone on.
  void settle() {
    if (const listed_job* next = heap_.front().walk->head()) {
      heap_.front().head = *next;
    } else {
      heap_.front() = heap_.back();
      heap_.pop_back();
    }
    for (size_t at = 0;;) {
      size_t best = 2 * at + 1;
      if (best >= heap_.size()) return;
      if (best + 1 < heap_.size() && newer(heap_[best + 1].head, heap_[best].head)) ++best;
      if (!newer(heap_[best].head, heap_[at].head)) return;
      std::swap(heap_[at], heap_[best]);
      at = best;
    }
  }

  std::vector<range_walk> walks_;
  std::vector<part> heap_;
  bool begun_ = false;
};

class common_walk final : public job_walk {
 public:
  common_walk(std::vector<std::unique_ptr<job_walk>> walks,
              std::vector<std::unique_ptr<job_walk>> except)
      : walks_(std::move(walks)), except_(std::move(except)) {}

  const listed_job* head() override {
    if (!settled_) settle();
    return over_ ? nullptr : walks_.front()->head();
  }
  void pop() override {
    walks_.front()->pop();
    settled_ = false;
  }
  void seek(const listed_job& at) override {
    walks_.front()->seek(at);
    settled_ = false;
  }

 private:
  /// Goes on until all stand at the same job, and none of the others does.
  void settle() {
    settled_ = true;
    meet();
    while (!over_ && is_excepted(*walks_.front()->head())) {
      walks_.front()->pop();
      meet();
    }
  }
  void meet() {
    const listed_job* job = walks_.front()->head();
    for (size_t i = 1; job != nullptr && i < walks_.size();) {
      walks_[i]->seek(*job);
      const listed_job* other = walks_[i]->head();
      if (other == nullptr) job = nullptr;
      if (other == nullptr || *other == *job) {
        ++i;
        continue;
      }
      walks_.front()->seek(*other);
      job = walks_.front()->head();
      i = 1;
    }
    over_ = over_ || job == nullptr;
  }
  bool is_excepted(const listed_job& job) const {
    for (const auto& each : except_) {
      each->seek(job);
      const listed_job* other = each->head();
      if (other != nullptr && *other == job) return true;
    }
    return false;
  }

  std::vector<std::unique_ptr<job_walk>> walks_;
  std::vector<std::unique_ptr<job_walk>> except_;
  bool settled_ = false;
  bool over_ = false;
};

}  // namespace

key_range keys_within(const index_range& range, const created_span& span) {
  std::string from = span.from ? age_key(range.prefix, *span.from, 0) : range.prefix;
  std::string to = span.until ? prefix_end(age_key(range.prefix, *span.until, UINT64_MAX))
                              : prefix_end(range.prefix);
  return {range.where, std::move(from), std::move(to)};
}

std::unique_ptr<job_walk> walk_ranges(walk_source& from, std::vector<index_range> ranges,
                                      const created_span& span) {
  if (!span.is_all())
    for (index_range& range : ranges) range.rows.reset();
  if (ranges.size() == 1)
    return std::make_unique<range_walk>(from, std::move(ranges.front()), span);
  return std::make_unique<merged_walk>(from, std::move(ranges), span);
}

std::unique_ptr<job_walk> walk_common(std::vector<std::unique_ptr<job_walk>> walks,
                                      std::vector<std::unique_ptr<job_walk>> except) {
  if (walks.size() == 1 && except.empty()) return std::move(walks.front());
  return std::make_unique<common_walk>(std::move(walks), std::move(except));
}

// -- text -----------------------------------------------------------------------------------------

namespace {

/// The newest of many, up to `held` of them, each perhaps thrice.
class newest_jobs {
 public:
  explicit newest_jobs(size_t held) : held_(held) {}

  void add(const listed_job& job) {
    if (floor_ && !newer(job, *floor_)) return;
    jobs_.push_back(job);
    if (jobs_.size() < 2 * held_) return;
    const auto last = jobs_.begin() + static_cast<std::ptrdiff_t>(held_) - 1;
    std::nth_element(jobs_.begin(), last, jobs_.end(), newer);
    jobs_.resize(held_);
    floor_ = jobs_.back();
  }
  /// Whether older ones were passed over.
  bool is_cut() const { return floor_.has_value(); }
  std::vector<listed_job> take() {
    std::sort(jobs_.begin(), jobs_.end(), newer);
    jobs_.erase(std::unique(jobs_.begin(), jobs_.end()), jobs_.end());
    return std::exchange(jobs_, {});
  }

 private:
  size_t held_;
  std::vector<listed_job> jobs_;
  std::optional<listed_job> floor_;  ///< What is not newer than this was passed over.
};

class text_walk final : public job_walk {
 public:
  text_walk(walk_source& from, entity_kind kind, std::string text, std::optional<listed_job> id,
            const created_span& span, std::vector<key_range> through, size_t held)
      : source_(from),
        kind_(kind),
        text_(std::move(text)),
        id_(id),
        span_(span),
        through_(std::move(through)),
        held_(held) {}

  const listed_job* head() override {
    while (at_ == jobs_.size() && !over_) read();
    return at_ < jobs_.size() ? &jobs_[at_] : nullptr;
  }
  void pop() override { ++at_; }
  void seek(const listed_job& at) override {
    while (head() != nullptr) {
      at_ = first_not_newer(jobs_, at_, at);
      if (at_ < jobs_.size()) return;
    }
  }

 private:
  /// The next part, older than the last one.
  void read() {
    newest_jobs found(held_);
    if (id_ && wants(*id_)) found.add(*id_);
    for (const key_range& range : through_) read_through(range, found);
    over_ = !found.is_cut() || source_.wrong;
    jobs_ = source_.wrong ? std::vector<listed_job>{} : found.take();
    at_ = 0;
    if (!jobs_.empty()) last_ = jobs_.back();
  }
  bool wants(const listed_job& job) const {
    return span_.takes(job.created) && (!last_ || newer(*last_, job));
  }
  bool means(table where, std::string_view prefix) const {
    const auto parsed =
        where == table::by_user ? parse_by_user_prefix(prefix) : parse_by_name_prefix(prefix);
    return parsed && parsed->kind == kind_ && holds_like(parsed->text, text_);
  }
  void read_through(const key_range& range, newest_jobs& found) {
    std::optional<std::string> from = range.from;
    while (from && !source_.wrong) from = read_from(range.where, *from, range.to, found);
  }
  /// Reads on from `from`; gives where to go on, when rows that are not meant were left out.
  std::optional<std::string> read_from(table where, const std::string& from, const std::string& end,
                                       newest_jobs& found) {
    std::string prefix;
    bool meant = false;
    size_t passed = 0;
    std::optional<std::string> resume;
    const auto scanned =
        source_.store.scan(where, from, end, [&](std::string_view key, std::string_view value) {
          const std::string_view begin = before_age(key);
          if (begin != prefix) {
            prefix = begin;
            meant = means(where, prefix);
            passed = 0;
          }
          if (!meant) {
            if (++passed < rows_per_seek) return true;
            return resume = prefix_end(prefix), false;
          }
          const auto job = job_of_row(key, value);
          if (!job) return source_.wrong = corrupt("an index row cannot be read"), false;
          if (wants(*job)) found.add(*job);
          return true;
        });
    if (!scanned) source_.wrong = scanned.error();
    return resume;
  }

  walk_source& source_;
  entity_kind kind_;
  std::string text_;
  std::optional<listed_job> id_;
  created_span span_;
  std::vector<key_range> through_;
  size_t held_;
  std::vector<listed_job> jobs_;
  size_t at_ = 0;
  std::optional<listed_job> last_;  ///< Of the part before.
  bool over_ = false;
};

}  // namespace

key_range all_texts(table where, entity_kind kind) {
  // by_user is not ordered by kind: all users are passed by.
  std::string from = where == table::by_name ? by_created_prefix(partition_default, kind)
                                             : partition_prefix(partition_default);
  std::string to = prefix_end(from);
  return {where, std::move(from), std::move(to)};
}

std::unique_ptr<job_walk> walk_text(walk_source& from, entity_kind kind, std::string text,
                                    std::optional<listed_job> id, const created_span& span,
                                    std::vector<key_range> through, size_t held) {
  return std::make_unique<text_walk>(from, kind, std::move(text), id, span, std::move(through),
                                     held);
}

}  // namespace foliot::store
