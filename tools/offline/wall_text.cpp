#include "tools/offline/wall_text.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

#include "time/calendar.hpp"
#include "time/datetime.hpp"

namespace foliot::offline {

namespace {

constexpr std::array<const char*, 7> weekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

}  // namespace

std::string offset_text(instant at, const time::zone& where) {
  const int32_t minutes = where.offset_minutes(at);
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%c%02d:%02d", minutes < 0 ? '-' : '+',
                std::abs(minutes) / 60 % 100, std::abs(minutes) % 60);
  return text.data();
}

std::string wall_text(instant at, const time::zone& where) {
  const time::civil c = time::to_civil(where.to_wall(at));
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%s %04d-%02d-%02d %02d:%02d ",
                weekdays[static_cast<size_t>(c.weekday) % weekdays.size()], c.year, c.month, c.day,
                c.hour, c.minute);
  return text.data() + offset_text(at, where);
}

instant clock_change(instant from, instant to, const time::zone& where) {
  int64_t low = from.ms;
  int64_t high = to.ms;
  const int64_t before = where.offset_ms(from);
  if (where.offset_ms(to) == before) return from;
  while (high - low > ms_per_minute) {
    const int64_t middle = low + (high - low) / 2 / ms_per_minute * ms_per_minute;
    if (middle == low) break;
    (where.offset_ms({middle}) == before ? low : high) = middle;
  }
  return {high};
}

std::string span_text(int64_t ms) {
  const int64_t minutes = ms / ms_per_minute;
  std::string out;
  if (minutes >= 60) out = std::to_string(minutes / 60) + " h";
  if (minutes % 60 != 0 || out.empty())
    out += (out.empty() ? "" : " ") + std::to_string(minutes % 60) + " min";
  return out;
}

std::string clock_change_text(instant from, instant to, const time::zone& where) {
  const int64_t moved = where.offset_ms(to) - where.offset_ms(from);
  if (moved == 0) return {};
  return "clocks in " + where.id() + " go " + (moved > 0 ? "forward " : "back ") +
         span_text(std::llabs(moved)) + " at " +
         time::format_datetime(clock_change(from, to, where), {});
}

}  // namespace foliot::offline
