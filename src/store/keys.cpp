#include "store/keys.hpp"

#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

namespace foliot::store {

namespace {

constexpr std::string_view epoch_word = "epoch";
constexpr uint64_t time_bias = uint64_t{1} << 63;

/// Appends the lowest `bytes` bytes of `value`, the highest first.
void append(std::string& out, uint64_t value, size_t bytes) {
  for (size_t i = bytes; i-- > 0;) out += static_cast<char>(static_cast<uint8_t>(value >> (8 * i)));
}

/// The number in the first `bytes` bytes of `from`, which is long enough.
uint64_t number_at(std::string_view from, size_t offset, size_t bytes) {
  uint64_t out = 0;
  for (size_t i = 0; i < bytes; ++i) out = (out << 8) | static_cast<uint8_t>(from[offset + i]);
  return out;
}

/// The same of 8 bytes: indexes are read by the hundred thousand rows.
uint64_t u64_at(std::string_view from, size_t offset) {
  uint64_t out = 0;
  std::memcpy(&out, from.data() + offset, sizeof out);
  return std::endian::native == std::endian::big ? out : __builtin_bswap64(out);
}

uint64_t biased(instant at) { return static_cast<uint64_t>(at.ms) ^ time_bias; }

/// A text inside a key: no text is the beginning of another.
void append_text(std::string& out, std::string_view text) {
  for (char c : text) {
    out += c;
    if (c == '\0') out += '\xFF';
  }
  append(out, 0, 2);
}

/// The text that `append_text` wrote; nothing when it wrote no such bytes.
std::optional<std::string> text_of(std::string_view bytes) {
  std::string out;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\0') {
      if (++i == bytes.size()) return std::nullopt;
      if (bytes[i] == '\0') return i + 1 == bytes.size() ? std::optional(out) : std::nullopt;
      if (bytes[i] != '\xFF') return std::nullopt;
      out += '\0';
    } else {
      out += bytes[i];
    }
  }
  return std::nullopt;
}

std::optional<entity_kind> kind_at(std::string_view key, size_t offset) {
  const uint64_t kind = number_at(key, offset, 1);
  if (kind == 0 || kind > static_cast<uint64_t>(entity_kind::workflow)) return std::nullopt;
  return static_cast<entity_kind>(kind);
}

void append_age(std::string& out, instant created, job_number job) {
  append(out, biased(created), 8);
  append(out, job, 8);
}

}  // namespace

std::string tree_prefix(uint16_t partition, job_number root) {
  std::string out;
  append(out, partition, 2);
  append(out, root, 8);
  return out;
}

std::string record_key(const entity_id& id) {
  std::string out;
  out.reserve(23);
  append(out, id.partition, 2);
  append(out, id.root, 8);
  append(out, static_cast<uint8_t>(id.kind), 1);
  append(out, id.job, 8);
  append(out, id.number, 4);
  return out;
}

std::optional<entity_id> parse_record_key(std::string_view key) {
  if (key.size() != 23) return std::nullopt;
  entity_id out;
  out.partition = static_cast<uint16_t>(number_at(key, 0, 2));
  out.root = number_at(key, 2, 8);
  const uint64_t kind = number_at(key, 10, 1);
  if (kind == 0 || kind > static_cast<uint64_t>(entity_kind::workflow)) return std::nullopt;
  out.kind = static_cast<entity_kind>(kind);
  out.job = number_at(key, 11, 8);
  out.number = static_cast<uint32_t>(number_at(key, 19, 4));
  return out;
}

std::string journal_key(uint16_t partition, job_number root, uint64_t sequence) {
  std::string out = tree_prefix(partition, root);
  append(out, sequence, 8);
  return out;
}

std::optional<journal_position> parse_journal_key(std::string_view key) {
  if (key.size() != 18) return std::nullopt;
  return journal_position{static_cast<uint16_t>(number_at(key, 0, 2)), number_at(key, 2, 8),
                          number_at(key, 10, 8)};
}

std::string definition_key(uint16_t partition, job_number root, const hash128& hash) {
  std::string out = tree_prefix(partition, root);
  append(out, hash.high, 8);
  append(out, hash.low, 8);
  return out;
}

std::string by_parent_prefix(uint16_t partition, job_number root, job_number parent) {
  std::string out = tree_prefix(partition, root);
  append(out, parent, 8);
  return out;
}

std::string by_parent_key(uint16_t partition, job_number root, job_number parent,
                          job_number child) {
  std::string out = by_parent_prefix(partition, root, parent);
  append(out, child, 8);
  return out;
}

std::optional<job_number> parse_by_parent_key(std::string_view key) {
  if (key.size() != 26) return std::nullopt;
  return number_at(key, 18, 8);
}

std::string by_id_key(uint16_t partition, job_number job) {
  std::string out;
  append(out, partition, 2);
  append(out, job, 8);
  return out;
}

std::string partition_prefix(uint16_t partition) {
  std::string out;
  append(out, partition, 2);
  return out;
}

std::string audit_prefix(uint16_t partition) { return partition_prefix(partition); }

std::string audit_key(uint16_t partition, job_number number) {
  std::string out = audit_prefix(partition);
  append(out, number, 8);
  return out;
}

std::optional<job_number> parse_audit_key(std::string_view key) {
  if (key.size() != 10) return std::nullopt;
  return number_at(key, 2, 8);
}

