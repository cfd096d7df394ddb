// Submissions through the gate: what a dry run leaves behind, and how a job is found again.
#include <gtest/gtest.h>

#include "model/reader.hpp"
#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

constexpr const char* bundle_xml =
    "<bundle-app name='nightly-${day}' xmlns='uri:oozie:bundle:0.2'><!-- ${nobody} -->"
    "<controls><kick-off-time>2030-01-01T00:00Z</kick-off-time></controls>"
    "<coordinator name='c'><app-path>/app/coordinator.xml</app-path></coordinator></bundle-app>";

std::string conf(const std::string& more = "") {
  const auto property = [](const std::string& name, const std::string& value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  };
  return "<configuration>" + property("user.name", "ann") + property("day", "5") +
         property("oozie.bundle.application.path", "/app/bundle.xml") + more + "</configuration>";
}

TEST(submission, a_dry_run_leaves_nothing_behind) {
  stage on;
  on.files.put("/app/bundle.xml", bundle_xml);
  const uint64_t writes = on.store.writes();
  std::optional<result<http::submitted>> answer;
  on.engine.gate().dry_run(conf(), {}, [&](result<http::submitted> out) { answer = out; });
  on.settle();
  ASSERT_TRUE(answer);
  ASSERT_TRUE(*answer) << answer->error().text();
  EXPECT_NE((*answer)->id.find("name='nightly-5'"), std::string::npos) << (*answer)->id;
  EXPECT_EQ((*answer)->id.find("<!--"), std::string::npos);
  EXPECT_EQ(on.store.writes(), writes);
  on.files.put("/app/bundle.xml", "<bundle-app/>");
  on.engine.gate().dry_run(conf(), {}, [&](result<http::submitted> out) { answer = out; });
  on.pass(5'000);
  ASSERT_FALSE(*answer);
  EXPECT_EQ(answer->error().oozie, "E0701");
}

TEST(submission, a_job_is_found_by_its_external_id) {
  stage on;
  on.files.put("/app/bundle.xml", bundle_xml);
  std::string id;
  on.engine.gate().submit(
      conf("<property><name>oozie.bundle.external.id</name><value>day-5</value></property>"), {},
      false, [&](result<http::submitted> out) { id = out ? out->id : out.error().text(); });
  on.settle();
  const model::reader& reader = on.engine.reader();
  const auto found = reader.find_external(entity_kind::bundle, "day-5", "ann");
  ASSERT_TRUE(found && *found) << id;
  EXPECT_EQ(reader.ids().text(**found), id);
  EXPECT_FALSE(*reader.find_external(entity_kind::bundle, "day-5", "bob"));
  EXPECT_FALSE(*reader.find_external(entity_kind::workflow, "day-5", ""));
}

TEST(submission, a_body_that_would_cost_too_much_is_not_read) {
  stage on;
  std::string tag = "<property";
  for (int i = 0; i < 300; ++i) tag += " a" + std::to_string(i) + "='1'";
  std::optional<result<http::submitted>> answer;
  on.engine.gate().submit("<configuration>\n" + tag + "/></configuration>", {}, true,
                          [&](result<http::submitted> out) { answer = out; });
  on.settle();
  ASSERT_TRUE(answer);
  ASSERT_FALSE(*answer);
  EXPECT_EQ(
      answer->error().text(),
      "E0700: request body:2:1: this tag has more than 256 attributes. Write elements instead.");
}

/// Everything that a stage needs for jobs of that kind, and what submits one.
struct application {
  std::string path;
  std::string external;
  std::string file;
  std::string xml;
};

const application bundle_app{"oozie.bundle.application.path", "oozie.bundle.external.id",
                             "/app/bundle.xml", bundle_xml};
const application coordinator_app{
    "oozie.coord.application.path", "oozie.coord.external.id", "/app/coordinator.xml",
    "<coordinator-app name='c' frequency='60' start='2026-01-01T00:00Z' end='2026-01-01T01:00Z' "
    "timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><action><workflow>"
    "<app-path>/app/workflow.xml</app-path></workflow></action></coordinator-app>"};
const application workflow_app{"oozie.wf.application.path", "oozie.wf.external.id",
                               "/app/workflow.xml", workflow_xml};

class named_submissions {
 public:
  explicit named_submissions(stage& on) : on_(on) {
    for (const application& each : {bundle_app, coordinator_app, workflow_app})
      on.files.put(each.file, each.xml);
  }

  /// Not settled: nothing has happened yet.
  void submit(const application& what, const std::string& name, const std::string& user = "ann",
              const std::string& more = "", bool run = true) {
    std::string xml = "<configuration>" + more;
    const auto add = [&](const std::string& key, const std::string& value) {
      xml += "<property><name>" + key + "</name><value>" + value + "</value></property>";
    };
    add("user.name", user);
    add("day", "5");
    add(what.path, what.file);
    add(what.external, name);
    on_.engine.gate().submit(
        xml + "</configuration>", {}, run, [this](const result<http::submitted>& out) {
          ids.push_back(out ? out->id : out.error().text());
          warned = out && !out->warnings.empty() ? out->warnings.back() : "";
          durable_at_reply =
              durable_at_reply && (!out || on_.state_of(out->id) != model::status::none);
        });
  }
  std::string one(const application& what, const std::string& name, const std::string& user = "ann",
                  const std::string& more = "") {
    ids.clear();
    submit(what, name, user, more);
    on_.settle();
    return ids.size() == 1 ? ids.front() : std::to_string(ids.size()) + " answers";
  }
  uint64_t jobs(entity_kind kind) const {
    const auto page = on_.engine.reader().jobs(kind, {}, 0, 1);
    return page ? page->total : 0;
  }

  std::vector<std::string> ids;
  std::string warned;  ///< The last warning of the last answer.
  bool durable_at_reply = true;

 private:
  stage& on_;
};

TEST(external_id, a_hundred_submissions_at_once_are_one_job) {
  const std::vector<std::pair<application, entity_kind>> kinds{
      {bundle_app, entity_kind::bundle},
      {coordinator_app, entity_kind::coordinator},
      {workflow_app, entity_kind::workflow}};
  for (const auto& [what, kind] : kinds) {
    stage on;
    named_submissions all(on);
    for (int i = 0; i < 100; ++i) all.submit(what, "day-5");
    on.settle();
    ASSERT_EQ(all.ids.size(), 100U) << what.path;
    for (const std::string& id : all.ids) EXPECT_EQ(id, all.ids.front());
    EXPECT_EQ(on.id_of(all.ids.front()).kind, kind);
    EXPECT_EQ(all.jobs(kind), 1U);
    EXPECT_TRUE(all.durable_at_reply);
    on.pass(1'000);
    EXPECT_EQ(on.machine.executed(), 1U)
        << what.path;  // the bundle as well: it is run, not only submitted
  }
}

TEST(external_id, holds_after_the_job_has_ended_and_its_application_is_gone) {
  stage on;
  named_submissions by(on);
  const std::string id = by.one(workflow_app, "day-5");
  on.pass(600'000);
  ASSERT_EQ(on.state_of(id), model::status::succeeded);
  EXPECT_EQ(by.one(workflow_app, "day-5"), id);
  on.files.remove(workflow_app.file);
  on.pass(60'000);  // what was read a moment ago is remembered
  EXPECT_EQ(by.one(workflow_app, "day-5"), id);
  EXPECT_NE(by.one(workflow_app, "day-6").find("E0307"), std::string::npos);
  on.pass(600'000);
  EXPECT_EQ(on.machine.executed(), 1U);
}

TEST(external_id, of_a_workflow_that_waits_for_its_start_starts_it) {
  stage on;
  named_submissions by(on);
  const auto ask = [&](bool run) {
    by.ids.clear();
    by.submit(workflow_app, "x", "ann", "", run);
    on.settle();
    return by.ids.at(0);
  };
  const std::string id = ask(false);
  EXPECT_EQ(by.warned, "");
  EXPECT_EQ(ask(false), id);
  EXPECT_EQ(by.warned,
            "this external id is already the one of " + id + ": nothing was submitted anew");
  EXPECT_EQ(on.state_of(id), model::status::prep);
  EXPECT_EQ(ask(true), id);
  on.pass(1'000);
  EXPECT_EQ(on.machine.executed(), 1U);
  EXPECT_EQ(ask(true), id);
  on.pass(600'000);
  EXPECT_EQ(on.machine.executed(), 1U);
}

TEST(external_id, is_one_users_and_one_kinds) {
  stage on;
  named_submissions by(on);
  const std::string id = by.one(workflow_app, "x");
  EXPECT_NE(by.one(workflow_app, "x", "bob"), id);
  EXPECT_NE(by.one(workflow_app, "y"), id);
  EXPECT_NE(by.one(coordinator_app, "x"), id);
  EXPECT_NE(by.one(bundle_app, "x"), id);
  EXPECT_EQ(by.one(workflow_app, "x"), id);
  EXPECT_NE(by.one(workflow_app, ""), by.one(workflow_app, ""));
}

TEST(external_id, of_a_workflow_is_not_enforced_in_oozies_dialect) {
  stage on;
  named_submissions by(on);
  const std::string compat = "<property><name>foliot.compat</name><value>oozie</value></property>";
  const std::string id = by.one(workflow_app, "x", "ann", compat);
  EXPECT_NE(by.one(workflow_app, "x", "ann", compat), id);
  EXPECT_EQ(by.jobs(entity_kind::workflow), 2U);
  EXPECT_EQ(by.one(bundle_app, "x", "ann", compat), by.one(bundle_app, "x", "ann", compat));
}

TEST(external_id, is_free_again_when_its_job_was_refused) {
  stage on;
  named_submissions by(on);
  const std::string wrong =
      "<property><name>oozie.bundle.retry.max</name><value>many</value></property>";
  for (int i = 0; i < 3; ++i) by.submit(bundle_app, "x", "ann", wrong);
  on.settle();
  ASSERT_EQ(by.ids.size(), 3U);
  for (const std::string& answer : by.ids)
    EXPECT_NE(answer.find("E1310"), std::string::npos) << answer;
  EXPECT_EQ(by.jobs(entity_kind::bundle), 0U);
  EXPECT_EQ(on.state_of(by.one(bundle_app, "x")), model::status::running);
}

}  // namespace
}  // namespace foliot::actors
