// The layouts by hand, for where the transcripts are not at hand.
#include "tools/oozie/layout.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tools/oozie/terminal.hpp"

namespace foliot::oozie {
namespace {

using nlohmann::json;

const std::string line = std::string(132, '-') + "\n";

view seen(const char* zone = "GMT", bool verbose = false) {
  return {display_zone(zone), display_zone("UTC"), verbose};
}

TEST(layout, what_is_absent_null_or_empty_is_a_dash) {
  const json of = json::parse(R"({"a":null,"b":"","c":"x","d":7,"e":true})");
  EXPECT_EQ(shown(of, "a"), "-");
  EXPECT_EQ(shown(of, "b"), "-");
  EXPECT_EQ(shown(of, "c"), "x");
  EXPECT_EQ(shown(of, "d"), "7");
  EXPECT_EQ(shown(of, "e"), "true");
  EXPECT_EQ(shown(of, "z"), "-");
  EXPECT_EQ(shown(json::array(), "z"), "-");
  EXPECT_EQ(or_null(of, "a"), "null");
  EXPECT_EQ(date(of, "c", display_zone("GMT"), false), "-");
}

TEST(layout, columns_are_padded_by_characters_and_never_cut) {
  EXPECT_EQ(row({"ab", "c"}, {4, 3}), "ab  c  \n");
  EXPECT_EQ(row({"abcdef", "c"}, {4, 3}), "abcdefc  \n");
  EXPECT_EQ(row({"\u00e4b", "c"}, {4, 1}), "\u00e4b  c\n");
  EXPECT_EQ(row({"\U0001F600", "c"}, {4, 1}), "\U0001F600  c\n");
  EXPECT_EQ(tabbed({"a", "", "b"}), "a\t\tb\n");
}

TEST(layout, a_workflow_without_actions) {
  const json job = json::parse(R"({"id":"1-W","appName":"n","status":"PREP","run":0,"user":"u",
    "createdTime":"Fri, 02 Jan 2009 00:00:00 GMT","actions":[],"parentId":"1-C@3"})");
  EXPECT_EQ(workflow_text(job, seen("Asia/Tokyo")),
            "Job ID : 1-W\n" + line +
                "Workflow Name : n\nApp Path      : -\nStatus        : PREP\nRun           : 0\n"
                "User          : u\nGroup         : -\nCreated       : 2009-01-02 09:00 JST\n"
                "Started       : -\nLast Modified : -\nEnded         : -\nCoordAction ID: 1-C@3\n" +
                line + "\n");
}

TEST(layout, the_first_of_what_is_missing_asked_and_pushed) {
  const auto last = [](const char* text) {
    const std::string all = coordinator_action_text(json::parse(text), seen());
    const size_t at = all.find("First Missing Dependency : ");
    return all.substr(at, all.find('\n', at) - at).substr(27);
  };
  EXPECT_EQ(last(R"({"missingDependencies":"a#b","pushMissingDependencies":"c#d"})"), "a#c");
  EXPECT_EQ(last(R"({"missingDependencies":"","pushMissingDependencies":"c"})"), "c");
  EXPECT_EQ(last(R"({})"), "-");
}

TEST(layout, a_dry_run_is_taken_apart) {
  EXPECT_EQ(dry_run_text("OK"), "OK\n");
  EXPECT_EQ(dry_run_text("<bundle-app/>"), "***Bundle job after parsing: ***\n<bundle-app/>\n");
  EXPECT_EQ(dry_run_text("<c/>\n***x***action for new instance<a/>"),
            "***coordJob after parsing: ***\n<c/>\n***x***\n***total coord actions is 1 ***\n" +
                line + "coordAction instance: 1:\n<a/>\n");
  EXPECT_EQ(dry_run_text("<c/>"),
            "***coordJob after parsing: ***\n<c/>\n***total coord actions is 0 ***\n");
}

TEST(layout, orders_tell_what_they_changed) {
  const json one = json::parse(R"({"actions":[{"id":"1-C@1","status":"IGNORED",
    "nominalTime":"Wed, 01 Jan 2020 00:00:00 GMT"}]})");
  EXPECT_EQ(changed_actions_text(one, seen("Asia/Tokyo"), true),
            "Action ID\tNominal Time\tStatus\n" + line + "1-C@1\t2020-01-01 00:00 UTC\tIGNORED\n");
  EXPECT_EQ(changed_actions_text(json::object(), seen(), false),
            "No Actions match your criteria!\n");
  EXPECT_EQ(changed_actions_text(json::object(), seen(), true), "");
  EXPECT_EQ(modified_text(json::parse(R"({"bundlejobs":[]})"), seen(), "killed"),
            "bulk modify command did not modify any jobs\n");
  EXPECT_EQ(retries_text("1-W@a", json::parse(R"({"retries":[]})")),
            "ID : 1-W@a\nNo Retries\n" + line);
}

