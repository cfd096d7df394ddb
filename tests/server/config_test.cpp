#include "server/config.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "model/kinds/tools.hpp"
#include "server/config_keys.hpp"

namespace foliot::server {
namespace {

result<config> read(const std::string& text, const std::vector<override_value>& overrides = {}) {
  return parse_config(text, "foliot.toml", overrides);
}

TEST(config, defaults_are_those_of_the_struct) {
  const auto out = read("");
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, config{});
}

TEST(config, reads_every_kind_and_the_command_line_wins) {
  const auto out = read(
      "data = \"/srv/foliot\"\non_lost = \"hold\"\ncompat = \"oozie\"\nlatest_from = "
      "\"now\"\nrun_slots = 7\n"
      "log_level = \"warn\"\nlisten = \"[::1]:0\"\n",
      {{"run_slots", "9"}, {"listen", "127.0.0.1:1"}});
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(out->data, "/srv/foliot");
  EXPECT_EQ(out->on_lost, model::lost_rule::hold);
  EXPECT_EQ(out->latest_from, latest_base::now);
  EXPECT_EQ(out->compat, dialect::oozie);
  EXPECT_EQ(out->log_least, log_level::warn);
  EXPECT_EQ(out->run_slots, 9U);
  EXPECT_EQ(out->listen, "127.0.0.1:1");
}

TEST(config, reads_the_limits_of_runs) {
  const auto out = read(
      "run_memory_bytes = 1073741824\nrun_cpu_seconds = 3600\nrun_processes = 64\n"
      "run_open_files = 1024\nrun_file_bytes = 1000\nrun_nice = 19\n"
      "run_cgroup = \"/sys/fs/cgroup/foliot.slice/runs\"\n");
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(out->run_memory_bytes, 1ULL << 30);
  EXPECT_EQ(out->run_cpu_seconds, 3'600U);
  EXPECT_EQ(out->run_processes, 64U);
  EXPECT_EQ(out->run_open_files, 1'024U);
  EXPECT_EQ(out->run_file_bytes, 1'000U);
  EXPECT_EQ(out->run_nice, 19U);
  EXPECT_EQ(out->run_cgroup, "/sys/fs/cgroup/foliot.slice/runs");
  EXPECT_EQ(read("run_cgroup = \"off\"\n")->run_cgroup, "off");
}

struct row {
  const char* text;
  const char* says;
};

class config_refusal : public ::testing::TestWithParam<row> {};

TEST_P(config_refusal, names_place_and_remedy) {
  const auto out = read(GetParam().text);
  ASSERT_FALSE(out);
  EXPECT_NE(out.error().text().find(GetParam().says), std::string::npos) << out.error().text();
  EXPECT_NE(out.error().text().find("foliot.toml:"), std::string::npos) << out.error().text();
  EXPECT_FALSE(out.error().remedy.empty());
}

INSTANTIATE_TEST_SUITE_P(
    rows, config_refusal,
    ::testing::Values(
        row{"\nrun_slot = 3\n",
            "foliot.toml:2:1: there is no setting 'run_slot'. "
            "Did you mean 'run_slots'?"},
        row{"nonsense_at_all = 3\n", "foliot.toml.example"}, row{"run_slots = 0\n", "1 to 10000"},
        row{"run_slots = -1\n", "1 to 10000"}, row{"run_slots = 99999999999\n", "1 to 10000"},
        row{"run_slots = \"3\"\n", "must be a whole number"},
        row{"run_slots = 1.5\n", "must be a whole number"}, row{"run_nice = 20\n", "0 to 19"},
        row{"run_cpu_seconds = -1\n", "0 to 31622400"},
        row{"run_memory_bytes = \"1G\"\n", "must be a whole number"},
        row{"run_cgroup = \"relative\"\n", "neither off nor auto"},
        row{"run_cgroup = \"/\"\n", "neither off nor auto"},
        row{"data = 3\n", "must be a text in quotes"}, row{"data = \"\"\n", "must not be empty"},
        row{"[data]\nx = 1\n", "must be a text in quotes"},
        row{"on_lost = \"maybe\"\n", "rerun, hold, fail"}, row{"listen = \"here\"\n", "HOST:PORT"},
        row{"system_id = \"with blank\"\n", "system id"},
        row{"processing_timezone = \"Mars\"\n", "processing_timezone"},
        row{"run_slots = 3\nrun_slots = 4\n", "no TOML"}, row{"data = \n", "no TOML"}));

TEST(config, refuses_unknown_overrides) {
  const auto out = read("", {{"datta", "x"}});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().text(), "command line: there is no setting 'datta'. Did you mean 'data'?");
}

TEST(config, tells_of_a_missing_file) {
  const auto out = load_config("/nonexistent/foliot.toml", {});
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, errc::not_found);
  EXPECT_NE(out.error().text().find("/nonexistent/foliot.toml"), std::string::npos);
}

TEST(config, example_shows_every_default_and_reads_back) {
  std::ifstream file(std::string(FOLIOT_SOURCE_DIR) + "/config/foliot.toml.example");
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), example_config());
  std::string active;  // each "# name = value" without its '#'
  std::istringstream lines(example_config());
  size_t settings = 0;
  for (std::string line; std::getline(lines, line);) {
    const size_t equals = line.find(" = ");
    if (equals == std::string::npos || line.rfind("# ", 0) != 0) continue;
    if (find_config_key(line.substr(2, equals - 2)) == nullptr) continue;
    active += line.substr(2) + "\n";
    ++settings;
  }
  EXPECT_EQ(settings, config_keys().size());
  const auto out = read(active);
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(*out, config{});
}

