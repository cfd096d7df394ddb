#include "exec/helper/mail_message.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>

#include "base/base64.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "exec/helper/limits.hpp"

namespace foliot::exec::helper {

namespace {

constexpr std::string_view line_end = "\r\n";

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; });
}

bool is_word(char c, std::string_view others) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         others.find(c) != std::string_view::npos;
}

bool all_words(std::string_view text, std::string_view others) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [&](char c) { return is_word(c, others); });
}

/// dot-atom of RFC 5322, 3.2.3; the domain may be an address in brackets.
bool is_spec(std::string_view text) {
  if (text.size() > mail_address_bytes_max) return false;
  const size_t at = text.rfind('@');
  const std::string_view local = text.substr(0, at);
  const bool dots =
      local.starts_with('.') || local.ends_with('.') || local.find("..") != std::string_view::npos;
  if (dots || !all_words(local, "!#$%&'*+-/=?^_`{|}~.")) return false;
  if (at == std::string_view::npos) return true;
  std::string_view domain = text.substr(at + 1);
  if (domain.starts_with('[') && domain.ends_with(']'))
    return all_words(domain.substr(1, domain.size() - 2), ".:");
  return all_words(domain, ".-") && !domain.starts_with('.') && !domain.ends_with('.') &&
         !domain.starts_with('-') && domain.find("..") == std::string_view::npos;
}

/// The length of the first UTF-8 character; 1 where there is none.
size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  size_t have = 1;
  while (have < length && have < text.size() && (text[have] & 0xC0) == 0x80) ++have;
  return have;
}

std::string address_text(const mail_address& of) {
  if (of.name.empty()) return of.spec;
  std::string out;
  if (!is_ascii(of.name)) {
    out = header_text(of.name);
  } else if (all_words(of.name, " !#$%&'*+-/=?^_`{|}~")) {
    out = of.name;
  } else {
    out = "\"";
    for (const char c : of.name) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
  }
  return out + " <" + of.spec + ">";
}

std::string address_header(std::string_view name, const std::vector<mail_address>& list) {
  if (list.empty()) return {};
  std::string out{name};
  out += ": ";
  for (size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ",\r\n ";
    out += address_text(list[i]);
  }
  return out += line_end;
}

/// "Sun, 22 Nov 2026 00:46:24 +0000"
std::string date_text(instant at) {
  const time_t seconds = static_cast<time_t>(at.ms / 1'000);
  tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 64> out{};
  return {out.data(), std::strftime(out.data(), out.size(), "%a, %d %b %Y %H:%M:%S +0000", &parts)};
}

/// The ends of lines as CRLF, whatever they were.
std::string with_line_ends(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 32);
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\r') {
      if (at + 1 == text.size() || text[at + 1] != '\n') out += line_end;
    } else if (text[at] == '\n') {
      out += line_end;
    } else {
      out += text[at];
    }
  }
  if (!out.empty() && !out.ends_with(line_end)) out += line_end;
  return out;
}

/// Whether it may stand in a mail as it is: RFC 5321, 4.5.3.1.6 bounds lines at 998 characters.
bool is_plain(std::string_view text) {
  constexpr size_t line_max = 900;
  size_t column = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || (byte < ' ' && c != '\t' && c != '\r' && c != '\n')) return false;
    column = c == '\n' ? 0 : column + 1;
    if (column > line_max) return false;
  }
  return true;
}

std::string body_part(const mail& of, std::string_view boundary) {
  std::string type = of.content_type;
  std::string lower = type;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  if (lower.starts_with("text/") && lower.find("charset") == std::string::npos)
    type += "; charset=UTF-8";
  const bool plain = is_plain(of.body) && of.body.find(boundary) == std::string::npos;
  return "Content-Type: " + type + "\r\nContent-Transfer-Encoding: " +
         (plain ? "7bit\r\n\r\n" + with_line_ends(of.body)
                : "base64\r\n\r\n" + base64_lines(of.body));
}

/// Plain ASCII stands as it is, anything else as RFC 2231 says.
std::string file_name_parameter(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const bool plain = is_ascii(name) && name.find_first_of("\"\\") == std::string_view::npos;
  if (plain) return "filename=\"" + std::string(name) + "\"";
  std::string out = "filename*=UTF-8''";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_word(c, "._-")) {
      out += c;
    } else {
      out += '%';
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  return out;
}

