// Lists of visited nodes: like a vector, whatever is copied and changed in between; and long
// workflows, which must step the same with and without what the step before found out.
#include "model/node_list.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "model/workflow_rerun.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using namespace workflow_events;

node_state state_of(size_t number) {
  node_state out;
  out.node = static_cast<node_index>(number);
  out.error = "state " + std::to_string(number);
  return out;
}

node_list list_of(size_t size) {
  node_list out;
  for (size_t i = 0; i < size; ++i) out.push_back(state_of(i));
  return out;
}

bool same(const node_list& list, const std::vector<node_state>& plain) {
  return list.size() == plain.size() && list.empty() == plain.empty() &&
         std::equal(list.begin(), list.end(), plain.begin(), plain.end()) &&
         (plain.empty() || (list.back() == plain.back() && list.front() == plain.front())) &&
         list.pages().size() == node_pages_of(plain.size()) && list == node_list(plain);
}

/// Some ascending positions below `size`.
std::vector<size_t> some_of(size_t size, std::mt19937_64& luck) {
  std::vector<size_t> out;
  const uint64_t one_in = 1 + luck() % 40;
  for (size_t i = 0; i < size; ++i)
    if (luck() % one_in == 0) out.push_back(i);
  return out;
}

TEST(node_list, is_a_vector_whose_copies_do_not_know_of_each_other) {
  EXPECT_TRUE(rc::check("any operations on any of three lists", [] {
    std::mt19937_64 luck(*rc::gen::arbitrary<uint64_t>());
    std::vector<node_list> lists(3);
    std::vector<std::vector<node_state>> plain(3);
    for (int i = 0; i < 300; ++i) {
      const size_t at = luck() % 3;
      node_list& list = lists[at];
      std::vector<node_state>& vector = plain[at];
      switch (luck() % 12) {
        case 0: {
          const size_t from = luck() % 3;
          list = node_list(lists[from]);
          vector = std::vector<node_state>(plain[from]);
          break;
        }
        case 1: {
          if (luck() % 8 != 0) break;
          const std::vector<size_t> gone = some_of(vector.size(), luck);
          list.erase(gone);
          for (auto last = gone.rbegin(); last != gone.rend(); ++last)
            vector.erase(vector.begin() + static_cast<long>(*last));
          break;
        }
        case 2:
          if (luck() % 30 == 0) list.clear(), vector.clear();
          break;
        case 3:
        case 4:
          if (!vector.empty()) {
            const size_t where = luck() % vector.size();
            list.edit(where).attempt = vector[where].attempt = static_cast<uint16_t>(i);
          }
          break;
        default:
          for (uint64_t n = luck() % 9; n > 0; --n) {
            vector.push_back(state_of(luck() % 1'000));
            list.push_back(vector.back());
          }
      }
      for (size_t each = 0; each < 3; ++each) RC_ASSERT(same(lists[each], plain[each]));
      RC_ASSERT((lists[0] == lists[1]) == (plain[0] == plain[1]));
    }
  }));
}

TEST(node_list, shares_the_pages_that_a_copy_did_not_change) {
  const node_list before = list_of(5 * node_page_size);
  ASSERT_EQ(before.pages().size(), 4U) << "the last ones stand behind the pages";
  node_list after = before;
  const auto never = [](const node_page&, const node_page&) { return true; };
  EXPECT_EQ(changed_pages(before, after, never), std::vector<size_t>());
  after.edit(node_page_size).attempt = 7;
  after.push_back(state_of(999));
  after.edit_back().attempt = 8;
  EXPECT_EQ(changed_pages(before, after, never), (std::vector<size_t>{1, 4}));
  EXPECT_EQ(before.pages()[0], after.pages()[0]) << "not even copied";
  EXPECT_EQ(before[node_page_size].attempt, 1);
  const auto by_content = [](const node_page& old, const node_page& fresh) {
    return old.states != fresh.states;
  };
  after.edit(node_page_size).attempt = 1;
  EXPECT_EQ(changed_pages(before, after, by_content), std::vector<size_t>{4});
  EXPECT_EQ(changed_pages(after, before, by_content), std::vector<size_t>());
  EXPECT_EQ(changed_pages({}, before, by_content), (std::vector<size_t>{0, 1, 2, 3}));
}

TEST(node_list, forgets_what_was_known_of_it_when_it_changes) {
  node_list list = list_of(40);
  const auto known = std::make_shared<const node_track>();
  const auto gone = [&] { return list.track() == nullptr && (list.remember(known), true); };
  EXPECT_TRUE(gone());
  const node_list copy = list;
  EXPECT_EQ(copy.track(), known.get());
  list.edit(3);
  EXPECT_TRUE(gone());
  list.edit_back();
  EXPECT_TRUE(gone());
  list.push_back({});
  EXPECT_TRUE(gone());
  list.erase({});
  EXPECT_EQ(list.track(), known.get()) << "nothing changed";
  list.erase({1});
  EXPECT_TRUE(gone());
  list.clear();
  EXPECT_TRUE(gone());
  EXPECT_EQ(copy.track(), known.get());
}

/// Blocks one after the other: an action, a decision, or a fork of three whose paths may fail.
workflow_definition long_graph(size_t blocks, std::mt19937_64& luck) {
  flow out;
  std::string next = "end";
  for (size_t i = 0; i < blocks; ++i) {
    const std::string name = "b" + std::to_string(i);
    const std::string error = luck() % 6 == 0 ? "fail" : next;
    switch (luck() % 4) {
      case 0: {
        std::vector<std::string> paths;
        for (int path = 0; path < 3; ++path) {
          paths.push_back(name + "p" + std::to_string(path));
          out.shell(paths.back(), name + "j", luck() % 20 == 0 ? "fail" : name + "j");
        }
        out.split(name, paths).join(name + "j", next);
        break;
      }
      case 1:
        out.shell(name + "o", next, next);
        out.decide(name, {{luck() % 2 == 0 ? "true" : "${fs:exists('/x')}", name + "o"}}, next);
        break;
      default: out.shell(name, next, error);
    }
    next = name;
  }
  out.start(next);
  return out.kill().end().build();
}

/// The same, with nothing known of it.
workflow_record forgetful(const workflow_record& record) {
  workflow_record out = record;
  out.nodes = node_list(std::vector<node_state>(record.nodes.begin(), record.nodes.end()));
  out.kept = node_list(std::vector<node_state>(record.kept.begin(), record.kept.end()));
  return out;
}

std::string wanted(const job& j, const workflow_record& record) {
  std::string out;
  for (const workflow_effect& effect : owed(j.context(), record, j.now)) {
    out += std::to_string(effect.index());
    std::visit(
        [&](const auto& what) {
          if constexpr (requires { what.node; }) out += " " + std::to_string(what.node) + ",";
        },
        effect);
  }
  return out;
}

/// One step, which must be the same without what is known.
bool step_both(job& j, const workflow_event& event) {
  j.now.ms += 1'000;
  const workflow_step known = advance(j.context(), j.record, event, j.now);
  const workflow_step anew = advance(j.context(), forgetful(j.record), event, j.now);
  RC_ASSERT(known.accepted == anew.accepted);
  RC_ASSERT(known.broken.has_value() == anew.broken.has_value());
  RC_ASSERT(!known.broken.has_value());
  if (!known.accepted) return false;
  RC_ASSERT(known.next == anew.next);
  const workflow_record plain = forgetful(known.next);
  RC_ASSERT(wanted(j, known.next) == wanted(j, plain));
  RC_ASSERT(all_closed(known.next) == all_closed(plain));
  j.record = known.next;
  if (j.record.version % 16 != 0) return true;
  for (node_index node = 0; node < j.definition->nodes.size(); ++node) {
    const node_state* found = find_node(known.next, node);
    const node_state* there = find_node(plain, node);
    RC_ASSERT((found == nullptr) == (there == nullptr));
    RC_ASSERT((found == nullptr || *found == *there));
  }
  return true;
}

void random_life(job& j, std::mt19937_64& luck, int steps) {
  for (int i = 0; i < steps; ++i) {
    if (is_terminal(j.record.state) && all_closed(j.record)) return;
    std::vector<node_state> open;
    for (const node_state& node : j.record.nodes)
      if (node.open) open.push_back(node);
    const uint64_t what = luck() % 40;
    if (what == 0) {
      step_both(j, suspended{});
    } else if (what == 1 && luck() % 20 == 0) {
      step_both(j, killed{});
    } else if (j.record.state == status::suspended && what < 20) {
      step_both(j, resumed{});
    } else if (!j.record.questions.empty()) {
      facts_found found;
      found.facts.emplace_back(j.record.questions.front(), el::value(luck() % 2 == 0));
      step_both(j, found);
    } else if (!open.empty()) {
      const node_state& node = open[luck() % open.size()];
      run_ended end = end_of(node.node, node.attempt);
      end.exit_code = luck() % 9 == 0 ? 1 : 0;
      if (luck() % 15 == 0) end.outcome = run_end::lost;
      if (luck() % 4 == 0)
        step_both(j, run_started{node.node, node.attempt, 1});
      else
        step_both(j, end);
    }
  }
}

TEST(long_workflows, step_the_same_with_and_without_what_was_found_out) {
  size_t paged = 0;
  size_t kept = 0;
  EXPECT_TRUE(rc::check("whatever happens to them, and in their reruns", [&] {
    std::mt19937_64 luck(*rc::gen::arbitrary<uint64_t>());
    job j{long_graph(30 + luck() % 60, luck)};
    j.create();
    for (int run = 0; run < 2; ++run) {
      random_life(j, luck, 300);
      paged += j.record.nodes.pages().size();
      if (!is_terminal(j.record.state)) step_both(j, killed{});
      for (const node_state& node : workflow_record(j.record).nodes)
        if (node.open) step_both(j, end_of(node.node, node.attempt));
      rerun again;
      again.kept =
          carried_over(*j.definition, j.record, *judge_rerun(*j.definition, j.record, {true, {}}),
                       *j.definition, true);
      kept += again.kept.size() / node_page_size;
      RC_ASSERT(step_both(j, again));
      RC_ASSERT(j.record.run == static_cast<uint32_t>(run + 1));
    }
  }));
  EXPECT_GT(paged, 100U);
  EXPECT_GT(kept, 20U);
}

}  // namespace
}  // namespace foliot::model::testing
