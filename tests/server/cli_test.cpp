#include <gtest/gtest.h>

#include "tests/server/cli_fixture.hpp"

namespace foliot::testing {
namespace {

TEST_F(cli, submits_an_application_by_its_directory) {
  serve();
  write("app/bundle.xml", "<?xml version=\"1.0\"?><!-- x --><b:bundle-app xmlns:b=\"u\"/>");
  const std::string properties = write("job.properties", "who=world\nuser.name=ann\n");
  const outcome got =
      run({"submit", (dir_ / "app").string(), "-c", properties, "-D", "k=v=w", "-D", "e="});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_EQ(got.out, bundle_wire + "\n");
  EXPECT_EQ(got.err, "foliot: warning: be careful.\n");
  ASSERT_EQ(world_.commands.calls.size(), 1U);
  const auto& call = world_.commands.calls[0];
  EXPECT_TRUE(call.run);
  EXPECT_EQ(call.who.user, "ann");
  for (const std::string& part :
       {std::string("<name>who</name>"), std::string("<value>v=w</value>"),
        std::string("<name>oozie.bundle.application.path</name>"),
        "file://" + std::filesystem::canonical(dir_ / "app").string()})
    EXPECT_NE(call.conf_xml.find(part), std::string::npos) << part << "\n" << call.conf_xml;
}

TEST_F(cli, submits_for_programs_without_starting) {
  serve();
  const std::string app = write("w.xml", "<workflow-app/>");
  const outcome got = run({"submit", app, "--no-start", "--json"});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_EQ(json::parse(got.out),
            json({{"id", bundle_wire}, {"warnings", json::array({"be careful."})}}));
  ASSERT_EQ(world_.commands.calls.size(), 1U);
  EXPECT_FALSE(world_.commands.calls[0].run);
  EXPECT_NE(world_.commands.calls[0].conf_xml.find("oozie.wf.application.path"), std::string::npos);
}

TEST_F(cli, leaves_a_given_application_path_alone) {
  const auto conf =
      client::job_properties("", "", {"oozie.coord.application.path=hdfs://n/app"}, "joe");
  ASSERT_TRUE(conf) << conf.error().text();
  EXPECT_EQ(conf->at("user.name"), "joe");
  EXPECT_EQ(conf->size(), 2U);
  const std::string app = write("c.xml", "<coordinator-app/>");
  const auto both =
      client::job_properties(app, "", {"oozie.coord.application.path=hdfs://n/app"}, "joe");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->at("oozie.coord.application.path"), "hdfs://n/app");
}

TEST_F(cli, refuses_bad_submissions_before_asking_the_server) {
  const std::string odd = write("odd.xml", "<project/>");
  const std::string broken = write("broken.properties", "a=\\u12\n");
  std::filesystem::create_directories(dir_ / "empty");
  const struct {
    std::vector<std::string> arguments;
    const char* says;
  } rows[] = {{{"submit", "/nonexistent/app"}, "there is no such application"},
              {{"submit", odd}, "<project> is no bundle"},
              {{"submit", (dir_ / "empty").string()}, "holds no application"},
              {{"submit", odd, "-c", "/nonexistent"}, "/nonexistent: the file does not exist"},
              {{"submit", odd, "-c", broken}, "broken.properties:1"},
              {{"submit", odd, "-D", "novalue"}, "-D: 'novalue' is not name=value"},
              {{"submit"}, "nothing names the application"}};
  for (const auto& row : rows) {
    const outcome got = run(row.arguments);
    EXPECT_EQ(got.status, 1) << row.says;
    EXPECT_EQ(got.err.rfind("foliot: ", 0), 0U) << got.err;
    EXPECT_NE(got.err.find(row.says), std::string::npos) << got.err;
    EXPECT_EQ(got.out, "");
  }
}

TEST_F(cli, shows_the_servers_refusal) {
  serve();
  refusal_ = failure{errc::bad_input, "no such element", "E0701", "bundle.xml:12:5", "Remove it"};
  const outcome got = run({"submit", write("b.xml", "<bundle-app/>")});
  EXPECT_EQ(got.status, 1);
  EXPECT_EQ(got.err, "foliot: E0701: bundle.xml:12:5: no such element. Remove it.\n");
  const outcome info = run({"info", "moon"});
  EXPECT_EQ(info.status, 1);
  EXPECT_EQ(info.err,
            "foliot: E0604: Job does not exist [moon]. See the jobs with 'foliot list'.\n");
  const outcome why = run({"why", "moon", "--json"});
  EXPECT_EQ(why.status, 1);
  EXPECT_EQ(json::parse(why.err).at("error").at("code"), "E0604");
}

TEST_F(cli, tells_how_to_start_an_engine_when_none_answers) {
  const outcome got = run({"list", "--url", "http://127.0.0.1:1"});
  EXPECT_EQ(got.status, 1);
  EXPECT_EQ(got.err.rfind("foliot: http://127.0.0.1:1: no engine answers", 0), 0U) << got.err;
  EXPECT_NE(got.err.find("foliot serve"), std::string::npos);
  const outcome bad = run({"list", "--url", "ftp://x"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.err.find("http://HOST:PORT"), std::string::npos);
}

TEST_F(cli, cuts_oozie_off_the_url) {
  EXPECT_EQ(*client::server_url("http://h:1/oozie"), "http://h:1");
  EXPECT_EQ(*client::server_url("http://h:1/oozie//"), "http://h:1");
  EXPECT_EQ(*client::server_url("https://h/"), "https://h");
  EXPECT_EQ(*client::server_url(""), "http://127.0.0.1:11000");
  ::setenv("OOZIE_URL", "http://o:2/oozie", 1);
  EXPECT_EQ(*client::server_url(""), "http://o:2");
  ::setenv("FOLIOT_URL", "http://f:3", 1);
  EXPECT_EQ(*client::server_url(""), "http://f:3");
  ::unsetenv("FOLIOT_URL");
  ::unsetenv("OOZIE_URL");
}

TEST_F(cli, shows_every_kind_of_thing) {
  serve();
  const std::pair<std::string, std::string> rows[] = {
      {bundle_wire, "bundle retail  RUNNING\n"},
      {coordinator_wire, "coordinator ingest  RUNNING\n"},
      {coordinator_wire + "@2", "action " + coordinator_wire + "@2  WAITING\n"},
      {workflow_wire, "workflow ingest-wf  SUCCEEDED\n"},
      {workflow_wire + "@load", "node " + workflow_wire + "@load  OK\n"}};
  for (const auto& [id, head] : rows) {
    const outcome got = run({"info", id});
    EXPECT_EQ(got.status, 0) << got.err;
    EXPECT_EQ(got.out.rfind(head, 0), 0U) << got.out;
    expect_narrow(got.out);
  }
  const outcome actions = run({"info", coordinator_wire, "--json"});
  EXPECT_EQ(json::parse(actions.out).at("actions").size(), 2U);
}

TEST_F(cli, lists_and_filters) {
  serve();
  const outcome all = run({"list"});
  EXPECT_EQ(all.status, 0) << all.err;
  for (const std::string& id : {bundle_wire, coordinator_wire, workflow_wire})
    EXPECT_NE(all.out.find(id), std::string::npos) << all.out;
  expect_narrow(all.out);
  const outcome some =
      run({"list", "--type", "bundle", "--status", "RUNNING", "--status", "PREP", "--json"});
  EXPECT_EQ(json::parse(some.out).at("bundlejobs").size(), 1U) << some.err;
  EXPECT_EQ(world_.reader.last_filter.states.size(), 2U);
  EXPECT_EQ(run({"list", "--status", "MOON"}).status, 1);
}

TEST_F(cli, waits_for_every_end) {
  serve();
  const outcome good = run({"wait", workflow_wire});
  EXPECT_EQ(good.status, 0);
  EXPECT_EQ(good.out, workflow_wire + " SUCCEEDED\n");
  std::get<model::workflow_record>(world_.reader.records[workflow_id]).state =
      model::status::killed;
  const outcome bad = run({"wait", workflow_wire, "--json"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_EQ(json::parse(bad.out), json({{"id", workflow_wire}, {"status", "KILLED"}}));
  const outcome late = run({"wait", bundle_wire, "--timeout", "2"});
  EXPECT_EQ(late.status, 3);
  EXPECT_NE(late.err.find("is RUNNING after 2 s"), std::string::npos) << late.err;
}

TEST_F(cli, prints_progress_lines_once) {
  serve();
  const outcome got = run({"wait", bundle_wire, "--progress", "--timeout", "4"});
  EXPECT_EQ(got.status, 3);
  EXPECT_EQ(got.out,
            "ingest: RUNNING, 1 of 24 done, reached 2026-01-05T00:00Z (1 WAITING, 1 SUCCEEDED)\n" +
                bundle_wire + ": RUNNING\n");
}

TEST(progress, redraws_in_place_on_a_terminal) {
  std::string out;
  client::console to;
  to.out = [&](std::string_view text) { out += text; };
  to.terminal = true;
  client::progress_view view(to);
  const json answer{{"id", "x-B"},
                    {"status", "RUNNING"},
                    {"coordinators",
                     {{{"id", "x-C"},
                       {"name", "ingest"},
                       {"status", "RUNNING"},
                       {"actions", 24},
                       {"expected", 24},
                       {"reached", nullptr},
                       {"counts", {{"SUCCEEDED", 3}}}}}}};
  view.show(answer, 1200);
  EXPECT_EQ(out.find("\x1b["), std::string::npos) << "nothing to go back over yet";
  expect_narrow(out);
  out.clear();
  view.show(answer, 1400);
  EXPECT_EQ(out.rfind("\x1b[3A\x1b[J", 0), 0U) << out;
  EXPECT_NE(out.find("3 of 24"), std::string::npos);
}

TEST_F(cli, answers_why_and_log_and_version) {
  serve();
  const outcome why = run({"why", coordinator_wire + "@2"});
  EXPECT_EQ(why.status, 0) << why.err;
  EXPECT_EQ(why.out.rfind(coordinator_wire + "@2 is WAITING\n", 0), 0U) << why.out;
  model::journal_entry entry;
  entry.entity = bundle_id;
  entry.event = model::bundle_events::killed{};
  entry.why.user = "<joe>";
  world_.reader.entries.push_back(entry);
  const outcome log = run({"log", bundle_wire});
  EXPECT_NE(log.out.find("asked by <joe>"), std::string::npos) << log.out;
  EXPECT_EQ(json::parse(run({"log", bundle_wire, "--json"}).out).at("lines").size(), 1U);
  const outcome version = run({"version"});
  EXPECT_EQ(version.out.rfind("foliot " FOLIOT_VERSION "\nserver " FOLIOT_VERSION " at ", 0), 0U)
      << version.out;
  EXPECT_EQ(run({"version", "--url", "http://127.0.0.1:1"}).status, 0);
}

TEST_F(cli, explains_wrong_usage) {
  const std::vector<std::vector<std::string>> rows = {{},
                                                      {"dance"},
                                                      {"info"},
                                                      {"info", "a", "b"},
                                                      {"list", "--type", "moon"},
                                                      {"list", "--len", "0"},
                                                      {"wait", "x", "--timeout", "soon"},
                                                      {"submit", "--moon"}};
  for (const auto& arguments : rows) {
    const outcome got = run(arguments);
    EXPECT_EQ(got.status, 2) << (arguments.empty() ? "" : arguments[0]);
    EXPECT_EQ(got.err.rfind("foliot: ", 0), 0U) << got.err;
    EXPECT_NE(got.err.find("--help"), std::string::npos) << got.err;
    EXPECT_EQ(got.out, "");
  }
}

TEST_F(cli, names_the_command_that_does_not_exist) {
  EXPECT_EQ(run({"dance"}).err, "foliot: there is no command 'dance'\nSee 'foliot --help'.\n");
}

TEST_F(cli, helps) {
  const outcome all = run({"--help"});
  EXPECT_EQ(all.status, 0);
  for (const char* part : {"Examples:", "Jobs:", "Orders:", "Engine:", "submit", "FOLIOT_URL"})
    EXPECT_NE(all.out.find(part), std::string::npos) << part << "\n" << all.out;
  const outcome one = run({"wait", "--help"});
  EXPECT_EQ(one.status, 0);
  EXPECT_NE(one.out.find("--timeout"), std::string::npos) << one.out;
}

TEST_F(cli, hands_settings_to_the_engine) {
  const std::string file = write("foliot.toml", "run_slots = 3\nlisten = \"127.0.0.1:5\"\n");
  EXPECT_EQ(run({"serve", "--config", file, "--data", "/d", "--set", "on_lost=hold"}).status, 0);
  EXPECT_EQ(served_.data, "/d");
  EXPECT_EQ(served_.run_slots, 3U);
  EXPECT_EQ(served_.listen, "127.0.0.1:5");
  EXPECT_EQ(served_.on_lost, model::lost_rule::hold);
  const outcome wrong = run({"serve", "--set", "moon=1"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_EQ(run({"serve", "--set", "moon"}).status, 1);
  EXPECT_EQ(run({"serve", "--listen", "here"}).status, 1);
  EXPECT_EQ(run({"replay", "--data", "/d", "--verify"}).status, 7);
  EXPECT_EQ(run({"replay", "--data", "/d"}).status, 8);
}

TEST(text, shortens_dates_and_cells) {
  EXPECT_EQ(client::short_date("Mon, 05 Jan 2026 01:02:03 GMT"), "2026-01-05 01:02:03");
  EXPECT_EQ(client::short_date(""), "-");
  EXPECT_EQ(client::short_date("Mon, 05 Xyz 2026 01:02:03 GMT"), "-");
  EXPECT_EQ(client::cut("abcdef", 4), "abc…");
  EXPECT_EQ(client::cut("größe", 5), "größe");
  EXPECT_EQ(client::html_unescape("&lt;a&gt; &amp;lt; &x"), "<a> &lt; &x");
}

}  // namespace
}  // namespace foliot::testing
