#include "http/log_text.hpp"

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <variant>

#include "http/audit_field.hpp"
#include "http/message.hpp"
#include "time/datetime.hpp"

namespace foliot::http {

namespace {

/// Which entities of the tree the log is about.
struct scope {
  entity_id entity;
  std::set<job_number> workflows;             ///< Those below a coordinator or an action.
  std::optional<std::set<uint32_t>> actions;  ///< Of a coordinator: only these.

  bool has(const entity_id& id) const {
    switch (entity.kind) {
      case entity_kind::bundle: return true;
      case entity_kind::coordinator:
        if (id.kind == entity_kind::workflow) return workflows.count(id.job) != 0;
        if (actions && (id.kind != entity_kind::action || actions->count(id.number) == 0))
          return false;
        return id.kind != entity_kind::bundle && id.job == entity.job;
      case entity_kind::action:
        if (id.kind == entity_kind::workflow) return workflows.count(id.job) != 0;
        return id == entity;
      default: return id == entity;
    }
  }
};

result<scope> scope_of(const catalogue& from, const found_entity& entity,
                       const std::optional<std::set<uint32_t>>& actions) {
  scope out{entity.id, {}, actions};
  if (actions) {
    for (const uint32_t number : *actions) {
      const auto record = from.reader().record(action_of(entity.id, number));
      if (!record) return record.error();
      if (*record) out.workflows.insert(std::get<model::action_record>(**record).workflow);
    }
  } else if (entity.id.kind == entity_kind::coordinator) {
    auto children = from.reader().children(entity.id);
    if (!children) return children.error();
    for (const entity_id& child : *children) out.workflows.insert(child.job);
  }
  if (entity.id.kind == entity_kind::action)
    out.workflows.insert(std::get<model::action_record>(entity.record).workflow);
  return out;
}

/// USER and APP of an entity's lines.
struct names {
  std::string user = "-";
  std::string app = "-";
};

names names_of(const catalogue& from, const entity_id& id) {
  const entity_id job = id.kind == entity_kind::action ? coordinator_of(id) : id;
  const auto record = from.reader().record(job);
  if (!record || !*record) return {};
  return std::visit(
      [](const auto& r) -> names {
        if constexpr (requires { r.user; })
          return {r.user, r.name};
        else
          return {};
      },
      **record);
}

/// WARN for what a reader looks for first. Five columns, as in Oozie's pattern.
std::string_view level_of(const model::any_event& event) {
  if (const auto* b = std::get_if<model::bundle_event>(&event)) {
    const auto* told = std::get_if<model::bundle_events::members_told>(b);
    return std::holds_alternative<model::bundle_events::coordinator_refused>(*b) ||
                   (told != nullptr && !told->refused.empty())
               ? " WARN"
               : " INFO";
  }
  if (const auto* a = std::get_if<model::action_event>(&event))
    return std::holds_alternative<model::action_events::timed_out>(*a) ||
                   std::holds_alternative<model::action_events::start_refused>(*a)
               ? " WARN"
               : " INFO";
  if (const auto* w = std::get_if<model::workflow_event>(&event)) {
    const auto* end = std::get_if<model::workflow_events::run_ended>(w);
    const bool bad = end != nullptr && (end->outcome != model::workflow_events::run_end::ended ||
                                        end->exit_code != 0);
    return bad ? " WARN" : " INFO";
  }
  return " INFO";
}

/// Which node of its workflow an event is about.
model::node_index node_of(const model::any_event& event) {
  const auto* of = std::get_if<model::workflow_event>(&event);
  if (of == nullptr) return model::no_node;
  return std::visit(
      [](const auto& e) {
        if constexpr (requires { e.node; })
          return e.node;
        else
          return model::no_node;
      },
      *of);
}

/// The names of nodes, by the definitions that the workflows of one log had at the time.
class node_names {
 public:
  explicit node_names(const catalogue& from) : from_(from) {}

  /// "load"; empty where an entry is about no node, or about one whose name is not known.
  std::string of(const model::journal_entry& entry) {
    const model::node_index node = node_of(entry.event);
    if (node == model::no_node) return {};
    auto known = known_.find(entry.definition);
    if (known == known_.end()) {
      const auto read = from_.workflow_of_tree(entry.entity, entry.definition);
      known = known_.emplace(entry.definition, read ? *read : nullptr).first;
    }
    const auto& definition = known->second;
    return definition && node < definition->nodes.size() ? definition->nodes[node].name : "";
  }

