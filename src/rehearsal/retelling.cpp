#include "rehearsal/retelling.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "model/dataset_instances.hpp"
#include "parse/location.hpp"
#include "rehearsal/retold_draft.hpp"
#include "rehearsal/retold_end.hpp"
#include "rehearsal/retold_files.hpp"
#include "rehearsal/retold_inputs.hpp"
#include "rehearsal/retold_orders.hpp"
#include "rehearsal/retold_runs.hpp"
#include "rehearsal/retold_tree.hpp"
#include "rehearsal/script.hpp"

namespace foliot::rehearsal {

namespace {

using model::journal_entry;

result<void> judge(const std::vector<journal_entry>& entries) {
  if (entries.empty())
    return failure{errc::bad_input, "there is no journal to make a scenario of", "", "",
                   "Export a job anew with 'foliot export'"};
  for (const journal_entry& each : entries) {
    if (each.core != model::core_version)
      return failure{errc::unsupported,
                     "entry " + std::to_string(each.sequence) + " is of rules " +
                         std::to_string(each.core) + ", and this foliot has rules " +
                         std::to_string(model::core_version) +
                         ": a scenario would show what was never so",
                     "", "", "Use the foliot that wrote the report"};
    if (each.snapshot)
      return failure{errc::unsupported,
                     "the beginning of the job is not in the journal any more: entry " +
                         std::to_string(each.sequence) + " is a snapshot that a purge left",
                     "", "", "Export jobs before the purge takes their beginning"};
  }
  const entity_id& first = entries.front().entity;
  if (first.kind == entity_kind::action || first.job != first.root || entries.front().version != 1)
    return failure{errc::unsupported,
                   "the journal does not begin with the birth of its outermost job", "", "",
                   "Export the job anew"};
  return {};
}

class reteller {
 public:
  explicit reteller(const told_tree& source)
      : source_(source),
        tree_(source),
        files_(draft_),
        runs_(tree_, draft_),
        orders_(source_, tree_, draft_),
        inputs_(source_, tree_, files_, draft_) {}

  result<retelling> tell() {
    const journal_entry* last = nullptr;
    for (const journal_entry& entry : source_.entries) {
      if (last != nullptr && last->epoch != entry.epoch)
        draft_.restarts(place_of(*last), place_of(entry));
      last = &entry;
      std::optional<std::pair<model::any_record, model::any_record>> step;
      const auto taken = tree_.take(entry, [&](const auto&, const auto& before, const auto& after) {
        step.emplace(before, after);
      });
      if (!taken && lost_.insert(entry.entity).second)
        draft_.leave_out(place_of(entry), "what becomes of " + tree_.called(entry.entity) +
                                              " from here on: " + taken.error().sentence);
      if (step) tell(entry, step->first, step->second);
    }
    const told_place end{last->sequence, end_};
    inputs_.hide_unread(end);
    runs_.write();
    expect_end(tree_, lost_, end, draft_);
    const entity_id& root = source_.entries.front().entity;
    retelling out = draft_.write("Retold from the journal of " + source_.ids.text(root),
                                 source_.entries.front().now, end_);
    const auto read = read_script(out.text);
    if (const auto* wrong = std::get_if<problem>(&read))
      return failure{errc::too_large, "nobody could play the scenario: " + wrong->sentence, "", "",
                     "Export a smaller job"};
    return out;
  }

 private:
  void tell(const journal_entry& entry, const model::any_record& before,
            const model::any_record& after) {
    end_ = std::max(end_, entry.now);
    define(entry, after);
    if (entry.sequence == source_.entries.front().sequence)
      orders_.submitted(entry);
    else
      orders_.ordered(entry, before);
    if (const auto* bundle = std::get_if<model::bundle_event>(&entry.event)) tell(entry, *bundle);
    if (const auto* action = std::get_if<model::action_event>(&entry.event))
      inputs_.tell(entry, *action);
    if (const auto* flow = std::get_if<model::workflow_event>(&entry.event))
      tell(entry, *flow, std::get<model::workflow_record>(before),
           std::get<model::workflow_record>(after));
  }

