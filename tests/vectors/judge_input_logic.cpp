// Input logic. Logic and inputs stand in the vectors partly in words; they are read as the file's
// notes explain them.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/input_check.hpp"
#include "model/input_logic.hpp"
#include "tests/model/events.hpp"
#include "tests/vectors/judges.hpp"
#include "time/datetime.hpp"

namespace foliot::vectors {
namespace {

using namespace model;
using model::support::event;
using model::support::range;

const std::vector<std::string> names{"A", "B", "C", "D", "E", "F"};

instant utc(const std::string& text) { return time::parse_datetime(text, {}).value(); }

/// Reads "<or name='test' min='3'><and>A B</and><data-in dataset='C'/></or>".
class logic_reader {
 public:
  explicit logic_reader(std::string_view text) : text_(text) {}

  std::optional<logic_node> read() {
    std::vector<logic_node> all = siblings();
    return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
  }

 private:
  /// Elements, and bare letters for events, up to the end tag of their parent.
  std::vector<logic_node> siblings() {
    std::vector<logic_node> out;
    while (true) {
      const size_t next = text_.find_first_not_of(" ");
      if (next == std::string_view::npos) return out;
      text_.remove_prefix(next);
      if (text_.starts_with("</")) {
        text_.remove_prefix(text_.find('>') + 1);
        return out;
      }
      if (text_.front() == '<') {
        out.push_back(element());
      } else {
        out.push_back(named(std::string(text_.substr(0, 1))));
        text_.remove_prefix(1);
      }
    }
  }

  static logic_node named(const std::string& event) {
    logic_node out;
    out.input = static_cast<uint16_t>(std::find(names.begin(), names.end(), event) - names.begin());
    return out;
  }

