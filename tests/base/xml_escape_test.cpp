#include "base/xml_escape.hpp"

#include <gtest/gtest.h>

namespace foliot {
namespace {

TEST(xml_escape, what_means_something_is_written_otherwise) {
  const std::string all = "a<b>&amp; \"c\" 'd'\n\xC3\xA4";
  EXPECT_EQ(xml_text(all), "a&lt;b&gt;&amp;amp; \"c\" 'd'\n\xC3\xA4");
  EXPECT_EQ(xml_attribute(all), "a&lt;b&gt;&amp;amp; &quot;c&quot; 'd'\n\xC3\xA4");
  EXPECT_EQ(xml_text(""), "");
}

}  // namespace
}  // namespace foliot
