#include "parse/xml.hpp"

#include <gtest/gtest.h>

namespace foliot::parse {
namespace {

result<xml_document> read(std::string text) {
  return xml_document::read({"/apps/a/workflow.xml"}, std::move(text));
}

std::string refusal(std::string text) {
  const result<xml_document> out = read(std::move(text));
  return out ? "accepted" : out.error().text();
}

TEST(xml, elements_know_their_place) {
  const result<xml_document> document =
      read("<?xml version=\"1.0\"?>\n<a>\n  <b/>\xC3\xA4<c/></a>");
  ASSERT_TRUE(document.ok());
  const pugi::xml_node root = document->root();
  EXPECT_EQ(document->place(root), "/apps/a/workflow.xml:2:1");
  EXPECT_EQ(document->place(child(root, "b")), "/apps/a/workflow.xml:3:3");
  // Columns count characters, not bytes.
  EXPECT_EQ(document->place(child(root, "c")), "/apps/a/workflow.xml:3:8");
  EXPECT_EQ(document->at(child(root, "c")).line, 3U);
}

TEST(xml, places_do_not_depend_on_the_order_in_which_they_are_asked_for) {
  const result<xml_document> document = read("<a><b/>\xC3\xA4<c/>\n<d/><e/></a>");
  ASSERT_TRUE(document.ok());
  const pugi::xml_node root = document->root();
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(document->at(child(root, "e")).column, 5U);
    EXPECT_EQ(document->at(child(root, "c")).column, 9U);
    EXPECT_EQ(document->at(child(root, "b")).column, 4U);
    EXPECT_EQ(document->at(child(root, "d")).column, 1U);
    EXPECT_EQ(document->at(root).column, 1U);
  }
}

TEST(xml, attributes_and_texts_know_their_place) {
  const result<xml_document> document =
      read("<a\n  x='>' xmlns:y=\"u\"\n  y:z = '1'><b/> \n t\xC3\xA4<c v='2'/></a>");
  ASSERT_TRUE(document.ok());
  const pugi::xml_node root = document->root();
  EXPECT_EQ(document->place({root, "x"}), "/apps/a/workflow.xml:2:3");
  EXPECT_EQ(document->place({root, "y:z"}), "/apps/a/workflow.xml:3:3");
  EXPECT_EQ(document->place({root, "absent"}), "/apps/a/workflow.xml:1:1");
  EXPECT_EQ(document->place({child(root, "c"), "v"}), "/apps/a/workflow.xml:4:7");
  EXPECT_EQ(document->place(document->text_at(root)), "/apps/a/workflow.xml:4:2");
  EXPECT_EQ(document->attributes_at(root).size(), 3U);
}

TEST(xml, text_is_joined_around_comments_and_sections) {
  const result<xml_document> document = read("<a> x<!-- ${no} --><![CDATA[<y>]]>&amp;z </a>");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(text_of(document->root()), "x<y>&z");
}

TEST(xml, namespaces_are_found_through_prefixes_and_parents) {
  const result<xml_document> document =
      read("<a xmlns='uri:one' xmlns:p='uri:two'><b/><p:c/><d xmlns='uri:three'/></a>");
  ASSERT_TRUE(document.ok());
  const pugi::xml_node root = document->root();
  EXPECT_EQ(namespace_of(child(root, "b")), "uri:one");
  EXPECT_EQ(namespace_of(child(root, "c")), "uri:two");
  EXPECT_EQ(namespace_of(child(root, "d")), "uri:three");
}

TEST(xml, malformed_text_is_refused_with_line_and_column) {
  EXPECT_EQ(refusal("<a>\n  <b>\n</a>\n"),
            "E0701: /apps/a/workflow.xml:3:5: not well-formed XML: Opening and ending tag "
            "mismatch: b line 2 and a. Close every element in the order it was opened.");
  EXPECT_EQ(refusal("<a>\n <b x='1' x='2'/></a>"),
            "E0701: /apps/a/workflow.xml:2:16: not well-formed XML: Attribute x redefined");
  EXPECT_EQ(refusal("<a>Q&A</a>"),
            "E0701: /apps/a/workflow.xml:1:7: not well-formed XML: EntityRef: expecting ';'. "
            "Write '&amp;' for an ampersand in text.");
  EXPECT_EQ(refusal("<a>\xE4</a>"),
            "E0701: /apps/a/workflow.xml:1:4: not well-formed XML: this character cannot stand in "
            "XML, or is not UTF-8. Save the file as UTF-8 without control characters.");
  EXPECT_EQ(refusal("").substr(0, 53), "E0701: /apps/a/workflow.xml:1:1: not well-formed XML:");
}

TEST(xml, an_unknown_prefix_is_refused) {
  EXPECT_NE(refusal("<a><q:b/></a>").find("Namespace prefix q on b is not defined"),
            std::string::npos);
}

TEST(xml, a_doctype_is_refused_and_no_entity_is_expanded) {
  EXPECT_EQ(refusal("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>"),
            "E0700: /apps/a/workflow.xml:1:13: a DOCTYPE is not allowed. Remove the <!DOCTYPE "
            "...> declaration.");
  EXPECT_NE(refusal("<a>&x;</a>").find("Entity 'x' not defined"), std::string::npos);
}

TEST(xml, size_and_depth_are_bounded) {
  std::string deep;
  for (int i = 0; i < 65; ++i) deep += "<a>";
  const result<xml_document> nested = read(deep);
  ASSERT_FALSE(nested.ok());
  EXPECT_EQ(nested.error().code, errc::too_large);
  const result<xml_document> big = xml_document::read({"f", "", 10}, "<a>0123456789</a>");
  ASSERT_FALSE(big.ok());
  EXPECT_EQ(big.error().text(), "E0736: f: the file has 17 bytes, at most 10 are allowed");
}

TEST(xml, the_encoding_that_a_declaration_claims_does_not_matter) {
  // Oozie reads characters before it reads XML, so a wrong declaration never hurt anybody.
  const result<xml_document> document =
      read("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xC3\xA4</a>");
  ASSERT_TRUE(document.ok()) << document.error().text();
  EXPECT_EQ(text_of(document->root()), "\xC3\xA4");
}

}  // namespace
}  // namespace foliot::parse
