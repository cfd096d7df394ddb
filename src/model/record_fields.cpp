#include "model/record_fields.hpp"

#include <map>
#include <type_traits>
#include <utility>
#include <variant>

#include "time/datetime.hpp"

namespace foliot::model {

namespace {

/// Collects values; those that say nothing are left out.
class collector {
 public:
  explicit collector(const wire_ids& ids) : ids_(ids) {}

  void text(const std::string& name, std::string value) {
    if (!value.empty()) out_.push_back({name, std::move(value)});
  }
  void time(const std::string& name, instant at) { text(name, precise_time(at)); }
  void truth(const std::string& name, bool value) {
    if (value) out_.push_back({name, "true"});
  }
  template <class Number>
  void number(const std::string& name, Number value) {
    if (value != 0) out_.push_back({name, std::to_string(value)});
  }
  /// Another job, by the id that people know it by.
  void id(const std::string& name, entity_kind kind, job_number job) {
    if (job != 0) text(name, ids_.job(kind, job));
  }
  void id(const std::string& name, const entity_id& of) {
    if (of.job != 0) text(name, ids_.text(of));
  }
  void hash(const std::string& name, const hash128& value) {
    if (value != hash128{}) out_.push_back({name, to_hex(value)});
  }
  void properties(const std::string& name, const configuration& conf) {
    for (const auto& [key, value] : conf) out_.push_back({name + "." + key, value});
  }
  /// What all kinds of job have.
  template <class Record>
  void job(const Record& r) {
    text("status", std::string(model::name(r.state)));
    number("version", r.version);
    time("created", r.created);
    time("modified", r.modified);
    time("since", r.since);
    hash("definition", r.definition);
    text("user", r.user);
    text("name", r.name);
    text("path", r.app_path);
    text("error-code", r.error_code);
    text("error", r.error);
  }
  std::vector<record_field> take() { return std::move(out_); }

