// The purge against what must be true of it: nothing of a living tree goes, of a purged one nothing
// stays, a crash leaves a tree whole or none of it (docs/purge.md).
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "model/rest.hpp"
#include "tests/actors/purge_world.hpp"

namespace foliot::actors {
namespace {

std::string workflow(const std::string& argument) {
  return "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='run'/><action "
         "name='run'><shell xmlns='uri:oozie:shell-action:0.3'><exec>make</exec><argument>" +
         argument +
         "</argument></shell><ok to='end'/><error to='bad'/></action><kill "
         "name='bad'><message>no</message></kill><end name='end'/></workflow-app>";
}

std::string coordinator(int minutes, const std::string& end, const std::string& app,
                        const std::string& execution = "FIFO") {
  return "<coordinator-app name='c' frequency='" + std::to_string(minutes) +
         "' start='2026-01-01T00:00Z' end='" + end +
         "' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><controls><concurrency>5"
         "</concurrency><execution>" +
         execution + "</execution></controls><action><workflow><app-path>" + app +
         "</app-path></workflow></action></coordinator-app>";
}

std::string bundle(const std::string& a, const std::string& b) {
  return "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'><coordinator name='a'><app-path>" + a +
         "</app-path></coordinator><coordinator name='b'><app-path>" + b +
         "</app-path></coordinator></bundle-app>";
}

void write_applications(purge_world& on) {
  on.files.put("/good.xml", workflow("takes:60000"));
  on.files.put("/bad.xml", workflow("exit:1"));
  on.files.put("/moody.xml", workflow("fails:30"));
  on.files.put("/long.xml", workflow("takes:99999999999"));
  on.files.put("/short-c.xml", coordinator(20, "2026-01-01T01:00Z", "/good.xml"));
  on.files.put("/failing-c.xml", coordinator(20, "2026-01-01T01:00Z", "/bad.xml"));
  on.files.put("/late-c.xml", coordinator(60, "2026-01-01T04:00Z", "/moody.xml", "LAST_ONLY"));
  on.files.put("/endless-c.xml", coordinator(600, "2027-01-01T00:00Z", "/moody.xml"));
  on.files.put("/stuck-c.xml", coordinator(30, "2026-01-01T01:00Z", "/long.xml"));
  on.files.put("/ended-b.xml", bundle("/short-c.xml", "/failing-c.xml"));
  on.files.put("/half-b.xml", bundle("/short-c.xml", "/endless-c.xml"));
  on.files.put("/stuck-b.xml", bundle("/stuck-c.xml", "/late-c.xml"));
}

struct application {
  const char* kind;
  const char* path;
};
constexpr std::array applications{
    application{"workflow", "/good.xml"},       application{"workflow", "/bad.xml"},
    application{"workflow", "/moody.xml"},      application{"workflow", "/long.xml"},
    application{"coordinator", "/short-c.xml"}, application{"coordinator", "/failing-c.xml"},
    application{"coordinator", "/late-c.xml"},  application{"coordinator", "/endless-c.xml"},
    application{"coordinator", "/stuck-c.xml"}, application{"bundle", "/ended-b.xml"},
    application{"bundle", "/half-b.xml"},       application{"bundle", "/stuck-b.xml"}};

/// A few hours of life: jobs of all kinds come, some are killed or suspended, most end.
void live(purge_world& on, size_t jobs) {
  write_applications(on);
  std::vector<std::string> ids;
  for (size_t i = 0; i < jobs; ++i) {
    const application& app = applications[on.luck.below(applications.size())];
    ids.push_back(
        on.submit(app.kind, app.path, on.luck.below(3) == 0 ? "x" + std::to_string(i) : ""));
    if (on.luck.below(3) == 0) on.pass(static_cast<int64_t>(on.luck.below(1'800'000)));
    const entity_id some = on.id_of(ids[on.luck.below(ids.size())]);
    switch (on.luck.below(6)) {
      case 0: (void)on.order(some, model::orders::kill{}); break;
      case 1: (void)on.order(some, model::orders::suspend{}); break;
      case 2: (void)on.order(some, model::orders::resume{}); break;
      default: break;
    }
  }
  on.pass(static_cast<int64_t>(on.luck.below(7'200'000)));
}

/// What has to go: worked out from the records alone, tree by tree.
std::set<job_number> old_trees(const purge_world& on, const http::purge_request& what) {
  std::map<job_number, bool> rests;
  std::set<job_number> out;
  for (const auto& [key, value] : all_rows(on.store)) {
    if (key.first != table::record) continue;
    const auto id = store::parse_record_key(key.second);
    const auto record = store::decode_record(id->kind, value);
    const bool still = !model::must_live(*record);
    const auto [of, first] = rests.try_emplace(id->root, still);
    of->second = of->second && still;
    if (!first) continue;  // the root's own record is the first of its tree
    const uint32_t days = id->kind == entity_kind::bundle        ? *what.bundle_days
                          : id->kind == entity_kind::coordinator ? *what.coordinator_days
                                                                 : *what.workflow_days;
    if (plus_ms(model::modified_of(*record), days * ms_per_day) <= on.time.now())
      out.insert(id->root);
  }
  for (const auto& [root, still] : rests)
    if (!still) out.erase(root);
  return out;
}

/// All of `before` but the rows of `gone` is there, unchanged; of `gone` nothing is.
void expect_only_gone(const raw_rows& before, const raw_rows& after,
                      const std::set<job_number>& gone) {
  raw_rows expected;
  for (const auto& [key, value] : before)
    if (!gone.contains(root_of_row(key, value))) expected[key] = value;
  EXPECT_EQ(after.size(), expected.size());
  EXPECT_TRUE(after == expected) << "a row of a tree that stays is missing or changed";
  for (const auto& [key, value] : after)
    EXPECT_FALSE(gone.contains(root_of_row(key, value)))
        << "table " << static_cast<int>(key.first) << " keeps a row of a purged tree";
}

TEST(purge, takes_old_trees_whole_and_nothing_else) {
  size_t went = 0;
  size_t stayed = 0;
  const auto holds = [&](uint64_t seed) {
    purge_world on({}, seed);
    live(on, 60);
    on.pass(static_cast<int64_t>(on.luck.below(3)) * ms_per_day);
    http::purge_request what;
    what.workflow_days = static_cast<uint32_t>(on.luck.below(3));
    what.coordinator_days = static_cast<uint32_t>(on.luck.below(3));
    what.bundle_days = static_cast<uint32_t>(on.luck.below(3));
    const std::set<job_number> old = old_trees(on, what);
    const raw_rows before = all_rows(on.store);
    what.preview = true;
    const http::purged preview = on.purge(what);
    EXPECT_TRUE(all_rows(on.store) == before) << "a preview wrote";
    what.preview = false;
    const http::purged done = on.purge(what);
    expect_only_gone(before, all_rows(on.store), old);
    uint64_t bytes = 0;
    for (const auto& [key, value] : before)
      if (old.contains(root_of_row(key, value))) bytes += key.second.size() + value.size();
    EXPECT_EQ(done.trees, old.size());
    EXPECT_EQ(preview.trees, done.trees);
    EXPECT_EQ(preview.bytes, done.bytes);
    EXPECT_EQ(done.bytes, bytes);
    EXPECT_EQ(on.replay_differs(), "");
    const raw_rows after = all_rows(on.store);
    EXPECT_EQ(on.purge(what).trees, 0U) << "once is enough";
    EXPECT_TRUE(all_rows(on.store) == after);
    on.crash();
    on.submit("workflow", "/good.xml", "");
    on.pass(5 * ms_per_minute);
    EXPECT_EQ(on.replay_differs(), "");
    went += old.size();
    stayed += 60 - old.size();
    RC_ASSERT(!testing::Test::HasFailure());
  };
  EXPECT_TRUE(rc::check(holds));
  EXPECT_GT(went, 100U);
  EXPECT_GT(stayed, 100U);
}

// -- a crash
// ----------------------------------------------------------------------------------------

TEST(purge, a_crash_leaves_trees_whole_or_gone) {
  for (const auto left :
       {rehearsal::memory_store::remains::nothing, rehearsal::memory_store::remains::everything}) {
    purge_settings how;
    how.trees_per_step = 3;
    purge_world on(how);
    live(on, 40);
    on.pass(ms_per_day);
    http::purge_request what;
    what.workflow_days = what.coordinator_days = what.bundle_days = 0;
    const std::set<job_number> old = old_trees(on, what);
    ASSERT_GT(old.size(), 10U);
    const raw_rows before = all_rows(on.store);
    on.store.fail_next_write(left);
    on.engine->gate().purge(what, {}, [](const result<http::purged>&) {});
    on.settle();
    on.crash();
    const raw_rows after = all_rows(on.store);
    std::set<job_number> gone = old;
    for (const auto& [key, value] : after) gone.erase(root_of_row(key, value));
    if (left == rehearsal::memory_store::remains::nothing) {
      EXPECT_TRUE(gone.empty());
    } else {
      EXPECT_GT(gone.size(), 0U);
      EXPECT_LE(gone.size(), how.trees_per_step);
    }
    expect_only_gone(before, after, gone);
    const uint64_t syncs = on.store.syncs();
    const uint64_t writes = on.store.writes();
    EXPECT_EQ(on.purge(what).trees, old.size() - gone.size());
    EXPECT_EQ(on.store.syncs(), syncs + 1) << "one at its end for all of its batches";
    EXPECT_GT(on.store.writes(), writes + 3);
    EXPECT_EQ(on.replay_differs(), "");
  }
}

// -- living trees
// -----------------------------------------------------------------------------------

/// So much old may gather before it goes.
constexpr int64_t span_ms = 12 * ms_per_hour;

/// What must be true at any time of trees whose old part goes, read from the raw rows.
class inspection {
 public:
  inspection(purge_world& on, int64_t age_ms) : on_(on), age_ms_(age_ms) {
    for (const auto& [key, value] : all_rows(on.store)) {
      if (key.first != table::record) continue;
      const entity_id id = *store::parse_record_key(key.second);
      records_.emplace(id, *store::decode_record(id.kind, value));
    }
  }