TEST(config, programs_have_a_setting_each_and_absolute_paths) {
  for (const std::string_view tool : model::client_tools)
    EXPECT_NE(find_config_key(model::tool_setting(tool)), nullptr) << tool;
  const auto out = read("program_spark_submit = \"/opt/spark/submit\"\nprogram_java = \"\"\n");
  ASSERT_TRUE(out) << out.error().text();
  ASSERT_EQ(out->programs.size(), 1U);
  EXPECT_EQ(out->programs.at("spark-submit"), "/opt/spark/submit");
  const auto bad = read("program_java = \"java\"\n");
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().text().find("'java' is not an absolute path"), std::string::npos)
      << bad.error().text();
}

TEST(config, reads_tables_as_first_parts_of_names) {
  const auto out =
      read("http.open = true\n[email]\nsmtp_port = 26\n[auth]\nanonymous = \"refused\"\n");
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_TRUE(out->http_open);
  EXPECT_FALSE(out->auth_anonymous);
  EXPECT_EQ(out->email_smtp_port, 26);
  const auto unknown = read("\nhttp.opn = true\n");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().text(),
            "foliot.toml:2:6: there is no setting 'http_opn'. Did you mean 'http_open'?");
  EXPECT_FALSE(read("a.b.c = 1\n"));
}

TEST(config, checks_who_may_do_what_when_it_is_read) {
  EXPECT_TRUE(read("proxy_users = \"hue hosts=* groups=*\"\nadmin_users = \"*\"\n"));
  EXPECT_TRUE(read("admin_users = \"ann, bob\"\nauthorization = \"on\"\n")->authorization);
  for (const char* bad :
       {"proxy_users = \"hue\"", "admin_users = \"ann,*\"", "auth_secret_file = \"here\"",
        "auth_cookie_domain = \"a b\"", "auth_token_seconds = 1", "authorization = \"maybe\""})
    EXPECT_FALSE(read(bad)) << bad;
}

TEST(config, reads_the_names_of_the_host) {
  EXPECT_EQ(read("http_hosts = \"mill, jobs.example.org\"")->http_hosts, "mill, jobs.example.org");
  EXPECT_TRUE(read("[http]\nhosts = \"*\""));
  for (const char* bad : {"mill:11000", "http://mill", "mill,*", "a b", "[::1]"})
    EXPECT_FALSE(read("http_hosts = \"" + std::string(bad) + "\"")) << bad;
}

