// foliot config import: what becomes of each key of oozie-site.xml, and the settings that are
// written.
#include "tools/offline/config_import.hpp"
#include "tools/offline/oozie_keys.hpp"

#include <set>
#include <sstream>

#include "server/config.hpp"
#include "tests/recordings.hpp"
#include "tests/tools/import_support.hpp"
#include "tests/tools/support.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;
using offline::fate;
using offline::import_row;

const std::string sample = std::string(FOLIOT_SOURCE_DIR) + "/tests/tools/import/oozie-site.xml";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(config_import, units_are_changed_and_values_checked) {
  EXPECT_EQ(one("oozie.service.PurgeService.purge.interval", "61"),
            "mapped: purge_interval_minutes = 2");
  EXPECT_EQ(one("oozie.email.smtp.socket.timeout.ms", "10000"),
            "mapped: email_timeout_seconds = 10");
  EXPECT_EQ(one("oozie.email.smtp.socket.timeout.ms", "10001"),
            "mapped: email_timeout_seconds = 11");
  EXPECT_EQ(one("oozie.service.PurgeService.older.than", "many"),
            "unsupported: 'many' is not a whole number from 0 to 100000");
  EXPECT_EQ(one("oozie.service.PurgeService.purge.interval", "99999999999999999999"),
            "unsupported: '99999999999999999999' is not a whole number");
  EXPECT_EQ(one("oozie.action.max.output.data", "200000"),
            "unsupported: '200000' is not a whole number from 0 to 131072");
  EXPECT_EQ(one("oozie.wf.rerun.disablechild", "TRUE"), "mapped: rerun_of_children = \"refused\"");
  EXPECT_EQ(one("oozie.wf.rerun.disablechild", "yes"),
            "unsupported: 'yes' is neither true nor false");
}

TEST(config_import, values_that_are_so_here_lose_nothing) {
  EXPECT_EQ(one("oozie.service.coord.normal.default.timeout", "120"),
            "ignored: that is how it is here");
  EXPECT_EQ(one("oozie.service.coord.normal.default.timeout", "1440"),
            "unsupported: a coordinator that does not say its timeout has 120 minutes");
  EXPECT_EQ(one("oozie.authentication.type", "Simple"), "ignored: that is how it is here");
  EXPECT_EQ(one("oozie.https.enabled", ""), "ignored: that is how it is here");
  EXPECT_EQ(one("oozie.service.WorkflowAppService.WorkflowDefinitionMaxLength", "200000"),
            "ignored: a definition has up to 1048576 bytes");
  EXPECT_EQ(one("oozie.service.WorkflowAppService.WorkflowDefinitionMaxLength", "2000000"),
            "unsupported: a definition has up to 1048576 bytes");
}

TEST(config_import, classes_and_schemas_of_ones_own_are_named) {
  EXPECT_EQ(one("oozie.service.ActionService.executor.ext.classes",
                "org.apache.oozie.action.hadoop.ShellActionExecutor, com.example.Mine"),
            "unsupported: actions of one's own are not loaded (com.example.Mine)");
  EXPECT_EQ(one("oozie.service.SchemaService.wf.ext.schemas",
                "oozie-workflow-0.5.xsd,gms-oozie-sla-0.1.xsd,hive2-action-0.1.xsd,"
                "oozie-common-1.0.xsd"),
            "ignored: that is how it is here");
  EXPECT_EQ(one("oozie.service.SchemaService.wf.ext.schemas", "mine-0.1.xsd"),
            "unsupported: schemas of one's own are not loaded (mine-0.1.xsd)");
  EXPECT_EQ(one("oozie.service.ELService.ext.functions.anything", "a=com.example.A#b"),
            "unsupported: classes of one's own are not loaded: expressions have Oozie's own "
            "functions and constants (a)");
}

TEST(config_import, addresses_that_others_reach_are_left_to_a_person) {
  const auto here = imported({{"oozie.http.hostname", "localhost"}, {"oozie.http.port", "8080"}});
  ASSERT_EQ(here.lines.size(), 1U);
  EXPECT_EQ(here.lines[0].value, "\"127.0.0.1:8080\"");
  EXPECT_EQ(here.lines[0].keys.size(), 2U);
  for (const char* open : {"0.0.0.0", "10.1.2.3", "::", "oozie.example.org"}) {
    const auto out = imported({{"oozie.http.hostname", open}, {"oozie.http.port", "8080"}});
    EXPECT_EQ(out.rows[0].what, fate::unsupported) << open;
    EXPECT_EQ(told(out.rows[1]), "mapped: listen = \"127.0.0.1:8080\"") << open;
  }
  EXPECT_EQ(one("oozie.http.port", "123456"), "unsupported: '123456' is no port");
}

