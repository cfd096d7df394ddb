// Values with all of their texts replaced and all hashes of definitions followed: the third archive
// beside writer and reader (archive.hpp), so that no field is forgotten.
#pragma once

#include <concepts>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "store/archive.hpp"
#include "store/fields.hpp"
#include "store/words.hpp"

namespace foliot::store {

class rewriter {
 public:
  /// `hashes`: of definitions, each with that of its rewritten text. Both outlive the rewriter.
  rewriter(word_map& words, const std::map<hash128, hash128>& hashes)
      : words_(words), hashes_(hashes) {}

  bool since(uint8_t /*version*/) const { return true; }

  template <class... T>
  void operator()(T&... values) {
    (put(values), ...);
  }
  template <class... B>
  void bits(B&... /*truths*/) {}

 private:
  void put_value(el::value& value) {
    if (const std::string* text = value.as_string()) {
      value = el::value(words_.value(*text));
    } else if (const el::value_map* map = value.as_map()) {
      el::value_map out = *map;
      put(out);
      value = el::value(std::move(out));
    }
  }
  template <class T>
  void put(T& value) {
    if constexpr (std::same_as<T, std::string>) {
      value = words_.value(value);
    } else if constexpr (std::same_as<T, hash128>) {
      if (const auto found = hashes_.find(value); found != hashes_.end()) value = found->second;
    } else if constexpr (std::same_as<T, el::value>) {
      put_value(value);
    } else if constexpr (std::same_as<T, el::probe>) {
      put(value.arguments);  // the function is one of ours
    } else if constexpr (std::same_as<T, model::node_list>) {
      std::vector<model::node_state> states(value.begin(), value.end());
      put(states);
      value = model::node_list(std::move(states));
    } else if constexpr (std::integral<T> || std::is_enum_v<T> || std::same_as<T, instant>) {
      // stays
    } else if constexpr (is_list<T>) {
      for (auto& item : value) put(item);
    } else if constexpr (is_text_map<T>) {
      T out;
      for (auto& [name, content] : value) {
        put(content);
        out.insert_or_assign(words_.text(name), std::move(content));
      }
      value = std::move(out);
    } else if constexpr (is_couple<T>) {
      put(value.first);
      put(value.second);
    } else if constexpr (is_shared<T>) {
      if (!value) return;
      auto out = *value;
      put(out);
      value = std::make_shared<typename T::element_type>(std::move(out));
    } else if constexpr (is_maybe<T>) {
      if (value) put(*value);
    } else if constexpr (is_choice<T>) {
      std::visit([this](auto& chosen) { this->put(chosen); }, value);
    } else if constexpr (!std::is_empty_v<T>) {
      fields(*this, value);
    }
  }

  word_map& words_;
  const std::map<hash128, hash128>& hashes_;
};

}  // namespace foliot::store
