#include "actors/rerun.hpp"

#include <utility>

#include "base/user_name.hpp"
#include "model/journal.hpp"
#include "parse/configuration.hpp"
#include "store/step_batch.hpp"

namespace foliot::actors {

result<model::configuration> read_rerun(const std::string& conf_xml, const std::string& user) {
  auto given = parse::read_configuration("request body", conf_xml);
  if (!given) {
    if (given.error().oozie.empty()) given.error().oozie = "E0700";
    return given;
  }
  if (!user.empty()) (*given)["user.name"] = user;
  if (given->contains(model::workflow_path_property) && !given->contains("user.name"))
    return failure{errc::bad_input, "nobody says who asks", "E0401", "",
                   "Add user.name=NAME to the request or to the properties"};
  if (const auto named = given->find("user.name"); named != given->end())
    if (auto fine = check_user_property(named->second); !fine) return std::move(fine).error();
  return given;
}

result<ended_workflow> load_ended(const runtime& rt, const entity_id& id) {
  auto stored = rt.ports.reader.record(id);
  if (!stored) return std::move(stored).error();
  if (!*stored) return failure{errc::not_found, "job does not exist", "E0605", "", ""};
  ended_workflow out;
  out.record = std::make_shared<const model::workflow_record>(
      std::get<model::workflow_record>(std::move(**stored)));
  auto text = rt.ports.reader.definition(id.root, out.record->definition);
  if (!text) return std::move(text).error();
  if (!*text) return failure{errc::corrupt, "the definition is not in the store", "", "", ""};
  auto understood = rt.ports.definitions.workflow(**text);
  if (!understood) return std::move(understood).error();
  out.definition = std::move(*understood);
  out.base = out.record->conf_base;
  if (out.base == hash128{}) {
    out.base = out.record->definition;
    out.base_conf = std::move((*text)->conf);
    return out;
  }
  auto base = rt.ports.reader.definition(id.root, out.base);
  if (!base) return std::move(base).error();
  if (*base) out.base_conf = std::move((*base)->conf);
  return out;
}

result<planned_rerun> plan_rerun(ended_workflow before, const model::configuration& given,
                                 bool allowed) {
  planned_rerun out;
  // The path that is given may hold ${...}, as in the properties of the submission.
  auto resolved = parse::resolved(
      model::rerun_configuration(model::merged(before.base_conf, before.record->conf), given));
  if (!resolved) return std::move(resolved).error();
  out.conf = std::move(*resolved);
  const auto choice = model::rerun_choice_of(out.conf);
  if (!choice) return choice.error();
  auto keep = model::judge_rerun(*before.definition, *before.record, *choice, allowed,
                                 model::reading_of(out.conf));
  if (!keep) return std::move(keep).error();
  out.keep = std::move(*keep);
  out.failed_only = choice->failed_only;
  out.before = std::move(before);
  return out;
}

result<ready_rerun> finish_rerun(const runtime& rt, const planned_rerun& plan,
                                 const parse::submission& application, job_number root) {
  auto definition = rt.ports.definitions.workflow(application.text);
  if (!definition) return std::move(definition).error();
  auto resolved = parse::resolved(plan.conf);
  if (!resolved) return std::move(resolved).error();
  model::configuration conf = model::merged(application.defaults, *resolved);
  ready_rerun out;
  out.definition = std::move(*definition);
  auto [hash, change] = store::definition_change(rt.settings.partition, root, application.text);
  if (!rt.stored.has(root, hash)) out.extra.add(change);
  out.event.definition = hash;
  out.event.conf_base = plan.before.base;
  for (const auto& [name, value] : conf) {
    const auto base = plan.before.base_conf.find(name);
    if (base == plan.before.base_conf.end() || base->second != value)
      out.event.conf.emplace(name, value);
  }
  // What the base says cannot be taken away: the choice of a run before is overwritten.
  for (const auto& [name, value] : plan.before.base_conf)
    if (!conf.contains(name)) out.event.conf.emplace(name, "");
  out.event.name = application.name;
  out.event.app_path = application.text.app_path;
  out.event.kept = model::carried_over(*plan.before.definition, *plan.before.record, plan.keep,
                                       *out.definition, plan.failed_only);
  out.conf = std::make_shared<const model::configuration>(
      model::merged(plan.before.base_conf, out.event.conf));
  return out;
}

}  // namespace foliot::actors
