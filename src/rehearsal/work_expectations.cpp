// What workflows were given, and what their programs did.
#include <algorithm>
#include <utility>

#include "base/local_path.hpp"
#include "parse/text.hpp"
#include "rehearsal/stage.hpp"

namespace foliot::rehearsal {

namespace {

std::string plain(const std::string& uri) { return local_path(uri).value_or(uri); }

std::vector<std::string> pieces_of(const std::string& joined) {
  std::vector<std::string> out;
  for (size_t at = 0; at < joined.size();) {
    const size_t comma = std::min(joined.find(',', at), joined.size());
    out.push_back(joined.substr(at, comma - at));
    at = comma + 1;
  }
  return out;
}

std::string on_lines(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& each : texts) out += "\n  " + each;
  return texts.empty() ? " none" : out;
}

}  // namespace

// started N...: in which order the actions' first programs were executed.
stage::complaint stage::expect_started(const entity_id& coordinator, arguments& in) {
  std::string wanted;
  while (in.more()) wanted += " " + std::to_string(in.number("an action's number"));
  if (in.mistake()) return in.mistake();
  std::vector<uint32_t> order;
  for (const execution& each : executions_) {
    const auto action = action_above(each.workflow);
    if (!action || coordinator_of(*action) != coordinator) continue;
    if (std::find(order.begin(), order.end(), action->number) == order.end())
      order.push_back(action->number);
  }
  std::string found;
  for (const uint32_t number : order) found += " " + std::to_string(number);
  if (found == wanted) return std::nullopt;
  return "the actions started in the order" + (found.empty() ? " none" : found) + ", not" + wanted;
}

uint32_t stage::runs_of(const entity_id& id) {
  return static_cast<uint32_t>(
      std::count_if(executions_.begin(), executions_.end(),
                    [&](const execution& each) { return belongs(each.workflow, id); }));
}

uint32_t stage::running() const {
  return static_cast<uint32_t>(
      std::count_if(executions_.begin(), executions_.end(),
                    [&](const execution& each) { return world_.machine.under_way(each.run); }));
}

// ran TEXT: a program whose command line holds it.
stage::complaint stage::expect_ran(const entity_id& id, arguments& in) {
  const std::string wanted = in.word("a part of a command line");
  if (in.mistake()) return in.mistake();
  std::vector<std::string> found;
  for (const execution& each : executions_) {
    if (!belongs(each.workflow, id)) continue;
    if (each.command.find(wanted) != std::string::npos) return std::nullopt;
    found.push_back(each.command);
  }
  return "no program's command line holds '" + wanted + "'; there ran" + on_lines(found);
}

// node NAME STATUS|absent
stage::complaint stage::expect_node(const entity_id& workflow, arguments& in) {
  const std::string node = in.word("a node");
  const std::string wanted = in.word("its status");
  if (in.mistake()) return in.mistake();
  const auto record = std::get<model::workflow_record>(*world_.record(workflow));
  const auto text = world_.engine().reader().definition(workflow.root, record.definition);
  if (!text || !*text) return "the workflow's definition is gone";
  const auto definition = definitions_.workflow(**text);
  if (!definition) return definition.error().text();
  const model::node_index index = (*definition)->find(node);
  if (index == model::no_node) {
    if (wanted == "absent") return std::nullopt;
    std::vector<std::string> names;
    for (const model::workflow_node& each : (*definition)->nodes) names.push_back(each.name);
    const std::string near = parse::did_you_mean(node, names);
    return "the workflow has no node '" + node + "'" + (near.empty() ? "" : ". " + near);
  }
  const model::node_state* state = model::find_node(record, index);
  const std::string found = state == nullptr ? "absent" : std::string(model::name(state->state));
  if (found == wanted) return std::nullopt;
  return "node '" + node + "' is " + found + ", not " + wanted;
}

