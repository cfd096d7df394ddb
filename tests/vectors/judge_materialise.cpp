// Which actions a coordinator makes: applications with their nominal times, the tables of the
// document, and cases told in half sentences ("start now-3d end now, freq 1 DAY, throttle 10").
#include <map>
#include <optional>
#include <regex>

#include "model/coordinator.hpp"
#include "parse/definitions.hpp"
#include "parse/submission.hpp"
#include "tests/parse/support.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/reading.hpp"
#include "time/cron.hpp"

namespace foliot::vectors {

namespace {

constexpr uint32_t throttle_default = 12;
constexpr uint32_t batch_default = 10'000;
const char* const host_zone = "America/Los_Angeles";  ///< "LA" in the texts.

time::schedule schedule_of(const json& application) {
  if (application.at("frequency").is_string())
    return must(time::cron::parse(application["frequency"].get<std::string>(), dialect::oozie));
  return frequency_of(application);
}

verdict application_makes(const json& v) {
  const json& app = v.at("application");
  const auto reads = must(time::processing_zone::parse(v.value("processing_timezone", "UTC")));
  const auto read = [&](const json& text) {
    return must(time::parse_datetime(text.get<std::string>(), reads, dialect::oozie));
  };
  model::coordinator_definition d;
  d.every = schedule_of(app);
  d.start = read(app.at("start"));
  d.end = read(app.at("end"));
  d.zone = zone_of(app);
  // No action is made at the pause time or later.
  const instant until = app.contains("pausetime") ? plus_ms(read(app["pausetime"]), -1) : never;
  const model::materialisation made = model::materialise(d, 0, until, app.value("throttle", 1000));
  std::vector<std::string> times;
  for (instant at : made.nominal) times.push_back(time::format_datetime(at, reads));
  if (verdict why = compare(v.at("nominal_times").get<std::vector<std::string>>(), times);
      !why.empty())
    return why;
  if (v.contains("done_materialization") && made.done != v["done_materialization"].get<bool>())
    return made.done ? "it is done" : "it is not done";
  if (!v.contains("next_materialized_time")) return {};
  const auto count = static_cast<uint32_t>(made.nominal.size());
  const instant last = made.nominal.empty() ? instant{} : made.nominal.back();
  return compare(v["next_materialized_time"].get<std::string>(),
                 time::format_datetime(model::next_nominal(d, {count, last}), reads));
}

/// "${coord:endOfMonths(1)}" of the document's tables.
time::frequency function_of(const std::string& expression) {
  static const std::map<std::string, std::pair<time::time_unit, time::end_of>> kinds{
      {"days", {time::time_unit::day, time::end_of::none}},
      {"months", {time::time_unit::month, time::end_of::none}},
      {"endOfDays", {time::time_unit::day, time::end_of::day}},
      {"endOfWeeks", {time::time_unit::week, time::end_of::week}},
      {"endOfMonths", {time::time_unit::month, time::end_of::month}}};
  static const std::regex call(R"((\w+)\((\d+)\))");
  std::smatch found;
  if (!std::regex_search(expression, found, call)) throw std::runtime_error(expression);
  const auto& [unit, flag] = kinds.at(found[1]);
  return {std::stoi(found[2]), unit, flag};
}

verdict table_says(const json& v) {
  // Where the document errs, the vector has the code's answer beside it.
  const bool corrected = v.contains("code_first_occurrence");
  model::coordinator_definition d;
  d.every = function_of(v.at("expr"));
  d.start = utc(v.at("start"));
  d.end = plus_ms(d.start, 400 * ms_per_day);
  d.zone = zone_of(v);
  const model::materialisation made = model::materialise(d, 0, d.end, 2);
  if (made.nominal.size() != 2) return "there are no two";
  if (verdict why =
          compare(v.at(corrected ? "code_first_occurrence" : "first_occurrence").get<std::string>(),
                  shown(made.nominal[0]));
      !why.empty())
    return why;
  const int64_t minutes = (made.nominal[1].ms - made.nominal[0].ms) / ms_per_minute;
  return compare(
      std::to_string(v.at(corrected ? "code_minutes_to_second" : "minutes_to_second").get<int>()),
      std::to_string(minutes));
}

/// A case told in words, read.
class setup {
 public:
  explicit setup(const std::string& words) : words_(words) {
    job.zone = must(time::find_zone(has("LA") ? host_zone : "UTC"));
    job.every = frequency();
    job.order = has("LAST_ONLY") ? model::execution_order::last_only : model::execution_order::fifo;
    job.start = has("in the past") ? plus_ms(now, -30 * ms_per_day) : time_after("start", now);
    job.end = words_.find(" end ") == std::string::npos ? silent_end() : time_after("end", now);
    job.throttle = static_cast<int32_t>(number_after("throttle ").value_or(throttle_default));
    if (const auto told = number_after("action.batch.size ")) batch = *told;
    if (has("action.batch.size -1")) batch = UINT32_MAX;
    read_inputs();
  }

  bool has(const std::string& word) const { return words_.find(word) != std::string::npos; }

  /// One step of the job; its record.
  model::coordinator_record step() const {
    const entity_id id{0, entity_kind::coordinator, 0, 1, 1};
    const model::coordinator_context context{id, job};
    const model::coordinator_record born =
        model::advance(context, {}, model::coordinator_events::created{}, now).next;
    const uint32_t room = model::room_for(context, born, 0, batch, now);
    const auto made =
        model::advance(context, born, model::coordinator_events::materialised{room}, now);
    return made.accepted ? made.next : born;
  }

