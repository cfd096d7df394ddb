// Execution orders: which actions are passed over, which start first. Time-outs: how they are read,
// and when they are over.
#include <algorithm>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "model/roster.hpp"
#include "model/tables.hpp"
#include "parse/coordinator_xml.hpp"
#include "tests/parse/support.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/played_job.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

using model::execution_order;
using model::status;

std::string first_of(const std::string& text, const char* pattern, size_t group = 1) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(pattern)) ? found[group].str() : "";
}
std::optional<int64_t> number_in(const std::string& text, const char* pattern) {
  const std::string found = first_of(text, pattern);
  if (found.empty()) return std::nullopt;
  return std::stoll(found);
}

execution_order order_told(const std::string& name) {
  if (name == "FIFO") return execution_order::fifo;
  if (name == "LIFO") return execution_order::lifo;
  if (name == "LAST_ONLY") return execution_order::last_only;
  if (name == "NONE") return execution_order::none;
  throw std::runtime_error("no order is called " + name);
}

// -- who is passed over ---------------------------------------------------------------------------

/// Minutes from now: "nominal 60 min ago", "nominal 60 min in future".
std::optional<int64_t> nominal_told(const std::string& words) {
  if (const auto past = number_in(words, R"(nominal (\d+) min ago)")) return -*past;
  return number_in(words, R"(nominal (\d+) min in future)");
}

/// Minutes from now at which the job starts: told, or so that its end is when the text says, or the
/// nominal time of its first action.
int64_t start_told(const std::string& words) {
  if (const auto told = number_in(words, R"(start now-(\d+) ?m)")) return -*told;
  if (const auto length = number_in(words, R"(end = start\+(\d+)m)")) {
    if (const auto left = number_in(words, R"(\((\d+) min from now\))")) return *left - *length;
    if (const auto past = number_in(words, R"(\((\d+) min ago\))")) return -*past - *length;
  }
  return nominal_told(words).value();
}

/// The job of a set-up in words; `number`: of its action with a nominal time.
played_job job_told(const std::string& words, execution_order order, uint32_t number) {
  constexpr int64_t silent_frequency = 10;
  constexpr int64_t silent_length = 24 * 60;
  played_job job(status::running, utc("2026-01-05T00:00Z"));
  const int64_t start = start_told(words);
  std::optional<int64_t> every = number_in(words, R"(freq (\d+))");
  if (!every && number > 1) every = (nominal_told(words).value() - start) / (number - 1);
  const int64_t length = number_in(words, R"(end (?:= )?start\+(\d+)m)").value_or(silent_length);
  job.definition.every = time::frequency{static_cast<int32_t>(every.value_or(silent_frequency)),
                                         time::time_unit::minute, time::end_of::none};
  job.definition.order = order;
  job.definition.start = plus_ms(job.now, start * ms_per_minute);
  job.definition.end = plus_ms(job.definition.start, length * ms_per_minute);
  return job;
}

/// What becomes of an action that is looked at now. The tolerance of NONE is no setting here: what
/// a vector tells with another one has to hold all the same.
void look_at(played_job& job, uint32_t number) {
  const model::action_record& action = job.actions.at(number);
  if (model::to_be_skipped(job.plan(), number, action.nominal, job.now))
    job.take(number, model::action_events::skipped{});
}

verdict several_actions(const json& v) {
  const std::string words = v.at("setup").get<std::string>();
  played_job job = job_told(words, order_told(v.at("execution").get<std::string>()), 0);
  static const std::regex group(R"(((?:@\d+,?)+) ([A-Z]+))");
  static const std::regex one(R"(@(\d+))");
  const std::sregex_iterator end;
  for (std::sregex_iterator each(words.begin(), words.end(), group); each != end; ++each) {
    const std::string numbers = (*each)[1];
    for (std::sregex_iterator n(numbers.begin(), numbers.end(), one); n != end; ++n)
      job.has(static_cast<uint32_t>(std::stoul((*n)[1])), status_told((*each)[2].str()));
  }
  const json& expected = v.at("expected");
  if (job.actions.size() != expected.size()) return "not all actions are told";
  for (const auto& [number, action] : job.actions) look_at(job, number);
  for (const auto& [name, state] : expected.items())
    if (verdict why =
            compare(state.get<std::string>(),
                    std::string(model::name(
                        job.actions.at(static_cast<uint32_t>(std::stoul(name.substr(1)))).state)));
        !why.empty())
      return name + ": " + why;
  return {};
}

verdict one_action(const json& v) {
  const std::string words = v.at("setup").get<std::string>();
  const auto number = static_cast<uint32_t>(number_in(words, R"(@(\d+) nominal)").value_or(1));
  played_job job = job_told(words, order_told(v.at("execution").get<std::string>()), number);
  job.has(number, status::waiting);
  const instant told = plus_ms(job.now, nominal_told(words).value() * ms_per_minute);
  if (job.actions.at(number).nominal != told) return "the set-up is read wrongly";
  if (v.contains("tolerance_min") &&
      v["tolerance_min"].get<int64_t>() * ms_per_minute != model::none_tolerance_ms)
    return "the tolerance is another one";
  look_at(job, number);
  return compare(v.at("expected").get<std::string>(), job.states());
}

