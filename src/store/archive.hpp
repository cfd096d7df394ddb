// Values as bytes and back: one template archive for both directions, so that a struct's fields are
// named once (store/fields.hpp). Numbers are LEB128 (signed ones zigzag), texts and lists carry
// their length in front. A reader takes hostile bytes: it never reads past the end, never allocates
// more than a small multiple of what it is given, and reports the first thing that is wrong.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "base/instant.hpp"
#include "base/limits.hpp"
#include "el/value.hpp"

namespace foliot::store {

/// `R` is T or const T: a `fields` function serves both directions.
template <class R, class T>
concept of = std::same_as<std::remove_const_t<R>, T>;

/// The frozen number of a variant's alternative; 0 where none was given.
template <class T>
inline constexpr uint8_t tag_of = 0;

/// The smallest and largest number of an enum on disk; to be specialised.
template <class E>
struct enum_range;

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T>
inline constexpr bool is_text_map = false;
template <class T>
inline constexpr bool is_text_map<std::map<std::string, T, std::less<>>> = true;
template <class T>
inline constexpr bool is_couple = false;
template <class A, class B>
inline constexpr bool is_couple<std::pair<A, B>> = true;
template <class T>
inline constexpr bool is_choice = false;
template <class... T>
inline constexpr bool is_choice<std::variant<T...>> = true;
template <class T>
inline constexpr bool is_maybe = false;
template <class T>
inline constexpr bool is_maybe<std::optional<T>> = true;
template <class T>
inline constexpr bool is_shared = false;
template <class T>
inline constexpr bool is_shared<std::shared_ptr<const T>> = true;

/// Kinds of el::value on disk. Never renumber.
enum class value_tag : uint8_t { null = 0, truth = 1, integer = 2, real = 3, text = 4, map = 5 };

/// The pages of one list, as the head of their record names them: how many there are, and the hash
/// of their hashes; zero without pages.
using pages_named = std::pair<size_t, hash128>;

/// Appends values to bytes.
class writer {
 public:
  /// `version`: the layout to write, of records and events. `head`: pages of lists of nodes stand
  /// elsewhere (store/node_pages.hpp).
  explicit writer(std::string& out, uint8_t version = UINT8_MAX, bool head = false)
      : out_(out), version_(version), head_(head) {}
  bool of_head() const { return head_; }

  /// Whether the layout has what came with that version.
  bool since(uint8_t version) const { return version_ >= version; }

  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  /// Up to 64 truths in one number, the first in the lowest bit.
  template <class... B>
  void bits(const B&... truths) {
    uint64_t mask = 0;
    int place = 0;
    ((mask |= static_cast<uint64_t>(truths ? 1 : 0) << place++), ...);
    number(mask);
  }

 private:
  void byte(uint8_t value) { out_ += static_cast<char>(value); }
  void number(uint64_t value) {
    while (value >= 0x80) {
      byte(static_cast<uint8_t>(value) | 0x80);
      value >>= 7;
    }
    byte(static_cast<uint8_t>(value));
  }
  void fixed64(uint64_t value) {
    for (int i = 56; i >= 0; i -= 8) byte(static_cast<uint8_t>(value >> i));
  }
  void put_value(const el::value& value) {
    if (value.is_null()) return byte(static_cast<uint8_t>(value_tag::null));
    if (const bool* truth = value.as_bool()) {
      byte(static_cast<uint8_t>(value_tag::truth));
      return put(*truth);
    }
    if (const int64_t* integer = value.as_int()) {
      byte(static_cast<uint8_t>(value_tag::integer));
      return put(*integer);
    }
    if (const double* real = value.as_double()) {
      byte(static_cast<uint8_t>(value_tag::real));
      return fixed64(std::bit_cast<uint64_t>(*real));
    }
    if (const std::string* text = value.as_string()) {
      byte(static_cast<uint8_t>(value_tag::text));
      return put(*text);
    }
    byte(static_cast<uint8_t>(value_tag::map));
    put(*value.as_map());
  }
  template <class T>
  void put(const T& value) {
    if constexpr (std::same_as<T, bool>) {
      byte(value ? 1 : 0);
    } else if constexpr (std::is_enum_v<T>) {
      byte(static_cast<uint8_t>(value));
    } else if constexpr (std::unsigned_integral<T>) {
      number(value);
    } else if constexpr (std::signed_integral<T>) {
      const int64_t wide = value;
      number((static_cast<uint64_t>(wide) << 1) ^ static_cast<uint64_t>(wide >> 63));
    } else if constexpr (std::same_as<T, instant>) {
      put(value.ms);
    } else if constexpr (std::same_as<T, hash128>) {
      fixed64(value.high);
      fixed64(value.low);
    } else if constexpr (std::same_as<T, std::string>) {
      number(value.size());
      out_ += value;
    } else if constexpr (std::same_as<T, el::value>) {
      put_value(value);
    } else if constexpr (is_list<T> || is_text_map<T>) {
      number(value.size());
      for (const auto& item : value) put(item);
    } else if constexpr (is_couple<T>) {
      put(value.first);
      put(value.second);
    } else if constexpr (is_shared<T>) {
      put(value != nullptr);
      if (value) put(*value);
    } else if constexpr (is_maybe<T>) {
      put(value.has_value());
      if (value) put(*value);
    } else if constexpr (is_choice<T>) {
      std::visit(
          [&](const auto& chosen) {
            byte(tag_of<std::remove_cvref_t<decltype(chosen)>>);
            put(chosen);
          },
          value);
    } else if constexpr (!std::is_empty_v<T>) {
      fields(*this, value);
    }
  }

