#include "http/job_orders.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "http/errors.hpp"
#include "model/action_scope.hpp"
#include "model/coordinator_change.hpp"

namespace foliot::http {

namespace {

namespace orders = model::orders;

bool is_true(const parameters& query, std::string_view name) {
  std::string text = query.find(name).value_or("");
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text == "true";
}

model::rerun_options options_of(const parameters& query) {
  return {is_true(query, "refresh"), is_true(query, "nocleanup"), is_true(query, "failed")};
}

bool is_coordinator(id_shape shape) {
  return shape == id_shape::coordinator || shape == id_shape::action;
}

failure bad_action(
    const std::string& action, const std::string& why,
    const std::string& remedy =
        "Use start, suspend, resume, kill, change, ignore, coord-rerun or bundle-rerun") {
  return refuse("E0303", "parameter action cannot be '" + action + "': " + why, remedy);
}

/// `type` and `scope` of an order about single actions.
result<model::action_scope> scope_of(const parameters& query, const order_reading& how) {
  const std::string text = query.find("scope").value_or("");
  if (query.find("type").value_or("") == "date")
    return model::parse_action_times(text, how.zone, how.reading);
  return model::parse_action_numbers(text);
}

bool is_scope_type(const std::string& type) { return type == "action" || type == "date"; }

result<model::order> kill(const parameters& query, id_shape shape, const order_reading& how) {
  const bool some = query.find("type") || query.find("scope");
  if (some && !is_coordinator(shape) && how.reading != dialect::oozie)
    return refuse("E0302", "only a coordinator has actions that a scope can name",
                  "Leave type and scope out to kill the whole job");
  if (!some || !is_coordinator(shape)) return model::order(orders::kill{});
  const std::string type = query.find("type").value_or("");
  if (type.empty() || query.find("scope").value_or("").empty())
    return refuse("", "both type and scope are needed to kill single actions",
                  "Add type=action&scope=1,3-5");
  if (!is_scope_type(type))
    return refuse("E0607", "actions cannot be killed by '" + type + "'",
                  "Use type=action or type=date");
  auto scope = scope_of(query, how);
  if (!scope) return std::move(scope).error();
  return model::order(orders::kill_actions{std::move(*scope)});
}

result<model::order> change(const parameters& query, id_shape shape, const order_reading& how) {
  const std::string text = query.find("value").value_or("");
  if (text.empty() && how.reading == dialect::oozie)
    return refuse("E1603", "parameter 'value' says nothing", "Add value=KEY=VALUE");
  if (shape == id_shape::bundle) return model::order(orders::change_bundle{text});
  if (!is_coordinator(shape)) return refuse("E0604", "a workflow cannot be changed");
  auto values = model::parse_coordinator_change(text, how.zone, how.reading);
  if (!values) return std::move(values).error();
  return model::order(orders::change{*values});
}

result<model::order> ignore(const parameters& query, id_shape shape, const order_reading& how) {
  if (!is_coordinator(shape))
    return refuse("E0302", "only coordinators and their actions can be ignored");
  const std::string scope_text = query.find("scope").value_or("");
  if (scope_text.empty()) {
    model::coordinator_change whole;
    whole.state = model::status::ignored;
    return model::order(orders::change{whole});
  }
  if (query.find("type").value_or("") != "action")
    return refuse("E1024", "actions can be ignored by their numbers only", "Use type=action");
  auto scope = scope_of(query, how);
  if (!scope) {
    failure wrong = std::move(scope).error();
    wrong.oozie = "E0603";
    return wrong;
  }
  return model::order(orders::ignore_actions{std::move(*scope)});
}

/// The names between commas, blanks around them ignored, empty ones left out.
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const size_t first = text.find_first_not_of(" \t\r\n", at);
    if (first < comma) {
      const size_t last = text.find_last_not_of(" \t\r\n", comma - 1);
      out.push_back(text.substr(first, last - first + 1));
    }
    at = comma + 1;
  }
  return out;
}

result<model::order> rerun_bundle(const parameters& query, const order_reading& how) {
  if (how.reading != dialect::oozie && (query.find("type") || query.find("scope")))
    return refuse("E0301", "a bundle has no actions that type and scope could name",
                  "Use coord-scope and date-scope");
  orders::rerun_bundle out;
  out.coordinators = names_in(query.find("coord-scope").value_or(""));
  out.options = options_of(query);
  const std::string times = query.find("date-scope").value_or("");
  if (!times.empty()) {
    auto scope = model::parse_action_times(times, how.zone, how.reading);
    if (!scope) return std::move(scope).error();
    out.times = std::move(*scope);
  }
  return model::order(std::move(out));
}

result<model::order> rerun(const std::string& action, const parameters& query, id_shape shape,
                           const order_reading& how) {
  if (shape == id_shape::bundle) return rerun_bundle(query, how);
  if (!is_coordinator(shape) || action != "coord-rerun")
    return bad_action(action, "this kind of job does not take it");
  const std::string type = query.find("type").value_or("");
  if (!is_scope_type(type))
    return refuse("E1018", "actions cannot be rerun by '" + type + "'",
                  "Use type=action or type=date");
  if (query.find("scope").value_or("").empty() && how.reading == dialect::oozie)
    return refuse("E1603", "scope cannot be null", "Add scope=1,3-5");
  auto scope = scope_of(query, how);
  if (!scope) return std::move(scope).error();
  return model::order(orders::rerun{std::move(*scope), options_of(query)});
}

}  // namespace

result<model::order> parse_order(const parameters& query, id_shape shape, int version,
                                 const order_reading& how) {
  const std::string action = query.find("action").value_or("");
  if (action == "start") {
    if (shape != id_shape::workflow && shape != id_shape::bundle)
      return bad_action(action, "coordinators start by themselves",
                        "Ask 'foliot why' what it waits for; a suspended one needs a resume");
    return model::order(orders::start{});
  }
  if (action == "suspend") return model::order(orders::suspend{});
  if (action == "resume") return model::order(orders::resume{});
  if (action == "kill") return kill(query, shape, how);
  if (action == "change") return change(query, shape, how);
  if (action == "ignore" && version == 2) return ignore(query, shape, how);
  if (action == "rerun" || action == "coord-rerun" || action == "bundle-rerun")
    return rerun(action, query, shape, how);
  return bad_action(action, "it is unknown or not offered yet");
}

bool lists_actions(const model::order& order) {
  return std::holds_alternative<orders::kill_actions>(order) ||
         std::holds_alternative<orders::ignore_actions>(order) ||
         std::holds_alternative<orders::rerun>(order);
}

}  // namespace foliot::http
