#include "actors/property_files.hpp"

#include <gtest/gtest.h>

#include "actors/file_worker.hpp"
#include "base/limits.hpp"
#include "el/facts.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_time.hpp"

namespace foliot::actors {
namespace {

class property_files : public ::testing::Test {
 protected:
  el::value ask(const std::string& question, const std::string& path) const {
    return look_up(port, {}, {question, {path}});
  }
  std::string why(const std::string& question, const std::string& path) const {
    const auto found = el::why_unanswerable(ask(question, path));
    return found ? found->text() : "answered";
  }
  rehearsal::virtual_time time{instant{0}};
  rehearsal::virtual_files files{time};
  rehearsal::file_client port{files};
};

TEST_F(property_files, configurations_become_java_properties) {
  files.put("/a/one.xml",
            "<configuration><property><name>a b</name><value>x=y</value></property>"
            "<property><name>c</name><value>${d}</value></property></configuration>");
  EXPECT_EQ(ask("foliot:job-xml", "/a/one.xml"), el::value("a\\ b=x=y\nc=${d}\n"));
  EXPECT_EQ(ask("foliot:config-default", "/a/one.xml"), ask("foliot:job-xml", "/a/one.xml"));
  files.put("/a/spark.conf", "spark.x  1\n# no\n");
  EXPECT_EQ(ask("foliot:properties", "/a/spark.conf"), el::value("spark.x=1\n"));
}

TEST_F(property_files, a_file_that_is_missing_or_malformed) {
  EXPECT_EQ(ask("foliot:config-default", "/a/none.xml"), el::value(""));
  EXPECT_NE(why("foliot:job-xml", "/a/none.xml").find("/a/none.xml"), std::string::npos);
  EXPECT_NE(why("foliot:properties", "/a/none.xml"), "answered");
  files.put("/a/one.xml", "<configuration><x/></configuration>");
  EXPECT_NE(why("foliot:config-default", "/a/one.xml").find("/a/one.xml:1:16"), std::string::npos);
}

TEST_F(property_files, a_file_that_is_too_large) {
  files.put("/a/one.conf", std::string(limits::definition_bytes_max + 1, '#'));
  EXPECT_NE(why("foliot:properties", "/a/one.conf"), "answered");
}

}  // namespace
}  // namespace foliot::actors
