// The machine on which runs go on while the engine is down, and one engine's port to it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "exec/run_port.hpp"
#include "rehearsal/chance.hpp"
#include "rehearsal/virtual_files.hpp"
#include "rehearsal/virtual_time.hpp"

namespace foliot::rehearsal {

class run_client;

/// What one program does from its start to its end.
struct performance {
  int64_t takes_ms = 1'000;
  int32_t exit_code = 0;
  std::string output;
  std::vector<std::string> creates;  ///< Files, at its end, where that is a success.
};

/// Launchers and their programs. A name is claimed once; what happened to it is found out and told
/// to whoever asks. A program's arguments say what it does: "takes:MS" (how long), "create:PATH"
/// (at its end, URIs too), "exit:CODE", "fails:PERCENT" (exit status 1 now and then),
/// "refused:PERCENT" (cannot be started now and then), "print:TEXT" (a line of its output); it
/// ignores others.
class virtual_machine {
 public:
  virtual_machine(virtual_files& files, virtual_time& time, chance luck)
      : files_(files), time_(time), luck_(luck) {}

  /// Called at the moment at which a program is executed, and never twice for one claim.
  std::function<void(const exec::run_spec&)> on_execute;

  /// Where set and answered, a program does exactly that, whatever its arguments say. Asked once a
  /// program, at the moment at which it is executed.
  std::function<std::optional<performance>(const exec::run_spec&)> direct;

  /// Called at the moment at which a run is over, before anybody is told.
  std::function<void(const exec::run_ended&)> on_end;

  /// One in so many news takes up to a minute; 0: none does.
  uint64_t late_news = 0;

  /// Some launcher that follows a program dies and the program with it: the run is LOST. False when
  /// none runs.
  bool strike();

  /// Some running program whose run is called so, from its beginning, comes to its end now. False
  /// when none runs.
  bool end_now(const std::string& beginning);

  /// Whether the machine still works on that run: claimed and not ended, or news are under way.
  bool under_way(const std::string& name) const;
  bool was_lost(const std::string& name) const { return lost_.contains(name); }
  uint64_t executed() const { return executed_; }
  uint64_t lost() const { return lost_.size(); }

 private:
  friend class run_client;

  /// One engine's connection; orders and news keep their order.
  struct session {
    bool connected = true;
    exec::run_port::sink news;
    instant last_order;
    instant last_news;
    std::set<std::string> follows;
    std::multiset<std::string> orders;  ///< Names of orders under way.
    std::multiset<std::string> telling;
  };
  enum class phase { claimed, running, ended };
  struct run {
    exec::run_spec spec;
    phase at = phase::claimed;
    bool dying = false;
    std::optional<performance> role;
    int64_t pid = 0;
    exec::run_ended end;
    uint64_t serial = 0;
  };

  std::shared_ptr<session> connect();
  void order(const std::shared_ptr<session>& from, const std::string& name,
             std::function<void()> what);
  void start(const exec::run_spec& spec);
  void kill(const std::string& name);
  void forget(const std::string& name) { runs_.erase(name); }

  run* find(const std::string& name, uint64_t serial);
  void execute(const std::string& name, uint64_t serial);
  void finish(const std::string& name, uint64_t serial);
  void play(run& what);
  void end(run& what, exec::run_outcome outcome, int32_t exit_code, const std::string& message);
  void tell(const std::string& name);
  void send(exec::run_news news, const std::string& name);

  virtual_files& files_;
  virtual_time& time_;
  chance luck_;
  std::map<std::string, run> runs_;
  std::set<std::string> lost_;
  std::shared_ptr<session> session_;  ///< Of the engine that is up now.
  uint64_t last_serial_ = 0;
  int64_t last_pid_ = 1000;
  uint64_t executed_ = 0;
};

/// One engine's port: orders that did not reach the launcher yet are lost with the engine.
class run_client final : public exec::run_port {
 public:
  explicit run_client(virtual_machine& machine) : machine_(machine), session_(machine.connect()) {}

  void disconnect() { session_->connected = false; }

  void deliver_to(sink news) override { session_->news = std::move(news); }
  void start(exec::run_spec spec) override;
  void kill(const std::string& name) override;
  void forget(const std::string& name) override;

 private:
  virtual_machine& machine_;
  std::shared_ptr<virtual_machine::session> session_;
};

}  // namespace foliot::rehearsal
