#include "http/errors.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "http/route.hpp"

namespace foliot::http {

namespace {

/// Longest reason phrase and error header, bytes: clients read them into fixed buffers, and Jetty's
/// limit for all headers is 64 KiB.
constexpr size_t header_text_max = 4096;

/// Codes whose message carries no prefix (rest.md 1.5).
bool without_prefix(std::string_view code) {
  return code == "E1603" || code == "E0002" || code == "E1400";
}

/// One line of printable ASCII: the Java client reads header bytes as ISO-8859-1.
std::string header_text(std::string_view text) {
  std::string out;
  for (char c : text.substr(0, header_text_max)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || c == '\r' || c == '\t')
      out += ' ';
    else if (byte < 0x20 || byte == 0x7F)
      continue;
    else if (byte < 0x80)
      out += c;
    else if ((byte & 0xC0) != 0x80)  // one '?' per character, not per byte
      out += '?';
  }
  return out;
}

std::string message_of(failure error) {
  if (without_prefix(error.oozie)) error.oozie.clear();
  return error.text();
}

void add_body(response& out, std::string_view method, std::string_view message) {
  if (method != "GET" && method != "POST" && method != "HEAD") return;
  out.headers.emplace_back("Content-Type", "application/json; charset=\"UTF-8\"");
  if (method == "HEAD") return;
  const nlohmann::json body{{"errorMessage", html_escape(message)}, {"httpStatusCode", out.status}};
  out.body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

failure refuse(std::string_view oozie_code, std::string sentence, std::string remedy) {
  return {errc::bad_input, std::move(sentence), std::string(oozie_code), "", std::move(remedy)};
}

int status_of(const failure& error) {
  static constexpr std::array<std::string_view, 8> unauthorized{"E0503", "E0504", "E0505", "E0506",
                                                                "E0507", "E0508", "E0509", "E1400"};
  if (error.oozie == "E0002" || error.code == errc::unavailable) return 503;
  if (std::find(unauthorized.begin(), unauthorized.end(), error.oozie) != unauthorized.end())
    return 401;
  if (!error.oozie.empty()) return error.code == errc::forbidden ? 401 : 400;
  switch (error.code) {
    case errc::not_found: return 404;
    case errc::forbidden: return 403;
    case errc::internal:
    case errc::io:
    case errc::corrupt:
    case errc::too_new:
    case errc::locked:
    case errc::contract: return 500;
    default: return 400;
  }
}

response oozie_error(const failure& error, std::string_view method) {
  return oozie_error(error, method, status_of(error));
}

response oozie_error(const failure& error, std::string_view method, int status) {
  response out;
  out.status = status;
  const std::string message = message_of(error);
  out.reason = header_text(html_escape(message));
  if (!error.oozie.empty()) {
    out.headers.emplace_back("oozie-error-code", header_text(error.oozie));
    out.headers.emplace_back("oozie-error-message", header_text(message));
  }
  if (out.status == 503) out.headers.emplace_back("Retry-After", "1");
  add_body(out, method, message);
  return out;
}

response plain_error(int status, std::string_view method, std::string_view sentence) {
  response out;
  out.status = status;
  const std::string_view message = sentence.empty() ? usual_reason(status) : sentence;
  out.reason = header_text(html_escape(message));
  if (status == 503) out.headers.emplace_back("Retry-After", "1");
  add_body(out, method, message);
  return out;
}

response api_error(const failure& error) {
  // Here codes are only names: a thing that does not exist is 404, whatever Oozie says.
  return api_error(error, error.code == errc::not_found ? 404 : status_of(error));
}

response api_error(const failure& error, int status) {
  const std::string code = error.oozie.empty() ? std::string(name(error.code)) : error.oozie;
  const nlohmann::json body{{"error",
                             {{"code", code},
                              {"sentence", error.sentence},
                              {"place", error.place},
                              {"remedy", error.remedy}}}};
  response out;
  out.status = status;
  if (out.status == 503) out.headers.emplace_back("Retry-After", "1");
  out.headers.emplace_back("Content-Type", "application/json; charset=\"UTF-8\"");
  out.body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return out;
}

response refusal_answer(const intake_refusal& why, std::string_view target) {
  if (!is_own(find_route(target.substr(0, target.find('?'))).what))
    return plain_error(why.status, "GET", why.sentence);
  const bool large = why.status == 413 || why.status == 414 || why.status == 431;
  response out =
      api_error({large ? errc::too_large : errc::bad_input, std::string(why.sentence), "", "", ""},
                why.status);
  out.reason = usual_reason(why.status);
  return out;
}

}  // namespace foliot::http
