#include "http/own_call.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "http/errors.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

namespace {

/// What of a client's text is repeated to it, bytes.
constexpr size_t repeated_max = 100;

std::string with_commas(std::string_view words) {
  std::string out;
  for (const char c : words) out += c == ' ' ? std::string(", ") : std::string(1, c);
  return out;
}

/// "GET, HEAD, POST, OPTIONS"
std::string allowed(const own_route& of) {
  std::string out = with_commas(of.methods);
  if (const size_t get = out.find("GET"); get != std::string::npos) out.insert(get + 3, ", HEAD");
  return out + ", OPTIONS";
}

failure wrong_value(std::string_view name, std::string sentence, std::string remedy) {
  return {errc::bad_input, std::move(sentence), "E1603", std::string(name), std::move(remedy)};
}

failure unknown_parameter(const own_route& of, const std::string& name) {
  const std::string shown = name.substr(0, repeated_max);
  return wrong_value(shown, "there is no parameter '" + shown + "'",
                     of.parameters.empty() ? "This address takes user.name and doAs only"
                                           : "Use " + with_commas(of.parameters));
}

}  // namespace

std::optional<response> refuse_own(api_call& call) {
  if (call.where.own == nullptr) return std::nullopt;
  const own_route& own = *call.where.own;
  if (call.in.method == "HEAD" && own.takes("GET")) call.in.method = "GET";
  if (!own.takes(call.in.method)) {
    failure wrong = refuse("E0301", "this address does not take " + call.in.method,
                           "Use " + with_commas(own.methods));
    response out = api_error(wrong, 405);
    out.headers.emplace_back("Allow", allowed(own));
    return out;
  }
  if (own.open) return std::nullopt;
  std::set<std::string_view> seen;
  for (const auto& [name, value] : call.query.all()) {
    if (!own.knows(name)) return api_error(unknown_parameter(own, name));
    if (!seen.insert(name).second)
      return api_error(wrong_value(name, "this parameter is given twice", "Give one of them"));
  }
  const std::string type = main_type(call.in.headers);
  const bool asks = call.in.method == "GET";
  if (!asks && !own.body && !call.in.body.empty() && type != "application/x-www-form-urlencoded")
    return api_error(
        {errc::bad_input, "no body of the type '" + type.substr(0, repeated_max) + "' is read here",
         "", "Content-Type",
         own.parameters.empty()
             ? "Send none"
             : "Give " + with_commas(own.parameters) + " as parameters of the address"},
        415);
  return std::nullopt;
}

response own_options_answer(const own_route& of) {
  response out = empty_answer();
  out.headers.emplace_back("Allow", allowed(of));
  return out;
}

std::optional<std::string> own_reading::given(std::string_view name) const {
  auto out = query_.find(name);
  if (out && out->empty() && empty_ == empty_value::absent) return std::nullopt;
  return out;
}

std::optional<uint64_t> own_reading::number(std::string_view name, uint64_t least, uint64_t most) {
  const auto text = given(name);
  if (!text) return std::nullopt;
  uint64_t out = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), out);
  if (error == std::errc{} && end == text->data() + text->size() && out >= least && out <= most)
    return out;
  refuse_value(name, *text,
               "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return std::nullopt;
}

uint64_t own_reading::number_or(std::string_view name, uint64_t otherwise, uint64_t least,
                                uint64_t most) {
  return number(name, least, most).value_or(otherwise);
}

std::optional<bool> own_reading::truth(std::string_view name) {
  const auto text = given(name);
  if (!text) return std::nullopt;
  if (*text == "true" || *text == "false") return *text == "true";
  refuse_value(name, *text, "true or false");
  return std::nullopt;
}

std::optional<instant> own_reading::time(std::string_view name) {
  const auto text = given(name);
  if (!text) return std::nullopt;
  constexpr size_t length = std::string_view("2026-01-05T00:00Z").size();
  const auto at = time::parse_datetime(*text, {}, dialect::oozie);
  if (at && text->size() == length && text->back() == 'Z') return *at;
  refuse_value(name, *text, "a time such as 2026-01-05T00:00Z");
  return std::nullopt;
}

std::string own_reading::choice(std::string_view name,
                                std::initializer_list<std::string_view> words, bool needed) {
  std::string wanted;
  for (const std::string_view word : words)
    wanted += (wanted.empty()               ? ""
               : word == *(words.end() - 1) ? " or "
                                            : ", ") +
              std::string(word);
  const auto text = given(name);
  if (!text) {
    if (needed) refuse_absence(name, wanted);
    return "";
  }
  if (std::find(words.begin(), words.end(), *text) != words.end()) return *text;
  refuse_value(name, *text, wanted);
  return "";
}

std::string own_reading::text(std::string_view name, size_t most, bool needed) {
  const auto text = given(name);
  if (!text) {
    if (needed) refuse_absence(name, std::string(name) + "=...");
    return "";
  }
  const auto characters = std::count_if(text->begin(), text->end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  });
  if (!text->empty() && static_cast<size_t>(characters) <= most) return *text;
  refuse_value(name, *text, "a text of 1 to " + std::to_string(most) + " characters");
  return "";
}

void own_reading::refuse_value(std::string_view name, const std::string& text,
                               const std::string& wanted) {
  if (wrong_) return;
  wrong_ = wrong_value(name, "'" + text.substr(0, repeated_max) + "' is not " + wanted,
                       "Give " + wanted);
}

void own_reading::refuse_absence(std::string_view name, const std::string& wanted) {
  if (wrong_) return;
  wrong_ = wrong_value(name, "parameter '" + std::string(name) + "' is missing", "Give " + wanted);
}

}  // namespace foliot::http
