#include "time/datetime.hpp"

#include <array>
#include <cstdlib>
#include <optional>

#include "base/text.hpp"
#include "time/calendar.hpp"
#include "time/digits.hpp"
#include "time/zone_names.hpp"

namespace foliot::time {
namespace {

constexpr int64_t year_max = 30'000;

constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> weekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

/// Reads a text from the left. Each step fails quietly; the caller has one sentence for all.
class scanner {
 public:
  explicit scanner(std::string_view text) : rest_(text) {}

  /// A number as SimpleDateFormat reads it: blanks before it are skipped, any count of digits.
  std::optional<int64_t> number() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) {
      rest_.remove_prefix(1);
    }
    int64_t value = 0;
    size_t used = 0;
    while (used < rest_.size() && rest_[used] >= '0' && rest_[used] <= '9') {
      value = value * 10 + (rest_[used] - '0');
      if (value > 1'000'000'000) return {};
      ++used;
    }
    if (used == 0) return {};
    rest_.remove_prefix(used);
    return value;
  }

  bool skip(std::string_view literal) {
    if (!rest_.starts_with(literal)) return false;
    rest_.remove_prefix(literal.size());
    return true;
  }

  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

std::optional<instant> scan_datetime(std::string_view text, const processing_zone& zone,
                                     dialect reading) {
  const bool lenient = reading == dialect::lenient;
  scanner in(text);
  const auto year = in.number();
  if (!year || *year < 1 || *year > year_max || !in.skip("-")) return {};
  const auto month = in.number();
  if (!month || *month < 1 || *month > 12 || !in.skip("-")) return {};
  const auto day = in.number();
  const auto year_number = static_cast<int32_t>(*year);
  const auto month_number = static_cast<int32_t>(*month);
  if (!day || *day < 1 || *day > days_in_month(year_number, month_number) || !in.skip("T")) {
    return {};
  }
  const auto hour = in.number();
  if (!hour || *hour > (lenient ? 24 : 23) || !in.skip(":")) return {};
  const auto minute = in.number();
  if (!minute || *minute > (*hour == 24 ? 0 : 59)) return {};
  if (lenient && in.skip(":00")) {
    // Seconds are read where they say nothing.
  }
  if (!in.skip(zone.suffix()) && !(lenient && in.skip(zone.name()))) return {};
  if (!in.at_end()) return {};
  const civil fields{year_number, month_number, static_cast<int32_t>(*day)};
  return instant{to_wall(fields).ms + *hour * ms_per_hour +
                 (*minute - zone.offset_minutes()) * ms_per_minute};
}

civil fields_of(instant at, const processing_zone& zone) {
  return to_civil(wall_time{at.ms + zone.offset_minutes() * ms_per_minute});
}

/// Years before 1 are counted backwards, without an era, as SimpleDateFormat shows them.
void append_year(std::string& text, int32_t year) {
  append_padded(text, year > 0 ? year : 1 - year, 4);
}

/// 2009-01-31
void append_date(std::string& text, const civil& fields) {
  append_year(text, fields.year);
  text += '-';
  append_padded(text, fields.month, 2);
  text += '-';
  append_padded(text, fields.day, 2);
}

/// 23:59
void append_minute(std::string& text, const civil& fields) {
  append_padded(text, fields.hour, 2);
  text += ':';
  append_padded(text, fields.minute, 2);
}

/// 23:59:58
void append_clock(std::string& text, const civil& fields) {
  append_minute(text, fields);
  text += ':';
  append_padded(text, fields.second, 2);
}

}  // namespace

result<processing_zone> processing_zone::parse(std::string_view text) {
  processing_zone zone;
  if (text == "UTC") return zone;
  const bool shaped = text.size() == 8 && text.starts_with("GMT");
  const auto offset = shaped ? fixed_offset(text) : std::nullopt;
  if (!offset) {
    return failure{errc::bad_input,
                   "'" + std::string(text.substr(0, 100)) + "' is no processing time zone", "", "",
                   "Write UTC or an offset such as GMT+0530"};
  }
  zone.offset_minutes_ = *offset;
  zone.utc_ = false;
  return zone;
}

std::string processing_zone::suffix() const {
  if (utc_) return "Z";
  std::string text = offset_minutes_ < 0 ? "-" : "+";
  const int32_t size = std::abs(offset_minutes_);
  append_padded(text, size / 60 * 100 + size % 60, 4);
  return text;
}

std::string processing_zone::name() const { return utc_ ? "UTC" : "GMT" + suffix(); }

zone processing_zone::as_zone() const { return utc_ ? zone() : zone::fixed(offset_minutes_); }

result<instant> parse_datetime(std::string_view text, const processing_zone& zone,
                               dialect reading) {
  // Longer than any datetime: do not even look.
  if (text.size() <= 256) {
    if (const auto at = scan_datetime(trim(text), zone, reading)) return *at;
  }
  return failure{errc::bad_input, "'" + std::string(text.substr(0, 100)) + "' is no datetime",
                 "E1003", "", "Write it like 2009-01-31T23:59" + zone.suffix()};
}

std::string format_datetime(instant at, const processing_zone& zone) {
  if (at == never) return {};
  const civil fields = fields_of(at, zone);
  std::string text;
  append_date(text, fields);
  text += 'T';
  append_minute(text, fields);
  return text + zone.suffix();
}

std::string format_http_date(instant at) {
  if (at == never) return {};
  const civil fields = to_civil(wall_time{at.ms});
  std::string text(weekdays[static_cast<size_t>(fields.weekday)]);
  text += ", ";
  append_padded(text, fields.day, 2);
  text += ' ';
  text += months[static_cast<size_t>(fields.month - 1)];
  text += ' ';
  append_year(text, fields.year);
  text += ' ';
  append_clock(text, fields);
  return text + " GMT";
}

std::string format_log_time(instant at, const processing_zone& zone) {
  if (at == never) return {};
  const civil fields = fields_of(at, zone);
  std::string text;
  append_date(text, fields);
  text += ' ';
  append_clock(text, fields);
  text += ',';
  append_padded(text, fields.millisecond, 3);
  return text;
}

}  // namespace foliot::time
