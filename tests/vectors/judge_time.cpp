// Datetimes, zones, cron expressions and numeric frequencies.
#include <algorithm>

#include "parse/coordinator_xml.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/reading.hpp"
#include "time/cron.hpp"

namespace foliot::vectors {

namespace {

std::string zone_attribute(const json& v, const std::string& input) {
  const auto found = time::find_zone(input);
  if (found.ok() != v.at("accepted").get<bool>())
    return found.ok() ? "the zone is accepted" : found.error().text();
  if (!found || !v.contains("raw_offset_minutes")) return {};
  // The raw offset is standard time: the smaller of winter and summer.
  const int32_t offset = std::min(found->offset_minutes(utc("2021-01-01T00:00Z")),
                                  found->offset_minutes(utc("2021-07-01T00:00Z")));
  return compare(std::to_string(v["raw_offset_minutes"].get<int32_t>()), std::to_string(offset));
}

std::vector<std::string> fires(const time::cron& every, instant after, size_t count,
                               const time::zone& where) {
  std::vector<std::string> out;
  for (instant at = after; out.size() < count;) {
    at = every.next_after(at, where);
    if (at == never) break;
    out.push_back(shown(at));
  }
  return out;
}

/// What a submission of a coordinator with that cron frequency is refused with; "" when it is not.
std::string code_of_submission(const std::string& text, const json& v) {
  model::definition_text written;
  written.kind = entity_kind::coordinator;
  written.app_path = "/apps/c";
  written.xml = "<coordinator-app name='c' frequency='" + text + "' start='" +
                v.value("start", "2009-01-01T00:00Z") + "' end='" +
                v.value("end", "2019-01-01T00:00Z") +
                "' timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><action><workflow>"
                "<app-path>/apps/w</app-path></workflow></action></coordinator-app>";
  parse::options how;
  how.reading = dialect::oozie;
  std::vector<std::string> warnings;
  const auto made = parse::parse_coordinator(written, how, warnings);
  return made ? "" : made.error().oozie;
}

/// What Oozie refuses it with: its documents leave the code out where the code's is E1003.
std::string expected_code(const json& v) {
  if (v["submit"] == "ok") return "";
  const bool named = v.contains("error_code") && v["error_code"].is_string();
  return named ? v["error_code"].get<std::string>() : "E1003";
}

/// The nominal time behind `action_nominal`, the action numbered `action_number`.
verdict next_nominal(const json& v) {
  const instant last = utc(v.at("action_nominal"));
  instant next = never;
  if (v["frequency"].is_string()) {
    const time::cron every = must(time::cron::parse(v["frequency"].get<std::string>()));
    next = every.next_after(last, time::zone());
  } else {
    const time::zone where = zone_of(v);
    const time::frequency every = frequency_of(v);
    const instant start = utc(v.at("start"));
    const uint32_t before = time::count_before(every, start, last, where);
    if (time::nominal_time(every, start, before + 1, where) != last)
      return "the action's own nominal time is " +
             shown(time::nominal_time(every, start, before + 1, where));
    next = time::nominal_time(every, start, before + 2, where);
  }
  if (v.at("next_nominal").is_null())
    return unless(next >= utc(v.at("end")), "there is one more: " + shown(next));
  return compare(v["next_nominal"].get<std::string>(), shown(next));
}

}  // namespace

verdict judge_datetime(const subject& of) {
  const json& v = of.vector();
  const std::string kind = v.value("kind", "");
  const bool fails = v.value("error", false);
  const std::string input = v.at("input").is_null() ? "" : v["input"].get<std::string>();
  if (kind == "processing_timezone_setting")
    return unless(time::processing_zone::parse(input).ok() != fails, "the setting is misjudged");
  if (kind == "timezone_attribute") return zone_attribute(v, input);
  const auto zone =
      must(time::processing_zone::parse(v.at("processing_timezone").get<std::string>()));
  const auto at = time::parse_datetime(input, zone, dialect::oozie);
  if (at.ok() == fails) return at.ok() ? "it is read as " + shown(*at) : at.error().text();
  if (!at) return {};
  if (verdict why = compare(v.at("utc").get<std::string>(), shown(*at)); !why.empty()) return why;
  if (!v.contains("formatted")) return {};
  return compare(v["formatted"].get<std::string>(), time::format_datetime(*at, zone));
}

verdict judge_cron(const subject& of) {
  const json& v = of.vector();
  if (v.contains("next_nominal")) return next_nominal(v);
  const std::string text = v.contains("expr") ? v["expr"] : v.at("frequency");
  if (v.contains("submit")) return compare(expected_code(v), code_of_submission(text, v));
  const time::cron every = must(time::cron::parse(text, dialect::oozie));
  // A meaning in words can be asked no more than whether there is one.
  if (!v.contains("fire_times")) return unless(every.can_fire(), "it never fires");
  const auto expected = v["fire_times"].get<std::vector<std::string>>();
  return compare(expected, fires(every, utc(v.at("after")), expected.size(), time::zone()));
}

verdict judge_cron_quartz(const subject& of) {
  const json& v = of.vector();
  const auto every = time::cron::parse(v.at("expr").get<std::string>(), dialect::oozie);
  if (v.contains("error")) {
    if (every.ok()) return "it is accepted";
    return compare(v.at("oozie_error_code").get<std::string>(), every.error().oozie);
  }
  if (!every.ok()) {
    // What breaks Oozie while it looks for the next time is refused at once.
    const bool breaks = v.value("stopped", "").find("Exception") != std::string::npos;
    return unless(breaks && v["fire_times"].empty() && every.error().oozie == "E0803",
                  every.error().text());
  }
  const auto expected = v.at("fire_times").get<std::vector<std::string>>();
  const bool stopped = v.contains("stopped");
  auto found = fires(*every, plus_ms(utc(v.at("start")), -ms_per_minute),
                     expected.size() + (stopped ? 1 : 0), zone_of(v, "tz"));
  // Where Quartz gave up a hundred years from its own day, later times prove nothing.
  if (stopped && found.size() > expected.size() && found.back() > "2126") found.pop_back();
  return compare(expected, found);
}

verdict judge_frequency_calendar(const subject& of) {
  const json& v = of.vector();
  const time::zone where = zone_of(v);
  const instant start = utc(v.at("start"));
  const instant end = utc(v.at("end"));
  const auto expected = v.at("nominal_times").get<std::vector<std::string>>();
  const auto most = v.at("max").get<uint32_t>();
  std::vector<std::string> found;
  if (v.contains("cron")) {
    const time::cron every = must(time::cron::parse(v["cron"].get<std::string>()));
    instant previous = plus_ms(start, -ms_per_minute);
    while (found.size() < most) {
      const instant tick = every.next_after(previous, time::zone());
      const instant at = time::dst_corrected(tick, previous, start, where);
      if (at >= end) break;
      found.push_back(shown(at));
      previous = tick;
    }
    return compare(expected, found);
  }
  const time::frequency every = frequency_of(v);
  for (uint32_t number = 1; number <= most; ++number) {
    const instant at = time::nominal_time(every, start, number, where);
    if (at >= end) break;
    found.push_back(shown(at));
  }
  if (verdict why = compare(expected, found); !why.empty() || found.size() == most) return why;
  return compare(std::to_string(found.size()),
                 std::to_string(time::count_before(every, start, end, where)));
}

}  // namespace foliot::vectors
