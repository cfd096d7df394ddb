#include "http/missing_inputs.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/java_order.hpp"
#include "el/open_instances.hpp"
#include "model/dataset_instances.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// Goes over the events in order and notes what is missing.
class gap_search {
 public:
  gap_search(const model::coordinator_definition& definition,
             const std::function<bool(const std::string& uri)>& exists)
      : definition_(definition), exists_(exists) {}

  void add(const model::data_event& event, const model::event_instances& instances) {
    event_gap gap{event.name, {}};
    for (const model::dataset_instance& one : instances.fixed) {
      const bool logic = definition_.logic.has_value();
      // Of what stands behind the first missing one Oozie does not know.
      if ((logic || fixed_.empty()) && exists_(one.dependency)) continue;
      fixed_ += fixed_.empty() || logic ? one.dependency : "#" + one.dependency;
      if (logic) fixed_ += "#";
      if (!first_) first_ = one.dependency;
      gap.missing.push_back(one.dependency);
    }
    const std::string& pattern = definition_.datasets[event.dataset].uri_template;
    for (const el::open_range& range : instances.open) {
      open_ += "!!" + el::text_of(range);
      gap.missing.push_back(el::text_of(range) + " -> " + pattern);
    }
    if (!gap.missing.empty()) out_.gaps.push_back(std::move(gap));
  }

  missing_inputs finish() {
    out_.text = fixed_ + (definition_.logic ? "" : open_);
    if (!definition_.logic) out_.blocked_on = first_.value_or("");
    return std::move(out_);
  }

 private:
  const model::coordinator_definition& definition_;
  const std::function<bool(const std::string& uri)>& exists_;
  missing_inputs out_;
  std::string fixed_;
  std::string open_;
  std::optional<std::string> first_;
};

}  // namespace

result<missing_inputs> find_missing(const model::coordinator_definition& definition,
                                    const model::action_identity& identity,
                                    const std::function<bool(const std::string& uri)>& exists) {
  gap_search search(definition, exists);
  for (const model::data_event& event : definition.inputs) {
    const auto instances = model::instances_of(definition, event, identity);
    if (!instances) return instances.error();
    search.add(event, *instances);
  }
  return search.finish();
}

json missing_json(uint32_t number, const missing_inputs& missing) {
  std::vector<std::string> events;
  events.reserve(missing.gaps.size());
  for (const event_gap& gap : missing.gaps) events.push_back(gap.event);
  json sets = json::array();
  for (const std::string& event : java_order(std::move(events))) {
    const auto gap = std::find_if(missing.gaps.begin(), missing.gaps.end(),
                                  [&](const event_gap& one) { return one.event == event; });
    sets.push_back({{"dataSet", event}, {"missingDependencies", gap->missing}});
  }
  return {{"id", number},
          {"blockedOn", missing.blocked_on ? json(*missing.blocked_on) : json(nullptr)},
          {"dataSets", std::move(sets)}};
}

}  // namespace foliot::http
