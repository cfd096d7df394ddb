// Any text as an expression: parsed, and evaluated in every phase and dialect over made-up answers.
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "base/contract.hpp"
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

struct world {
  world() {
    job.properties = {{"a", "1"}, {"b", "two"}, {"date", "2009-02-10T05:00Z"}};
    job.app_name = "app";
    job.action = "job@1";
    job.nominal = instant{1'234'241'100'000};
    job.actual = instant{1'234'327'500'000};
    job.zone = time::zone();
    job.calendar = time::dataset_calendar{
        instant{1'230'768'000'000}, {1, time::time_unit::day, time::end_of::none}, time::zone()};
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
};

/// An answer that depends on the question alone.
el::value answer(const el::probe& question) {
  size_t sum = question.function.size();
  for (const std::string& each : question.arguments)
    for (const char c : each) sum = sum * 31 + static_cast<unsigned char>(c);
  if (question.function == "fs:fileSize") return static_cast<int64_t>(sum % 1'000);
  return sum % 3 == 0;
}

void evaluate_everywhere(const el::expression& text, const world& in, dialect reading) {
  const el::map_variables names(in.job.properties);
  for (size_t i = 0; i < el::phase_count; ++i) {
    el::facts known;
    el::environment where;
    where.where = static_cast<el::phase>(i);
    where.names = &names;
    where.known = &known;
    where.coordinator = &in.job;
    where.workflow = &in.flow;
    where.reading = reading;
    for (int round = 0; round < rounds_max; ++round) {
      const el::outcome made = el::evaluate_text(text, where);
      if (const auto* held = std::get_if<el::value>(&made))
        FOLIOT_ASSERT(held->as_string()->size() <= 2 * limits::el_result_bytes_max, "bounded");
      const auto* missing = std::get_if<el::needs>(&made);
      if (missing == nullptr) break;
      FOLIOT_ASSERT(!missing->probes.empty(), "a question");
      for (const el::probe& each : missing->probes) {
        FOLIOT_ASSERT(known.find(each) == nullptr, "nothing is asked twice");
        known.put(each, answer(each));
      }
    }
    (void)el::evaluate_condition(text, where);
    if (where.where == el::phase::submit_freq) (void)el::frequency_of(text, where);
    if (where.where == el::phase::wait_timeout) (void)el::timeout_of(text, where);
    if (where.where == el::phase::action_create) {
      static const el::expression current = el::parse("${coord:current(0)}").value();
      (void)el::instances_of(text, where);
      (void)el::instance_range(text, current, where);
      (void)el::instance_range(current, text, where);
      (void)el::instance_range(text, text, where);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const world in;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (el::check_uri_template(text)) (void)el::expand_uri_template(text, *in.job.nominal, {});
  if (const auto compiled = el::regex::compile(text)) {
    int64_t steps = 100'000;
    const std::string subject = "file:///data/2009-02-10/aab";
    if (const auto found = compiled->find_all(subject, steps))
      (void)compiled->replaced(subject, *found, text);
  }
  const auto parsed = el::parse(text);
  if (!parsed) return 0;
  FOLIOT_ASSERT(parsed->source() == text, "the source is kept");
  for (const dialect reading : {dialect::lenient, dialect::oozie})
    evaluate_everywhere(*parsed, in, reading);
  return 0;
}
