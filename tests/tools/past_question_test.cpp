// What `foliot replay` is asked, down to the words that mean nothing.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tests/tools/past_report.hpp"

namespace foliot::client {
namespace {

using nlohmann::json;

using past_question = past_report;

TEST_F(past_question, a_condition_on_what_no_record_has_is_refused) {
  replay_options options = query("step");
  for (const char* text :
       {"nosuch != 1", "nosuch == ''", "!(nosuch == 1)", "status == SUCCEEDED && nosuch != 1"}) {
    options.stop = text;
    const outcome got = replay(options);
    EXPECT_EQ(got.status, 1) << text << ": " << got.out;
    EXPECT_NE(got.err.find("has a value 'nosuch'"), std::string::npos) << got.err;
    EXPECT_EQ(got.out, "");
  }
  options.stop = "status == SUCCEEDED || nosuch == 1";
  EXPECT_EQ(replay(options).status, 0) << "it does not matter there";
  options.stop = "ended != ''";
  options.from = 2;
  EXPECT_EQ(replay(options).status, 0) << replay(options).err;
}

TEST_F(past_question, an_empty_moment_is_none) {
  replay_options options = query("info");
  options.at = "";
  const outcome got = replay(options);
  EXPECT_EQ(got.status, 1) << got.out;
  EXPECT_NE(got.err.find("'' is neither a time nor a sequence"), std::string::npos) << got.err;
  options = query("diff");
  options.before = "1";
  options.after = "2";
  for (auto* const moment : {&options.before, &options.after}) {
    const std::string whole = std::exchange(*moment, "");
    const outcome other = replay(options);
    EXPECT_EQ(other.status, 1) << other.out;
    EXPECT_NE(other.err.find("'' is neither a time nor a sequence"), std::string::npos);
    *moment = whole;
  }
  options = query("step");
  options.stop = "";
  EXPECT_NE(replay(options).err.find("condition, character 1"), std::string::npos);
}

TEST_F(past_question, a_node_is_compared_by_itself) {
  replay_options options = query("diff");
  options.before = "1";
  options.after = "2";
  options.id = wire_ + "@end";
  outcome got = replay(options);
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_TRUE(got.out.starts_with(wire_ + "@end\n    node.end.")) << got.out;
  for (const json& change : json::parse(replay(options, true).out).at("changes"))
    EXPECT_TRUE(change.at("field").get<std::string>().starts_with("node.end.")) << change;
  options.id = wire_ + "@nosuch";
  got = replay(options);
  EXPECT_EQ(got.status, 1) << got.out;
  EXPECT_NE(got.err.find("there is no node 'nosuch' in " + wire_), std::string::npos) << got.err;
}

TEST_F(past_question, nobody_looked_at_the_inputs_of_the_past) {
  const std::string text =
      "<coordinator-app xmlns='uri:oozie:coordinator:0.4' name='hourly' frequency='60' "
      "start='2024-11-20T12:00Z' end='2024-11-21T12:00Z' timezone='UTC'><datasets><dataset "
      "name='raw' frequency='60' initial-instance='2024-11-20T00:00Z' timezone='UTC'>"
      "<uri-template>file:///raw/${YEAR}${MONTH}${DAY}${HOUR}</uri-template></dataset></datasets>"
      "<input-events><data-in name='in' dataset='raw'><instance>${coord:current(0)}</instance>"
      "</data-in></input-events><action><workflow><app-path>file:///apps/retail</app-path>"
      "</workflow></action></coordinator-app>";
  const entity_id job{0, entity_kind::coordinator, 0, make_job_number(1, 7), make_job_number(1, 7)};
  const auto made = definitions_.coordinator({entity_kind::coordinator, "file:///c", "", text, {}});
  ASSERT_TRUE(made.ok()) << made.error().text();
  run_.made.coordinator_made = **made;
  const hash128 hash = run_.define(job.root, entity_kind::coordinator, text);
  run_.coordinator(job, model::coordinator_events::created{hash, "ada", "hourly", "file:///c"});
  run_.coordinator(job, model::coordinator_events::materialised{1});
  write(store::encode_flog({"x", model::core_version, false},
                           tree(job.root, store::word_map::none())));
  replay_options options = query("why");
  options.id = run_.ids.text(action_of(job, 1));
  const outcome got = replay(options, true);
  ASSERT_EQ(got.status, 0) << got.err;
  const json reason = json::parse(got.out).at("reasons").at(0);
  EXPECT_EQ(reason.at("kind"), "input") << got.out;
  EXPECT_EQ(reason.at("uris").size(), 1U) << got.out;
  EXPECT_TRUE(reason.at("lookedAt").is_null()) << got.out;
}

}  // namespace
}  // namespace foliot::client