  void check() {
    for (const auto& [id, record] : records_) {
      if (const auto* job = std::get_if<model::coordinator_record>(&record)) check_sum(id, *job);
      const auto* workflow = std::get_if<model::workflow_record>(&record);
      if (workflow && workflow->parent.kind == entity_kind::action) {
        EXPECT_TRUE(records_.contains(workflow->parent)) << "a workflow lost its action";
      }
      const instant twice = plus_ms(on_.time.now(), -(2 * (age_ms_ + span_ms) + 2 * ms_per_hour));
      if (id.kind == entity_kind::action && !model::must_live(record) && has_living_job(id)) {
        EXPECT_GT(model::modified_of(record), twice) << "action " << id.number << " stayed";
      }
    }
    check_indexes();
    check_journal();
    EXPECT_EQ(on_.replay_differs(), "");
  }

 private:
  /// Of a coordinator that has ended inside a living bundle nothing goes.
  bool has_living_job(const entity_id& action) const {
    return !model::is_terminal(model::state_of(records_.at(coordinator_of(action))));
  }
  void check_sum(const entity_id& id, const model::coordinator_record& job) {
    uint32_t sum = 0;
    for (const auto& [state, count] : job.gone) sum += count;
    for (auto at = records_.lower_bound(action_of(id, 0)); at != records_.end(); ++at)
      if (at->first.kind == entity_kind::action && at->first.job == id.job)
        sum += model::actions_in(std::get<model::action_record>(at->second), at->first.number);
    EXPECT_EQ(sum, job.actions);
  }
  void check_indexes() {
    size_t jobs = 0;
    for (const auto& [id, record] : records_) jobs += id.kind != entity_kind::action ? 1 : 0;
    for (const table where :
         {table::by_id, table::by_status, table::by_user, table::by_created, table::by_name})
      EXPECT_EQ(on_.store.rows(where), jobs) << "table " << static_cast<int>(where);
  }
  void check_journal() {
    const instant oldest = plus_ms(on_.time.now(), -(age_ms_ + span_ms + 3 * ms_per_hour));
    const auto scanned =
        on_.store.scan(table::journal, "", "", [&](std::string_view key, std::string_view value) {
          const auto at = store::parse_journal_key(key);
          const auto entry = store::decode_entry(0, at->root, at->sequence, value);
          if (entry->entity.kind == entity_kind::none) return false;
          EXPECT_GT(entry->now, oldest);
          return !testing::Test::HasFailure();
        });
    EXPECT_TRUE(scanned);
  }