TEST(layout, nothing_that_a_terminal_obeys_reaches_it) {
  EXPECT_EQ(harmless("a\tb\r\nc\n"), "a\tb\nc\n");
  EXPECT_EQ(harmless("name\x1b[2J\x07"), "name\\u001b[2J\\u0007");
  EXPECT_EQ(harmless("good\rbad"), "good\\rbad");
  EXPECT_EQ(harmless("\r"), "\\r");
  EXPECT_EQ(harmless(""), "");
}

TEST(layout, what_there_is_none_of_is_not_told) {
  EXPECT_EQ(runs_text(json::parse(R"({"workflows":[]})"), seen()), "");
  EXPECT_EQ(missing_text(json()), " No missing input dependencies found\n");
  EXPECT_EQ(missing_text(json::parse(R"({"missingDependencies":[{"id":3,"blockedOn":null}]})")),
            "\nCoordAction : 3\n");
  const std::string retries =
      retries_text("1-W@a", json::parse(R"({"retries":[{"attempt":"1","consoleUrl":null}]})"));
  EXPECT_EQ(retries.find("Console URL"), std::string::npos) << retries;
}

TEST(layout, bundles_are_told_at_length) {
  const json answer = json::parse(R"({"bundlejobs":[{"bundleJobId":"1-B","bundleJobName":"b",
    "bundleJobPath":"/p","user":"u","group":null,"status":"RUNNING","kickoffTime":null,
    "pauseTime":null,"createdTime":"Fri, 02 Jan 2009 00:00:00 GMT","consoleUrl":null}]})");
  EXPECT_EQ(bundles_text(answer, seen("GMT", true)),
            "Job ID\tBundle Name\tBundle Path\tUser\tGroup\tStatus\tKickoff\tPause\tCreated\t"
            "Console URL\n" +
                line + "1-B\tb\t/p\tu\t-\tRUNNING\t-\t-\t2009-01-02 00:00:00 GMT\t-\n" + line);
}

TEST(layout, old_counters_are_sorted_across_their_groups) {
  const json answer = json::parse(R"({
    "counters":[{"group":"jobs","data":[{"name":"z","value":2},{"name":"a","value":1}]},
                {"group":"db","data":[{"name":"b","value":3}]}],
    "variables":[{"group":"v","data":[{"name":"x","value":"text"}]}],
    "samplers":[{"group":"s","data":[{"name":"y","value":1}]}],
    "timers":[{"group":"t","data":[{"name":"w","ownTimeStdDev":0.5,"ownTimeAvg":1,"ownMaxTime":2,
      "ownMinTime":3,"totalTimeStdDev":4,"totalTimeAvg":5,"totalMaxTime":6,"totalMinTime":7,
      "ticks":8}]}]})");
  EXPECT_EQ(instrumentation_text(answer),
            "COUNTERS\n--------\ndb.b : 3\njobs.a : 1\njobs.z : 2\n"
            "\nVARIABLES\n---------\nv.x : text\n"
            "\nSAMPLERS\n---------\ns.y : 1.0\n"
            "\nTIMERS\n---------\nt.w\n"
            "\town time standard deviation : 0.5\n\town average time : 1\n\town max time : 2\n"
            "\town min time : 3\n\ttotal time standard deviation : 4.0\n"
            "\ttotal average time : 5\n\ttotal max time : 6\n\ttotal min time : 7\n"
            "\tticks : 8\n");
}

TEST(layout, hostile_shapes_print_something) {
  for (const char* text :
       {"[]", "1", "null", "{\"actions\":[1,null,[]]}", "{\"workflows\":[\"x\"]}",
        "{\"sharelib\":[1]}", "{\"counters\":[],\"timers\":{\"t\":1}}",
        "{\"buildInfo\":{\"a\":{}}}", "{\"bulkresponses\":[1]}"}) {
    const json answer = json::parse(text);
    for (auto* print :
         {workflow_text, coordinator_text, bundle_text, workflow_action_text,
          coordinator_action_text, workflows_text, coordinators_text, bundles_text, bulk_text})
      for (const bool verbose : {false, true}) EXPECT_NE(print(answer, seen("GMT", verbose)), "");
    for (auto* print : {pairs_text, queue_text, metrics_text, instrumentation_text, libraries_text,
                        library_update_text, build_text, missing_text})
      print(answer);
    EXPECT_NE(modified_text(answer, seen(), "killed"), "");
    runs_text(answer, seen());
  }
}

}  // namespace
}  // namespace foliot::oozie
