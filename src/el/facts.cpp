#include "el/facts.hpp"

#include <utility>

namespace foliot::el {

void facts::put(probe question, value answer) {
  known_.insert_or_assign(std::move(question), std::move(answer));
}

const value* facts::find(const probe& question) const {
  const auto found = known_.find(question);
  return found == known_.end() ? nullptr : &found->second;
}

}  // namespace foliot::el
