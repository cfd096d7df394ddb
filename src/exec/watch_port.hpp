// The port that tells when a path comes into being. Real: exec/inotify_watcher.hpp; fake:
// rehearsal/virtual_watches.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace foliot::exec {

/// Watches local paths. Calls return at once; news come through the sink, from a thread of the
/// port.
class watch_port {
 public:
  /// `token` is the one given to `watch`.
  using sink = std::function<void(uint64_t token)>;

  virtual ~watch_port() = default;

  /// Where news go. Set once before the first `watch`.
  virtual void deliver_to(sink ready) = 0;
  /// Tells `token` once as soon as `path` (absolute) exists; at once where it does already. The
  /// watch is over then. A path may be watched under several tokens.
  virtual void watch(uint64_t token, const std::string& path) = 0;
  /// Forgets a watch; a piece of news that is under way may still arrive.
  virtual void unwatch(uint64_t token) = 0;
};

}  // namespace foliot::exec
