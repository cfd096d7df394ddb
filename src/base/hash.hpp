// Content hashes: names of definitions and digests of records. Not for secrets.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace foliot {

/// XXH3, 128 bits. On disk: part of definition keys and journal entries.
struct hash128 {
  uint64_t high = 0;
  uint64_t low = 0;

  friend constexpr auto operator<=>(const hash128&, const hash128&) = default;
};

/// The hash of `bytes`.
hash128 hash_of(std::string_view bytes);

/// 32 hexadecimal digits.
std::string to_hex(const hash128& hash);

}  // namespace foliot