  logic_node element() {
    const size_t end = text_.find('>');
    std::string tag(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    if (const size_t blank = tag.find(" ="); blank != std::string::npos) tag.erase(blank, 1);
    const bool empty = tag.ends_with("/");
    const auto attribute = [&](const std::string& name) -> std::optional<std::string> {
      const size_t at = tag.find(name + "=\"");
      if (at == std::string::npos) return std::nullopt;
      const size_t begin = at + name.size() + 2;
      return tag.substr(begin, tag.find('"', begin) - begin);
    };
    const auto number = [&](const std::string& name) -> std::optional<int32_t> {
      const auto text = attribute(name);
      return text ? std::optional(std::stoi(*text)) : std::nullopt;
    };
    logic_node out = tag.starts_with("data-in") ? named(*attribute("dataset")) : logic_node{};
    if (tag.starts_with("and")) out.kind = logic_kind::all;
    if (tag.starts_with("or")) out.kind = logic_kind::any;
    if (tag.starts_with("combine")) out.kind = logic_kind::combine;
    const std::string own = attribute("name").value_or("");
    out.name = own;
    out.min = number("min");
    out.wait_minutes = number("wait");
    if (!empty) out.parts = siblings();
    return out;
  }

  std::string_view text_;
};

/// The XML of a logic text without the words behind it, its ${...} replaced by the "min=4 wait=180"
/// that stands there.
std::string logic_xml(std::string text) {
  const size_t words = text.find_last_of(
      '>', std::min({text.find(" (A ="), text.find(" with "), text.find(" min=4 wait="),
                     text.find("; A has"), text.size()}));
  const std::string settings = text.substr(words + 1);
  text = text.substr(0, words + 1);
  const auto setting = [&](const std::string& name) {
    const size_t at = settings.find(name + "=");
    if (at == std::string::npos) return std::string(1, name.back());  // "${dataA}" is A
    const size_t begin = at + name.size() + 1;
    return settings.substr(begin, settings.find_first_of(" ", begin) - begin);
  };
  for (size_t at = text.find("${"); at != std::string::npos; at = text.find("${")) {
    const size_t close = text.find('}', at);
    text.replace(at, close + 1 - at, setting(text.substr(at + 2, close - at - 2)));
  }
  return text;
}

/// A coordinator with six hourly datasets whose directories are their own flags.
coordinator_definition six_inputs(const std::string& initial) {
  coordinator_definition out = model::support::coordinator(60, 1);
  for (const std::string& name : names) {
    dataset of = model::support::every(60, name);
    of.initial = utc(initial);
    of.done.file = "";
    of.uri_template =
        std::string(1, static_cast<char>(name[0] + 32)) + "/${YEAR}/${MONTH}/${DAY}/${HOUR}";
    out.datasets.push_back(of);
  }
  return out;
}

void add_inputs(coordinator_definition& out, const std::string& words) {
  for (uint16_t i = 0; i < names.size(); ++i) {
    if (words.find("start current(-5)") != std::string::npos || words.starts_with("range")) {
      out.inputs.push_back(range(names[i], i, "${coord:current(-5)}", "${coord:current(0)}"));
    } else if (words.find("latest range") != std::string::npos) {
      out.inputs.push_back(range(names[i], i, "${coord:latest(-5)}", "${coord:latest(0)}"));
    } else if (words.find("latest") != std::string::npos) {
      out.inputs.push_back(event(names[i], i, {"${coord:latest(0)}"}));
    } else {
      out.inputs.push_back(event(names[i], i, {"${coord:current(0)}"}));
    }
  }
  if (words.find("A done-flag \"done\"") != std::string::npos) out.datasets[0].done.file = "done";
}

constexpr std::string_view day_text = "2014-10-08T00:00Z";

/// The hour `back` before the action's, as a directory of dataset `letter`.
std::string hour(char letter, int back) {
  const instant at = plus_ms(utc(std::string(day_text)), -back * ms_per_hour);
  const std::string text = time::format_datetime(at, {});
  return std::string(1, letter) + "/" + text.substr(0, 4) + "/" + text.substr(5, 2) + "/" +
         text.substr(8, 2) + "/" + text.substr(11, 2);
}

input_state checked(const coordinator_definition& definition, const std::set<std::string>& there,
                    int64_t minutes_later) {
  const instant nominal = utc(std::string(day_text));
  action_identity identity{"job@1", "ann", nominal, nominal};
  identity.reading = dialect::oozie;
  el::facts known;
  while (true) {
    input_state out =
        check_inputs(definition, identity, known, plus_ms(nominal, minutes_later * ms_per_minute));
    const auto* needed = std::get_if<el::needs>(&out);
    if (needed == nullptr) return out;
    for (const el::probe& each : needed->probes)
      known.put(each, there.contains(each.arguments.front()));
  }
}

/// What the whole logic gives; nothing while it waits.
std::optional<std::vector<std::string>> ready(const input_state& state, const std::string& name) {
  const auto* found = std::get_if<inputs_found>(&state);
  if (found == nullptr) return std::nullopt;
  const auto at = found->uris.find(name);
  return at == found->uris.end() ? std::vector<std::string>{} : at->second;
}

coordinator_definition definition_of(const std::string& logic, const std::string& words) {
  coordinator_definition out = six_inputs("2014-10-07T00:00Z");
  add_inputs(out, words);
  const auto root = logic_reader(logic_xml(logic)).read();
  if (root) out.logic = input_logic{*root};
  return out;
}

bool parse_passes(const json& vector, std::string& why) {
  std::string xml = vector["xml"].get<std::string>();
  const size_t begin = xml.find("<input-logic>") + 13;
  xml = xml.substr(begin, xml.rfind("</input-logic>") - begin);
  const auto root = logic_reader(xml).read();
  if (!root) return false;
  const input_logic logic{*root};
  const std::string name = vector["select_name"].is_null() ? "" : vector["select_name"];
  const logic_node* part = name.empty() ? &logic.root : find_named(logic, name);
  if (part == nullptr || !check(logic, names.size())) return false;
  why = to_text(*part, names);
  return why == vector["normalized"].get<std::string>();
}

bool ready_passes(const json& vector, const std::string& logic, std::string& why) {
  const coordinator_definition definition =
      definition_of(logic, vector["inputs"].get<std::string>());
  std::set<std::string> there;
  for (const json& each : vector["existing"]) {
    const std::string text = each.get<std::string>();
    there.insert(text == "now" ? hour('a', 0) : text == "now-1h" ? hour('a', 1) : text);
  }
  const auto made = ready(checked(definition, there, 0), definition.logic->root.name);
  why = made ? "ready with " + std::to_string(made->size()) : "not ready";
  if (made.has_value() != vector["ready"].get<bool>()) return false;
  if (!made) return true;
  std::vector<std::string> expected;
  for (const json& each : vector["expected_uris"]) expected.push_back(each.get<std::string>());
  if (expected.size() == 1 && expected[0].ends_with(" uris"))
    return std::to_string(made->size()) + " uris" == expected[0];
  return *made == expected;
}

/// "b: now..now-4h (5)" and what the phases add; the phases say when.
bool phases_pass(const json& vector, const std::string& logic, std::string& why) {
  coordinator_definition definition = definition_of(logic, vector["inputs"].get<std::string>());
  std::set<std::string> there;
  const bool of_a = vector["existing"].get<std::string>().starts_with("a at");
  if (of_a) {  // "A has instances current(-5), latest(-1), futureRange(0,2,10); ..."
    definition.inputs[0] = event(
        "A", 0, {"${coord:current(-5)}", "${coord:latest(-1)}", "${coord:futureRange(0,2,10)}"});
    definition.inputs[1] = event("B", 1, {"${coord:latest(0)}", "${coord:latestRange(-3,0)}"});
    for (const int back : {3, 5, 0, -1, -2}) there.insert(hour('a', back));
    for (const int back : {0, 1}) there.insert(hour('b', back));
  } else {
    for (int back = 0; back < 5; ++back) there.insert(hour('b', back));
  }
  for (const json& phase : vector["phases"]) {
    const std::string at = phase["at"].get<std::string>();
    if (at.find("6th created") != std::string::npos) there.insert(hour('b', 5));
    if (at.find("b -2h,-3h added") != std::string::npos)
      for (const int back : {2, 3}) there.insert(hour('b', back));
    const auto made = ready(checked(definition, there, at.starts_with("+60 s") ? 1 : 0),
                            definition.logic->root.name);
    why = at + ": " + (made ? "ready with " + std::to_string(made->size()) : "not ready");
    if (made.has_value() != phase["ready"].get<bool>()) return false;
    if (made && made->size() != phase["uri_count"].get<size_t>()) return false;
  }
  return true;
}

/// A <combine> of different sizes: E1028, which a dry run's answer wraps in E0803.
bool error_passes(std::string& why) {
  coordinator_definition definition =
      definition_of("<combine name=\"test\">A B</combine>", "range, start now");
  definition.inputs[1] = range("B", 1, "${coord:current(-4)}", "${coord:current(0)}");
  const input_state made = checked(definition, {}, 0);
  const auto* error = std::get_if<failure>(&made);
  why = error == nullptr ? "no failure" : error->oozie;
  return why == "E1028";
}

/// The logic of a vector: its own, or that of the one before.
std::string logic_of(const json& all, size_t index) {
  while (index > 0 && all[index].value("logic", "") == "same as previous") --index;
  return all[index].value("logic", "");
}

}  // namespace

verdict judge_input_logic(const subject& of) {
  const json& vector = of.vector();
  const std::string logic = logic_of(of.all, of.index);
  const bool elsewhere = vector.contains("xml") || vector.contains("error_code");
  if (!elsewhere && !logic_reader(logic_xml(logic)).read())
    return "its logic cannot be read: " + logic;
  std::string made;
  const bool good = vector.contains("xml")          ? parse_passes(vector, made)
                    : vector.contains("error_code") ? error_passes(made)
                    : vector.contains("phases")     ? phases_pass(vector, logic, made)
                                                    : ready_passes(vector, logic, made);
  return good ? "" : "gave " + made;
}

}  // namespace foliot::vectors
