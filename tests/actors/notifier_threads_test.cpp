// The notifier with callers that have threads of their own: who waits for whom.
#include <gtest/gtest.h>

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/send.hpp>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "actors/notifier.hpp"
#include "actors/staff.hpp"
#include "actors/type_ids.hpp"
#include "rehearsal/life.hpp"

namespace foliot::actors {
namespace {

/// Hosts that begin with "dead" do not answer until they are let go.
class receivers {
 public:
  result<int> call(const model::notice& what) {
    std::unique_lock lock{mutex_};
    calls_.push_back(what.url);
    changed_.notify_all();
    changed_.wait(lock, [&] { return let_go_ || what.url.find("//dead") == std::string::npos; });
    return 200;
  }
  void wait_for(size_t calls) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return calls_.size() >= calls; });
  }
  void let_go() {
    const std::lock_guard lock{mutex_};
    let_go_ = true;
    changed_.notify_all();
  }
  std::vector<std::string> calls() {
    const std::lock_guard lock{mutex_};
    return calls_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> calls_;
  bool let_go_ = false;
};

class notifier_threads : public ::testing::Test {
 protected:
  notifier_threads() {
    rt_.reset(new runtime{
        port_set{time_, ids_, store_, files_, runs_, watches_, null_log(), reader_, definitions_},
        {},
        {},
        {},
        {},
        {}});
    rt_->settings.call_out = [this](const model::notice& what) { return told_.call(what); };
    configure(config_);
    system_.emplace(config_);
    notifier_ = system_->spawn(notifier, rt_.get(), size_t{2});
  }
  ~notifier_threads() override {
    told_.let_go();
    caf::anon_send_exit(notifier_, caf::exit_reason::user_shutdown);
    notifier_ = nullptr;
    system_.reset();
  }
  void notify(const std::string& url) {
    model::notice out;
    out.url = url;
    caf::anon_send(notifier_, msg::notify{out});
  }

  rehearsal::virtual_time time_{instant{0}};
  rehearsal::counter_ids ids_;
  rehearsal::memory_store store_;
  rehearsal::virtual_files world_files_{time_};
  rehearsal::virtual_machine machine_{world_files_, time_, rehearsal::chance{7}};
  rehearsal::file_client files_{world_files_};
  rehearsal::run_client runs_{machine_};
  rehearsal::chance luck_{7};
  rehearsal::watch_client watches_{world_files_, time_, luck_, true};
  store::store_reader reader_{store_, wire_ids{}};
  parse::cached_definitions definitions_{time::processing_zone{}};
  receivers told_;
  std::unique_ptr<runtime> rt_;
  caf::actor_system_config config_;
  std::optional<caf::actor_system> system_;
  notifier_actor notifier_;
};

TEST_F(notifier_threads, a_dead_host_delays_nobody_else) {
  notify("http://dead/1");
  told_.wait_for(1);
  for (const char* url : {"http://dead/2", "http://live/1", "http://dead/3", "http://live/2"})
    notify(url);
  told_.wait_for(3);
  EXPECT_EQ(told_.calls(),
            (std::vector<std::string>{"http://dead/1", "http://live/1", "http://live/2"}));
  told_.let_go();
  told_.wait_for(5);
  EXPECT_EQ(told_.calls(),
            (std::vector<std::string>{"http://dead/1", "http://live/1", "http://live/2",
                                      "http://dead/2", "http://dead/3"}));
}

}  // namespace
}  // namespace foliot::actors
