#include "http/wrong_kind.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "http/errors.hpp"
#include "http/filter_text.hpp"

namespace foliot::http {

namespace {

constexpr std::string_view coordinator_rerun = "coord-rerun";
constexpr std::string_view bundle_rerun = "bundle-rerun";

bool is_rerun(std::string_view action) {
  return action == "rerun" || action == coordinator_rerun || action == bundle_rerun;
}

bool is_sla(std::string_view action) {
  return action == "sla-enable" || action == "sla-disable" || action == "sla-change";
}

/// Oozie fails inside there, without a code; the reason phrase says more here.
response no_way(const api_call& call, const std::string& sentence) {
  return plain_error(500, call.in.method, sentence);
}

std::optional<response> rerun_of_workflow(const api_call& call, std::string_view action,
                                          const catalogue& jobs) {
  if (action == "rerun") return std::nullopt;
  const auto job = jobs.find_job(call.where.rest);
  if (!job) return call.refused(job.error());
  if (!*job) return call.refused(unknown_id(id_shape::workflow, call.where.rest, action));
  return no_way(call, "a workflow is not rerun by " + std::string(action) + ". Use action=rerun.");
}

/// Oozie takes all three for a bundle and then does nothing where no coordinator is chosen.
std::optional<response> rerun_of_bundle(const api_call& call, std::string_view action,
                                        const catalogue& jobs) {
  if (action == bundle_rerun || call.query.find("coord-scope") || call.query.find("date-scope"))
    return std::nullopt;
  const auto job = jobs.find_job(call.where.rest);
  if (!job) return call.refused(job.error());
  if (!*job) return call.refused(unknown_id(id_shape::bundle, call.where.rest, action));
  return call.refused(refuse("E0301",
                             "this rerun of a bundle, " + std::string(action) +
                                 ", says neither which coordinators nor which dates",
                             "Use action=bundle-rerun with coord-scope or date-scope"));
}

std::optional<response> wrong_rerun(const api_call& call, std::string_view action, id_shape shape,
                                    const catalogue& jobs, dialect reading) {
  if (auto typed = check_xml(call); !typed) return call.refused(typed.error());
  switch (shape) {
    case id_shape::workflow: return rerun_of_workflow(call, action, jobs);
    case id_shape::bundle:
      if (reading == dialect::oozie) return std::nullopt;
      return rerun_of_bundle(call, action, jobs);
    default: break;
  }
  const bool nothing = shape == id_shape::node || shape == id_shape::malformed;
  if (action == coordinator_rerun && nothing)
    return call.refused(unknown_id(shape, call.where.rest, action));
  if (action == coordinator_rerun && reading == dialect::oozie && !call.query.find("type"))
    return no_way(call, "the actions to rerun are not named. Add type=action&scope=1.");
  if (action == coordinator_rerun) return std::nullopt;
  return no_way(call, "[" + call.where.rest + "] is not rerun by " + std::string(action) +
                          ". Use action=coord-rerun for a coordinator and its actions.");
}

/// The keys that sla-change takes; the first that is none of them.
std::optional<std::string> unknown_sla_key(const std::string& value) {
  static constexpr std::array<std::string_view, 4> known{"sla-should-start", "sla-should-end",
                                                         "sla-nominal-time", "sla-max-duration"};
  for (const std::string_view piece : pieces_of(value)) {
    const std::string_view key = piece.substr(0, piece.find('='));
    if (std::find(known.begin(), known.end(), key) == known.end()) return std::string(key);
  }
  return std::nullopt;
}

/// Service levels are not followed yet, so there is never one to change.
response refuse_sla(const api_call& call, std::string_view action, const catalogue& jobs) {
  const id_shape shape = shape_of(call.where.rest);
  if (shape == id_shape::workflow)
    return call.refused(
        refuse("E0301", "the service level of a workflow is not changed by " + std::string(action),
               "Order it for its coordinator or bundle"));
  if (shape == id_shape::node || shape == id_shape::malformed)
    return no_way(call, "[" + call.where.rest + "] is no coordinator or bundle.");
  if (auto typed = check_xml(call); !typed) return call.refused(typed.error());
  const auto wrong = unknown_sla_key(call.query.find("value").value_or(""));
  if (action == "sla-change" && wrong)
    return call.refused(refuse("E1027", "there is no part '" + *wrong + "' of a service level",
                               "Use sla-should-start, sla-should-end, sla-nominal-time or "
                               "sla-max-duration"));
  const auto found = jobs.find(call.where.rest);
  if (!found) return call.refused(found.error());
  if (!*found) return call.refused(unknown_id(shape, call.where.rest, "sla-enable"));
  return call.refused(refuse("E1026", "[" + call.where.rest + "] has no service level to change",
                             "Service levels are not followed here"));
}

}  // namespace

std::optional<response> refuse_wrong_kind(const api_call& call, std::string_view action,
                                          const catalogue& jobs, dialect reading) {
  const id_shape shape = shape_of(call.where.rest);
  const bool workflow = shape == id_shape::workflow;
  if (is_rerun(action)) return wrong_rerun(call, action, shape, jobs, reading);
  const bool newest = call.where.version == 2;
  if (action == "change" && workflow)
    return call.refused(unknown_id(shape, call.where.rest, action));
  if (action == "update" && newest && (workflow || shape == id_shape::bundle)) {
    if (auto typed = check_xml(call); !typed) return call.refused(typed.error());
    return call.refused(unknown_id(shape, call.where.rest, action));
  }
  if (action == "ignore" && newest && (shape == id_shape::node || shape == id_shape::malformed))
    return call.refused(unknown_id(shape, call.where.rest, action));
  if (action == "ignore" && newest && (workflow || shape == id_shape::bundle))
    return call.refused(refuse("E0302", "only coordinators and their actions can be ignored",
                               "Kill or suspend this job"));
  if (is_sla(action) && newest) return refuse_sla(call, action, jobs);
  return std::nullopt;
}

failure refuse_part(const catalogue& jobs, std::string_view id, std::string_view action) {
  const id_shape shape = shape_of(id);
  failure out = unknown_id(shape, id, action);
  if (shape != id_shape::action && shape != id_shape::node) return out;
  const auto there = jobs.find(std::string(id));
  if (!there || !*there) return out;
  const size_t at = id.find('@');
  const std::string job(id.substr(0, at));
  const std::string part(id.substr(at + 1));
  const bool of_coordinator = shape == id_shape::action;
  out.sentence =
      std::string(of_coordinator ? "an action of a coordinator" : "a node of a workflow") +
      " does not take the order '" + std::string(action) + "' by itself";
  const bool some = of_coordinator && (action == "kill" || action == "ignore");
  out.remedy = some ? "Use 'foliot " + std::string(action) + " " + job + " --actions " + part + "'"
                    : "Order it of " + job;
  return out;
}

}  // namespace foliot::http
