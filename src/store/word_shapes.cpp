#include "store/word_shapes.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace foliot::store::shapes {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_plain(char c) { return is_digit(c) || is_capital(c) || (c >= 'a' && c <= 'z'); }

bool is_hexadecimal(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// "20260105", "202601050230", "20260105T0230Z": digits (and the signs of times) that begin with a
/// day of these centuries.
bool is_date(std::string_view text) {
  constexpr size_t day = 8;  // yyyyMMdd
  if (text.size() < day || text.find_first_not_of("0123456789TZ") != std::string_view::npos)
    return false;
  const auto two = [&](size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  if (!std::all_of(text.begin(), text.begin() + day, is_digit)) return false;
  return (two(0) == 19 || two(0) == 20) && two(4) >= 1 && two(4) <= 12 && two(6) >= 1 &&
         two(6) <= 31;
}

/// Whether "ip-" stands before `at`: so the names of hosts of clouds begin ("ip-10-0-0-7").
bool is_named_by_address(std::string_view text, size_t at) {
  constexpr std::string_view before = "ip-";
  return text.substr(0, at).ends_with(before) &&
         (at == before.size() || !is_plain(text[at - before.size() - 1]));
}

/// Four numbers with `sign` between them.
size_t address4_at(std::string_view text, size_t at, char sign) {
  constexpr int parts = 4;
  constexpr size_t digits_max = 3;
  constexpr int part_max = 255;
  if (!is_digit(text[at]) || (at > 0 && (is_plain(text[at - 1]) || text[at - 1] == '.'))) return 0;
  if (sign == '-' && !is_named_by_address(text, at)) return 0;
  size_t end = at;
  for (int part = 0; part < parts; ++part) {
    if (part > 0 && (end >= text.size() || text[end++] != sign)) return 0;
    const size_t begin = end;
    int value = 0;
    for (; end < text.size() && end - begin <= digits_max && is_digit(text[end]); ++end)
      value = value * 10 + (text[end] - '0');
    if (end == begin || value > part_max) return 0;
  }
  // "1.2.3.4.5" and "1.2.3.4b" are versions.
  const bool goes_on = end < text.size() && is_plain(text[end]);
  const bool more = end + 1 < text.size() && text[end] == sign && is_digit(text[end + 1]);
  return goes_on || more ? 0 : end - at;
}

size_t address6_at(std::string_view text, size_t at) {
  const auto joins = [](char c) { return is_hexadecimal(c) || c == ':' || c == '.'; };
  if (!joins(text[at]) || text[at] == '.') return 0;
  if (at > 0 && (is_letter(text[at - 1]) || joins(text[at - 1]))) return 0;
  size_t end = at;
  while (end < text.size() && end - at < INET6_ADDRSTRLEN && joins(text[end])) ++end;
  if (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) return 0;
  // The end of a sentence, or of the place before it.
  while (end > at &&
         (text[end - 1] == '.' || (text[end - 1] == ':' && (end - at < 2 || text[end - 2] != ':'))))
    --end;
  const std::string whole(text.substr(at, end - at));
  if (std::count(whole.begin(), whole.end(), ':') < 2) return 0;
  std::array<unsigned char, 16> bytes{};
  return ::inet_pton(AF_INET6, whole.c_str(), bytes.data()) == 1 ? end - at : 0;
}

/// "00:1a:2b:3c:4d:5e", also with '-', where only letters tell it from parts of dates.
size_t card_at(std::string_view text, size_t at) {
  constexpr size_t bytes = 6;
  constexpr size_t size = bytes * 3 - 1;
  if (at + size > text.size() || !is_hexadecimal(text[at])) return 0;
  const char sign = text[at + 2];
  if ((sign != ':' && sign != '-') ||
      (at > 0 && (is_letter(text[at - 1]) || is_digit(text[at - 1]) || text[at - 1] == sign)))
    return 0;
  bool letters = false;
  for (size_t i = 0; i < size; ++i) {
    const char c = text[at + i];
    if (i % 3 == 2 ? c != sign : !is_hexadecimal(c)) return 0;
    letters = letters || is_letter(c);
  }
  const std::string_view rest = text.substr(at + size);
  const bool goes_on = !rest.empty() && (is_letter(rest[0]) || is_digit(rest[0]));
  const bool more = rest.size() > 1 && rest[0] == sign && is_hexadecimal(rest[1]);
  return goes_on || more || (sign == '-' && !letters) ? 0 : size;
}

/// "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d": of numbers alone it is as good as any number.
size_t uuid_at(std::string_view text, size_t at) {
  constexpr std::string_view shape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  const std::string_view run = text.substr(at, shape.size());
  if (run.size() < shape.size()) return 0;
  bool letters = false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == '-' ? run[i] != '-' : !is_hexadecimal(run[i])) return 0;
    letters = letters || is_letter(run[i]);
  }
  const std::string_view rest = text.substr(at + shape.size());
  return letters && (rest.empty() || !is_plain(rest[0])) ? shape.size() : 0;
}

}  // namespace

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || is_capital(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool is_date_pattern(std::string_view word) {
  for (size_t at = 0; at < word.size();) {
    const size_t end = std::min(word.find_first_not_of(word[at], at), word.size());
    if (end - at < 2 || std::string_view("yMdHhmsS").find(word[at]) == std::string_view::npos)
      return false;
    at = end;
  }
  return true;
}

bool is_permission(std::string_view word) {
  return word.find_first_not_of("rwx") == std::string_view::npos;
}

size_t token_at(std::string_view text, size_t at) {
  constexpr size_t least = 16;
  constexpr size_t alternating_least = 8;
  constexpr size_t changes_least = 6;
  constexpr std::string_view key = "AKIA";
  if (!is_plain(text[at]) || (at > 0 && is_plain(text[at - 1]))) return 0;
  if (const size_t uuid = uuid_at(text, at); uuid != 0) return uuid;
  size_t changes = 0;
  size_t digits = 0;
  size_t capitals = 0;
  bool dated = true;
  size_t end = at;
  for (; end < text.size() && is_plain(text[end]); ++end) {
    if (end > at && is_digit(text[end]) != is_digit(text[end - 1])) ++changes;
    digits += is_digit(text[end]) ? 1 : 0;
    capitals += is_capital(text[end]) ? 1 : 0;
    dated = dated && (is_digit(text[end]) ||
                      std::string_view("yMdHhmsSTZ").find(text[end]) != std::string_view::npos);
  }
  const std::string_view run = text.substr(at, end - at);
  if (dated) return 0;
  if (run.size() >= alternating_least && changes >= changes_least) return run.size();
  if (run.size() < least) return 0;
  if (run.starts_with(key) && run.size() >= key.size() + least) return run.size();
  const bool mixed = capitals > 0 && digits > 0 && capitals + digits == run.size();
  return mixed && !is_date(run.substr(run.find_first_of("0123456789"))) ? run.size() : 0;
}

size_t address_at(std::string_view text, size_t at) {
  size_t out = address4_at(text, at, '.');
  if (out == 0) out = address4_at(text, at, '-');
  if (out == 0) out = address6_at(text, at);
  if (out == 0) out = card_at(text, at);
  constexpr std::array<std::string_view, 5> everybodys{"127.0.0.1", "0.0.0.0", "::1",
                                                       "::", "00:00:00:00:00:00"};
  const std::string_view found = text.substr(at, out);
  return std::find(everybodys.begin(), everybodys.end(), found) != everybodys.end() ? 0 : out;
}

std::string address(uint64_t number, std::string_view like) {
  std::array<char, INET6_ADDRSTRLEN> out{};
  const auto byte = [&](unsigned shift) { return static_cast<unsigned>((number >> shift) & 0xFF); };
  // 240.0.0.0/4 is given to nobody, 2001:db8::/32 to texts like this one; 02 begins what no maker
  // of cards gives.
  if (card_at(like, 0) == like.size()) {
    const char sign = like[2];
    std::snprintf(out.data(), out.size(), "02%c00%c%02x%c%02x%c%02x%c%02x", sign, sign, byte(24),
                  sign, byte(16), sign, byte(8), sign, byte(0));
  } else if (like.find(':') == std::string_view::npos) {
    const char sign = like.find('-') == std::string_view::npos ? '.' : '-';
    std::snprintf(out.data(), out.size(), "%u%c%u%c%u%c%u", 240U | (byte(24) & 0xFU), sign,
                  byte(16), sign, byte(8), sign, byte(0));
  } else {
    std::snprintf(out.data(), out.size(), "2001:db8::%x:%x",
                  static_cast<unsigned>((number >> 16) & 0xFFFF),
                  static_cast<unsigned>(number & 0xFFFF));
  }
  return out.data();
}

}  // namespace foliot::store::shapes