  /// "2009-02-04T01:00Z", "start+3d" on the wall clock, "moveToEnd(start)+3 months".
  instant time_told(const std::string& text) const {
    static const std::regex relative(R"((start|moveToEnd\(start\))\+(\d+) ?(months|[smhd]).*)");
    std::smatch found;
    if (!std::regex_match(text, found, relative)) return utc(text);
    const auto* numeric = std::get_if<time::frequency>(&job.every);
    const instant base = found[1] == "start" || numeric == nullptr
                             ? job.start
                             : time::move_to_end(job.start, numeric->flag, job.zone);
    return moved(base, std::stoll(found[2]), found[3]);
  }

  model::coordinator_definition job;
  instant now = utc("2026-01-05T00:00Z");
  uint32_t batch = batch_default;

 private:
  /// A job of which no end is told ends when the clock stands, unless it starts later.
  instant silent_end() const {
    return job.start < now ? now : plus_ms(job.start, 300 * ms_per_day);
  }

  /// "data-in start ${...} end ${...}", "input hcat URI template that cannot be parsed": a
  /// coordinator with that is submitted.
  void read_inputs() {
    namespace support = parse::support;
    static const std::regex range(R"(data-in start (\$\{\S+\}) end (\$\{\S+\}))");
    std::smatch found;
    std::string xml = support::coordinator_xml;
    if (std::regex_search(words_, found, range)) {
      xml = support::with(xml, "${coord:current(0)}</start", found[1].str() + "</start");
      xml = support::with(xml, "${coord:current(2)}</end", found[2].str() + "</end");
    } else if (has("hcat URI template that cannot be parsed")) {
      xml = support::with(xml, "file://${data}/raw/", "hcat://server/");
    } else {
      return;
    }
    const support::files all{{"/apps/clean/coordinator.xml", xml}};
    parse::options how;
    how.reading = dialect::oozie;
    const auto submitted =
        must(parse::prepare(support::properties("oozie.coord.application.path", "/apps/clean"),
                            support::reader(all), how));
    job = *must(parse::cached_definitions(time::processing_zone{}).coordinator(submitted.text));
  }

  instant moved(instant from, int64_t count, const std::string& unit) const {
    if (unit == "months") return time::add(from, count, time::time_unit::month, job.zone);
    if (unit == "d") return time::add(from, count, time::time_unit::day, job.zone);
    const int64_t each = unit == "s" ? ms_per_second : unit == "m" ? ms_per_minute : ms_per_hour;
    return plus_ms(from, count * each);
  }

  time::schedule frequency() const {
    if (has("NonCron each minute")) return time::frequency{1, time::time_unit::minute, {}};
    if (has("Cron each minute")) return must(time::cron::parse("* * * * *"));
    if (has("endOf")) return function_of(words_);
    static const std::regex numeric(R"(freq (\d+) (\w+))");
    std::smatch found;
    if (!std::regex_search(words_, found, numeric))
      return time::frequency{1, time::time_unit::day, time::end_of::none};
    return frequency_of({{"frequency", std::stoi(found[1])}, {"freq_timeunit", found[2]}});
  }

  /// "start 2009-02-01T01:00Z", "start now-3d", "end +24h" (from the start), "end start+3d",
  /// "start 2012-11-02 15:28" on the host's wall clock.
  instant time_after(const std::string& word, instant otherwise) const {
    static const char* const forms =
        R"( (\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(Z?)| (now|start)?(?:([+-])(\d+) ?(months|[smhd]))?)";
    std::smatch found;
    if (!std::regex_search(words_, found, std::regex(word + "(?:" + forms + ")"))) return otherwise;
    if (found[1].matched) {
      const instant told = utc(found[1].str() + "T" + found[2].str() + ":" + found[3].str() + "Z");
      return found[4].length() > 0 ? told : job.zone.to_instant(time::wall_time{told.ms});
    }
    const instant base = found[5] == "now" || word == "start" ? now : job.start;
    if (!found[7].matched) return base;
    const int64_t count = std::stoll(found[7]);
    return moved(base, found[6] == "-" ? -count : count, found[8]);
  }

  std::optional<uint32_t> number_after(const std::string& word) const {
    const size_t at = words_.find(word);
    if (at == std::string::npos || std::isdigit(words_[at + word.size()]) == 0) return std::nullopt;
    return static_cast<uint32_t>(std::stoul(words_.substr(at + word.size())));
  }

  std::string words_;
};

verdict case_ends(const json& v) {
  const setup told(v.at("setup").get<std::string>());
  const model::coordinator_record job = told.step();
  const json& expected = v.at("expected");
  verdict why;
  const auto hold = [&](const std::string& what, const std::string& found) {
    if (why.empty() && what != found) why = "expected " + what + ", found " + found;
  };
  for (const auto& [name, value] : expected.items()) {
    if (name == "status")
      hold(value, std::string(model::name(job.state)));
    else if (name == "next_materialized_time")
      hold(shown(told.time_told(value)), shown(model::next_nominal(told.job, mark_of(job))));
    else if (name == "waiting_actions_max")
      hold("no more", job.actions <= static_cast<uint32_t>(told.job.throttle)
                          ? "no more"
                          : "more than the throttle");
    else if (name == "waiting_actions" || name == "actions" || name == "last_action_number")
      hold(std::to_string(value.get<uint32_t>()), std::to_string(job.actions));
    else if (name == "error_in_log")
      hold(value, job.error_code);
    else
      why = "nobody knows what '" + name + "' means";
  }
  return why;
}

}  // namespace

verdict judge_materialisation(const subject& of) {
  const json& v = of.vector();
  if (v.contains("expr")) return table_says(v);
  return v.contains("application") ? application_makes(v) : case_ends(v);
}

}  // namespace foliot::vectors
