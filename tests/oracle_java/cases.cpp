#include "tests/oracle_java/cases.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <utility>

#include "time/calendar.hpp"
#include "time/cron.hpp"
#include "time/datetime.hpp"
#include "time/zone.hpp"
#include "time/zone_files.hpp"

namespace foliot::oracle {
namespace {

using time::cron;
using time::end_of;
using time::find_zone;

constexpr int64_t zones_from = 0;                 // 1970
constexpr int64_t zones_to = 7'258'118'400'000;   // 2200
constexpr int64_t zones_step = 6 * ms_per_hour;   // no two changes are nearer
constexpr int64_t fires_end = 4'733'510'400'000;  // 2120: Quartz stops a hundred years from today
constexpr int64_t back_from = 1'400'000'000'000;  // 2014
constexpr int64_t calendar_end = 220'000'000'000'000;  // about 8940

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, '\t');) out.push_back(part);
  return out;
}

int64_t to_number(const std::string& text) { return std::stoll(text); }

std::string state(const time::zone& where, int64_t at) {
  return std::to_string(where.offset_ms(instant{at})) + " " +
         (where.dst_ms(instant{at}) != 0 ? "1" : "0");
}

/// As the Java program's function of this name.
std::string transitions(const time::zone& where, int64_t from, int64_t to, int64_t step) {
  std::string out = std::to_string(from) + " " + state(where, from);
  int64_t before = where.offset_ms(instant{from});
  for (int64_t at = from + step; at <= to; at += step) {
    const int64_t offset = where.offset_ms(instant{at});
    if (offset == before) continue;
    int64_t low = at - step;
    int64_t high = at;
    while (high - low > 1000) {
      const int64_t middle = (low + high) / 2000 * 1000;
      (where.offset_ms(instant{middle}) == before ? low : high) = middle;
    }
    out += ";" + std::to_string(high) + " " + state(where, at);
    before = offset;
  }
  return out;
}

std::string fires(const std::string& text, const time::zone& where, int64_t after, int64_t count) {
  const auto every = cron::parse(text, dialect::oozie);
  if (!every) return every.error().oozie == "E0803" ? "broken" : "error " + every.error().oozie;
  std::string out;
  instant at{after};
  for (int64_t i = 0; i < count; ++i) {
    at = every->next_after(at, where);
    out += i == 0 ? "" : " ";
    if (at == never) return out + "end";
    out += std::to_string(at.ms);
  }
  return out;
}

std::string moved(instant at) { return std::to_string(at.ms); }

}  // namespace

std::vector<std::string> zone_questions() {
  std::vector<std::string> out{"V"};
  for (const std::string& id : time::zone_file_names()) {
    out.push_back("Z\t" + id);
    out.push_back("T\t" + id + "\t" + std::to_string(zones_from) + "\t" + std::to_string(zones_to) +
                  "\t" + std::to_string(zones_step));
  }
  return out;
}

std::string answer(const std::string& question) {
  const std::vector<std::string> f = split(question);
  const auto found = find_zone(f.at(f[0] == "C" ? 2 : 1));
  if (f[0] == "Z") return found.ok() ? "yes" : "no";
  if (!found) return "no zone";
  const time::zone& where = *found;
  if (f[0] == "T") return transitions(where, to_number(f[2]), to_number(f[3]), to_number(f[4]));
  if (f[0] == "O") return state(where, to_number(f[2]));
  if (f[0] == "C") return fires(f[1], where, to_number(f[3]), to_number(f[4]));
  const instant at{to_number(f[2])};
  if (f[0] == "A") return moved(add(at, to_number(f[3]), time::unit_named(f[4]).value(), where));
  const end_of flag = f[3] == "DAY" ? end_of::day : f[3] == "WEEK" ? end_of::week : end_of::month;
  return moved(move_to_end(at, flag, where));
}

bool same(const std::string& question, const std::string& ours, const std::string& javas) {
  if (ours == javas) return true;
  if (!question.starts_with("C") || !javas.ends_with("end")) return false;
  const std::string common = javas.substr(0, javas.size() - 3);
  if (!ours.starts_with(common) || ours.size() == common.size()) return false;
  int64_t next = 0;
  const auto [end, problem] =
      std::from_chars(ours.data() + common.size(), ours.data() + ours.size(), next);
  return problem == std::errc{} && next > fires_end;
}

question_source::question_source(uint64_t seed, std::vector<std::string> zones)
    : random_(seed), zones_(std::move(zones)) {}

int64_t question_source::number(int64_t least, int64_t most) {
  return std::uniform_int_distribution<int64_t>(least, most)(random_);
}

const std::string& question_source::pick(const std::vector<std::string>& from) {
  return from[static_cast<size_t>(number(0, static_cast<int64_t>(from.size()) - 1))];
}

/// Mostly the years in which people live, now and then any.
int64_t question_source::time_at() {
  const int64_t most = number(0, 4) == 0 ? calendar_end : 2'600'000'000'000;
  return number(0, most / ms_per_minute) * ms_per_minute;
}

/// Within two days of a change of the zone's clocks, where it has one in the year after.
int64_t question_source::time_near_change(const std::string& id) {
  const int64_t from = time_at();
  const auto where = find_zone(id);
  if (!where || number(0, 2) == 0) return from;
  for (int64_t day = 1; day < 366; ++day) {
    const int64_t at = from + day * ms_per_day;
    if (where->offset_ms(instant{at}) != where->offset_ms(instant{from}))
      return at + number(-2 * 1440, 2 * 1440) * ms_per_minute;
  }
  return from;
}

