#include "parse/configuration.hpp"

#include <gtest/gtest.h>

#include "base/limits.hpp"

namespace foliot::parse {
namespace {

using model::configuration;

std::string refusal(const result<configuration>& of) { return of ? "accepted" : of.error().text(); }

TEST(configuration, a_document_is_read_as_oozies_clients_write_it) {
  const auto conf = read_configuration(
      "body",
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<configuration>\n"
      "<property><name> a </name><value> 1 &lt; 2 </value><final>true</final></property>\n"
      "<property><name>b</name><value><![CDATA[x&y]]></value><description>d</description>"
      "</property>\n<property><name>c</name><value/></property>\n"
      "<property><name>a</name><value>last</value></property></configuration>");
  ASSERT_TRUE(conf.ok()) << conf.error().text();
  EXPECT_EQ(*conf, (configuration{{"a", "last"}, {"b", "x&y"}, {"c", ""}}));
}

TEST(configuration, what_is_no_configuration_is_refused_with_its_place) {
  EXPECT_EQ(refusal(read_configuration("body", "<conf/>")),
            "body:1:1: the root element is <conf>. Write <configuration>.");
  EXPECT_EQ(
      refusal(read_configuration("body", "<configuration>\n<value>1</value></configuration>")),
      "body:2:1: <configuration> may not hold <value>. Write "
      "<property><name>...</name><value>...</value></property>.");
  EXPECT_EQ(refusal(read_configuration(
                "body", "<configuration><property><value>1</value></property></configuration>")),
            "body:1:16: this property has no <name>. Write <name>...</name>.");
  EXPECT_EQ(refusal(read_configuration("body", "<!DOCTYPE c><configuration/>")).substr(0, 6),
            "E0700:");
}

TEST(configuration, in_oozies_dialect_a_property_without_a_name_is_passed_over) {
  const std::string text =
      "<configuration><property><value>1</value></property><property><name> </name></property>"
      "<property><name>a</name><value>2</value></property></configuration>";
  const auto conf = read_configuration("body", text, dialect::oozie);
  ASSERT_TRUE(conf.ok()) << conf.error().text();
  EXPECT_EQ(*conf, (configuration{{"a", "2"}}));
  EXPECT_FALSE(read_configuration("body", text).ok());
}

TEST(configuration, entries_are_told_where_they_stand) {
  const auto entries = read_configuration_entries(
      "site.xml",
      "<configuration>\n  <property><name>a</name><value> 1 "
      "</value><final>true</final></property>\n"
      "  <property><name>b</name></property>\n"
      "  <property><name>a</name><value>2</value></property>\n</configuration>");
  ASSERT_TRUE(entries.ok()) << entries.error().text();
  ASSERT_EQ(entries->size(), 3U);
  const configuration_entry& first = entries->front();
  EXPECT_EQ(first.name + "=" + first.value + " " + first.place, "a=1 site.xml:2:3");
  EXPECT_TRUE(first.is_final);
  EXPECT_EQ((*entries)[1].value, "");
  EXPECT_EQ((*entries)[2].place, "site.xml:4:3");
  EXPECT_FALSE((*entries)[2].is_final);
}

TEST(configuration, other_files_are_not_included) {
  const auto got =
      read_configuration_entries("site.xml",
                                 "<configuration xmlns:x=\"http://www.w3.org/2001/XInclude\">\n"
                                 "<x:include href=\"more.xml\"/></configuration>");
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().text(),
            "site.xml:2:1: other files are not included. Put the properties of that file here.");
}

TEST(configuration, limits_hold) {
  std::string text = "<configuration>";
  for (size_t i = 0; i <= limits::properties_max; ++i)
    text += "<property><name>p" + std::to_string(i) + "</name><value/></property>";
  const auto many = read_configuration("body", text + "</configuration>");
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().code, errc::too_large);
}