TEST(exposure, is_known_by_the_address) {
  const auto own = [](const char* listen) {
    config settings;
    settings.listen = listen;
    return listens_for_this_host(settings);
  };
  for (const char* address : {"127.0.0.1:1", "[::1]:1", "localhost:1"}) EXPECT_TRUE(own(address));
  for (const char* address : {"0.0.0.0:1", "[::]:1", "10.0.0.7:1", "name:1"})
    EXPECT_FALSE(own(address)) << address;
}

TEST(exposure, is_refused_unless_it_is_wanted) {
  const auto refusal = [](const std::string& listen, bool open = false) {
    config settings;
    settings.listen = listen;
    settings.http_open = open;
    const auto out = check_exposure(settings);
    return out ? "" : out.error().text();
  };
  for (const char* own : {"127.0.0.1:1", "127.8.9.10:1", "[::1]:1", "localhost:1",
                          "[::ffff:127.0.0.1]:1", "no-address:1"})
    EXPECT_EQ(refusal(own), "") << own;
  for (const char* others :
       {"0.0.0.0:1", "[::]:1", "10.0.0.7:1", "[::ffff:10.0.0.7]:1", "128.0.0.1:1"}) {
    EXPECT_NE(refusal(others).find("nothing proves who asks"), std::string::npos) << others;
    EXPECT_NE(refusal(others).find("http.open = true"), std::string::npos) << others;
    EXPECT_EQ(refusal(others, true), "") << others;
  }
}

TEST(base_url, is_an_address_that_clients_reach) {
  for (const char* fine :
       {"", "http://h:1/oozie", "https://gate.example.org/oozie", "http://[::1]:1/x", "http://h/"})
    EXPECT_TRUE(parse_config("", "", {{"base_url", fine}})) << fine;
  for (const char* bad :
       {"h:1/oozie", "ftp://h/oozie", "http://", "http:///oozie", "http://:1/oozie", "http://h:x/",
        "http://h/?a", "http://h/#a", "http://u:p@h/", "http://h/ x", "http://h/<b>", "http://::1/",
        "http://0.0.0.0:1/oozie", "http://[::]:1/oozie", "http://[::ffff:0.0.0.0]/oozie"}) {
    const auto out = parse_config("", "", {{"base_url", bad}});
    ASSERT_FALSE(out) << bad;
    EXPECT_NE(out.error().text().find("http://oozie.example.org:11000/oozie"), std::string::npos);
    EXPECT_EQ(out.error().text().find("u:p"), std::string::npos);
  }
}

TEST(base_url, comes_from_what_is_bound) {
  config settings;
  const auto of = [&](const std::string& host) { return base_url_of(settings, host, 7, "node1"); };
  EXPECT_EQ(of("127.0.0.1"), "http://127.0.0.1:7/oozie");
  EXPECT_EQ(of("localhost"), "http://127.0.0.1:7/oozie");
  EXPECT_EQ(of("10.0.0.7"), "http://10.0.0.7:7/oozie");
  EXPECT_EQ(of("::1"), "http://[::1]:7/oozie");
  for (const char* every : {"0.0.0.0", "::", "0:0::0", "::ffff:0.0.0.0"})
    EXPECT_EQ(of(every), "http://node1:7/oozie") << every;
  EXPECT_EQ(base_url_of(settings, "::", 7, ""), "http://127.0.0.1:7/oozie");
  settings.base_url = "https://gate.example.org/oozie/";
  EXPECT_EQ(of("0.0.0.0"), "https://gate.example.org/oozie");
}

TEST(listen, takes_addresses_apart) {
  EXPECT_EQ(parse_listen("127.0.0.1:11000")->port, 11000);
  EXPECT_EQ(parse_listen("[::1]:0")->host, "::1");
  for (const char* bad : {"", ":1", "host", "host:", "host:x", "host:65536", "::1:80", "h:123456"})
    EXPECT_FALSE(parse_listen(bad)) << bad;
}

}  // namespace
}  // namespace foliot::server
