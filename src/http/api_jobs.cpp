// /oozie/v*/jobs: submissions and lists.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/filters.hpp"
#include "http/job_search.hpp"
#include "http/late_answer.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

constexpr std::string_view too_many_commands =
    "too many commands wait for the disk. Ask again in a moment.";

enum class submission_kind : uint8_t { keep, start, dry_run };

/// A single script or command without an application: what Oozie misses first, and that nothing is
/// made of it here.
result<void> check_proxy(const api_call& call, const result<model::configuration>& conf) {
  const auto given = [&](const char* name) {
    const auto found = conf ? conf->find(name) : model::configuration::const_iterator{};
    return conf && found != conf->end() ? found->second : std::string();
  };
  if (!conf || lower_ascii(given("oozie.proxysubmission")) != "true") return {};
  if (given("oozie.libpath").empty() && given("oozie.wf.application.path").empty())
    return refuse("E0405", "the submission names neither an application nor a library path",
                  "Set oozie.libpath");
  if (given("yarn.resourcemanager.address").empty())
    return refuse("E0803", "yarn.resourcemanager.address is not set", "Set it");
  return refuse("E0803",
                "submitting a single " + call.query.find("jobtype").value_or("") +
                    " job without an application is not offered",
                "Write a workflow with one action");
}

/// What a submission must say before its body is looked at; gives what is to become of it.
result<submission_kind> check_submission(const api_call& call,
                                         const result<model::configuration>& conf) {
  const auto action = call.query.find("action");
  const bool dry_run = action && *action == "dryrun" && call.where.version != 0;
  if (action && *action != "start" && !dry_run)
    return refuse("E0303", "parameter action cannot be '" + *action + "'",
                  "Leave it out, or use action=start");
  static constexpr std::array proxies{"pig", "hive", "sqoop", "mapreduce"};
  const auto type = call.query.find("jobtype");
  if (type && std::find(proxies.begin(), proxies.end(), *type) == proxies.end())
    return refuse("E0303", "parameter jobtype cannot be '" + *type + "' here",
                  "Leave it out, or use pig, hive, sqoop or mapreduce");
  if (auto typed = check_xml(call); !typed) return std::move(typed).error();
  if (auto refused = check_proxy(call, conf); type && !refused) return std::move(refused).error();
  if (call.where.version == 0 && conf && !conf->empty() &&
      conf->find("oozie.wf.application.path") == conf->end())
    return refuse("E0401", "version 0 takes workflows only: oozie.wf.application.path is missing",
                  "Use /oozie/v2/jobs");
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
  const result<model::configuration> conf =
      (call.query.find("jobtype") || call.where.version == 0) && options_.read_configuration
          ? options_.read_configuration("request body", call.in.body)
          : result<model::configuration>(model::configuration{});
  const auto kind = check_submission(call, conf);
  if (!kind) return done(call.refused(kind.error()));
  if (!admit(done)) return done(plain_error(503, call.in.method, too_many_commands));
  const bool exact = options_.orders.reading == dialect::oozie;
  auto reply = [done = std::move(done), call = without_body(call),
                exact](result<submitted> outcome) {
    if (!outcome && exact && is_broken_body(outcome.error()))
      return done(broken_body(call, outcome.error()));
    if (!outcome) return done(call.refused(outcome.error()));
    json body;
    body["id"] = outcome->id;
    if (!exact) body["warnings"] = outcome->warnings;
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
  const auto filter = parse_list_filter(call.query.find("filter").value_or(""), what->kind,
                                        reader_.ids(), clock_.now(), options_.orders.reading);
  if (!filter) return call.refused(filter.error());
  auto found =
      find_jobs(catalogue_, *frequencies_, what->kind, *filter,
                static_cast<uint64_t>(page->offset - 1), static_cast<uint64_t>(page->length));
  if (!found) return call.refused(found.error());
  json rows = json::array();
  for (model::job_row& row : found->rows) {
    auto view = catalogue_.row({row.id, reader_.ids().text(row.id), "", std::move(row.record)});
    if (!view) return call.refused(view.error());
    rows.push_back(std::move(*view));
  }
  json body;
  body[what->member] = std::move(rows);
  body["total"] = found->total;
  body["offset"] = page->offset;
  body["len"] = page->length;
  return json_answer(json_text(body));
}

}  // namespace foliot::http
