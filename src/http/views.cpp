#include "http/views.hpp"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "base/java_order.hpp"
#include "base/text.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

using nlohmann::json;

std::string json_text(const json& body) {
  return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

json date_or_null(instant at) {
  if (at == instant{} || at == never) return nullptr;
  return time::format_http_date(at);
}

json date_of(instant at) { return at == never ? json(nullptr) : json(time::format_http_date(at)); }

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

void add_trouble(json& out, const std::string& code, const std::string& sentence, bool pending) {
  if (!code.empty()) out["errorCode"] = code;
  if (!sentence.empty()) out["errorMessage"] = sentence;
  if (pending) out["pending"] = true;
}

namespace {

/// A text inside an element, as Oozie's printer writes it.
std::string element_text(std::string_view raw) {
  std::string out;
  for (const char c : trim(raw)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '\r': out += "&#xD;"; break;
      case '\n': out += "\r\n"; break;
      default: out += c;
    }
  }
  return out;
}

std::string element(const char* name, std::string_view raw) {
  const std::string text = element_text(raw);
  const std::string start = std::string("    <") + name;
  return text.empty() ? start + " />\r\n" : start + ">" + text + "</" + name + ">\r\n";
}

}  // namespace

std::string configuration_xml(const model::configuration& conf) {
  if (conf.empty()) return "<configuration />";
  std::vector<std::string_view> names;
  names.reserve(conf.size());
  for (const auto& [key, value] : conf) names.emplace_back(key);
  std::string out = "<configuration>\r\n";
  for (const std::string_view name : java_order(std::move(names)))
    out += "  <property>\r\n" + element("name", name) + element("value", conf.find(name)->second) +
           "  </property>\r\n";
  return out + "</configuration>";
}

}  // namespace foliot::http
