// The wiring: data directory -> ports -> actors -> HTTP. Everything is made here, once, and passed
// down; nothing below knows how it was made.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "server/config.hpp"

namespace foliot::server {

/// A running engine. Made by `start`, ended by the destructor.
class engine {
 public:
  /// Opens the data directory, takes an epoch, recovers, listens. Returns when requests are
  /// answered. Fails with one sentence that says what to do: no permission, another engine on the
  /// directory, a port in use, a corrupt or too new database, no launcher program.
  static result<std::unique_ptr<engine>> start(const config& settings);
  ~engine();

  /// "http://127.0.0.1:11000"
  std::string url() const;

  /// Tells the log where the free space fell below the reserve or rose above it since the last
  /// look.
  void look_at_space();

 private:
  struct parts;
  explicit engine(std::unique_ptr<parts> inside);

  std::unique_ptr<parts> parts_;
};

/// `foliot serve`: starts an engine, calls `ready` with its URL once and waits for SIGTERM or
/// SIGINT. Fails as `engine::start`; a write error ends the process at once with status 74.
result<void> run_engine(const config& settings,
                        const std::function<void(const std::string& url)>& ready);

}  // namespace foliot::server
