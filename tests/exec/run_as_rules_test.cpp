// What foliot-run-as allows, without the system: rules, users, files, orders.
#include "exec/run_as_rules.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "exec/run_as_engine.hpp"

namespace foliot::exec {
namespace {

constexpr const char* good_rules =
    "# a comment\n\nengine_user = foliot\n data=/var/lib/foliot\nwork = \"/var/lib/foliot-work\"\n"
    "run_as_group = users\n";

TEST(run_as_rules, are_read) {
  const auto rules = parse_run_as_rules(good_rules);
  ASSERT_TRUE(rules) << rules.error().text();
  EXPECT_EQ(rules->engine_user, "foliot");
  EXPECT_EQ(rules->data, "/var/lib/foliot");
  EXPECT_EQ(rules->work, "/var/lib/foliot-work");
  EXPECT_EQ(rules->group, "users");
  EXPECT_EQ(rules->uid_min, 1000U);
  EXPECT_EQ(parse_run_as_rules(std::string{good_rules} + "run_as_uid_min = 5000")->uid_min, 5000U);
}

TEST(run_as_rules, of_the_example_are_good) {
  std::ifstream file{std::string{FOLIOT_SOURCE_DIR} + "/config/run-as.conf.example"};
  std::ostringstream text;
  text << file.rdbuf();
  const auto rules = parse_run_as_rules(text.str());
  ASSERT_TRUE(rules) << rules.error().text();
  EXPECT_EQ(rules->uid_min, 1000U);
}

TEST(run_as_rules, that_nobody_can_mean_are_refused) {
  for (const char* more : {"run_as_uid_min = 0", "run_as_uid_min = -1", "run_as_uid_min = 1k",
                           "run_as_uid_min = ", "run_as_uid_min = 4294967296", "data = /other",
                           "unknown = 1", "nonsense", "= 3"}) {
    EXPECT_FALSE(parse_run_as_rules(std::string{good_rules} + more)) << more;
  }
  for (const char* data : {"relative", "/", "/a/", "/a/../b", "//a", "/a/./b", "\"/a", ""}) {
    const std::string text =
        "engine_user = foliot\nwork = /w\nrun_as_group = users\ndata = " + std::string{data} + "\n";
    EXPECT_FALSE(parse_run_as_rules(text)) << data;
  }
  EXPECT_FALSE(parse_run_as_rules(""));
  EXPECT_FALSE(parse_run_as_rules("data = /d\nwork = /w\nrun_as_group = users\n"));
  EXPECT_FALSE(parse_run_as_rules("engine_user = 0\ndata = /d\nwork = /w\nrun_as_group = users\n"));
}

TEST(run_as_rules, a_user_is_named_by_no_option_and_no_number) {
  for (const char* good : {"a", "_x", "alice", "al-ice_2", "a2345678901234567890123456789012"})
    EXPECT_TRUE(is_user_name(good)) << good;
  for (const char* bad : {"", "-a", "0", "1000", "#0", "Alice", "a b", "a/b", "a.b", "a$", "a\n",
                          "+x", "al\xc3\xa9", "a23456789012345678901234567890123"})
    EXPECT_FALSE(is_user_name(bad)) << bad;
  EXPECT_FALSE(is_user_name(std::string_view{"a\0b", 3}));
}

std::string refusal(const std::string& asked, const user_facts& found) {
  run_as_rules rules;
  rules.group = "jobs";
  const auto judged = judge_user(asked, found, rules, 77);
  if (judged) return "";
  EXPECT_EQ(judged.error().oozie, "JA002");
  return judged.error().sentence;
}

TEST(run_as_rules, say_who_programs_may_run_as) {
  const user_facts alice{"alice", 1000, 1000, "/home/alice", {1000, 77}};
  EXPECT_EQ(refusal("alice", alice), "");
  user_facts other = alice;
  other.gid = 77;
  other.groups = {77};
  EXPECT_EQ(refusal("alice", other), "") << "a primary group counts";
  other = alice;
  other.uid = 999;
  EXPECT_NE(refusal("alice", other).find("run_as_uid_min"), std::string::npos);
  other.uid = 0;
  EXPECT_NE(refusal("alice", other), "");
  other.uid = static_cast<uid_t>(-1);
  EXPECT_NE(refusal("alice", other), "");
  other = alice;
  other.groups = {1000};
  EXPECT_NE(refusal("alice", other).find("group jobs (run_as_group)"), std::string::npos);
  other = alice;
  other.gid = static_cast<gid_t>(-1);
  EXPECT_NE(refusal("alice", other), "");
  // What the host makes of another spelling is not what was asked for.
  EXPECT_NE(refusal("alice2", alice), "");
  EXPECT_NE(refusal("-u", alice), "");
  EXPECT_NE(refusal("", alice), "");
}

TEST(run_as_rules, no_number_below_the_least_even_where_that_is_one) {
  run_as_rules rules;
  rules.uid_min = 1;
  EXPECT_FALSE(judge_user("root", {"root", 0, 0, "/root", {0}}, rules, 0));
  EXPECT_TRUE(judge_user("daemon", {"daemon", 1, 1, "/", {1}}, rules, 1));
}

TEST(run_as_rules, trust_a_file_of_one_owner_alone) {
  struct stat facts {};
  facts.st_mode = S_IFREG | 0600;
  facts.st_uid = 5;
  facts.st_nlink = 1;
  EXPECT_TRUE(judge_file(facts, S_IFREG, 5, "f"));
  EXPECT_FALSE(judge_file(facts, S_IFREG, 6, "f"));
  EXPECT_FALSE(judge_file(facts, S_IFDIR, 5, "f"));
  for (const mode_t mode : {S_IFREG | 0620, S_IFREG | 0602, S_IFLNK | 0600, S_IFIFO | 0600,
                            S_IFCHR | 0600, S_IFSOCK | 0600}) {
    facts.st_mode = mode;
    EXPECT_FALSE(judge_file(facts, S_IFREG, 5, "f")) << mode;
  }
  facts.st_mode = S_IFREG | 0644;
  EXPECT_TRUE(judge_file(facts, S_IFREG, 5, "f"));
  facts.st_nlink = 2;
  EXPECT_FALSE(judge_file(facts, S_IFREG, 5, "f")) << "a second name";
}

// -- orders --------------------------------------------------------------------------------------

launch_order some_order() {
  launch_order out;
  out.data_directory = "/data";
  out.unpacker = "/bin/foliot-unpack";
  out.way = {"/usr/bin/sudo", "/bin/foliot-run-as", "/work"};
  out.spec.name = "job@node.1";
  out.spec.user = "alice";
  out.spec.program = "sh";
  out.spec.arguments = {"-c", "true", ""};
  out.spec.environment = {"A=b", "B="};
  out.spec.files = {{"/app/x", "x"}};
  out.spec.documents = {{"conf", std::string{"a\0b\n", 4}}};
  out.spec.output_bytes_max = 2048;
  out.spec.output_file = "output.properties";
  return out;
}

TEST(user_order, comes_back_as_it_was_written) {
  const std::string text = encode(some_order());
  const auto order = decode_user_order(text, "job@node.1");
  ASSERT_TRUE(order) << order.error().text();
  EXPECT_EQ(order->spec.user, "alice");
  EXPECT_EQ(order->spec.arguments.size(), 3U);
  EXPECT_EQ(order->way, some_order().way);
  EXPECT_EQ(encode(*order), text);
}

TEST(user_order, is_for_the_run_that_was_named) {
  EXPECT_FALSE(decode_user_order(encode(some_order()), "job@node.2"));
  EXPECT_FALSE(decode_user_order(encode(some_order()), ""));
}

TEST(user_order, of_the_engines_own_user_or_a_kill_is_none) {
  launch_order order = some_order();
  order.spec.user.clear();
  EXPECT_FALSE(decode_user_order(encode(order), order.spec.name));
  order = some_order();
  order.kill = true;
  EXPECT_FALSE(decode_user_order(encode(order), order.spec.name));
}

TEST(user_order, with_every_byte_changed_is_refused_or_another_good_one) {
  const std::string good = encode(some_order());
  size_t refused = 0;
  for (size_t i = 0; i < good.size(); ++i) {
    for (const char byte : {'\0', '\n', ' ', '0', '9', 'a', '-', '\xff'}) {
      std::string text = good;
      text[i] = byte;
      const auto order = decode_user_order(text, "job@node.1");
      if (!order) {
        ++refused;
      } else {
        // Read as it stands: nobody else can understand it otherwise.
        EXPECT_EQ(encode(*order), text) << i;
      }
    }
  }
  EXPECT_GT(refused, good.size());
}

TEST(user_order, that_is_cut_or_goes_on_is_refused) {
  const std::string good = encode(some_order());
  for (size_t i = 0; i < good.size(); ++i)
    EXPECT_FALSE(decode_user_order(good.substr(0, i), "job@node.1")) << i;
  EXPECT_FALSE(decode_user_order(good + "x", "job@node.1"));
  EXPECT_FALSE(decode_user_order(good + good, "job@node.1"));
  EXPECT_FALSE(decode_user_order("user 4\nroot\n" + good, "job@node.1"));
}

TEST(user_order, with_a_field_twice_or_unknown_is_refused) {
  const std::string good = encode(some_order());
  const size_t end = good.rfind("end 0\n");
  for (const char* more : {"user 4\nroot\n", "name 1\nx\n", "uid 1\n0\n", "user 5\nalice\n",
                           "nice 2\n-5\n", "program 2\nid\n"}) {
    std::string text = good;
    text.insert(end, more);
    EXPECT_FALSE(decode_user_order(text, "job@node.1")) << more;
  }
}

TEST(user_order, of_numbers_that_are_none_is_refused) {
  const std::string good = encode(some_order());
  for (const auto& [from, to] :
       {std::pair{"nice 1\n0\n", "nice 2\n00\n"}, std::pair{"nice 1\n0\n", "nice 2\n-1\n"},
        std::pair{"nice 1\n0\n", "nice 10\n4294967296\n"}, std::pair{"nice 1\n0\n", "nice 1\nx\n"},
        std::pair{"nice 1\n0\n", "nice +1\n0\n"}, std::pair{"nice 1\n0\n", "nice 01\n0\n"},
        std::pair{"nice 1\n0\n", "nice 18446744073709551615\n0\n"}}) {
    std::string text = good;
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string_view{from}.size(), to);
    EXPECT_FALSE(decode_user_order(text, "job@node.1")) << to;
  }
}

TEST(user_order, with_what_only_hostile_hands_write_is_refused) {
  const std::string zero{"a\0b", 3};
  const auto refused = [](const auto& change) {
    launch_order order = some_order();
    change(order);
    EXPECT_FALSE(decode_user_order(encode(order), order.spec.name));
  };
  refused([&](auto& o) { o.spec.program = zero; });
  refused([&](auto& o) { o.spec.program.clear(); });
  refused([&](auto& o) { o.spec.arguments.push_back(zero); });
  refused([&](auto& o) { o.spec.environment.push_back("A=" + zero); });
  refused([&](auto& o) { o.spec.environment.emplace_back("NOTHING"); });
  refused([&](auto& o) { o.spec.environment.emplace_back("=x"); });
  refused([&](auto& o) { o.spec.files.push_back({"relative", "x"}); });
  refused([&](auto& o) { o.spec.archives.push_back({"/a" + zero, "x"}); });
  refused([&](auto& o) { o.unpacker = "foliot-unpack"; });
  refused([&](auto& o) { o.unpacker = "/bin/../tmp/x"; });
  refused([&](auto& o) { o.spec.output_file = zero; });
  refused([&](auto& o) { o.spec.arguments.assign((1U << 20) + 1, ""); });
}

TEST(user_order, is_not_understood_by_a_launcher_that_knows_no_users) {
  launch_order order = some_order();
  EXPECT_TRUE(encode(order).starts_with("order 1\n3\n"));
  order.spec.user.clear();
  EXPECT_TRUE(encode(order).starts_with("order 1\n2\n"));
}

// -- groups, words -------------------------------------------------------------------------------

TEST(group_of_a_run, is_one_that_a_launcher_makes) {
  EXPECT_TRUE(is_group_of("/sys/fs/cgroup/x/runs/run-12-345-job@node.1", "job@node.1"));
  EXPECT_TRUE(is_group_of("/g/run-1-2-a-b", "a-b"));
  for (const char* bad : {"", "/g/run-1-2-other", "/g/run-1-2-xjob@node.1", "/g/run-x-2-job@node.1",
                          "/g/run-1-job@node.1", "/g/run-1-2-3-job@node.1", "g/run-1-2-job@node.1",
                          "/g/../h/run-1-2-job@node.1", "/g//run-1-2-job@node.1",
                          "/g/run-1-2-job@node.1/", "/g/run--job@node.1", "/g/run-job@node.1"})
    EXPECT_FALSE(is_group_of(bad, "job@node.1")) << bad;
}

TEST(refusal, goes_over_the_wire) {
  const failure why{errc::forbidden, "no program runs as 'x' (run_as_group)", "JA002", "", "Do it"};
  const failure back = decode_refusal(encode_refusal(why));
  EXPECT_EQ(back.oozie, "JA002");
  EXPECT_EQ(back.sentence, "no program runs as 'x' (run_as_group). Do it.");
  const failure plain = decode_refusal(encode_refusal({errc::bad_input, "not there", "", "", ""}));
  EXPECT_EQ(plain.oozie, "");
  EXPECT_EQ(plain.sentence, "not there");
  EXPECT_EQ(decode_refusal("").sentence, "");
  const failure endless{errc::io, std::string(1U << 20, 'x'), "", "", ""};
  EXPECT_LE(encode_refusal(endless).size(), refusal_bytes_max);
}

TEST(answer_of_a_check, has_to_be_about_this_engine) {
  EXPECT_EQ(*read_work_root("data /d\nwork /w\n", "/d"), "/w");
  const auto other = read_work_root("data /e\nwork /w\n", "/d");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().place, run_as_rules_path);
  for (const char* bad : {"", "work /w\n", "data /d\n", "data /d\nwork w\n", "xdata /d\nwork /w\n"})
    EXPECT_FALSE(read_work_root(bad, "/d")) << bad;
}

}  // namespace
}  // namespace foliot::exec
