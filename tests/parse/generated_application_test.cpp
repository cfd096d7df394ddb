#include "parse/generated_application.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/parse/shop.hpp"

namespace foliot::parse {
namespace {

using model::configuration;
using support::coordinator_path;
using support::properties;
using support::submit;
using support::workflow_path;

const std::string text =
    "<workflow-app name='made-${tag}' xmlns='uri:oozie:workflow:0.5'><start to='e'/><end "
    "name='e'/></workflow-app>";

std::string refusal(const result<submission>& of) { return of ? "accepted" : of.error().text(); }

TEST(generated_application, comes_with_its_job) {
  configuration conf = properties("tag", "x");
  conf["oozie.jobs.api.generated.xml"] = text;
  const auto out = submit(conf);
  ASSERT_TRUE(out.ok()) << refusal(out);
  EXPECT_EQ(out->text.kind, entity_kind::workflow);
  EXPECT_EQ(out->name, "made-x");
  EXPECT_EQ(out->text.xml.substr(0, 27), "<workflow-app name='made-x'");
  EXPECT_EQ(out->text.app_path.substr(0, 19), "/generated/gen_app_");
  EXPECT_EQ(out->text.conf.at(workflow_path), out->text.app_path);
  // A rerun has the properties that the job has by now.
  const auto again = submit(out->text.conf);
  ASSERT_TRUE(again.ok()) << refusal(again);
  EXPECT_EQ(again->text.app_path, out->text.app_path);
  EXPECT_EQ(again->text.xml, out->text.xml);

  conf["oozie.jobs.api.generated.xml"] = "<workflow-app";
  EXPECT_EQ(refusal(submit(conf)).substr(0, 6), "E0701:");
}

TEST(generated_application, stands_back_behind_a_file) {
  configuration conf = properties(workflow_path, "/apps/clean");
  conf["oozie.jobs.api.generated.xml"] = "<workflow-app";
  const auto out = submit(conf);
  ASSERT_TRUE(out.ok()) << refusal(out);
  EXPECT_EQ(out->text.xml, support::workflow_xml);
  conf[workflow_path] = "/apps/nothing";
  EXPECT_EQ(refusal(submit(conf)).substr(0, 6), "E0701:");
  conf.erase(workflow_path);
  conf[coordinator_path] = "/apps/nothing";
  EXPECT_EQ(refusal(submit(conf)).substr(0, 6), "E0307:");
}

}  // namespace
}  // namespace foliot::parse