 private:
  const wire_ids& ids_;
  std::vector<record_field> out_;
};

void add(collector& to, const std::string& at, const bundle_member& m) {
  to.id(at + "coordinator", entity_kind::coordinator, m.coordinator);
  to.truth(at + "created", m.created);
  to.truth(at + "pending", m.pending);
  to.truth(at + "refused", m.refused);
  to.text(at + "refusal-code", m.refusal_code);
  to.text(at + "refusal", m.refusal);
  to.number(at + "state-order", m.state_order);
  to.number(at + "change-order", m.change_order);
  to.number(at + "rerun-order", m.rerun_order);
  to.truth(at + "erred", m.erred);
}

void add(collector& to, const bundle_record& r) {
  to.job(r);
  for (size_t i = 0; i < r.members.size(); ++i)
    add(to, "member." + std::to_string(i + 1) + ".", r.members[i]);
  to.number("orders", r.orders);
  to.truth("suspended", r.suspended);
  to.time("pause-at", r.pause_at);
  to.time("end-changed", r.end_changed);
  to.number("retries", r.retries);
  to.time("retry-at", r.retry_at);
  to.truth("at-once", r.at_once);
  to.id("recovery", entity_kind::workflow, r.recovery);
  to.truth("recovered", r.recovered);
  to.truth("recovery-void", r.recovery_void);
}

void add(collector& to, const coordinator_record& r) {
  to.job(r);
  to.id("bundle", entity_kind::bundle, r.bundle);
  to.number("actions", r.actions);
  if (r.actions != 0) to.time("last-nominal", r.last_nominal);
  to.truth("done", r.done);
  to.truth("pending", r.pending);
  to.time("end-changed", r.end_changed);
  to.time("pause-at", r.pause_at);
  if (r.concurrency_changed) to.text("concurrency", std::to_string(r.concurrency));
  to.number("orders", r.orders);
  to.number("reruns-obeyed", r.reruns_obeyed);
  for (const former_definition& each : r.former)
    to.hash("former." + std::to_string(each.first) + "-" + std::to_string(each.through),
            each.definition);
  for (const auto& [state, count] : r.gone) to.number("gone." + std::string(name(state)), count);
}

void add(collector& to, const action_record& r) {
  to.text("status", std::string(name(r.state)));
  to.number("version", r.version);
  to.time("nominal", r.nominal);
  to.time("created", r.created);
  to.time("modified", r.modified);
  to.truth("pending", r.pending);
  to.truth("held", r.held);
  to.number("obeyed", r.obeyed);
  to.id("workflow", entity_kind::workflow, r.workflow);
  if (r.error) {
    to.text("error-code", r.error->code);
    to.text("error", r.error->message);
  }
  if (!r.extra) return;
  to.number("through", r.extra->through);
  to.time("actual", r.extra->actual);
  to.truth("cleaning", r.extra->cleaning);
  for (const auto& [event, uris] : r.extra->resolved) to.text("resolved." + event, uris);
  to.number("again", r.extra->again);
  to.properties("given", r.extra->given);
}

std::string text_of(const node_plan& plan) {
  if (const auto* program = std::get_if<program_plan>(&plan)) {
    std::string out = "program " + program->program;
    for (const std::string& one : program->arguments) out += " " + one;
    return out;
  }
  if (const auto* fs = std::get_if<fs_plan>(&plan)) {
    std::string out = "fs";
    for (const fs_plan_step& step : fs->steps) out += " " + step.kind + " " + step.path;
    return out;
  }
  if (const auto* child = std::get_if<child_plan>(&plan)) return "workflow " + child->app_path;
  return "";
}

void add(collector& to, const std::string& at, const node_state& n, const node_name_fn& node_name) {
  to.text(at + "status", std::string(name(n.state)));
  to.number(at + "attempt", n.attempt);
  to.number(at + "lost", n.lost);
  to.truth(at + "open", n.open);
  to.number(at + "arrived", n.arrived);
  to.time(at + "started", n.started);
  to.time(at + "ended", n.ended);
  to.number(at + "external-id", n.external_id);
  if (n.transition != no_node) to.text(at + "next", node_name(n.transition));
  to.text(at + "error-code", n.error_code);
  to.text(at + "error", n.error);
  to.text(at + "data", n.data);
  to.text(at + "plan", text_of(n.plan));
  to.number(at + "retries", n.retry.done);
  to.time(at + "retry-at", n.retry.at);
  to.truth(at + "prepared", n.prepared);
  to.number(at + "tries", n.tries);
  to.truth(at + "paused", n.paused);
  to.id(at + "child", entity_kind::workflow, n.child);
}

std::string text_of(const el::probe& probe) {
  std::string out = probe.function + "(";
  for (size_t i = 0; i < probe.arguments.size(); ++i)
    out += (i == 0 ? "" : ", ") + probe.arguments[i];
  return out + ")";
}

void add(collector& to, const workflow_record& r, const node_name_fn& node_name) {
  to.job(r);
  to.time("started", r.started);
  to.time("ended", r.ended);
  to.hash("conf-base", r.conf_base);
  to.properties("conf", r.conf);
  to.id("parent", r.parent);
  to.number("run", r.run);
  for (const node_state& node : r.nodes)
    add(to, "node." + node_name(node.node) + ".", node, node_name);
  for (const node_state& node : r.kept)
    add(to, "kept." + node_name(node.node) + ".", node, node_name);
  for (const auto& fact : r.facts) to.text("fact." + text_of(fact.first), "known");
  for (const el::probe& question : r.questions) to.text("question." + text_of(question), "asked");
  if (r.last_error_node != no_node) to.text("last-error-node", node_name(r.last_error_node));
  if (r.first_attempt != 1) to.number("first-attempt", r.first_attempt);
}

}  // namespace

std::vector<record_field> fields_of(const any_record& record, const node_name_fn& node_name,
                                    const wire_ids& ids) {
  if (version_of(record) == 0) return {};
  collector to(ids);
  std::visit(
      [&](const auto& r) {
        if constexpr (std::is_same_v<std::decay_t<decltype(r)>, workflow_record>)
          add(to, r, node_name);
        else
          add(to, r);
      },
      record);
  return to.take();
}

std::vector<field_change> changes_between(const std::vector<record_field>& before,
                                          const std::vector<record_field>& after) {
  const auto counts = [](const record_field& field) {
    return field.name != "version" && field.name != "modified";
  };
  std::map<std::string_view, std::string_view> then;
  for (const record_field& field : before) then.emplace(field.name, field.value);
  std::map<std::string_view, std::string_view> now;
  for (const record_field& field : after) now.emplace(field.name, field.value);
  std::vector<field_change> out;
  for (const record_field& field : after) {
    const auto old = then.find(field.name);
    const std::string_view was = old == then.end() ? std::string_view() : old->second;
    if (counts(field) && was != field.value)
      out.push_back({field.name, std::string(was), field.value});
  }
  for (const record_field& field : before)
    if (counts(field) && !now.contains(field.name)) out.push_back({field.name, field.value, ""});
  return out;
}

std::string precise_time(instant at) {
  if (at == never || at == instant{}) return "";
  auto text = time::format_pattern(at, "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", time::zone{});
  return text ? *text : "";
}

}  // namespace foliot::model