TEST(config_import, references_are_replaced_by_what_is_known) {
  const pairs site{{"oozie.system.id", "oozie-${user.name}"}};
  EXPECT_EQ(told(imported(site).rows[0]),
            "unsupported: it refers to ${user.name}, which has no value here");
  EXPECT_EQ(told(imported(site, {{"user.name", "anna"}}).rows[0]),
            "mapped: system_id = \"oozie-anna\"");
  EXPECT_EQ(told(imported({{"oozie.email.from.address", "${who}@${where}"},
                           {"who", "a"},
                           {"where", "${local.realm}"}})
                     .rows[0]),
            "mapped: email_from = \"a@LOCALHOST\"");
  EXPECT_EQ(one("oozie.server.authentication.type", "${oozie.authentication.type}"),
            "ignored: that is how it is here");
}

TEST(config_import, no_secret_is_told) {
  const auto out = imported(
      {{"oozie.email.smtp.password", "tiger"},
       {"oozie.email.smtp.auth", "true"},
       {"oozie.email.smtp.username", "u"},
       {"oozie.service.JPAService.jdbc.password", "tiger"},
       {"oozie.service.HadoopAccessorService.fs.s3a", "key=tiger"},
       {"oozie.email.from.address", "x${oozie.email.smtp.password}"},
       {"my.own.password", "tiger"},
       {"oozie.service.WorkflowAppService.system.libpath", "s3a://name:tiger@bucket/lib"}});
  for (const import_row& row : out.rows)
    EXPECT_EQ((row.key + row.value + row.says + row.remedy).find("tiger"), std::string::npos)
        << row.key;
  EXPECT_EQ(toml_of(out, "site").find("tiger"), std::string::npos);
  EXPECT_EQ(told(out.rows[0]), "unsupported: the password is not carried over");
  EXPECT_EQ(told(out.rows[5]),
            "unsupported: it refers to ${oozie.email.smtp.password}, which has no value here");
}

TEST(config_import, an_account_counts_where_oozie_signs_in) {
  const auto out = imported({{"oozie.email.smtp.username", "u"},
                             {"oozie.email.smtp.password", "p"},
                             {"oozie.email.smtp.auth", "false"}});
  EXPECT_EQ(out.count(fate::ignored), 3U);
  EXPECT_TRUE(out.lines.empty());
}

TEST(config_import, an_unknown_key_has_its_nearest_one) {
  const auto out = imported({{"oozie.email.smtp.hots", "h"}, {"nothing.like.it", "x"}});
  EXPECT_EQ(told(out.rows[0]), "unsupported: Oozie has no such key");
  EXPECT_EQ(out.rows[0].remedy, "Did you mean 'oozie.email.smtp.host'?");
  EXPECT_EQ(out.rows[1].remedy, "");
}

TEST(config_import, two_keys_of_one_setting_must_agree) {
  const pairs both{{"oozie.serviceAuthorizationService.admin.users", "a, b"},
                   {"oozie.service.AuthorizationService.admin.users", "a,b"}};
  EXPECT_EQ(imported(both).lines[0].keys.size(), 2U);
  pairs other = both;
  other[1].second = "c";
  EXPECT_EQ(told(imported(other).rows[1]),
            "unsupported: admin_users is said otherwise by "
            "oozie.serviceAuthorizationService.admin.users");
}

TEST(config_import, hostile_values_stay_values) {
  const auto out = imported({{"oozie.email.smtp.username", "a\"\nhttp_open = \"true\"\\"},
                             {"oozie.email.smtp.auth", "true"},
                             {"oozie.authentication.cookie.domain", "x\nhttp_open = \"true\""},
                             {"bad\nhttp_open = \"true\"", "v"}});
  EXPECT_FALSE(loaded(toml_of(out, "site\nhttp_open = \"true\"")).http_open);
  pairs many;
  for (int i = 0; i < 600; ++i)
    many.emplace_back("oozie.service.ProxyUserService.proxyuser.u" + std::to_string(i) + ".hosts",
                      "${big}");
  many.emplace_back("big", std::string(200 << 10, 'x'));
  offline::import_source source;
  for (const auto& [name, value] : many) source.entries.push_back({name, value, "site", false});
  const auto got = offline::import_site(source);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().code, errc::too_large);
}

TEST(config_import, strings_of_toml_are_read_back) {
  const std::string odd = "a\"b\\c\td\x01 \xC3\xBC\x7F";
  const auto got = server::parse_config("data = " + offline::toml_string(odd), "t", {});
  ASSERT_TRUE(got.ok()) << got.error().text();
  EXPECT_EQ(got->data, odd);
}

