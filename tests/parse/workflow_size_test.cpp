// The size of a workflow's definition (workflow.md 1).
#include <gtest/gtest.h>

#include "parse/submission.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse {
namespace {

TEST(workflow_size, is_bounded_in_the_oozie_dialect) {
  support::files all;
  std::string& xml = all["/apps/clean/workflow.xml"];
  xml =
      "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='end'/><end name='end'/>"
      "</workflow-app><!--" +
      std::string(100'000, ' ') + "-->";
  const model::configuration conf = support::properties("oozie.wf.application.path", "/apps/clean");
  options how;
  EXPECT_TRUE(prepare(conf, support::reader(all), how));
  how.reading = dialect::oozie;
  const auto refused = prepare(conf, support::reader(all), how);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().oozie, "E0736");
  EXPECT_EQ(refused.error().code, errc::too_large);
}

}  // namespace
}  // namespace foliot::parse
