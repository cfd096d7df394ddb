// GET /api/bulk: what an order to many jobs would do, job by job, before it is given.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/bulk_selection.hpp"
#include "http/errors.hpp"
#include "http/own_call.hpp"
#include "model/audit.hpp"
#include "model/status.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

entity_kind kind_called(const std::string& name) {
  if (name == "bundle") return entity_kind::bundle;
  return name == "workflow" ? entity_kind::workflow : entity_kind::coordinator;
}

json row_of(const wire_ids& ids, const model::job_row& row) {
  json out{{"id", ids.text(row.id)}, {"status", model::name(model::state_of(row.record))}};
  std::visit(
      [&](const auto& job) {
        if constexpr (requires { job.user; }) {
          out["name"] = job.name;
          out["user"] = job.user;
        }
      },
      row.record);
  return out;
}

}  // namespace

response api::bulk_preview(const api_call& call) const {
  own_reading in(call.query);
  const std::string action = in.choice("action", {"kill", "suspend", "resume"}, true);
  const std::string kind = in.choice("kind", {"bundle", "coordinator", "workflow"}, true);
  const std::string filter = in.text("filter", limits::bulk_filter_bytes_max, true);
  list_page page;
  page.offset = static_cast<int64_t>(in.number_or("offset", 1, 1, INT32_MAX));
  page.length = static_cast<int64_t>(
      in.number_or("len", limits::list_length_default, 1, limits::bulk_jobs_max));
  if (in.wrong()) return api_error(*in.wrong());
  auto found = select_jobs(catalogue_, *frequencies_, kind_called(kind), filter, page, clock_.now(),
                           options_.orders.reading);
  if (!found) {
    failure wrong = std::move(found).error();
    if (wrong.place.empty()) wrong.place = "filter";
    return api_error(wrong);
  }
  json rows = json::array();
  uint64_t changes = 0;
  uint64_t refused = 0;
  for (const model::job_row& row : found->rows) {
    json out = row_of(reader_.ids(), row);
    const auto allowed = permit_rows({row}, call.who.user);
    const bool changed = model::would_change(action, row.id.kind, model::state_of(row.record));
    out["outcome"] = !allowed ? "refused" : changed ? "would-change" : "unchanged";
    out["code"] = allowed ? json(nullptr) : json(allowed.error().oozie);
    out["message"] = allowed ? json(nullptr) : json(allowed.error().sentence);
    changes += allowed && changed ? 1 : 0;
    refused += allowed ? 0 : 1;
    rows.push_back(std::move(out));
  }
  return json_answer(json_text({{"action", action},
                                {"kind", kind},
                                {"filter", filter},
                                {"total", found->total},
                                {"offset", page.offset},
                                {"len", page.length},
                                {"changes", changes},
                                {"refused", refused},
                                {"selection", selection_token(found->rows)},
                                {"jobs", std::move(rows)}}));
}

}  // namespace foliot::http