  purge_world& on_;
  int64_t age_ms_;
  std::map<entity_id, model::any_record> records_;
};

model::order rerun_of(uint32_t number) {
  model::orders::rerun out;
  out.scope.numbers = {{number, number}};
  return out;
}

TEST(purge, old_actions_of_living_coordinators_go) {
  purge_settings how;
  how.pause_ms = ms_per_hour;
  how.workflow_ms = ms_per_day;
  how.old_actions = true;
  uint64_t purged = 0;
  uint64_t unfolded = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    purge_world on(how, seed);
    write_applications(on);
    on.files.put("/often-c.xml", coordinator(30, "2027-01-01T00:00Z", "/moody.xml"));
    on.files.put("/stuck-c.xml", coordinator(30, "2027-01-01T00:00Z", "/long.xml"));
    on.files.put("/often-b.xml", bundle("/often-c.xml", "/short-c.xml"));
    on.submit("bundle", "/often-b.xml", "");
    on.submit("coordinator", "/stuck-c.xml", "");
    const entity_id job = on.id_of(on.submit("coordinator", "/often-c.xml", ""));
    for (int part = 0; part < 30; ++part) {
      const auto number = static_cast<uint32_t>(1 + on.luck.below(40 + 8 * part));
      if (on.luck.below(2) == 0) (void)on.order(job, rerun_of(number));
      if (on.luck.below(8) == 0) {
        on.store.fail_next_write(on.luck.below(2) == 0
                                     ? rehearsal::memory_store::remains::nothing
                                     : rehearsal::memory_store::remains::everything);
        on.pass(static_cast<int64_t>(on.luck.below(ms_per_hour)));
        on.crash();
      } else if (on.luck.below(4) == 0) {
        on.crash();
      }
      on.pass(4 * ms_per_hour + static_cast<int64_t>(on.luck.below(ms_per_hour)));
      inspection(on, how.workflow_ms).check();
      unfolded += on.unfolded;
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << " part " << part;
    }
    const auto record = std::get<model::coordinator_record>(*on.record(job));
    EXPECT_GT(record.gone.size(), 1U) << "failures and successes are both remembered";
    for (const auto& [state, count] : record.gone) purged += count;
    (void)on.order(job, model::orders::kill{});
    on.pass(ms_per_hour);
    inspection(on, how.workflow_ms).check();
    EXPECT_EQ(on.engine->quarantined(), 0U);
  }
  EXPECT_GT(purged, 1'000U);
  EXPECT_GT(unfolded, 0U);
}

TEST(purge, workflows_below_workflows_go_with_their_action) {
  purge_settings how;
  how.workflow_ms = ms_per_day;
  how.old_actions = true;
  purge_world on(how);
  write_applications(on);
  on.files.put("/nested.xml",
               "<workflow-app name='n' xmlns='uri:oozie:workflow:0.5'><start to='a'/>"
               "<action name='a'><sub-workflow><app-path>/good.xml</app-path></sub-workflow>"
               "<ok to='end'/><error to='bad'/></action><kill name='bad'><message>no</message>"
               "</kill><end name='end'/></workflow-app>");
  on.files.put("/often-c.xml", coordinator(60, "2026-01-04T00:00Z", "/nested.xml"));
  const entity_id job = on.id_of(on.submit("coordinator", "/often-c.xml", ""));
  on.pass(2 * ms_per_day + ms_per_hour / 2);
  const http::purged preview = on.purge({{}, {}, {}, {}, 0, true});
  const http::purged done = on.purge({});
  EXPECT_GT(done.actions, 20U);
  EXPECT_EQ(preview.workflows, done.workflows);
  EXPECT_EQ(done.workflows, 2 * done.actions);
  const auto left = on.engine->reader().jobs(entity_kind::workflow, {}, 0, 1'000);
  ASSERT_TRUE(left.ok());
  EXPECT_EQ(left->total, 2 * (49 - done.actions)) << "of the 49 actions until now";
  for (const model::job_row& row : left->rows)
    EXPECT_TRUE(on.record(std::get<model::workflow_record>(row.record).parent));
  EXPECT_EQ(on.replay_differs(), "");
  EXPECT_TRUE(on.record(job));
}

TEST(purge, an_action_that_is_gone_cannot_be_rerun) {
  purge_settings how;
  how.workflow_ms = ms_per_day;
  how.old_actions = true;
  purge_world on(how);
  write_applications(on);
  on.files.put("/often-c.xml", coordinator(60, "2026-01-04T00:00Z", "/good.xml"));
  const entity_id job = on.id_of(on.submit("coordinator", "/often-c.xml", ""));
  on.pass(2 * ms_per_day + ms_per_hour / 2);
  const http::purged preview = on.purge({{}, {}, {}, {}, 0, true});
  const http::purged done = on.purge({});
  EXPECT_GT(done.actions, 20U);
  EXPECT_EQ(preview.actions, done.actions);
  EXPECT_FALSE(on.record(action_of(job, 1)));
  const auto refused = on.order(job, rerun_of(1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().oozie, "E1018");
  // All of its actions succeeded, those that are gone as well.
  on.pass(2 * ms_per_day);
  EXPECT_EQ(model::state_of(*on.record(job)), model::status::succeeded);
  on.crash();
  EXPECT_TRUE(on.order(job, rerun_of(71)));
  on.pass(ms_per_hour);
  EXPECT_EQ(model::state_of(*on.record(job)), model::status::succeeded);
  EXPECT_EQ(on.replay_differs(), "");
}

}  // namespace
}  // namespace foliot::actors
