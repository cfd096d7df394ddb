#include "base/hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace foliot {

hash128 hash_of(std::string_view bytes) {
  const XXH128_hash_t raw = XXH3_128bits(bytes.data(), bytes.size());
  return {raw.high64, raw.low64};
}

std::string to_hex(const hash128& hash) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out(32, '0');
  for (int i = 0; i < 16; ++i) {
    out[15 - i] = digits[(hash.high >> (4 * i)) & 15];
    out[31 - i] = digits[(hash.low >> (4 * i)) & 15];
  }
  return out;
}

}  // namespace foliot
