// What each command line asks: method, address, body.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/oozie_command/support.hpp"

namespace foliot::testing {
namespace {

using ::testing::HasSubstr;

const std::string job = "http://host:11000/oozie/v2/job/";
const std::string jobs = "http://host:11000/oozie/v2/jobs";

TEST(orders, plain_orders_are_puts) {
  for (const char* order : {"start", "suspend", "resume", "kill"})
    EXPECT_EQ(request_of({"job", std::string("-") + order, "x-W"}),
              "PUT " + job + "x-W?action=" + order);
  EXPECT_EQ(request_of({"job", "-change", "x-C", "-value", "concurrency=2;pausetime="}),
            "PUT " + job + "x-C?action=change&value=concurrency%3D2%3Bpausetime%3D");
  EXPECT_EQ(request_of({"job", "-ignore", "x-C"}), "PUT " + job + "x-C?action=ignore&type=action");
}

TEST(orders, scopes_of_actions) {
  const std::string none = R"({"actions":[]})";
  EXPECT_EQ(request_of({"job", "-kill", "x-C", "-action", "1,3-5"}, none),
            "PUT " + job + "x-C?action=kill&type=action&scope=1%2C3-5");
  EXPECT_EQ(request_of({"job", "-kill", "x-C", "-date", "2020-01-01T00:00Z"}, none),
            "PUT " + job + "x-C?action=kill&type=date&scope=2020-01-01T00%3A00Z");
  EXPECT_EQ(request_of({"job", "-ignore", "x-C", "-action", "2"}, none),
            "PUT " + job + "x-C?action=ignore&type=action&scope=2");
  EXPECT_EQ(request_of({"job", "-rerun", "x-C", "-action", "1", "-refresh"}, none),
            "PUT " + job +
                "x-C?action=coord-rerun&type=action&scope=1&refresh=true&nocleanup=false&"
                "failed=false");
  EXPECT_EQ(
      request_of({"job", "-rerun", "x-B", "-coordinator", "a,b", "-nocleanup"}),
      "PUT " + job + "x-B?action=bundle-rerun&coord-scope=a%2Cb&refresh=false&nocleanup=true");
}

TEST(orders, submissions_carry_their_properties) {
  std::string body;
  const auto got = run({"job", "-run", "-D", "a=<1>", "-D", "user.name=joe"},
                       friendly([&](const exec::http_call& what) {
                         body = what.body;
                         return reply(201, R"({"id":"1-W"})");
                       }));
  EXPECT_EQ(got.out, "job: 1-W\n");
  EXPECT_EQ(got.sent.back().url, jobs + "?action=start&user=root");
  EXPECT_THAT(body, HasSubstr("<property><name>a</name><value>&lt;1&gt;</value></property>\n"
                              "<property><name>user.name</name><value>joe</value></property>"));
  EXPECT_EQ(request_of({"job", "-submit", "-D", "a=b"}, R"({"id":"1-W"})", 201),
            "POST " + jobs + "?user=root");
  EXPECT_EQ(request_of({"job", "-dryrun", "-D", "a=b"}, R"({"id":"OK"})", 201),
            "POST " + jobs + "?action=dryrun&user=root");
  EXPECT_EQ(request_of({"job", "-rerun", "x-W", "-D", "a=b"}),
            "PUT " + job + "x-W?action=rerun&user=root");
}

TEST(orders, a_file_of_properties_comes_before_definitions) {
  const scratch dir;
  const std::string file = dir.write("job.properties", "a=1\nb = two words\nuser.name=ann\n");
  std::string body;
  run({"job", "-run", "-config", file, "-D", "a=2"}, friendly([&](const exec::http_call& what) {
        body = what.body;
        return reply(201, R"({"id":"1-W"})");
      }));
  EXPECT_THAT(body, HasSubstr("<name>a</name><value>2</value>"));
  EXPECT_THAT(body, HasSubstr("<name>b</name><value>two words</value>"));
  EXPECT_THAT(body, HasSubstr("<name>user.name</name><value>ann</value>"));
}

TEST(orders, a_file_that_is_not_there_is_none) {
  EXPECT_EQ(run({"job", "-run", "-config", "/no/such.properties"}).err,
            "configuration is not specified\n");
  EXPECT_EQ(run({"job", "-run", "-config", "/no/such.properties", "-D", "a=b"}).err,
            "configuration file [/no/such.properties] not found\n");
}

TEST(orders, questions_about_jobs) {
  EXPECT_EQ(request_of({"job", "-info", "x-W"}), "GET " + job + "x-W?show=info&offset=0&len=0");
  EXPECT_EQ(request_of({"job", "-info", "x-W@:start:"}), "GET " + job + "x-W@:start:?show=info");
  EXPECT_EQ(request_of({"job", "-info", "x-B"}), "GET " + job + "x-B?show=info");
  EXPECT_EQ(request_of({"job", "-info", "x-C", "-filter", "status=OK", "-order", "desc"}),
            "GET " + job + "x-C?show=info&filter=status%3DOK&offset=-1&len=-1&order=desc");
  EXPECT_EQ(request_of({"job", "-info", "x-C@1", "-allruns"}), "GET " + job + "x-C@1?show=allruns");
  EXPECT_EQ(request_of({"job", "-log", "x-C", "-action", "1", "-logfilter", "limit=2"}),
            "GET " + job + "x-C?show=log&type=action&scope=1&logfilter=limit%3D2");
  EXPECT_EQ(request_of({"job", "-configcontent", "x-C"}, R"({"conf":""})"),
            "GET " + job + "x-C?show=info&offset=-1&len=-1&order=asc");
  EXPECT_EQ(request_of({"job", "-missingdeps", "x-C", "-date", "d"}),
            "GET " + job + "x-C?show=missing-dependencies&date=d");
  EXPECT_EQ(request_of({"job", "-slachange", "x-C", "-action", "1", "-value", "a=b c"}),
            "PUT " + job + "x-C?action=sla-change&action-list=1&value=a%3Db+c");
}

TEST(orders, an_update_sends_both_parameters_and_a_configuration) {
  std::string body;
  const auto got =
      run({"job", "-update", "x-C", "-dryrun"}, friendly([&](const exec::http_call& what) {
            body = what.body;
            return reply(200, R"({"update":{"diff":"d"}})");
          }));
  EXPECT_EQ(got.sent.back().url, job + "x-C?action=update&dryrun=true&diff=");
  EXPECT_THAT(body, HasSubstr("<configuration>\n</configuration>"));
  EXPECT_EQ(got.out, "d\n");
  run({"job", "-update", "x-C", "-D", "a=b"}, friendly([&](const exec::http_call& what) {
        body = what.body;
        return reply(200, R"({"update":{"diff":"d"}})");
      }));
  EXPECT_THAT(body, HasSubstr("<configuration>\n</configuration>")) << "only a file counts";
}

TEST(orders, lists_and_orders_for_many) {
  EXPECT_EQ(request_of({"jobs"}), "GET " + jobs + "?jobtype=wf&offset=0&len=0");
  EXPECT_EQ(request_of({"jobs", "-jobtype", "Coordinator", "-filter", "name=a b", "-len", "5"}),
            "GET " + jobs + "?filter=name%3Da+b&jobtype=coord&offset=0&len=5");
  EXPECT_EQ(request_of({"jobs", "-bulk", "bundle=b"}),
            "GET " + jobs + "?bulk=bundle%3Db&offset=0&len=0");
  EXPECT_EQ(request_of({"jobs", "-kill", "-bulk", "bundle=b", "-filter", "name=n"}),
            "PUT " + jobs + "?action=kill&filter=name%3Dn&jobtype=wf&offset=0&len=0");
  EXPECT_EQ(request_of({"jobs", "-doas", "joe"}),
            "GET " + jobs + "?jobtype=wf&offset=0&len=0&doAs=joe");
  EXPECT_EQ(request_of({"jobs", "-jobtype", "dance"}), "nothing: ");
}

TEST(orders, the_server_itself) {
  const std::string admin = "http://host:11000/oozie/v2/admin/";
  EXPECT_EQ(request_of({"admin", "-status"}), "GET " + admin + "status");
  EXPECT_EQ(request_of({"admin", "-systemmode", "safemode"}),
            "PUT " + admin + "status?systemmode=SAFEMODE");
  EXPECT_EQ(request_of({"admin", "-shareliblist", "shell.*", "-oozie", "http://host:11000/oozie/"}),
            "GET " + admin + "list_sharelib?lib=shell.*");
  EXPECT_EQ(request_of({"admin", "-purge", "wf=30;oldCoordAction=true"}),
            "PUT " + admin + "purge?wf=30&coord=&bundle=&limit=&oldcoordaction=true");
  const auto purge = [](const char* options) { return run({"admin", "-purge", options}).err; };
  EXPECT_EQ(purge("wf=;coord=1"),
            "Error: INVALID_INPUT : Invalid purge option pair [wf=] specified.\n");
  EXPECT_EQ(purge(""), "Error: INVALID_INPUT : Invalid purge option pair [] specified.\n");
  EXPECT_EQ(purge("Dance=1"), "Error: INVALID_INPUT : Invalid purge option [dance] specified.\n");
  EXPECT_EQ(purge("wf=old"), "For input string: \"old\"\n");
  EXPECT_EQ(purge("wf=-1"), "Input value should be a positive integer. Value: -1\n");
  EXPECT_EQ(request_of({"admin", "-purge", "wf=030;"}),
            "PUT " + admin + "purge?wf=30&coord=&bundle=&limit=&oldcoordaction=");
  EXPECT_EQ(request_of({"sla", "-len", "5"}),
            "GET http://host:11000/oozie/v1/sla?gt-sequence-id=0&max-events=5");
}

TEST(orders, a_file_to_check_is_sent_and_named_by_its_whole_path) {
  const scratch dir;
  const std::string file = dir.write("wf.xml", "<workflow-app/>");
  std::string body;
  const auto got = run({"validate", "file://" + file}, friendly([&](const exec::http_call& what) {
                         body = what.body;
                         return reply(200, R"({"validate":"Valid workflow-app"})");
                       }));
  EXPECT_EQ(got.out, "Valid workflow-app\n");
  EXPECT_EQ(body, "<workflow-app/>");
  EXPECT_THAT(got.sent.back().url, HasSubstr("/v2/validate?file=%2F"));
  EXPECT_EQ(request_of({"validate", "hdfs://nn/wf.xml"}, R"({"validate":"x"})"),
            "POST http://host:11000/oozie/v2/validate?file=hdfs%3A%2F%2Fnn%2Fwf.xml&user=root");
}

TEST(orders, proxy_jobs_carry_their_script_and_options) {
  const scratch dir;
  const std::string script = dir.write("s.pig", "A = load;");
  const std::string file =
      dir.write("p.properties",
                "yarn.resourcemanager.address=rm\nfs.defaultFS=hdfs://nn\noozie.libpath=/lib\n");
  std::string body;
  const auto got = run({"pig", "-file", script, "-config", file, "-P", "in=1", "-X", "-Dx=y", "-v"},
                       friendly([&](const exec::http_call& what) {
                         body = what.body;
                         return reply(201, R"({"id":"1-W"})");
                       }));
  EXPECT_EQ(got.out, "job: 1-W\n") << got.err;
  EXPECT_EQ(got.sent.back().url, jobs + "?jobtype=pig");
  for (const char* part :
       {"<name>oozie.pig.script</name><value>A = load;</value>",
        "<name>oozie.pig.options.0</name><value>-v</value>",
        "<name>oozie.pig.options.size</name><value>1</value>", "<name>x</name><value>y</value>",
        "<name>oozie.pig.params.0</name><value>in=1</value>",
        "<name>oozie.libpath</name><value>hdfs://nn/lib</value>",
        "<name>oozie.proxysubmission</name><value>true</value>"})
    EXPECT_THAT(body, HasSubstr(part));
  const std::string bare = dir.write("bare.properties", "a=b\n");
  EXPECT_EQ(run({"hive", "-file", script, "-config", bare}).err,
            "yarn.resourcemanager.address is not specified in conf\n");
  EXPECT_EQ(
      run({"mapreduce", "-config", bare}).err,
      "Error: mapper (mapred.mapper.class or mapreduce.map.class) must be specified in conf\n");
  const std::string near =
      dir.write("near.properties",
                "yarn.resourcemanager.address=rm\nfs.defaultFS=hdfs://nn\noozie.libpath=lib\n");
  EXPECT_EQ(run({"pig", "-file", script, "-config", near}).err, "libpath should be absolute\n");
}

TEST(orders, filters_are_for_coordinators) {
  const auto said = [](const char* id) {
    const auto got = run({"job", "-info", id, "-filter", "status=OK"});
    EXPECT_TRUE(got.sent.empty()) << id;
    EXPECT_EQ(got.status, 255) << id;
    return got.err;
  };
  EXPECT_EQ(said("x-B"), "Error: Filter option is currently not supported for a Bundle job\n");
  EXPECT_EQ(said("x-W"), "Error: Filter option is currently not supported for a Workflow job\n");
  EXPECT_EQ(said("x-C@1"), "Error: Filter option is not supported for a Coordinator action\n");
  EXPECT_EQ(said("x-W@n"), "Error: Filter option is not supported for a Workflow action\n");
}

TEST(orders, the_end_of_an_id_says_its_kind) {
  EXPECT_EQ(request_of({"job", "-info", "1-a-B-W"}),
            "GET " + job + "1-a-B-W?show=info&offset=0&len=0")
      << "B is in the server's name";
  EXPECT_EQ(request_of({"job", "-configcontent", "1-a-B-W"}, R"({"conf":""})"),
            "GET " + job + "1-a-B-W?show=info&offset=0&len=0");
  EXPECT_EQ(request_of({"job", "-kill", "x-W", "-action", "1"}), "PUT " + job + "x-W?action=kill");
  const auto other = run({"job", "-configcontent", "x-C@1"});
  EXPECT_EQ(other.out, "ERROR:  job id [x-C@1] doesn't end with either C or W or B\n");
  EXPECT_EQ(other.status, 0);
  EXPECT_EQ(run({"job", "-poll", "x-W@node"}).err, "invalid job type\n");
}

TEST(orders, reruns_say_what_is_to_run_again) {
  std::string body = "none";
  const auto whole = run({"job", "-rerun", "x-W"}, friendly([&](const exec::http_call& what) {
                           body = what.body;
                           return reply(200, "");
                         }));
  EXPECT_EQ(whole.status, 0) << whole.err;
  EXPECT_THAT(body, HasSubstr("<configuration>\n</configuration>")) << "as the job has them";
  const auto answered = friendly([](const exec::http_call&) { return reply(200, ""); });
  EXPECT_EQ(run({"job", "-rerun", "x-B"}, answered).out,
            "All coordinators of bundle x-B are scheduled to rerun on the date ranges [null].\n");
  EXPECT_EQ(run({"job", "-rerun", "x-B", "-coordinator", "a", "-date", "d"}, answered).out,
            "Coordinators [a] of bundle x-B are scheduled to rerun on date ranges [d].\n");
  EXPECT_EQ(run({"job", "-rerun", "x-B", "-action", "1"}).err,
            "Error: Invalid options provided for bundle rerun. action is not valid for bundle "
            "rerun\n");
  EXPECT_EQ(run({"job", "-ignore", "x-C", "-action", ""}).err, "Error: -action is empty\n");
}

TEST(orders, what_needs_a_jvm_ends_with_a_sentence) {
  const auto got = run({"job", "-runjar", "x.jar"});
  EXPECT_EQ(got.status, 255);
  EXPECT_THAT(got.err, HasSubstr("Java virtual machine"));
  EXPECT_TRUE(got.sent.empty());
}

TEST(orders, numbers_are_read_as_java_reads_them) {
  EXPECT_EQ(run({"jobs", "-len", "x"}).err, "For input string: \"x\"\n");
  EXPECT_EQ(run({"jobs", "-len", "99999999999"}).err, "For input string: \"99999999999\"\n");
  EXPECT_EQ(run({"job", "-poll", "x-W", "-interval", "0"}).status, 255);
}

}  // namespace
}  // namespace foliot::testing
