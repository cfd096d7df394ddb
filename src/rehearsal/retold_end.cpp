#include "rehearsal/retold_end.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace foliot::rehearsal {

namespace {

std::string name_of(model::status of) { return std::string(model::name(of)); }

/// "1 SUCCEEDED 2-4 WAITING" of all actions of `coordinator`; "none".
std::string actions_of(const retold_tree& tree, const entity_id& coordinator) {
  std::string out;
  uint32_t first = 0;
  uint32_t last = 0;
  model::status state = model::status::none;
  const auto tell = [&] {
    if (first == 0) return;
    out += " " + std::to_string(first) + (last > first ? "-" + std::to_string(last) : "") + " " +
           name_of(state);
  };
  const auto& all = tree.all();
  for (auto at = all.lower_bound(action_of(coordinator, 1)); at != all.end(); ++at) {
    if (at->first.kind != entity_kind::action) break;
    const auto* action = tree.record<model::action_record>(at->first);
    if (coordinator_of(at->first) != coordinator || action == nullptr ||
        action->state == model::status::none)
      continue;
    const uint32_t number = at->first.number;
    const uint32_t end = number + model::actions_in(*action, number) - 1;
    if (first != 0 && action->state == state && number == last + 1) {
      last = end;
      continue;
    }
    tell();
    first = number;
    last = end;
    state = action->state;
  }
  tell();
  return out.empty() ? " none" : out;
}

class end_teller {
 public:
  end_teller(const retold_tree& tree, const told_place& end, retold_draft& draft)
      : tree_(tree), end_(end), draft_(draft) {}

  void tell(const entity_id& id, const model::any_record& record) {
    const auto name = tree_.name(id);
    if (id.kind == entity_kind::action || model::version_of(record) == 0) return;
    if (!name)
      return draft_.leave_out(end_, "that " + tree_.called(id) + " is " +
                                        name_of(model::state_of(record)) +
                                        " at the end: no name of a scenario leads to it");
    const std::string who = word_of(*name).value_or(*name);
    draft_.expect("expect " + who + " " + name_of(model::state_of(record)));
    if (id.kind == entity_kind::coordinator)
      draft_.expect("expect " + who + " actions" + actions_of(tree_, id));
    if (const auto* flow = std::get_if<model::workflow_record>(&record)) nodes(who, *flow);
  }

 private:
  void nodes(const std::string& who, const model::workflow_record& flow) {
    const auto definition = tree_.workflow(flow.definition);
    for (const model::node_state& state : flow.nodes) {
      if (definition && state.node == definition->start) continue;  // says nothing
      const std::string node = tree_.node(flow, state.node);
      const auto word = node.empty() ? std::nullopt : word_of(node);
      if (word)
        draft_.expect("expect " + who + " node " + *word + " " +
                      std::string(model::name(state.state)));
    }
  }

  const retold_tree& tree_;
  const told_place& end_;
  retold_draft& draft_;
};

}  // namespace

void expect_end(const retold_tree& tree, const std::set<entity_id>& lost, const told_place& end,
                retold_draft& draft) {
  end_teller teller(tree, end, draft);
  for (const auto& [id, fold] : tree.all())
    if (!lost.contains(id)) teller.tell(id, fold.record());
}

}  // namespace foliot::rehearsal
