// Private to api*.cpp: bodies of JSON with one member, read without building them in memory.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "base/result.hpp"

namespace foliot::http {

/// {"MEMBER": ["TEXT", ...]}, or with `named` {"MEMBER": {"NAME": "TEXT", ...}}.
struct json_form {
  const char* member;
  bool named;
  const char* shape;  ///< What the member is: "no list with at least one URI" refuses another.
  const char* text;   ///< What each text is: "a URI is a text".
  size_t most;        ///< Texts.
  const char* example;
};

/// Takes a text and its name, which is empty in lists, or refuses it; `place` names it, such as
/// "uris[3]" or "properties.a".
using take_text =
    std::function<result<void>(std::string name, std::string text, const std::string& place)>;

/// Hands the texts of `body` to `take` in their order. Stops at the first thing that does not fit
/// `form`, another member or a second one of that name included: bad_input, or too_large beyond
/// form.most, with place and remedy. Whether there has to be a text, and whether names may be
/// repeated, is for `take` and its owner to say.
result<void> read_json_body(const std::string& body, const json_form& form, const take_text& take);

}  // namespace foliot::http
