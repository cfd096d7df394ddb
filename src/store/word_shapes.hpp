// What words of texts look like: which runs of characters are keys, addresses or patterns of dates.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace foliot::store::shapes {

/// Of ASCII, or a byte of a character beyond it.
bool is_letter(char c);

/// "yyyyMMdd", "HH": each letter at least twice in a row, and one of a date's.
bool is_date_pattern(std::string_view word);

/// "rwxr": nothing but the letters of permissions.
bool is_permission(std::string_view word);

/// How long the token at `at` is; 0: there is none. A token is a whole run of letters and digits as
/// keys and sums have them: at least eight that change from letters to digits or back six times
/// ("p4s5w0r6d"), or at least sixteen of which all letters are capitals and there are digits, or
/// that begin as the names of AWS's keys do ("AKIA" and sixteen more); or a UUID. No date is one,
/// nor a pattern or a length of time ("y2026m01d05h02"), nor a date behind a word
/// ("SALES202601050230"), which expressions put together of parts.
size_t token_at(std::string_view text, size_t at);

/// How long the address of a host at `at` is ("10.0.0.7", "fe80::1", what follows "ip-" in
/// "ip-10-0-0-7"), or that of a network card ("00:1a:2b:3c:4d:5e"); 0: there is none. Those that
/// every host has (127.0.0.1, 0.0.0.0, ::1, ::, a card of zeros) tell nothing and are none.
size_t address_at(std::string_view text, size_t at);

/// The address number `number` of those that no host and no card has, of the same family as `like`.
std::string address(uint64_t number, std::string_view like);

}  // namespace foliot::store::shapes