// conf KEY=VALUE: of a job; of an action: of its workflow.
stage::complaint stage::expect_conf(const std::string& name, const entity_id& id, arguments& in) {
  const auto [key, wanted] = in.property();
  if (in.mistake()) return in.mistake();
  const auto of = id.kind == entity_kind::action ? workflow_of(id) : std::optional(id);
  const auto record = of ? world_.record(*of) : std::nullopt;
  if (!record) return "'" + name + "' has no workflow yet";
  model::configuration conf;
  std::vector<hash128> beneath;
  std::visit(
      [&](const auto& one) {
        if constexpr (requires { one.conf_base; }) {
          conf = one.conf;
          beneath.push_back(one.conf_base);
        }
        if constexpr (requires { one.definition; }) beneath.push_back(one.definition);
      },
      *record);
  for (const hash128& each : beneath) {
    const auto text = world_.engine().reader().definition(of->root, each);
    if (text && *text) conf.insert((*text)->conf.begin(), (*text)->conf.end());
  }
  const auto found = conf.find(key);
  if (found != conf.end() && found->second == wanted) return std::nullopt;
  if (found != conf.end()) return key + " is '" + found->second + "', not '" + wanted + "'";
  std::vector<std::string> keys;
  for (const auto& [each, value] : conf) keys.push_back(each);
  const std::string near = parse::did_you_mean(key, keys);
  return "'" + name + "' has no property " + key + (near.empty() ? "" : ". " + near);
}

// inputs|outputs none|URI..., input|output NAME URI...: in any order.
stage::complaint stage::expect_uris(const entity_id& action, bool inputs, bool one, arguments& in) {
  const std::string event = one ? in.word("the name of an event") : "";
  std::vector<std::string> wanted;
  const bool none = in.take("none");
  if (!none) do
      wanted.push_back(plain(in.word("a URI or path")));
    while (in.more());
  if (in.mistake()) return in.mistake();
  auto found = uris_of(action, inputs, event);
  if (!found) return found.error().text();
  std::transform(found->begin(), found->end(), found->begin(), plain);
  std::sort(found->begin(), found->end());
  std::sort(wanted.begin(), wanted.end());
  if (*found == wanted) return std::nullopt;
  return std::string(inputs ? "the inputs" : "the outputs") +
         (one ? " of '" + event + "'" : std::string()) + " are" + on_lines(*found) + "\nnot" +
         on_lines(wanted);
}

std::optional<stage::identified_action> stage::identify(const entity_id& action) {
  const auto record = world_.record(action);
  const auto job = world_.record(coordinator_of(action));
  if (!record || !job) return std::nullopt;
  const auto& own = std::get<model::action_record>(*record);
  const auto& above = std::get<model::coordinator_record>(*job);
  const auto text = world_.engine().reader().definition(action.root, above.definition);
  if (!text || !*text) return std::nullopt;
  const auto definition = definitions_.coordinator(**text);
  if (!definition) return std::nullopt;
  model::action_identity identity{world_.engine().reader().ids().text(action), above.user,
                                  own.nominal, model::actual_time(own)};
  identity.reading = model::reading_of((*definition)->conf);
  identity.born = own.created;
  return identified_action{*definition, std::move(identity)};
}

result<std::vector<std::string>> stage::uris_of(const entity_id& action, bool inputs,
                                                const std::string& event) {
  const auto known = identify(action);
  if (!known) return failure{errc::not_found, "the action's definition is gone", "", "", ""};
  // What depended on which data was there stands in the journal.
  model::resolved_inputs chosen;
  const auto read =
      world_.engine().reader().journal(action.root, 0, [&](const model::journal_entry& entry) {
        const auto* what = std::get_if<model::action_event>(&entry.event);
        const auto* got =
            what == nullptr ? nullptr : std::get_if<model::action_events::inputs_found>(what);
        if (entry.entity == action && got != nullptr) chosen = got->resolved;
        return true;
      });
  if (!read) return read.error();
  std::vector<std::string> names;
  std::vector<std::string> out;
  for (const model::data_event& each :
       inputs ? known->definition->inputs : known->definition->outputs) {
    names.push_back(each.name);
    if (!event.empty() && each.name != event) continue;
    const auto was = chosen.find(each.name);
    auto uris = was != chosen.end()
                    ? result<std::vector<std::string>>(pieces_of(was->second))
                    : model::instance_uris(*known->definition, each, known->identity);
    if (!uris) return uris.error();
    std::move(uris->begin(), uris->end(), std::back_inserter(out));
  }
  if (!event.empty() && std::find(names.begin(), names.end(), event) == names.end())
    return failure{
        errc::not_found,
        "the coordinator has no " + std::string(inputs ? "input" : "output") + " '" + event + "'",
        "", "", parse::did_you_mean(event, names)};
  return out;
}

}  // namespace foliot::rehearsal
