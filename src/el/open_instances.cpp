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
};

/// What is known of one instance; nothing when it has to be asked.
std::optional<bool> known(const environment& in, const probe& question) {
  const value* answer = in.known == nullptr ? nullptr : in.known->find(question);
  if (answer == nullptr) return std::nullopt;
  const bool* truth = answer->as_bool();
  return truth != nullptr && *truth;
}

/// Counts those that are there along `step` from the current instance, `slots` at most.
std::variant<open_answer, needs, failure> count_along(const walk& over, int64_t step, int64_t slots,
                                                      int64_t skip, int64_t wanted,
                                                      const environment& in) {
  open_answer made;
  if (over.current.index >= 0) made.nearest = over.current.at;
  std::set<probe> asked;
  int64_t seen = 0;
  int64_t index = over.current.index;
  for (int64_t slot = 0; slot < slots; ++slot, index += step) {
    const instant at = over.at(index);
    if (index < 0 || at < over.first || at == never) break;
    const auto question = in.coordinator->presence(at);
    if (!question) {
      return failure{errc::internal, "the dataset's instances cannot be asked for", "E1004", "",
                     "Report this: the caller gave no context"};
    }
    const auto there = known(in, *question);
    if (!there) {
      asked.insert(*question);
      if (asked.size() >= in.ask_at_most) break;
    } else if (!*there) {
      made.absent.push_back(at);
    } else if (asked.empty()) {
      ++made.present;
      if (seen++ >= skip) made.there.push_back(at);
      if (static_cast<int64_t>(made.there.size()) == wanted) {
        made.complete = true;
        made.absent.clear();
        return made;
      }
    }
  }
  if (!asked.empty()) return needs{{asked.begin(), asked.end()}};
  made.given_up = step < 0 && index >= 0;
  return made;
}

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
  if (range.future) return count_along(over, 1, range.limit + 1, range.from, wanted, in);
  auto made = count_along(over, -1, limits::open_instances_max, -range.to, wanted, in);
  if (auto* answer = std::get_if<open_answer>(&made)) answer->next = over.at(current->index + 1);
  return made;
}

}  // namespace foliot::el
