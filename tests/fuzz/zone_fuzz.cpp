// Files of the time zone database: whatever their bytes are, they are rules or an error. Bytes that
// do not begin as such a file are taken as the makings of one, so that most of them are rules.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/contract.hpp"
#include "base/hash.hpp"
#include "time/calendar.hpp"
#include "time/zone_rules.hpp"

namespace {

using foliot::time::posix_date;
using foliot::time::posix_rule;
using foliot::time::zone_period;
using foliot::time::zone_rules;

constexpr int64_t day_s = 86'400;
constexpr int64_t week_s = 7 * day_s;
/// No clock is farther from UTC.
constexpr int32_t offset_most = 26 * 3'600;
/// How many periods are looked at from either end.
constexpr size_t periods_looked_at = 8;

/// Takes a file apart, or put another way: turns bytes into one.
class maker {
 public:
  explicit maker(std::string_view from) : rest_(from) {}

  std::string file() {
    const size_t types = 1 + byte() % 6;
    const size_t transitions = byte() % 32;
    std::string out = header(0, 0) + header(transitions, types);
    int64_t at = -4'000'000'000;
    for (size_t i = 0; i < transitions; ++i) {
      const uint64_t scale = byte();
      at += static_cast<int64_t>((byte() << 8 | byte()) << (scale % 16));
      append(out, static_cast<uint64_t>(at), 8);
    }
    for (size_t i = 0; i < transitions; ++i) append(out, byte() % types, 1);
    for (size_t i = 0; i < types; ++i) {
      const int64_t quarters = static_cast<int64_t>(byte() % 209) - 104;
      append(out, static_cast<uint32_t>(quarters * 900), 4);
      append(out, byte() & 1, 1);
      append(out, 0, 1);
    }
    return out + "\n" + std::string(rest_.substr(0, rest_.find('\n'))) + "\n";
  }

 private:
  static void append(std::string& out, uint64_t number, int bytes) {
    while (bytes-- > 0) out += static_cast<char>(number >> (8 * bytes) & 0xFF);
  }
  static std::string header(size_t transitions, size_t types) {
    std::string out = "TZif2" + std::string(15 + 3 * 4, '\0');
    append(out, transitions, 4);
    append(out, types, 4);
    append(out, 0, 4);
    return out;
  }
  uint64_t byte() {
    if (rest_.empty()) return 0;
    const auto out = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return out;
  }

  std::string_view rest_;
};

void check_rule(std::string_view text) {
  const auto rule = posix_rule::parse(text);
  if (!rule || !rule->dst_begin) return;
  for (const int32_t year : {-29'000, 1970, 2000, 2023, 29'000}) {
    const int64_t new_year = foliot::time::to_wall(foliot::time::civil{year}).ms / 1'000;
    for (const posix_date& date : {*rule->dst_begin, rule->dst_end}) {
      const int64_t in_year = date.in_year(year) - new_year;
      FOLIOT_ASSERT(in_year >= -week_s && in_year < 366 * day_s + week_s, "in its year, or nearly");
    }
  }
}

zone_period check_at(const zone_rules& rules, int64_t at) {
  const zone_period found = rules.at_utc(at);
  FOLIOT_ASSERT(found.offset >= -offset_most && found.offset <= offset_most, "offsets are bounded");
  FOLIOT_ASSERT(found.dst >= 0 && found.dst <= 2 * offset_most, "daylight saving time is added");
  FOLIOT_ASSERT(found.from <= at, "what holds has begun");
  const zone_period read = rules.at_wall(at);
  FOLIOT_ASSERT(read.offset >= -offset_most && read.offset <= offset_most, "offsets are bounded");
  return found;
}

/// In the middle of a long period both clocks tell the same.
void check_period(const zone_rules& rules, size_t index) {
  const auto& all = rules.periods();
  if (index + 1 >= all.size()) return;
  const int64_t from = std::max(all[index].from, all[index + 1].from - 1'000 * week_s);
  const int64_t to = all[index + 1].from;
  if (to - from < 2 * week_s) return;
  const int64_t middle = from + (to - from) / 2;
  FOLIOT_ASSERT(check_at(rules, middle).offset == all[index].offset, "the file tells");
  FOLIOT_ASSERT(rules.at_wall(middle + all[index].offset).offset == all[index].offset,
                "a wall time is read as it was shown");
}

void check_file(std::string_view bytes) {
  const auto rules = zone_rules::parse(bytes);
  if (!rules) return;
  const auto& all = rules->periods();
  FOLIOT_ASSERT(!all.empty(), "some offset always holds");
  FOLIOT_ASSERT(std::is_sorted(all.begin(), all.end(),
                               [](const auto& a, const auto& b) { return a.from < b.from; }),
                "periods rise");
  const size_t looked_at = std::min(all.size(), periods_looked_at);
  for (size_t i = 0; i < looked_at; ++i) {
    check_period(*rules, i);
    check_period(*rules, all.size() - 1 - i);
  }
  const auto luck = static_cast<int64_t>(foliot::hash_of(bytes).low % 4'000'000'000);
  const std::array<int64_t, 7> times{
      -880'000'000'000, -1, luck, luck + day_s, 1'600'000'000, 4'000'000'000, 880'000'000'000};
  const auto again = zone_rules::parse(bytes);
  for (const int64_t at : times) {
    const zone_period found = check_at(*rules, at);
    const zone_period same = again->at_utc(at);
    FOLIOT_ASSERT(found.from == same.from && found.offset == same.offset && found.dst == same.dst,
                  "the same bytes are the same rules");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.starts_with("TZif")) {
    check_file(bytes);
  } else {
    check_rule(bytes);
    check_file(maker(bytes).file());
  }
  return 0;
}
