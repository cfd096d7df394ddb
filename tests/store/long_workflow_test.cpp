// A workflow of thousands of nodes: each step writes as much as those of a short one.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rehearsal/memory_store.hpp"
#include "store/node_pages.hpp"
#include "store/step_batch.hpp"
#include "tests/store/samples.hpp"

namespace foliot::store {
namespace {

using model::node_page_size;

const job_number root = make_job_number(1, 1);
const entity_id long_one = job_id(entity_kind::workflow, root, root);

/// A chain of actions that are run one after the other; the bytes of each step's batch.
std::vector<size_t> bytes_of_steps(size_t nodes) {
  model::workflow_definition chain;
  chain.nodes.resize(nodes + 2);
  chain.start = 0;
  chain.nodes.front().kind = model::node_kind::start;
  chain.nodes.front().type = ":START:";
  chain.nodes.front().to = 1;
  chain.nodes.back().kind = model::node_kind::end;
  for (size_t i = 1; i <= nodes; ++i) {
    model::workflow_node& node = chain.nodes[i];
    node.type = "shell";
    node.to = static_cast<model::node_index>(i + 1);
    model::shell_body body;
    body.exec = el::expression::constant("true");
    node.shell = std::make_shared<const model::shell_body>(std::move(body));
  }
  for (size_t i = 0; i < chain.nodes.size(); ++i) chain.nodes[i].name = "n" + std::to_string(i);
  const model::configuration conf;
  const model::cause why;
  const model::workflow_context context{long_one, "0-W", chain, conf};
  model::workflow_record record;
  instant now = sample_time;
  rehearsal::memory_store store;
  std::vector<size_t> out;
  const auto feed = [&](const model::workflow_event& event) {
    now = plus_ms(now, 1'000);
    auto step = model::advance(context, record, event, now);
    EXPECT_TRUE(step.accepted) << step.broken.value_or("refused");
    recorded_step taken{long_one, std::nullopt, &step.next, &event, now, &why, "2024a"};
    if (record.version != 0) taken.before = &record;
    taken.pages_stored = true;
    const encoded_step written = encode_step(taken);
    EXPECT_TRUE(store.write(written.changes, true).ok());
    size_t rows = 0;
    for (const kv_view change : written.changes) rows += change.where == table::record;
    EXPECT_LE(rows, 2U) << "a head, and sometimes a page";
    out.push_back(written.bytes);
    record = std::move(step.next);
  };
  feed(model::workflow_events::created{});
  while (!model::is_terminal(record.state) && out.size() < 10 * nodes) {
    model::workflow_events::run_ended end;
    end.node = record.nodes.back().node;
    end.attempt = record.nodes.back().attempt;
    feed(end);
  }
  EXPECT_EQ(record.state, model::status::succeeded);
  EXPECT_EQ(record.nodes.size(), nodes + 2);
  const auto stored = read_record(store, long_one);
  EXPECT_TRUE(stored.ok());
  EXPECT_EQ((*stored)->record, model::any_record(record));
  return out;
}

TEST(long_workflows, write_as_many_bytes_at_their_end_as_at_their_beginning) {
  const std::vector<size_t> bytes = bytes_of_steps(3'000);
  const auto sum = [&](size_t from, size_t steps) {
    const auto at = bytes.begin() + static_cast<long>(from);
    return std::accumulate(at, at + static_cast<long>(steps), size_t{0});
  };
  constexpr size_t round = 8 * node_page_size;
  const size_t early = sum(2 * node_page_size, round);
  const size_t late = sum(bytes.size() - round - 1, round);
  // Times and numbers of nodes grow by a byte or two each.
  EXPECT_LT(late, early + early / 8) << early / round << " bytes a step, then " << late / round;
  EXPECT_LT(late / round, 4'000U);
  EXPECT_LT(*std::max_element(bytes.begin(), bytes.end()), 6'000U);
}

}  // namespace
}  // namespace foliot::store
