// What engine and console say to each other: read as it was written, and the bytes never change.
#include "actors/admin_messages.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/binary_deserializer.hpp>
#include <caf/binary_serializer.hpp>
#include <caf/message.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <type_traits>

#include "actors/admin.hpp"

namespace foliot::actors::admin {
namespace {

/// All types that go over the wire, in the order of their block.
template <class... Types>
struct type_list {};
using wire_types =
    type_list<hello, greeting, proof, ask, status_report, tree_report, entity_report, actors_report,
              committer_report, datasets_report, slots_report, runs_report, quarantine_report,
              settings_report, change_setting, user_request, user_reply, follow, next_news, news,
              retry_quarantined, retry_report, pulse_report>;
constexpr size_t wire_types_count = 23;
static_assert(caf::id_block::foliot_admin::end - caf::id_block::foliot_admin::begin ==
                  wire_types_count,
              "a new message type belongs into this test");

template <class T>
constexpr bool is_list = requires {
  typename T::value_type;
}
&&!std::is_same_v<T, std::string>;

/// Calls `visit` for each member that holds no others.
template <class T, class Visit>
void each_leaf(T& value, Visit&& visit) {
  if constexpr (described<T>) {
    T::each(
        [&](auto... member) {
          (each_leaf(member.value, visit), ...);
          return 0;
        },
        value);
  } else {
    visit(value);
  }
}

/// A value by chance: lists have up to three elements, texts any bytes.
template <class T>
T by_chance() {
  T out{};
  each_leaf(out, []<class Leaf>(Leaf& leaf) {
    if constexpr (is_list<Leaf>) {
      const int count = *rc::gen::inRange(0, 4);
      for (int i = 0; i < count; ++i) leaf.push_back(by_chance<typename Leaf::value_type>());
    } else {
      leaf = *rc::gen::arbitrary<Leaf>();
    }
  });
  return out;
}

/// A value that is always the same, no two leaves alike.
template <class T>
void number(T& value, uint32_t& next) {
  each_leaf(value, [&next]<class Leaf>(Leaf& leaf) {
    if constexpr (is_list<Leaf>) {
      leaf.resize(2);
      for (auto& each : leaf) number(each, next);
    } else if constexpr (std::is_same_v<Leaf, std::string>) {
      leaf = "text " + std::to_string(++next);
    } else if constexpr (std::is_same_v<Leaf, bool>) {
      leaf = true;
    } else {
      leaf = ++next;
    }
  });
}

/// All leaves as text: equal values have equal texts.
template <class T>
std::string told(const T& value) {
  std::string out;
  each_leaf(value, [&out]<class Leaf>(const Leaf& leaf) {
    if constexpr (is_list<std::remove_const_t<Leaf>>) {
      out += "[" + std::to_string(leaf.size()) + "]";
      for (const auto& each : leaf) out += told(each);
    } else if constexpr (std::is_same_v<std::remove_const_t<Leaf>, std::string>) {
      out += std::to_string(leaf.size()) + ":" + leaf + ";";
    } else {
      out += std::to_string(leaf) + ";";
    }
  });
  return out;
}

class admin_messages : public testing::Test {
 protected:
  struct with_messages : caf::actor_system_config {
    with_messages() { configure_admin(*this); }
  };

  template <class T>
  std::vector<char> bytes_of(const T& value) {
    std::vector<char> out;
    caf::binary_serializer sink(system_, out);
    caf::message message = caf::make_message(value);
    EXPECT_EQ(sink(message), caf::none);
    return out;
  }
  template <class T>
  std::optional<T> read(const std::vector<char>& bytes) {
    caf::binary_deserializer source(system_, bytes);
    caf::message message;
    if (source(message) != caf::none || !message.match_elements<T>()) return {};
    return message.get_as<T>(0);
  }

  template <class T>
  void check_round_trip() {
    EXPECT_TRUE(rc::check("read as it was written", [this] {
      const T value = by_chance<T>();
      const auto back = read<T>(bytes_of(value));
      RC_ASSERT(back.has_value());
      RC_ASSERT(told(*back) == told(value));
    }));
  }
  template <class... Types>
  void check_round_trips(type_list<Types...>) {
    (check_round_trip<Types>(), ...);
  }

  template <class T>
  std::string golden() {
    T value{};
    uint32_t next = 0;
    number(value, next);
    std::ostringstream out;
    for (const char byte : bytes_of(value)) {
      constexpr std::string_view digits = "0123456789abcdef";
      out << digits[static_cast<unsigned char>(byte) >> 4]
          << digits[static_cast<unsigned char>(byte) & 0xF];
    }
    return out.str() + "\n";
  }
  template <class... Types>
  std::string goldens(type_list<Types...>) {
    return (golden<Types>() + ...);
  }

  /// Whatever stands there, reading it ends without a crash.
  template <class... Types>
  void read_damaged(type_list<Types...>) {
    rc::check("damaged bytes are refused or mean something else", [this] {
      const auto try_one = [this]<class T>(const T&) {
        std::vector<char> bytes = bytes_of(by_chance<T>());
        if (*rc::gen::arbitrary<bool>()) bytes.resize(*rc::gen::inRange<size_t>(0, bytes.size()));
        if (!bytes.empty())
          bytes[*rc::gen::inRange<size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
        static_cast<void>(read<T>(bytes));
      };
      (try_one(Types{}), ...);
    });
  }

  with_messages config_;
  caf::actor_system system_{config_};
};

TEST_F(admin_messages, are_read_as_they_were_written) { check_round_trips(wire_types{}); }

TEST_F(admin_messages, damaged_ones_are_refused) { read_damaged(wire_types{}); }

TEST_F(admin_messages, have_the_bytes_that_they_always_had) {
  const std::string path = std::string(FOLIOT_SOURCE_DIR) + "/tests/actors/admin_golden.txt";
  const std::string now = goldens(wire_types{});
  if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(path) << now;
  std::ifstream file(path);
  std::ostringstream before;
  before << file.rdbuf();
  EXPECT_EQ(now, before.str())
      << "what consoles of other versions say has changed: raise protocol_version, then "
         "UPDATE_GOLDEN=1";
}

}  // namespace
}  // namespace foliot::actors::admin