 private:
  const catalogue& from_;
  std::map<hash128, std::shared_ptr<const model::workflow_definition>> known_;
};

/// What a line is about below its job: an action, or a node of a workflow; "-" for the job itself.
std::string part_of(const model::journal_entry& entry, const wire_ids& ids, node_names& nodes) {
  if (entry.entity.kind == entity_kind::action) return ids.text(entry.entity);
  const std::string node = nodes.of(entry);
  return node.empty() ? "-" : ids.text(entry.entity) + "@" + node;
}

std::string line_of(const model::journal_entry& entry, const wire_ids& ids, const names& who,
                    const std::string& server, const std::string& part) {
  const bool is_action = entry.entity.kind == entity_kind::action;
  const std::string job =
      is_action ? ids.text(coordinator_of(entry.entity)) : ids.text(entry.entity);
  std::string out = time::format_log_time(entry.now, {});
  out.append(" ").append(level_of(entry.event)).append(" ");
  out.append(model::event_name(entry.event)).append(":").append(std::to_string(entry.version));
  out += " - SERVER[" + server + "] USER[" + who.user + "] GROUP[-] TOKEN[] APP[" + who.app +
         "] JOB[" + job + "] ACTION[" + part + "] " + model::describe(entry.event);
  if (!entry.why.user.empty()) out += ", asked by " + entry.why.user;
  if (!entry.why.address.empty()) out += " from " + entry.why.address;
  for (char& c : out)
    if (c == '\n' || c == '\r') c = ' ';
  return html_escape(out) + "\n";
}

/// What Oozie's audit calls an order: the parameter `action` of its request.
std::string operation_of(const model::any_event& event, entity_kind of) {
  const std::string_view name = model::event_name(event);
  const std::string_view what = name.substr(name.find('.') + 1);
  if (what == "rerun")
    return of == entity_kind::bundle     ? "bundle-rerun"
           : of == entity_kind::workflow ? "rerun"
                                         : "coord-rerun";
  static constexpr std::array<std::pair<std::string_view, const char*>, 9> orders{
      {{"created", "submit"},
       {"started", "start"},
       {"suspended", "suspend"},
       {"resumed", "resume"},
       {"killed", "kill"},
       {"changed", "change"},
       {"actions-ignored", "ignore"},
       {"updated", "update"},
       {"updated-but-concurrency", "update"}}};
  for (const auto& [event_part, order] : orders)
    if (what == event_part) return order;
  return std::string(what);
}

}  // namespace

result<std::string> audit_text(const catalogue& from, const found_entity& entity) {
  const names who = names_of(from, entity.id);
  const std::string job = from.reader().ids().text(entity.id);
  std::string out;
  auto read = from.reader().journal_of(entity.id, 0, [&](const model::journal_entry& entry) {
    if (entry.snapshot || entry.why.address.empty()) return true;
    const std::string operation = operation_of(entry.event, entity.id.kind);
    const std::string user = entry.why.user.empty() ? who.user : entry.why.user;
    // 520 is the line of Oozie's own logger, the same in each line of its audit.
    const std::string line =
        time::format_log_time(entry.now, {}) + "  INFO oozieaudit:520 - IP" +
        in_brackets(shown_host(entry.why.address)) + ", USER" +
        in_brackets(shown_user(user, entry.why.address)) + ", GROUP [null], APP" +
        in_brackets(who.app) + ", JOBID" + in_brackets(job) + ", OPERATION" +
        in_brackets(operation) + ", PARAMETER" + in_brackets(operation == "submit" ? "" : job) +
        ", STATUS [SUCCESS], HTTPCODE [200], ERRORCODE [null], ERRORMESSAGE [null]";
    out += html_escape(line) + "\n";
    return out.size() < log_bytes_max;
  });
  if (!read) return read.error();
  return out;
}

result<std::string> log_text(const catalogue& from, const found_entity& entity,
                             const std::string& server,
                             const std::optional<std::set<uint32_t>>& actions) {
  const auto about = scope_of(from, entity, actions);
  if (!about) return about.error();
  std::unordered_map<entity_id, names> known;
  node_names nodes(from);
  std::deque<std::string> lines;
  size_t bytes = 0;
  uint64_t left_out = 0;
  auto read = from.reader().journal(entity.id.root, 0, [&](const model::journal_entry& entry) {
    if (entry.snapshot || !about->has(entry.entity)) return true;
    const entity_id job =
        entry.entity.kind == entity_kind::action ? coordinator_of(entry.entity) : entry.entity;
    auto who = known.find(job);
    if (who == known.end()) who = known.emplace(job, names_of(from, job)).first;
    const wire_ids& ids = from.reader().ids();
    lines.push_back(line_of(entry, ids, who->second, server, part_of(entry, ids, nodes)));
    bytes += lines.back().size();
    for (; bytes > log_bytes_max && lines.size() > 1; ++left_out) {
      bytes -= lines.front().size();
      lines.pop_front();
    }
    return true;
  });
  if (!read) return read.error();
  std::string out;
  out.reserve(bytes + 80);
  if (left_out != 0) out = std::to_string(left_out) + " older lines are left out here.\n";
  for (const std::string& line : lines) out += line;
  return out;
}

}  // namespace foliot::http
