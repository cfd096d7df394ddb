#include "server/console_port.hpp"

#include <unistd.h>

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>
#include <caf/atom.hpp>
#include <caf/io/basp_broker.hpp>
#include <caf/io/middleman.hpp>
#include <caf/openssl/manager.hpp>
#include <caf/scoped_actor.hpp>
#include <caf/send.hpp>
#include <utility>

#include "server/clocks.hpp"
#include "server/console_gate.hpp"
#include "server/console_terms.hpp"
#include "server/tls_system.hpp"

namespace foliot::server {

struct console_port::parts {
  steady_clock_source clock;
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
  auto gate = open_gate(*all.system, where, terms_of(*all.system, outside), all.clock,
                        [&desk](const std::string& sentence) { desk.remark(sentence); });
  if (!gate) return std::move(gate).error();
  all.port = (*gate)->port();
  const auto broker = all.system->middleman().named_broker<caf::io::basp_broker>(caf::atom("BASP"));
  caf::anon_send(broker, caf::publish_atom_v, std::move(*gate), all.port,
                 caf::actor_cast<caf::strong_actor_ptr>(all.admin),
                 all.system->message_types(outside));
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
