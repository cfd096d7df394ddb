// /oozie/v*/job/ID: orders, info, definition, status.
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/filters.hpp"
#include "http/job_orders.hpp"
#include "http/late_answer.hpp"
#include "http/missing_inputs.hpp"
#include "http/wrong_kind.hpp"
#include "model/coordinator_update.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// Which slice of a list of `total` rows is asked for.
struct slice {
  uint64_t first = 0;
  uint64_t length = 0;
};

/// v2 shows no actions unless asked, earlier versions 1000 (rest.md 7).
result<slice> coordinator_slice(const api_call& call) {
  constexpr int64_t length_default = 1000;
  const auto offset = integer_parameter(call.query, "offset");
  if (!offset) return offset.error();
  const auto length = integer_parameter(call.query, "len");
  if (!length) return length.error();
  int64_t count = length->value_or(call.where.version == 2 ? 0 : length_default);
  if (count < 0 || (count == 0 && call.where.version != 2)) count = length_default;
  count = std::min<int64_t>(count, static_cast<int64_t>(limits::list_length_max));
  const int64_t first = std::max<int64_t>(1, offset->value_or(1)) - 1;
  return slice{static_cast<uint64_t>(first), static_cast<uint64_t>(count)};
}

/// Numbers of the actions that match, ascending; those of a range of SKIPPED ones each by itself.
result<std::vector<uint32_t>> matching_actions(const model::reader& reader, const entity_id& job,
                                               const model::timetable& plan,
                                               const action_filter& filter) {
  std::vector<uint32_t> out;
  auto seen =
      reader.actions(job, 1, UINT32_MAX, [&](uint32_t number, const model::action_record& record) {
        const uint32_t end = number + model::actions_in(record, number);
        for (uint32_t at = number; at < end; ++at) {
          const instant nominal = at == number ? record.nominal : model::nominal_numbered(plan, at);
          if (filter.takes(record.state, nominal)) out.push_back(at);
        }
        return true;
      });
  if (!seen) return seen.error();
  return out;
}

/// Which actions an order that Oozie answers with a list is about.
model::action_scope scope_of(const model::order& what) {
  if (const auto* kill = std::get_if<model::orders::kill_actions>(&what)) return kill->scope;
  if (const auto* rerun = std::get_if<model::orders::rerun>(&what)) return rerun->scope;
  return {};
}

}  // namespace

void api::order(const api_call& call, answer done) {
  const std::string action = call.query.find("action").value_or("");
  if (auto refused = refuse_wrong_kind(call, action, catalogue_, options_.orders.reading))
    return done(std::move(*refused));
  if (action == "update") return update(call, std::move(done));
  const id_shape shape = shape_of(call.where.rest);
  if (action == "rerun" && shape == id_shape::workflow)
    return rerun_workflow(call, std::move(done));
  // Oozie tells the coordinators of a bundle what to run again, and nobody hears their answer.
  const bool unheard = options_.orders.reading == dialect::oozie && shape == id_shape::bundle &&
                       action.ends_with("rerun");
  auto what = parse_order(call.query, shape, call.where.version, options_.orders);
  if (!what) return done(unheard ? empty_answer() : call.refused(what.error()));
  const auto job = catalogue_.find_job(call.where.rest);
  if (!job) return done(call.refused(job.error()));
  if (!*job) {
    failure unknown = options_.orders.reading == dialect::oozie
                          ? unknown_id(shape, call.where.rest, action)
                          : refuse_part(catalogue_, call.where.rest, action);
    if (std::holds_alternative<model::orders::ignore_actions>(*what)) unknown.oozie = "E0603";
    return done(call.refused(unknown));
  }
  if (!admit(done))
    return done(plain_error(503, call.in.method,
                            "too many commands wait for the disk. Ask again in a moment."));
  const bool listed = lists_actions(*what);
  const bool again = std::holds_alternative<model::orders::rerun>(*what);
  const bool exact = options_.orders.reading == dialect::oozie;
  const model::action_scope scope = exact ? scope_of(*what) : model::action_scope{};
  orders_.order(
      **job, std::move(*what), call.who,
      [this, done = std::move(done), call, listed, again, scope, exact, id = **job,
       unheard](const result<model::order_reply>& outcome) {
        if (!outcome && unheard && outcome.error().code == errc::bad_input)
          return done(empty_answer());
        if (!outcome && again && outcome.error().oozie == "E1018" && names_no_time(id, scope))
          return done(call.refused(refuse("E0605", outcome.error().sentence)));
        if (!outcome) return done(call.refused(outcome.error()));
        model::order_reply reply = *outcome;
        if (reply.actions.empty()) reply.actions = named_actions(id, scope);
        response out = listed ? selected_actions(reply, again) : empty_answer();
        // Clients expect no body here; what was not done is told beside it.
        if (!outcome->note.empty() && !exact)
          out.headers.emplace_back("Foliot-Note", outcome->note);
        done(std::move(out));
      });
}

