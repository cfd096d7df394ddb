#include "parse/encoding.hpp"

#include <gtest/gtest.h>

#include <string>

#include "parse/configuration.hpp"

namespace foliot::parse {
namespace {

std::string wide(std::string_view text, bool big) {
  std::string out = big ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : text) {
    const std::string zero(1, '\0');
    out += big ? zero + c : c + zero;
  }
  return out;
}

TEST(encoding, what_is_declared_is_honoured) {
  EXPECT_EQ(in_utf8("<?xml version='1.0' encoding='ISO-8859-1'?><a>caf\xE9</a>"),
            "<?xml version='1.0' encoding='UTF-8'?><a>caf\xC3\xA9</a>");
  EXPECT_EQ(in_utf8("<?xml version=\"1.0\" encoding=\"Windows-1252\" ?>\n<a>\x80</a>"),
            "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<a>\xE2\x82\xAC</a>");
  EXPECT_EQ(in_utf8("<?xml version='1.0' encoding='iso-8859-15'?><a>\xA4</a>"),
            "<?xml version='1.0' encoding='UTF-8'?><a>\xE2\x82\xAC</a>");
  EXPECT_EQ(in_utf8("<?xml version='1.0' encoding='US-ASCII'?><a/>"),
            "<?xml version='1.0' encoding='UTF-8'?><a/>");
  for (const bool big : {false, true})
    EXPECT_EQ(in_utf8(wide("<?xml version='1.0' encoding='UTF-16'?><a>x</a>", big)),
              "<?xml version='1.0' encoding='UTF-8'?><a>x</a>");
}

TEST(encoding, long_texts_arrive_whole_and_twice_is_once) {
  const std::string head = "<?xml version='1.0' encoding='ISO-8859-1'?><a>";
  const std::string out = in_utf8(head + std::string(300'000, '\xE9') + "</a>");
  EXPECT_EQ(out.size(), head.size() - 5 + 600'000 + 4);
  EXPECT_EQ(in_utf8(out), out);
}

TEST(encoding, anything_else_stays_as_it_is) {
  for (const std::string& text : std::initializer_list<std::string>{
           "", "<a/>", "<a>caf\xE9</a>", "<?xml version='1.0'?><a>caf\xC3\xA9</a>",
           "<?xml version='1.0' encoding='UTF-8'?><a>\xC3\xA9</a>",
           "<?xml version='1.0' encoding='ISO-2022-CN-EXT'?><a/>",
           "<?xml version='1.0' encoding='US-ASCII'?><a>\xE9</a>",
           "<?xml encoding=", "<?xml encoding='", std::string("\xFF\xFE<\0a", 5)})
    EXPECT_EQ(in_utf8(text), text);
}

TEST(encoding, that_nobody_reads_is_named) {
  EXPECT_EQ(foreign_encoding("<?xml version='1.0' encoding='EUC-JP'?><a/>"), "EUC-JP");
  EXPECT_EQ(foreign_encoding("<?xml version='1.0' encoding='utf-8'?><a/>"), "");
  const auto refused = read_configuration(
      "job.xml", "<?xml version='1.0' encoding='EUC-JP'?><configuration>\xB4</configuration>");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("It says that it is in EUC-JP: save it as UTF-8"),
            std::string::npos)
      << refused.error().text();
}

TEST(encoding, of_a_configuration_is_read) {
  const auto read = read_configuration(
      "request body",
      "<?xml version='1.0' encoding='ISO-8859-1'?><configuration><property><name>town</name>"
      "<value>Z\xFCrich</value></property></configuration>");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->at("town"), "Z\xC3\xBCrich");
}

}  // namespace
}  // namespace foliot::parse
