// What reaches the engine behind a console's good handshake: the frames, as the gate judges them,
// and every message, as CAF reads it. The first byte tells which.
#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/binary_deserializer.hpp>
#include <caf/binary_serializer.hpp>
#include <caf/message.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "actors/admin_protocol.hpp"
#include "base/contract.hpp"
#include "server/console_frames.hpp"

namespace {

using namespace foliot;
using namespace foliot::actors::admin;

struct with_messages : caf::actor_system_config {
  with_messages() {
    add_message_types<caf::id_block::foliot_admin>();
    set("scheduler.max-threads", size_t{1});
  }
};

/// Never ended: what CAF's own end needs is gone when statics are.
caf::actor_system& system_of_actors() {
  static auto* const config = new with_messages;
  static auto* const out = new caf::actor_system(*config);
  return *out;
}

template <class T>
std::vector<char> bytes_of(T& value) {
  std::vector<char> out;
  caf::binary_serializer sink(system_of_actors(), out);
  FOLIOT_ASSERT(!sink(value), "what was read can be written");
  return out;
}

/// What can be read is the same once it was written and read again.
template <class T>
void read_as(std::string_view bytes) {
  caf::binary_deserializer source(system_of_actors(), bytes.data(), bytes.size());
  T value{};
  if (source(value)) return;
  const std::vector<char> once = bytes_of(value);
  caf::binary_deserializer again(system_of_actors(), once);
  T back{};
  FOLIOT_ASSERT(!again(back), "what was written can be read");
  FOLIOT_ASSERT(bytes_of(back) == once, "and is the same");
}

template <class... Types>
struct type_list {};
using wire_types =
    type_list<hello, greeting, proof, ask, status_report, tree_report, entity_report, actors_report,
              committer_report, datasets_report, slots_report, runs_report, quarantine_report,
              settings_report, change_setting, user_request, user_reply, follow, next_news, news>;

template <class... Types>
void read_as_any(type_list<Types...>, size_t which, std::string_view bytes) {
  size_t at = 0;
  ((at++ == which ? read_as<Types>(bytes) : void()), ...);
}

constexpr size_t types_count = 20;
static_assert(caf::id_block::foliot_admin::end - caf::id_block::foliot_admin::begin == types_count,
              "list the new type in wire_types");

/// The gate's way through a stream of frames.
void judge(std::string_view bytes) {
  const std::string engine = "NODEKIND" + std::string(24, 'e');
  const server::frame_terms terms{7,         9,         engine,  "inquiry",
                                  "listing", {"hello"}, {"ask"}, "request"};
  server::console_frames frames(terms);
  while (bytes.size() >= server::frame_header_bytes) {
    if (!frames.header(bytes.substr(0, server::frame_header_bytes)).empty()) return;
    bytes.remove_prefix(server::frame_header_bytes);
    const size_t size = frames.payload_bytes();
    FOLIOT_ASSERT(size > 0 && size <= server::request_bytes_max, "lengths are bounded");
    if (bytes.size() < size || !frames.payload(bytes.substr(0, size)).empty()) return;
    FOLIOT_ASSERT(frames.node().size() == server::node_bytes, "who passes has an address");
    bytes.remove_prefix(size);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t which = data[0] % (types_count + 2);
  if (which < types_count)
    read_as_any(wire_types{}, which, bytes);
  else if (which == types_count)
    read_as<caf::message>(bytes);
  else
    judge(bytes);
  return 0;
}
