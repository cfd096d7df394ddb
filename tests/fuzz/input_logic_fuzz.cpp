// Input logic, as XML or (where the text does not begin with '<') as a tree built from the bytes:
// read, printed, and judged over made-up answers until everything is answered.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/contract.hpp"
#include "base/limits.hpp"
#include "el/parser.hpp"
#include "model/input_check.hpp"
#include "model/input_logic.hpp"
#include "parse/coordinator_xml.hpp"

namespace {

using namespace foliot;

constexpr instant nominal{1'767'571'200'000};

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
  how.open_inputs = true;
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

void judge(const model::coordinator_definition& definition, dialect reading, size_t seed) {
  if (definition.logic && model::check(*definition.logic, definition.inputs.size()))
    (void)model::to_text(definition.logic->root, {"a", "b", "c", "d"});
  model::action_identity identity{"job@1", "ann", nominal, nominal};
  identity.reading = reading;
  for (const int64_t later : {0, 1, 100}) {
    el::facts known;
    while (true) {
      const auto state =
          model::check_inputs(definition, identity, known, plus_ms(nominal, later * ms_per_minute));
      if (const auto* found = std::get_if<model::inputs_found>(&state))
        (void)model::workflow_configuration(definition, identity, *found);
      if (const auto* missing = std::get_if<model::inputs_missing>(&state))
        FOLIOT_ASSERT(!missing->why.empty(), "who waits knows what for");
      const auto* needed = std::get_if<el::needs>(&state);
      if (needed == nullptr) break;
      FOLIOT_ASSERT(!needed->probes.empty(), "a question");
      for (const el::probe& each : needed->probes) {
        FOLIOT_ASSERT(known.find(each) == nullptr, "nothing is asked twice");
        seed = seed * 31 + static_cast<unsigned char>(each.arguments.front().back());
        known.put(each, (seed >> 3) % 3 != 0);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  for (const dialect reading : {dialect::lenient, dialect::oozie}) {
    if (size > 0 && data[0] == '<') {
      const std::string text(reinterpret_cast<const char*>(data), size);
      if (const auto made = read("<input-logic>" + text + "</input-logic>", reading))
        judge(*made, reading, size);
      continue;
    }
    static const auto plain = read("", dialect::lenient);
    FOLIOT_ASSERT(plain.ok(), "the coordinator around the logic is sound");
    model::coordinator_definition definition = *plain;
    const uint8_t* at = data;
    definition.logic = model::input_logic{tree(at, data + size, 1)};
    judge(definition, reading, size);
  }
  return 0;
}
