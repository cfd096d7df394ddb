#include "server/console_terms.hpp"

#include <caf/atom.hpp>
#include <caf/binary_serializer.hpp>
#include <caf/message.hpp>
#include <caf/node_id.hpp>
#include <caf/replies_to.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/contract.hpp"

namespace foliot::server {

namespace admin = actors::admin;

namespace {

/// The payload of a message that no other actor has passed on.
std::string payload_of(caf::actor_system& system, const caf::message& what) {
  std::vector<char> out;
  caf::binary_serializer sink(system, out);
  const std::vector<caf::strong_actor_ptr> nobody;
  FOLIOT_ASSERT(!sink(nobody, what), "messages can be written");
  return {out.begin(), out.end()};
}

/// Up to and with the names of its types: an empty list, two zeros, a text.
size_t names_end(const std::string& payload) {
  constexpr size_t before = 3;
  const auto size = static_cast<unsigned char>(payload[before]);
  FOLIOT_ASSERT(size < 0x80, "the names of a message fit into a short text");
  return before + 1 + size;
}

constexpr size_t atom_bytes = 8;

template <class T>
constexpr bool is_atom = false;
template <caf::atom_value Value>
constexpr bool is_atom<caf::atom_constant<Value>> = true;

template <class First, class... Others>
void add(caf::actor_system& system, frame_terms& out) {
  const std::string payload = payload_of(system, caf::make_message(First{}, Others{}...));
  // Questions of one type differ by their atom.
  std::string begin = payload.substr(0, names_end(payload) + (is_atom<First> ? atom_bytes : 0));
  if constexpr (std::is_same_v<First, admin::user_request>)
    out.request = std::move(begin);
  else if constexpr (std::is_same_v<First, admin::hello> || std::is_same_v<First, admin::proof>)
    out.openings.push_back(std::move(begin));
  else
    out.questions.push_back(std::move(begin));
}

template <class... In, class Out>
void add_signature(caf::actor_system& system, frame_terms& out,
                   const caf::typed_mpi<caf::detail::type_list<In...>, Out>*) {
  add<In...>(system, out);
}

template <class... Signatures>
void add_all(caf::actor_system& system, frame_terms& out,
             const caf::detail::type_list<Signatures...>*) {
  (add_signature(system, out, static_cast<const Signatures*>(nullptr)), ...);
}

}  // namespace

frame_terms terms_of(caf::actor_system& system, const admin::admin_actor& admin) {
  frame_terms out;
  out.admin = admin->id();
  out.directory = static_cast<uint64_t>(caf::atom("SpawnServ"));
  std::vector<char> node;
  caf::binary_serializer sink(system, node);
  FOLIOT_ASSERT(!sink(system.node()), "the engine has an address");
  out.engine.assign(node.begin(), node.end());
  const std::string key = "info";
  out.inquiry = payload_of(system, caf::make_message(caf::sys_atom_v, caf::get_atom_v, key));
  const std::string listing = payload_of(
      system, caf::make_message(caf::ok_atom_v, key, caf::strong_actor_ptr(), std::string()));
  out.listing = listing.substr(0, names_end(listing) + atom_bytes + 1 + key.size());
  add_all(system, out, static_cast<const admin::admin_actor::signatures*>(nullptr));
  return out;
}

}  // namespace foliot::server
