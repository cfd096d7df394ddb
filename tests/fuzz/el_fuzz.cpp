// Any text as an expression: parsed, and evaluated in every phase and dialect over made-up answers.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/contract.hpp"
#include "base/hash.hpp"
#include "base/limits.hpp"
#include "el/evaluate.hpp"
#include "el/instances.hpp"
#include "el/regex.hpp"
#include "el/uri_template.hpp"
#include "tests/el/contexts.hpp"

namespace {

using namespace foliot;

/// Rounds of questions that are answered before one evaluation is left alone.
constexpr int rounds_max = 4;

struct fake_bundle final : el::bundle_context {
  explicit fake_bundle(const tests::table& of) : properties(of) {}
  const std::string* conf(std::string_view name) const override {
    const auto at = properties.find(name);
    return at == properties.end() ? nullptr : &at->second;
  }
  std::string user() const override { return "anna"; }

  const tests::table& properties;
};

/// An action of 10 February, or on the day that Los Angeles' clocks go forward.
struct world {
  world(time::dataset_calendar of, bool spring) {
    job.properties = {{"a", "1"}, {"b", "two"}, {"date", "2009-02-10T05:00Z"}};
    job.app_name = "app";
    job.action = "job@1";
    job.nominal = instant{spring ? 1'236'507'000'000 : 1'234'241'100'000};
    job.actual = plus_ms(*job.nominal, ms_per_day);
    job.zone = of.where;
    job.calendar = std::move(of);
    job.uri_template = "/data/${YEAR}/${MONTH}/${DAY}";
    job.inputs = {{"in", {"hcat://h:1/d/t/k=1;l=2,hcat://h:1/d/t/k=2;l=1", true}},
                  {"open", {"", false}}};
    job.outputs = {{"out", {"hcat://h:1/d/t/k=1", true}}, {"plain", {"file:///x", true}}};
    flow.properties = job.properties;
    flow.data = {{"node", {{"k", "v"}, {"l", "<&>"}}}};
    flow.counted = {{"node", {{"group", el::value_map{{"counter", 7}}}}}};
  }

