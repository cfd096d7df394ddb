#include "model/owed_text.hpp"

#include <memory>
#include <utility>
#include <variant>

#include "model/coordinator_update.hpp"

namespace foliot::model {

namespace {

std::string alarm(instant at) { return "alarm at " + precise_time(at); }

std::string member(uint16_t at) { return "coordinator " + std::to_string(at + 1); }

struct bundle_teller {
  std::string operator()(const bundle_effects::wake_at& e) const { return alarm(e.at); }
  std::string operator()(const bundle_effects::start&) const {
    return "start: choose the ids of its coordinators";
  }
  std::string operator()(const bundle_effects::load_coordinator& e) const {
    return "read the application of " + member(e.member);
  }
  std::string operator()(const bundle_effects::order_coordinator& e) const {
    return "tell " + member(e.member) + ": " + std::string(order_name(e.what)) + " (order " +
           std::to_string(e.serial) + ")";
  }
  std::string operator()(const bundle_effects::kill_coordinators&) const {
    return "kill its coordinators, since one was refused";
  }
  std::string operator()(const bundle_effects::pause&) const { return "pause now"; }
  std::string operator()(const bundle_effects::retry&) const { return "try its errors again now"; }
  std::string operator()(const bundle_effects::name_recovery&) const {
    return "choose the id of its recovery workflow";
  }
  std::string operator()(const bundle_effects::recover&) const {
    return "run its recovery workflow";
  }
  std::string operator()(const bundle_effects::end_recovery&) const {
    return "end its recovery workflow";
  }
  std::string operator()(const bundle_effects::ask_summary&) const {
    return "ask how its coordinators are";
  }
};

struct coordinator_teller {
  std::string operator()(const coordinator_effects::wake_at& e) const { return alarm(e.at); }
  std::string operator()(const coordinator_effects::materialise&) const {
    return "materialise actions now";
  }
  std::string operator()(const coordinator_effects::kill_actions&) const {
    return "kill its unfinished actions";
  }
  std::string operator()(const coordinator_effects::order_actions& e) const {
    return std::string(e.hold ? "hold" : "let go") + " its unfinished actions (order " +
           std::to_string(e.serial) + ")";
  }
  std::string operator()(const coordinator_effects::pause&) const { return "pause now"; }
  std::string operator()(const coordinator_effects::ask_summary&) const {
    return "ask how its actions are";
  }
  std::string operator()(const coordinator_effects::report&) const {
    return "report its status to its bundle";
  }
};

struct action_teller {
  std::string operator()(const action_effects::wake_at& e) const { return alarm(e.at); }
  std::string operator()(const action_effects::watch_inputs&) const { return "watch its inputs"; }
  std::string operator()(const action_effects::order_workflow& e) const {
    using verb = action_effects::order_workflow::verb;
    return std::string(e.what == verb::kill      ? "kill"
                       : e.what == verb::suspend ? "suspend"
                                                 : "resume") +
           " its workflow";
  }
  std::string operator()(const action_effects::clean_outputs&) const {
    return "delete the outputs of the run before";
  }
  std::string operator()(const action_effects::rerun_workflow&) const {
    return "run its workflow again";
  }
  std::string operator()(const action_effects::announce_outputs&) const {
    return "announce its outputs";
  }
  std::string operator()(const action_effects::report&) const {
    return "report its status to its coordinator";
  }
};

struct workflow_teller {
  const node_name_fn& node;

  std::string at(node_index index) const { return "node '" + node(index) + "'"; }
  std::string operator()(const workflow_effects::run& e) const { return "run " + at(e.node); }
  std::string operator()(const workflow_effects::prepare& e) const {
    return "prepare " + at(e.node);
  }
  std::string operator()(const workflow_effects::run_fs& e) const {
    return "do the file operations of " + at(e.node);
  }
  std::string operator()(const workflow_effects::run_child& e) const {
    return "run the workflow below " + at(e.node);
  }
  std::string operator()(const workflow_effects::kill_run& e) const {
    return "end the run of " + at(e.node);
  }
  std::string operator()(const workflow_effects::ask_facts& e) const {
    return "answer " + std::to_string(e.probes.size()) + " questions of its expressions";
  }
  std::string operator()(const workflow_effects::forget_run& e) const {
    return "forget the run of " + at(e.node);
  }
  std::string operator()(const workflow_effects::wake_at& e) const { return alarm(e.at); }
  std::string operator()(const workflow_effects::report&) const {
    return "report its status to its parent";
  }
};

template <class Effects, class Teller>
std::vector<std::string> told(const Effects& effects, const Teller& teller) {
  std::vector<std::string> out;
  out.reserve(effects.size());
  for (const auto& effect : effects) out.push_back(std::visit(teller, effect));
  return out;
}

using texts = result<std::vector<std::string>>;

texts owed_by(const fold_context& context, const bundle_record& record, instant now) {
  const auto definition = context.definitions->bundle(record.definition);
  if (!definition) return definition.error();
  return told(owed(bundle_context{context.self, **definition}, record, now), bundle_teller{});
}

texts owed_by(const fold_context& context, const coordinator_record& record, instant now) {
  const auto definition = context.definitions->coordinator(record.definition);
  if (!definition) return definition.error();
  return told(owed(coordinator_context{context.self, **definition}, record, now),
              coordinator_teller{});
}

texts owed_by(const fold_context& context, const action_record& record, instant now) {
  const auto job = context.coordinator();
  if (!job) return job.error();
  const auto definition =
      context.definitions->coordinator(definition_of(*job, context.self.number));
  if (!definition) return definition.error();
  const instant end = timetable_of(**definition, *job).end;
  return told(owed(action_context{context.self, **definition, end}, record, now), action_teller{});
}

texts owed_by(const fold_context& context, const workflow_record& record, instant now) {
  const auto definition = context.definitions->workflow(record.definition);
  if (!definition) return definition.error();
  const auto base = context.definitions->text(record.conf_base == hash128{} ? record.definition
                                                                            : record.conf_base);
  if (!base) return base.error();
  const configuration conf = merged((*base)->conf, record.conf);
  const workflow_context how{context.self, context.wire, **definition, conf, lost_rule_of(conf)};
  const node_name_fn names = node_names(*context.definitions, record);
  return told(owed(how, record, now), workflow_teller{names});
}

}  // namespace

std::string owed_text(const bundle_effect& effect) { return std::visit(bundle_teller{}, effect); }
std::string owed_text(const coordinator_effect& effect) {
  return std::visit(coordinator_teller{}, effect);
}
std::string owed_text(const action_effect& effect) { return std::visit(action_teller{}, effect); }
std::string owed_text(const workflow_effect& effect, const node_name_fn& node) {
  return std::visit(workflow_teller{node}, effect);
}

result<std::vector<std::string>> owed_texts(const fold_context& context, const any_record& record,
                                            instant now) {
  if (version_of(record) == 0 || state_of(record) == status::none)
    return std::vector<std::string>{};
  return std::visit([&](const auto& r) { return owed_by(context, r, now); }, record);
}

node_name_fn node_names(definition_source& definitions, const any_record& record) {
  std::shared_ptr<const workflow_definition> known;
  if (const auto* workflow = std::get_if<workflow_record>(&record)) {
    auto definition = definitions.workflow(workflow->definition);
    if (definition) known = std::move(*definition);
  }
  return [known](node_index at) {
    return known && at < known->nodes.size() ? known->nodes[at].name : std::to_string(at);
  };
}

}  // namespace foliot::model
