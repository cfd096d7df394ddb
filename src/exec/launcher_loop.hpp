// The thread behind launcher_client: requests, launchers, their ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "exec/launcher_client.hpp"
#include "exec/launcher_process.hpp"
#include "exec/resident_launcher.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::exec {

/// One name that we look after.
struct followed_run {
  run_spec spec;
  uint64_t tag = 0;
  int64_t pid = 0;            ///< Of the program; not 0: its start was told.
  launcher_process process;   ///< With a pidfd: it is followed.
  bool kill = false;          ///< It shall end.
  bool in_kill_slot = false;  ///< Its launcher was started for a kill alone.
  bool ended_told = false;
  bool forget = false;  ///< As soon as the launcher is gone.
  bool pausing = false;
  uint32_t failures = 0;  ///< Launchers that ended without a result, in a row.
  uint32_t pause_ticks = 0;
  uint32_t refusals = 0;    ///< Of the host, in a row, to start a launcher or to let it begin.
  bool unfollowed = false;  ///< A launcher was started that we cannot see the end of.
};

struct run_request {
  enum class kind : uint8_t { start, kill, forget, erase };
  kind what = kind::start;
  run_spec spec;  ///< Only the name for the others.
};

/// What the thread owns. Only `requests_`, `news_`, `slots_` and the looks of `queued` into
/// `start_queue_` are shared with callers.
class launcher_loop {
 public:
  explicit launcher_loop(launcher_options options);
  ~launcher_loop();

  result<void> open();
  void deliver_to(run_port::sink news);
  void ask(run_request what);
  void stop();
  run_queue queued(const std::string& name) const;
  void set_slots(uint32_t slots);
  uint32_t slots() const { return slots_; }
  size_t waiting() const;

 private:
  void work();
  void take_requests();
  void take_file_events();
  void take_tick();
  void begin(run_spec spec);
  void kill(const std::string& name);
  void forget(const std::string& name);
  void erase(const std::string& name);
  void fill_slots();
  void launch(followed_run& each);
  void follow(followed_run& each, launcher_process process);
  void launcher_gone(followed_run& each);
  void pause(followed_run& each);
  void refused(followed_run& each, const std::string& sentence);
  launch_order order_for(const followed_run& each) const;
  void queue(followed_run& each);
  std::string next_to_start();
  void look(followed_run& each);
  void tell_start(followed_run& each);
  bool tell_end(followed_run& each);
  void drop(followed_run& each);
  void remove_files(const std::string& name);
  void tell(run_news what);
  bool add(int fd, uint64_t tag);
  followed_run* find(const std::string& name);

  const launcher_options options_;
  const std::vector<std::string> environment_;
  resident_launcher resident_;  // the thread's alone
  unique_fd runs_;
  unique_fd epoll_;
  unique_fd wake_;
  unique_fd files_;
  unique_fd timer_;
  std::unordered_map<std::string, std::unique_ptr<followed_run>> all_;
  std::unordered_map<uint64_t, followed_run*> by_tag_;
  std::deque<std::string> start_queue_;  // names; one that is gone or taken care of is skipped;
                                         // changed under mutex_, by the thread alone
  std::deque<std::string> kill_queue_;
  std::vector<std::string> pausing_;
  uint64_t next_tag_ = 16;
  std::atomic<uint32_t> slots_;  ///< Runs at the same time.
  uint32_t slots_taken_ = 0;
  uint32_t kill_slots_taken_ = 0;

  mutable std::mutex mutex_;
  std::deque<run_request> requests_;
  run_port::sink news_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace foliot::exec
