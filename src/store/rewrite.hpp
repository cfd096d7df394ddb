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
#include "model/kinds/action_conf.hpp"
#include "model/kinds/handed_global.hpp"
#include "model/kinds/sub_workflow.hpp"
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
  /// The text of `value` that is read as a Java property file; null where it has none.
  template <class T>
  static std::string* properties_in(T& value) {
    if constexpr (std::same_as<T, model::workflow_events::run_ended>)
      return &value.output;
    else if constexpr (std::same_as<T, model::node_state>)
      return &value.data;
    else
      return nullptr;
  }
  template <class T>
  void put_fields(T& value) {
    std::string* const lines = properties_in(value);
    const std::string before = lines == nullptr ? std::string() : std::exchange(*lines, {});
    fields(*this, value);
    if (lines != nullptr) *lines = words_.captured(before);
  }
  /// A question with its answer.
  void put_answer(const el::probe& question, el::value& answer) {
    const std::string* lines = answer.as_string();
    if (lines != nullptr && model::is_properties_question(question.function))
      answer = el::value(words_.properties(*lines));
    else
      put_value(answer);
  }
  /// What <global> hands down is a property file whose expressions are hidden.
  void put_property(const std::string& name, std::string& content) {
    const std::string shown =
        name == model::global_property ? model::show_expressions(content) : "";
    if (shown.empty() || model::hide_expressions(shown) != content) return put(content);
    content = model::hide_expressions(words_.properties(shown));
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
        if constexpr (std::same_as<T, model::configuration>)
          put_property(name, content);
        else
          put(content);
        out.insert_or_assign(words_.text(name), std::move(content));
      }
      value = std::move(out);
    } else if constexpr (is_couple<T>) {
      put(value.first);
      if constexpr (std::same_as<T, std::pair<el::probe, el::value>>)
        put_answer(value.first, value.second);
      else
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
      put_fields(value);
    }
  }

  word_map& words_;
  const std::map<hash128, hash128>& hashes_;
};

}  // namespace foliot::store
