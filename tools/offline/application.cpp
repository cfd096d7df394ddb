#include "tools/offline/application.hpp"

#include <algorithm>
#include <filesystem>

#include "parse/bundle_xml.hpp"
#include "parse/configuration.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/includes.hpp"
#include "parse/location.hpp"
#include "tools/offline/files.hpp"

namespace foliot::offline {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> segments(const std::string& path) {
  std::vector<std::string> out;
  for (size_t at = 0; at < path.size();) {
    const size_t slash = std::min(path.find('/', at), path.size());
    if (slash > at) out.push_back(path.substr(at, slash - at));
    at = slash + 1;
  }
  return out;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

result<loaded_coordinator> load_coordinator(const std::string& file, const std::string& name,
                                            const model::configuration& conf,
                                            const parse::options& how,
                                            std::vector<std::string>& warnings) {
  auto text = read_definition(file, entity_kind::coordinator, conf, definition_reader());
  if (!text) return text.error();
  text->name = name;
  if (auto done = parse::expand_includes(*text, definition_reader(), how, warnings); !done)
    return done.error();
  auto made = parse::parse_coordinator(*text, how, warnings);
  if (!made) return made.error();
  return loaded_coordinator{file, std::move(*made)};
}

result<void> load_children(const model::bundle_definition& bundle, const std::string& near,
                           const parse::options& how, loaded_application& out) {
  for (const model::bundle_child& child : bundle.coordinators) {
    if (!child.enabled) continue;
    model::configuration conf = bundle.conf;
    for (const auto& [name, value] : child.conf) conf.insert_or_assign(name, value);
    conf.insert_or_assign("oozie.coord.application.path", child.app_path);
    auto settled = parse::resolved(conf);
    if (!settled) return std::move(settled).error().within("coordinator '" + child.name + "'");
    const std::string file = locate(child.app_path, entity_kind::coordinator, near);
    if (!is_file(file))
      return failure{errc::not_found,
                     "the definition of coordinator '" + child.name + "' does not exist", "E1001",
                     file, "Correct its <app-path>, or give the properties in it with -D"};
    auto made = load_coordinator(file, child.name, *settled, how, out.warnings);
    if (!made) return made.error();
    out.coordinators.push_back(std::move(*made));
  }
  return {};
}

}  // namespace

std::string locate(const std::string& app_path, entity_kind kind, const std::string& near) {
  const std::string whole = parse::definition_file(app_path, kind);
  if (is_file(whole)) return whole;
  const std::vector<std::string> parts = segments(whole);
  const std::vector<fs::path> bases{fs::path(near), fs::path(near) / "..",
                                    fs::path(near) / ".." / ".."};
  for (size_t take = parts.size(); take > 0; --take) {
    fs::path suffix;
    for (size_t i = parts.size() - take; i < parts.size(); ++i) suffix /= parts[i];
    // The last part alone is workflow.xml or the like: any would match.
    if (take == 1 && parts.size() > 1 && !app_path.ends_with(".xml")) break;
    for (const fs::path& base : bases)
      if (is_file(base / suffix)) return (base / suffix).lexically_normal().string();
  }
  return whole;
}

result<model::definition_text> read_definition(const std::string& file, entity_kind kind,
                                               const model::configuration& conf,
                                               const parse::read_text& read) {
  auto text = read(file);
  if (!text) return text.error();
  model::definition_text out;
  out.kind = kind;
  out.app_path = file;
  out.xml = std::move(*text);
  out.conf = conf;
  const std::string defaults_file = parse::default_configuration_file(file, kind);
  auto defaults_text = read(defaults_file);
  if (!defaults_text && defaults_text.error().code != errc::not_found) return defaults_text.error();
  if (defaults_text) {
    const auto defaults = parse::read_configuration(defaults_file, std::move(*defaults_text));
    if (!defaults) return defaults.error();
    for (const auto& [name, value] : *defaults) out.conf.emplace(name, value);
  }
  auto settled = parse::resolved(out.conf);
  if (!settled) return settled.error();
  out.conf = std::move(*settled);
  return out;
}

result<loaded_application> load_application(const std::string& file, entity_kind kind,
                                            const model::configuration& conf,
                                            const parse::options& how) {
  loaded_application out;
  out.kind = kind;
  if (kind == entity_kind::coordinator) {
    auto made = load_coordinator(file, {}, conf, how, out.warnings);
    if (!made) return made.error();
    out.name = made->definition.name;
    out.coordinators.push_back(std::move(*made));
    return out;
  }
  const auto text = read_definition(file, kind, conf, definition_reader());
  if (!text) return text.error();
  const auto bundle = parse::parse_bundle(*text, how, out.warnings);
  if (!bundle) return bundle.error();
  out.name = bundle->name;
  out.kick_off = bundle->kick_off;
  const std::string near = fs::path(file).parent_path().string();
  if (auto loaded = load_children(*bundle, near.empty() ? "." : near, how, out); !loaded)
    return loaded.error();
  return out;
}

}  // namespace foliot::offline
