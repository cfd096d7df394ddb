#include "tools/offline/lint.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "parse/bundle_xml.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/workflow_xml.hpp"
#include "tools/offline/knowledge.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

namespace {

using parse::outline_attribute;
using parse::outline_element;
using parse::outline_place;

/// What the readers accept with a warning and no rule of lint names.
constexpr const char* other_warning = "lenient";

/// Rules that say what a reader says too, but more.
constexpr std::array<std::string_view, 17> told_twice{"time-24",
                                                      "time-seconds",
                                                      "time-spelling",
                                                      "runs-once",
                                                      "frequency-below-5",
                                                      "frequency-constant",
                                                      "name-starts-with-digit",
                                                      "duplicate-dataset",
                                                      "nested-bundles",
                                                      "coordinator-without-name",
                                                      "wf-user-in-bundle",
                                                      "retry-at-error",
                                                      "unreachable-node",
                                                      "latest-in-output",
                                                      "unknown-dataset",
                                                      "cron-never-fires",
                                                      "recovery-element"};

/// All places that belong to one element: its own, its attributes' and its text's.
using element_places = std::map<outline_place, const outline_element*>;

void index_places(const outline_element& of, element_places& out) {
  out[of.at] = &of;
  out.emplace(of.text_at, &of);
  for (const outline_attribute& each : of.attributes) out.emplace(each.at, &of);
  for (const outline_element& each : of.children) index_places(each, out);
}

/// A value that an undefined property could have where it is the whole of an attribute or text.
const char* stand_in(std::string_view place) {
  if (place == "start" || place == "kick-off-time") return "2020-01-01T00:00Z";
  if (place == "end") return "2099-01-01T00:00Z";
  if (place == "initial-instance") return "2000-01-01T00:00Z";
  if (place == "timezone") return "UTC";
  if (place == "frequency") return "60";
  if (place == "execution") return "FIFO";
  return "1";
}

void add_stand_ins(const outline_element& of, lint_unit& unit) {
  const auto add = [&](std::string_view place, const std::string& text) {
    for (const std::string& name : variables_of(text))
      if (unit.assumed.contains(name) && text == "${" + name + "}")
        unit.assumed_conf.insert_or_assign(name, stand_in(place));
  };
  for (const outline_attribute& each : of.attributes) add(each.name, each.value);
  if (of.children.empty() && (of.name == "kick-off-time" || of.name == "execution"))
    add(of.name, of.text);
  for (const outline_element& each : of.children) add_stand_ins(each, unit);
}

bool mentions_assumed(const lint_unit& unit, const outline_element& element) {
  for (const outline_attribute& each : element.attributes)
    if (!unit.knows(each.value)) return true;
  return !unit.knows(element.text);
}

/// One definition: what its reader says, then the rules.
class inspection {
 public:
  inspection(const definition_file& file, const estate_links& links) {
    unit_.file = &file;
    unit_.job = links.knowledge(file);
    unit_.named = links.named(file);
    unit_.assumed_conf = unit_.job.conf;
    for (const mention& each : unit_.named.variables)
      if (!unit_.job.conf.contains(each.name)) {
        unit_.assumed.insert(each.name);
        unit_.assumed_conf.emplace(each.name, "1");
      }
    for (const char* constant :
         {"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "MINUTES", "HOURS", "DAYS"})
      if (unit_.assumed.erase(constant) > 0) unit_.assumed_conf.erase(constant);
    add_stand_ins(file.root, unit_);
    index_places(file.root, places_);
  }

  void run(std::vector<finding>& out) {
    read();
    std::vector<finding> found;
    const reporter report(unit_.file->path, found);
    lint_times(unit_, report);
    lint_names(unit_, report);
    if (unit_.file->kind == entity_kind::coordinator) {
      lint_cron(unit_, report);
      lint_controls(unit_, report);
      lint_datasets(unit_, report);
      lint_instances(unit_, report);
    }
    lint_bundle(unit_, report);
    lint_workflow(unit_, report);
    if (refused_ && !told(found, *refused_)) found.push_back(*refused_);
    for (const finding& each : warned_)
      if (!told(found, each)) found.push_back(each);
    out.insert(out.end(), found.begin(), found.end());
  }

 private:
  void read() {
    model::definition_text text;
    text.kind = unit_.file->kind;
    text.app_path = unit_.file->path;
    text.xml = unit_.file->text;
    text.conf = unit_.assumed_conf;
    const parse::options how = parse::options_for({}, text.conf);
    std::vector<std::string> warnings;
    std::optional<failure> error;
    if (text.kind == entity_kind::bundle) {
      const auto made = parse::parse_bundle(text, how, warnings);
      if (!made) error = made.error();
    } else if (text.kind == entity_kind::coordinator) {
      auto made = parse::parse_coordinator(text, how, warnings);
      if (made)
        unit_.coordinator = std::move(*made);
      else
        error = made.error();
    } else {
      const auto made = parse::parse_workflow(text, how, warnings);
      if (!made) error = made.error();
    }
    for (const std::string& each : warnings)
      warned_.push_back(finding_of_warning(each, text.app_path, other_warning));
    if (!error) return;
    finding made = finding_of(*error, text.app_path);
    const auto element = places_.find(made.at);
    if (element != places_.end() && concerns_assumed(*element->second, made.sentence)) return;
    refused_ = std::move(made);
  }

  /// Whether a refusal may come from a stand-in: it names the attribute, or means the element.
  bool concerns_assumed(const outline_element& element, const std::string& sentence) const {
    for (const outline_attribute& each : element.attributes)
      if (sentence.starts_with("attribute '" + each.name + "'")) return !unit_.knows(each.value);
    return mentions_assumed(unit_, element);
  }

  /// Whether a rule has said of the same element what `each` says.
  bool told(const std::vector<finding>& found, const finding& each) const {
    const auto element = places_.find(each.at);
    return std::any_of(found.begin(), found.end(), [&](const finding& other) {
      if (other.level < each.level) return false;
      if (std::find(told_twice.begin(), told_twice.end(), other.code) == told_twice.end())
        return false;
      const auto its = places_.find(other.at);
      return other.at == each.at ||
             (element != places_.end() && its != places_.end() && its->second == element->second);
    });
  }

  lint_unit unit_;
  element_places places_;
  std::optional<finding> refused_;
  std::vector<finding> warned_;
};

}  // namespace

std::vector<finding> lint_estate(const estate& in, const parse::read_text& read) {
  std::vector<finding> out;
  for (const broken_file& each : in.broken) out.push_back(finding_of(each.why, each.path));
  const estate_links links(in, read);
  for (const definition_file& each : in.definitions) inspection(each, links).run(out);
  for (const properties_file& each : in.properties) {
    const auto words = links.words_reached(each);
    lint_properties(each, words ? &*words : nullptr, reporter(each.path, out));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end(),
                        [](const finding& a, const finding& b) { return !(a < b) && !(b < a); }),
            out.end());
  return out;
}

}  // namespace foliot::offline
