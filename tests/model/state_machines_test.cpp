// The tables, their print, and the arrows of the documents.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "model/tables.hpp"

namespace foliot::model {
namespace {

using arrow = std::pair<status, status>;
using enum status;

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST(state_machines, the_document_is_the_print_of_the_tables) {
  const std::string path = std::string(FOLIOT_SOURCE_DIR) + "/docs/state-machines.md";
  const std::string print = print_state_machines();
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << print;
  }
  EXPECT_EQ(print, read_file(path)) << "run this test with UPDATE_GOLDEN=1";
}

template <class Table>
void expect_arrows(const Table& table, const std::vector<arrow>& arrows) {
  for (const auto& [from, to] : arrows)
    EXPECT_TRUE(may_become(table, from, to)) << name(from) << " -> " << name(to);
}

TEST(state_machines, the_seed_s_arrows_of_a_coordinator_job_are_possible) {
  expect_arrows(coordinator_table, {{prep, prep_suspended},
                                    {prep, prep_paused},
                                    {prep, running},
                                    {prep, killed},
                                    {running, running_with_error},
                                    {running, suspended},
                                    {running, paused},
                                    {running, succeeded},
                                    {running, killed},
                                    {running_with_error, running},
                                    {running_with_error, suspended_with_error},
                                    {running_with_error, paused_with_error},
                                    {running_with_error, done_with_error},
                                    {running_with_error, killed},
                                    {running_with_error, failed},
                                    {prep_suspended, prep},
                                    {prep_suspended, killed},
                                    {suspended, running},
                                    {suspended, killed},
                                    {suspended_with_error, running_with_error},
                                    {suspended_with_error, killed},
                                    {prep_paused, prep},
                                    {prep_paused, killed},
                                    {paused, suspended},
                                    {paused, running},
                                    {paused, killed},
                                    {paused_with_error, suspended_with_error},
                                    {paused_with_error, running_with_error},
                                    {paused_with_error, killed},
                                    {failed, ignored},
                                    {killed, ignored},
                                    {ignored, running}});
}

TEST(state_machines, the_seed_s_arrows_of_an_action_are_possible) {
  expect_arrows(action_table, {{waiting, ready},
                               {waiting, timed_out},
                               {waiting, skipped},
                               {waiting, killed},
                               {ready, submitted},
                               {ready, skipped},
                               {ready, killed},
                               {submitted, running},
                               {submitted, killed},
                               {submitted, failed},
                               {running, succeeded},
                               {running, killed},
                               {running, failed},
                               {failed, ignored},
                               {killed, ignored},
                               {timed_out, ignored},
                               {ignored, waiting}});
}

TEST(state_machines, the_seed_s_arrows_of_a_bundle_are_possible) {
  expect_arrows(bundle_table, {{none, prep},
                               {prep, running},
                               {prep, prep_paused},
                               {prep, prep_suspended},
                               {prep_paused, prep},
                               {prep_suspended, prep},
                               {running, suspended},
                               {running, paused},
                               {running, failed},
                               {running, running_with_error},
                               {running, succeeded},
                               {running_with_error, failed},
                               {running_with_error, done_with_error},
                               {running_with_error, suspended_with_error},
                               {running_with_error, paused_with_error},
                               {paused, running},
                               {paused, suspended},
                               {paused_with_error, running_with_error},
                               {paused_with_error, suspended_with_error},
                               {suspended, running},
                               {suspended_with_error, running_with_error},
                               {prep, killed},
                               {running, killed},
                               {running_with_error, killed},
                               {suspended, killed},
                               {paused, killed}});
}

TEST(state_machines, oozie_s_arrows_of_a_workflow_are_possible) {
  expect_arrows(workflow_table, {{prep, running},
                                 {prep, killed},
                                 {running, suspended},
                                 {running, succeeded},
                                 {running, killed},
                                 {running, failed},
                                 {suspended, running},
                                 {suspended, killed}});
}

/// All pairs of status and trigger: exactly those of the table move, and a trigger other than
/// `aggregate` leads from one status to one status.
template <class Table>
void enumerate(const Table& table, status_set members) {
  std::set<std::string_view> triggers;
  for (const transition_rule& rule : table) triggers.insert(rule.trigger);
  size_t moves = 0;
  size_t rules = 0;
  for (const transition_rule& rule : table) rules += size_of(rule.from);
  for (size_t i = 0; i < status_count; ++i) {
    const auto from = static_cast<status>(i);
    for (std::string_view trigger : triggers) {
      size_t targets = 0;
      for (const transition_rule& rule : table)
        targets += rule.trigger == trigger && rule.from.has(from) ? 1 : 0;
      moves += targets;
      EXPECT_EQ(next_status(table, trigger, from).has_value(), targets > 0);
      EXPECT_TRUE(targets == 0 || from == none || members.has(from)) << name(from);
      EXPECT_TRUE(targets <= 1 || trigger == "aggregate") << name(from) << ' ' << trigger;
      EXPECT_TRUE(targets == 0 || !is_terminal(from) || revives(trigger)) << name(from);
    }
  }
  EXPECT_EQ(moves, rules);
}

TEST(state_machines, every_pair_of_status_and_trigger_is_decided) {
  enumerate(bundle_table, bundle_statuses);
  enumerate(coordinator_table, coordinator_statuses);
  enumerate(action_table, action_statuses);
  enumerate(workflow_table, workflow_statuses);
}

}  // namespace
}  // namespace foliot::model