result<void> check_headers(const mail& of) {
  const auto refuse = [](const std::string& what, const char* code) {
    return failure{errc::bad_input, what, code, "", "Write it in one line"};
  };
  if (has_control(of.subject)) return refuse("the subject holds a control character", "EM005");
  if (of.subject.size() > mail_header_bytes_max)
    return refuse("the subject is longer than " + std::to_string(mail_header_bytes_max) + " bytes",
                  "EM005");
  const std::string& type = of.content_type;
  const size_t slash = type.find('/');
  const std::string_view sub = std::string_view{type}.substr(std::min(slash, type.size()));
  const std::string_view minor = sub.empty() ? sub : trim(sub.substr(1, sub.find(';') - 1));
  constexpr std::string_view token = "!#$&^_.+-";
  if (has_control(type) || !is_ascii(type) || type.size() > mail_address_bytes_max ||
      slash == std::string::npos || !all_words(type.substr(0, slash), token) ||
      !all_words(minor, token))
    return failure{errc::bad_input, "the content type is none", "EM005", "",
                   "Write one such as text/html"};
  for (const mail_file& each : of.files)
    if (has_control(each.name) || each.name.size() > mail_address_bytes_max)
      return refuse("the name of an attachment holds control characters or is too long", "EM008");
  return {};
}

}  // namespace

result<mail_address> parse_mail_address(std::string_view text) {
  text = trim(text);
  const std::string shown = "'" + std::string(text.substr(0, mail_address_bytes_max)) + "'";
  const failure bad{errc::bad_input, shown + " is no mail address", "EM004", "",
                    "Write name@host or Name <name@host>"};
  // A line break would begin a header of the writer's choice.
  if (text.empty() || has_control(text) || text.size() > mail_header_bytes_max)
    return failure{errc::bad_input, "a mail address is empty, too long or holds control characters",
                   "EM004", "", "Write name@host or Name <name@host>"};
  mail_address out;
  const size_t open = text.rfind('<');
  if (open == std::string_view::npos) {
    out.spec = text;
  } else {
    if (!text.ends_with('>')) return bad;
    out.spec = text.substr(open + 1, text.size() - open - 2);
    std::string_view name = trim(text.substr(0, open));
    if (name.size() > 1 && name.starts_with('"') && name.ends_with('"'))
      name = name.substr(1, name.size() - 2);
    out.name = name;
  }
  if (!is_spec(out.spec)) return bad;
  return out;
}

result<std::vector<mail_address>> parse_mail_addresses(std::string_view list) {
  std::vector<mail_address> out;
  while (!list.empty()) {
    const size_t comma = list.find(',');
    const std::string_view each = trim(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    if (each.empty()) continue;
    auto parsed = parse_mail_address(each);
    if (!parsed) return std::move(parsed).error();
    out.push_back(std::move(*parsed));
    if (out.size() > mail_recipients_max)
      return failure{errc::too_large,
                     "there are more than " + std::to_string(mail_recipients_max) + " recipients",
                     "EM004", "", "Send it to a mailing list"};
  }
  return out;
}

std::string header_text(std::string_view text) {
  // Folded lines begin with a blank; words of a subject are short enough but for hostile ones.
  constexpr size_t plain_max = 900;
  // 75 characters are an encoded word's most: 45 bytes make 60 of them.
  constexpr size_t word_bytes_max = 45;
  if (is_ascii(text) && text.find("=?") == std::string_view::npos && text.size() <= plain_max)
    return std::string(text);
  std::string out;
  while (!text.empty()) {
    size_t length = 0;
    while (length < text.size()) {
      const size_t next = character_length(text.substr(length));
      if (length + next > word_bytes_max) break;
      length += next;
    }
    if (!out.empty()) out += "\r\n ";
    out += "=?UTF-8?B?" + base64(text.substr(0, length)) + "?=";
    text.remove_prefix(length);
  }
  return out;
}

std::string base64_lines(std::string_view bytes) {
  constexpr size_t line_bytes = 57;  // 76 characters
  std::string out;
  out.reserve(bytes.size() * 3 / 2 + 4);
  for (size_t at = 0; at < bytes.size(); at += line_bytes) {
    out += base64(bytes.substr(at, line_bytes));
    out += line_end;
  }
  return out;
}

result<std::string> compose(const mail& of) {
  if (auto fine = check_headers(of); !fine) return fine.error();
  const std::string hash = to_hex(hash_of(of.key));
  const size_t at = of.from.spec.rfind('@');
  const std::string host = at == std::string::npos ? "localhost" : of.from.spec.substr(at + 1);
  std::string out = "Date: " + date_text(of.date) + "\r\n";
  out += address_header("From", {of.from});
  out += address_header("To", of.to);
  out += address_header("Cc", of.cc);
  out += "Subject: " + header_text(of.subject) + "\r\n";
  out += "Message-ID: <foliot." + hash + "@" + host + ">\r\n";
  out += "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n";
  const std::string boundary = "foliot-" + hash;
  if (of.files.empty()) return out + body_part(of, boundary);
  out += "Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\r\n\r\n";
  out += "--" + boundary + "\r\n" + body_part(of, boundary);
  for (const mail_file& each : of.files) {
    out += "--" + boundary + "\r\nContent-Type: application/octet-stream\r\n";
    out += "Content-Disposition: attachment; " + file_name_parameter(each.name) + "\r\n";
    out += "Content-Transfer-Encoding: base64\r\n\r\n" + base64_lines(each.content);
  }
  return out + "--" + boundary + "--\r\n";
}

}  // namespace foliot::exec::helper