TEST(config_import, a_whole_file_becomes_settings) {
  const scratch dir;
  const std::string to = dir.path("foliot.toml");
  const outcome got = run({"config", "import", sample, "--out", to, "-D", "user.name=oozie"});
  EXPECT_EQ(got.status, 1) << got.err;
  const size_t with_paths = got.out.find("hadoop_conf =");
  expect_narrow(got.out.substr(0, with_paths));
  expect_narrow(got.out.substr(got.out.find("\nignored ")));
  EXPECT_NE(got.out.find(" unsupported\n" + to + " is written\n"), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("set again at"), std::string::npos);
  EXPECT_NE(got.out.find("Did you mean 'oozie.service.JPAService.jdbc.driver'?"),
            std::string::npos);
  for (const char* secret : {"of-the", "in-the-url"}) {
    EXPECT_EQ(got.out.find(secret), std::string::npos);
    EXPECT_EQ(text_of(to).find(secret), std::string::npos);
  }
  server::config wanted;
  wanted.system_id = "oozie-oozi";
  wanted.listen = "127.0.0.1:11443";
  wanted.base_url = "http://oozie01.example.org:11443/oozie";
  wanted.processing_timezone = "GMT+0100";
  wanted.hadoop_conf = "*=" + std::string(FOLIOT_SOURCE_DIR) +
                       "/tests/tools/import/hadoop-conf,nn02.example.org:8020=/etc/hadoop/second";
  wanted.system_libpath = "/user/oozie/share/lib";
  wanted.proxy_users = "hue hosts=* groups=*; knox hosts=10.0.0.7,gate.example.org groups=staff";
  wanted.auth_token_seconds = 7200;
  wanted.auth_anonymous = false;
  wanted.authorization = true;
  wanted.admin_users = "root,anna";
  wanted.email_smtp_host = "mail.example.org";
  wanted.email_smtp_port = 587;
  wanted.email_from = "oozie@example.org";
  wanted.email_username = "oozie";
  wanted.email_timeout_seconds = 16;
  wanted.purge_workflow_days = 60;
  wanted.purge_coordinator_days = 14;
  wanted.purge_interval_minutes = 121;
  wanted.purge_trees_per_step = 50;
  wanted.purge_old_actions = true;
  wanted.action_output_bytes = 65'536;
  wanted.ssh_reconnects = 5;
  wanted.rerun_of_children = false;
  wanted.latest_from = server::latest_base::now;
  server::config read = loaded(text_of(to));
  read.written.clear();
  EXPECT_EQ(server::settings_of(loaded(text_of(to))).at("email_starttls"), "offered");
  EXPECT_EQ(read, wanted) << text_of(to);
}

TEST(config_import, its_json_has_a_row_for_each_key) {
  const scratch dir;
  const outcome got = run({"config", "import", sample, "--out", dir.path("f.toml"), "--json"});
  EXPECT_EQ(got.status, 1);
  const json body = json_of(got);
  std::set<std::string> lost;
  for (const json& row : body["keys"])
    if (row["outcome"] == "unsupported") lost.insert(row["key"]);
  const std::set<std::string> wanted{"oozie.authentication.type",
                                     "oozie.credentials.credentialclasses",
                                     "oozie.email.smtp.password",
                                     "oozie.http.hostname",
                                     "oozie.service.ELService.ext.functions.workflow",
                                     "oozie.service.HadoopAccessorService.supported.filesystems",
                                     "oozie.service.JPAServce.jdbc.driver",
                                     "oozie.service.ProxyUserService.proxyuser.half.hosts",
                                     "oozie.service.SchemaService.wf.ext.schemas",
                                     "oozie.service.coord.normal.default.timeout",
                                     "oozie.services.ext",
                                     "oozie.system.id"};
  EXPECT_EQ(lost, wanted);
  EXPECT_EQ(body["unsupported"], wanted.size());
  EXPECT_EQ(body["notes"].size(), 2U);
  EXPECT_EQ(body["keys"].size(), body["mapped"].get<size_t>() + body["ignored"].get<size_t>() +
                                     body["unsupported"].get<size_t>());
}

TEST(config_import, what_is_there_stays_without_force) {
  const scratch dir;
  const std::string site = dir.write("oozie-site.xml", "<configuration/>");
  const std::string to = dir.write("foliot.toml", "mine");
  const outcome refused = run({"config", "import", site, "--out", to});
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.err.find("the file is there already"), std::string::npos) << refused.err;
  EXPECT_EQ(text_of(to), "mine");
  EXPECT_EQ(run({"config", "import", site, "--out", to, "--force"}).status, 0);
  EXPECT_EQ(loaded(text_of(to)), server::config{});
}

