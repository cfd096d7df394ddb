// A conversation of a person with an engine, which may go and come back meanwhile.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "server/console_link.hpp"
#include "tools/client/connection.hpp"
#include "tools/client/console.hpp"

namespace foliot::console {

class session {
 public:
  /// `target` is asked at each connection: a restarted engine has another port.
  explicit session(std::function<result<server::console_target>()> target)
      : target_(std::move(target)) {}

  /// Fails as the target and console_link::open do.
  result<void> connect();
  bool connected() const { return link_ != nullptr; }
  const actors::admin::status_report& welcome() const { return link_->welcome(); }
  /// Asks; connects first where that is not done. What fails with errc::unavailable ends the
  /// connection: the next question makes another.
  template <class Question>
  auto ask(Question&& question) -> decltype(question(std::declval<server::console_link&>())) {
    if (!link_)
      if (auto done = connect(); !done) return std::move(done).error();
    auto out = question(*link_);
    if (!out && (out.error().code == errc::unavailable || out.error().code == errc::forbidden))
      link_.reset();
    return out;
  }
  /// The ordinary commands' way to the engine, which it names by its address where connected.
  client::connection as_connection();

 private:
  std::function<result<server::console_target>()> target_;
  std::unique_ptr<server::console_link> link_;
};

}  // namespace foliot::console
