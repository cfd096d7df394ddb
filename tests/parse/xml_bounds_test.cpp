// What is refused before libxml2 sees it, since it would take seconds or hundreds of MiB.
#include "parse/xml_bounds.hpp"

#include <gtest/gtest.h>

#include <string>

#include "parse/configuration.hpp"
#include "parse/limits.hpp"
#include "parse/xml.hpp"

namespace foliot::parse {
namespace {

std::string repeated(size_t count, const std::string& what) {
  std::string out;
  out.reserve(count * what.size());
  for (size_t i = 0; i < count; ++i) out += what;
  return out;
}

/// ` a0="1" a1="1"`, as many as said.
std::string attributes(size_t count, const std::string& name = "a") {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += " " + name + std::to_string(i) + "=\"1\"";
  return out;
}

std::string refusal(const std::string& text) {
  const result<void> out = check_xml_bounds("f", text, "E0701");
  if (out) return "";
  EXPECT_EQ(out.error().code, errc::too_large);
  EXPECT_EQ(out.error().oozie, "E0701");
  return out.error().place + ": " + out.error().sentence;
}

TEST(xml_bounds, attributes_of_a_tag) {
  EXPECT_EQ(refusal("<a" + attributes(limits::xml_attributes_max) + "/>"), "");
  EXPECT_EQ(refusal("<a>\n \xC3\xA4<b" + attributes(limits::xml_attributes_max + 1) + "/></a>"),
            "f:2:3: this tag has more than 256 attributes");
  // Those of one tag do not count at the next.
  EXPECT_EQ(refusal("<a>" + repeated(9, "<b" + attributes(200) + "></b>") + "</a>"), "");
}

TEST(xml_bounds, a_body_and_a_definition_are_refused_with_their_own_codes) {
  const std::string text =
      "<configuration>\n <property" + attributes(20'000) + "/></configuration>";
  const auto body = read_configuration("request body", text);
  ASSERT_FALSE(body.ok());
  EXPECT_EQ(body.error().text(),
            "request body:2:2: this tag has more than 256 attributes. Write "
            "elements instead.");
  EXPECT_EQ(body.error().code, errc::too_large);
  const auto definition = xml_document::read({"workflow.xml"}, text);
  ASSERT_FALSE(definition.ok());
  EXPECT_EQ(definition.error().oozie, "E0701");
  EXPECT_EQ(definition.error().code, errc::too_large);
}

TEST(xml_bounds, bytes_of_a_tag) {
  const auto tag = [](size_t bytes) { return "<a b='" + std::string(bytes - 8, '>') + "'/>"; };
  EXPECT_EQ(refusal(tag(limits::xml_tag_bytes_max)), "");
  EXPECT_EQ(refusal("<c>" + tag(limits::xml_tag_bytes_max + 9) + "</c>"),
            "f:1:4: this tag has more than 131072 bytes");
  EXPECT_NE(refusal("<a " + std::string(limits::xml_tag_bytes_max, ' ')), "");
}

TEST(xml_bounds, namespaces_that_are_declared_at_one_place) {
  const size_t most = limits::xml_namespaces_max;
  const std::string half = attributes(most / 2, "xmlns:a");
  EXPECT_EQ(refusal("<a" + half + "><b" + half + "/><b" + half + "></b><b" + half + "/></a>"), "");
  EXPECT_EQ(
      refusal("<a" + half + ">\n<b" + half + "><c xmlns='x'/></b></a>"),
      "f:2:" + std::to_string(4 + half.size()) + ": more than 64 namespaces are declared here");
}

TEST(xml_bounds, parts_of_a_document) {
  const size_t most = limits::xml_parts_max;
  EXPECT_EQ(refusal("<a>" + repeated(most - 1, "<b/>") + "</a>"), "");
  const std::string sentence = ": the document has more than 101000 elements, attributes and texts";
  EXPECT_EQ(refusal("<a>\n" + repeated(most - 2, "<b/>") + "<b/></a>"),
            "f:2:" + std::to_string(1 + 4 * (most - 2)) + sentence);
  for (const char* piece :
       {"<b/>", "<b></b>", "x<b/>", "<b c=''/>", "<!---->", "<?b?>", "<![CDATA[]]>", "<b>x</b>"})
    EXPECT_NE(refusal("<a>" + repeated(most, piece)), "") << piece;
}

TEST(xml_bounds, lines_of_a_document) {
  EXPECT_EQ(refusal("<a>" + std::string(limits::xml_lines_max, '\n') + "</a>"), "");
  EXPECT_EQ(refusal("<a>" + std::string(limits::xml_lines_max + 1, '\n') + "</a>"),
            "f:1:1: the document has more than 1000000 lines");
}

TEST(xml_bounds, as_many_properties_as_are_allowed) {
  const std::string one =
      "  <property>\n    <name>n</name>\n    <value>v</value>\n"
      "  </property>\n";
  EXPECT_EQ(
      refusal("<configuration>\n" + repeated(limits::properties_max, one) + "</configuration>\n"),
      "");
}

TEST(xml_bounds, tags_in_comments_sections_instructions_and_values_are_none) {
  const std::string tag = "<b" + attributes(300) + ">";
  EXPECT_EQ(refusal("<!--" + tag + "-->" + "<a><![CDATA[" + tag + "]]><?p " + tag + "?></a>"), "");
  const std::string behind[] = {"<!--'-->",      "<![CDATA[\"]]>",    "<?p '?>",
                                "<c d='>\"'/>",  "<c d=\"'/>\"></c>", "<!-- -- - ->-->",
                                "<![CDATA[]]]]>"};
  for (const std::string& before : behind)
    EXPECT_EQ(refusal("<a>" + before + tag), "f:1:" + std::to_string(4 + before.size()) +
                                                 ": this tag has more than 256 attributes")
        << before;
}

/// libxml2 asks for some 4,000 bytes at a time: what lies across that border is read as it is
/// elsewhere, which pugixml confirms, and errors behind it keep their place.
TEST(xml_bounds, long_documents_are_read_bit_by_bit) {
  const std::string piece =
      "<b c='\xC3\xA4&lt;\xF0\x9F\x98\x80'>\xE4\xB8\xAD&amp;\r<![CDATA[]]]]><!-- - --></b>";
  for (size_t shift = 0; shift < piece.size(); ++shift) {
    const std::string text = "<a>" + std::string(shift, 'x') + repeated(300, piece) + "\r\n";
    const auto out = xml_document::read({"f"}, text + "</a>");
    ASSERT_TRUE(out.ok()) << shift << out.error().text();
    EXPECT_EQ(children(out->root()).size(), 300U) << shift;
    const auto wrong = xml_document::read({"f"}, text + "  <c></d></a>");
    ASSERT_FALSE(wrong.ok());
    EXPECT_EQ(wrong.error().place, "f:2:10") << shift;
  }
}

/// Behind an error it goes by libxml2 alone, which must not read on.
TEST(xml_bounds, nothing_is_read_behind_an_error) {
  const std::string tag = "<b" + attributes(20'000) + ">";
  for (const char* before : {"<!--\x01", "<? ", "<!x", "<c d", "<c d='<", "<c d=", "<c/ "}) {
    EXPECT_EQ(refusal("<a>" + (before + tag) + "</a>").find("attributes"), std::string::npos);
    const auto out = read_configuration("f", "<a>" + (before + tag) + "-->'\"></a>");
    ASSERT_FALSE(out.ok()) << before;
    EXPECT_EQ(out.error().place.substr(0, 4), "f:1:") << before;
  }
}

}  // namespace
}  // namespace foliot::parse
