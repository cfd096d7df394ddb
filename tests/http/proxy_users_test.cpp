#include "http/proxy_users.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace foliot::http {
namespace {

using ::testing::ElementsAre;

TEST(read_proxy_users, reads_hosts_and_groups) {
  const auto read =
      read_proxy_users(" hue hosts=* groups=* ;knox  groups=staff,,ops\thosts=10.0.0.7,gate ; ");
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_EQ(read->size(), 2U);
  EXPECT_TRUE(read->at("hue").hosts.all);
  EXPECT_TRUE(read->at("hue").groups.all);
  EXPECT_THAT(read->at("knox").hosts.names, ElementsAre("10.0.0.7", "gate"));
  EXPECT_THAT(read->at("knox").groups.names, ElementsAre("staff", "ops"));
  EXPECT_TRUE(read_proxy_users("")->empty());
  EXPECT_TRUE(read_proxy_users(" ; ;")->empty());
}

TEST(read_proxy_users, refuses_what_is_not_whole) {
  const auto refusal = [](const std::string& text) {
    const auto read = read_proxy_users(text);
    return read ? "accepted" : read.error().sentence;
  };
  EXPECT_EQ(refusal("hue"), "'hue': both hosts= and groups= are needed");
  EXPECT_EQ(refusal("hue hosts=*"), "'hue': both hosts= and groups= are needed");
  EXPECT_EQ(refusal("hue hosts=* groups="), "'hue': groups is empty");
  EXPECT_EQ(refusal("hue hosts=, groups=*"), "'hue': hosts is empty");
  EXPECT_EQ(refusal("hue hosts=* hosts=a groups=*"), "'hue': hosts is told twice");
  EXPECT_EQ(refusal("hue hosts=* group=*"), "'hue': 'group=*' is neither hosts= nor groups=");
  EXPECT_EQ(refusal("hue hosts=* groups=*; hue hosts=* groups=*"), "'hue': the user is told twice");
  EXPECT_EQ(refusal("hosts=* groups=*"), "'hosts=*': this is no name of a user");
  EXPECT_EQ(refusal("h\xC3\xA4 hosts=* groups=*"), "'h\xC3\xA4': this is no name of a user");
}

/// Who may act, with counters of what was asked of the host.
struct stage {
  proxy_users rules = *read_proxy_users(
      "hue hosts=* groups=*; knox hosts=10.0.0.7,gate groups=staff,ops; six hosts=::1 groups=*");
  int groups_asked = 0;
  int addresses_asked = 0;
  groups_fn groups = [this](const std::string& user) -> std::vector<std::string> {
    ++groups_asked;
    if (user == "dan") return {"dan", "ops"};
    if (user == "ann") return {"ann"};
    return {};
  };
  addresses_fn addresses = [this](const std::string& name) -> std::vector<std::string> {
    ++addresses_asked;
    if (name == "gate") return {"10.0.0.9", "fe80::1"};
    return {};
  };

