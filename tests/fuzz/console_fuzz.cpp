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
#include <utility>
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

/// All types that go over the wire, by the numbers of their block.
using block = caf::id_block::foliot_admin;
constexpr size_t types_count = block::end - block::begin;
template <size_t Index>
using wire_type = typename caf::type_by_id<static_cast<caf::type_id_t>(block::begin + Index)>::type;

template <size_t... Index>
void read_as_any(std::index_sequence<Index...>, size_t which, std::string_view bytes) {
  ((Index == which ? read_as<wire_type<Index>>(bytes) : void()), ...);
}

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
  // Fixed numbers come first, so that a new type at the end leaves the corpus what it was.
  constexpr size_t types_begin = 2;
  const size_t which = data[0] % (types_begin + types_count);
  if (which == 0)
    judge(bytes);
  else if (which == 1)
    read_as<caf::message>(bytes);
  else
    read_as_any(std::make_index_sequence<types_count>{}, which - types_begin, bytes);
  return 0;
}
