#include "parse/understand.hpp"

#include <memory>
#include <utility>

#include "parse/bundle_xml.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/workflow_xml.hpp"

namespace foliot::parse {

namespace {

/// What coordinators see as oozie.bundle.id while there is no job.
constexpr const char* no_bundle = "preview-B";

/// What was accepted is read again as it is read from the store.
options again(const options& how) {
  options out;
  out.zone = how.zone;
  out.fork_join_checks = false;
  out.accepted_before = true;
  return out;
}

result<model::understood_member> understood(const submission& made, const options& how) {
  std::vector<std::string> told_before;
  auto definition = parse_coordinator(made.text, again(how), told_before);
  if (!definition) return std::move(definition).error();
  model::understood_member out;
  out.name = made.name;
  out.definition = std::make_shared<const model::coordinator_definition>(std::move(*definition));
  return out;
}

model::understood_member refused(const std::string& name, const failure& why) {
  return {name, nullptr, why.oozie, why.text()};
}

void take(std::vector<std::string>& into, std::vector<std::string> more) {
  for (std::string& each : more) into.push_back(std::move(each));
}

result<void> add_members(const model::definition_text& bundle, const std::string& bundle_id,
                         const read_text& read, const options& how, size_t members_max,
                         model::understood_application& out) {
  std::vector<std::string> told_before;
  const auto parent = parse_bundle(bundle, again(how), told_before);
  if (!parent) return parent.error();
  out.kick_off = parent->kick_off;
  for (size_t i = 0; i < parent->coordinators.size(); ++i) {
    const model::bundle_child& child = parent->coordinators[i];
    if (!child.enabled) continue;
    out.truncated = out.coordinators.size() == members_max;
    if (out.truncated) return {};
    auto made = prepare_coordinator(bundle, *parent, i, bundle_id, read, how);
    if (made) take(out.warnings, std::move(made->warnings));
    auto member = made ? understood(*made, how) : result<model::understood_member>(made.error());
    out.coordinators.push_back(member ? std::move(*member) : refused(child.name, member.error()));
  }
  return {};
}

}  // namespace

result<model::understood_application> understand(const model::configuration& conf,
                                                 const read_text& read, const options& how,
                                                 size_t members_max) {
  auto job = prepare(conf, read, how);
  if (!job) return std::move(job).error();
  model::understood_application out;
  out.kind = job->text.kind;
  out.name = job->name;
  out.user = job->user;
  out.warnings = std::move(job->warnings);
  if (out.kind == entity_kind::bundle) {
    auto added = add_members(job->text, no_bundle, read, how, members_max, out);
    if (!added) return std::move(added).error();
  }
  if (out.kind == entity_kind::coordinator) {
    auto member = understood(*job, how);
    if (!member) return std::move(member).error();
    out.coordinators.push_back(std::move(*member));
  }
  return out;
}

result<model::understood_application> understand_members(const model::definition_text& bundle,
                                                         const std::string& bundle_id,
                                                         const read_text& read, const options& how,
                                                         size_t members_max) {
  model::understood_application out;
  out.kind = entity_kind::bundle;
  auto added = add_members(bundle, bundle_id, read, how, members_max, out);
  if (!added) return std::move(added).error();
  return out;
}

result<std::vector<std::string>> warnings_of(const model::definition_text& text,
                                             const options& how) {
  std::vector<std::string> out;
  result<void> read;
  const auto keep = [&](const auto& made) {
    if (!made) read = made.error();
  };
  if (text.kind == entity_kind::bundle)
    keep(parse_bundle(text, again(how), out));
  else if (text.kind == entity_kind::coordinator)
    keep(parse_coordinator(text, again(how), out));
  else
    keep(parse_workflow(text, again(how), out));
  if (!read) return std::move(read).error();
  return out;
}

}  // namespace foliot::parse
