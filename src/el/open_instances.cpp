#include "el/open_instances.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/limits.hpp"
#include "time/calendar.hpp"
#include "time/instances.hpp"

namespace foliot::el {
namespace {

failure wrong(std::string_view function, std::string sentence, std::string remedy,
              const char* code = "E1004") {
  return {errc::bad_input, std::string(function) + ": " + std::move(sentence), code, "",
          std::move(remedy)};
}

/// A walk over the instances of a dataset, by number from the first (0).
struct walk {
  const time::dataset_calendar& dataset;
  instant first;
  time::instance_position current;

  instant at(int64_t index) const {
    if (index == current.index) return current.at;
    return time::add(first, index * dataset.every.count, dataset.every.unit, dataset.where);
  }

  /// The newest instance in front of both instance `index` and `since`; -1: there is none.
  int64_t before(instant since, int64_t index) const {
    const auto near = time::current_instance(dataset, plus_ms(since, -1));
    int64_t out = std::min(near ? near->index : -1, index - 1);
    while (out >= 0 && at(out) >= since) --out;
    return out;
  }
};

/// What is known; nothing when it has to be asked.
std::optional<bool> known(const environment& in, const probe& question) {
  const value* answer = in.known == nullptr ? nullptr : in.known->find(question);
  if (answer == nullptr) return std::nullopt;
  const bool* truth = answer->as_bool();
  return truth != nullptr && *truth;
}

/// Counts the instances that are there, one after the other.
class counter {
 public:
  counter(const walk& over, int64_t skip, int64_t wanted, const environment& in)
      : over_(over), skip_(skip), wanted_(wanted), in_(in) {
    if (over.current.index >= 0) made_.nearest = over.current.at;
  }

  /// Along `step` from the current instance, `slots` at most.
  std::variant<open_answer, needs, failure> along(int64_t step, int64_t slots) {
    int64_t index = over_.current.index;
    for (int64_t slot = 0; slot < slots; ++slot) {
      const instant at = over_.at(index);
      if (index < 0 || at < over_.first || at == never) break;
      const auto question = in_.coordinator->presence(at);
      if (!question) {
        return failure{errc::internal, "the dataset's instances cannot be asked for", "E1004", "",
                       "Report this: the caller gave no context"};
      }
      const auto there = known(in_, *question);
      const bool far = step < 0 && slot >= static_cast<int64_t>(limits::probes_at_once_max);
      if (!there && far && pass_over(index)) {
        if (asked_.size() >= in_.ask_at_most) break;
        continue;
      }
      if (!there) {
        asked_.insert(*question);
        if (asked_.size() >= in_.ask_at_most) break;
      } else if (count(at, *question, *there)) {
        return std::move(made_);
      }
      index += step;
    }
    if (!asked_.empty()) return needs{{asked_.begin(), asked_.end()}};
    made_.given_up = step < 0 && index >= 0;
    return std::move(made_);
  }

 private:
  /// Whether that was the last one wanted.
  bool count(instant at, const probe& question, bool there) {
    if (!there) {
      made_.absent.push_back(question);
      ++made_.missing;
    } else if (asked_.empty()) {
      ++made_.present;
      if (seen_++ >= skip_) made_.there.push_back(at);
      made_.complete = static_cast<int64_t>(made_.there.size()) == wanted_;
      if (made_.complete) made_.absent.clear();
    }
    return made_.complete;
  }

  /// Moves `index` in front of the outermost holder that is not there, or of which nobody knows
  /// yet: then it is asked for.
  bool pass_over(int64_t& index) {
    for (instance_holder& each : in_.coordinator->holders(over_.at(index))) {
      const auto there = known(in_, each.question);
      if (there.value_or(false)) continue;
      const int64_t next = over_.before(each.since, index);
      if (next == index - 1) continue;  // of this instance alone
      if (there) {
        made_.missing += static_cast<size_t>(index - next);
        made_.absent.push_back(std::move(each.question));
      } else {
        asked_.insert(std::move(each.question));
      }
      index = next;
      return true;
    }
    return false;
  }