  std::string act(const std::string& user, const std::string& target,
                  const std::string& peer = "127.0.0.1:4711") {
    const auto out = acting_user({rules, groups, addresses}, user, peer, target);
    return out ? *out : out.error().oozie + " " + out.error().sentence;
  }
};

TEST(acting_user, oneself_needs_no_rule) {
  stage s;
  EXPECT_EQ(s.act("joe", "joe"), "joe");
  EXPECT_EQ(s.groups_asked + s.addresses_asked, 0);
}

TEST(acting_user, refuses_in_the_words_of_oozie) {
  stage s;
  EXPECT_EQ(s.act("joe", "ann"), "E1400 User [joe] not defined as proxyuser");
  EXPECT_EQ(s.act("", "ann").rfind("E1603 proxyUser cannot be null", 0), 0U);
  EXPECT_EQ(s.act("", "").rfind("E1603 proxyUser cannot be null", 0), 0U);
  EXPECT_EQ(s.act("hue", ""), "E1603 doAsUser cannot be empty");
  EXPECT_EQ(s.act("hue", "a b"), "E1603 doAs: this is no name of a user");
}

TEST(acting_user, looks_at_the_host) {
  stage s;
  EXPECT_EQ(s.act("knox", "dan"), "E1400 User [knox] may not be a proxyuser from host [127.0.0.1]");
  EXPECT_EQ(s.act("knox", "dan", "10.0.0.7:1"), "dan");
  EXPECT_EQ(s.act("knox", "dan", "[::ffff:10.0.0.7]:1"), "dan");
  EXPECT_EQ(s.addresses_asked, 1) << "names are asked for only where no address fits";
  EXPECT_EQ(s.act("knox", "dan", "10.0.0.9:1"), "dan");
  EXPECT_EQ(s.act("knox", "dan", "[fe80::1]:1"), "dan");
  EXPECT_EQ(s.act("six", "dan", "[0:0:0:0:0:0:0:1]:1"), "dan");
  EXPECT_EQ(s.act("six", "dan", "127.0.0.1:1"),
            "E1400 User [six] may not be a proxyuser from host [127.0.0.1]");
}

TEST(acting_user, looks_at_the_groups_of_the_other) {
  stage s;
  EXPECT_EQ(
      s.act("knox", "ann", "10.0.0.7:1"),
      "E1400 User [knox] may not be a proxyuser for user [ann], who is in none of its groups");
  EXPECT_EQ(
      s.act("knox", "zoe", "10.0.0.7:1"),
      "E1400 User [knox] may not be a proxyuser for user [zoe], who is in none of its groups");
  EXPECT_EQ(s.groups_asked, 2);
  EXPECT_EQ(s.act("hue", "zoe"), "zoe");
  EXPECT_EQ(s.groups_asked, 2) << "'*' asks for no groups";
}

TEST(host_of_peer, is_the_address_alone) {
  EXPECT_EQ(host_of_peer("127.0.0.1:4711"), "127.0.0.1");
  EXPECT_EQ(host_of_peer("[::1]:4711"), "::1");
  EXPECT_EQ(host_of_peer("[::ffff:10.0.0.7]:1"), "10.0.0.7");
  EXPECT_EQ(host_of_peer("somewhere"), "somewhere");
  EXPECT_EQ(host_of_peer(""), "");
}

TEST(remembered_lists, ask_again_when_the_time_is_over) {
  int asked = 0;
  int64_t now = 0;
  remembered_lists lists(
      [&](const std::string& name) {
        ++asked;
        return name == "zoe" ? std::vector<std::string>{}
                             : std::vector<std::string>{name, std::to_string(asked)};
      },
      [&] { return now; }, 1'000, 2);
  EXPECT_THAT(lists.of("ann"), ElementsAre("ann", "1"));
  now = 999;
  EXPECT_THAT(lists.of("ann"), ElementsAre("ann", "1"));
  now = 1'000;
  EXPECT_THAT(lists.of("ann"), ElementsAre("ann", "2"));
  EXPECT_TRUE(lists.of("zoe").empty());
  now = 1'099;
  EXPECT_TRUE(lists.of("zoe").empty());
  EXPECT_EQ(asked, 3);
  now = 1'100;  // nothing is believed a tenth of the time
  EXPECT_TRUE(lists.of("zoe").empty());
  EXPECT_EQ(asked, 4);
}

TEST(remembered_lists, keep_those_asked_for_last) {
  std::string asked;
  remembered_lists lists(
      [&](const std::string& name) {
        asked += name;
        return std::vector<std::string>{name};
      },
      [] { return int64_t{0}; }, 1'000, 2);
  for (const char* name : {"a", "b", "a", "c", "a", "b"}) lists.of(name);
  EXPECT_EQ(asked, "abcb");
  EXPECT_EQ(lists.size(), 2U);
}

}  // namespace
}  // namespace foliot::http
