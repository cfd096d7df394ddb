#include "model/run_user.hpp"

#include <gtest/gtest.h>

namespace foliot::model {
namespace {

const run_users together{false, "foliot"};
const run_users apart{true, "foliot"};

configuration demanding(const std::string& user) { return {{std::string{run_as_property}, user}}; }

TEST(run_user, is_the_engines_where_the_server_says_nothing) {
  for (const char* user : {"alice", "foliot", ""})
    for (const doer by : {doer::program, doer::engine})
      EXPECT_EQ(*run_user(together, user, {}, by), "") << user;
}

TEST(run_user, is_the_jobs_where_users_are_kept_apart) {
  EXPECT_EQ(*run_user(apart, "alice", {}, doer::program), "alice");
  EXPECT_EQ(*run_user(apart, "foliot", {}, doer::program), "");
  EXPECT_EQ(*run_user(apart, "foliot", {}, doer::engine), "");
}

TEST(run_user, is_never_the_engines_for_somebody_else_who_is_kept_apart) {
  const auto done = run_user(apart, "alice", {}, doer::engine);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().oozie, "JA002");
  EXPECT_NE(done.error().sentence.find("run_as"), std::string::npos);
  // A job without a user is nobody's, not the engine's.
  EXPECT_FALSE(run_user(apart, "", {}, doer::engine));
  EXPECT_FALSE(run_user(apart, "", {}, doer::program));
}

TEST(run_user, that_a_job_demands_is_refused_where_it_would_be_another) {
  EXPECT_EQ(*run_user(apart, "alice", demanding("alice"), doer::program), "alice");
  EXPECT_EQ(*run_user(apart, "alice", demanding(" alice "), doer::program), "alice");
  EXPECT_EQ(*run_user(together, "alice", demanding("foliot"), doer::program), "");
  EXPECT_EQ(*run_user(together, "foliot", demanding("foliot"), doer::engine), "");
  for (const auto& [server, user, wanted] :
       {std::tuple{together, "alice", "alice"}, std::tuple{together, "alice", "root"},
        std::tuple{apart, "alice", "foliot"}, std::tuple{apart, "alice", "bob"},
        std::tuple{apart, "foliot", "alice"}, std::tuple{together, "alice", ""}}) {
    const auto done = run_user(server, user, demanding(wanted), doer::program);
    ASSERT_FALSE(done) << user << " " << wanted;
    EXPECT_EQ(done.error().oozie, "JA002");
  }
  const auto off = run_user(together, "alice", demanding("alice"), doer::program);
  EXPECT_NE(off.error().sentence.find("run_as is off"), std::string::npos);
}

}  // namespace
}  // namespace foliot::model
