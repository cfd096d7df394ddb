// The XML of a workflow's nodes in Oozie's layout.
#include "parse/node_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "parse/validate.hpp"

namespace foliot::parse {
namespace {

const char* const workflow = R"(<workflow-app name="w" xmlns="uri:oozie:workflow:0.5">
  <start to="make"/>
  <action name="make"><fs><mkdir path="${out}"/><!-- none --></fs>
    <ok to="d"/><error to="e"/></action>
  <action name="below">
    <sub-workflow><app-path>a</app-path>
      <configuration><property><name>x</name><value>${y}</value></property></configuration>
    </sub-workflow>
    <ok to="e"/><error to="e"/>
  </action>
  <action name="mail"><email xmlns="uri:oozie:email-action:0.2"><to>t</to></email>
    <ok to="e"/><error to="e"/></action>
  <decision name="d"><switch><case to="e">${a}</case><default to="e"/></switch></decision>
  <end name="e"/>
</workflow-app>)";

std::string told(std::string_view node) {
  return tell_nodes(workflow)(
      node, [](const std::string& text, bool is_case) { return is_case ? "case" : "<" + text; });
}

TEST(node_text, an_action_shows_its_body_evaluated_and_completed) {
  EXPECT_EQ(told("make"),
            "<fs xmlns=\"uri:oozie:workflow:0.5\">\r\n"
            "  <mkdir path=\"&lt;${out}\" />\r\n"
            "  <configuration />\r\n"
            "</fs>");
}

TEST(node_text, properties_say_where_they_are_from) {
  EXPECT_EQ(told("below"),
            "<sub-workflow xmlns=\"uri:oozie:workflow:0.5\">\r\n"
            "  <app-path>&lt;a</app-path>\r\n"
            "  <configuration>\r\n"
            "    <property xmlns=\"\">\r\n"
            "      <name>&lt;x</name>\r\n"
            "      <value>&lt;${y}</value>\r\n"
            "      <source>programatically</source>\r\n"
            "    </property>\r\n"
            "  </configuration>\r\n"
            "</sub-workflow>");
}

TEST(node_text, bodies_of_their_own_namespace_and_decisions) {
  EXPECT_EQ(told("mail"),
            "<email xmlns=\"uri:oozie:email-action:0.2\">\r\n  <to>&lt;t</to>\r\n</email>");
  EXPECT_EQ(told("d"),
            "<switch xmlns=\"uri:oozie:workflow:0.5\">\r\n"
            "  <case to=\"&lt;e\">case</case>\r\n"
            "  <default to=\"&lt;e\" />\r\n"
            "</switch>");
}

TEST(node_text, others_have_none) {
  EXPECT_EQ(told("e"), "");
  EXPECT_EQ(told("moon"), "");
  EXPECT_EQ(tell_nodes("<moon")("make", [](const std::string& t, bool) { return t; }), "");
}

TEST(validate, looks_at_the_schema_alone) {
  const auto good = validate_document(
      "<workflow-app name=\"w\" xmlns=\"uri:oozie:workflow:0.5\"><start to=\"nowhere\"/>"
      "<end name=\"e\"/></workflow-app>");
  ASSERT_TRUE(good) << good.error().text();
  EXPECT_EQ(*good, "workflow-app");
  for (const char* text : {"<workflow-app name=\"w\" xmlns=\"uri:oozie:workflow:0.5\"/>", "<moon/>",
                           "<workflow-app"}) {
    const auto bad = validate_document(text);
    ASSERT_FALSE(bad) << text;
    EXPECT_EQ(bad.error().oozie, "E0701") << text;
  }
}

}  // namespace
}  // namespace foliot::parse
