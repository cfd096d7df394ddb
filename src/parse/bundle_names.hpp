// What the bundle: functions see. Only for this folder.
#pragma once

#include <string>
#include <string_view>

#include "el/evaluate.hpp"
#include "model/definition.hpp"

namespace foliot::parse {

class bundle_names final : public el::bundle_context {
 public:
  explicit bundle_names(const model::configuration& conf) : conf_(conf) {}
  const std::string* conf(std::string_view name) const override {
    const auto found = conf_.find(name);
    return found == conf_.end() ? nullptr : &found->second;
  }
  std::string user() const override {
    const std::string* found = conf("user.name");
    return found == nullptr ? std::string() : *found;
  }

 private:
  const model::configuration& conf_;
};

}  // namespace foliot::parse
