// /oozie/v*/job/ID?show=...: the views that only some kinds of jobs have (rest.md 7).
#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/missing_inputs.hpp"
#include "http/node_graph.hpp"
#include "model/action_scope.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

struct view_rule {
  std::string_view name;
  int first_version;  ///< Of the REST interface that has it.
};
constexpr std::array views{view_rule{"info", 0},
                           view_rule{"definition", 0},
                           view_rule{"log", 0},
                           view_rule{"graph", 1},
                           view_rule{"allruns", 1},
                           view_rule{"status", 2},
                           view_rule{"errorlog", 2},
                           view_rule{"auditlog", 2},
                           view_rule{"retries", 2},
                           view_rule{"jmstopic", 2},
                           view_rule{"missing-dependencies", 2},
                           view_rule{"wf-actions", 2}};

failure no_such_action(std::string_view id) {
  failure out = refuse("E0605", "Action does not exist [" + std::string(id) + "]");
  out.code = errc::not_found;
  return out;
}

/// The number behind '@', if it is one.
std::optional<uint32_t> number_after(std::string_view id) {
  const size_t at = id.find('@');
  uint32_t out = 0;
  const char* const begin = id.data() + std::min(id.size(), at + 1);
  const auto [end, error] = std::from_chars(begin, id.data() + id.size(), out);
  if (at == std::string_view::npos || error != std::errc{} || end != id.data() + id.size())
    return std::nullopt;
  return out;
}

json run_json(const std::string& id, const model::workflow_record& record) {
  return {{"id", id},
          {"status", model::name(record.state)},
          {"startTime", date_or_null(record.started)},
          {"endTime", date_or_null(record.ended)}};
}

/// Ends of attempts of one node that were followed by another one.
std::vector<json> attempts_of(const model::reader& reader, const found_entity& workflow,
                              const model::node_state& node) {
  std::vector<json> out;
  instant begun = node.started;
  const auto seen = reader.journal(workflow.id.root, 0, [&](const model::journal_entry& entry) {
    const auto* event = std::get_if<model::workflow_event>(&entry.event);
    if (entry.snapshot || entry.entity != workflow.id || event == nullptr) return true;
    const auto* start = std::get_if<model::workflow_events::run_started>(event);
    if (start != nullptr && start->node == node.node) begun = entry.now;
    const auto* end = std::get_if<model::workflow_events::run_ended>(event);
    if (end == nullptr || end->node != node.node) return true;
    out.push_back({{"attempt", std::to_string(out.size() + 1)},
                   {"startTime", date_or_null(begun)},
                   {"endTime", date_or_null(entry.now)},
                   {"consoleUrl", "-"}});
    begun = entry.now;
    return out.size() < limits::list_length_default;
  });
  if (!seen) out.clear();
  out.resize(std::min<size_t>(out.size(), node.retry.done));
  return out;
}

}  // namespace

std::vector<std::string> view_names() {
  std::vector<std::string> out;
  out.reserve(std::size(views));
  for (const view_rule& one : views) out.emplace_back(one.name);
  return out;
}

/// Whether this view exists in that version, and if not, how Oozie says so.
result<void> check_view(const std::string& asked, int version) {
  const auto* const rule = std::find_if(views.begin(), views.end(),
                                        [&](const view_rule& one) { return one.name == asked; });
  if (rule == views.end())
    return refuse("E0303", "parameter show cannot be '" + asked + "'",
                  "Use show=info, definition, log or status");
  if (version >= rule->first_version) return {};
  const std::string sentence =
      "show=" + asked + " is not offered in version " + std::to_string(version);
  return refuse(version == 0 ? "E0306" : "E0302", sentence, "Use /oozie/v2/job");
}

