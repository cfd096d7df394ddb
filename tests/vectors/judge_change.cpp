// What `change` makes of a coordinator: jobs told in half sentences ("RUNNING done, start now, end
// +20m"), the change as users write it with relative times, and the job afterwards.
#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "model/coordinator_change.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/played_job.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

using model::status;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string first_of(const std::string& text, const char* pattern, size_t group = 1) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(pattern)) ? found[group].str() : "";
}

/// Full minutes, as dates have them.
instant in_minutes(instant at) { return {at.ms - at.ms % ms_per_minute}; }

int64_t ms_of(const std::string& unit) {
  return unit == "s"   ? ms_per_second
         : unit == "m" ? ms_per_minute
         : unit == "h" ? ms_per_hour
                       : ms_per_day;
}

struct told_action {
  uint32_t number;
  status state;
};

/// "@1 SUCCEEDED @2 RUNNING @3..@6 WAITING", "@1,@2 RUNNING", "00:00 SUCCEEDED, 01:00 RUNNING".
std::vector<told_action> actions_in(const std::string& words) {
  static const std::regex numbered(R"(((?:@[\d.,@]+)) (?:still |stay )?([A-Z]+))");
  static const std::regex one(R"(@(\d+)(?:\.\.@(\d+))?)");
  static const std::regex timed(R"(\d\d:\d\d ([A-Z]+))");
  std::vector<told_action> out;
  const std::sregex_iterator end;
  for (std::sregex_iterator group(words.begin(), words.end(), numbered); group != end; ++group) {
    const std::string numbers = (*group)[1];
    for (std::sregex_iterator each(numbers.begin(), numbers.end(), one); each != end; ++each) {
      const auto first = static_cast<uint32_t>(std::stoul((*each)[1]));
      const auto last = (*each)[2].matched ? static_cast<uint32_t>(std::stoul((*each)[2])) : first;
      for (uint32_t n = first; n <= last; ++n) out.push_back({n, status_told((*group)[2].str())});
    }
  }
  for (std::sregex_iterator each(words.begin(), words.end(), timed); each != end; ++each)
    out.push_back({static_cast<uint32_t>(out.size() + 1), status_told((*each)[1].str())});
  return out;
}

/// When the first action is: "(2013-08-01)", or "(08-01..08-06)" of the year that the change names.
instant start_told(const std::string& words, const std::string& change, instant otherwise) {
  const std::string day = first_of(words, R"(\((\d{4}-\d\d-\d\d)\))");
  if (!day.empty()) return utc(day + "T00:00Z");
  const std::string in_year = first_of(words, R"(\((\d\d-\d\d)\.\.)");
  const std::string year = first_of(change, R"((\d{4})-)");
  return in_year.empty() || year.empty() ? otherwise : utc(year + "-" + in_year + "T00:00Z");
}

/// "nextMat +30m": by its frequency where the job has made an action (one that has ended has);
/// otherwise its first nominal time lies that far behind the start, as of endOfDays.
void set_next(played_job& job, int64_t minutes, std::vector<told_action>& actions) {
  if (actions.empty() && model::is_terminal(job.record.state))
    actions.push_back({1, job.record.state});
  if (!actions.empty()) {
    job.definition.every =
        time::frequency{static_cast<int32_t>(minutes / static_cast<int64_t>(actions.size())),
                        time::time_unit::minute, time::end_of::none};
    return;
  }
  job.definition.every = time::frequency{1, time::time_unit::day, time::end_of::day};
  job.definition.start = plus_ms(job.now, ms_per_day - minutes * ms_per_minute);
  job.now = job.definition.start;
}

played_job job_told(const std::string& words, const std::string& change) {
  const std::string state = first_of(words, "^([A-Z]+)");
  const bool known = model::status_named(state).has_value();
  played_job job(known ? status_told(state) : status::running, utc("2026-01-05T00:00Z"));
  job.definition.start = start_told(words, change, job.now);
  job.definition.end = plus_ms(job.definition.start, 365 * ms_per_day);
  if (has(words, "hourly"))
    job.definition.every = time::frequency{60, time::time_unit::minute, time::end_of::none};
  std::vector<told_action> actions = actions_in(words);
  if (const std::string next = first_of(words, R"(nextMat \+(\d+)m)"); !next.empty())
    set_next(job, std::stoll(next), actions);
  if (const std::string end = first_of(words, R"(end \+(\d+)m)"); !end.empty())
    job.definition.end = plus_ms(job.now, std::stoll(end) * ms_per_minute);
  if (const std::string end = first_of(words, R"(end (\d\d:\d\d))"); !end.empty())
    job.definition.end =
        utc(time::format_datetime(job.definition.start, {}).substr(0, 11) + end + "Z");
  for (const told_action& each : actions) job.has(each.number, each.state);
  job.record.done = has(words, "done") || model::is_terminal(job.record.state);
  job.record.pending = has(words, "pending");
  return job;
}

/// The change with dates instead of "+40m", "start-3s", "<T>" and "<P>" (some later times); what
/// stands in parentheses is a remark.
std::string change_told(const std::string& told, const played_job& job) {
  static const std::regex relative(R"((endtime|pausetime)=(start)?([+-])(\d+)([smhd]))");
  const std::string words = std::regex_replace(told, std::regex(R"( ?\([^)]*\))"), "");
  std::string out;
  std::sregex_iterator each(words.begin(), words.end(), relative);
  auto from = words.begin();
  for (; each != std::sregex_iterator(); ++each) {
    const std::smatch& found = *each;
    const int64_t by = std::stoll(found[4]) * ms_of(found[5]) * (found[3] == "-" ? -1 : 1);
    const instant base = found[2].matched ? job.definition.start : job.now;
    out.append(from, found[0].first);
    out += found[1].str() + "=" + shown(in_minutes(plus_ms(base, by)));
    from = found[0].second;
  }
  out.append(from, words.end());
  out = std::regex_replace(out, std::regex("<T>"), shown(plus_ms(job.now, 2 * ms_per_hour)));
  return std::regex_replace(out, std::regex("<P>"), shown(plus_ms(job.now, ms_per_hour)));
}

