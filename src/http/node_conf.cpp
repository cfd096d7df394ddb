#include "http/node_conf.hpp"

#include <variant>

#include "el/evaluate.hpp"
#include "el/parser.hpp"
#include "model/workflow_view.hpp"

namespace foliot::http {

namespace {

/// Rounds of questions about files: one expression seldom asks twice.
constexpr int rounds_max = 4;

class node_reading {
 public:
  node_reading(const model::workflow_context& context, const model::workflow_record& record,
               const std::function<bool(const std::string& uri)>& exists)
      : view_(context, record, record.modified), names_(context.conf), exists_(exists) {
    in_.where = el::phase::workflow;
    in_.names = &names_;
    in_.known = &known_;
    in_.workflow = &view_;
    in_.reading = model::reading_of(context.conf);
  }
  node_reading(const node_reading&) = delete;
  node_reading& operator=(const node_reading&) = delete;

  std::string evaluated(const std::string& text) {
    const auto parsed = el::parse(text);
    if (!parsed) return text;
    for (int round = 0; round < rounds_max; ++round) {
      const el::outcome out = el::evaluate_text(*parsed, in_);
      if (const auto* value = std::get_if<el::value>(&out)) return el::to_text(*value);
      const auto* needs = std::get_if<el::needs>(&out);
      if (needs == nullptr || !answer(*needs)) return text;
    }
    return text;
  }

 private:
  bool answer(const el::needs& needs) {
    for (const el::probe& probe : needs.probes) {
      if (probe.function != "fs:exists" || probe.arguments.size() != 1) return false;
      known_.put(probe, exists_(probe.arguments[0]));
    }
    return true;
  }

  model::workflow_view view_;
  el::map_variables names_;
  el::facts known_;
  el::environment in_;
  const std::function<bool(const std::string& uri)>& exists_;
};

/// Which case of a decision led on; the number of cases for its default.
size_t case_taken(const model::workflow_node& decision, const model::node_state& state) {
  size_t at = 0;
  while (at < decision.cases.size() && decision.cases[at].to != state.transition) ++at;
  return at;
}

bool was_started(const model::node_state& node) {
  return node.state != model::node_status::prep && node.state != model::node_status::failed;
}

}  // namespace

std::string node_conf(const node_teller& text, const model::workflow_context& context,
                      const model::workflow_record& record, const model::node_state& node,
                      const std::function<bool(const std::string& uri)>& exists) {
  const model::workflow_node& written = context.definition.nodes[node.node];
  if (!was_started(node))
    return text(written.name, [](const std::string& raw, bool) { return raw; });
  node_reading reading(context, record, exists);
  const bool decided = written.kind == model::node_kind::decision && model::is_ended(node.state);
  const size_t taken = decided ? case_taken(written, node) : 0;
  size_t seen = 0;
  return text(written.name, [&](const std::string& raw, bool is_case) -> std::string {
    if (!is_case || !decided) return reading.evaluated(raw);
    const size_t at = seen++;
    if (at < taken) return "false";
    return at == taken ? "true" : reading.evaluated(raw);
  });
}

}  // namespace foliot::http
