#include "el/facts.hpp"

#include <utility>

namespace foliot::el {

value unanswerable(const failure& why) {
  return value_map{{"sentence", why.sentence}, {"remedy", why.remedy}};
}

std::optional<failure> why_unanswerable(const value& answer) {
  const value_map* said = answer.as_map();
  if (said == nullptr) return std::nullopt;
  const auto text = [&](const char* of) {
    const auto found = said->find(of);
    return found == said->end() ? std::string() : to_text(found->second);
  };
  return failure{errc::unsupported, text("sentence"), "", "", text("remedy")};
}

void facts::put(probe question, value answer) {
  known_.insert_or_assign(std::move(question), std::move(answer));
}

const value* facts::find(const probe& question) const {
  const auto found = known_.find(question);
  return found == known_.end() ? nullptr : &found->second;
}

}  // namespace foliot::el
