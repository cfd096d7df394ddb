// A conversation of a person with an engine, which may go and come back meanwhile.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "server/console_link.hpp"
#include "tools/client/connection.hpp"
#include "tools/client/console.hpp"

namespace foliot::console {

/// How an engine that went away is waited for.
struct patience {
  std::function<void(const std::string&)> say;
  /// Before each further attempt, with how many there were; false where nobody waits any longer.
  std::function<bool(int tried)> pause;
};

class session {
 public:
  /// `target` is asked at each connection: a restarted engine has another port.
  explicit session(std::function<result<server::console_target>()> target)
      : target_(std::move(target)) {}

  /// Fails as the target and console_link::open do.
  result<void> connect();
  /// What `ready` does once there was a conversation and the engine went away. Without it, it
  /// connects as at the beginning.
  void wait_with(patience how) { patience_ = std::move(how); }
  /// Connects where that is not done, or where the engine is known to be gone.
  result<void> ready();
  /// Connects again, and says so; tries on while nobody answers and `how` pauses. Whoever gave up
  /// waiting is not made to wait again.
  result<void> come_back(const patience& how);
  /// Whether a question would be sent.
  bool connected() const { return link_ != nullptr && !link_->is_lost(); }
  const actors::admin::status_report& welcome() const { return link_->welcome(); }
  /// Asks once, `ready` first. What fails with errc::unavailable ends the connection: the next
  /// question makes another.
  template <class Question>
  auto ask(Question&& question) -> decltype(question(std::declval<server::console_link&>())) {
    if (auto done = ready(); !done) return std::move(done).error();
    return ask_on(question);
  }
  /// Asks in the conversation that was begun; fails with errc::unavailable where it has ended.
  template <class Question>
  auto ask_on(Question&& question) -> decltype(question(std::declval<server::console_link&>())) {
    if (!link_)
      return failure{errc::unavailable, "the connection to the engine is lost", "", "", ""};
    auto out = question(*link_);
    if (out) return out;
    const bool refused = out.error().code == errc::forbidden;
    // Who is refused need not wait for anybody.
    if (refused) begun_ = false;
    if (refused || out.error().code == errc::unavailable) link_.reset();
    return out;
  }
  /// The ordinary commands' way to the engine, which it names by its address where connected.
  client::connection as_connection();

 private:
  std::function<result<server::console_target>()> target_;
  std::unique_ptr<server::console_link> link_;
  std::optional<patience> patience_;
  bool begun_ = false;  ///< There was a conversation, and its end was not the engine's wish.
};

}  // namespace foliot::console
