#include "tools/oozie/call.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "tools/oozie/failures.hpp"
#include "tools/oozie/layout.hpp"

namespace foliot::oozie {

using nlohmann::json;

namespace {

/// Letters, digits and `kept` as they are, the others as %XX.
std::string encoded(std::string_view text, std::string_view kept) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       kept.find(c) != std::string_view::npos;
    if (plain) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

}  // namespace

call& call::with(const std::string& name, const std::optional<std::string>& value) {
  if (value) query.emplace_back(name, *value);
  return *this;
}

std::string form_encoded(const std::string& text) {
  std::string out = encoded(text, ".-*_ ");
  for (char& c : out)
    if (c == ' ') c = '+';
  return out;
}

std::string url_of(const std::string& base, const std::string& version, const call& what) {
  std::string out = base + version + "/" + encoded(what.path, "/-._~@:");
  char before = '?';
  for (const auto& [name, value] : what.query) {
    out += before + form_encoded(name) + "=" + form_encoded(value);
    before = '&';
  }
  return out;
}

result<std::string> nothing(const std::string&) { return std::string(); }

std::function<result<std::string>(const std::string&)> as_json(
    std::function<std::string(const json&)> text) {
  return [text = std::move(text)](const std::string& body) -> result<std::string> {
    const json answer = json::parse(body, nullptr, false);
    if (answer.is_discarded()) return broken("the server's answer is no JSON");
    return text(answer);
  };
}

std::function<result<std::string>(const std::string&)> new_job() {
  return as_json([](const json& answer) { return "job: " + or_null(answer, "id") + "\n"; });
}

}  // namespace foliot::oozie