response api::show_special(const api_call& call, const std::string& asked) const {
  if (asked == "allruns") return show_all_runs(call);
  if (asked == "graph") return show_graph(call);
  if (asked == "missing-dependencies") return show_missing(call);
  if (asked == "wf-actions") return show_node_of_actions(call);
  if (asked == "retries") return show_retries(call);
  return call.refused(
      refuse("E1602", "no message broker is configured, so there is no topic", "Poll the status"));
}

result<std::set<uint32_t>> api::chosen_actions(const found_entity& coordinator,
                                               const model::action_scope& scope) const {
  const uint32_t made = std::get<model::coordinator_record>(coordinator.record).actions;
  const auto [first, last] = model::span_of(scope, made);
  std::set<uint32_t> out;
  const auto seen =
      reader_.actions(coordinator.id, first, last < first ? 0 : last - first + 1,
                      [&, last = last](uint32_t number, const model::action_record& record) {
                        if (number > last || out.size() >= limits::list_length_max) return false;
                        if (model::selects(scope, number, record.nominal)) out.insert(number);
                        return true;
                      });
  if (!seen) return seen.error();
  return out;
}

response api::show_all_runs(const api_call& call) const {
  json rows = json::array();
  std::string id = call.where.rest;
  if (call.query.find("type").value_or("") == "action" && id.find('@') == std::string::npos)
    id += "@" + call.query.find("scope").value_or("");
  const auto found = catalogue_.find(id);
  if (!found) return call.refused(found.error());
  if (*found && (*found)->id.kind == entity_kind::action) {
    const auto children = reader_.children(coordinator_of((*found)->id));
    if (!children) return call.refused(children.error());
    for (const entity_id& child : *children) {
      const auto record = reader_.record(child);
      if (!record) return call.refused(record.error());
      const auto* workflow = *record ? std::get_if<model::workflow_record>(&**record) : nullptr;
      if (workflow != nullptr && workflow->parent == (*found)->id)
        rows.push_back(run_json(reader_.ids().text(child), *workflow));
    }
  }
  return json_answer(json_text({{"workflows", std::move(rows)}}));
}

response api::show_retries(const api_call& call) const {
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return call.refused(found.error());
  if (!*found || (*found)->node.empty()) return call.refused(no_such_action(call.where.rest));
  const auto& record = std::get<model::workflow_record>((*found)->record);
  const auto definition = catalogue_.workflow_of_tree((*found)->id, record.definition);
  if (!definition) return call.refused(definition.error());
  const model::node_index index = (*definition)->find((*found)->node);
  const model::node_state* state =
      index == model::no_node ? nullptr : model::find_node(record, index);
  if (state == nullptr) return call.refused(no_such_action(call.where.rest));
  return json_answer(json_text({{"retries", attempts_of(reader_, **found, *state)}}));
}

response api::show_missing(const api_call& call) const {
  const id_shape shape = shape_of(call.where.rest);
  const std::string numbers = call.query.find("action-list").value_or("");
  const std::string times = call.query.find("date").value_or("");
  const size_t at = call.where.rest.find('@');
  model::action_scope scope;
  if (at != std::string::npos) {
    const auto number = number_after(call.where.rest);
    if (!number)
      return call.refused(refuse("E0302", "an action of a coordinator has a number behind '@'"));
    scope.numbers = {{*number, *number}};
  } else if (numbers.empty() && times.empty()) {
    return call.refused(refuse("E1029", "no actions are named", "Add action-list=1-3"));
  } else {
    auto read = numbers.empty() ? model::parse_action_times(times, options_.orders.zone,
                                                            options_.orders.reading)
                                : model::parse_action_numbers(numbers);
    if (!read) return call.refused(read.error());
    scope = std::move(*read);
  }
  const auto found = catalogue_.find(call.where.rest.substr(0, at));
  if (!found) return call.refused(found.error());
  if (!*found || (*found)->id.kind != entity_kind::coordinator)
    return call.refused(no_such_action(call.where.rest));
  const auto chosen = chosen_actions(**found, scope);
  if (!chosen) return call.refused(chosen.error());
  if (chosen->empty() && shape == id_shape::action)
    return call.refused(no_such_action(call.where.rest));
  return missing_of(call, **found, *chosen);
}

