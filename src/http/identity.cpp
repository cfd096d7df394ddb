#include "http/identity.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.hpp"
#include "http/filter_text.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

namespace {

constexpr std::string_view cookie_name = "hadoop.auth";
constexpr std::string_view simple_type = "simple";

failure bad_token(std::string sentence) {
  return {errc::bad_input, std::move(sentence), "", "cookie hadoop.auth", ""};
}

/// u, p, t and e of a token's text, each once; other attributes are passed over.
result<std::array<std::string_view, 4>> attributes(std::string_view text) {
  constexpr std::string_view names = "upte";
  std::array<std::string_view, 4> out{};
  while (!text.empty()) {
    const std::string_view piece = take_piece(text, "&");
    if (piece.size() < 2 || piece[1] != '=') return bad_token("it is no list of attributes");
    const size_t which = names.find(piece[0]);
    if (which == std::string_view::npos) continue;
    if (!out[which].empty()) return bad_token("an attribute is told twice");
    out[which] = piece.substr(2);
  }
  for (const std::string_view value : out)
    if (value.empty()) return bad_token("an attribute is missing");
  return out;
}

std::string with_scope(std::string cookie, const std::string& domain) {
  cookie += "; Path=/";
  if (!domain.empty()) cookie += "; Domain=" + domain;
  return cookie;
}

/// "Sun, 22-Nov-2026 18:08:35 GMT"
std::string expiry(instant at) {
  std::string out = time::format_http_date(at);
  constexpr size_t before_month = 7;  // "Sun, 22"
  constexpr size_t before_year = 11;
  if (out.size() > before_year) out[before_month] = out[before_year] = '-';
  return out;
}

std::string cookie_of(const token& what, const simple_settings& settings) {
  std::string out(cookie_name);
  out += "=\"" + signed_text(what, settings.sign) + "\"";
  return with_scope(std::move(out), settings.cookie_domain) + "; Expires=" + expiry(what.expires) +
         "; HttpOnly";
}

/// Takes back a cookie that was of no use.
std::string no_cookie(const simple_settings& settings) {
  return with_scope(std::string(cookie_name) + "=", settings.cookie_domain) +
         "; Expires=" + expiry(instant{0}) + "; HttpOnly";
}

/// The user of a cookie that is good now; nothing and a remark where there is one that is not.
std::optional<std::string> user_by_cookie(const credentials& given, instant now,
                                          const simple_settings& settings, std::string& remark) {
  if (!settings.sign) return std::nullopt;
  const auto text = find_cookie(given.headers, cookie_name);
  if (!text || text->empty()) return std::nullopt;
  auto read = read_token(*text, settings.sign);
  if (read && read->type != simple_type) read = bad_token("it is of another authentication");
  if (read && read->expires <= now) read = bad_token("it has expired");
  if (read) {
    if (auto fine = check_user_name(read->user); !fine) read = fine.error();
  }
  if (read) return std::move(read->user);
  remark = read.error().text();
  return std::nullopt;
}

/// As Oozie 5.2.1 does it: 403, since nothing that a client could add would be a proof.
authentication refuse_nobody(const simple_settings& settings) {
  unidentified out{403, "Anonymous requests are disallowed. Add user.name.", {}};
  if (settings.sign) out.headers.emplace_back("Set-Cookie", no_cookie(settings));
  return out;
}

authentication simply(const credentials& given, instant now, const simple_settings& settings) {
  identified out;
  if (auto user = user_by_cookie(given, now, settings, out.remark)) {
    out.user = std::move(*user);
    return out;
  }
  std::string named = given.query.find("user.name").value_or("");
  if (named.empty()) {
    if (!settings.anonymous) return refuse_nobody(settings);
    return out;
  }
  if (const auto fine = check_user_name(named); !fine)
    return unidentified{400, fine.error().text(), {}};
  if (settings.sign)
    out.set_cookie = cookie_of(
        {named, named, std::string(simple_type), plus_ms(now, settings.validity_ms)}, settings);
  out.user = std::move(named);
  return out;
}

}  // namespace

authenticate_fn simple_authentication(simple_settings settings) {
  return [settings = std::move(settings)](const credentials& given, instant now) {
    return simply(given, now, settings);
  };
}

std::string signed_text(const token& what, const sign_fn& sign) {
  std::string out = "u=" + what.user + "&p=" + what.principal + "&t=" + what.type +
                    "&e=" + std::to_string(what.expires.ms);
  const std::string signature = sign(out);
  return out += "&s=" + signature;
}

result<token> read_token(std::string_view text, const sign_fn& sign) {
  constexpr std::string_view mark = "&s=";
  if (text.size() > cookie_bytes_max) return bad_token("it is too long");
  const size_t at = text.rfind(mark);
  if (at == std::string_view::npos) return bad_token("it has no signature");
  const std::string_view said = text.substr(0, at);
  const std::string signature = sign(said);
  if (signature.empty() || !same_secret(text.substr(at + mark.size()), signature))
    return bad_token("its signature is not this server's");
  const auto values = attributes(said);
  if (!values) return values.error();
  const auto& [user, principal, type, expires] = *values;
  int64_t ms = 0;
  const auto [end, error] = std::from_chars(expires.data(), expires.data() + expires.size(), ms);
  if (error != std::errc{} || end != expires.data() + expires.size() || ms < 0)
    return bad_token("its end is no time");
  return token{std::string(user), std::string(principal), std::string(type), instant{ms}};
}

std::optional<std::string> find_cookie(const header_list& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (!same_name(key, "Cookie")) continue;
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::string_view piece = trim(take_piece(rest, ";"));
      const size_t equals = piece.find('=');
      if (equals == std::string_view::npos || trim(piece.substr(0, equals)) != name) continue;
      std::string_view found = trim(piece.substr(equals + 1));
      if (found.size() >= 2 && found.front() == '"' && found.back() == '"')
        found = found.substr(1, found.size() - 2);
      return std::string(found);
    }
  }
  return std::nullopt;
}

std::string audited_address(const std::string& user, const std::string& real,
                            const std::string& peer) {
  return user == real ? peer : real + "@" + peer;
}

audited_place read_audited(const std::string& address) {
  const size_t at = address.rfind('@');
  if (at == std::string::npos) return {"", address};
  return {address.substr(0, at), address.substr(at + 1)};
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  volatile unsigned char differs = 0;  // keeps the loop from ending early
  for (size_t i = 0; i < a.size(); ++i)
    differs = static_cast<unsigned char>(
        differs | (static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i])));
  return differs == 0;
}

}  // namespace foliot::http
