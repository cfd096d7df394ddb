// An actor system that talks TLS with a certificate from memory; for both ends of the console.
#pragma once

#include <caf/actor_system_config.hpp>

#include <string>

#include "base/result.hpp"
#include "exec/unique_fd.hpp"

namespace foliot::server {

/// CAF reads certificates from paths, anew for each connection, and throws in the thread of all
/// connections where that fails. So it gets paths that nobody can take away: of files in memory.
class tls_config : public caf::actor_system_config {
 public:
  tls_config();

  /// Both in PEM. Fails with io.
  result<void> present(const std::string& leaf, const std::string& key);
  /// Peers have to show a certificate that this one, in PEM, vouches for. Fails with io.
  result<void> trust(const std::string& anchor);
  /// Peers have to show a certificate that one of the anchors in that directory vouches for, at the
  /// time when they connect.
  void trust_directory(const std::string& path);

 private:
  exec::unique_fd leaf_;
  exec::unique_fd key_;
  exec::unique_fd anchor_;
};

}  // namespace foliot::server
