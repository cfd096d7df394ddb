#include "tools/offline/reading.hpp"

#include <algorithm>
#include <filesystem>

#include "parse/bundle_xml.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/includes.hpp"
#include "parse/workflow_xml.hpp"
#include "tools/offline/nearby_files.hpp"

namespace foliot::offline {

namespace {

using parse::outline_attribute;
using parse::outline_element;

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
  if (place == "name") return "a";
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

class reader {
 public:
  reader(const definition_file& file, const parse::read_text& read, const parse::options& base)
      : file_(file), read_(read), base_(base) {}

  reading run(const estate_links& links) {
    prepare(links);
    model::definition_text text;
    text.kind = file_.kind;
    text.app_path = file_.path;
    text.xml = file_.text;
    text.conf = out_.unit.assumed_conf;
    how_ = parse::options_for(base_, text.conf);
    how_.paths = parse::path_rule::any_host;
    if (file_.kind == entity_kind::coordinator && !include(text)) return std::move(out_);
    std::vector<failure> refusals;
    how_.all_refusals = &refusals;
    if (auto last = understand(text); last && refusals.size() < parse::refusals_told_max)
      refusals.push_back(std::move(*last));
    for (const std::string& each : warnings_) {
      const bool missing = each.find("not offered") != std::string::npos;
      out_.warned.push_back(
          finding_of_warning(each, file_.path, missing ? "not-offered" : "lenient"));
    }
    for (const failure& each : refusals) add(finding_of(each, file_.path));
    return std::move(out_);
  }

 private:
  void prepare(const estate_links& links) {
    lint_unit& unit = out_.unit;
    unit.file = &file_;
    unit.job = links.knowledge(file_);
    unit.named = links.named(file_);
    unit.assumed_conf = unit.job.conf;
    for (const mention& each : unit.named.variables)
      if (!unit.job.conf.contains(each.name)) {
        unit.assumed.insert(each.name);
        unit.assumed_conf.emplace(each.name, "1");
      }
    for (const char* constant :
         {"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "MINUTES", "HOURS", "DAYS"})
      if (unit.assumed.erase(constant) > 0) unit.assumed_conf.erase(constant);
    add_stand_ins(file_.root, unit);
    index_places(file_.root, out_.places);
  }

  /// Puts included datasets into the text; false when a file of them is not at hand.
  bool include(model::definition_text& text) {
    const outline_element* datasets = file_.root.child("datasets");
    const outline_element* first = datasets == nullptr ? nullptr : datasets->child("include");
    if (first == nullptr) return true;
    std::vector<std::string> warnings;
    nearby_files files(std::filesystem::path(file_.path).parent_path(), read_);
    const parse::read_text near = files.reader();
    const auto done = parse::expand_includes(text, near, how_, warnings);
    for (const std::string& each : warnings) {
      finding made = finding_of_warning(each, file_.path, "included-datasets");
      if (const auto here = files.found().find(made.file); here != files.found().end())
        made.file = here->second;
      out_.warned.push_back(std::move(made));
    }
    // What the schema refuses is told again when the text is understood, and all of it.
    if (done || done.error().oozie == "E0701") return true;
    finding made = finding_of(done.error(), file_.path);
    // A file that is elsewhere, or has a name that is not known yet, is no mistake.
    const std::string& why = done.error().sentence;
    const bool elsewhere = done.error().code == errc::unsupported ||
                           why.find(" cannot be read: ") != std::string::npos;
    if (!elsewhere && done.error().oozie != "E1004") {
      add(std::move(made));
      return false;
    }
    made.code = "include-not-here";
    made.level = severity::warning;
    made.file = file_.path;
    made.at = first->text_at;
    out_.warned.push_back(std::move(made));
    return false;
  }

  std::optional<failure> understand(const model::definition_text& text) {
    if (file_.kind == entity_kind::bundle) {
      const auto made = parse::parse_bundle(text, how_, warnings_);
      return made ? std::nullopt : std::optional(made.error());
    }
    if (file_.kind == entity_kind::workflow) {
      const auto made = parse::parse_workflow(text, how_, warnings_);
      return made ? std::nullopt : std::optional(made.error());
    }
    auto made = parse::parse_coordinator(text, how_, warnings_);
    if (!made) return made.error();
    out_.unit.coordinator = std::move(*made);
    return std::nullopt;
  }

  void add(finding made) {
    const auto& all = out_.refused;
    const bool again = std::any_of(all.begin(), all.end(), [&](const finding& each) {
      return each.at == made.at && each.sentence == made.sentence;
    });
    if (!again && !comes_from_stand_in(made)) out_.refused.push_back(std::move(made));
  }

  /// Whether a refusal may be due to a value that only stands in for another. Schemas see the text
  /// as it is written, and workflows are not evaluated before they run.
  bool comes_from_stand_in(const finding& of) const {
    if (of.code == "E0701" || file_.kind == entity_kind::workflow) return false;
    const auto place = out_.places.find(of.at);
    if (place == out_.places.end()) return false;
    const outline_element& element = *place->second;
    for (const outline_attribute& each : element.attributes)
      if (of.sentence.starts_with("attribute '" + each.name + "'"))
        return !out_.unit.knows(each.value);
    for (const outline_attribute& each : element.attributes)
      if (!out_.unit.knows(each.value)) return true;
    return !out_.unit.knows(element.text);
  }

  const definition_file& file_;
  const parse::read_text& read_;
  const parse::options& base_;
  parse::options how_;
  std::vector<std::string> warnings_;
  reading out_;
};

}  // namespace

reading read_definition_file(const definition_file& file, const estate_links& links,
                             const parse::read_text& read, const parse::options& how) {
  return reader(file, read, how).run(links);
}

}  // namespace foliot::offline
