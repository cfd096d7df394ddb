#include "tools/offline/lint_unit.hpp"

#include <algorithm>

#include "el/evaluate.hpp"

namespace foliot::offline {

namespace {

/// What the functions of submission see.
class submitted final : public el::coordinator_context, public el::bundle_context {
 public:
  explicit submitted(const model::configuration& conf) : conf_(conf) {}
  const std::string* conf(std::string_view name) const override {
    const auto found = conf_.find(name);
    return found == conf_.end() ? nullptr : &found->second;
  }
  std::string user() const override { return "nobody"; }

 private:
  const model::configuration& conf_;
};

}  // namespace

bool lint_unit::knows(std::string_view text) const {
  if (assumed.empty() || text.find("${") == std::string_view::npos) return true;
  const std::set<std::string> names = variables_of(text);
  return std::none_of(names.begin(), names.end(),
                      [&](const std::string& each) { return assumed.contains(each); });
}

std::optional<std::string> lint_unit::value(std::string_view text, el::phase where) const {
  if (!knows(text)) return std::nullopt;
  const auto parsed = el::parse(text);
  if (!parsed) return std::nullopt;
  const submitted seen(job.conf);
  const el::map_variables variables(job.conf);
  el::environment in;
  in.where = where;
  in.names = &variables;
  in.coordinator = &seen;
  in.bundle = &seen;
  auto made = el::text_of(*parsed, in);
  if (!made) return std::nullopt;
  return std::move(*made);
}

}  // namespace foliot::offline