  std::string& out_;
  uint8_t version_;
  bool head_;
};

/// Takes values from bytes. After the first error every further read gives nothing.
class reader {
 public:
  explicit reader(std::string_view bytes) : rest_(bytes), size_(bytes.size()) {}

  /// The layout that the bytes have, once their version byte was read.
  void is_of(uint8_t version) { version_ = version; }
  bool since(uint8_t version) const { return version_ >= version; }
  /// The bytes are a head, which names pages that stand elsewhere.
  void is_head() { head_ = true; }
  bool of_head() const { return head_; }
  void note_pages(const pages_named& pages) { pages_.push_back(pages); }
  const std::vector<pages_named>& pages() const { return pages_; }

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  template <class... B>
  void bits(B&... truths) {
    const uint64_t mask = number();
    if (sizeof...(B) < 64 && (mask >> (sizeof...(B) % 64)) != 0) fail("unknown flags");
    int place = 0;
    ((truths = ((mask >> place++) & 1) != 0), ...);
  }

  bool failed() const { return wrong_ != nullptr; }
  bool at_end() const { return rest_.empty(); }
  /// What is wrong, or nullptr.
  const char* wrong() const { return wrong_; }
  /// Bytes read so far; where it went wrong.
  size_t position() const { return wrong_ != nullptr ? where_ : size_ - rest_.size(); }
  void fail(const char* what) {
    if (wrong_ != nullptr) return;
    wrong_ = what;
    where_ = size_ - rest_.size();
    rest_ = {};
  }
  /// All bytes that are left.
  std::string_view rest() const { return rest_; }

