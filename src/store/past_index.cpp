#include "store/past_index.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "store/archive.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"

namespace foliot::store {

namespace {

constexpr size_t record_key_bytes = 23;
constexpr uint64_t time_bias = uint64_t{1} << 63;

failure damaged() {
  return {errc::corrupt, "the index of the journal cannot be read", "", "",
          "Delete it and ask again, or ask with --no-index"};
}

/// The largest key below `to` of those from `from` on.
result<std::optional<std::pair<std::string, std::string>>> last_before(const kv_store& rows,
                                                                       table where,
                                                                       const std::string& from,
                                                                       const std::string& to) {
  std::optional<std::pair<std::string, std::string>> out;
  const auto seen = rows.scan_back(where, from, to, [&](std::string_view key, std::string_view v) {
    out.emplace(key, v);
    return false;
  });
  if (!seen) return seen.error();
  return out;
}

}  // namespace

std::string past_key(const entity_id& id, uint64_t sequence) {
  return record_key(id) + encode_u64(sequence);
}
std::string past_time_key(uint16_t partition, job_number root, instant latest) {
  return tree_prefix(partition, root) + encode_u64(static_cast<uint64_t>(latest.ms) ^ time_bias);
}
std::string past_moments_key(uint64_t block) { return "at" + encode_u64(block); }

uint64_t sequence_of_past_key(std::string_view key) {
  return key.size() < 8 ? 0 : decode_u64(key.substr(key.size() - 8)).value_or(0);
}

std::string encode_trail(const std::vector<uint64_t>& sequences) {
  std::string out;
  writer to(out);
  for (size_t i = 1; i < sequences.size(); ++i) to(sequences[i] - sequences[i - 1]);
  return out;
}

result<std::vector<uint64_t>> decode_trail(uint64_t first, std::string_view bytes) {
  std::vector<uint64_t> out{first};
  reader in(bytes);
  while (!in.failed() && !in.at_end()) {
    uint64_t more = 0;
    in(more);
    if (more == 0 || more > UINT64_MAX - out.back()) in.fail("it does not rise");
    out.push_back(out.back() + more);
  }
  if (in.failed()) return damaged();
  return out;
}

std::string encode_moments(const std::vector<std::optional<instant>>& times) {
  std::string out;
  writer to(out);
  uint64_t before = 0;  // differences wrap around, so that each pair of times has one
  for (const auto& time : times) {
    to(time.has_value());
    if (!time) continue;
    to(static_cast<int64_t>(static_cast<uint64_t>(time->ms) - before));
    before = static_cast<uint64_t>(time->ms);
  }
  return out;
}

result<std::vector<std::optional<instant>>> decode_moments(std::string_view bytes) {
  std::vector<std::optional<instant>> out;
  reader in(bytes);
  uint64_t before = 0;
  while (!in.failed() && !in.at_end()) {
    bool there = false;
    int64_t more = 0;
    in(there);
    if (there) in(more);
    before += static_cast<uint64_t>(more);
    out.push_back(there ? std::optional(instant{static_cast<int64_t>(before)}) : std::nullopt);
  }
  if (in.failed()) return damaged();
  return out;
}

result<void> past_index::trail(const entity_id& id, uint64_t from, uint64_t to,
                               const std::function<bool(uint64_t)>& visit) const {
  if (from > to) return {};
  const std::string begin = past_key(id, 0);
  const std::string end = to == UINT64_MAX ? prefix_end(record_key(id)) : past_key(id, to + 1);
  const auto first = last_before(*rows_, past_tables::trails, begin, past_key(id, from) + '\0');
  if (!first) return first.error();
  std::optional<failure> wrong;
  const auto seen = rows_->scan(past_tables::trails, *first ? (*first)->first : begin, end,
                                [&](std::string_view key, std::string_view value) {
                                  const auto all = decode_trail(sequence_of_past_key(key), value);
                                  if (!all) return wrong = all.error(), false;
                                  for (const uint64_t each : *all) {
                                    if (each > to) return false;
                                    if (each >= from && !visit(each)) return false;
                                  }
                                  return true;
                                });
  if (!seen) return seen.error();
  return wrong ? result<void>(*wrong) : result<void>();
}

result<std::optional<past_index::snapshot_row>> past_index::snapshot(const entity_id& id,
                                                                     uint64_t at) const {
  const auto row = last_before(*rows_, past_tables::snapshots, past_key(id, 0),
                               past_key(id, std::min(at, UINT64_MAX - 1) + 1));
  if (!row) return row.error();
  if (!*row) return std::optional<snapshot_row>();
  auto record = decode_record(id.kind, (*row)->second);
  if (!record) return damaged();
  return std::optional(snapshot_row{sequence_of_past_key((*row)->first),
                                    std::make_shared<const model::any_record>(std::move(*record))});
}

result<past_index::time_row> past_index::before_time(uint16_t partition, job_number root,
                                                     instant at) const {
  const auto row = last_before(*rows_, past_tables::times, tree_prefix(partition, root),
                               past_time_key(partition, root, at) + '\0');
  if (!row) return row.error();
  if (!*row) return time_row{};
  const auto sequence = decode_u64((*row)->second);
  if (!sequence || (*row)->first.size() < 8) return damaged();
  return time_row{*sequence,
                  {static_cast<int64_t>(sequence_of_past_key((*row)->first) ^ time_bias)}};
}

result<std::optional<instant>> past_index::time_of(uint64_t sequence) const {
  const auto row = rows_->get(past_tables::moments, past_moments_key(sequence / moments_in_block));
  if (!row) return row.error();
  if (!*row) return std::optional<instant>();
  const auto times = decode_moments(**row);
  if (!times) return times.error();
  const size_t place = sequence % moments_in_block;
  return place < times->size() ? (*times)[place] : std::optional<instant>();
}

result<void> past_index::times(const std::function<void(uint64_t sequence, instant)>& visit) const {
  std::optional<failure> wrong;
  const std::string begin = past_moments_key(0);
  const auto seen =
      rows_->scan(past_tables::moments, begin, prefix_end(begin.substr(0, begin.size() - 8)),
                  [&](std::string_view key, std::string_view value) {
                    const auto times = decode_moments(value);
                    if (!times) return wrong = times.error(), false;
                    const uint64_t first = sequence_of_past_key(key) * moments_in_block;
                    for (size_t i = 0; i < times->size(); ++i)
                      if ((*times)[i]) visit(first + i, *(*times)[i]);
                    return true;
                  });
  if (!seen) return seen.error();
  return wrong ? result<void>(*wrong) : result<void>();
}

result<void> past_index::actions(
    const entity_id& coordinator, uint32_t first, bool back,
    const std::function<bool(const entity_id&, uint64_t born)>& visit) const {
  std::optional<entity_id> open;  ///< The action whose rows are passing by.
  uint64_t born = 0;
  bool goes_on = true;
  std::optional<failure> wrong;
  const auto show = [&] {
    if (open) goes_on = visit(*open, born);
    open.reset();
    return goes_on;
  };
  const auto take = [&](std::string_view key, std::string_view) {
    const auto id = parse_record_key(key.substr(0, std::min(key.size(), record_key_bytes)));
    if (!id || key.size() != record_key_bytes + 8) return wrong = damaged(), false;
    if (open && *open != *id && !show()) return false;
    if (!open || back) born = sequence_of_past_key(key);  // backwards the first row comes last
    open = *id;
    return true;
  };
  const std::string lowest = record_key(action_of(coordinator, 0));
  const std::string end = prefix_end(lowest.substr(0, lowest.size() - 4));
  const std::string here = record_key(action_of(coordinator, first));
  const auto seen = back ? rows_->scan_back(past_tables::trails, lowest, prefix_end(here), take)
                         : rows_->scan(past_tables::trails, here, end, take);
  if (!seen) return seen.error();
  if (wrong) return *wrong;
  if (goes_on) show();
  return {};
}

}  // namespace foliot::store
