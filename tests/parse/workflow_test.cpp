#include "parse/workflow_xml.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "model/kinds/kind.hpp"
#include "parse/workflow_actions.hpp"
#include "parse/workflow_conf.hpp"
#include "tests/parse/support.hpp"

namespace foliot::parse {
namespace {

using model::node_kind;
using support::with;

struct outcome {
  result<model::workflow_definition> made = failure{};
  std::vector<std::string> warnings;
  std::string text() const { return made ? "accepted" : made.error().text(); }
  std::string code() const { return made ? "" : made.error().oozie; }
};

outcome parse(const std::string& xml, dialect reading = dialect::lenient,
              model::configuration conf = {}) {
  outcome out;
  options how;
  how.reading = reading;
  out.made = parse_workflow({entity_kind::workflow, "file:///apps/clean", "", xml, std::move(conf)},
                            how, out.warnings);
  return out;
}

outcome changed(const std::string& old, const std::string& now) {
  return parse(with(support::workflow_xml, old, now));
}

const model::workflow_node& node(const outcome& of, std::string_view name) {
  const model::node_index index = of.made->find(name);
  FOLIOT_ASSERT(index != model::no_node, "the node is there");
  return of.made->nodes[index];
}

TEST(workflow, nodes_become_indexes) {
  const outcome out = parse(support::workflow_xml);
  ASSERT_TRUE(out.made.ok()) << out.text();
  const model::workflow_definition& made = *out.made;
  EXPECT_EQ(made.name.source(), "clean-${tag}");
  EXPECT_EQ(made.app_path, "file:///apps/clean");
  ASSERT_EQ(made.nodes.size(), 9U);
  EXPECT_EQ(made.start, 0);
  EXPECT_EQ(made.nodes[0].name, ":start:");
  EXPECT_EQ(made.nodes[0].type, ":START:");
  EXPECT_EQ(made.nodes[0].to, made.find("prepare"));
  EXPECT_EQ(node(out, "split").paths,
            (std::vector<model::node_index>{made.find("left"), made.find("right")}));
  EXPECT_EQ(node(out, "merge").kind, node_kind::join);
  EXPECT_EQ(node(out, "merge").to, made.find("choose"));
  ASSERT_EQ(node(out, "choose").cases.size(), 1U);
  EXPECT_EQ(node(out, "choose").cases[0].to, made.find("fail"));
  EXPECT_EQ(node(out, "choose").to, made.find("done"));
  EXPECT_EQ(node(out, "choose").type, "switch");
  EXPECT_EQ(node(out, "left").error_to, made.find("fail"));
  EXPECT_EQ(node(out, "left").line, 17U);
  EXPECT_EQ(node(out, "fail").message.source(), "${wf:errorMessage(wf:lastErrorNode())}");
}

TEST(workflow, bodies_of_shell_and_fs_are_read) {
  const outcome out = parse(support::workflow_xml);
  ASSERT_TRUE(out.made.ok()) << out.text();
  const auto shell = node(out, "left").shell;
  ASSERT_NE(shell, nullptr);
  EXPECT_EQ(shell->exec.source(), "clean.sh");
  ASSERT_EQ(shell->arguments.size(), 2U);
  EXPECT_EQ(shell->arguments[0].source(), "${raw}");
  EXPECT_EQ(shell->environment.at(0).source(), "A=${out}");
  EXPECT_EQ(shell->files.at(0).source(), "bin/clean.sh#clean.sh");
  EXPECT_EQ(shell->conf.at(0).first, "p");
  EXPECT_TRUE(shell->capture_output);
  const auto fs = node(out, "prepare").fs;
  ASSERT_NE(fs, nullptr);
  ASSERT_EQ(fs->steps.size(), 4U);
  EXPECT_EQ(fs->steps[0].kind, "delete");
  EXPECT_FALSE(fs->steps[0].skip_trash);
  EXPECT_TRUE(fs->steps[1].skip_trash);
  EXPECT_TRUE(fs->steps[1].directories);
  EXPECT_EQ(fs->steps[2].path.source(), "${out}/a");
  EXPECT_EQ(fs->steps[2].target.source(), "${out}/b");
  EXPECT_EQ(fs->steps[3].permissions.source(), "755");
  EXPECT_TRUE(fs->steps[3].recursive);
  EXPECT_FALSE(fs->steps[3].directories);
}

TEST(workflow, other_types_are_read) {
  const outcome out = parse(support::workflow_xml);
  ASSERT_TRUE(out.made.ok()) << out.text();
  EXPECT_EQ(node(out, "right").type, "email");
  EXPECT_EQ(node(out, "right").shell, nullptr);
  EXPECT_EQ(out.warnings, std::vector<std::string>{});
}

TEST(workflow, a_dangling_transition_and_a_loop_are_refused) {
  EXPECT_EQ(changed("to=\"split\"", "to=\"splti\"").text(),
            "E0708: /apps/clean/workflow.xml:3:3: node 'prepare' leads to 'splti', which does not "
            "exist. Did you mean 'split'?");
  EXPECT_EQ(changed("<default to=\"done\"/>", "<default to=\"prepare\"/>").text(),
            "E0707: /apps/clean/workflow.xml:3:3: the workflow has a loop: "
            ":start:->prepare->split->left->merge->choose->prepare. Let no node lead back to one "
            "before it.");
}

TEST(workflow, types_of_actions_are_checked) {
  EXPECT_EQ(changed("<email xmlns=\"uri:oozie:email-action:0.2\">", "<email>").text(),
            "E0701: /apps/clean/workflow.xml:31:5: <email> is in the namespace "
            "'uri:oozie:workflow:0.5', where no action of that name is. Write <email "
            "xmlns=\"uri:oozie:email-action:0.2\">.");
  const std::string unknown =
      with(with(support::workflow_xml, "<email xmlns=\"uri:oozie:email-action:0.2\">",
                "<teleport xmlns=\"uri:mine\">"),
           "</email>", "</teleport>");
  EXPECT_EQ(parse(unknown).text(),
            "E0723: /apps/clean/workflow.xml:30:3: there is no action of type 'teleport'");
  EXPECT_EQ(parse(with(with(unknown, " xmlns=\"uri:mine\"", ""), "teleport", "teleport")).code(),
            "E0701");
  EXPECT_EQ(changed("<mkdir path", "<mkdri path").text(),
            "E0701: /apps/clean/workflow.xml:6:7: <fs> may not hold <mkdri>. Did you mean "
            "'mkdir'? Allowed are name-node, job-xml, configuration, delete, mkdir, move, chmod, "
            "touchz, chgrp, setrep.");
  EXPECT_EQ(changed("<exec>clean.sh</exec>", "").text(),
            "E0701: /apps/clean/workflow.xml:18:5: <shell> needs <exec>. Add it behind "
            "<configuration>.");
}

TEST(workflow, an_expression_that_cannot_be_read_is_refused) {
  const std::string text = changed("${raw}", "${raw").text();
  EXPECT_TRUE(text.starts_with("E0803: /apps/clean/workflow.xml:21:7: <argument>: ")) << text;
}

constexpr const char* strict_xml =
    R"(<workflow-app name="w" xmlns="uri:oozie:workflow:0.5">
  <start to="a"/>
  <action name="a">
    <shell xmlns="uri:oozie:shell-action:0.3">
      <job-tracker>j</job-tracker>
      <name-node>file:///</name-node>
      <configuration><property><name>p</name><value>${value}</value></property></configuration>
      <exec>${exec}</exec>
    </shell>
    <ok to="b"/>
    <error to="fail"/>
  </action>
  <action name="b"><fs><mkdir path="${path}"/></fs><ok to="c"/><error to="fail"/></action>
  <decision name="c">
    <switch><case to="fail">${case}</case><default to="end"/></switch>
  </decision>
  <kill name="fail"><message>${message}</message></kill>
  <end name="end"/>
</workflow-app>)";

TEST(workflow, oozies_dialect_keeps_an_expression_that_cannot_be_read) {
  const outcome out = parse(with(strict_xml, "${exec}", "${exec"), dialect::oozie);
  ASSERT_TRUE(out.made.ok()) << out.text();
  const el::expression& kept = node(out, "a").shell->exec;
  EXPECT_EQ(kept.source(), "${exec");
  EXPECT_FALSE(el::text_of(kept, {}).ok()) << "it fails when its turn comes";
  ASSERT_FALSE(out.warnings.empty());
  EXPECT_TRUE(out.warnings.front().find("workflow.xml:8:7: <exec>: ") != std::string::npos)
      << out.warnings.front();
  for (const std::string name : {"value", "path", "case", "message"}) {
    const std::string broken = with(strict_xml, "${" + name + "}", "${" + name);
    EXPECT_TRUE(parse(broken, dialect::oozie).made.ok()) << name;
    EXPECT_EQ(parse(broken).code(), "E0803") << name;
  }
  EXPECT_FALSE(parse(with(strict_xml, "name=\"w\"", "name=\"${w\""), dialect::oozie).made.ok())
      << "the name is evaluated at submission";
}

TEST(workflow, a_dry_run_evaluates_and_what_was_accepted_stays_so) {
  const std::string xml = with(strict_xml, "${exec}", "${exec");
  const model::definition_text text{entity_kind::workflow, "file:///apps/clean", "", xml, {}};
  std::vector<std::string> warnings;
  options how;
  how.reading = dialect::oozie;
  how.dry_run = true;
  EXPECT_FALSE(parse_workflow(text, how, warnings).ok());
  how = {};
  how.accepted_before = true;
  EXPECT_TRUE(parse_workflow(text, how, warnings).ok());
}

TEST(workflow, what_a_shell_action_says_beside_its_command_is_read) {
  const outcome out = changed("<configuration><property><name>p",
                              "<job-xml>more.xml</job-xml>"
                              "<configuration><property><name>p");
  ASSERT_TRUE(out.made.ok()) << out.text();
  bool found = false;
  for (const model::workflow_node& each : out.made->nodes)
    if (each.type == "shell" && each.body && !each.body->job_xml.empty())
      found = each.body->job_xml.front().source() == "more.xml";
  EXPECT_TRUE(found);
}

// Every type of the languages runs, or the reader of a definition is told that it does not.
TEST(workflow, no_type_is_ignored) {
  const std::map<std::string_view, std::string> bodies{
      {"email",
       "<email xmlns='uri:oozie:email-action:0.2'><to>a@b</to><subject>s</subject>"
       "<body>b</body></email>"},
      {"git",
       "<git xmlns='uri:oozie:git-action:1.0'><name-node>n</name-node>"
       "<git-uri>https://h/r</git-uri><destination-uri>file:///d</destination-uri></git>"},
      {"map-reduce", "<map-reduce/>"},
      {"ssh", "<ssh xmlns='uri:oozie:ssh-action:0.2'><host>h</host><command>c</command></ssh>"},
      {"sub-workflow", "<sub-workflow><app-path>/a</app-path></sub-workflow>"},
  };
  EXPECT_EQ(action_types().size(), 14U);
  for (const std::string_view type : action_types()) {
    if (model::find_kind(type) != nullptr) continue;
    const auto body = bodies.find(type);
    ASSERT_NE(body, bodies.end()) << type;
    const outcome out = parse(
        "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='a'/>"
        "<action name='a'>" +
        body->second + "<ok to='e'/><error to='e'/></action><end name='e'/></workflow-app>");
    ASSERT_TRUE(out.made.ok()) << type << ": " << out.text();
    const auto told =
        std::find_if(out.warnings.begin(), out.warnings.end(), [&](const std::string& each) {
          return each.find("actions of type " + std::string(type) + " are not offered yet") !=
                 std::string::npos;
        });
    EXPECT_NE(told, out.warnings.end()) << type;
  }
}

TEST(workflow, global_gives_to_every_action) {
  const outcome out = changed("  <start",
                              "  <global><name-node>file:///n</name-node><configuration>"
                              "<property><name>p</name><value>global</value></property>"
                              "<property><name>q</name><value>2</value></property>"
                              "</configuration></global>\n  <start");
  ASSERT_TRUE(out.made.ok()) << out.text();
  EXPECT_EQ(node(out, "prepare").fs->name_node->source(), "file:///n");
  const auto& conf = node(out, "left").shell->conf;
  ASSERT_EQ(conf.size(), 2U);
  EXPECT_EQ(conf[0].first, "q");
  EXPECT_EQ(conf[1].second.source(), "${out}");
}

TEST(workflow, retries_are_read_with_a_warning) {
  const outcome seed = changed("<error to=\"fail\"/>", "<error to=\"fail\" retry-max=\"5\"/>");
  ASSERT_TRUE(seed.made.ok()) << seed.text();
  EXPECT_EQ(seed.warnings.size(), 1U);
  EXPECT_EQ(parse(with(support::workflow_xml, "<error to=\"fail\"/>",
                       "<error to=\"fail\" retry-max=\"5\"/>"),
                  dialect::oozie)
                .text(),
            "E0701: /apps/clean/workflow.xml:11:22: <error> has no attribute 'retry-max'. Allowed "
            "are to.");
}

TEST(workflow, fork_checks_can_be_switched_off) {
  const std::string xml = with(support::workflow_xml, "<ok to=\"merge\"/>", "<ok to=\"done\"/>");
  EXPECT_EQ(parse(xml).code(), "E0737");
  EXPECT_EQ(parse(xml, dialect::lenient, {{"oozie.wf.validate.ForkJoin", "false"}}).text(),
            "accepted");
}

TEST(workflow, bodies_of_other_types_are_kept) {
  const outcome out = parse(
      "<workflow-app name='w' xmlns='uri:oozie:workflow:1.0'>"
      "<global><resource-manager>rm</resource-manager><launcher><queue>q</queue></launcher>"
      "<job-xml>site.xml</job-xml><job-xml>own.xml</job-xml></global>"
      "<credentials><credential name='c' type='hive2'><property><name>p</name><value>${v}</value>"
      "</property></credential></credentials>"
      "<start to='a'/><action name='a' cred='c, d' retry-max='${n}' retry-policy='exponential'>"
      "<map-reduce><name-node>nn</name-node><prepare><delete path='${out}'/></prepare>"
      "<streaming><mapper>m</mapper><env>A=1</env></streaming><job-xml>own.xml</job-xml>"
      "<configuration><property><name>x</name><value>1</value></property></configuration>"
      "<file>f</file></map-reduce><ok to='e'/><error to='e'/></action><end name='e'/>"
      "</workflow-app>");
  ASSERT_TRUE(out.made.ok()) << out.text();
  const model::workflow_node& action = node(out, "a");
  EXPECT_EQ(action.type, "map-reduce");
  ASSERT_NE(action.body, nullptr);
  EXPECT_EQ(action.body->version, "1.0");
  EXPECT_EQ(action.body->cluster->source(), "rm");
  EXPECT_EQ(action.body->name_node->source(), "nn");
  ASSERT_EQ(action.body->prepare.size(), 1U);
  EXPECT_EQ(action.body->prepare[0].path.source(), "${out}");
  ASSERT_EQ(action.body->job_xml.size(), 2U);
  EXPECT_EQ(action.body->job_xml[0].source(), "site.xml");
  ASSERT_EQ(action.body->conf.size(), 2U);
  EXPECT_EQ(action.body->conf[0].first, "oozie.launcher.queue");
  ASSERT_EQ(action.body->texts.size(), 3U);
  EXPECT_EQ(action.body->texts[1].name, "streaming/env");
  EXPECT_EQ(action.body->texts[1].text.source(), "A=1");
  EXPECT_EQ(action.credentials, (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(action.retry.policy->source(), "exponential");
  ASSERT_EQ(out.made->credentials.size(), 1U);
  EXPECT_EQ(out.made->credentials[0].properties.at(0).second.source(), "${v}");
}

TEST(workflow, retries_are_evaluated_with_the_jobs_properties) {
  model::retry_rule rule;
  rule.max = *el::parse("${n}");
  EXPECT_EQ(evaluate_retry(rule, "/a", {{"n", " 3 "}}, {})->max, "3");
  const auto refused = evaluate_retry(rule, "/a", {}, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().oozie, "E0703");
}

}  // namespace
}  // namespace foliot::parse