  /// The definition that the entity has from this entry on, where it is another than before.
  void define(const journal_entry& entry, const model::any_record& after) {
    if (entry.definition == hash128{} || used_[entry.entity] == entry.definition) return;
    used_[entry.entity] = entry.definition;
    const auto text = source_.definitions.text(entry.definition);
    if (!text) return draft_.leave_out(place_of(entry), "a definition: " + text.error().sentence);
    const model::definition_text& of = **text;
    files_.defines(place_of(entry), parse::definition_file(of.app_path, of.kind), of.xml);
    const model::configuration defaults = inputs_.defaults_of(entry.entity, of, after);
    if (!defaults.empty())
      files_.defines(place_of(entry), parse::default_configuration_file(of.app_path, of.kind),
                     configuration_file(defaults));
  }

  void tell(const journal_entry& entry, const model::bundle_event& event) {
    const auto refused = [&](const model::bundle_events::coordinator_refused& news) {
      const auto* job = tree_.record<model::bundle_record>(entry.entity);
      const auto definition = source_.definitions.bundle(entry.definition);
      if (job == nullptr || !definition || news.member >= job->members.size()) return;
      const uint16_t index = job->members[news.member].index;
      if (index >= (*definition)->coordinators.size()) return;
      inputs_.refused(entry, (*definition)->coordinators[index].app_path, entity_kind::coordinator,
                      news.code, news.sentence);
    };
    if (const auto* one = std::get_if<model::bundle_events::coordinator_refused>(&event))
      refused(*one);
    if (const auto* told = std::get_if<model::bundle_events::members_told>(&event))
      for (const auto& each : told->refused) refused(each);
  }

  void tell(const journal_entry& entry, const model::workflow_event& event,
            const model::workflow_record& before, const model::workflow_record& after) {
    namespace is = model::workflow_events;
    const told_place at = place_of(entry);
    runs_.stepped(at, entry.entity, before, after);
    if (const auto* found = std::get_if<is::facts_found>(&event))
      for (const auto& [question, answer] : found->facts) files_.answered(at, question, answer);
    if (const auto* done = std::get_if<is::run_ended>(&event)) {
      runs_.ended(at, entry.entity, *done);
      performed(at, entry.entity, before, *done);
    }
    if (const auto* ready = std::get_if<is::prepared>(&event)) prepared(at, before, *ready);
    if (const auto* none = std::get_if<is::child_refused>(&event);
        none && !none->error_code.empty())
      child_refused(entry, before, *none);
  }

  /// What an fs action did.
  void performed(const told_place& at, const entity_id& id, const model::workflow_record& before,
                 const model::workflow_events::run_ended& done) {
    const model::node_state* state = model::find_node(before, done.node);
    const auto* plan = state == nullptr ? nullptr : std::get_if<model::fs_plan>(&state->plan);
    if (plan == nullptr) return;
    if (done.outcome != model::workflow_events::run_end::ended || done.exit_code != 0)
      return draft_.leave_out(at, "that the file operations of " + tree_.node(before, done.node) +
                                      " of " + tree_.called(id) + " failed (" + done.error_code +
                                      "): here they do what the files above let them");
    for (const model::fs_plan_step& step : plan->steps) files_.performed(at, step);
  }

  void prepared(const told_place& at, const model::workflow_record& before,
                const model::workflow_events::prepared& ready) {
    const model::node_state* state = model::find_node(before, ready.node);
    const auto* plan = state == nullptr ? nullptr : std::get_if<model::program_plan>(&state->plan);
    if (plan == nullptr) return;
    if (!ready.message.empty())
      return draft_.leave_out(
          at, "that <prepare> of " + tree_.node(before, ready.node) + " failed: " + ready.message);
    for (const model::fs_plan_step& step : plan->prepare) files_.performed(at, step);
  }

  void child_refused(const journal_entry& entry, const model::workflow_record& before,
                     const model::workflow_events::child_refused& news) {
    const model::node_state* state = model::find_node(before, news.node);
    const auto* plan = state == nullptr ? nullptr : std::get_if<model::child_plan>(&state->plan);
    if (plan != nullptr)
      inputs_.refused(entry, plan->app_path, entity_kind::workflow, news.error_code, news.message);
  }

  told_tree source_;
  retold_tree tree_;
  retold_draft draft_;
  retold_files files_;
  retold_runs runs_;
  retold_orders orders_;
  retold_inputs inputs_;
  std::map<entity_id, hash128> used_;
  std::set<entity_id> lost_;  ///< Not followed any more.
  instant end_;
};

}  // namespace

result<retelling> retell(const told_tree& tree) {
  if (const auto good = judge(tree.entries); !good) return good.error();
  return reteller(tree).tell();
}

}  // namespace foliot::rehearsal
