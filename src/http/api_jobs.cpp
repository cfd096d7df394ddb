// /oozie/v*/jobs: submissions and lists.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/filters.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

constexpr std::string_view too_many_commands =
    "too many commands wait for the disk. Ask again in a moment.";

/// Main type of the content, lower case, without parameters.
std::string main_type(const header_list& headers) {
  std::string out(find_header(headers, "Content-Type").value_or(""));
  out.erase(std::min(out.size(), out.find(';')));
  while (!out.empty() && out.back() == ' ') out.pop_back();
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

/// What a submission must say before its body is looked at; gives whether to start the job.
result<bool> check_submission(const api_call& call) {
  const auto action = call.query.find("action");
  if (action && *action == "dryrun")
    return refuse("E0303", "action 'dryrun' is not offered yet", "Submit without it");
  if (action && *action != "start")
    return refuse("E0303", "parameter action cannot be '" + *action + "'",
                  "Leave it out, or use action=start");
  if (const auto type = call.query.find("jobtype"))
    return refuse("E0303", "parameter jobtype cannot be '" + *type + "' here",
                  "Submit an application by its path: proxy submission is not offered");
  if (main_type(call.in.headers) != "application/xml")
    return refuse("E0300", "the content type is '" + main_type(call.in.headers) + "'",
                  "Send the configuration document as application/xml");
  return action.has_value();
}

struct list_kind {
  entity_kind kind;
  const char* member;
};

/// Which list is meant; nothing where Oozie has nothing to serialise (rest.md 6).
std::optional<list_kind> list_asked(const api_call& call) {
  static constexpr list_kind workflows{entity_kind::workflow, "workflows"};
  const auto type = call.query.find("jobtype");
  if (!type || call.where.version == 0) return workflows;
  if (type->find("wf") != std::string::npos) return workflows;
  if (type->find("coord") != std::string::npos)
    return list_kind{entity_kind::coordinator, "coordinatorjobs"};
  if (type->find("bundle") != std::string::npos)
    return list_kind{entity_kind::bundle, "bundlejobs"};
  return std::nullopt;
}

result<json> row_view(const catalogue& from, const found_entity& job) {
  switch (job.id.kind) {
    case entity_kind::bundle: return from.bundle(job, view_form::row);
    case entity_kind::coordinator: return from.coordinator(job, view_form::row);
    default: return from.workflow(job, view_form::row);
  }
}

}  // namespace

void api::submit(const api_call& call, answer done) {
  auto run = check_submission(call);
  if (!run) return done(call.refused(run.error()));
  if (!admit(done)) return done(plain_error(503, call.in.method, too_many_commands));
  orders_.submit(call.in.body, call.who, *run,
                 [done = std::move(done), call](result<submitted> outcome) {
                   if (!outcome) return done(call.refused(outcome.error()));
                   json body;
                   body["id"] = outcome->id;
                   body["warnings"] = outcome->warnings;
                   done(json_answer(json_text(body), 201));
                 });
}

response api::list(const api_call& call) const {
  if (const auto bulk = call.query.find("bulk"); bulk && call.where.version != 0)
    return list_bulk(call, *bulk);
  const auto what = list_asked(call);
  if (!what) return plain_error(500, call.in.method);
  if (call.query.find("external-id"))
    return call.refused(refuse("E0302", "parameter 'external-id' is not offered yet",
                               "List by filter=name=..., or user, status, id"));
  const auto page = read_page(call.query);
  if (!page) return call.refused(page.error());
  const auto filter =
      parse_list_filter(call.query.find("filter").value_or(""), what->kind, reader_.ids());
  if (!filter) return call.refused(filter.error());

  model::job_page found;
  if (!filter->matches_nothing) {
    auto jobs = reader_.jobs(what->kind, filter->jobs, static_cast<uint64_t>(page->offset - 1),
                             static_cast<uint64_t>(page->length));
    if (!jobs) return call.refused(jobs.error());
    found = std::move(*jobs);
  }
  json rows = json::array();
  for (model::job_row& row : found.rows) {
    auto view =
        row_view(catalogue_, {row.id, reader_.ids().text(row.id), "", std::move(row.record)});
    if (!view) return call.refused(view.error());
    rows.push_back(std::move(*view));
  }
  json body;
  body[what->member] = std::move(rows);
  body["total"] = found.total;
  body["offset"] = page->offset;
  body["len"] = page->length;
  return json_answer(json_text(body));
}

}  // namespace foliot::http