/// What a query says of a truth; nothing where it says something else.
namespace {
std::optional<bool> truth_of(const api_call& call, std::string_view name, bool standard) {
  const std::string text = call.query.find(name).value_or("");
  if (text.empty()) return standard;
  if (text == "true" || text == "false") return text == "true";
  return std::nullopt;
}
}  // namespace

/// {"update":{"diff":...}} of a coordinator.
void api::update(const api_call& call, answer done) {
  if (call.where.version != 2)
    return done(call.refused(
        refuse("E0302", "update is not offered in version " + std::to_string(call.where.version),
               "Use /oozie/v2/job/...")));
  if (auto typed = check_xml(call); !typed) return done(call.refused(typed.error()));
  const auto dry_run = truth_of(call, "dryrun", false);
  const auto diff = truth_of(call, "diff", true);
  if (!dry_run || !diff)
    return done(call.refused(refuse("E0302", "dryrun and diff are true or false",
                                    "Leave them out, or write true or false")));
  const std::string id = call.where.rest.substr(0, call.where.rest.find('@'));
  const auto job = catalogue_.find_job(id);
  if (!job) return done(call.refused(job.error()));
  if (!*job) return done(call.refused(unknown_id(shape_of(id), id, "update")));
  if (!admit(done))
    return done(plain_error(503, call.in.method,
                            "too many commands wait for the disk. Ask again in a moment."));
  orders_.update(**job, call.in.body, call.who, *dry_run,
                 [done = std::move(done), call = without_body(call), shows = *diff,
                  exact = options_.orders.reading == dialect::oozie](result<submitted> outcome) {
                   if (!outcome && exact && is_broken_body(outcome.error()))
                     return done(broken_body(call, outcome.error()));
                   if (!outcome) return done(call.refused(outcome.error()));
                   json body;
                   body["update"]["diff"] = shows ? outcome->id : "";
                   if (!outcome->warnings.empty() && !exact) body["warnings"] = outcome->warnings;
                   done(json_answer(json_text(body)));
                 });
}

/// The only order with a body that counts: the configuration of the next run.
void api::rerun_workflow(const api_call& call, answer done) {
  const auto job = catalogue_.find_job(call.where.rest);
  if (!job) return done(call.refused(job.error()));
  if (!*job) return done(call.refused(unknown_id(id_shape::workflow, call.where.rest, "rerun")));
  if (!admit(done))
    return done(plain_error(503, call.in.method,
                            "too many commands wait for the disk. Ask again in a moment."));
  orders_.rerun(**job, call.in.body, call.who,
                [done = std::move(done), call = without_body(call),
                 exact = options_.orders.reading ==
                         dialect::oozie](const result<model::order_reply>& outcome) {
                  if (!outcome && exact && is_broken_body(outcome.error()))
                    return done(broken_body(call, outcome.error()));
                  done(outcome ? empty_answer() : call.refused(outcome.error()));
                });
}

/// The actions that an order names, whatever came of it.
std::vector<entity_id> api::named_actions(const entity_id& coordinator,
                                          const model::action_scope& scope) const {
  std::vector<entity_id> out;
  if (scope.numbers.empty() && scope.times.empty()) return out;
  auto record = reader_.record(coordinator);
  if (!record || !*record || coordinator.kind != entity_kind::coordinator) return out;
  const auto chosen = chosen_actions({coordinator, "", "", std::move(**record)}, scope);
  if (!chosen) return out;
  out.reserve(chosen->size());
  for (const uint32_t number : *chosen) out.push_back(action_of(coordinator, number));
  return out;
}

bool api::names_no_time(const entity_id& coordinator, const model::action_scope& scope) const {
  return !scope.times.empty() && named_actions(coordinator, scope).empty();
}

