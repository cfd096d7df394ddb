// Where consoles connect: the ADMIN actor, published behind mutual TLS in an actor system of its
// own, so that nothing else of the engine can be reached.
#pragma once

#include <cstdint>
#include <memory>

#include "actors/admin.hpp"
#include "base/result.hpp"
#include "server/config.hpp"
#include "server/console_keys.hpp"

namespace foliot::server {

class console_port {
 public:
  /// Listens on `where` (port 0: any free one) and writes "HOST:PORT" into the port file of `keys`,
  /// or says to the desk that it could not. `desk` outlives it. Fails with io where it cannot
  /// listen, and as the keys do.
  static result<std::unique_ptr<console_port>> open(actors::admin::admin_desk& desk,
                                                    const console_keys& keys,
                                                    const listen_address& where);
  ~console_port();

  uint16_t port() const;
  /// Closes the port and ends the ADMIN; the desk is not asked any more. Answers that are on their
  /// way are lost.
  void stop();

 private:
  struct parts;
  explicit console_port(std::unique_ptr<parts> made);

  std::unique_ptr<parts> parts_;
};

}  // namespace foliot::server
