// foliot config import: values that become more, or something else, than their keys say.
#include "server/config.hpp"
#include "tests/tools/import_support.hpp"
#include "tools/offline/config_import.hpp"

namespace foliot::testing {
namespace {

using offline::fate;

TEST(config_import, proxy_users_need_hosts_and_groups) {
  const std::string prefix = "oozie.service.ProxyUserService.proxyuser.";
  const auto both = imported({{prefix + "hue.hosts", " a.example.org , 10.0.0.1 "},
                              {prefix + "hue.groups", "*"},
                              {prefix + "b.groups", "x"},
                              {prefix + "b.hosts", "*"}});
  ASSERT_EQ(both.lines.size(), 1U);
  EXPECT_EQ(both.lines[0].value,
            "\"b hosts=* groups=x; hue hosts=a.example.org,10.0.0.1 groups=*\"");
  EXPECT_EQ(one(prefix + "hue.hosts", "*"),
            "unsupported: a proxy user needs both .hosts and .groups");
  const auto odd =
      imported({{prefix + "a\nlisten = 1.hosts", "*"}, {prefix + "a\nlisten = 1.groups", "*"}});
  EXPECT_EQ(odd.count(fate::unsupported), 2U);
  EXPECT_EQ(loaded(toml_of(odd, "site")), server::config{});
}

/// No value becomes more than the one user whom its key names.
TEST(config_import, proxy_users_are_those_of_the_keys) {
  const std::string prefix = "oozie.service.ProxyUserService.proxyuser.";
  const pairs rows[] = {
      {{"hue.hosts", "a groups=*; root hosts=*"}, {"hue.groups", "*"}},
      {{"hue.hosts", "*"}, {"hue.groups", "staff; root hosts=* groups=*"}},
      {{"hue.hosts", "a b"}, {"hue.groups", "*"}},
      {{"hue.hosts", "a,b\tc"}, {"hue.groups", "*"}},
      {{"hue.hosts", "*"},
       {"hue.groups",
        "a\x01"
        "b"}},
      {{"hue.hosts", "a;root"}, {"hue.groups", "*"}},
      {{"hue.hosts", "*"}, {"hue.groups", "a=b"}},
      {{"hue hosts=* groups=*;root.hosts", "*"}, {"hue hosts=* groups=*;root.groups", "*"}}};
  for (const pairs& row : rows) {
    pairs site;
    for (const auto& [name, value] : row) site.emplace_back(prefix + name, value);
    const auto out = imported(site);
    EXPECT_EQ(out.count(fate::unsupported), 2U) << row[0].second << " | " << row[1].second;
    EXPECT_TRUE(out.lines.empty());
    EXPECT_EQ(told(out.rows[0]),
              "unsupported: user, hosts and groups hold no blank, no ';' and no '='");
    EXPECT_NE(out.rows[0].remedy, "");
  }
}

TEST(config_import, directories_of_clusters_are_of_this_host) {
  const std::string key = "oozie.service.HadoopAccessorService.hadoop.configurations";
  EXPECT_EQ(one(key, "*=conf,nn2:8020=file:///etc/hadoop/conf"),
            "mapped: hadoop_conf = \"*=/etc/oozie/conf,nn2:8020=/etc/hadoop/conf\"");
  for (const char* elsewhere :
       {"hdfs://nn/etc/hadoop", "hdfs:/etc/hadoop", "file://other/etc/hadoop", "s3a://b"}) {
    const std::string value = std::string("*=") + elsewhere + ",nn2:8020=file:///etc/hadoop/conf";
    EXPECT_EQ(one(key, value), "unsupported: '" + std::string(elsewhere) + "' is not on this host");
  }
  EXPECT_EQ(one(key, "*="), "unsupported: '*=' is no AUTHORITY=DIRECTORY");
  EXPECT_EQ(one(key, "/etc/hadoop"), "unsupported: '/etc/hadoop' is no AUTHORITY=DIRECTORY");
}

TEST(config_import, the_address_for_links_is_kept) {
  const auto out =
      imported({{"oozie.http.port", "11443"},
                {"oozie.base.url", "https://gate.example.org:${oozie.http.port}/oozie"}});
  ASSERT_EQ(out.rows.size(), 2U);
  EXPECT_EQ(told(out.rows[1]), "mapped: base_url = \"https://gate.example.org:11443/oozie\"");
  EXPECT_EQ(loaded(toml_of(out, "site")).base_url, "https://gate.example.org:11443/oozie");
  EXPECT_EQ(one("oozie.base.url", "http://${oozie.http.hostname}:${oozie.http.port}/oozie"),
            "ignored: it names no host: links have this host's name then");
  EXPECT_EQ(one("oozie.base.url", "ftp://gate.example.org").rfind("unsupported: ", 0), 0U);
  EXPECT_EQ(
      told(imported({{"oozie.base.url", "http://ann:tiger@gate/oozie"}}).rows[0]).find("tiger"),
      std::string::npos);
}

}  // namespace
}  // namespace foliot::testing