TEST(configuration, what_is_written_reads_back_the_same) {
  const configuration conf{
      {"a", "1 < 2 & 3 > 2"}, {"b\"", "line\none\r\ttab"}, {"c", "\xE4\xB8\xAD"}};
  const auto text = write_configuration(conf);
  ASSERT_TRUE(text.ok());
  const auto again = read_configuration("body", *text);
  ASSERT_TRUE(again.ok()) << again.error().text();
  EXPECT_EQ(*again, conf);
  EXPECT_FALSE(write_configuration({{"a", std::string("\0", 1)}}).ok());
  EXPECT_FALSE(write_configuration({{"a", "\xFF"}}).ok());
}

TEST(configuration, properties_are_read_as_java_reads_them) {
  const auto conf =
      read_properties("job.properties",
                      "# comment\n! another\n\n"
                      "a=1\nb : 2\nc 3\n  d\t=  4  \n"
                      "e=one,\\\n   two\nf\\ g=h\\:i\\=j\nk\nl=\\u4e2d\\uD83D\\uDE00\n"
                      "m=a\\tb\\\\c\r\nn=\\q\r\no==x");
  ASSERT_TRUE(conf.ok()) << conf.error().text();
  EXPECT_EQ(*conf, (configuration{{"a", "1"},
                                  {"b", "2"},
                                  {"c", "3"},
                                  {"d", "4  "},
                                  {"e", "one,two"},
                                  {"f g", "h:i=j"},
                                  {"k", ""},
                                  {"l", "\xE4\xB8\xAD\xF0\x9F\x98\x80"},
                                  {"m", "a\tb\\c"},
                                  {"n", "q"},
                                  {"o", "=x"}}));
}

TEST(configuration, malformed_properties_name_their_line) {
  EXPECT_EQ(refusal(read_properties("job.properties", "a=1\n\nb=\\u12\n")),
            "job.properties:3: malformed \\u escape. Write \\u and four hexadecimal digits.");
  EXPECT_EQ(refusal(read_properties("job.properties", "a=1\nb=\\uD83D\n")),
            "job.properties:2: malformed \\u escape. Write \\u and four hexadecimal digits.");
  EXPECT_EQ(refusal(read_properties("job.properties", "a=\xE4\n")),
            "job.properties:1: these bytes are not UTF-8 text. Save the file as UTF-8.");
  EXPECT_EQ(refusal(read_properties("job.properties", "a=1\n=x\n")),
            "job.properties:2: this line gives a value to no property. Write NAME=VALUE, or remove "
            "it.");
  EXPECT_EQ(read_properties("job.properties", "a=\x1b[31m").error().text(),
            "job.properties:1: this line holds a control character. Remove it, or write it as "
            "\\uXXXX.");
}

std::string one(const std::string& value, const configuration& conf) {
  const auto out = resolve(value, conf);
  return out ? *out : out.error().text();
}

TEST(configuration, variables_are_resolved_as_hadoop_does) {
  const configuration conf{{"a", "1"}, {"b", "${a}2"}, {"c", "${b}3"}, {"x y", "no"}};
  EXPECT_EQ(one("${c}/${a}", conf), "123/1");
  EXPECT_EQ(one("${none}/${a}", conf), "${none}/${a}");
  EXPECT_EQ(one("${x y}${a", conf), "${x y}${a");
  EXPECT_EQ(one("${wf:conf('a')}", conf), "${wf:conf('a')}");
  EXPECT_EQ(one("$${a}", conf), "$1");
}

TEST(configuration, circles_are_left_as_they_were_written) {
  const configuration conf{{"a", "${b}"}, {"b", "${a}"}, {"c", "x${c}"}};
  EXPECT_EQ(one("${a}", conf), "${a}");
  EXPECT_EQ(one("${c}", conf), "${c}");
}

TEST(configuration, what_explodes_is_refused) {
  const configuration conf{{"a", "${a}" + std::string(100'000, 'x')}};
  const auto out = resolve("${a}", conf);
  ASSERT_FALSE(out.ok());
  EXPECT_EQ(out.error().code, errc::too_large);
}

TEST(configuration, resolving_trims_all_values) {
  const auto out = resolved({{"a", " 1 "}, {"b", "${a}2"}});
  ASSERT_TRUE(out.ok());
  EXPECT_EQ(*out, (configuration{{"a", "1"}, {"b", "12"}}));
}

}  // namespace
}  // namespace foliot::parse
