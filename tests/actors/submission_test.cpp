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

}  // namespace
}  // namespace foliot::actors
