#include "tools/offline/lint.hpp"

#include <algorithm>
#include <array>

#include "parse/location.hpp"
#include "tools/offline/knowledge.hpp"
#include "tools/offline/lint_unit.hpp"
#include "tools/offline/reading.hpp"

namespace foliot::offline {

namespace {

/// Rules that say what a reader says too, but more.
constexpr std::array<std::string_view, 19> told_twice{
    "time-24",           "time-seconds",       "runs-once",
    "frequency-below-5", "frequency-constant", "name-starts-with-digit",
    "duplicate-dataset", "nested-bundles",     "coordinator-without-name",
    "wf-user-in-bundle", "retry-at-error",     "unreachable-node",
    "latest-in-output",  "unknown-dataset",    "cron-never-fires",
    "recovery-element",  "cron-last-in-list",  "concurrency-zero",
    "cron-in-braces"};

/// Whether a rule has said of the same element what the reader says with `each`.
bool told(const std::vector<finding>& found, const finding& each, const element_places& places) {
  const auto element = places.find(each.at);
  return std::any_of(found.begin(), found.end(), [&](const finding& other) {
    if (other.level < each.level) return false;
    if (std::find(told_twice.begin(), told_twice.end(), other.code) == told_twice.end())
      return false;
    if (other.at == each.at) return true;
    const auto its = places.find(other.at);
    if (element == places.end() || its == places.end()) return false;
    const bool inner = other.code == "nested-bundles" && element->second->name == "bundle";
    return inner || its->second == element->second;
  });
}

bool same(const finding& left, const finding& right) { return !(left < right) && !(right < left); }

}  // namespace

std::vector<finding> findings_of(const reading& of) {
  std::vector<finding> found;
  const lint_unit& unit = of.unit;
  const reporter report(unit.file->path, found);
  lint_times(unit, report);
  lint_names(unit, report);
  lint_lost_rules(unit, report);
  if (unit.file->kind == entity_kind::coordinator) {
    lint_cron(unit, report);
    lint_controls(unit, report);
    lint_datasets(unit, report);
    lint_instances(unit, report);
    lint_action(unit, report);
  }
  lint_bundle(unit, report);
  lint_workflow(unit, report);
  std::vector<finding> out = found;
  for (const auto* all : {&of.refused, &of.warned})
    for (const finding& each : *all)
      if (!told(found, each, of.places)) out.push_back(each);
  return out;
}

std::vector<finding> lint_estate(const estate& in, const parse::read_text& read) {
  std::vector<finding> out;
  for (const broken_file& each : in.broken) out.push_back(finding_of(each.why, each.path));
  const estate_links links(in, read);
  const parse::options how;
  for (const definition_file& each : in.definitions) {
    for (finding& one : findings_of(read_definition_file(each, links, read, how)))
      out.push_back(std::move(one));
    const std::string defaults = parse::default_configuration_file(each.path, each.kind);
    if (const auto text = read(defaults)) lint_defaults(defaults, *text, each.kind, out);
  }
  for (const properties_file& each : in.properties) {
    const auto words = links.words_reached(each);
    lint_properties(each, words ? &*words : nullptr, reporter(each.path, out));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

}  // namespace foliot::offline
