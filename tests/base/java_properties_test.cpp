#include "base/java_properties.hpp"

#include <gtest/gtest.h>

namespace foliot {
namespace {

std::string written(std::string_view name, std::string_view value) {
  std::string out;
  add_java_property(out, name, value);
  return out;
}

TEST(java_properties, what_is_written_is_escaped_and_ascii) {
  EXPECT_EQ(written("a", "b"), "a=b\n");
  EXPECT_EQ(written("a b:c", "  d e"), "a\\ b\\:c=\\  d e\n");
  EXPECT_EQ(written("#n", "c:\\d=#"), "\\#n=c:\\\\d=#\n");
  EXPECT_EQ(written("n", "1\n2"), "n=1\\u000A2\n");
  EXPECT_EQ(written("n", "\xC3\xA9\xE4\xB8\xAD"), "n=\\u00E9\\u4E2D\n");
  EXPECT_EQ(written("n", "\xF0\x9F\x98\x80"), "n=\\uD83D\\uDE00\n");
}

TEST(java_properties, what_is_no_utf8_becomes_a_replacement) {
  EXPECT_EQ(written("n", "\xFF\xC0\x80"), "n=\\uFFFD\\uFFFD\\uFFFD\n");
  EXPECT_EQ(written("n", "\xE4\xB8"), "n=\\uFFFD\\uFFFD\n");
  EXPECT_EQ(written("n", "\xED\xA0\x80x"), "n=\\uFFFD\\uFFFD\\uFFFDx\n") << "half a pair";
}

TEST(java_properties, what_is_written_reads_back_the_same) {
  const std::pair<const char*, const char*> rows[] = {
      {"a", ""},         {"", "x"},      {"a=b", "=c"},       {" a ", " b "},
      {"!a", "\\u0041"}, {"a\\", "b\\"}, {"t\tn\nr\r", "\f"}, {"\xC3\xA9", "\xF0\x9F\x98\x80"}};
  for (const auto& [name, value] : rows) {
    const std::string text = written(name, value) + written("last", "1");
    java_property_reader reader{text};
    const auto first = reader.next();
    ASSERT_TRUE(first) << name;
    EXPECT_EQ(first->name, name);
    EXPECT_EQ(first->value, value);
    EXPECT_FALSE(first->malformed);
    const auto last = reader.next();
    ASSERT_TRUE(last) << name;
    EXPECT_EQ(last->name, "last");
  }
}

}  // namespace
}  // namespace foliot
