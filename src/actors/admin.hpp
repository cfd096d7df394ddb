// ADMIN: what consoles talk to (docs/console.md). It lives in an actor system of its own, the only
// one that is reachable from outside, and knows the engine by one interface.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/admin_protocol.hpp"
#include "actors/admin_sessions.hpp"
#include "base/ids.hpp"
#include "base/limits.hpp"
#include "base/result.hpp"

namespace caf {
class actor_system_config;
}  // namespace caf

namespace foliot::actors::admin {

/// New records that went to disk, for those who follow.
struct fresh_records {
  struct row {
    job_number root = 0;
    news_row what;
  };
  std::vector<row> rows;
  uint64_t lost = 0;  ///< More than could be looked at.
};

/// The engine, as the ADMIN knows it. Functions return soon; a `done` is called exactly once, at
/// once or later, from any thread. Rows are bounded by the desk, texts too.
class admin_desk {
 public:
  virtual ~admin_desk() = default;

  virtual std::string program() const = 0;
  /// A text that nobody can guess, another one each time.
  virtual std::string chance() = 0;
  /// The certificate of a console that is trusted now; empty: it is not.
  virtual std::string certificate_of(const std::string& console) = 0;
  /// Whether it signed `text` so.
  virtual bool proves(const std::string& console, const std::string& text,
                      const std::string& signature) = 0;
  /// For the log: a sentence about a console.
  virtual void remark(const std::string& sentence) = 0;

  virtual status_report status(const std::string& console) = 0;
  virtual tree_report tree(const ask& question) = 0;
  virtual void entity(const ask& question, std::function<void(entity_report)> done) = 0;
  virtual void actors(const ask& question, std::function<void(actors_report)> done) = 0;
  virtual void committer(const ask& question, std::function<void(committer_report)> done) = 0;
  virtual void datasets(const ask& question, std::function<void(datasets_report)> done) = 0;
  virtual void slots(const ask& question, std::function<void(slots_report)> done) = 0;
  virtual void runs(const ask& question, std::function<void(runs_report)> done) = 0;
  virtual quarantine_report quarantine(const ask& question) = 0;
  virtual settings_report settings(const ask& question) = 0;
  virtual void pulse(const ask& question, std::function<void(pulse_report)> done) = 0;
  virtual void retry(const std::string& console, const std::string& id,
                     std::function<void(retry_report)> done) = 0;
  virtual settings_report change(const std::string& console, const change_setting& order) = 0;
  virtual void request(const std::string& console, user_request what,
                       std::function<void(user_reply)> done) = 0;

  /// The tree of a job. Fails with not_found.
  virtual result<job_number> root_of(const std::string& id) = 0;
  /// Whether anybody follows: without, nothing is told.
  virtual void follow(bool anybody) = 0;
  /// `sink` gets what makes the news: that is run by the ADMIN, not by who writes to disk.
  virtual void deliver_to(std::function<void(std::function<fresh_records()>)> sink) = 0;
};

/// Longest text in an answer, bytes, but for bodies of replies to users.
inline constexpr size_t admin_text_bytes_max = 4 << 10;
/// Most rows in an answer.
inline constexpr uint32_t admin_rows_max = 1'000;
/// Longest body of a reply: one that is longer belongs into HTTP.
inline constexpr size_t admin_body_bytes_max = 16 << 20;
/// Longest body of a request: as long as HTTP takes it.
inline constexpr size_t admin_request_bytes_max = limits::request_body_bytes_max;
/// How long `next_news` waits before it answers that there are none.
inline constexpr int64_t admin_news_wait_ms = 1'000;
/// How long news are gathered before they are told, but for a full answer: ten consoles that ask
/// anew after each step would take processors from what they watch.
inline constexpr int64_t admin_news_gather_ms = 100;

/// `error` as the head of an answer.
outcome refused(const failure& error);
/// The refusal of an unknown, used or taken pass.
outcome conversation_over(const std::string& why);
/// What another version of the protocol is told: both versions, and what to do.
std::string other_version(const hello& console, const std::string& program);
/// So many rows as a question may have: 1 to admin_rows_max.
size_t rows_of(const ask& question);
/// What a request is told that is longer than admin_request_bytes_max.
failure too_long_for_a_console();
/// Cut to admin_text_bytes_max.
std::string bounded(std::string text);

struct admin_state {
  static inline const char* name = "admin";

  admin_inside_actor::pointer self = nullptr;
  admin_desk* desk = nullptr;
  std::unique_ptr<sessions> open;
  bool gathering = false;  ///< News are told soon.

  greeting greet(const hello& words) const;
  status_report prove(const proof& words, const std::string& peer);
  bool trusts(const session& who) const;
  /// The conversation of `pass`, its console still trusted; else what to answer.
  result<sessions::entered> enter(const std::string& pass);
  news follow(session& who, const std::string& id);
  void tell(const fresh_records& fresh);
  /// Tells news to those who wait for some: to all, or where an answer is full.
  void serve_waiting(bool all);
  /// Does that soon, for all.
  void serve_soon();
  void count_followers() const { desk->follow(open->followers() > 0); }
};

/// Announces the messages that come from outside; call before the system exists.
void configure_admin(caf::actor_system_config& config);

/// `desk` outlives it.
admin_inside_actor::behavior_type admin(admin_inside_actor::stateful_pointer<admin_state> self,
                                        admin_desk* desk);

}  // namespace foliot::actors::admin
