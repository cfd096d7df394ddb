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

}  // namespace
}  // namespace foliot::client
