#include "rehearsal/retold_inputs.hpp"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "model/dataset_instances.hpp"
#include "parse/location.hpp"

namespace foliot::rehearsal {

namespace {

using model::journal_entry;

/// Oozie's codes of a definition that is not there.
bool is_absence(const std::string& code) {
  return code == "E0307" || code == "E1001" || code == "E1005" || code == "E0504";
}

std::vector<std::string> pieces_of(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (comma > 0) out.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return out;
}

struct dependency {
  std::string uri;
  bool directory = false;
};

dependency behind(const model::dataset& of, const std::string& uri) {
  return {of.done.file.empty() ? uri : uri + "/" + of.done.file, of.done.file.empty()};
}

}  // namespace

std::optional<model::action_identity> retold_inputs::identity_of(const entity_id& id) const {
  const auto* action = tree_.record<model::action_record>(id);
  const auto* job = tree_.record<model::coordinator_record>(coordinator_of(id));
  const auto definition = tree_.coordinator_behind(id);
  if (action == nullptr || job == nullptr || !definition) return std::nullopt;
  model::action_identity out{source_.ids.text(id), job->user, action->nominal,
                             model::actual_time(*action)};
  out.reading = model::reading_of(definition->conf);
  out.born = action->created;
  return out;
}

void retold_inputs::tell(const journal_entry& entry, const model::action_event& event) {
  namespace is = model::action_events;
  if (const auto* news = std::get_if<is::inputs_found>(&event)) return found(entry, *news);
  if (std::holds_alternative<is::outputs_cleaned>(event)) return cleaned(entry);
  if (const auto* no = std::get_if<is::start_refused>(&event))
    if (const auto definition = tree_.coordinator_behind(entry.entity))
      refused(entry, definition->workflow_path, entity_kind::workflow, no->code, no->sentence);
}

void retold_inputs::found(const journal_entry& entry,
                          const model::action_events::inputs_found& news) {
  const auto definition = tree_.coordinator_behind(entry.entity);
  const auto identity = identity_of(entry.entity);
  if (!definition || !identity)
    return draft_.leave_out(place_of(entry), "the inputs of " + tree_.called(entry.entity));
  std::map<std::string, dependency> known;  // by the URI that expressions see
  std::vector<dependency> needed;
  std::map<std::string, const model::dataset*> sets;
  for (const model::data_event& each : definition->inputs) {
    const model::dataset& of = definition->datasets.at(each.dataset);
    sets[each.name] = &of;
    const auto instances = model::instances_of(*definition, each, *identity);
    if (!instances) {
      draft_.leave_out(place_of(entry), "the input " + each.name + " of " +
                                            tree_.called(entry.entity) + ": " +
                                            instances.error().sentence);
      continue;
    }
    count(entry, each.name, instances->open);
    for (const model::dataset_instance& one : instances->fixed) {
      known[one.uri] = {one.dependency, of.done.file.empty()};
      if (!definition->logic) needed.push_back(known[one.uri]);
    }
  }
  for (const auto& [name, list] : news.resolved) {
    for (const std::string& uri : pieces_of(list)) {
      const auto fixed = known.find(uri);
      const auto set = sets.find(name);
      if (fixed != known.end())
        needed.push_back(fixed->second);
      else if (set != sets.end())
        needed.push_back(behind(*set->second, uri));
      else
        draft_.leave_out(place_of(entry), "which file says that " + uri + " was there");
    }
  }
  for (const dependency& each : needed) files_.appears(place_of(entry), each.uri, each.directory);
}

void retold_inputs::count(const journal_entry& entry, const std::string& event,
                          const std::vector<el::open_range>& open) {
  for (const el::open_range& each : open) {
    const bool skips = each.future ? each.from > 0 : each.to < 0;
    if (skips)
      draft_.leave_out(place_of(entry), "which nearer instances were there for " +
                                            el::text_of(each) + " of the input " + event + " of " +
                                            tree_.called(entry.entity));
  }
}

void retold_inputs::hide_unread(const told_place& end) {
  std::set<std::string> seen;
  for (const auto& [id, fold] : tree_.all()) {
    const auto* action = tree_.record<model::action_record>(id);
    if (action == nullptr || action->workflow != 0 ||
        (action->state != model::status::ready && action->state != model::status::killed))
      continue;
    const auto definition = tree_.coordinator_behind(id);
    if (definition && seen.insert(definition->workflow_path).second)
      files_.hides(end, parse::definition_file(definition->workflow_path, entity_kind::workflow));
  }
}

void retold_inputs::cleaned(const journal_entry& entry) {
  const auto definition = tree_.coordinator_behind(entry.entity);
  const auto identity = identity_of(entry.entity);
  if (!definition || !identity) return;
  for (const std::string& uri : model::outputs_to_clean(*definition, *identity))
    files_.removed(place_of(entry), uri);
}

void retold_inputs::refused(const journal_entry& entry, const std::string& app_path,
                            entity_kind kind, const std::string& code,
                            const std::string& sentence) {
  files_.lacks(place_of(entry), parse::definition_file(app_path, kind));
  if (!is_absence(code))
    draft_.leave_out(place_of(entry), "why " + app_path + " was refused (" + code + ": " +
                                          sentence + "): here it is not there");
}

model::configuration retold_inputs::given_to(const model::workflow_record& born,
                                             job_number job) const {
  model::configuration out;
  if (born.conf_base != hash128{})
    if (const auto base = source_.definitions.text(born.conf_base)) out = (*base)->conf;
  if (born.parent.kind == entity_kind::action) {
    if (const auto definition = tree_.coordinator_behind(born.parent))
      for (const auto& [name, value] : definition->workflow_conf) out.emplace(name, "");
    if (const auto* action = tree_.record<model::action_record>(born.parent);
        action != nullptr && action->extra)
      out.insert(action->extra->given.begin(), action->extra->given.end());
  }
  const auto* above = born.parent.kind == entity_kind::workflow
                          ? tree_.record<model::workflow_record>(born.parent)
                          : nullptr;
  if (above == nullptr) return out;
  for (const model::node_state& state : above->nodes)
    if (const auto* plan = std::get_if<model::child_plan>(&state.plan); plan && state.child == job)
      out.insert(plan->conf.begin(), plan->conf.end());
  return out;
}

model::configuration retold_inputs::defaults_of(const entity_id& id,
                                                const model::definition_text& text,
                                                const model::any_record& record) const {
  model::configuration out;
  if (id.job == id.root) return out;
  model::configuration given;
  model::configuration all;
  if (const auto* job = std::get_if<model::coordinator_record>(&record)) {
    all = text.conf;
    const auto* bundle = tree_.record<model::bundle_record>(
        {id.partition, entity_kind::bundle, 0, id.root, id.root});
    const auto above = bundle == nullptr
                           ? result<std::shared_ptr<const model::bundle_definition>>(failure{})
                           : source_.definitions.bundle(bundle->definition);
    if (!above) return out;
    given = (*above)->conf;
    for (const model::bundle_child& child : (*above)->coordinators)
      if (child.name == job->name) given.insert(child.conf.begin(), child.conf.end());
  } else if (const auto* flow = std::get_if<model::workflow_record>(&record)) {
    all = flow->conf;
    given = given_to(*flow, id.job);
    if (const auto definition = tree_.workflow(flow->definition))
      given.insert(definition->parameter_defaults.begin(), definition->parameter_defaults.end());
  }
  for (const auto& [name, value] : all)
    if (!given.contains(name) && !name.starts_with("oozie.") && name != "user.name" &&
        name != model::compat_property)
      out.emplace(name, value);
  return out;
}

}  // namespace foliot::rehearsal
