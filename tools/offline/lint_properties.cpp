// Properties files.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "model/lost_rule.hpp"
#include "model/workflow.hpp"
#include "parse/configuration.hpp"
#include "parse/outline.hpp"
#include "parse/text.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

namespace {

constexpr std::array<const char*, 19> reserved{
    "YEAR",    "MONTH",   "DAY",       "HOUR",       "MINUTE", "DAYS", "HOURS",
    "MINUTES", "KB",      "MB",        "GB",         "TB",     "PB",   "RECORDS",
    "MAP_IN",  "MAP_OUT", "REDUCE_IN", "REDUCE_OUT", "GROUPS"};
/// The first of them are reserved in coordinators and bundles only.
constexpr size_t reserved_dates = 5;
constexpr std::array<const char*, 3> paths{
    "oozie.wf.application.path", "oozie.coord.application.path", "oozie.bundle.application.path"};
constexpr const char* alias = "oozie.application.bundle.path";

/// Property names whose readers are not in the application's files: Oozie, Hadoop, the launcher.
bool is_for_others(const std::string& name) {
  return name.find('.') != std::string::npos || name.find('-') != std::string::npos;
}

/// The properties that Hadoop puts in for ${name} in `value`.
std::set<std::string> references(const std::string& value) {
  std::set<std::string> out;
  for (size_t at = value.find("${"); at != std::string::npos; at = value.find("${", at + 2)) {
    const size_t end = value.find('}', at);
    if (end == std::string::npos) break;
    const std::string name = value.substr(at + 2, end - at - 2);
    if (name.find_first_of("(:'\" ") == std::string::npos) out.insert(name);
  }
  return out;
}

constexpr const char* lost_rule_code = "unknown-lost-rule";

/// What is wrong with `value` as foliot.on.lost.
std::optional<failure> wrong_lost_rule(const std::string& value) {
  auto known =
      model::check_lost_rule(model::configuration{{std::string(model::lost_rule_property), value}});
  if (known) return std::nullopt;
  return std::move(known).error();
}

class checker {
 public:
  checker(const properties_file& file, const reporter& out) : file_(file), out_(out) {}

  void run(const std::set<std::string>* used) {
    for (const auto& [name, at] : file_.repeated)
      out_.warn("repeated-property", at,
                "'" + name + "' is set twice in this file: the last counts", "Remove one of them");
    for (const char* each : reserved)
      if (file_.properties.contains(each))
        out_.error("reserved-property", place(each),
                   "the property '" + std::string(each) + "' has a reserved name (E0808)",
                   "Rename it");
    applications();
    retries();
    lost_rule();
    std::set<std::string> inner;
    for (const auto& [name, value] : file_.properties)
      for (const std::string& each : references(value)) {
        inner.insert(each);
        if (!file_.properties.contains(each) && each != "user.name")
          out_.warn("undefined-in-property", place(name),
                    "'" + name + "' mentions ${" + each + "}, which this file does not define",
                    "Define it here, or give it with -D " + each + "=...");
      }
    if (used == nullptr) return;
    for (const auto& [name, value] : file_.properties)
      if (!is_for_others(name) && !used->contains(name) && !inner.contains(name))
        out_.warn("unused-property", place(name),
                  "no file of the application mentions the property '" + name + "'", "Remove it");
  }

 private:
  void applications() {
    std::vector<std::string> given;
    for (const char* each : paths)
      if (file_.properties.contains(each)) given.emplace_back(each);
    if (given.size() > 1)
      out_.error("E0302", place(given[1]), "the job names more than one application",
                 "Keep exactly one of " + parse::join(given));
    if (file_.properties.contains(alias) && !file_.properties.contains(paths[2]))
      out_.warn("path-alias", place(alias),
                std::string(alias) + " is read as " + paths[2] + "; Oozie does not know it",
                "Rename it");
  }

  /// Retries of a whole bundle or workflow (rulings 4.7, 4.9) that are spaced but not allowed.
  void retries() {
    for (const std::string prefix : {"oozie.bundle.retry.", "foliot.wf.retry."}) {
      const auto most = file_.properties.find(prefix + "max");
      const bool none = most == file_.properties.end() || trim(most->second) == "0";
      for (const char* each : {"interval", "policy"})
        if (none && file_.properties.contains(prefix + each))
          out_.warn(
              "retry-never", place(prefix + each),
              "'" + prefix + each + "' has no effect: nothing is retried without " + prefix + "max",
              "Set " + prefix + "max, or remove it");
    }
  }

  void lost_rule() {
    const std::string name{model::lost_rule_property};
    const auto found = file_.properties.find(name);
    if (found == file_.properties.end() || found->second.find("${") != std::string::npos) return;
    if (const auto wrong = wrong_lost_rule(found->second))
      out_.error(lost_rule_code, place(name), wrong->sentence, wrong->remedy);
  }

  parse::outline_place place(const std::string& name) const {
    const auto found = file_.places.find(name);
    return found == file_.places.end() ? parse::outline_place{} : found->second;
  }

  const properties_file& file_;
  const reporter& out_;
};

void lost_rules(const parse::outline_element& in, const reporter& out) {
  for (const parse::outline_element& each : in.children) lost_rules(each, out);
  const parse::outline_element* name = in.name == "property" ? in.child("name") : nullptr;
  if (name == nullptr || name->text != model::lost_rule_property) return;
  const parse::outline_element* value = in.child("value");
  if (value == nullptr || value->text.find("${") != std::string::npos) return;
  if (const auto wrong = wrong_lost_rule(value->text))
    out.error(lost_rule_code, value->text_at, wrong->sentence, wrong->remedy);
}

/// The place of the <name> that holds `name`.
parse::outline_place name_place(const parse::outline_element& root, const std::string& name) {
  for (const parse::outline_element& each : root.children)
    if (const parse::outline_element* found = each.child("name"))
      if (found->text == name) return found->text_at;
  return root.at;
}

}  // namespace

void lint_defaults(const std::string& path, const std::string& text, entity_kind kind,
                   std::vector<finding>& out) {
  const auto conf = parse::read_configuration(path, text);
  if (!conf) {
    finding made = finding_of(conf.error(), path);
    made.code = "E0702";
    out.push_back(std::move(made));
    return;
  }
  const auto root = parse::read_outline(path, text);
  if (!root) return;
  const reporter report(path, out);
  for (const char* name : {"user.name", "mapreduce.job.user.name"})
    if (conf->contains(name))
      report.error("E0808", name_place(*root, name),
                   "a file of defaults may not set '" + std::string(name) + "'", "Remove it");
  for (size_t i = kind == entity_kind::workflow ? reserved_dates : 0; i < reserved.size(); ++i)
    if (conf->contains(reserved[i]))
      report.error("E0808", name_place(*root, reserved[i]),
                   "the property '" + std::string(reserved[i]) + "' has a reserved name",
                   "Rename it");
  lost_rules(*root, report);
}

void lint_lost_rules(const lint_unit& unit, const reporter& out) {
  lost_rules(unit.file->root, out);
}

void lint_properties(const properties_file& file, const std::set<std::string>* used,
                     const reporter& out) {
  checker(file, out).run(used);
}

}  // namespace foliot::offline
