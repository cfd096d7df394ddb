// Random values of everything that is stored: a third archive beside store::writer and
// store::reader, so that no field can be forgotten here.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "store/archive.hpp"
#include "store/fields.hpp"

namespace foliot::store {

class random_values {
 public:
  explicit random_values(uint64_t seed) : bits_source_(seed) {}

  template <class... T>
  void operator()(T&... values) {
    (fill(values), ...);
  }
  template <class... B>
  void bits(B&... truths) {
    ((truths = chance(2)), ...);
  }
  bool since(uint8_t) const { return true; }
  template <class T>
  T make() {
    T out{};
    fill(out);
    return out;
  }
  uint64_t below(uint64_t limit) { return bits_source_() % limit; }

 private:
  bool chance(uint64_t one_in) { return below(one_in) == 0; }
  /// Numbers of every size, the extremes among them.
  uint64_t number() {
    if (chance(8)) return 0;
    if (chance(16)) return UINT64_MAX;
    return bits_source_() >> below(64);
  }
  std::string text() {
    std::string out;
    const uint64_t length = chance(20) ? 200 : below(6);
    for (uint64_t i = 0; i < length; ++i) out += static_cast<char>(bits_source_());
    return out;
  }
  el::value value() {
    switch (below(++depth_ > 4 ? 5 : 6)) {
      case 0: return {};
      case 1: return chance(2);
      case 2: return static_cast<int64_t>(number());
      case 3: return static_cast<double>(static_cast<int64_t>(number())) / 7;
      case 4: return text();
      default: return make<el::value_map>();
    }
  }
  template <class... T>
  void fill_choice(std::variant<T...>& out) {
    uint64_t left = below(sizeof...(T));
    ((left-- == 0 ? void(out = make<T>()) : void()), ...);
  }
  template <class T>
  void fill(T& out) {
    if constexpr (std::same_as<T, bool>) {
      out = chance(2);
    } else if constexpr (std::is_enum_v<T>) {
      const uint8_t first = enum_range<T>::first;
      out = static_cast<T>(first + below(enum_range<T>::last - first + 1));
    } else if constexpr (std::integral<T>) {
      out = static_cast<T>(number());
    } else if constexpr (std::same_as<T, instant>) {
      out.ms = static_cast<int64_t>(number());
    } else if constexpr (std::same_as<T, hash128>) {
      out = {number(), number()};
    } else if constexpr (std::same_as<T, std::string>) {
      out = text();
    } else if constexpr (std::same_as<T, el::value>) {
      out = value();
      depth_ = 0;
    } else if constexpr (is_list<T>) {
      for (uint64_t i = below(4); i > 0; --i) fill(out.emplace_back());
    } else if constexpr (is_text_map<T>) {
      for (uint64_t i = below(4); i > 0; --i) out[text()] = make<typename T::mapped_type>();
    } else if constexpr (is_couple<T>) {
      fill(out.first);
      fill(out.second);
    } else if constexpr (is_shared<T>) {
      if (chance(2))
        out = std::make_shared<typename T::element_type>(
            make<std::remove_const_t<typename T::element_type>>());
    } else if constexpr (is_maybe<T>) {
      if (chance(2)) fill(out.emplace());
    } else if constexpr (is_choice<T>) {
      fill_choice(out);
    } else if constexpr (!std::is_empty_v<T>) {
      fields(*this, out);
    }
  }

  std::mt19937_64 bits_source_;
  uint64_t depth_ = 0;
};

/// Some are so long that they have pages.
inline void list_of_nodes(random_values& from, model::node_list& out) {
  const uint64_t size = from.below(8) == 0 ? 20 + from.below(80) : from.below(4);
  for (uint64_t i = 0; i < size; ++i) out.push_back(from.make<model::node_state>());
}

/// A record of a random kind.
inline model::any_record random_record(random_values& from) {
  switch (from.below(4)) {
    case 0: return from.make<model::bundle_record>();
    case 1: return from.make<model::coordinator_record>();
    case 2: return from.make<model::action_record>();
    default: return from.make<model::workflow_record>();
  }
}

/// An event of a random kind.
inline model::any_event random_event(random_values& from) {
  switch (from.below(4)) {
    case 0: return from.make<model::bundle_event>();
    case 1: return from.make<model::coordinator_event>();
    case 2: return from.make<model::action_event>();
    default: return from.make<model::workflow_event>();
  }
}

}  // namespace foliot::store