verdict skip_from(const json& v) {
  const auto allowed = v.at("allowed_from").get<std::vector<std::string>>();
  for (size_t i = 1; i < model::status_count; ++i) {
    const auto state = static_cast<status>(i);
    if (!model::action_statuses.has(state)) continue;
    played_job job(status::running, utc("2026-01-05T00:00Z"));
    job.has(1, state);
    const std::string name(model::name(state));
    const bool may = std::find(allowed.begin(), allowed.end(), name) != allowed.end();
    if (job.take(1, model::action_events::skipped{}) != may) return name + " is judged otherwise";
  }
  return {};
}

verdict start_order(const json& v) {
  const auto order = order_told(v.at("execution").get<std::string>());
  const bool rises = v["start_order"] == "nominal ascending";
  if (!rises && v["start_order"] != "nominal descending") return "this order cannot be read";
  const std::vector<uint32_t> chosen = model::choose_starts(order, 3, {1, 2, 3, 4}, 1);
  return unless(chosen == (rises ? std::vector<uint32_t>{1, 2} : std::vector<uint32_t>{4, 3}),
                "the other end starts first");
}

// -- time-outs ------------------------------------------------------------------------------------

/// The minutes of a coordinator whose <timeout> holds `text`; nothing: without that element.
int32_t minutes_read(const std::optional<std::string>& text) {
  namespace support = parse::support;
  const std::string element = "<timeout>60</timeout>";
  const std::string xml = support::with(support::coordinator_xml, element,
                                        text ? "<timeout>" + *text + "</timeout>" : std::string());
  parse::options how;
  how.reading = dialect::oozie;
  std::vector<std::string> warnings;
  return must(parse::parse_coordinator(
                  {entity_kind::coordinator, "/apps/clean", "", xml, support::properties("a", "b")},
                  how, warnings))
      .timeout_minutes;
}

/// The minutes after which an action is given up, full ones since the later one of both times.
int64_t minutes_of_action(int32_t timeout, instant nominal, instant created) {
  model::coordinator_definition job;
  job.timeout_minutes = timeout;
  const instant over = model::timeout_at(job, nominal, created);
  return (over.ms - std::max(nominal, created).ms) / ms_per_minute - 1;
}

verdict timed_out(const json& v) {
  played_job job(status::running, utc("2026-01-05T00:00Z"));
  job.definition.timeout_minutes = v.at("timeout");
  job.has(1, status::waiting);
  const instant created =
      plus_ms(job.now, -v.at("created_minutes_ago").get<int64_t>() * ms_per_minute);
  job.actions[1].created = job.actions[1].nominal = created;
  // Whatever keeps the data from being seen, the action is looked at when its time is over.
  job.take(1, model::action_events::timed_out{});
  return compare(v.at("new_status").get<std::string>(), job.states());
}

/// A sentence of the document: "timeout -1 means no timeout", with what the code does as a note,
/// "(86400)" or "elapsed minutes > 0".
verdict document_says(const json& v) {
  const std::string timeout = first_of(v.at("rule").get<std::string>(), R"(timeout (-?\d+))");
  const std::string code = v.at("note").get<std::string>();
  const int32_t minutes = minutes_read(timeout);
  if (const auto told = number_in(code, R"(\((\d+)\))"))
    return compare(std::to_string(*told), std::to_string(minutes));
  const auto more_than = number_in(code, R"(elapsed minutes > (\d+))");
  if (!more_than) return "this rule cannot be read";
  const instant now = utc("2026-01-05T00:00Z");
  return compare(std::to_string(*more_than), std::to_string(minutes_of_action(minutes, now, now)));
}

}  // namespace

verdict judge_execution(const subject& of) {
  const json& v = of.vector();
  if (v.value("kind", "") == "skip_precondition") return skip_from(v);
  if (v.contains("start_order")) return start_order(v);
  return v.at("expected").is_object() ? several_actions(v) : one_action(v);
}

verdict judge_timeout(const subject& of) {
  const json& v = of.vector();
  const instant now = utc("2026-01-05T00:00Z");
  if (v.contains("rule")) return document_says(v);
  if (v.contains("new_status")) return timed_out(v);
  if (v.contains("job_timeout_minutes")) {
    const json text = v.contains("timeout_element") ? v["timeout_element"] : v.at("timeout_text");
    const auto given = text.is_null() ? std::nullopt : std::optional(text.get<std::string>());
    return compare(v["job_timeout_minutes"].dump(), std::to_string(minutes_read(given)));
  }
  if (v.contains("action_timeout_equals_job_timeout")) {
    const int32_t both = v["action_timeout_equals_job_timeout"];
    return compare(std::to_string(both), std::to_string(minutes_of_action(both, now, now)));
  }
  const instant nominal = v.at("nominal") == "future" ? plus_ms(now, ms_per_day) : now;
  return compare(v.at("action_timeout").dump(),
                 std::to_string(minutes_of_action(v.at("job_timeout"), nominal, now)));
}

}  // namespace foliot::vectors