/// The time that `key` was changed to.
instant time_in(const std::string& change, const std::string& key) {
  return utc(first_of(change, (key + "=([^;]+)").c_str()));
}

std::string numbers_from(uint32_t first, uint32_t last) {
  std::string out;
  for (uint32_t n = first; n <= last; ++n) out += (out.empty() ? "" : " ") + std::to_string(n);
  return out;
}

/// "SUCCEEDED, pending false"
verdict after_transit(played_job& job, const std::string& told) {
  job.transit();
  if (verdict why =
          compare(first_of(told, "^([A-Z]+)"), std::string(model::name(job.record.state)));
      !why.empty())
    return why;
  return unless(!has(told, "pending false") || !job.record.pending, "it is pending");
}

/// "nextMaterialized set, lastActionNumber 1"
verdict after_making(played_job& job, const std::string& told) {
  job.take(model::coordinator_events::materialised{
      model::room_for(job.context(), job.record, 0, UINT32_MAX, job.now)});
  if (has(told, "nextMaterialized set") &&
      model::next_nominal(job.plan(), mark_of(job.record)) == never)
    return "there is no next nominal time";
  return compare(first_of(told, R"(lastActionNumber (\d+))"), std::to_string(job.record.actions));
}

/// What an expectation says in words only: what actions are, that they start later, what the job is
/// not.
verdict note_says(played_job& job, const std::string& told) {
  const std::vector<told_action> actions = actions_in(told);
  for (const told_action& each : actions)
    if (job.actions.at(each.number).state != each.state)
      return "action " + std::to_string(each.number) + " is another one";
  if (has(told, "start is queued")) {
    std::vector<uint32_t> ready;
    for (const auto& [number, action] : job.actions)
      if (action.state == status::ready) ready.push_back(number);
    if (job.starts() != ready) return "not all of the READY ones start";
  }
  const bool refused = has(told, "refused");
  if (refused && job.note.empty()) return "nobody is told that nothing was done";
  if (has(told, "not RUNNING") && job.record.state == status::running) return "it is RUNNING";
  if (has(told, "not pending") && job.is_looked_at()) return "the transition looks at it";
  if (has(told, ", done;") && !job.record.done) return "it is not done";
  return unless(refused || !actions.empty(), "nobody knows what '" + told + "' means");
}

verdict expect(played_job& job, const std::string& key, const json& value,
               const std::string& change, uint32_t made_before) {
  const std::string number_or_text = value.is_string() ? value.get<std::string>() : value.dump();
  const auto same = [&](const std::string& found) { return compare(number_or_text, found); };
  if (key == "status") return same(std::string(model::name(job.record.state)));
  if (key == "concurrency")
    return same(std::to_string(model::concurrency_of(job.definition, job.record)));
  if (key == "endtime") return compare(shown(time_in(change, key)), shown(job.plan().end));
  if (key == "pausetime")
    return value.is_null() ? unless(job.record.pause_at == never, "there is a pause time")
                           : compare(shown(time_in(change, key)), shown(job.record.pause_at));
  if (key == "done") return same(job.record.done ? "true" : "false");
  if (key == "pending") return same(job.is_looked_at() ? "true" : "false");
  if (key == "lastActionNumber") return same(std::to_string(job.record.actions));
  if (key == "nextMaterialized" || key == "lastActionTime")
    return same(shown(model::next_nominal(job.plan(), mark_of(job.record))));
  if (key == "deleted") {
    std::vector<std::string> numbers;
    for (const json& each : value) numbers.push_back(std::to_string(each.get<int>()));
    return compare(joined(numbers), numbers_from(job.record.actions + 1, made_before));
  }
  if (key == "after_transit") return after_transit(job, number_or_text);
  if (key == "after_materialize") return after_making(job, number_or_text);
  if (key == "note") return note_says(job, number_or_text);
  return "nobody knows what '" + key + "' means";
}

std::string change_job(played_job& job, const std::string& change) {
  const auto values = model::parse_coordinator_change(change, {}, dialect::oozie);
  if (!values) return values.error().oozie;
  return job.order_quietly(model::orders::change{*values});
}

}  // namespace

verdict judge_change(const subject& of) {
  const json& v = of.vector();
  const std::string words = v.at("change").get<std::string>();
  played_job job = job_told(v.at("job").get<std::string>(), words);
  const std::string change = change_told(words, job);
  const uint32_t made_before = job.record.actions;
  if (verdict why = compare(v.value("error_code", ""), change_job(job, change)); !why.empty())
    return why;
  if (!v.contains("expected")) return {};
  // What is later comes last.
  std::vector<std::string> keys;
  for (const auto& [key, value] : v["expected"].items()) keys.push_back(key);
  std::stable_partition(keys.begin(), keys.end(),
                        [](const std::string& key) { return !key.starts_with("after_"); });
  for (const std::string& key : keys)
    if (verdict why = expect(job, key, v["expected"][key], change, made_before); !why.empty())
      return key + ": " + why;
  return {};
}

}  // namespace foliot::vectors