std::string question_source::element(int64_t least, int64_t most) {
  const std::string from = std::to_string(number(least, most));
  switch (number(0, 7)) {
    case 0: return "*/" + std::to_string(number(1, most));
    case 1: return from + "/" + std::to_string(number(1, most));
    case 2:
    case 3: return from + "-" + std::to_string(number(least, most));
    case 4:
      return from + "-" + std::to_string(number(least, most)) + "/" +
             std::to_string(number(1, most));
    default: return from;
  }
}

std::string question_source::field(int64_t least, int64_t most) {
  if (number(0, 3) == 0) return "*";
  std::string out = element(least, most);
  for (int64_t more = number(-2, 3); more > 0; --more) out += "," + element(least, most);
  return out;
}

std::string question_source::days() {
  switch (number(0, 11)) {
    case 0: return "L";
    case 1: return "LW";
    case 2: return "L-" + std::to_string(number(0, 30));
    // Quartz hangs where a month has no day so far back: not beyond 27.
    case 3: return "L-" + std::to_string(number(0, 27)) + "W";
    case 4:
    case 5: return std::to_string(number(1, 31)) + "W";
    default: return field(1, 31);
  }
}

std::string question_source::weekdays() {
  static const std::vector<std::string> names{"SUN", "MON", "Tue", "wed", "THU", "FRI", "SAT"};
  const std::string one = number(0, 1) == 0 ? std::to_string(number(1, 7)) : pick(names);
  switch (number(0, 8)) {
    case 0: return one + "L";
    case 1:
    case 2: return one + "#" + std::to_string(number(1, 5));
    case 3: return "L";
    case 4: return pick(names) + "-" + pick(names);
    case 5: return pick(names) + "," + pick(names);
    default: return field(1, 7);
  }
}

std::string question_source::months() {
  static const std::vector<std::string> names{"JAN", "FEB", "mar", "APR", "MAY", "Jun",
                                              "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
  switch (number(0, 5)) {
    case 0: return pick(names);
    case 1: return pick(names) + "-" + pick(names);
    case 2: return pick(names) + "," + pick(names);
    default: return field(1, 12);
  }
}

std::string question_source::expression() {
  std::string of_month = number(0, 2) == 0 ? "*" : days();
  std::string of_week = number(0, 2) == 0 ? "*" : weekdays();
  switch (number(0, 5)) {
    case 0: of_month = "?"; break;
    case 1:
    case 2: of_week = "?"; break;
    default: break;
  }
  return field(0, 59) + " " + field(0, 23) + " " + of_month + " " + months() + " " + of_week;
}

/// One to three characters changed. Not into the values out of range that Quartz forgets to check
/// (cron.hpp): two-digit numbers from 32 on, 0W, 8#1.
std::string question_source::spoilt(std::string expression) {
  static const std::string letters = "0123456789*,-/?LW#JANMONS ";
  const std::string before = expression;
  for (int64_t i = number(1, 3); i > 0; --i) {
    const auto at = static_cast<size_t>(number(0, static_cast<int64_t>(expression.size()) - 1));
    const char with =
        letters[static_cast<size_t>(number(0, static_cast<int64_t>(letters.size()) - 1))];
    switch (number(0, 2)) {
      case 0: expression[at] = with; break;
      case 1: expression.insert(at, 1, with); break;
      default: expression.erase(at, 1);
    }
    if (expression.empty()) return before;
  }
  for (const char* unchecked : {"98", "99", "0W", "0#", "8#", "9#"})
    if (expression.find(unchecked) != std::string::npos) return before;
  for (size_t at = 0; at + 1 < expression.size(); ++at) {
    const auto digit = [&](size_t i) { return expression[i] >= '0' && expression[i] <= '9'; };
    const bool marked =
        at + 2 < expression.size() && (expression[at + 2] == '#' || expression[at + 2] == 'W');
    if (digit(at) && digit(at + 1) && (marked || expression.find("L-2") != std::string::npos))
      return before;
  }
  return expression;
}

std::string question_source::next() {
  static const std::vector<std::string> units{"MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "YEAR"};
  static const std::vector<std::string> ends{"DAY", "WEEK", "MONTH"};
  switch (number(0, 9)) {
    case 0: {
      const std::string& id = zone();
      return "O\t" + id + "\t" + std::to_string(time_near_change(id));
    }
    case 1:
    case 2:
    case 3: {
      const std::string& id = zone();
      const std::string& unit = pick(units);
      const int64_t most = unit == "MINUTE" ? 100'000 : unit == "YEAR" ? 30 : 500;
      // Not back beyond 1970, before which the zones were not compared.
      const int64_t at = time_near_change(id);
      const int64_t least = at > back_from && number(0, 1) == 0 ? -most : 0;
      return "A\t" + id + "\t" + std::to_string(at) + "\t" + std::to_string(number(least, most)) +
             "\t" + unit;
    }
    case 4:
    case 5: {
      const std::string& id = zone();
      return "E\t" + id + "\t" + std::to_string(time_near_change(id)) + "\t" + pick(ends);
    }
    default: {
      std::string text = expression();
      if (number(0, 9) == 0) text = spoilt(std::move(text));
      const std::string id = number(0, 3) == 0 ? zone() : number(0, 1) == 0 ? "UTC" : "GMT+0530";
      const int64_t at = std::min(time_near_change(id), int64_t{2'900'000'000'000});
      return "C\t" + text + "\t" + id + "\t" + std::to_string(at) + "\t6";
    }
  }
}

}  // namespace foliot::oracle
