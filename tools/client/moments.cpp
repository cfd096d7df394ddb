#include "tools/client/moments.hpp"

#include <charconv>
#include <optional>

#include "store/epochs.hpp"
#include "store/journal_scan.hpp"

namespace foliot::client {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

failure no_moment(const std::string& text) {
  return {errc::bad_input, "'" + text + "' is neither a time nor a sequence", "", "--at",
          "Write 2026-01-05T02:30:00Z, or the number of a journal entry"};
}

/// Without the index, trees are looked through for the entry.
result<std::optional<instant>> time_of(const kv_store& store, uint64_t sequence,
                                       const store::past_index* index) {
  if (index != nullptr && sequence <= index->through()) return index->time_of(sequence);
  return store::time_of_entry(store, store::partition_default, sequence);
}

result<store::moment> of_sequence(const kv_store& store, uint64_t sequence,
                                  const store::past_index* index) {
  const auto time = time_of(store, sequence, index);
  if (!time) return time.error();
  if (*time) return store::moment{sequence, **time};
  const auto last = store::last_sequence(store);
  if (!last) return last.error();
  return failure{errc::not_found,
                 "the journal has no entry " + std::to_string(sequence) +
                     (sequence > *last ? ": its last one is " + std::to_string(*last)
                                       : ": it was purged, or is no job's"),
                 "", "--at", "'foliot history ID' shows the sequences of a job"};
}

/// Cuts digits off the front of `text`.
int64_t take_number(std::string& text) {
  int64_t out = 0;
  size_t used = 0;
  while (used < text.size() && used < 3 && is_digit(text[used]))
    out = out * 10 + (text[used++] - '0');
  text.erase(0, used);
  return out;
}

result<instant> of_time(std::string text, const time::processing_zone& zone) {
  constexpr size_t to_minutes = 16;  // 2026-01-05T02:30
  const failure wrong = no_moment(text);
  if (text.size() < to_minutes) return wrong;
  if (text[10] == ' ') text[10] = 'T';
  std::string rest = text.substr(to_minutes);
  int64_t ms = ms_per_minute - 1;
  if (!rest.empty() && rest[0] == ':' && rest.size() >= 3 && is_digit(rest[1])) {
    rest.erase(0, 1);
    ms = take_number(rest) * ms_per_second;
    if (ms >= ms_per_minute) return wrong;
    int64_t fraction = ms_per_second - 1;
    if (!rest.empty() && (rest[0] == '.' || rest[0] == ',')) {
      rest.erase(0, 1);
      const size_t before = rest.size();
      fraction = take_number(rest);
      if (before - rest.size() != 3) return wrong;
    }
    ms += fraction;
  }
  if (rest.empty()) rest = zone.suffix();
  if (rest == "Z" && zone.suffix() != "Z") return wrong;
  const auto minutes = time::parse_datetime(text.substr(0, to_minutes) + rest, zone);
  if (!minutes) return wrong;
  return plus_ms(*minutes, ms);
}

}  // namespace

result<store::moment> read_moment(const kv_store& store, const std::optional<std::string>& told,
                                  const time::processing_zone& zone,
                                  const store::past_index* index) {
  if (!told) {
    const auto last = store::last_sequence(store);
    if (!last) return last.error();
    const auto time = time_of(store, *last, index);
    if (!time) return time.error();
    return store::moment{*last, time->value_or(never)};
  }
  const std::string& text = *told;
  const size_t from = text[0] == '#' ? 1 : 0;
  uint64_t sequence = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data() + from, end, sequence);
  if (error == std::errc{} && stopped == end) return of_sequence(store, sequence, index);
  if (from == 1) return no_moment(text);
  const auto time = of_time(text, zone);
  if (!time) return time.error();
  return store::moment{UINT64_MAX, *time};
}

}  // namespace foliot::client