namespace {

/// The newest workflow of each action that ever had one, by the action's number.
std::map<uint32_t, job_number> last_runs(const model::reader& reader,
                                         const entity_id& coordinator) {
  std::map<uint32_t, job_number> out;
  const auto children = reader.children(coordinator);
  if (!children) return out;
  for (const entity_id& child : *children) {
    const auto stored = reader.record(child);
    const auto* workflow =
        stored && *stored ? std::get_if<model::workflow_record>(&**stored) : nullptr;
    if (workflow == nullptr || workflow->parent.kind != entity_kind::action) continue;
    job_number& newest = out[workflow->parent.number];
    newest = std::max(newest, child.job);
  }
  return out;
}

/// What the order was to run again, with refresh: then it is as if it was made anew.
bool is_refreshed(const model::action_record& of) { return of.extra && of.extra->actual != never; }

/// Oozie has emptied what it knew of the errors, and has not looked for the inputs of one that was
/// made anew.
void show_rerun(json& row, const catalogue& from, const model::reader& reader, const entity_id& id,
                const model::action_record& record) {
  row["errorCode"] = row["errorMessage"] = "";
  const auto parent = reader.record(coordinator_of(id));
  if (!is_refreshed(record) || !parent || !*parent) return;
  const auto& job = std::get<model::coordinator_record>(**parent);
  const auto definition = from.coordinator_of_tree(id, model::definition_of(job, id.number));
  if (!definition) return;
  const auto missing =
      find_missing(**definition,
                   {reader.ids().text(id), job.user, record.nominal, model::actual_time(record),
                    model::reading_of((*definition)->conf)},
                   [](const std::string&) { return false; });
  if (missing) row["missingDependencies"] = missing->text;
}

}  // namespace

/// {"actions":[...]} of an order about single actions. `again`: they are run again.
response api::selected_actions(const model::order_reply& reply, bool again) const {
  const bool exact = options_.orders.reading == dialect::oozie;
  std::map<uint32_t, job_number> runs;
  if (exact && again && !reply.actions.empty())
    runs = last_runs(reader_, coordinator_of(reply.actions.front()));
  json rows = json::array();
  for (const entity_id& id : reply.actions) {
    const auto record = reader_.record(id);
    if (!record || !*record) continue;
    const auto& action = std::get<model::action_record>(**record);
    // One that is not made anew keeps what its last workflow was given, not the workflow.
    model::action_record as_it_ran = action;
    const bool left = action.workflow == 0 && !(action.extra && action.extra->again != 0);
    if (const auto run = runs.find(id.number); left && run != runs.end() && !is_refreshed(action))
      as_it_ran.workflow = run->second;
    auto row =
        exact ? catalogue_.ordered_action(id, as_it_ran) : catalogue_.action(id, action, false);
    if (!row) continue;
    if (as_it_ran.workflow != action.workflow) (*row)["externalId"] = nullptr;
    if (exact && again) show_rerun(*row, catalogue_, reader_, id, action);
    rows.push_back(std::move(*row));
  }
  json body;
  body["actions"] = std::move(rows);
  return json_answer(json_text(body));
}

response api::show(const api_call& call) const {
  const std::string asked = call.query.find("show").value_or("info");
  const id_shape shape = shape_of(call.where.rest);
  if (auto known = check_view(asked, call.where.version); !known)
    return call.refused(known.error());
  if (asked == "status" && (shape == id_shape::node || shape == id_shape::malformed))
    return plain_error(500, call.in.method, "Unknown job Type");
  static constexpr std::array common{"info", "definition", "log", "status", "errorlog", "auditlog"};
  if (std::find(common.begin(), common.end(), asked) == common.end())
    return show_special(call, asked);
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return call.refused(found.error());
  // Version 0 knows workflows only.
  const bool hidden =
      call.where.version == 0 && *found && (*found)->id.kind != entity_kind::workflow;
  if (!*found || hidden) return call.refused(unknown_id(shape, call.where.rest, asked));
  const found_entity& entity = **found;
  if (asked == "definition") return show_definition(call, entity);
  if (asked == "log") return show_log(call, entity);
  if (asked == "errorlog") return show_error_log(call, entity);
  if (asked == "auditlog") return show_audit_log(call, entity);
  if (asked == "info") return show_info(call, entity);
  const auto state = catalogue_.shown_state(entity);
  if (!state) return call.refused(state.error());
  json body;
  body["status"] = model::name(*state);
  return json_answer(json_text(body));
}

