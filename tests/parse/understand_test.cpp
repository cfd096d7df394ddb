#include "parse/understand.hpp"

#include <gtest/gtest.h>

#include "parse/definitions.hpp"
#include "tests/parse/shop.hpp"

namespace foliot::parse {
namespace {

using support::bundle_path;
using support::coordinator_path;
using support::files;
using support::properties;
using support::shop;
using support::with;
using support::workflow_path;

constexpr size_t many = 100;

TEST(understand, a_bundle_with_what_it_would_start) {
  files all = shop();
  all["/apps/ingest/coordinator.xml"] = support::coordinator_xml;
  const auto out =
      understand(properties(bundle_path, "file:///apps/shop"), support::reader(all), {}, many);
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(out->kind, entity_kind::bundle);
  EXPECT_EQ(out->name, "shop-x");
  EXPECT_TRUE(out->kick_off);
  EXPECT_FALSE(out->truncated);
  ASSERT_FALSE(out->coordinators.empty());
  EXPECT_EQ(out->coordinators[0].name, "ingest");
  EXPECT_TRUE(out->coordinators[0].definition);
  const auto less =
      understand(properties(bundle_path, "file:///apps/shop"), support::reader(all), {}, 0);
  ASSERT_TRUE(less);
  EXPECT_TRUE(less->truncated);
  EXPECT_TRUE(less->coordinators.empty());
}

TEST(understand, tells_the_member_that_is_refused_and_reads_the_others) {
  files all = shop();
  all["/apps/ingest/coordinator.xml"] = "<coordinator-app/>";
  const auto out =
      understand(properties(bundle_path, "file:///apps/shop"), support::reader(all), {}, many);
  ASSERT_TRUE(out) << out.error().text();
  ASSERT_FALSE(out->coordinators.empty());
  EXPECT_FALSE(out->coordinators[0].definition);
  EXPECT_EQ(out->coordinators[0].name, "ingest");
  EXPECT_EQ(out->coordinators[0].refusal_code, "E0701");
  EXPECT_NE(out->coordinators[0].refusal, "");
}

TEST(understand, a_coordinator_and_a_workflow) {
  const files all = shop();
  const auto coordinator =
      understand(properties(coordinator_path, "/apps/clean"), support::reader(all), {}, many);
  ASSERT_TRUE(coordinator) << coordinator.error().text();
  ASSERT_EQ(coordinator->coordinators.size(), 1U);
  EXPECT_EQ(coordinator->coordinators[0].definition->throttle, 24);
  EXPECT_EQ(coordinator->user, "joe");
  const auto workflow =
      understand(properties(workflow_path, "/apps/clean"), support::reader(all), {}, many);
  ASSERT_TRUE(workflow) << workflow.error().text();
  EXPECT_TRUE(workflow->coordinators.empty());
  EXPECT_FALSE(understand(properties(workflow_path, "/none"), support::reader(all), {}, many));
}

TEST(understand, warns_again_of_what_is_stored) {
  model::definition_text text;
  text.kind = entity_kind::coordinator;
  text.app_path = "/apps/c";
  text.xml = R"(<coordinator-app name="c" frequency="5" start="2026-01-05T00:00Z"
      end="2026-01-06T00:00Z" timezone="UTC" xmlns="uri:oozie:coordinator:0.4">
      <controls><concurrency>0</concurrency></controls>
      <action><workflow><app-path>/apps/w</app-path></workflow></action></coordinator-app>)";
  const auto lenient = warnings_of(text, {});
  ASSERT_TRUE(lenient) << lenient.error().text();
  ASSERT_EQ(lenient->size(), 1U);
  EXPECT_NE(lenient->front().find("no action ever starts"), std::string::npos) << lenient->front();
  text.xml = with(text.xml, ">0<", ">1<");
  EXPECT_TRUE(warnings_of(text, {})->empty());
  text.xml = "<coordinator-app/>";
  EXPECT_FALSE(warnings_of(text, {}));
}

TEST(cached, a_text_is_nothing_of_another_kind) {
  // As a journal may say that was changed: what is cached of it must not be taken for that.
  const cached_definitions cache({});
  const model::definition_text text{
      entity_kind::workflow,
      "file:///apps/w",
      "",
      "<workflow-app xmlns='uri:oozie:workflow:0.5' name='w'><start to='end'/><end name='end'/>"
      "</workflow-app>",
      {}};
  ASSERT_TRUE(cache.workflow(text).ok());
  EXPECT_FALSE(cache.coordinator(text).ok());
  EXPECT_FALSE(cache.bundle(text).ok());
}

}  // namespace
}  // namespace foliot::parse
