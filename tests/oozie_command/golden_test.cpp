// A transcript of the real client against a server that answered the same few jobs each time: the
// same command lines, answered in the same way, print the same here.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/oozie_command/support.hpp"
#include "tests/recordings.hpp"

namespace foliot::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* day = "\"Fri, 02 Jan 2009 00:00:00 GMT\"";

/// `text` with every ^ replaced by that day.
std::string dated(std::string text) {
  for (size_t at = text.find('^'); at != std::string::npos; at = text.find('^'))
    text.replace(at, 1, day);
  return text;
}

const std::string workflow_action = dated(R"({"id":"0000000-1-o-W@a","name":"a","type":"shell",
  "status":"OK","externalId":"job_1","externalStatus":"SUCCEEDED","userRetryCount":0,
  "startTime":^,"endTime":^,"errorCode":null,"stats":null,"externalChildIDs":null})");
const std::string workflow_head = dated(R"("id":"0000000-1-o-W","appName":"n","status":"RUNNING",
  "run":0,"user":"u","group":null,"createdTime":^,"startTime":^,"lastModTime":^,"endTime":null,
  "parentId":null,"conf":"<configuration/>")");
const std::string workflow =
    "{" + workflow_head + R"(,"appPath":"/p","actions":[)" + workflow_action + "]}";
const std::string coordinator_action = dated(R"({"id":"0000000-1-o-C@1","actionNumber":1,
  "coordJobId":"0000000-1-o-C","status":"RUNNING","externalId":"0000000-1-o-W","createdTime":^,
  "nominalTime":^,"lastModifiedTime":^,"missingDependencies":"hdfs://a",
  "pushMissingDependencies":""})");
const std::string coordinator = dated(R"({"coordJobId":"0000000-1-o-C","coordJobName":"c",
  "coordJobPath":"/p","status":"RUNNING","frequency":"60","timeUnit":"MINUTE","concurrency":1,
  "startTime":^,"endTime":^,"pauseTime":null,"nextMaterializedTime":^,
  "conf":"<configuration/>","actions":[)") +
                                coordinator_action + "]}";
const std::string bundle_head = dated(R"("bundleJobId":"0000000-1-o-B","bundleJobName":"b",
  "bundleJobPath":"/p","status":"RUNNING","kickoffTime":^,"createdTime":^,"user":"u",
  "group":null)");
const std::string bundle = "{" + bundle_head + ",\"bundleCoordJobs\":[" + coordinator + "]}";
const std::string numbers =
    R"("p999":1.0,"p99":1.0,"p98":1.0,"p95":1.0,"p75":1.0,"p50":1.0,"mean":1.0,"max":1.0,)"
    R"("min":1.0,"count":1,"stddev":0.5)";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct canned {
  const char* part;  ///< Of "METHOD URL", the first that is in it counts.
  std::string body;
  int status = 200;
};

const std::vector<canned>& answers() {
  static const std::vector<canned> all{
      {"GET .../admin/status", R"({"systemMode":"NORMAL"})"},
      {"build-version", R"({"buildInfo":{"build.version":"5"}})"},
      {"queue-dump", R"({"queueDump":[],"uniqueMapDump":[]})"},
      {"available-oozie-servers", R"({"a":"http://x"})"},
      {"admin/configuration", R"({"k":"v"})"},
      {"admin/metrics",
       R"({"counters":{"c":{"count":1}},"gauges":{"g":{"value":1}},"timers":{"t":{)" + numbers +
           R"(,"m15_rate":1.0,"m5_rate":1.0,"m1_rate":1.0,"mean_rate":1.0,
                            "duration_units":"ms","rate_units":"c"}},"histograms":{"h":{)" +
           numbers + "}}}"},
      {"admin/instrumentation", "", 503},
      {"list_sharelib", R"({"sharelib":[{"name":"pig","files":["hdfs://x"]}]})"},
      {"update_sharelib", R"({"sharelibUpdate":{"host":"h","status":"Successful"}})"},
      {"admin/purge", R"({"purge":"Purge command executed successfully"})"},
      {"admin/status", ""},
      {"PUT .../jobs?action=kill", "{\"workflows\":[{" + workflow_head + "}]}"},
      {"jobtype=wf", "{\"workflows\":[{" + workflow_head + "}]}"},
      {"jobtype=coord", "{\"coordinatorjobs\":[" + coordinator + "]}"},
      {"jobtype=bundle", "{\"bundlejobs\":[{" + bundle_head + "}]}"},
      {"jobs?bulk", "{\"bulkresponses\":[{\"bulkbundle\":" + bundle + ",\"bulkcoord\":" +
                        coordinator + ",\"bulkaction\":" + coordinator_action + "}]}"},
      {"POST .../jobs", R"({"id":"0000000-1-o-W"})", 201},
      {"action=kill&type", "{\"actions\":[" + coordinator_action + "]}"},
      {"action=coord-rerun", "{\"actions\":[" + coordinator_action + "]}"},
      {"action=ignore&type=action&scope", "{\"actions\":[" + coordinator_action + "]}"},
      {"action=update", R"({"update":{"diff":"***diff***"}})"},
      {"show=allruns", dated(R"({"workflows":[{"id":"w","status":"SUCCEEDED","startTime":^,
        "endTime":^}]})")},
      {"show=log", "log line"},
      {"show=definition", "<workflow-app/>"},
      {"show=status", R"({"status":"SUCCEEDED"})"},
      {"show=retries", dated(R"({"retries":[{"attempt":"1","startTime":^,"endTime":^,
        "consoleUrl":"c"}]})")},
      {"show=missing-dependencies", R"({"missingDependencies":[{"id":1,"blockedOn":"hdfs://x",
        "dataSets":[{"dataSet":"in","missingDependencies":["hdfs://x"]}]}]})"},
      {"job/0000000-1-o-W@a?show=info", workflow_action},
      {"job/0000000-1-o-W?show=info", workflow},
      {"job/0000000-1-o-C@1?show=info", coordinator_action},
      {"job/0000000-1-o-C?show=info", coordinator},
      {"job/0000000-1-o-B?show=info", bundle},
      {"validate?", R"({"validate":"Valid workflow-app"})"},
      {"sla?", "<sla-message/>"},
      {"PUT", ""},
  };
  return all;
}

