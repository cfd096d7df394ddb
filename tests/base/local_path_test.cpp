#include "base/local_path.hpp"

#include <gtest/gtest.h>

namespace foliot {
namespace {

TEST(local_path, every_spelling_of_a_local_file) {
  for (const char* uri : {"/a/b", "file:/a/b", "file:///a/b", "//a/b"})
    EXPECT_EQ(local_path(uri), "/a/b") << uri;
}

TEST(local_path, what_is_elsewhere_is_not_local) {
  for (const char* uri : {"hdfs://h/a", "file://host/a", "file://localhost/a", "a/b", "",
                          "file:", "file://", "file:a"})
    EXPECT_FALSE(local_path(uri)) << uri;
}

}  // namespace
}  // namespace foliot