 private:
  uint8_t byte() {
    if (rest_.empty()) return fail("the end is missing"), uint8_t{0};
    const auto out = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return out;
  }
  uint64_t number() {
    uint64_t out = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const uint8_t piece = byte();
      if (failed()) return 0;
      if (shift == 63 && piece > 1) break;
      out |= static_cast<uint64_t>(piece & 0x7F) << shift;
      if ((piece & 0x80) != 0) continue;
      if (piece == 0 && shift != 0) return fail("a number is padded"), uint64_t{0};
      return out;
    }
    return fail("a number is too long"), uint64_t{0};
  }
  uint64_t fixed64() {
    uint64_t out = 0;
    for (int i = 0; i < 8; ++i) out = (out << 8) | byte();
    return out;
  }
  /// A count of things of at least one byte each: never more than what is left.
  size_t count() {
    const uint64_t out = number();
    if (out > rest_.size()) return fail("a length is too large"), size_t{0};
    return static_cast<size_t>(out);
  }
  void get_value(el::value& out) {
    switch (static_cast<value_tag>(byte())) {
      case value_tag::null: out = el::value(); return;
      case value_tag::truth: return get_as<bool>(out);
      case value_tag::integer: return get_as<int64_t>(out);
      case value_tag::real: out = el::value(std::bit_cast<double>(fixed64())); return;
      case value_tag::text: return get_as<std::string>(out);
      case value_tag::map:
        if (++depth_ > limits::el_depth_max) return fail("a value is nested too deeply");
        get_as<el::value_map>(out);
        --depth_;
        return;
    }
    fail("unknown kind of value");
  }
  template <class T>
  void get_as(el::value& out) {
    T content{};
    get(content);
    if (!failed()) out = el::value(std::move(content));
  }
  template <class T>
  void get_list(T& out) {
    const size_t items = count();
    for (size_t i = 0; i < items && !failed(); ++i) get(out.emplace_back());
  }
  template <class T>
  void get_text_map(T& out) {
    const size_t items = count();
    for (size_t i = 0; i < items && !failed(); ++i) {
      std::string key;
      get(key);
      if (!out.empty() && key <= out.rbegin()->first) return fail("names are not in order");
      get(out.emplace_hint(out.end(), std::move(key), typename T::mapped_type{})->second);
    }
  }
  template <class... T>
  void get_choice(std::variant<T...>& out) {
    const uint8_t tag = byte();
    const bool known = (take_if<T>(tag, out) || ...);
    if (!known) fail("unknown alternative");
  }
  template <class T, class Choice>
  bool take_if(uint8_t tag, Choice& out) {
    if (tag != tag_of<T>) return false;
    T content{};
    get(content);
    out = std::move(content);
    return true;
  }
  template <class T>
  void get(T& value) {
    if constexpr (std::same_as<T, bool>) {
      const uint8_t raw = byte();
      if (raw > 1) fail("a truth is neither 0 nor 1");
      value = raw == 1;
    } else if constexpr (std::is_enum_v<T>) {
      const uint8_t raw = byte();
      if (raw < enum_range<T>::first || raw > enum_range<T>::last) fail("unknown enumerator");
      value = failed() ? static_cast<T>(enum_range<T>::first) : static_cast<T>(raw);
    } else if constexpr (std::unsigned_integral<T>) {
      const uint64_t wide = number();
      if (wide > std::numeric_limits<T>::max()) fail("a number is out of range");
      value = static_cast<T>(wide);
    } else if constexpr (std::signed_integral<T>) {
      const uint64_t raw = number();
      const auto wide = static_cast<int64_t>((raw >> 1) ^ (~(raw & 1) + 1));
      if (wide < std::numeric_limits<T>::min() || wide > std::numeric_limits<T>::max())
        fail("a number is out of range");
      value = static_cast<T>(wide);
    } else if constexpr (std::same_as<T, instant>) {
      get(value.ms);
    } else if constexpr (std::same_as<T, hash128>) {
      value.high = fixed64();
      value.low = fixed64();
    } else if constexpr (std::same_as<T, std::string>) {
      const size_t length = count();
      value.assign(rest_.substr(0, length));
      rest_.remove_prefix(length);
    } else if constexpr (std::same_as<T, el::value>) {
      get_value(value);
    } else if constexpr (is_list<T>) {
      get_list(value);
    } else if constexpr (is_text_map<T>) {
      get_text_map(value);
    } else if constexpr (is_couple<T>) {
      get(value.first);
      get(value.second);
    } else if constexpr (is_shared<T>) {
      bool present = false;
      get(present);
      if (!present) return value.reset();
      std::remove_const_t<typename T::element_type> content{};
      get(content);
      value = std::make_shared<typename T::element_type>(std::move(content));
    } else if constexpr (is_maybe<T>) {
      bool present = false;
      get(present);
      if (!present) return value.reset();
      get(value.emplace());
    } else if constexpr (is_choice<T>) {
      get_choice(value);
    } else if constexpr (!std::is_empty_v<T>) {
      fields(*this, value);
    }
  }

  std::string_view rest_;
  size_t size_ = 0;
  size_t where_ = 0;
  size_t depth_ = 0;
  uint8_t version_ = UINT8_MAX;
  bool head_ = false;
  std::vector<pages_named> pages_;
  const char* wrong_ = nullptr;
};

}  // namespace foliot::store