result<exec::http_reply> golden_server(const exec::http_call& what) {
  const std::string asked = what.method + " " + what.url;
  if (has(asked, "NOPE-W"))
    return reply(400, "",
                 {{"oozie-error-code", "E0604"},
                  {"oozie-error-message", "E0604: Job does not exist [NOPE-W]"}});
  if (has(asked, "action=dryrun")) {
    const std::string id = has(what.body, "<value>c<")
                               ? "<coordinator-app/>\\n***actions for instance***action for new "
                                 "instance<a1/>action for new instance<a2/>"
                           : has(what.body, "<value>b<") ? "<bundle-app/>\\n"
                                                         : "OK";
    return reply(201, "{\"id\":\"" + id + "\"}");
  }
  for (const canned& one : answers()) {
    const std::string part = one.part;
    const size_t dots = part.find("...");
    const bool fits = dots == std::string::npos ? has(asked, part)
                                                : asked.starts_with(part.substr(0, dots)) &&
                                                      has(asked, part.substr(dots + 3));
    if (fits) return reply(one.status, one.body);
  }
  return reply(404, "");
}

struct section {
  std::vector<std::string> words;
  int status = 0;
  std::string out;
  std::string err;
};

std::vector<section> sections(const fs::path& file) {
  std::vector<section> out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("=== ")) {
      section next;
      std::istringstream words(line.substr(4, line.rfind(" rc=") - 4));
      for (std::string word; words >> word;) next.words.push_back(word);
      next.status = line.ends_with("rc=0") ? 0 : 255;
      out.push_back(std::move(next));
    } else if (line.starts_with("[err] ")) {
      out.back().err += line.substr(6) + "\n";
    } else {
      out.back().out += line + "\n";
    }
  }
  return out;
}

TEST(golden, the_same_answers_print_the_same) {
  const fs::path file = recordings() / "../../spec/cli-golden-output.txt";
  if (!fs::exists(file)) GTEST_SKIP() << "the transcript is not here";
  const scratch dir;
  for (const char* name : {"w", "c", "b"})
    dir.write(std::string(name) + ".properties", "kind=" + std::string(name) + "\n");
  dir.write("p.properties",
            "yarn.resourcemanager.address=a\nfs.default.name=hdfs://n\noozie.libpath=/l\n"
            "mapred.mapper.class=m\nmapred.reducer.class=r\nmapred.input.dir=i\n"
            "mapred.output.dir=o\n");
  dir.write("s.pig", "x");
  dir.write("wf.xml", "<workflow-app/>");
  const auto all = sections(file);
  EXPECT_GT(all.size(), 50U);
  for (const section& one : all) {
    std::vector<std::string> words = one.words;
    std::string told;
    for (std::string& word : words) {
      told += word + " ";
      if (word.ends_with(".properties") || word.ends_with(".pig") || word.ends_with(".xml"))
        word = dir.path(word);
    }
    auto got = run(words, friendly(golden_server));
    if (!got.out.empty() && !got.out.ends_with("\n")) got.out += "\n";
    EXPECT_EQ(got.out, one.out) << told;
    EXPECT_EQ(got.err, one.err) << told;
    EXPECT_EQ(got.status, one.status) << told;
  }
}

}  // namespace
}  // namespace foliot::testing
