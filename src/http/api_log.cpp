// /oozie/v*/job/ID?show=log, errorlog and auditlog.
#include <algorithm>
#include <set>
#include <string_view>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/log_filter.hpp"
#include "http/log_text.hpp"
#include "model/action_scope.hpp"

namespace foliot::http {

namespace {

/// Oozie hides what is wrong in the text of its general code.
failure in_log(failure inner) {
  inner.sentence = inner.oozie.empty() ? inner.sentence : inner.oozie + ": " + inner.sentence;
  inner.oozie = "E0307";
  return inner;
}

/// Whether each part of "FIRST::LAST,FIRST::LAST" is a range: a single time is none for Oozie here.
bool are_ranges(std::string_view times) {
  while (!times.empty()) {
    const std::string_view one = times.substr(0, times.find(','));
    if (one.find("::") == std::string_view::npos) return false;
    times.remove_prefix(std::min(times.size(), one.size() + 1));
  }
  return true;
}

instant begin_of(const model::any_record& record) {
  if (const auto* job = std::get_if<model::workflow_record>(&record)) return job->created;
  if (const auto* job = std::get_if<model::coordinator_record>(&record)) return job->created;
  if (const auto* job = std::get_if<model::bundle_record>(&record)) return job->created;
  return {};
}

}  // namespace

/// Of a coordinator's log, the actions that type and scope name; nothing: all. An unknown type
/// means all (rest.md 7).
result<std::optional<std::set<uint32_t>>> api::log_actions(const api_call& call,
                                                           const found_entity& entity) const {
  using chosen = std::optional<std::set<uint32_t>>;
  const std::string type = call.query.find("type").value_or("");
  const std::string text = call.query.find("scope").value_or("");
  if (entity.id.kind != entity_kind::coordinator || text.empty()) return chosen{};
  if (type != "action" && type != "date") return chosen{};
  if (type == "date" && options_.orders.reading == dialect::oozie && !are_ranges(text))
    return refuse("E0302", "the scope '" + text + "' names a time that is no range",
                  "Write FIRST::LAST, the same time twice for one action");
  const auto scope = type == "date" ? model::parse_action_times(text, options_.orders.zone,
                                                                options_.orders.reading)
                                    : model::parse_action_numbers(text);
  if (!scope) return scope.error();
  auto numbers = chosen_actions(entity, *scope);
  return numbers ? result<chosen>(chosen(std::move(*numbers))) : numbers.error();
}

response api::show_log(const api_call& call, const found_entity& entity) const {
  if (entity.id.kind == entity_kind::action || !entity.node.empty())
    if (options_.orders.reading == dialect::oozie)
      return call.refused(unknown_id(shape_of(call.where.rest), call.where.rest, "log"));
  const auto filter = parse_log_filter(call.query.find("logfilter").value_or(""),
                                       begin_of(entity.record), clock_.now());
  if (!filter) return call.refused(in_log(filter.error()));
  const auto actions = log_actions(call, entity);
  if (!actions) return call.refused(in_log(actions.error()));
  const auto text = log_text(catalogue_, entity, options_.server_name, *actions);
  return text ? text_answer(filter->applied(*text)) : call.refused(text.error());
}

response api::show_error_log(const api_call& call, const found_entity& entity) const {
  auto filter = parse_log_filter(call.query.find("logfilter").value_or(""), begin_of(entity.record),
                                 clock_.now());
  if (!filter) return call.refused(in_log(filter.error()));
  if (filter->levels.empty()) filter->levels = {"WARN", "ERROR", "FATAL"};
  const auto text = log_text(catalogue_, entity, options_.server_name);
  return text ? text_answer(filter->applied(*text)) : call.refused(text.error());
}

response api::show_audit_log(const api_call& call, const found_entity& entity) const {
  auto text = audit_text(catalogue_, entity);
  return text ? text_answer(std::move(*text)) : call.refused(text.error());
}

}  // namespace foliot::http