response api::show_definition(const api_call& call, const found_entity& entity) const {
  hash128 hash;
  if (entity.id.kind == entity_kind::action || !entity.node.empty())
    return call.refused(unknown_id(shape_of(call.where.rest), call.where.rest, "definition"));
  if (const auto* bundle = std::get_if<model::bundle_record>(&entity.record))
    hash = bundle->definition;
  if (const auto* job = std::get_if<model::coordinator_record>(&entity.record))
    hash = job->definition;
  if (const auto* job = std::get_if<model::workflow_record>(&entity.record)) hash = job->definition;
  auto text = catalogue_.text(entity.id.root, hash);
  if (!text) return call.refused(text.error());
  return xml_answer(std::move(text->xml));
}

response api::show_info(const api_call& call, const found_entity& entity) const {
  const auto finish = [&](result<json> view) {
    return view ? json_answer(json_text(*view)) : call.refused(view.error());
  };
  switch (entity.id.kind) {
    case entity_kind::bundle: return finish(catalogue_.bundle(entity, view_form::single));
    case entity_kind::coordinator: return show_coordinator(call, entity);
    case entity_kind::action:
      return finish(
          catalogue_.action(entity.id, std::get<model::action_record>(entity.record), true));
    default: break;
  }
  if (!entity.node.empty()) {
    auto node = catalogue_.node(entity);
    if (!node) return call.refused(node.error());
    if (!*node) return call.refused(unknown_id(id_shape::node, call.where.rest, "info"));
    return json_answer(json_text(**node));
  }
  auto view = catalogue_.workflow(entity, view_form::single);
  if (!view) return call.refused(view.error());
  const auto offset = integer_parameter(call.query, "offset");
  const auto length = integer_parameter(call.query, "len");
  if (!offset || !length) return call.refused(offset ? length.error() : offset.error());
  const auto first = static_cast<size_t>(std::max<int64_t>(1, offset->value_or(1)) - 1);
  const size_t count = *length && **length >= 1 ? static_cast<size_t>(**length) : SIZE_MAX;
  auto nodes = catalogue_.nodes(entity, first, count);
  if (!nodes) return call.refused(nodes.error());
  (*view)["actions"] = std::move(*nodes);
  return json_answer(json_text(*view));
}

response api::show_coordinator(const api_call& call, const found_entity& entity) const {
  auto view = catalogue_.coordinator(entity, view_form::single);
  if (!view) return call.refused(view.error());
  const auto asked = coordinator_slice(call);
  if (!asked) return call.refused(asked.error());
  const auto filter = parse_action_filter(call.query.find("filter").value_or(""));
  if (!filter) return call.refused(filter.error());

  const auto& job = std::get<model::coordinator_record>(entity.record);
  // Ranges of skipped actions are unfolded by it; one that is not understood any more has none.
  const auto understood = catalogue_.coordinator_of_tree(entity.id, job.definition);
  static const model::coordinator_definition none;
  const model::timetable plan = model::timetable_of(understood ? **understood : none, job);
  const uint32_t made = job.actions;
  std::vector<uint32_t> chosen;
  uint64_t total = made;
  if (!filter->takes_all()) {
    auto matching = matching_actions(reader_, entity.id, plan, *filter);
    if (!matching) return call.refused(matching.error());
    chosen = std::move(*matching);
    total = chosen.size();
  }
  const bool descending = call.query.find("order").value_or("") == "desc";
  json rows = json::array();
  for (uint64_t i = asked->first; i < total && i - asked->first < asked->length; ++i) {
    const uint64_t position = descending ? total - 1 - i : i;
    const uint32_t number =
        filter->takes_all() ? static_cast<uint32_t>(position + 1) : chosen[position];
    const entity_id id = action_of(entity.id, number);
    auto record = reader_.record(id);
    if (!record) return call.refused(record.error());
    if (!*record) continue;
    auto row = catalogue_.action(id, std::get<model::action_record>(**record), false);
    if (!row) return call.refused(row.error());
    rows.push_back(std::move(*row));
  }
  (*view)["actions"] = std::move(rows);
  (*view)["total"] = total;
  return json_answer(json_text(*view));
}

}  // namespace foliot::http
