#include "http/views.hpp"

#include <nlohmann/json.hpp>

#include "http/message.hpp"
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

std::string configuration_xml(const model::configuration& conf) {
  std::string out = "<configuration>\n";
  for (const auto& [key, value] : conf) {
    out += "  <property>\n    <name>" + html_escape(key) + "</name>\n    <value>" +
           html_escape(value) + "</value>\n  </property>\n";
  }
  return out + "</configuration>\n";
}

}  // namespace foliot::http