TEST(config_import, with_force_only_a_file_is_written_over) {
  const scratch dir;
  const std::string site = dir.write("oozie-site.xml", "<configuration/>");
  const auto into = [&](const std::string& to) {
    return run({"config", "import", site, "--out", to, "--force"});
  };
  EXPECT_NE(into(site).err.find("this is the file that is read"), std::string::npos);
  EXPECT_EQ(text_of(site), "<configuration/>");
  const outcome device = into("/dev/full");
  EXPECT_EQ(device.status, 1);
  EXPECT_NE(device.err.find("what stands there is no file"), std::string::npos) << device.err;
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/full"));
  // A link stays one, and who may read the file stays as it was.
  using perms = std::filesystem::perms;
  const std::string behind = dir.write("real.toml", "old");
  std::filesystem::permissions(behind, perms::owner_read | perms::owner_write);
  std::filesystem::create_symlink(behind, dir.path("link.toml"));
  EXPECT_EQ(into(dir.path("link.toml")).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(dir.path("link.toml")));
  EXPECT_NE(text_of(behind), "old");
  EXPECT_EQ(std::filesystem::status(behind).permissions(), perms::owner_read | perms::owner_write);
}

TEST(config_import, files_that_are_no_site_are_refused_with_their_place) {
  const scratch dir;
  const auto refusal = [&](const std::string& text) {
    const std::string site = dir.write("site.xml", text);
    const outcome got = run({"config", "import", site, "--out", dir.path("out.toml")});
    EXPECT_EQ(got.status, 1) << text;
    EXPECT_FALSE(std::filesystem::exists(dir.path("out.toml"))) << text;
    return got.err;
  };
  EXPECT_NE(refusal("<configuration xmlns:xi='http://www.w3.org/2001/XInclude'>\n"
                    "<xi:include href='/etc/passwd'/></configuration>")
                .find("site.xml:2:1: other files are not included"),
            std::string::npos);
  EXPECT_NE(refusal("<!DOCTYPE c [<!ENTITY a 'b'>]><configuration/>").find("DOCTYPE"),
            std::string::npos);
  EXPECT_NE(refusal("<configuration>").find("site.xml:1:"), std::string::npos);
  EXPECT_NE(refusal("{}").find("not well-formed"), std::string::npos);
  EXPECT_NE(refusal("").find("empty"), std::string::npos);
  EXPECT_EQ(run({"config", "import", dir.path("no.xml"), "--out", dir.path("o")}).status, 1);
  EXPECT_EQ(run({"config"}).status, 2);
  EXPECT_EQ(run({"config", "import"}).status, 2);
}

TEST(oozie_keys, each_is_in_one_rule_with_a_reason) {
  std::set<std::string> names;
  for (const offline::key_rule& rule : offline::key_rules()) {
    std::istringstream words{std::string(rule.names)};
    for (std::string word; words >> word;)
      EXPECT_TRUE(names.insert(std::string(rule.prefix) + word).second) << word;
    EXPECT_TRUE(!rule.says.empty() || !rule.setting.empty()) << rule.names;
    if (!rule.setting.empty()) {
      EXPECT_EQ(server::settings_of({}).count(std::string(rule.setting)), 1U) << rule.setting;
    }
  }
  EXPECT_GT(names.size(), 380U);
}

/// All settings of a real server, as it tells them: each is known here.
TEST(oozie_keys, those_that_a_real_server_told_are_known) {
  const std::string path = (recordings() / "a" / "admin.jsonl").string();
  std::ifstream file(path);
  if (!file) GTEST_SKIP() << "no recordings: " << path;
  size_t known = 0;
  for (std::string line; std::getline(file, line);) {
    const json step = json::parse(line, nullptr, false);
    if (step.is_discarded() || step.value("name", "") != "v2 configuration") continue;
    const json settings = json::parse(step["response"]["body"].get<std::string>());
    pairs all;
    for (const auto& [name, value] : settings.items()) {
      EXPECT_NE(offline::find_rule(name).rule, nullptr) << name;
      all.emplace_back(name, value.is_string() ? value.get<std::string>() : "");
      ++known;
    }
    // Little but defaults: no more is lost than what the server was told on purpose. The recording
    // has its host replaced.
    std::set<std::string> lost;
    for (const import_row& row :
         imported(all, {{"user.name", "oozie"}, {"HOST", "here:11000"}}).rows)
      if (row.what == fate::unsupported) lost.insert(row.key);
    const std::string hadoop = "oozie.service.HadoopAccessorService.";
    EXPECT_EQ(lost, (std::set<std::string>{hadoop + "supported.filesystems",
                                           "oozie.service.WorkflowAppService.system.libpath",
                                           "oozie.services.ext"}));
  }
  EXPECT_GT(known, 300U);
}

}  // namespace
}  // namespace foliot::testing
