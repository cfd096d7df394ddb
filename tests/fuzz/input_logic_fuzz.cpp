// Input logic, as XML or (where the text does not begin with '<') as a tree built from the bytes:
// read, printed, evaluated over tables of inputs, and judged as an action's over made-up answers
// until everything is answered.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/contract.hpp"
#include "base/hash.hpp"
#include "base/limits.hpp"
#include "el/parser.hpp"
#include "model/input_check.hpp"
#include "model/input_logic.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/xml.hpp"

namespace {

using namespace foliot;

constexpr instant nominal{1'767'571'200'000};
const std::vector<std::string> names{"a", "b", "c", "d"};

/// a and b: six hours; c: latest; d: one hour.
const std::string head = R"(<coordinator-app xmlns="uri:oozie:coordinator:0.5" name="n"
 frequency="60" start="2026-01-05T00:00Z" end="2026-01-05T02:00Z" timezone="UTC"><datasets>
<dataset name="s" frequency="60" initial-instance="2026-01-01T00:00Z" timezone="UTC">
<uri-template>file:///s/${YEAR}${MONTH}${DAY}${HOUR}</uri-template></dataset></datasets>
<input-events><data-in name="a" dataset="s"><start-instance>${coord:current(-5)}</start-instance>
<end-instance>${coord:current(0)}</end-instance></data-in><data-in name="b" dataset="s">
<start-instance>${coord:current(-6)}</start-instance><end-instance>${coord:current(-1)}
</end-instance></data-in><data-in name="c" dataset="s"><instance>${coord:latest(-1)}</instance>
</data-in><data-in name="d" dataset="s"><instance>${coord:current(3)}</instance></data-in>
</input-events>)";
const std::string tail =
    "<action><workflow><app-path>file:///w</app-path></workflow></action></coordinator-app>";

result<model::coordinator_definition> read(const std::string& logic, dialect reading) {
  model::definition_text text;
  text.kind = entity_kind::coordinator;
  text.app_path = "file:///app";
  text.xml = head + logic + tail;
  text.conf = {{"user.name", "ann"}, {"oozie.coord.application.path", "file:///app"}};
  parse::options how;
  how.reading = reading;
  std::vector<std::string> warnings;
  return parse::parse_coordinator(text, how, warnings);
}

/// A tree in prefix order: two bytes a node.
model::logic_node tree(const uint8_t*& at, const uint8_t* end, size_t depth) {
  model::logic_node out;
  if (end - at < 2) return out;
  const uint8_t kind = *at++;
  const uint8_t more = *at++;
  out.kind = static_cast<model::logic_kind>(kind % 4);
  out.input = more % 5;  // 4 does not exist
  if ((kind & 4) != 0) out.min = static_cast<int32_t>(more % 8) - 1;
  if ((kind & 8) != 0) out.wait_minutes = static_cast<int32_t>(more) - 1;
  if ((kind & 16) != 0) out.name = std::string(1, static_cast<char>('m' + more % 4));
  if (out.kind == model::logic_kind::input || depth > limits::xml_depth_max + 1) return out;
  for (int i = 0; i < more % 4; ++i) out.parts.push_back(tree(at, end, depth + 1));
  return out;
}

/// The events as a table says: bit i of `there` is instance i of all events, counted through.
std::vector<model::logic_input> inputs_of(uint32_t there, uint32_t known, bool equal) {
  std::vector<model::logic_input> out(names.size());
  size_t bit = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    out[i].name = names[i];
    out[i].postponed = i == 2 && (there >> 31) != 0;
    const size_t count = i == 3 ? 1 : i == 1 && !equal ? 4 : 5;
    for (size_t k = 0; k < count; ++k, ++bit) {
      out[i].instances.push_back({names[i] + std::to_string(k), (there >> bit & 1) != 0});
      if ((known >> bit & 1) == 0) out[i].instances.back().there.reset();
    }
  }
  return out;
}

/// What is said of one table.
result<model::logic_outcome> look(const model::input_logic& logic,
                                  const std::vector<model::logic_input>& inputs, instant now,
                                  dialect reading) {
  const model::logic_times at{nominal, nominal, now};
  auto out = model::evaluate(logic, "", inputs, at, reading);
  if (!out) return out;
  FOLIOT_ASSERT(out->look_again > now, "a wait lies ahead");
  FOLIOT_ASSERT(out->unknown.size() <= limits::probes_at_once_max, "questions are bounded");
  for (const auto& [input, instance] : out->unknown)
    FOLIOT_ASSERT(!inputs[input].instances[instance].there, "only what is not known is asked");
  const bool yes = out->verdict == model::logic_verdict::yes;
  FOLIOT_ASSERT(yes == out->why.empty(), "whatever does not hold has its reason");
  FOLIOT_ASSERT(yes || out->uris.empty(), "only what holds has its instances");
  for (const std::string& uri : out->uris) {
    const auto& of = inputs[static_cast<size_t>(uri.front() - 'a')].instances;
    FOLIOT_ASSERT(of[static_cast<size_t>(uri.back() - '0')].there == true, "they are there");
  }
  return out;
}

