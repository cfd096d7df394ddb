// PUT /oozie/v*/jobs?action=...: one order to all jobs that a filter takes (rest.md 6.3). Besides
// Oozie's members the answer tells what came of each job, and the name of the audit's entry.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/bulk_selection.hpp"
#include "http/errors.hpp"
#include "http/late_answer.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// What is asked for, and the jobs that it is about.
struct selection {
  model::order what;
  list_kind kind;
  list_page page;
  std::string filter;
  model::job_page found;
};

/// Anything but these two means coordinators in Oozie.
list_kind kind_named(std::string_view type) {
  if (type == "wf") return {entity_kind::workflow, "workflows"};
  if (type == "bundle") return {entity_kind::bundle, "bundlejobs"};
  return {entity_kind::coordinator, "coordinatorjobs"};
}

result<std::string> read_filter(const api_call& call) {
  auto text = call.query.find("filter");
  if (!text)
    return refuse("E1603", "filter cannot be null: it says which jobs are meant",
                  "Add filter=name=NAME, user=NAME or status=STATUS");
  if (text->size() > limits::bulk_filter_bytes_max)
    return refuse("E0420",
                  "the filter has " + std::to_string(text->size()) + " bytes, and " +
                      std::to_string(limits::bulk_filter_bytes_max) + " are the most",
                  "Name fewer alternatives");
  return std::move(*text);
}

result<selection> select(const api_call& call, const catalogue& from, frequencies& repeats,
                         instant now, dialect reading) {
  const std::string action = call.query.find("action").value_or("");
  auto what = bulk_order_named(action);
  if (!what)
    return refuse("E0303", "parameter action cannot be '" + action + "' for several jobs",
                  "Use kill, suspend or resume");
  auto filter = read_filter(call);
  if (!filter) return std::move(filter).error();
  auto page = read_page(call.query);
  if (!page) return std::move(page).error();
  page->length = std::min(page->length, static_cast<int64_t>(limits::bulk_jobs_max));
  selection out{std::move(*what),
                kind_named(call.query.find("jobtype").value_or("")),
                *page,
                std::move(*filter),
                {}};
  auto jobs = select_jobs(from, repeats, out.kind.kind, out.filter, *page, now, reading);
  if (!jobs) return std::move(jobs).error();
  out.found = std::move(*jobs);
  return out;
}

json paged(const selection& chosen, json rows, json outcomes) {
  json body;
  body[chosen.kind.member] = std::move(rows);
  body["total"] = chosen.found.total;
  body["offset"] = chosen.page.offset;
  body["len"] = chosen.page.length;
  body["ids"] = json::array();  // Oozie's member, always empty
  body["outcomes"] = std::move(outcomes);
  return body;
}

/// What the order would do; nothing is done.
result<json> preview(const catalogue& from, selection chosen, const std::string& action) {
  json rows = json::array();
  json outcomes = json::array();
  const std::string token = selection_token(chosen.found.rows);
  for (model::job_row& row : chosen.found.rows) {
    const model::status state = model::state_of(row.record);
    const bool changes = model::would_change(action, row.id.kind, state);
    const std::string wire = from.reader().ids().text(row.id);
    outcomes.push_back({{"id", wire}, {"outcome", changes ? "would-change" : "unchanged"}});
    auto view = from.row({row.id, wire, "", std::move(row.record)});
    if (!view) return view;
    rows.push_back(std::move(*view));
  }
  json body = paged(chosen, std::move(rows), std::move(outcomes));
  body["preview"] = true;
  body["selection"] = token;
  return body;
}

/// The rows as they are now, and what came of each, which an exact copy of Oozie's answer lacks.
result<json> carried_out(const catalogue& from, const selection& chosen,
                         const model::audit_entry& entry, bool exact) {
  json rows = json::array();
  for (const model::bulk_job& job : entry.jobs) {
    auto record = from.reader().record(job.id);
    if (!record) return std::move(record).error();
    if (!*record) continue;
    auto view = from.row({job.id, from.reader().ids().text(job.id), "", std::move(**record)});
    if (!view) return view;
    if (exact) (*view)["consoleUrl"] = nullptr;
    rows.push_back(std::move(*view));
  }
  json body = paged(chosen, std::move(rows), outcomes_json(from.reader().ids(), entry.jobs));
  body["audit"] = model::audit_name(entry.number);
  if (exact) {
    body.erase("outcomes");
    body.erase("audit");
  }
  return body;
}

}  // namespace

void api::order_jobs(const api_call& call, answer done) {
  if (call.where.version == 0 || !call.query.find("action") || !call.query.find("jobtype"))
    return done(plain_error(500, call.in.method, "action, jobtype and filter are needed"));
  auto found = select(call, catalogue_, *frequencies_, clock_.now(), options_.orders.reading);
  if (!found) return done(call.refused(found.error()));
  if (call.query.find("dryrun").value_or("") == "true") {
    const auto body =
        preview(catalogue_, std::move(*found), call.query.find("action").value_or(""));
    return done(body ? json_answer(json_text(*body)) : call.refused(body.error()));
  }
  if (const auto allowed = permit_rows(found->found.rows, call.who.user); !allowed)
    return done(call.refused(allowed.error()));
  const auto expected = call.query.find("selection");
  if (expected && *expected != selection_token(found->found.rows))
    return done(call.refused(refuse("E0420", "the filter takes other jobs than it did before",
                                    "Look at the preview again")));
  if (!admit(done))
    return done(plain_error(503, call.in.method,
                            "too many commands wait for the disk. Ask again in a moment."));
  bulk_request order{found->what, found->kind.kind, found->filter, found->found.total, {}};
  for (const model::job_row& row : found->found.rows) order.jobs.push_back(row.id);
  found->found.rows.clear();
  auto chosen = std::make_shared<const selection>(std::move(*found));
  orders_.bulk(std::move(order), call.who,
               [this, call = without_body(call), chosen,
                done = std::move(done)](const result<model::audit_entry>& entry) {
                 if (!entry) return done(call.refused(entry.error()));
                 const auto body = carried_out(catalogue_, *chosen, *entry,
                                               options_.orders.reading == dialect::oozie);
                 done(body ? json_answer(json_text(*body)) : call.refused(body.error()));
               });
}

}  // namespace foliot::http
