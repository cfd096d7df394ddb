// What holds of every workflow whatever happens to it: random graphs, random fates.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <set>

#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using namespace workflow_events;

/// Small numbers from a list that rapidcheck makes and shrinks; zeros when it is used up.
class choices {
 public:
  explicit choices(std::vector<uint8_t> from) : from_(std::move(from)) {}
  uint32_t below(uint32_t limit) { return next_ < from_.size() ? from_[next_++] % limit : 0; }
  bool exhausted() const { return next_ >= from_.size(); }

 private:
  std::vector<uint8_t> from_;
  size_t next_ = 0;
};

/// A graph of sequences, decisions and well nested forks.
class random_graph {
 public:
  explicit random_graph(choices& from) : from_(from) {}

  workflow_definition build() {
    out_.start(sequence("end", 0));
    return out_.kill().end().build();
  }

 private:
  std::string fresh(const char* kind) { return kind + std::to_string(++count_); }

  /// Nodes that lead to `next`; the name of the first.
  std::string sequence(std::string next, int depth) {
    for (uint32_t length = 1 + from_.below(3); length > 0; --length) next = item(next, depth);
    return next;
  }

  std::string item(const std::string& next, int depth) {
    const uint32_t kind = depth < 3 ? from_.below(6) : from_.below(3);
    if (kind == 4) {
      const std::string name = fresh("f");
      const std::string join = fresh("j");
      std::vector<std::string> paths;
      for (uint32_t n = 2 + from_.below(2); n > 0; --n) paths.push_back(sequence(join, depth + 1));
      out_.split(name, paths).join(join, next);
      return name;
    }
    if (kind == 5) {
      const std::string name = fresh("d");
      const char* predicates[] = {"true", "false", "${fs:exists('/x')}", "${undefined}"};
      const std::string predicate = predicates[from_.below(7) % 4];
      out_.decide(name, {{predicate, sequence(next, depth + 1)}}, next);
      return name;
    }
    const std::string name = fresh("a");
    const std::string error = from_.below(2) ? "fail" : next;
    if (kind == 3) return out_.other(name, "pig", next, error), name;
    shell_body body;
    if (kind == 1) body.arguments = {ex("${fs:exists('/y')}")};
    out_.shell(name, next, error, body);
    return name;
  }

  choices& from_;
  flow out_;
  int count_ = 0;
};

using run_id = std::pair<node_index, uint16_t>;

/// What must hold after every step.
void check(const job& j, std::set<run_id>& ended) {
  bool awake = !j.record.questions.empty() && j.record.state == status::running;
  for (const node_state& node : j.record.nodes) {
    if (node.open) {
      awake = awake || !is_ended(node.state);
      RC_ASSERT(!ended.count({node.node, node.attempt}));  // no run is started twice
    }
    if (is_terminal(j.record.state)) {
      RC_ASSERT(is_ended(node.state));
    }
    RC_ASSERT((node.state != node_status::running || node.open));
  }
  RC_ASSERT((j.record.state != status::running || awake));  // somebody will wake it
  RC_ASSERT((j.record.questions.empty() || j.record.state == status::running));
  RC_ASSERT((j.record.facts.empty() || !j.record.questions.empty()));
}

/// One random event; whether it was accepted.
bool happen(job& j, choices& from, std::set<run_id>& ended) {
  std::vector<node_state> open;
  for (const node_state& node : j.record.nodes)
    if (node.open) open.push_back(node);
  const uint32_t what = from.below(16);
  if (what == 0) return j.feed(suspended{});
  if (what == 1) return j.feed(resumed{});
  if (what == 2) return from.below(4) == 3 && j.feed(killed{});
  if (what <= 5) return j.answer(what == 3);
  if (open.empty()) return false;
  const node_state& node = open[from.below(static_cast<uint32_t>(open.size()))];
  if (what <= 7) return j.feed(run_started{node.node, node.attempt, 1});
  run_ended end = end_of(node.node, node.attempt);
  end.exit_code = what == 8 ? 1 : 0;
  if (what == 9) end.outcome = run_end::lost;
  if (what == 10) end.outcome = run_end::not_started;
  if (what == 11) end.attempt = static_cast<uint16_t>(node.attempt + 1);  // cannot be
  const bool accepted = j.feed(end);
  RC_ASSERT(accepted == (what != 11));
  if (accepted) ended.insert({node.node, node.attempt});
  return accepted;
}

/// Nothing bad happens any more: questions are answered, runs end well, a person resumes.
void come_to_an_end(job& j, std::set<run_id>& ended) {
  for (int steps = 0; steps < 10'000; ++steps) {
    if (j.record.state == status::suspended) j.feed(resumed{});
    if (!j.record.questions.empty()) j.answer(true);
    const node_state* open = nullptr;
    for (const node_state& node : j.record.nodes)
      if (node.open) open = &node;
    if (!open && is_terminal(j.record.state)) return;
    if (open) {
      const run_id which{open->node, open->attempt};
      RC_ASSERT(j.feed(end_of(which.first, which.second)));
      ended.insert(which);
    }
    check(j, ended);
  }
  RC_FAIL("it does not end");
}

TEST(workflow_properties, every_job_ends_closed_and_replays_to_the_same_record) {
  const bool holds =
      rc::check("random graphs with random fates",
                [](const std::vector<uint8_t>& shape, const std::vector<uint8_t>& fate) {
                  choices graph{shape};
                  choices from{fate};
                  const lost_rule rules[] = {lost_rule::rerun, lost_rule::hold, lost_rule::fail};
                  job j{random_graph{graph}.build(), {}, rules[from.below(3)]};
                  std::set<run_id> ended;
                  if (from.below(5) == 4) {
                    RC_ASSERT(j.create(true));
                    RC_ASSERT(j.feed(started{}));
                  } else {
                    RC_ASSERT(j.create());
                  }
                  check(j, ended);
                  while (!from.exhausted()) {
                    const workflow_record before = j.record;
                    const bool accepted = happen(j, from, ended);
                    RC_ASSERT((accepted || j.record == before));
                    RC_ASSERT((!is_terminal(before.state) || j.record.state == before.state));
                    check(j, ended);
                  }
                  come_to_an_end(j, ended);
                  RC_ASSERT(is_terminal(j.record.state));
                  RC_ASSERT(all_closed(j.record));

                  workflow_record again;
                  for (const auto& [event, at] : j.history) {
                    const workflow_step step = advance(j.context(), again, event, at);
                    RC_ASSERT(step.accepted);
                    again = step.next;
                  }
                  RC_ASSERT((again == j.record));
                  RC_CLASSIFY(j.record.state == status::succeeded, "succeeded");
                  RC_CLASSIFY(j.record.state == status::killed, "killed");
                  RC_CLASSIFY(j.record.state == status::failed, "failed");
                });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace foliot::model::testing