void evaluate_tables(const model::input_logic& logic, dialect reading, uint64_t luck) {
  const bool fine = model::check(logic, names.size()).ok();
  if (fine) (void)model::to_text(logic.root, names);
  const auto there = static_cast<uint32_t>(luck);
  const auto known = static_cast<uint32_t>(luck >> 20 | luck << 12);
  const bool equal = (luck >> 60 & 3) != 0;
  for (const int64_t later : {0, 2, 100}) {
    const instant now = plus_ms(nominal, later * ms_per_minute);
    (void)look(logic, inputs_of(there, known, equal), now, reading);
    const auto some = look(logic, inputs_of(there, ~0U, equal), now, reading);
    FOLIOT_ASSERT(fine || !some, "what is not sound is refused");
    if (!some) continue;
    FOLIOT_ASSERT(some->unknown.empty(), "all is known");
    if (some->verdict != model::logic_verdict::yes) continue;
    const auto after =
        look(logic, inputs_of(there, ~0U, equal), plus_ms(now, ms_per_hour), reading);
    FOLIOT_ASSERT(after && after->verdict == model::logic_verdict::yes, "what holds, holds later");
    // Oozie counts a <combine> of three wrongly: with more instances it may not be complete.
    if (reading == dialect::oozie) continue;
    const auto more = look(logic, inputs_of(there | 0xFFFF, ~0U, equal), now, reading);
    // An event with latest or future may have its turn then.
    FOLIOT_ASSERT(!more || more->verdict == model::logic_verdict::yes ||
                      more->verdict == model::logic_verdict::later,
                  "and with more instances");
  }
}

/// Asks until everything is answered, by `seed` and the questions.
model::input_state settle(const model::coordinator_definition& definition,
                          const model::action_identity& identity, el::facts& known, instant now,
                          size_t& seed) {
  while (true) {
    model::input_state state = model::check_inputs(definition, identity, known, now);
    const auto* needed = std::get_if<el::needs>(&state);
    if (needed == nullptr) return state;
    FOLIOT_ASSERT(!needed->probes.empty(), "a question");
    FOLIOT_ASSERT(needed->probes.size() <= limits::inputs_at_once_max, "questions are bounded");
    for (const el::probe& each : needed->probes) {
      FOLIOT_ASSERT(known.find(each) == nullptr, "nothing is asked twice");
      seed = seed * 31 + static_cast<unsigned char>(each.arguments.front().back());
      known.put(each, (seed >> 3) % 3 != 0);
    }
  }
}

void judge(const model::coordinator_definition& definition, dialect reading, size_t seed) {
  if (definition.logic) evaluate_tables(*definition.logic, reading, seed);
  model::action_identity identity{"job@1", "ann", nominal, nominal};
  identity.reading = reading;
  el::facts known;
  bool was_found = false;
  for (const int64_t later : {0, 1, 100}) {
    const instant now = plus_ms(nominal, later * ms_per_minute);
    const model::input_state state = settle(definition, identity, known, now, seed);
    if (std::holds_alternative<failure>(state)) return;
    if (const auto* found = std::get_if<model::inputs_found>(&state)) {
      was_found = true;
      if (const auto kept = model::to_keep(*found))
        (void)model::workflow_configuration(definition, identity, *kept);
      continue;
    }
    FOLIOT_ASSERT(!was_found, "what was found stays found");
    const auto& missing = std::get<model::inputs_missing>(state);
    FOLIOT_ASSERT(!missing.why.empty(), "who waits knows what for");
    FOLIOT_ASSERT(missing.look_again > now, "a wait lies ahead");
    if (missing.look_again == never) continue;
    const model::input_state before =
        model::check_inputs(definition, identity, known, instant{missing.look_again.ms - 1});
    FOLIOT_ASSERT(std::holds_alternative<model::inputs_missing>(before),
                  "nothing happens before the wait is over");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const uint64_t luck = hash_of(text).low;
  const dialect reading = luck % 2 == 0 ? dialect::lenient : dialect::oozie;
  if (text.starts_with('<')) {
    // Most texts are not even well-formed: spare them the coordinator around.
    if (!parse::xml_document::read({"f"}, "<a>" + text + "</a>")) return 0;
    if (const auto made = read("<input-logic>" + text + "</input-logic>", reading))
      judge(*made, reading, luck >> 1);
    return 0;
  }
  static const auto plain = read("", dialect::lenient);
  FOLIOT_ASSERT(plain.ok(), "the coordinator around the logic is sound");
  const uint8_t* at = data;
  const model::input_logic logic{tree(at, data + size, 1)};
  evaluate_tables(logic, reading, luck >> 1);
  // The way through an action's instances is longer: now and then is enough.
  if (luck >> 32 & 7) return 0;
  static model::coordinator_definition definition = *plain;
  definition.logic = logic;
  judge(definition, reading, luck >> 1);
  return 0;
}
