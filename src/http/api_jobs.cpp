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

enum class submission_kind : uint8_t { keep, start, dry_run };

/// What a submission must say before its body is looked at; gives what is to become of it.
result<submission_kind> check_submission(const api_call& call) {
  const auto action = call.query.find("action");
  const bool dry_run = action && *action == "dryrun" && call.where.version != 0;
  if (action && *action != "start" && !dry_run)
    return refuse("E0303", "parameter action cannot be '" + *action + "'",
                  "Leave it out, or use action=start");
  if (const auto type = call.query.find("jobtype"))
    return refuse("E0303", "parameter jobtype cannot be '" + *type + "' here",
                  "Submit an application by its path: proxy submission is not offered");
  if (auto typed = check_xml(call); !typed) return std::move(typed).error();
  if (dry_run) return submission_kind::dry_run;
  return action ? submission_kind::start : submission_kind::keep;
}

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

}  // namespace

void api::submit(const api_call& call, answer done) {
  const auto kind = check_submission(call);
  if (!kind) return done(call.refused(kind.error()));
  if (!admit(done)) return done(plain_error(503, call.in.method, too_many_commands));
  auto reply = [done = std::move(done), call](result<submitted> outcome) {
    if (!outcome) return done(call.refused(outcome.error()));
    json body;
    body["id"] = outcome->id;
    body["warnings"] = outcome->warnings;
    done(json_answer(json_text(body), 201));
  };
  if (*kind == submission_kind::dry_run)
    return orders_.dry_run(call.in.body, call.who, std::move(reply));
  orders_.submit(call.in.body, call.who, *kind == submission_kind::start, std::move(reply));
}

/// The asker's own job goes before another's of the same external id.
response api::find_external(const api_call& call, entity_kind kind, const std::string& id) const {
  auto found = reader_.find_external(kind, id, call.who.user);
  if (found && !*found && !call.who.user.empty()) found = reader_.find_external(kind, id, "");
  if (found && !*found && kind == entity_kind::workflow) found = catalogue_.child_called(id);
  if (!found) return call.refused(found.error());
  json body = json::object();
  if (*found)
    body["id"] = reader_.ids().text(**found);
  else if (kind == entity_kind::workflow)
    body["id"] = "";  // Oozie's way to say none; its answer for the other kinds has no member
  return json_answer(json_text(body));
}

response api::list(const api_call& call) const {
  const auto what = list_asked(call);
  if (const auto external = call.query.find("external-id"); external && what)
    return find_external(call, what->kind, *external);
  if (const auto bulk = call.query.find("bulk"); bulk && call.where.version != 0)
    return list_bulk(call, *bulk);
  if (!what) return plain_error(500, call.in.method);
  const auto page = read_page(call.query);
  if (!page) return call.refused(page.error());
  auto filter = parse_list_filter(call.query.find("filter").value_or(""), what->kind, reader_.ids(),
                                  clock_.now(), options_.orders.reading);
  if (!filter) return call.refused(filter.error());
  if (!filter->every.empty())
    filter->jobs.keep = [&](const entity_id& id, const model::any_record& record) {
      return frequencies_->takes(catalogue_, id, record, filter->every);
    };

  model::job_page found;
  if (!filter->matches_nothing) {
    auto jobs = reader_.jobs(what->kind, filter->jobs, static_cast<uint64_t>(page->offset - 1),
                             static_cast<uint64_t>(page->length));
    if (!jobs) return call.refused(jobs.error());
    found = std::move(*jobs);
  }
  json rows = json::array();
  for (model::job_row& row : found.rows) {
    auto view = catalogue_.row({row.id, reader_.ids().text(row.id), "", std::move(row.record)});
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