  tests::fake_coordinator job;
  tests::fake_workflow flow;
  fake_bundle bundle{job.properties};
};

const world& some_world(uint64_t luck) {
  using time::end_of;
  using time::time_unit;
  constexpr instant initial{1'230'768'000'000};  // 1 January 2009, UTC
  static const time::zone la = time::find_zone("America/Los_Angeles").value();
  static const std::array all{
      world({initial, {1, time_unit::day, end_of::none}, time::zone()}, false),
      world({initial, {1, time_unit::day, end_of::none}, la}, true),
      world({initial, {1, time_unit::month, end_of::month}, la}, true),
      world({initial, {25, time_unit::minute, end_of::none}, time::zone::fixed(330)}, false)};
  return all[luck % all.size()];
}

/// An answer that depends on the question alone.
el::value answer(const el::probe& question) {
  size_t sum = question.function.size();
  for (const std::string& each : question.arguments)
    for (const char c : each) sum = sum * 31 + static_cast<unsigned char>(c);
  if (question.function == "fs:fileSize") return static_cast<int64_t>(sum % 1'000);
  return sum % 3 == 0;
}

bool same(const el::outcome& left, const el::outcome& right) {
  if (left.index() != right.index()) return false;
  if (const auto* error = std::get_if<failure>(&left))
    return error->text() == std::get<failure>(right).text();
  if (const auto* questions = std::get_if<el::needs>(&left))
    return *questions == std::get<el::needs>(right);
  return std::get<el::value>(left) == std::get<el::value>(right);
}

/// Evaluates to the end: what is asked is answered and put into `known`, which `where` sees.
el::outcome evaluate(const el::expression& text, const el::environment& where, el::facts& known) {
  el::outcome made = el::evaluate_text(text, where);
  for (int round = 0; round < rounds_max; ++round) {
    const auto* missing = std::get_if<el::needs>(&made);
    if (missing == nullptr) break;
    FOLIOT_ASSERT(!missing->probes.empty(), "a question");
    FOLIOT_ASSERT(missing->probes.size() <= limits::probes_at_once_max, "questions are bounded");
    for (const el::probe& each : missing->probes) {
      FOLIOT_ASSERT(known.find(each) == nullptr, "nothing is asked twice");
      known.put(each, answer(each));
    }
    made = el::evaluate_text(text, where);
  }
  if (const auto* held = std::get_if<el::value>(&made))
    FOLIOT_ASSERT(held->as_string()->size() <= 2 * limits::el_result_bytes_max, "bounded");
  if (const auto* error = std::get_if<failure>(&made)) {
    FOLIOT_ASSERT(error->code == errc::bad_input || error->code == errc::too_large ||
                      error->code == errc::unsupported,
                  "a refusal");
    FOLIOT_ASSERT(!error->sentence.empty() && !error->oozie.empty(), "says what is wrong");
  }
  return made;
}

/// Texts that need a particular phase.
void understand(const el::expression& text, const el::environment& where) {
  if (where.where == el::phase::submit_freq) {
    const auto every = el::frequency_of(text, where);
    if (every && std::holds_alternative<time::frequency>(*every))
      FOLIOT_ASSERT(std::get<time::frequency>(*every).count > 0, "frequencies are above 0");
  }
  if (where.where == el::phase::wait_timeout) (void)el::timeout_of(text, where);
  if (where.where == el::phase::workflow) (void)el::evaluate_condition(text, where);
  if (where.where != el::phase::action_create) return;
  static const el::expression current = el::parse("${coord:current(0)}").value();
  for (const auto& made :
       {el::instances_of(text, where), el::instance_range(text, current, where),
        el::instance_range(current, text, where), el::instance_range(text, text, where)})
    if (made)
      FOLIOT_ASSERT(made->dates.size() <= limits::instances_per_event_max && made->open.size() <= 1,
                    "instances are bounded");
}

/// The phase in which what this one wrote out is evaluated; `count_` for none.
el::phase later(el::phase where) {
  switch (where) {
    case el::phase::submit_instances: return el::phase::action_create;
    case el::phase::submit_data: return el::phase::action_start;
    case el::phase::sla_submit: return el::phase::sla_create;
    default: return el::phase::count_;
  }
}

el::environment environment_of(const world& in, size_t phase, dialect reading) {
  static const el::map_variables names(some_world(0).job.properties);  // the same in all
  el::environment out;
  out.where = static_cast<el::phase>(phase);
  out.names = &names;
  out.coordinator = &in.job;
  out.workflow = &in.flow;
  out.bundle = &in.bundle;
  out.reading = reading;
  return out;
}

void evaluate_everywhere(const el::expression& text, const world& in, dialect reading) {
  for (size_t i = 0; i < el::phase_count; ++i) {
    el::facts known;
    el::environment where = environment_of(in, i, reading);
    where.known = &known;
    const el::outcome made = evaluate(text, where, known);
    understand(text, where);
    const auto* written = std::get_if<el::value>(&made);
    if (written == nullptr || later(where.where) == el::phase::count_) continue;
    const auto parsed = el::parse(*written->as_string());
    if (!parsed) continue;  // Oozie's way to write calls out does not escape what is in quotes.
    where.where = later(where.where);
    (void)evaluate(*parsed, where, known);
    understand(*parsed, where);
  }
}

void evaluate_twice(const el::expression& text, const world& in) {
  for (size_t i = 0; i < el::phase_count; ++i) {
    const el::environment where = environment_of(in, i, dialect::lenient);
    FOLIOT_ASSERT(same(el::evaluate_text(text, where), el::evaluate_text(text, where)),
                  "the same question, the same answer");
  }
}

/// A text beside itself is its value beside itself.
void evaluate_beside(const el::expression& text, const world& in) {
  const el::environment where =
      environment_of(in, static_cast<size_t>(el::phase::workflow), dialect::lenient);
  const el::outcome alone = el::evaluate_text(text, where);
  const auto* held = std::get_if<el::value>(&alone);
  if (held == nullptr) return;
  const auto both = el::parse(text.source() + "#" + text.source());
  FOLIOT_ASSERT(both.ok(), "two texts are one");
  const el::outcome made = el::evaluate_text(*both, where);
  if (const auto* error = std::get_if<failure>(&made)) {
    FOLIOT_ASSERT(error->code == errc::too_large, "which can only be too long");
    return;
  }
  FOLIOT_ASSERT(
      *std::get<el::value>(made).as_string() == *held->as_string() + "#" + *held->as_string(),
      "and each has its value");
}

void match(const std::string& pattern) {
  const auto compiled = el::regex::compile(pattern);
  if (!compiled) return;
  const std::string subject = "file:///data/2009-02-10/aab";
  int64_t steps = 100'000;
  const auto found = compiled->find_all(subject, steps);
  if (!found) return;
  size_t before = 0;
  for (const el::regex_match& each : *found) {
    FOLIOT_ASSERT(each.begin() >= before && each.end() >= each.begin(),
                  "matches follow each other");
    FOLIOT_ASSERT(each.end() <= subject.size(), "and lie in the text");
    before = each.end();
  }
  const auto same = compiled->replaced(subject, *found, "$0");
  FOLIOT_ASSERT(same.ok() && *same == subject, "a match replaced by itself changes nothing");
  (void)compiled->replaced(subject, *found, pattern);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const uint64_t luck = hash_of(text).low;
  const world& in = some_world(luck >> 8);
  if (el::check_uri_template(text)) (void)el::expand_uri_template(text, *in.job.nominal, {});
  const auto parsed = el::parse(text);
  if (!parsed) {
    FOLIOT_ASSERT(!parsed.error().sentence.empty(), "a refusal says what is wrong");
    FOLIOT_ASSERT(!el::parse_frequency(text), "and is one of frequencies too");
    return 0;
  }
  FOLIOT_ASSERT(parsed->source() == text, "the source is kept");
  // Without expressions it is the same everywhere, and may as well be a pattern.
  if (parsed->is_constant()) {
    match(text);
    el::facts none;
    const el::outcome made = evaluate(*parsed, {}, none);
    FOLIOT_ASSERT(*std::get<el::value>(made).as_string() == text, "a constant is its text");
    return 0;
  }
  // Half of the texts in either dialect, and now and then twice.
  evaluate_everywhere(*parsed, in, luck % 2 == 0 ? dialect::lenient : dialect::oozie);
  if (luck / 2 % 8 == 0) evaluate_twice(*parsed, in);
  if (luck / 2 % 8 == 1) evaluate_beside(*parsed, in);
  return 0;
}
