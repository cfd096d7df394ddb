#include "actors/hadoop_conf.hpp"

#include <gtest/gtest.h>

#include "actors/file_worker.hpp"
#include "el/facts.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_time.hpp"

namespace foliot::actors {
namespace {

std::string site(const std::string& name, const std::string& value) {
  return "<configuration><property><name>" + name + "</name><value>" + value +
         "</value></property></configuration>";
}

class hadoop_conf : public ::testing::Test {
 protected:
  hadoop_conf() {
    files.put("/etc/one/core-site.xml",
              "<configuration><property><name>a</name><value>${b}!</value></property>"
              "<property><name>b</name><value>core</value></property></configuration>");
    files.put("/etc/one/yarn-site.xml", site("b", "yarn"));
    files.put("/etc/all/core-site.xml", site("c", "standard"));
  }
  el::value ask(const std::string& cluster, const std::string& name) const {
    return look_up(port, clusters, {"hadoop:conf", {cluster, name}});
  }
  rehearsal::virtual_time time{instant{0}};
  rehearsal::virtual_files files{time};
  rehearsal::file_client port{files};
  hadoop_clusters clusters =
      parse_hadoop_clusters("NN.example.com:8020=/etc/one, *=/etc/all").value();
};

TEST_F(hadoop_conf, answers_from_the_clusters_files) {
  EXPECT_EQ(ask("nn.EXAMPLE.com:8020", "b"), el::value("yarn")) << "the later file wins";
  EXPECT_EQ(ask("nn.example.com:8020", "a"), el::value("yarn!")) << "values are resolved";
  EXPECT_EQ(ask("nn.example.com:8020", "c"), el::value("standard")) << "else the common ones";
  EXPECT_EQ(ask("other:1", "c"), el::value("standard"));
  EXPECT_EQ(ask("other:1", "b"), el::value("")) << "as Oozie answers what nobody set";
}

TEST_F(hadoop_conf, tells_why_it_cannot_answer) {
  clusters.erase("*");
  const auto why = el::why_unanswerable(ask("other:1", "b"));
  ASSERT_TRUE(why);
  EXPECT_EQ(why->text(),
            "nothing is known of the configuration of cluster 'other:1'. Name the directory of its "
            "*-site.xml files in hadoop_conf of foliot.toml.");
  files.put("/etc/one/core-site.xml", "no XML");
  EXPECT_TRUE(el::why_unanswerable(ask("nn.example.com:8020", "b")));
  const auto table = el::why_unanswerable(look_up(port, {}, {"hcat:exists", {"hcat://h/d/t/p=1"}}));
  ASSERT_TRUE(table);
  EXPECT_EQ(
      table->text(),
      "'hcat://h/d/t/p=1' cannot be looked for: no metastore is connected to this engine. Ask "
      "for the directory of the partition with fs:exists.");
}

TEST(hadoop_clusters, are_read_from_a_setting) {
  EXPECT_TRUE(parse_hadoop_clusters("")->empty());
  const auto text = [](const char* setting) {
    const auto read = parse_hadoop_clusters(setting);
    return read ? "fine" : read.error().sentence;
  };
  EXPECT_EQ(text("*=/etc/hadoop/conf"), "fine");
  EXPECT_EQ(text("/etc/hadoop/conf"), "'/etc/hadoop/conf' has no '='");
  EXPECT_EQ(text("=/etc"), "'=/etc' names no cluster");
  EXPECT_EQ(text("*=etc"), "'etc' is not an absolute path of a directory");
  EXPECT_EQ(text("a:1=/x,A:1=/y"), "'a:1' is given twice");
}

}  // namespace
}  // namespace foliot::actors
