#include "server/console_port.hpp"

#include <unistd.h>

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>
#include <caf/openssl/manager.hpp>
#include <caf/openssl/publish.hpp>
#include <caf/scoped_actor.hpp>
#include <caf/send.hpp>
#include <utility>

#include "server/tls_system.hpp"

namespace foliot::server {

struct console_port::parts {
  tls_config settings;
  std::unique_ptr<caf::actor_system> system;
  actors::admin::admin_inside_actor admin;
  uint16_t port = 0;
  std::string port_file;
};

console_port::console_port(std::unique_ptr<parts> made) : parts_(std::move(made)) {}

result<std::unique_ptr<console_port>> console_port::open(actors::admin::admin_desk& desk,
                                                         const console_keys& keys,
                                                         const listen_address& where) {
  auto engine = keys.engine_certificate();
  if (!engine) return std::move(engine).error();
  auto made = std::make_unique<parts>();
  if (auto shown = made->settings.present(engine->leaf, engine->key); !shown)
    return std::move(shown).error();
  made->settings.trust_directory(keys.trust_directory());
  made->system = std::make_unique<caf::actor_system>(made->settings);
  made->system->await_actors_before_shutdown(false);
  made->admin = made->system->spawn(actors::admin::admin, &desk);
  std::unique_ptr<console_port> out(new console_port(std::move(made)));
  parts& all = *out->parts_;
  const auto outside = caf::actor_cast<actors::admin::admin_actor>(all.admin);
  const auto port = caf::openssl::publish(outside, where.port, where.host.c_str(), true);
  if (!port)
    return failure{errc::io, "consoles cannot be listened for: " + to_string(port.error()), "",
                   where.host + ":" + std::to_string(where.port),
                   "Choose another port with admin_listen, or set admin_enabled = false"};
  all.port = *port;
  all.port_file = keys.port_file();
  const std::string host =
      where.host.find(':') == std::string::npos ? where.host : "[" + where.host + "]";
  // A full disk is no reason not to serve: who knows the port can still connect.
  const auto told = write_private_file(all.port_file, host + ":" + std::to_string(all.port) + "\n");
  if (!told)
    desk.remark("consoles can connect to port " + std::to_string(all.port) +
                ", which cannot be written down: " + told.error().text());
  return out;
}

uint16_t console_port::port() const { return parts_->port; }

void console_port::stop() {
  parts& all = *parts_;
  if (!all.admin) return;
  if (!all.port_file.empty()) ::unlink(all.port_file.c_str());
  caf::scoped_actor self(*all.system);
  if (all.port != 0)
    self->request(all.system->openssl_manager().actor_handle(), caf::infinite,
                  caf::unpublish_atom_v, all.admin.address(), all.port)
        .receive([] {}, [](const caf::error&) {});
  self->send_exit(all.admin, caf::exit_reason::user_shutdown);
  self->wait_for(all.admin);
  all.admin = nullptr;
}

console_port::~console_port() { stop(); }

}  // namespace foliot::server
