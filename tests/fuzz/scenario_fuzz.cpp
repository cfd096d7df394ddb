// Scenarios: taken apart, their times and durations read, their applications written as XML.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "base/contract.hpp"
#include "parse/text.hpp"
#include "parse/xml_check.hpp"
#include "rehearsal/applications.hpp"
#include "rehearsal/arguments.hpp"
#include "rehearsal/limits.hpp"
#include "rehearsal/script.hpp"

namespace {

using namespace foliot;

constexpr instant beginning{1'767'225'600'000};

void check_problem(const rehearsal::problem& bad) {
  FOLIOT_ASSERT(bad.line >= 1, "a problem has its line");
  FOLIOT_ASSERT(!bad.sentence.empty(), "and says what");
}

void check_word(const std::string& word) {
  if (const auto span = rehearsal::duration_of(word))
    FOLIOT_ASSERT(*span >= 0 && *span <= limits::scenario_span_ms_max, "durations are bounded");
  if (const auto at = rehearsal::time_of(word, beginning)) {
    const std::string text = rehearsal::text_of(*at);
    if (text.size() == 17)
      FOLIOT_ASSERT(rehearsal::time_of(text, beginning) == at, "what was written is read");
  }
}

/// What a scenario writes is XML, whatever its words were.
void check_application(const rehearsal::statement& from) {
  const auto made = rehearsal::application_of(from, beginning);
  if (const auto* bad = std::get_if<rehearsal::problem>(&made)) return check_problem(*bad);
  for (const auto& [path, text] : std::get<rehearsal::application_files>(made)) {
    FOLIOT_ASSERT(path.starts_with("/apps/"), "applications lie in their folder");
    if (!parse::is_xml_text(text) || text.size() > limits::scenario_bytes_max) continue;
    const bool has_elements = text.find("<input-logic>") != std::string::npos;
    if (has_elements) continue;  // its words are elements themselves
    FOLIOT_ASSERT(parse::check_xml(path, text, "E0701").ok(), "it is XML");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = rehearsal::read_script(text);
  if (const auto* bad = std::get_if<rehearsal::problem>(&read)) {
    check_problem(*bad);
    return 0;
  }
  const auto& script = std::get<rehearsal::script>(read);
  FOLIOT_ASSERT(!script.title.empty() && !script.statements.empty(), "nothing empty is accepted");
  int last = 0;
  for (const rehearsal::statement& each : script.statements) {
    FOLIOT_ASSERT(each.head.number > last && !each.head.words.empty(),
                  "lines rise and say something");
    last = each.head.number;
    for (const std::string& word : each.head.words) check_word(word);
    const std::string& verb = each.head.words.front();
    if (verb == "bundle" || verb == "coordinator" || verb == "workflow") check_application(each);
  }
  return 0;
}