response api::missing_of(const api_call& call, const found_entity& coordinator,
                         const std::set<uint32_t>& numbers) const {
  json rows = json::array();
  for (const uint32_t number : numbers) {
    auto missing = catalogue_.missing_inputs_of(action_of(coordinator.id, number));
    if (!missing) return call.refused(missing.error());
    if (*missing && !(*missing)->gaps.empty()) rows.push_back(missing_json(number, **missing));
  }
  return json_answer(json_text({{"missingDependencies", std::move(rows)}}));
}

response api::show_node_of_actions(const api_call& call) const {
  const auto name = call.query.find("action-name");
  if (!name) return call.refused(refuse("E0305", "parameter 'action-name' is missing"));
  const auto page = read_page(call.query);
  if (!page) return call.refused(page.error());
  json rows = json::array();
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return call.refused(found.error());
  if (*found && (*found)->id.kind == entity_kind::coordinator) {
    const auto first = static_cast<uint32_t>(std::min<int64_t>(page->offset, UINT32_MAX));
    const auto seen =
        reader_.actions((*found)->id, first, static_cast<uint64_t>(page->length),
                        [&](uint32_t number, const model::action_record& record) {
                          rows.push_back(node_of_action(number, record, (*found)->id, *name));
                          return true;
                        });
    if (!seen) return call.refused(seen.error());
  }
  return json_answer(json_text({{"coordJobId", call.where.rest}, {"actions", std::move(rows)}}));
}

json api::node_of_action(uint32_t number, const model::action_record& record,
                         const entity_id& coordinator, const std::string& name) const {
  json out{{"actionNumber", number}, {"nullReason", nullptr}, {"action", nullptr}};
  if (record.workflow == 0) {
    out["nullReason"] = "Could not get workflow action, no workflow has been started for action " +
                        reader_.ids().text(action_of(coordinator, number));
    return out;
  }
  const std::string workflow = reader_.ids().job(entity_kind::workflow, record.workflow);
  const auto found = catalogue_.find(workflow + "@" + name);
  if (found && *found) {
    auto node = catalogue_.node(**found);
    if (node && *node) {
      out["action"] = std::move(**node);
      return out;
    }
  }
  out["nullReason"] =
      "Could not get workflow action, no action named " + name + " in workflow " + workflow;
  return out;
}

response api::show_graph(const api_call& call) const {
  const auto not_there = [&](const std::string& why) {
    return oozie_error(refuse("E0307", why, "Use format=svg or format=dot"), call.in.method, 404);
  };
  if (shape_of(call.where.rest) != id_shape::workflow)
    return call.refused(refuse("E0306", "only workflows have a graph"));
  std::string format = call.query.find("format").value_or("png");
  std::transform(format.begin(), format.end(), format.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (format != "png" && format != "svg" && format != "dot")
    return not_there("there is no format '" + format + "'");
  const auto found = catalogue_.find(call.where.rest);
  if (!found) return call.refused(found.error());
  if (!*found) return not_there("Job does not exist [" + call.where.rest + "]");
  const auto& record = std::get<model::workflow_record>((*found)->record);
  const auto definition = catalogue_.workflow_of_tree((*found)->id, record.definition);
  if (!definition) return not_there(definition.error().text());
  const std::string kills = call.query.find("show-kill").value_or("");
  const bool shown = kills == "yes" || kills == "1" || kills == "true";
  const node_graph graph = graph_of(**definition, record, shown);
  if (format == "png") return not_there("pictures are drawn as svg only");
  response out = empty_answer();
  out.headers.emplace_back("Content-Type", format == "dot" ? "text/plain" : "image/svg+xml");
  out.body = format == "dot" ? dot_text(graph) : svg_text(graph);
  return out;
}

}  // namespace foliot::http
