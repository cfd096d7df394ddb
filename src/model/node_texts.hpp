// The texts of one node, evaluated: the first failure and all questions are kept (workflow.md 5).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "el/evaluate.hpp"
#include "model/workflow_plan.hpp"

namespace foliot::model {

class node_texts {
 public:
  /// `in` must outlive this.
  explicit node_texts(const el::environment& in) : in_(in) {}

  /// The trimmed text; empty once something failed or a question is open. All texts of a node come
  /// to at most limits::node_plan_bytes_max. `element` holds it: a failure names it.
  std::string text(const el::expression& of, std::string_view element);
  /// The same for the value of the property `name`, which `where` sets: a file, <configuration>.
  std::string value(const el::expression& of, std::string_view name, std::string_view where);

  /// The answer to a question about the world, as text; empty while it is open, where something
  /// failed, or where the answer is no text. The first failure counts.
  std::string answer(const el::probe& question);

  /// Counts what comes into the plan by another way against the same limit.
  void count(size_t bytes);

  /// Whether the texts are all known, so that their meaning can be judged.
  bool complete() const { return !failed_ && questions_.empty(); }

  /// `made` if every text could be evaluated; else what is missing or wrong.
  template <class Out, class Made>
  Out finish(Made made) {
    if (failed_) return Out{std::move(*failed_)};
    if (!questions_.empty()) {
      std::sort(questions_.begin(), questions_.end());
      questions_.erase(std::unique(questions_.begin(), questions_.end()), questions_.end());
      return Out{el::needs{std::move(questions_)}};
    }
    return Out{std::in_place_index<0>, std::move(made)};
  }

  /// What the texts are evaluated in.
  const el::environment& environment() const { return in_; }

 private:
  std::optional<std::string> evaluated(const el::expression& of, failure& wrong);
  void fail(failure error);

  const el::environment& in_;
  std::vector<el::probe> questions_;
  std::optional<node_refusal> failed_;
  size_t bytes_ = 0;
};

}  // namespace foliot::model
