#include "http/message.hpp"

#include "base/xml_escape.hpp"
#include "http/body_limits.hpp"
#include "http/filter_text.hpp"

namespace foliot::http {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

response frame_safe(response out) {
  out.headers.emplace_back("X-Frame-Options", "DENY");
  return out;
}

}  // namespace

std::optional<std::string_view> find_header(const header_list& headers, std::string_view name) {
  for (const auto& [key, value] : headers)
    if (same_name(key, name)) return value;
  return std::nullopt;
}

std::string_view usual_reason(int status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 302: return "Found";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 409: return "Conflict";
    case 413: return "Payload Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Status";
  }
}

result<std::string> percent_decode(std::string_view text, bool plus_is_blank) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_blank) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0)
        return failure{errc::bad_input, "the address holds a broken percent escape", "",
                       "character " + std::to_string(i + 1), "Write % itself as %25"};
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

result<parameters> parameters::parse(std::string_view query) {
  parameters out;
  while (!query.empty()) {
    const std::string_view piece = take_piece(query, "&");
    if (piece.empty()) continue;
    if (out.pairs_.size() == limits::http_parameters_max)
      return failure{
          errc::bad_input,
          "there are more than " + std::to_string(limits::http_parameters_max) + " parameters", "",
          "parameters", "Leave out those that mean nothing"};
    const size_t equals = piece.find('=');
    auto name = percent_decode(piece.substr(0, equals), true);
    if (!name) return std::move(name).error();
    auto value =
        percent_decode(equals == std::string_view::npos ? "" : piece.substr(equals + 1), true);
    if (!value) return std::move(value).error();
    out.pairs_.emplace_back(std::move(*name), std::move(*value));
  }
  return out;
}

std::optional<std::string> parameters::find(std::string_view name) const {
  for (const auto& [key, value] : pairs_)
    if (key == name) return value;
  return std::nullopt;
}

void parameters::append(parameters more) {
  for (auto& pair : more.pairs_) pairs_.push_back(std::move(pair));
}

std::string html_escape(std::string_view text) { return xml_attribute(text); }

response json_answer(std::string body, int status) {
  return frame_safe(
      {status, "", {{"Content-Type", "application/json; charset=\"UTF-8\""}}, std::move(body)});
}

response xml_answer(std::string body) {
  return frame_safe(
      {200, "", {{"Content-Type", "application/xml; charset=\"UTF-8\""}}, std::move(body)});
}

response text_answer(std::string body) {
  return {200, "", {{"Content-Type", "text/plain; charset=\"UTF-8\""}}, std::move(body)};
}

response options_answer() { return frame_safe({200, "", {{"Allow", "TRACE, OPTIONS"}}, ""}); }

response empty_answer() { return frame_safe({200, "", {}, ""}); }

}  // namespace foliot::http
