// The file desk with real workers: what holds up what, and how a kill ends file operations.
#include "actors/file_desk.hpp"

#include <gtest/gtest.h>

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scoped_actor.hpp>
#include <caf/send.hpp>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "actors/staff.hpp"
#include "actors/type_ids.hpp"

namespace foliot::actors {
namespace {

/// Operations on paths below /long last until they are stopped or let go.
class slow_files final : public exec::file_port {
 public:
  result<exec::file_facts> look(const std::string&) const override {
    exec::file_facts out;
    out.exists = true;
    return out;
  }
  result<int64_t> directory_size(const std::string&) const override { return int64_t{0}; }
  result<std::string> read(const std::string&, uint64_t) const override { return std::string{}; }

  result<void> perform(const exec::file_operation& operation, bool) override {
    std::unique_lock lock{mutex_};
    ++begun_[operation.path];
    changed_.notify_all();
    if (!operation.path.starts_with("/long")) return {};
    while (!let_go_ && !exec::asked_to_stop(operation.stop.get())) {
      lock.unlock();
      std::this_thread::yield();  // the flag wakes nobody
      lock.lock();
    }
    if (let_go_) return {};
    return failure{errc::io, "it ended early", "", "", ""};
  }

  void wait_for(const std::string& path, size_t times) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return begun_[path] >= times; });
  }
  size_t begun(const std::string& path) {
    const std::lock_guard lock{mutex_};
    return begun_[path];
  }
  void let_go() {
    const std::lock_guard lock{mutex_};
    let_go_ = true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, size_t> begun_;
  bool let_go_ = false;
};

class file_desk_test : public ::testing::Test {
 protected:
  file_desk_test() {
    configure(config_);
    system_.emplace(config_);
    me_.emplace(*system_);
    desk_ = system_->spawn(file_desk, &files_, &clusters_,
                           [](const el::probe&) { return std::optional<el::value>(); });
  }
  ~file_desk_test() override {
    files_.let_go();
    caf::anon_send_exit(desk_, caf::exit_reason::user_shutdown);
    desk_ = nullptr;
    me_.reset();
  }

  entity_actor me() {
    return caf::actor_cast<entity_actor>(caf::actor_cast<caf::strong_actor_ptr>(*me_));
  }
  msg::run_address address(model::node_index node) { return {me(), node, 1}; }

  void order(model::node_index node, const std::vector<std::string>& paths, bool prepares = false) {
    msg::do_files out;
    out.to = address(node);
    out.prepares = prepares;
    for (const std::string& path : paths) {
      exec::file_operation each;
      each.path = path;
      out.operations.push_back(std::move(each));
    }
    caf::anon_send(desk_, std::move(out));
  }
  void kill(model::node_index node) { caf::anon_send(desk_, msg::kill_run{address(node), "run"}); }

  model::workflow_event next() {
    model::workflow_event out;
    (*me_)->receive(
        [&](const msg::stimulus& news) { out = *std::get<msg::workflow_told>(news.what).event; });
    return out;
  }
  model::workflow_events::run_ended next_end() {
    return std::get<model::workflow_events::run_ended>(next());
  }

  slow_files files_;
  hadoop_clusters clusters_;
  caf::actor_system_config config_;
  std::optional<caf::actor_system> system_;
  std::optional<caf::scoped_actor> me_;
  file_worker_actor desk_;
};

using model::workflow_events::run_end;

TEST_F(file_desk_test, a_long_operation_holds_up_neither_questions_nor_others) {
  order(1, {"/long"});
  files_.wait_for("/long", 1);
  caf::anon_send(desk_, msg::answer{me(), {{"fs:exists", {"/x"}}}});
  EXPECT_TRUE(std::holds_alternative<model::workflow_events::facts_found>(next()));
  order(2, {"/short"}, true);
  const auto prepared = std::get<model::workflow_events::prepared>(next());
  EXPECT_EQ(prepared.node, 2);
  EXPECT_EQ(prepared.message, "");
  files_.let_go();
  const auto end = next_end();
  EXPECT_EQ(end.node, 1);
  EXPECT_EQ(end.outcome, run_end::ended);
}

TEST_F(file_desk_test, a_kill_ends_what_is_under_way_before_it_is_confirmed) {
  std::vector<std::string> paths(60, "/short");
  paths[2] = "/long";
  order(1, paths);
  files_.wait_for("/long", 1);
  kill(1);
  const auto end = next_end();
  EXPECT_EQ(end.outcome, run_end::killed);
  EXPECT_EQ(end.message, "it was stopped after 2 of 60 operations");
  EXPECT_EQ(files_.begun("/short"), 2u);
  // The worker is free again, and what a kill finds no more is left alone.
  kill(1);
  order(2, {"/short"});
  EXPECT_EQ(next_end().node, 2);
}

TEST_F(file_desk_test, a_kill_takes_out_what_still_waits) {
  model::node_index node = 1;
  for (size_t busy = 1; files_.begun("/long") < 4; ++busy) {
    order(node++, {"/long"});
    files_.wait_for("/long", busy);
  }
  order(node, {"/long"});
  order(static_cast<model::node_index>(node + 1), {"/short"}, true);
  kill(node);
  kill(static_cast<model::node_index>(node + 1));
  const auto end = next_end();
  EXPECT_EQ(end.node, node);
  EXPECT_EQ(end.outcome, run_end::killed);
  EXPECT_EQ(std::get<model::workflow_events::prepared>(next()).message,
            "it was stopped after 0 of 1 operations");
  EXPECT_EQ(files_.begun("/long"), 4u);
  EXPECT_EQ(files_.begun("/short"), 0u);
}

TEST_F(file_desk_test, only_the_run_that_is_meant_ends) {
  order(1, {"/long"});
  order(2, {"/long"});
  files_.wait_for("/long", 2);
  kill(2);
  EXPECT_EQ(next_end().node, 2);
  files_.let_go();
  const auto end = next_end();
  EXPECT_EQ(end.node, 1);
  EXPECT_EQ(end.outcome, run_end::ended);
}

}  // namespace
}  // namespace foliot::actors
