// GET /api/warnings/ID: what in the definitions of a job deserves a look.
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/own_call.hpp"
#include "http/own_limits.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// A job whose definition is read again.
struct warned_job {
  entity_id id;
  hash128 definition;
  std::string name;
};

std::optional<warned_job> warned(const entity_id& id, const model::any_record& record) {
  return std::visit(
      [&](const auto& job) -> std::optional<warned_job> {
        if constexpr (requires { job.definition; })
          return warned_job{id, job.definition, job.name};
        else
          return std::nullopt;
      },
      record);
}

/// The job itself, or an action's coordinator; behind a bundle its coordinators.
result<std::vector<warned_job>> jobs_of(const catalogue& from, const found_entity& entity) {
  std::vector<warned_job> out;
  entity_id id = entity.id;
  auto record = result<std::optional<model::any_record>>(entity.record);
  if (id.kind == entity_kind::action) {
    id = coordinator_of(id);
    record = from.reader().record(id);
    if (!record) return record.error();
  }
  const auto first = *record ? warned(id, **record) : std::nullopt;
  if (first) out.push_back(*first);
  const auto* bundle = std::get_if<model::bundle_record>(&entity.record);
  if (bundle == nullptr) return out;
  for (const model::bundle_member& each : bundle->members) {
    if (!each.created) continue;
    const entity_id child{id.partition, entity_kind::coordinator, 0, id.root, each.coordinator};
    const auto coordinator = from.reader().record(child);
    if (!coordinator) return coordinator.error();
    const auto one = *coordinator ? warned(child, **coordinator) : std::nullopt;
    if (one) out.push_back(*one);
  }
  return out;
}

const char* kind_name(entity_kind kind) {
  if (kind == entity_kind::bundle) return "bundle";
  return kind == entity_kind::coordinator ? "coordinator" : "workflow";
}

}  // namespace

response api::warnings(const api_call& call) const {
  own_reading in(call.query);
  const uint64_t offset = in.number_or("offset", 1, 1, UINT32_MAX);
  const uint64_t length =
      in.number_or("len", own_limits::warning_jobs_default, 1, own_limits::warning_jobs_max);
  if (in.wrong()) return api_error(*in.wrong());
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return api_error(found.error());
  if (!*found)
    return api_error({errc::not_found, "there is no job or action " + call.where.rest, "E0604",
                      "id", "List the jobs with 'foliot list'"});
  const auto jobs = jobs_of(catalogue_, **found);
  if (!jobs) return api_error(jobs.error());
  json rows = json::array();
  for (uint64_t i = offset - 1; i < jobs->size() && rows.size() < length; ++i) {
    const warned_job& job = (*jobs)[i];
    const auto text = catalogue_.text(job.id.root, job.definition);
    if (!text) return api_error(text.error());
    const auto warnings = options_.warnings_of(*text);
    if (!warnings) return api_error(warnings.error());
    rows.push_back({{"id", reader_.ids().text(job.id)},
                    {"name", job.name},
                    {"kind", kind_name(job.id.kind)},
                    {"warnings", *warnings}});
  }
  return json_answer(json_text({{"id", (**found).wire},
                                {"total", jobs->size()},
                                {"offset", offset},
                                {"len", length},
                                {"jobs", std::move(rows)}}));
}

}  // namespace foliot::http
