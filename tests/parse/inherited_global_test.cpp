// <global> of a workflow, and of those below it that get their parent's properties.
#include "parse/inherited_global.hpp"

#include <gtest/gtest.h>

#include "model/kinds/kind.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "parse/definitions.hpp"
#include "parse/submission.hpp"
#include "parse/workflow_xml.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse {
namespace {

using model::configuration;

/// A workflow with that <global> and one action.
std::string workflow(const std::string& global, const std::string& body) {
  return "<workflow-app name='w' xmlns='uri:oozie:workflow:1.0'>" + global +
         "<start to='a'/><action name='a'>" + body +
         "<ok to='e'/><error to='e'/></action><end name='e'/></workflow-app>";
}

std::string property(const std::string& name, const std::string& value) {
  return "<property><name>" + name + "</name><value>" + value + "</value></property>";
}

const std::string above =
    "<global><resource-manager>rm:${port}</resource-manager><name-node>file:///above</name-node>"
    "<launcher><queue>q</queue></launcher><job-xml>site.xml</job-xml><configuration>" +
    property("p", "100 % of \\ #{x}") + property("id", "${wf:id()}") + "</configuration></global>";

const std::string below =
    "<sub-workflow><app-path>/apps/below</app-path><propagate-configuration/></sub-workflow>";

const std::string java = "<java><main-class>M</main-class></java>";

model::workflow_node action(const std::string& xml, configuration conf = {},
                            dialect reading = dialect::lenient) {
  std::vector<std::string> warnings;
  options how;
  how.reading = reading;
  auto made = parse_workflow({entity_kind::workflow, "file:///apps/w", "", xml, std::move(conf)},
                             how, warnings);
  EXPECT_TRUE(made.ok()) << (made ? "" : made.error().text());
  return made ? made->nodes[made->find("a")] : model::workflow_node{};
}

/// What a sub-workflow of that workflow has for its child; "(none)" without <propagate...>.
std::string handed_down(const std::string& xml, configuration conf = {}) {
  const model::workflow_node node = action(xml, std::move(conf));
  for (const model::named_text& each : node.body->texts)
    if (each.name == model::propagate_element) return std::string(each.text.source());
  return "(none)";
}

configuration with_global(const std::string& text) {
  return {{std::string(model::global_property), text}};
}

std::string value_of(const model::action_body& body, const std::string& name) {
  for (const auto& [each, value] : body.conf)
    if (each == name) return std::string(value.source());
  return "(none)";
}

TEST(inherited_global, reaches_the_actions_of_the_workflow_below) {
  const std::string text = handed_down(workflow(above, below));
  EXPECT_EQ(text.find('$'), std::string::npos) << "nothing in it is evaluated on the way";
  const auto body = action(workflow("", java), with_global(text)).body;
  ASSERT_NE(body, nullptr);
  EXPECT_EQ(body->name_node->source(), "file:///above");
  EXPECT_EQ(body->cluster->source(), "rm:${port}");
  ASSERT_EQ(body->job_xml.size(), 1U);
  EXPECT_EQ(body->job_xml[0].source(), "site.xml");
  EXPECT_EQ(value_of(*body, "p"), "100 % of \\ #{x}");
  EXPECT_EQ(value_of(*body, "id"), "${wf:id()}");
  EXPECT_EQ(value_of(*body, "oozie.launcher.queue"), "q");
}

TEST(inherited_global, what_the_workflow_below_says_itself_wins) {
  const std::string own =
      "<global><name-node>file:///own</name-node><launcher><queue>own</queue></launcher>"
      "<job-xml>own.xml</job-xml><job-xml>site.xml</job-xml><configuration>" +
      property("id", "7") + "</configuration></global>";
  const auto body =
      action(workflow(own, java), with_global(handed_down(workflow(above, below)))).body;
  EXPECT_EQ(body->name_node->source(), "file:///own");
  EXPECT_EQ(body->cluster->source(), "rm:${port}");
  ASSERT_EQ(body->job_xml.size(), 2U);
  EXPECT_EQ(body->job_xml[0].source(), "own.xml");
  EXPECT_EQ(value_of(*body, "oozie.launcher.queue"), "own");
  EXPECT_EQ(value_of(*body, "id"), "7");
  EXPECT_EQ(value_of(*body, "p"), "100 % of \\ #{x}");
}

TEST(inherited_global, goes_down_all_levels_but_only_where_it_is_asked_for) {
  const std::string text = handed_down(workflow(above, below));
  EXPECT_EQ(handed_down(workflow("", below), with_global(text)), text);
  EXPECT_EQ(handed_down(workflow("", below)), "");
  EXPECT_EQ(
      handed_down(workflow(above, "<sub-workflow><app-path>/apps/below</app-path></sub-workflow>")),
      "(none)");
}

TEST(inherited_global, is_a_cluster_to_whom_one_is_needed) {
  const std::string text = handed_down(workflow(above, below));
  EXPECT_NE(action(workflow("", java), with_global(text), dialect::oozie).body, nullptr);
}

TEST(inherited_global, is_kept_with_the_text_of_the_workflow_below) {
  configuration conf = with_global(handed_down(workflow(above, below)));
  conf.emplace("user.name", "ann");
  const support::files all{{"/apps/below/workflow.xml", workflow("", java)}};
  understood_workflows known;
  for (const bool inherits : {true, false}) {
    if (!inherits) conf.erase(std::string(model::global_property));
    const auto made = prepare_workflow("/apps/below", conf, support::reader(all), {}, known);
    ASSERT_TRUE(made.ok()) << made.error().text();
    EXPECT_EQ(made->text.conf.size(), inherits ? 1U : 0U);
    const cached_definitions stored{time::processing_zone{}};
    const auto again = stored.workflow(made->text);
    ASSERT_TRUE(again.ok()) << again.error().text();
    EXPECT_EQ((*again)->nodes[(*again)->find("a")].body->name_node.has_value(), inherits);
  }
}

TEST(inherited_global, what_nobody_has_written_so_says_nothing_or_is_refused) {
  EXPECT_EQ(action(workflow("", java), with_global("eJzzSM3JyQ==")).body->conf.size(), 0U);
  EXPECT_FALSE(read_inherited("job-xml=%24{x").ok());
  EXPECT_EQ(read_inherited("job-xml=%24{x").error().oozie, "E0701");
  EXPECT_EQ(read_inherited("job-xml=100%")->job_xml.at(0).source(), "100%");
  EXPECT_TRUE(is_empty(*read_inherited("")));
}

}  // namespace
}  // namespace foliot::parse
