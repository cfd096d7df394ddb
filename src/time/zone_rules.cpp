#include "time/zone_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "base/limits.hpp"
#include "time/calendar.hpp"

namespace foliot::time {
namespace {

/// Clocks stay within 26 hours of UTC, as RFC 8536 recommends; so do we, to bound all sums.
constexpr int32_t offset_most = 26 * 3'600;
/// Transitions farther from 1970 than this are cut: about the year 30000.
constexpr int64_t far = 884'600'000'000;

failure broken(std::string what) {
  return {errc::corrupt, "the time zone file " + std::move(what), "E1003", "",
          "Install the package tzdata again"};
}

/// A cursor over big-endian bytes; reading beyond the end gives zeros and says so.
class bytes_reader {
 public:
  explicit bytes_reader(std::string_view bytes) : rest_(bytes) {}

  bool good() const { return good_; }
  std::string_view rest() const { return rest_; }

  std::string_view take(size_t count) {
    if (count > rest_.size()) {
      good_ = false;
      count = rest_.size();
    }
    const std::string_view out = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return out;
  }
  uint64_t number(size_t bytes) {
    uint64_t out = 0;
    for (const char c : take(bytes)) out = out << 8 | static_cast<unsigned char>(c);
    return out;
  }
  int32_t signed32() { return static_cast<int32_t>(static_cast<uint32_t>(number(4))); }
  int64_t signed64() { return static_cast<int64_t>(number(8)); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

struct tzif_header {
  char version = '\0';
  size_t utc_flags = 0;
  size_t standard_flags = 0;
  size_t leaps = 0;
  size_t transitions = 0;
  size_t types = 0;
  size_t letters = 0;

  size_t body(size_t time_bytes) const {
    return transitions * (time_bytes + 1) + types * 6 + letters + leaps * (time_bytes + 4) +
           standard_flags + utc_flags;
  }
};

std::optional<tzif_header> read_header(bytes_reader& in) {
  if (in.take(4) != "TZif") return std::nullopt;
  tzif_header out;
  const std::string_view version = in.take(1);
  out.version = version.empty() ? '\0' : version.front();
  in.take(15);
  for (size_t* each : {&out.utc_flags, &out.standard_flags, &out.leaps, &out.transitions,
                       &out.types, &out.letters}) {
    *each = in.number(4);
    if (*each > limits::zone_file_bytes_max) return std::nullopt;
  }
  if (!in.good()) return std::nullopt;
  return out;
}

struct local_type {
  int32_t offset = 0;
  bool dst = false;
};

/// Fills in how much daylight saving time each period has. `flags` says which have some at all.
void set_savings(std::vector<zone_period>& periods, std::vector<bool> flags) {
  const size_t count = periods.size();
  // A "daylight saving time" that is behind the period before it is winter: what follows is summer,
  // and what comes before it too where that goes on from a summer (Dublin, 1968 to 1971).
  const std::vector<bool> told = flags;
  for (size_t i = 1; i < count; ++i) {
    if (!told[i] || told[i - 1] || periods[i].offset >= periods[i - 1].offset) continue;
    const bool last = i + 1 == count;
    if (!last && (told[i + 1] || periods[i + 1].offset <= periods[i].offset)) continue;
    flags[i] = false;
    if (!last) flags[i + 1] = true;
    if (i > 1 && told[i - 2] && periods[i - 2].offset == periods[i - 1].offset) flags[i - 1] = true;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!flags[i]) continue;
    size_t before = i;
    while (before > 0 && flags[before]) --before;
    size_t after = i;
    while (after + 1 < count && flags[after]) ++after;
    int32_t saving = flags[before] ? 0 : periods[i].offset - periods[before].offset;
    if (saving <= 0 && !flags[after]) saving = periods[i].offset - periods[after].offset;
    periods[i].dst = saving > 0 ? saving : 3'600;
  }
}

/// A rule that takes time away in winter, turned into one that adds it in summer.
posix_rule with_summer(posix_rule rule) {
  if (!rule.dst_begin || rule.dst_offset >= rule.offset) return rule;
  std::swap(rule.offset, rule.dst_offset);
  std::swap(*rule.dst_begin, rule.dst_end);
  return rule;
}

}  // namespace

result<zone_rules> zone_rules::parse(std::string_view bytes) {
  if (bytes.size() > limits::zone_file_bytes_max) return broken("is too large");
  bytes_reader in(bytes);
  const auto old = read_header(in);
  if (!old) return broken("does not begin as TZif");
  if (old->version < '2') return broken("has the old version 1");
  in.take(old->body(4));
  const auto header = read_header(in);
  if (!header || header->body(8) > in.rest().size()) return broken("ends too early");
  if (header->types == 0 || header->types > 256) return broken("has no types");
  if (header->leaps != 0) return broken("counts leap seconds");

  std::vector<int64_t> times(header->transitions);
  for (int64_t& each : times) each = std::clamp(in.signed64(), -far, far);
  std::vector<uint8_t> kinds(header->transitions);
  for (uint8_t& each : kinds) each = static_cast<uint8_t>(in.number(1));
  std::vector<local_type> types(header->types);
  for (local_type& each : types) {
    each.offset = in.signed32();
    each.dst = in.number(1) != 0;
    in.take(1);
    if (each.offset < -offset_most || each.offset > offset_most)
      return broken("has an offset of more than a day");
  }
  in.take(header->letters + header->standard_flags + header->utc_flags);

  zone_rules out;
  std::vector<bool> flags{types.front().dst};
  out.periods_.push_back({std::numeric_limits<int64_t>::min() / 4, types.front().offset, 0});
  for (size_t i = 0; i < times.size(); ++i) {
    if (kinds[i] >= types.size()) return broken("names a type that it lacks");
    if (i > 0 && times[i] < times[i - 1]) return broken("has transitions out of order");
    out.periods_.push_back({times[i], types[kinds[i]].offset, 0});
    flags.push_back(types[kinds[i]].dst);
  }
  set_savings(out.periods_, std::move(flags));

  std::string_view footer = in.rest();
  if (!footer.starts_with('\n') || footer.find('\n', 1) == std::string_view::npos)
    return broken("has no rule at its end");
  footer = footer.substr(1, footer.find('\n', 1) - 1);
  if (!footer.empty()) {
    auto rule = posix_rule::parse(footer);
    if (!rule) return rule.error();
    out.after_ = with_summer(*rule);
  }
  return out;
}

zone_period zone_rules::find(int64_t at, bool wall) const {
  const auto begin = [wall](const zone_period& period) {
    return period.from + (wall ? period.offset : 0);
  };
  const auto later = std::upper_bound(
      periods_.begin() + 1, periods_.end(), at,
      [&](int64_t wanted, const zone_period& period) { return wanted < begin(period); });
  const zone_period found = *(later - 1);
  if (later != periods_.end() || !after_) return found;
  // Behind the last transition the rule counts: of its changes near this year the last that began.
  zone_period best{found.from, after_->offset, 0};
  if (!after_->dst_begin) return best;
  const int64_t year = to_civil(wall_time{at * 1'000}).year;
  bool any = false;
  for (int64_t each = year - 1; each <= year + 1; ++each) {
    const std::array changes{
        zone_period{after_->dst_begin->in_year(each) - after_->offset, after_->dst_offset,
                    after_->dst_offset - after_->offset},
        zone_period{after_->dst_end.in_year(each) - after_->dst_offset, after_->offset, 0}};
    for (const zone_period& change : changes) {
      if (begin(change) > at || (any && change.from < best.from)) continue;
      best = change;
      any = true;
    }
  }
  // The rule's own last change may be older than the last transition: that one tells then.
  return best.from < found.from ? found : best;
}

zone_period zone_rules::at_utc(int64_t at) const { return find(at, false); }

zone_period zone_rules::at_wall(int64_t wall) const { return find(wall, true); }

}  // namespace foliot::time
