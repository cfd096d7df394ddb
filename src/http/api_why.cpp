// /api/why/ID.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/asked_node.hpp"
#include "http/errors.hpp"
#include "http/explain.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

json time_or_null(instant at) {
  if (at == instant{} || at == never) return nullptr;
  const auto text = time::format_pattern(at, "yyyy-MM-dd'T'HH:mm:ss'Z'", time::zone{});
  return text ? json(*text) : json(nullptr);
}

/// The remedy with a command that can be copied.
std::string remedy_of(const model::reason& one, const wire_ids& ids) {
  const size_t command = one.remedy.rfind(": foliot ");
  const size_t at = command == std::string::npos ? command : one.remedy.find(" ID", command);
  if (at == std::string::npos || one.target.job == 0) return one.remedy;
  return std::string(one.remedy).replace(at + 1, 2, ids.text(one.target));
}

/// `looked`: when inputs were looked at; `never` where nobody could.
json row_of(const model::reason& one, const wire_ids& ids, instant looked) {
  json out{{"kind", model::name(one.kind)},
           {"what", one.what},
           {"since", time_or_null(one.since)},
           {"wakes", one.wakes},
           {"remedy", remedy_of(one, ids)},
           {"act", model::name(one.act)},
           {"until", time_or_null(one.until)},
           {"otherwise", time_or_null(one.otherwise)},
           {"uris", one.uris},
           {"holders", json::array()}};
  for (const entity_id& each : one.holders) out["holders"].push_back(ids.text(each));
  out["target"] = one.target.job == 0 ? json(nullptr) : json(ids.text(one.target));
  if (one.act == model::remedy_kind::raise_concurrency) out["number"] = one.number;
  if (one.kind == model::reason_kind::input) out["lookedAt"] = time_or_null(looked);
  return out;
}

json told(const std::string& code, const std::string& sentence) {
  if (code.empty() && sentence.empty()) return nullptr;
  return {{"code", code}, {"sentence", sentence}};
}

/// Why the entity failed: {"code", "sentence"}; null where nothing says so.
json error_of(const model::any_record& record) {
  if (const auto* action = std::get_if<model::action_record>(&record))
    return action->error ? told(action->error->code, action->error->message) : json(nullptr);
  return std::visit(
      [&](const auto& job) {
        if constexpr (std::is_same_v<std::decay_t<decltype(job)>, model::action_record>)
          return json(nullptr);
        else
          return told(job.error_code, job.error);
      },
      record);
}

/// Who was asked about, apart from the reasons.
struct subject {
  std::string id;
  std::string_view status;
  bool ended = false;
  json error;
};

/// Fails with not_found where the definition has no such node.
result<subject> node_of(const catalogue& from, const found_entity& workflow) {
  const auto node = asked_node(from, workflow);
  if (!node) return node.error();
  const auto& record = std::get<model::workflow_record>(workflow.record);
  subject out{workflow.wire + "@" + workflow.node, model::name(model::status::none),
              model::is_terminal(record.state), nullptr};
  if (const model::node_state* state = *node) {
    out.status = model::name(state->state);
    out.ended = model::is_ended(state->state) && !state->open;
    out.error = told(state->error_code, state->error);
  }
  return out;
}

result<subject> subject_of(const catalogue& from, const found_entity& entity) {
  if (!entity.node.empty()) return node_of(from, entity);
  const model::status state = model::state_of(entity.record);
  return subject{entity.wire, model::name(state), model::is_terminal(state),
                 error_of(entity.record)};
}

}  // namespace

response api::why(const api_call& call) const {
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return api_error(found.error());
  if (!*found)
    return api_error({errc::not_found, "there is no job or action " + call.where.rest, "E0604", "",
                      "List the jobs with 'foliot list'"});
  const found_entity& entity = **found;
  const instant now = clock_.now();
  const auto places = [&](const entity_id& action) {
    std::optional<model::start_place> place;
    options_.starts(
        [&](const model::start_governor& queue) { place = queue.place_of(action, now); });
    return place;
  };
  auto who = subject_of(catalogue_, entity);
  if (!who && who.error().code == errc::not_found) return api_error(who.error());
  const auto found_reasons = who ? explain(catalogue_, entity, now, options_.latest_from_now,
                                           places, options_.place_of_run, options_.safe_mode())
                                 : result<std::vector<model::reason>>(who.error());
  if (!found_reasons || (found_reasons->empty() && !who->ended)) options_.why_unanswered();
  if (!found_reasons) return api_error(found_reasons.error());
  json rows = json::array();
  for (const model::reason& one : *found_reasons)
    rows.push_back(row_of(one, catalogue_.reader().ids(), options_.exists ? now : never));
  json body;
  body["id"] = std::move(who->id);
  body["status"] = who->status;
  body["terminal"] = who->ended;
  body["error"] = std::move(who->error);
  body["reasons"] = std::move(rows);
  return json_answer(json_text(body));
}

}  // namespace foliot::http
