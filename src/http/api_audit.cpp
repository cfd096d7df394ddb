// /api/audit: commands to many jobs, newest first; /api/audit/ID: one of them with all its jobs.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/own_call.hpp"
#include "http/views.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// "bundle", "coordinator", "workflow".
const char* kind_name(entity_kind kind) {
  if (kind == entity_kind::bundle) return "bundle";
  return kind == entity_kind::coordinator ? "coordinator" : "workflow";
}

json entry_json(const model::audit_entry& entry) {
  json counts = json::object();
  for (const auto outcome : {model::bulk_outcome::done, model::bulk_outcome::unchanged,
                             model::bulk_outcome::refused, model::bulk_outcome::unknown})
    counts[std::string(model::outcome_name(outcome))] =
        std::count_if(entry.jobs.begin(), entry.jobs.end(),
                      [&](const model::bulk_job& job) { return job.outcome == outcome; });
  json out;
  out["id"] = model::audit_name(entry.number);
  out["asked"] = date_or_null(entry.asked);
  out["ended"] = date_or_null(entry.ended);
  out["user"] = entry.user;
  const audited_place from = read_audited(entry.address);
  out["address"] = from.peer;
  if (!from.real.empty()) out["proxyUser"] = from.real;
  out["request"] = entry.request_id;
  out["action"] = entry.order;
  out["kind"] = kind_name(entry.kind);
  out["filter"] = entry.filter;
  out["matching"] = entry.matching;
  out["selected"] = entry.jobs.size();
  out["counts"] = std::move(counts);
  return out;
}

failure unknown_entry(const std::string& name) {
  return {errc::not_found, "there is no entry '" + name + "' in the audit", "", "",
          "List the entries with 'foliot audit'"};
}

}  // namespace

json outcomes_json(const wire_ids& ids, const std::vector<model::bulk_job>& jobs) {
  json out = json::array();
  for (const model::bulk_job& job : jobs) {
    json row{{"id", ids.text(job.id)}, {"outcome", model::outcome_name(job.outcome)}};
    if (!job.code.empty()) row["code"] = job.code;
    if (!job.said.empty()) row["message"] = job.said;
    out.push_back(std::move(row));
  }
  return out;
}

response api::audit(const api_call& call) const {
  if (!call.where.rest.empty()) return audit_entry(call);
  own_reading in(call.query);
  const uint64_t length =
      in.number_or("len", limits::list_length_default, 1, limits::list_length_max);
  if (in.wrong()) return api_error(*in.wrong());
  job_number before = UINT64_MAX;
  if (const auto name = call.query.find("before")) {
    const auto number = model::parse_audit_name(*name);
    if (!number) return api_error(unknown_entry(*name));
    before = *number;
  }
  json rows = json::array();
  bool more = false;
  const auto seen = reader_.audit(before, [&](const model::audit_entry& entry) {
    more = rows.size() >= length;
    if (!more) rows.push_back(entry_json(entry));
    return !more;
  });
  if (!seen) return api_error(seen.error());
  json body;
  body["entries"] = std::move(rows);
  body["more"] = more;
  return json_answer(json_text(body));
}

response api::audit_entry(const api_call& call) const {
  const auto number = model::parse_audit_name(call.where.rest);
  if (!number || *number == UINT64_MAX) return api_error(unknown_entry(call.where.rest));
  std::optional<json> found;
  const auto seen = reader_.audit(*number + 1, [&](const model::audit_entry& entry) {
    if (entry.number != *number) return false;
    found = entry_json(entry);
    (*found)["jobs"] = outcomes_json(reader_.ids(), entry.jobs);
    return false;
  });
  if (!seen) return api_error(seen.error());
  if (!found) return api_error(unknown_entry(call.where.rest));
  return json_answer(json_text(*found));
}

}  // namespace foliot::http
