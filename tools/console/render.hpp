// Answers of the ADMIN as JSON and as text: by the members that each struct lists of itself.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "actors/admin_messages.hpp"
#include "tools/client/console.hpp"

namespace foliot::console {

namespace admin = actors::admin;

/// Members stay in the order in which the structs list them.
using json = nlohmann::ordered_json;

/// A member as JSON; the outcome, which is no part of the answer, is left out by `to_json`.
template <class T>
json to_json(const T& value) {
  if constexpr (admin::described<const T>) {
    json out = json::object();
    T::each(
        [&](const auto&... member) {
          const auto add = [&](const auto& each) {
            using type = std::remove_cvref_t<decltype(each.value)>;
            if constexpr (!std::is_same_v<type, admin::outcome>)
              out[each.name] = to_json(each.value);
          };
          (add(member), ...);
          return 0;
        },
        value);
    return out;
  } else if constexpr (requires { typename T::value_type; } && !std::is_same_v<T, std::string>) {
    json out = json::array();
    for (const auto& each : value) out.push_back(to_json(each));
    return out;
  } else if constexpr (std::is_same_v<T, uint32_t>) {
    return value == UINT32_MAX ? json(nullptr) : json(value);  // how reports tell "no limit"
  } else {
    return value;
  }
}

/// Members in lines "name  value", lists of texts one to a line, lists of structs as tables.
std::string to_text(const client::console& to, const json& answer);

/// Prints an answer: one line of JSON, or text.
template <class Report>
void show(const client::console& to, const Report& report) {
  const json answer = to_json(report);
  if (to.json)
    to.out(answer.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
  else
    to.out(to_text(to, answer));
}

/// "systemId" as "system id".
std::string words_of(const std::string& name);

}  // namespace foliot::console
