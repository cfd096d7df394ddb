#include "model/journal.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/model/support.hpp"

namespace foliot::model {
namespace {

/// One event of every kind, as they are numbered in their variants.
std::vector<any_event> all_events() {
  return {
      bundle_event{bundle_events::created{{}, "ann", "retail", ""}},
      bundle_event{bundle_events::started{{1, 2}}},
      bundle_event{bundle_events::coordinator_accepted{0, {{}, "ann", "clean", "", 7}}},
      bundle_event{bundle_events::coordinator_refused{1, "E1021", "no end"}},
      bundle_event{bundle_events::children_changed{support::children({status::killed})}},
      bundle_event{bundle_events::member_confirmed{2}},
      bundle_event{bundle_events::killed{}},
      bundle_event{bundle_events::suspended{}},
      bundle_event{bundle_events::resumed{}},
      bundle_event{bundle_events::pause_reached{}},
      bundle_event{bundle_events::changed{}},
      bundle_event{bundle_events::rerun{}},
      bundle_event{bundle_events::retried{}},
      bundle_event{bundle_events::member_erred{}},
      bundle_event{bundle_events::recovery_named{7}},
      bundle_event{bundle_events::recovery_ended{7, status::killed, "E5", "broken"}},
      bundle_event{bundle_events::members_told{{}, {}, {{1}, {2}}, {}, {}}},
      bundle_event{bundle_events::retry_refused{1, 2, "E0302", "too many"}},
      bundle_event{bundle_events::member_revived{1}},
      coordinator_event{coordinator_events::created{{}, "ann", "clean", "", 7}},
      coordinator_event{coordinator_events::materialised{12}},
      coordinator_event{coordinator_events::children_changed{}},
      coordinator_event{coordinator_events::killed{}},
      coordinator_event{coordinator_events::suspended{}},
      coordinator_event{coordinator_events::resumed{}},
      coordinator_event{coordinator_events::pause_reached{}},
      coordinator_event{coordinator_events::changed{{support::day, 2, never, {}}, 7}},
      coordinator_event{coordinator_events::rerun{{1, 2}, {}, {true, true, false}, 0, false, {}}},
      coordinator_event{coordinator_events::actions_ignored{{3}}},
      coordinator_event{coordinator_events::updated{{}, "/apps/c"}},
      coordinator_event{coordinator_events::pruned{{{1, 2}}, {7}, {{status::killed, 2}}}},
      coordinator_event{coordinator_events::updated_but_concurrency{{{}, "/apps/c"}}},
      action_event{action_events::created{support::day}},
      action_event{action_events::inputs_found{}},
      action_event{action_events::timed_out{}},
      action_event{action_events::skipped{}},
      action_event{action_events::submitted{}},
      action_event{action_events::start_refused{"E0701", "bad"}},
      action_event{action_events::workflow_changed{status::failed, "E5", "broken"}},
      action_event{action_events::killed{}},
      action_event{action_events::ordered{1, true}},
      action_event{action_events::retired{}},
      action_event{action_events::rerun{}},
      action_event{action_events::workflow_rerun{}},
      action_event{action_events::passed_over{support::day, 9}},
      action_event{action_events::cut_short{4}},
      action_event{action_events::ignored{}},
      action_event{action_events::outputs_cleaned{}},
      workflow_event{workflow_events::created{}},
      workflow_event{workflow_events::started{}},
      workflow_event{workflow_events::facts_found{}},
      workflow_event{workflow_events::run_started{3, 1, 4711}},
      workflow_event{workflow_events::run_ended{}},
      workflow_event{workflow_events::suspended{}},
      workflow_event{workflow_events::resumed{}},
      workflow_event{workflow_events::killed{}},
      workflow_event{workflow_events::rerun{}},
      workflow_event{workflow_events::retry_due{}},
      workflow_event{workflow_events::prepared{3, 1, ""}},
      workflow_event{workflow_events::child_named{3, 1, 9}},
      workflow_event{workflow_events::child_refused{3, 1, "E0710", "no"}},
      workflow_event{workflow_events::child_ended{9, status::succeeded, "", ""}}};
}

TEST(journal, every_event_has_a_name_of_its_own_and_a_sentence) {
  const std::vector<any_event> events = all_events();
  const size_t kinds = std::variant_size_v<bundle_event> + std::variant_size_v<coordinator_event> +
                       std::variant_size_v<action_event> + std::variant_size_v<workflow_event>;
  EXPECT_EQ(events.size(), kinds) << "a new event belongs into this list";
  std::set<std::string_view> names;
  for (const any_event& event : events) {
    names.insert(event_name(event));
    EXPECT_FALSE(describe(event).empty()) << event_name(event);
  }
  EXPECT_EQ(names.size(), kinds);
}

TEST(journal, names_are_stable) {
  EXPECT_EQ(event_name(action_event{action_events::inputs_found{}}), "action.inputs-found");
  EXPECT_EQ(event_name(bundle_event{bundle_events::coordinator_refused{}}),
            "bundle.coordinator-refused");
  EXPECT_EQ(event_name(workflow_event{workflow_events::run_ended{}}), "workflow.run-ended");
}

TEST(journal, sentences_say_what_happened) {
  EXPECT_EQ(describe(action_event{action_events::created{support::day}}),
            "created for 2026-01-05T00:00Z");
  EXPECT_EQ(describe(bundle_event{bundle_events::coordinator_refused{1, "E1021", "no end"}}),
            "coordinator 2 refused: E1021: no end");
  EXPECT_EQ(describe(action_event{action_events::workflow_changed{status::failed, "", "broken"}}),
            "its workflow is FAILED: broken");
  workflow_events::run_ended ended;
  ended.node = 3;
  ended.attempt = 1;
  ended.exit_code = 2;
  EXPECT_EQ(describe(workflow_event{ended}), "run of node 3, attempt 1, ended with exit code 2");
}

TEST(journal, parents_follow_from_the_record) {
  coordinator_record coordinator;
  EXPECT_EQ(parent_of(support::coordinator_id, coordinator), entity_id{}) << "a root";
  coordinator.bundle = 7;
  EXPECT_EQ(parent_of(support::coordinator_id, coordinator), support::bundle_id);
  const entity_id action = action_of(support::coordinator_id, 5);
  EXPECT_EQ(parent_of(action, action_record{}), support::coordinator_id);
  workflow_record workflow;
  workflow.parent = action;
  EXPECT_EQ(parent_of({0, entity_kind::workflow, 0, 7, 9}, workflow), action);
  EXPECT_EQ(parent_of(support::bundle_id, bundle_record{}), entity_id{});
}

TEST(journal, pending_is_the_record_s_or_some_member_s) {
  bundle_record bundle;
  bundle.members.resize(2);
  EXPECT_FALSE(is_pending(bundle));
  bundle.members[1].pending = true;
  EXPECT_TRUE(is_pending(bundle));
  action_record action;
  action.version = 4;
  action.state = status::killed;
  EXPECT_FALSE(is_pending(action));
  action.pending = true;
  EXPECT_TRUE(is_pending(action));
  EXPECT_EQ(state_of(action), status::killed);
  EXPECT_EQ(version_of(action), 4U);
}

}  // namespace
}  // namespace foliot::model
