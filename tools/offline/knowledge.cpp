#include "tools/offline/knowledge.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "parse/configuration.hpp"
#include "parse/location.hpp"

namespace foliot::offline {

namespace fs = std::filesystem;

namespace {

using parse::outline_element;

struct path_property {
  const char* name;
  entity_kind kind;
};
constexpr std::array<path_property, 4> path_properties{
    {{"oozie.bundle.application.path", entity_kind::bundle},
     {"oozie.application.bundle.path", entity_kind::bundle},
     {"oozie.coord.application.path", entity_kind::coordinator},
     {"oozie.wf.application.path", entity_kind::workflow}}};

std::string directory_of(const std::string& path) { return fs::path(path).parent_path().string(); }

/// What a file of properties starts: what it names, else the outermost definition beside it.
const definition_file* root_of(const estate& in, const properties_file& file,
                               const model::configuration& conf) {
  const std::string home = directory_of(file.path);
  for (const path_property& each : path_properties) {
    const auto path = conf.find(each.name);
    if (path == conf.end()) continue;
    if (const definition_file* named = find_definition(in, path->second, each.kind, home))
      return named;
  }
  for (const entity_kind kind :
       {entity_kind::bundle, entity_kind::coordinator, entity_kind::workflow}) {
    const definition_file* beside = nullptr;
    for (const definition_file& each : in.definitions)
      if (each.kind == kind && directory_of(each.path) == home && beside == nullptr) beside = &each;
    if (beside != nullptr) return beside;
  }
  return nullptr;
}

void elements_named(const outline_element& of, std::string_view name,
                    std::vector<const outline_element*>& out) {
  for (const outline_element& each : of.children) {
    if (each.name == name) out.push_back(&each);
    elements_named(each, name, out);
  }
}

std::string text_of_child(const outline_element& of, const char* name) {
  const outline_element* found = of.child(name);
  return found == nullptr ? std::string() : found->text;
}

}  // namespace

estate_links::estate_links(const estate& in, const parse::read_text& read) : in_(in), read_(read) {
  for (const definition_file& each : in_.definitions) {
    named_.emplace(&each, mentions_in(each.root));
    known_[&each].conf["user.name"] = "nobody";
  }
  link_properties();
  for (const definition_file& each : in_.definitions)
    if (each.kind == entity_kind::bundle) link_bundle(&each);
  for (const definition_file& each : in_.definitions)
    if (each.kind == entity_kind::coordinator) link_coordinator(&each);
  for (const definition_file& each : in_.definitions)
    if (each.kind == entity_kind::workflow && is_started(each)) link_workflow(&each);
  for (const definition_file& each : in_.definitions)
    if (each.kind == entity_kind::workflow && !starts_.contains(&each)) link_workflow(&each);
}

const job_knowledge& estate_links::knowledge(const definition_file& of) const {
  return known_.at(&of);
}
const mentions& estate_links::named(const definition_file& of) const { return named_.at(&of); }

void estate_links::link_properties() {
  for (const properties_file& each : in_.properties) {
    auto conf = parse::resolved(each.properties);
    if (!conf) continue;
    conf->emplace("user.name", "nobody");
    const definition_file* root = root_of(in_, each, *conf);
    if (root == nullptr) continue;
    roots_[&each] = root;
    job_knowledge& known = known_[root];
    if (known.complete) {
      // Several files for one application: what one of them defines is defined.
      for (const auto& [name, value] : *conf) known.conf.emplace(name, value);
      continue;
    }
    known.conf = std::move(*conf);
    known.complete = true;
  }
}

/// Files of defaults and the defaults of <parameters>.
void estate_links::add_defaults(file of) {
  model::configuration& conf = known_[of].conf;
  const std::string path = parse::default_configuration_file(of->path, of->kind);
  if (auto text = read_(path))
    if (const auto defaults = parse::read_configuration(path, std::move(*text)))
      for (const auto& [name, value] : *defaults) conf.emplace(name, value);
  if (const outline_element* formal = of->root.child("parameters"))
    for (const outline_element& each : formal->children)
      if (const outline_element* value = each.child("value"))
        conf.emplace(text_of_child(each, "name"), value->text);
  if (auto settled = parse::resolved(conf)) conf = std::move(*settled);
}

std::optional<std::string> estate_links::value(file of, const std::string& text,
                                               el::phase where) const {
  lint_unit unit;
  unit.file = of;
  unit.job = known_.at(of);
  return unit.value(text, where);
}

/// What `of` passes on to what it starts: all it knows, and the <configuration> of `starter`.
job_knowledge estate_links::inherited(file of, const outline_element& starter,
                                      el::phase where) const {
  job_knowledge out = known_.at(of);
  out.child_of_bundle = false;
  out.name.clear();
  if (const outline_element* conf = starter.child("configuration"))
    for (const outline_element& each : conf->children) {
      const std::string written = text_of_child(each, "value");
      out.conf.insert_or_assign(text_of_child(each, "name"),
                                value(of, written, where).value_or(written));
    }
  for (const path_property& each : path_properties) out.conf.erase(each.name);
  return out;
}

void estate_links::start(file parent, const std::string& app_path, entity_kind kind,
                         job_knowledge with) {
  const definition_file* child = find_definition(in_, app_path, kind, directory_of(parent->path));
  starts_[parent].push_back(child);
  if (child == nullptr || child == parent) return;
  started_.insert(child);
  job_knowledge& known = known_[child];
  if (known.complete && !with.complete) return;
  for (auto& [name, value] : with.conf) known.conf.emplace(name, value);
  known.complete = known.complete || with.complete;
  known.child_of_bundle = known.child_of_bundle || with.child_of_bundle;
  if (known.name.empty()) known.name = with.name;
}

void estate_links::link_bundle(file of) {
  add_defaults(of);
  starts_[of];
  std::vector<const outline_element*> coordinators;
  elements_named(of->root, "coordinator", coordinators);
  for (const outline_element* each : coordinators) {
    job_knowledge with = inherited(of, *each, el::phase::bundle);
    with.child_of_bundle = true;
    if (const auto* name = each->attribute("name")) with.name = name->value;
    const std::string path = text_of_child(*each, "app-path");
    start(of, value(of, path, el::phase::bundle).value_or(path), entity_kind::coordinator,
          std::move(with));
  }
}

void estate_links::link_coordinator(file of) {
  add_defaults(of);
  starts_[of];
  std::vector<const outline_element*> workflows;
  elements_named(of->root, "workflow", workflows);
  for (const outline_element* each : workflows) {
    const std::string path = text_of_child(*each, "app-path");
    start(of, value(of, path, el::phase::submit_nofuncs).value_or(path), entity_kind::workflow,
          inherited(of, *each, el::phase::submit_nofuncs));
  }
}

void estate_links::link_workflow(file of) {
  add_defaults(of);
  starts_[of];
  std::vector<const outline_element*> children;
  elements_named(of->root, "sub-workflow", children);
  for (const outline_element* each : children) {
    job_knowledge with = inherited(of, *each, el::phase::submit_nofuncs);
    // Without <propagate-configuration> the child sees only its own <configuration>.
    if (each->child("propagate-configuration") == nullptr) {
      const model::configuration all = std::move(with.conf);
      with.conf = {{"user.name", "nobody"}};
      if (const outline_element* conf = each->child("configuration"))
        for (const outline_element& property : conf->children)
          if (const auto found = all.find(text_of_child(property, "name")); found != all.end())
            with.conf.insert(*found);
    }
    start(of, text_of_child(*each, "app-path"), entity_kind::workflow, std::move(with));
  }
}

std::optional<std::set<std::string>> estate_links::words_reached(
    const properties_file& from) const {
  const auto root = roots_.find(&from);
  if (root == roots_.end()) return std::nullopt;
  std::set<std::string> out;
  std::set<file> seen;
  std::vector<file> todo{root->second};
  while (!todo.empty()) {
    const file here = todo.back();
    todo.pop_back();
    if (here == nullptr) return std::nullopt;
    if (!seen.insert(here).second) continue;
    const std::set<std::string>& words = named_.at(here).words;
    out.insert(words.begin(), words.end());
    if (const outline_element* formal = here->root.child("parameters"))
      for (const outline_element& each : formal->children) out.insert(text_of_child(each, "name"));
    const auto next = starts_.find(here);
    if (next != starts_.end()) todo.insert(todo.end(), next->second.begin(), next->second.end());
  }
  return out;
}

}  // namespace foliot::offline
