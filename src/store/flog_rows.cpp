#include "store/flog_rows.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "base/kv_store.hpp"
#include "store/flog.hpp"

namespace foliot::store {

namespace {

/// Bytes of one file that are read in vain, as a multiple of it and at least so many: a changed
/// length costs one body at most, so damage stays far below, and a gigabyte ends within seconds.
constexpr uint64_t vain_files = 16;
constexpr uint64_t vain_bytes_min = 1U << 20;

/// An origin names a version and a zone.
constexpr size_t origin_bytes_max = 4'096;

void append_be(std::string& out, uint64_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i));
}
uint64_t read_be(std::string_view bytes) {
  uint64_t out = 0;
  for (const char c : bytes) out = (out << 8) | static_cast<uint8_t>(c);
  return out;
}

/// Takes a number (LEB128) off the bytes; false: there is none.
bool take_number(std::string_view& rest, uint64_t& out) {
  out = 0;
  for (int shift = 0; shift < 64 && !rest.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(rest.front());
    rest.remove_prefix(1);
    out |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}
bool pass_text(std::string_view& rest) {
  uint64_t length = 0;
  if (!take_number(rest, length) || length > rest.size()) return false;
  rest.remove_prefix(length);
  return true;
}

/// Marks are numbers: the last two of them are written FE 01 and FF 01.
bool may_begin(uint8_t first) {
  return first < static_cast<uint8_t>(table::count_) || first >= flog_mark_origin;
}
/// Whether a body of that length may hold what it begins with: asked before it is read, and costs
/// the same for every length.
bool may_be(std::string_view body) {
  std::string_view rest = body;
  uint64_t mark = 0;
  uint64_t rows = 0;
  if (!take_number(rest, mark)) return false;
  if (mark == flog_mark_origin) return body.size() <= origin_bytes_max;
  if (mark == flog_mark_end) return take_number(rest, rows) && rest.empty();
  return mark < static_cast<uint8_t>(table::count_) && pass_text(rest) && pass_text(rest) &&
         rest.empty();
}

}  // namespace

void append_flog_row(std::string& out, const std::string& body) {
  append_be(out, body.size(), 4);
  append_be(out, hash_of(body).low, 8);
  out += body;
}

flog_rows::flog_rows(std::string_view bytes)
    : bytes_(bytes), vain_left_(bytes.size() * vain_files + vain_bytes_min) {}

bool flog_rows::is_right(std::string_view body, uint64_t check) {
  if (hash_of(body).low == check) return true;
  vain_left_ -= std::min<uint64_t>(vain_left_, body.size());
  return false;
}

flog_rows::row flog_rows::at(size_t begin) {
  const std::string_view rest = bytes_.substr(begin);
  const uint64_t length = rest.size() < flog_frame_bytes ? 0 : read_be(rest.substr(0, 4));
  if (length == 0 || length > rest.size() - flog_frame_bytes || length > flog_row_bytes_max)
    return {};
  const std::string_view body = rest.substr(flog_frame_bytes, length);
  const bool whole = !gave_up() && is_right(body, read_be(rest.substr(4, 8)));
  return {whole ? state::whole : state::changed, body, begin + flog_frame_bytes + length};
}

std::optional<size_t> flog_rows::next_whole(size_t from) {
  for (size_t begin = from; begin + flog_frame_bytes < bytes_.size(); ++begin) {
    if (gave_up()) return std::nullopt;
    if (!may_begin(static_cast<uint8_t>(bytes_[begin + flog_frame_bytes]))) continue;
    const uint64_t length = read_be(bytes_.substr(begin, 4));
    if (length == 0 || length > bytes_.size() - begin - flog_frame_bytes ||
        length > flog_row_bytes_max)
      continue;
    const std::string_view body = bytes_.substr(begin + flog_frame_bytes, length);
    if (may_be(body) && is_right(body, read_be(bytes_.substr(begin + 4, 8)))) return begin;
  }
  return std::nullopt;
}

}  // namespace foliot::store