std::string by_created_prefix(uint16_t partition, entity_kind kind) {
  std::string out;
  append(out, partition, 2);
  append(out, static_cast<uint8_t>(kind), 1);
  return out;
}

std::string by_created_key(uint16_t partition, entity_kind kind, instant created, job_number job) {
  std::string out = by_created_prefix(partition, kind);
  append_age(out, created, job);
  return out;
}

std::string by_status_prefix(uint16_t partition, entity_kind kind, model::status state) {
  std::string out = by_created_prefix(partition, kind);
  append(out, static_cast<uint8_t>(state), 1);
  return out;
}

std::string by_status_key(uint16_t partition, entity_kind kind, model::status state,
                          instant created, job_number job) {
  std::string out = by_status_prefix(partition, kind, state);
  append_age(out, created, job);
  return out;
}

std::string by_user_prefix(uint16_t partition, std::string_view user, entity_kind kind) {
  std::string out;
  append(out, partition, 2);
  append_text(out, user);
  append(out, static_cast<uint8_t>(kind), 1);
  return out;
}

std::string by_user_key(uint16_t partition, std::string_view user, entity_kind kind,
                        instant created, job_number job) {
  std::string out = by_user_prefix(partition, user, kind);
  append_age(out, created, job);
  return out;
}

std::string by_name_prefix(uint16_t partition, entity_kind kind, std::string_view name) {
  std::string out = by_created_prefix(partition, kind);
  append_text(out, name);
  return out;
}

std::string by_name_key(uint16_t partition, entity_kind kind, std::string_view name,
                        instant created, job_number job) {
  std::string out = by_name_prefix(partition, kind, name);
  append_age(out, created, job);
  return out;
}

std::optional<named_prefix> parse_by_user_prefix(std::string_view prefix) {
  if (prefix.size() < 5) return std::nullopt;
  const auto kind = kind_at(prefix, prefix.size() - 1);
  auto text = text_of(prefix.substr(2, prefix.size() - 3));
  if (!kind || !text) return std::nullopt;
  return named_prefix{*kind, std::move(*text)};
}

std::optional<named_prefix> parse_by_name_prefix(std::string_view prefix) {
  if (prefix.size() < 5) return std::nullopt;
  const auto kind = kind_at(prefix, 2);
  auto text = text_of(prefix.substr(3));
  if (!kind || !text) return std::nullopt;
  return named_prefix{*kind, std::move(*text)};
}

std::string by_external_prefix(uint16_t partition, entity_kind kind, std::string_view external_id) {
  std::string out = by_created_prefix(partition, kind);
  append_text(out, external_id);
  return out;
}

std::string by_external_prefix(uint16_t partition, entity_kind kind, std::string_view external_id,
                               std::string_view user) {
  std::string out = by_external_prefix(partition, kind, external_id);
  append_text(out, user);
  return out;
}

std::string by_external_key(uint16_t partition, entity_kind kind, std::string_view external_id,
                            std::string_view user, job_number job) {
  std::string out = by_external_prefix(partition, kind, external_id, user);
  append(out, job, 8);
  return out;
}

std::optional<job_number> parse_by_external_key(std::string_view key) {
  constexpr size_t shortest = 2 + 1 + 2 + 2 + 8;
  if (key.size() < shortest) return std::nullopt;
  return number_at(key, key.size() - 8, 8);
}

std::optional<age_of_job> parse_age(std::string_view key) {
  if (key.size() < 16) return std::nullopt;
  const std::string_view tail = key.substr(key.size() - 16);
  return age_of_job{instant{static_cast<int64_t>(u64_at(tail, 0) ^ time_bias)}, u64_at(tail, 8)};
}

std::string_view before_age(std::string_view key) {
  return key.substr(0, key.size() < 16 ? key.size() : key.size() - 16);
}

std::string age_key(std::string prefix, instant created, job_number job) {
  append_age(prefix, created, job);
  return prefix;
}

std::string format_key() { return "format"; }

std::string epoch_prefix() { return std::string(epoch_word); }

std::string epoch_key(uint32_t epoch) {
  std::string out(epoch_word);
  append(out, epoch, 4);
  return out;
}

std::optional<uint32_t> parse_epoch_key(std::string_view key) {
  if (key.size() != epoch_word.size() + 4 || key.substr(0, epoch_word.size()) != epoch_word)
    return std::nullopt;
  return static_cast<uint32_t>(number_at(key, epoch_word.size(), 4));
}

std::string sequence_key(uint16_t partition) {
  std::string out = "sequence";
  append(out, partition, 2);
  return out;
}

std::string zone_key() { return "zone"; }

std::string encode_u64(uint64_t value) {
  std::string out;
  append(out, value, 8);
  return out;
}

std::optional<uint64_t> decode_u64(std::string_view bytes) {
  if (bytes.size() != 8) return std::nullopt;
  return u64_at(bytes, 0);
}

std::string prefix_end(std::string prefix) {
  while (!prefix.empty()) {
    const uint8_t last = static_cast<uint8_t>(prefix.back());
    if (last != 0xFF) {
      prefix.back() = static_cast<char>(last + 1);
      return prefix;
    }
    prefix.pop_back();
  }
  return prefix;
}

}  // namespace foliot::store
