// Patterns of Java's SimpleDateFormat, as coord:formatTime takes them.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "time/calendar.hpp"
#include "time/datetime.hpp"
#include "time/digits.hpp"

namespace foliot::time {
namespace {

constexpr size_t pattern_bytes_max = 1'024;

constexpr std::array<std::string_view, 12> month_names{
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<std::string_view, 7> weekday_names{
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

/// The full name from four letters on, else its first three.
void append_name(std::string& text, std::string_view name, size_t width) {
  text += width >= 4 ? name : name.substr(0, 3);
}

/// "+0530", "+05:30", "+05" of an offset in minutes.
void append_offset(std::string& text, int32_t offset, bool colon, bool with_minutes) {
  text += offset < 0 ? '-' : '+';
  const int32_t size = std::abs(offset);
  append_padded(text, size / 60, 2);
  if (!with_minutes) return;
  if (colon) text += ':';
  append_padded(text, size % 60, 2);
}

/// The week of the year or month that day number `day` (from 1) with `weekday` belongs to, when
/// weeks begin on Sunday and the first may have one day (Java's US locale).
int32_t week_of(int32_t day, int32_t weekday) { return (day - 1 + 7 - weekday + 6) / 7; }

/// The week of the year: the days after the last Sunday before New Year belong to week 1.
int32_t week_of_year(const civil& at) {
  const bool leap = days_in_month(at.year, 2) == 29;
  const int32_t left = (leap ? 366 : 365) - at.day_of_year;
  if (at.weekday + left < 6) return 1;
  return week_of(at.day_of_year, at.weekday);
}

/// The year that the week belongs to.
int32_t week_year(const civil& at) {
  return at.month == 12 && week_of_year(at) == 1 ? at.year + 1 : at.year;
}

void append_year(std::string& text, int32_t year, size_t width) {
  const int32_t shown = year > 0 ? year : 1 - year;
  if (width == 2) {
    append_padded(text, shown % 100, 2);
  } else {
    append_padded(text, shown, width);
  }
}

void append_zone(std::string& text, char letter, size_t width, int32_t offset, const zone& where) {
  if (letter == 'Z') {
    append_offset(text, offset, false, true);
  } else if (letter == 'X') {
    if (offset == 0) {
      text += 'Z';
    } else {
      append_offset(text, offset, width == 3, width > 1);
    }
  } else {
    text += where.id();
  }
}

/// Appends the field `letter` repeated `width` times; false when there is no such letter.
bool append_field(std::string& text, char letter, size_t width, const civil& at, int32_t offset,
                  const zone& where) {
  const auto number = [&](int32_t value) { append_padded(text, value, width); };
  switch (letter) {
    case 'G': text += at.year > 0 ? "AD" : "BC"; return true;
    case 'y': append_year(text, at.year, width); return true;
    case 'Y': append_year(text, week_year(at), width); return true;
    case 'M':
    case 'L':
      if (width >= 3) {
        append_name(text, month_names[static_cast<size_t>(at.month - 1)], width);
      } else {
        number(at.month);
      }
      return true;
    case 'E': append_name(text, weekday_names[static_cast<size_t>(at.weekday)], width); return true;
    case 'a': text += at.hour < 12 ? "AM" : "PM"; return true;
    case 'w': return number(week_of_year(at)), true;
    case 'W': return number(week_of(at.day, at.weekday)), true;
    case 'D': return number(at.day_of_year), true;
    case 'd': return number(at.day), true;
    case 'F': return number((at.day - 1) / 7 + 1), true;
    case 'u': return number(at.weekday == 0 ? 7 : at.weekday), true;
    case 'H': return number(at.hour), true;
    case 'k': return number(at.hour == 0 ? 24 : at.hour), true;
    case 'K': return number(at.hour % 12), true;
    case 'h': return number(at.hour % 12 == 0 ? 12 : at.hour % 12), true;
    case 'm': return number(at.minute), true;
    case 's': return number(at.second), true;
    case 'S': return number(at.millisecond), true;
    case 'z':
    case 'Z':
    case 'X':
      if (letter == 'X' && width > 3) return false;
      append_zone(text, letter, width, offset, where);
      return true;
    default: return false;
  }
}

failure bad_pattern(std::string_view pattern, const std::string& why) {
  return {errc::bad_input, "the date pattern '" + std::string(pattern.substr(0, 100)) + "' " + why,
          "E1004", "", "Use the letters of Java's SimpleDateFormat, such as yyyy-MM-dd'T'HH:mm"};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Copies the quoted text that begins at `pattern[i]`; two quotes are one. Moves `i` behind the
/// closing quote; false when there is none.
bool append_quoted(std::string& text, std::string_view pattern, size_t& i) {
  if (pattern.substr(i).starts_with("''")) {
    text += '\'';
    i += 2;
    return true;
  }
  for (++i; i < pattern.size(); ++i) {
    if (pattern[i] != '\'') {
      text += pattern[i];
    } else if (pattern.substr(i).starts_with("''")) {
      text += '\'';
      ++i;
    } else {
      ++i;
      return true;
    }
  }
  return false;
}

}  // namespace

result<std::string> format_pattern(instant at, std::string_view pattern, const zone& where) {
  if (pattern.size() > pattern_bytes_max) return bad_pattern(pattern, "is too long");
  if (at == never) return std::string();
  const civil fields = to_civil(where.to_wall(at));
  const int32_t offset = where.offset_minutes(at);
  std::string text;
  for (size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    if (c == '\'') {
      if (!append_quoted(text, pattern, i)) return bad_pattern(pattern, "has an unclosed quote");
    } else if (!is_letter(c)) {
      text += c;
      ++i;
    } else {
      const size_t end = std::min(pattern.find_first_not_of(c, i), pattern.size());
      if (!append_field(text, c, end - i, fields, offset, where)) {
        return bad_pattern(pattern, std::string("has the unknown letter '") + c + "'");
      }
      i = end;
    }
  }
  return text;
}

}  // namespace foliot::time
