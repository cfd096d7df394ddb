#include "model/node_texts.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"

namespace foliot::model {

std::string node_texts::text(const el::expression& of, std::string_view element) {
  failure wrong;
  if (auto out = evaluated(of, wrong)) return std::move(*out);
  fail(std::move(wrong).within("<" + std::string(element) + ">"));
  return {};
}

std::string node_texts::value(const el::expression& of, std::string_view name,
                              std::string_view where) {
  failure wrong;
  if (auto out = evaluated(of, wrong)) return std::move(*out);
  fail(std::move(wrong).within(std::string(where) + ": the value of '" + std::string(name) + "'"));
  return {};
}

/// The text, or nothing where `wrong` is what failed.
std::optional<std::string> node_texts::evaluated(const el::expression& of, failure& wrong) {
  if (failed_) return std::string{};
  el::outcome out = el::evaluate_text(of, in_);
  if (auto* asked = std::get_if<el::needs>(&out)) {
    questions_.insert(questions_.end(), asked->probes.begin(), asked->probes.end());
    return std::string{};
  }
  if (auto* error = std::get_if<failure>(&out)) {
    wrong = std::move(*error);
    return std::nullopt;
  }
  const std::string* found = std::get<el::value>(out).as_string();
  std::string text{found ? trim(*found) : std::string_view{}};
  count(text.size() + 1);
  return text;
}

std::string node_texts::answer(const el::probe& question) {
  if (failed_) return {};
  const el::value* known = in_.known != nullptr ? in_.known->find(question) : nullptr;
  if (known == nullptr) return questions_.push_back(question), std::string{};
  const std::string* found = known->as_string();
  if (found == nullptr) return {};
  count(found->size() + 1);
  return *found;
}

void node_texts::count(size_t bytes) {
  bytes_ += bytes;
  if (bytes_ <= limits::node_plan_bytes_max || failed_) return;
  fail({errc::too_large,
        "its texts come to more than " + std::to_string(limits::node_plan_bytes_max) + " bytes", "",
        "", "Pass large values in a file"});
}

void node_texts::fail(failure error) {
  node_refusal refusal{error.oozie.empty() ? "EL_ERROR" : error.oozie, "", error_type::failed};
  error.oozie.clear();
  refusal.sentence = error.text();
  failed_ = std::move(refusal);
}

}  // namespace foliot::model
