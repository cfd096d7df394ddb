#include "tools/offline/reading.hpp"

#include <filesystem>

#include "parse/bundle_xml.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/includes.hpp"
#include "parse/workflow_xml.hpp"

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

/// Where files were found that are named by where they lie on another host.
using found_paths = std::map<std::string, std::string>;

/// Included files: the one whose path ends alike, below the directories around the coordinator.
/// `found_at` must outlive what is given back.
parse::read_text reader_near(const std::string& file, const parse::read_text& read,
                             found_paths& found_at) {
  return [directory = std::filesystem::path(file).parent_path(), read,
          &found_at](const std::string& path) -> result<std::string> {
    auto text = read(path);
    if (text) return text;
    std::filesystem::path suffix;
    std::vector<std::filesystem::path> suffixes;
    for (std::filesystem::path rest(path); rest.has_filename(); rest = rest.parent_path()) {
      suffix = suffix.empty() ? rest.filename() : rest.filename() / suffix;
      suffixes.push_back(suffix);
    }
    for (auto each = suffixes.rbegin(); each != suffixes.rend(); ++each)
      for (const char* up : {".", "..", "../.."}) {
        const std::string here = (directory / up / *each).lexically_normal().string();
        auto found = read(here);
        if (!found) continue;
        found_at[path] = here;
        return found;
      }
    return text;
  };
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
    if (file_.kind == entity_kind::coordinator && !include(text)) return std::move(out_);
    const auto error = understand(text);
    for (const std::string& each : warnings_) {
      const bool missing = each.find("not offered") != std::string::npos;
      out_.warned.push_back(
          finding_of_warning(each, file_.path, missing ? "not-offered" : "lenient"));
    }
    if (!error) return std::move(out_);
    finding made = finding_of(*error, file_.path);
    const auto element = out_.places.find(made.at);
    const bool assumed =
        element != out_.places.end() && concerns_assumed(*element->second, made.sentence);
    if (!assumed) out_.refused = std::move(made);
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
    found_paths found_at;
    const parse::read_text near = reader_near(file_.path, read_, found_at);
    const auto done = parse::expand_includes(text, near, how_, warnings);
    for (const std::string& each : warnings) {
      finding made = finding_of_warning(each, file_.path, "included-datasets");
      if (const auto here = found_at.find(made.file); here != found_at.end())
        made.file = here->second;
      out_.warned.push_back(std::move(made));
    }
    if (done) return true;
    finding made = finding_of(done.error(), file_.path);
    if (done.error().oozie != "E0803" && done.error().oozie != "E1004") {
      out_.refused = std::move(made);
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

  /// Whether a refusal may come from a stand-in: it names the attribute, or means the element.
  bool concerns_assumed(const outline_element& element, const std::string& sentence) const {
    for (const outline_attribute& each : element.attributes)
      if (sentence.starts_with("attribute '" + each.name + "'"))
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
