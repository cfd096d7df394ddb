// foliot el: the vectors through the program's own door, and what it says of wrong use.
#include "tests/time/vectors.hpp"
#include "tests/tools/support.hpp"
#include "tools/offline/el_context.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;

/// Runs each vector of a file as `foliot el --phase P --context FILE --json EXPR`.
void run_vectors(const std::string& file, int at_least) {
  const auto vectors = tests::read_vectors("coordinator/" + file);
  if (!vectors) return;
  tests::vector_count count(file);
  const scratch dir;
  int index = -1;
  for (const json& each : *vectors) {
    ++index;
    const std::string context = dir.write("context.json", each.dump());
    std::vector<std::string> arguments{"el",          "--json",    "--phase",
                                       each["phase"], "--context", context};
    const bool described =
        each["expr"].is_string() && each["expr"].get<std::string>().starts_with("tzOffset");
    const bool listed = each.value("result", "").starts_with("2009/");
    if (described || listed || each.value("note", "").starts_with("DOC ERROR")) {
      count.leave_out();  // a sentence about a case, paths for times, or a mistake of the manual
      continue;
    }
    if (each["expr"].is_string()) arguments.push_back(each["expr"]);
    const json made = json_of(run(arguments));
    const bool refused = made.contains("error");
    if (refused && made["error"]["sentence"].get<std::string>().ends_with("not offered yet")) {
      count.leave_out();
      continue;
    }
    const bool good = each.contains("error") ? refused : made.value("result", "") == each["result"];
    count.add(good);
    EXPECT_TRUE(good) << file << "#" << index << " gave " << made.dump() << " for " << each.dump();
  }
  EXPECT_GE(count.passed(), at_least) << file;
}

TEST(foliot_el, answers_the_vectors_of_functions) { run_vectors("el_functions.json", 295); }
TEST(foliot_el, answers_the_vectors_of_scalars) { run_vectors("el_scalar_oracle.json", 77); }

TEST(foliot_el, prints_a_value) {
  const outcome got = run({"el", "--phase", "workflow", "${1 + 1} of ${KB}"});
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_EQ(got.out, "2 of 1024\n");
}

TEST(foliot_el, keeps_the_kind_of_a_value_in_workflows) {
  const scratch dir;
  const std::string context = dir.write(
      "c.json", R"({"conf": {"dir": "/data"}, "files": {"/data": -1, "/data/a": 7, "/data/b": 2},
                    "wf": {"id": "W", "run": 2},
                    "actions": [{"name": "first", "data": "a=1\nb=two"}]})");
  const auto value = [&](const std::string& text) {
    return json_of(run({"el", "--json", "--phase", "workflow", "--context", context, text}))
        .value("result", json("nothing"));
  };
  EXPECT_EQ(value("${fs:exists(dir)}"), json(true));
  EXPECT_EQ(value("${fs:exists('/none')}"), json(false));
  EXPECT_EQ(value("${fs:isDir(dir)}"), json(true));
  EXPECT_EQ(value("${fs:fileSize('/data/a')}"), json(7));
  EXPECT_EQ(value("${fs:dirSize('/data')}"), json(9));
  EXPECT_EQ(value("${wf:run() + 1}"), json(3));
  EXPECT_EQ(value("${wf:actionData('first')['b']}"), json("two"));
  EXPECT_EQ(value("${wf:actionData('first')}"), json({{"a", "1"}, {"b", "two"}}));
}

TEST(foliot_el, shows_the_unit_of_a_frequency) {
  const json got =
      json_of(run({"el", "--json", "--phase", "coord-job-submit-freq", "${coord:endOfMonths(2)}"}));
  EXPECT_EQ(got,
            json({{"result", "2"}, {"timeunit", "MONTH"}, {"end_of_duration", "END_OF_MONTH"}}));
}

TEST(foliot_el, says_what_is_wrong) {
  const outcome got = run({"el", "--json", "--phase", "workflow", "${nobody}"});
  EXPECT_EQ(got.status, 1);
  EXPECT_EQ(json_of(got)["error"]["sentence"], "the variable 'nobody' is not defined");
  const outcome plain = run({"el", "--phase", "coord-action-create", "${coord:days(1)}"});
  EXPECT_EQ(plain.status, 1);
  EXPECT_EQ(plain.out, "");
  EXPECT_NE(plain.err.find("E1004"), std::string::npos) << plain.err;
}

TEST(foliot_el, says_how_a_cron_frequency_is_written) {
  const outcome got = run({"el", "--phase", "coord-job-submit-freq", "${0,10 15 * * 2-6}"});
  EXPECT_EQ(got.status, 1);
  EXPECT_NE(got.err.find("Write the cron expression without ${}: 0,10 15 * * 2-6"),
            std::string::npos)
      << got.err;
}

TEST(foliot_el, refuses_unknown_phases_and_contexts) {
  const scratch dir;
  EXPECT_EQ(run({"el", "--phase", "nowhere", "1"}).status, 1);
  EXPECT_EQ(run({"el", "1"}).status, 2);
  EXPECT_EQ(run({"el", "--phase", "workflow", "--context", dir.path("none"), "1"}).status, 1);
  for (const char* text :
       {"", "[]", "{\"dataset\": {\"unit\": \"day\"}}", "{\"dataset\": {\"frequency\": 0}}",
        "{\"action\": {\"nominal\": 3}}", "{\"dataset\": {\"timezone\": \"Nowhere\"}}"}) {
    const outcome got =
        run({"el", "--json", "--phase", "workflow", "--context", dir.write("c.json", text), "1"});
    EXPECT_EQ(got.status, 1) << text;
    EXPECT_TRUE(json_of(got).contains("error")) << text << got.out;
  }
}

TEST(foliot_el, survives_members_of_any_kind) {
  const scratch dir;
  const std::string context =
      dir.write("c.json", R"({"vars": 1, "conf": {"a": null, "b": [1], "c": 1.5}, "action": [],
                    "existing_paths": {}, "files": [], "wf": 7, "actions": [1, {"name": 3}],
                    "dataset": "x", "start_instance": {}})");
  const outcome got = run({"el", "--phase", "workflow", "--context", context, "${c}"});
  EXPECT_EQ(got.out, "1.5\n") << got.err;
}

}  // namespace
}  // namespace foliot::testing