  const walk& over_;
  int64_t skip_;
  int64_t wanted_;
  const environment& in_;
  open_answer made_;
  std::set<probe> asked_;
  int64_t seen_ = 0;
};

}  // namespace

bool is_open_function(std::string_view function) {
  return function == "coord:latest" || function == "coord:latestRange" ||
         function == "coord:future" || function == "coord:futureRange";
}

result<open_range> open_range_of(std::string_view function, const std::vector<value>& arguments) {
  std::vector<int64_t> numbers;
  for (const value& each : arguments) {
    const auto number = to_int(each);
    if (!number) return number.error();
    if (*number < INT32_MIN || *number > INT32_MAX) {
      return wrong(function, "the number " + to_text(each).substr(0, 40) + " is too large", "");
    }
    numbers.push_back(*number);
  }
  open_range made;
  made.future = function.starts_with("coord:future");
  const bool range = function.ends_with("Range");
  if (numbers.size() != (range ? 2U : 1U) + (made.future ? 1U : 0U)) {
    return wrong(function, "the number of arguments is wrong", "");
  }
  made.from = numbers.front();
  made.to = range ? numbers[1] : made.from;
  if (made.from > made.to) {
    return wrong(function,
                 "the range from " + std::to_string(made.from) + " to " + std::to_string(made.to) +
                     " is empty",
                 "Write the smaller number first", "E1010");
  }
  if (made.future ? made.from < 0 : made.to > 0) {
    return wrong(function,
                 made.future ? "the number " + std::to_string(made.from) + " is below 0"
                             : "the number " + std::to_string(made.to) + " is above 0",
                 made.future ? "Count from 0, the first instance that is there"
                             : "Count back from 0, the newest instance that is there");
  }
  if (made.future) {
    made.limit = numbers.back();
    if (made.limit < 1) return wrong(function, "the limit is below 1", "Write 1 or more");
  }
  const int64_t farthest = made.future ? std::max(made.limit, made.to) : -made.from;
  if (farthest >= limits::open_instances_max) {
    failure error =
        wrong(function,
              "it looks at more than " + std::to_string(limits::open_instances_max) + " instances",
              "Write smaller numbers");
    error.code = errc::too_large;
    return error;
  }
  return made;
}

std::string text_of(const open_range& range) {
  std::string text = range.future ? "${coord:future" : "${coord:latest";
  const bool single = range.from == range.to;
  text += single ? "(" : "Range(";
  text += std::to_string(range.from);
  if (!single) text += ", " + std::to_string(range.to);
  if (range.future) text += ", " + std::to_string(range.limit);
  return text + ")}";
}

std::variant<open_answer, needs, failure> resolve(const open_range& range, const environment& in) {
  const auto* context = in.coordinator;
  const auto* dataset = context == nullptr ? nullptr : context->dataset();
  const auto base = context == nullptr ? std::nullopt
                    : range.future     ? context->nominal_time()
                                       : context->latest_base();
  if (dataset == nullptr || !base) {
    return failure{errc::bad_input, text_of(range) + " is about a dataset, and there is none here",
                   "E1004", "", "Use it in <instance>, <start-instance> and <end-instance> only"};
  }
  const auto current = time::current_instance(*dataset, *base);
  if (!current) {
    open_answer none;
    if (!range.future) none.next = time::first_instance(*dataset);
    return none;
  }
  const walk over{*dataset, time::first_instance(*dataset), *current};
  const int64_t wanted = range.to - range.from + 1;
  if (range.future) return counter(over, range.from, wanted, in).along(1, range.limit + 1);
  auto made = counter(over, -range.to, wanted, in).along(-1, limits::open_instances_max);
  if (auto* answer = std::get_if<open_answer>(&made)) answer->next = over.at(current->index + 1);
  return made;
}

}  // namespace foliot::el
