// What a scenario expects, compared with what is on disk.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/local_path.hpp"
#include "http/api.hpp"
#include "parse/definitions.hpp"
#include "rehearsal/stage.hpp"

namespace foliot::rehearsal {

namespace {

std::string name_of(model::status of) { return std::string(model::name(of)); }

struct number_range {
  uint32_t first = 0;
  uint32_t last = 0;
};

/// "3" or "2-4".
std::optional<number_range> range_of(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789-") != std::string::npos)
    return std::nullopt;
  const size_t dash = text.find('-');
  if (text.size() > 14 || dash == 0 || dash + 1 == text.size()) return std::nullopt;
  const auto first = static_cast<uint32_t>(std::stoul(text.substr(0, dash)));
  if (dash == std::string::npos) return number_range{first, first};
  return number_range{first, static_cast<uint32_t>(std::stoul(text.substr(dash + 1)))};
}

}  // namespace

std::map<uint32_t, model::action_record> stage::actions_of(const entity_id& coordinator) {
  std::map<uint32_t, model::action_record> out;
  const auto job = world_.record(coordinator);
  if (!job) return out;
  const auto& own = std::get<model::coordinator_record>(*job);
  const auto text = world_.engine().reader().definition(coordinator.root, own.definition);
  if (!text || !*text) return out;
  const parse::cached_definitions definitions{time::processing_zone{}};
  const auto definition = definitions.coordinator(**text);
  if (!definition) return out;
  const model::timetable plan = model::timetable_of(**definition, own);
  const auto seen = world_.engine().reader().actions(
      coordinator, 1, UINT32_MAX, [&](uint32_t number, const model::action_record& record) {
        const uint32_t end = number + model::actions_in(record, number);
        for (uint32_t at = number; at < end; ++at)
          out.emplace(at, model::out_of_range(record, at, plan));
        return true;
      });
  return seen ? out : std::map<uint32_t, model::action_record>();
}

/// Every enabled member: its coordinator's status, FAILED where it was refused, else PREP.
std::map<std::string, model::status> stage::members_of(const entity_id& bundle) {
  std::map<std::string, model::status> out;
  const auto record = world_.record(bundle);
  if (!record) return out;
  const auto& own = std::get<model::bundle_record>(*record);
  const auto text = world_.engine().reader().definition(bundle.root, own.definition);
  if (!text || !*text) return out;
  const parse::cached_definitions definitions{time::processing_zone{}};
  const auto definition = definitions.bundle(**text);
  if (!definition) return out;
  for (const model::bundle_member& member : own.members) {
    const auto child = world_.record(
        {bundle.partition, entity_kind::coordinator, 0, bundle.root, member.coordinator});
    out[(*definition)->coordinators.at(member.index).name] = child ? model::state_of(*child)
                                                             : member.refused
                                                                 ? model::status::failed
                                                                 : model::status::prep;
  }
  return out;
}

stage::complaint stage::expect(arguments& in) {
  if (in.take("refused")) {
    if (!refusal_) return "the last order was not refused";
    const answer got{true, std::exchange(refusal_, std::nullopt), "", {}};
    const std::string code = in.peek();
    in.word("a code");
    if (in.mistake()) return in.mistake();
    if (got.refusal->oozie != code)
      return "was refused, not with " + code + ": " + got.refusal->text();
    return std::nullopt;
  }
  if (in.take("runs"))
    return expect_count("programs were executed", static_cast<uint32_t>(executions_.size()), in);
  if (in.take("running")) {
    const auto running =
        std::count_if(executions_.begin(), executions_.end(),
                      [&](const execution& each) { return world_.machine.under_way(each.run); });
    return expect_count("programs are running", static_cast<uint32_t>(running), in);
  }
  const bool absent = in.take("no");
  if (in.take("file")) {
    const std::string path = in.word("a path");
    if (in.mistake()) return in.mistake();
    if (world_.files.exists(path) == !absent) return std::nullopt;
    return path + (absent ? " is there" : " is not there");
  }
  const std::string name = in.word("a name");
  if (in.failed()) return in.mistake();
  const auto id = find(name);
  if (absent) return id ? complaint("there is a '" + name + "'") : in.mistake();
  if (in.more() && model::status_named(in.peek())) {
    const std::string wanted = in.word("a status");
    if (in.mistake()) return in.mistake();
    return expect_status(name, wanted);
  }
  if (!id) return "there is no '" + name + "'";
  return expect_of(name, *id, in);
}

stage::complaint stage::expect_of(const std::string& name, const entity_id& id, arguments& in) {
  const std::string what = in.word("what is expected");
  const auto is = [&](const char* word, entity_kind kind) {
    if (what != word) return false;
    if (id.kind != kind) in.wrong("'" + name + "' has no " + what);
    return id.kind == kind;
  };
  if (is("actions", entity_kind::coordinator)) return expect_actions(id, in);
  if (is("counts", entity_kind::coordinator)) return expect_counts(id, in);
  if (is("nominals", entity_kind::coordinator)) return expect_nominals(id, in);
  if (is("started", entity_kind::coordinator)) return expect_started(id, in);
  if (is("members", entity_kind::bundle)) return expect_members(name, id, in);
  if (is("node", entity_kind::workflow)) return expect_node(id, in);
  if (is("conf", entity_kind::workflow)) return expect_conf(id, in);
  if (what == "error") return expect_error(id, in);
  if (what == "runs") {
    const auto mine = std::count_if(executions_.begin(), executions_.end(),
                                    [&](const auto& each) { return belongs(each.workflow, name); });
    return expect_count("programs of '" + name + "' were executed", static_cast<uint32_t>(mine),
                        in);
  }
  if (what == "pending" || what == "settled") {
    if (in.mistake()) return in.mistake();
    const bool pending = model::is_pending(*world_.record(id));
    if (pending == (what == "pending")) return std::nullopt;
    return "'" + name + "' is " + (pending ? "" : "not ") + "pending";
  }
  in.wrong("'" + what + "' is neither a status nor something to be expected");
  return in.mistake();
}

stage::complaint stage::expect_status(const std::string& name, const std::string& wanted) {
  const auto state = status_of(name);
  if (!state) return "there is no '" + name + "'";
  if (name_of(*state) == wanted) return std::nullopt;
  const auto id = find(name);
  return "'" + name + "' is " + name_of(*state) + ", not " + wanted + ", at " +
         text_of(world_.now()) + (id ? reasons_of(*id) : "");
}

// actions none | RANGE... STATUS ...: all of them must be told.
stage::complaint stage::expect_actions(const entity_id& coordinator, arguments& in) {
  std::map<uint32_t, std::string> wanted;
  if (!in.take("none")) {
    do {
      std::vector<number_range> ranges;
      while (const auto range = range_of(in.peek())) {
        ranges.push_back(*range);
        in.word("numbers");
      }
      const std::string status = in.word("a status");
      if (ranges.empty()) in.wrong("numbers such as 2-4 are missing before '" + status + "'");
      if (!model::status_named(status)) in.wrong("'" + status + "' is no status");
      if (in.failed()) return in.mistake();
      for (const number_range& range : ranges)
        for (uint32_t i = range.first; i <= range.last; ++i) wanted[i] = status;
    } while (in.more());
  }
  if (in.mistake()) return in.mistake();
  const auto found = actions_of(coordinator);
  std::string differ;
  for (const auto& [number, record] : found)
    if (!wanted.contains(number) || wanted[number] != name_of(record.state))
      differ += "\n  @" + std::to_string(number) + " (" + text_of(record.nominal) + ") is " +
                name_of(record.state) +
                (wanted.contains(number) ? ", not " + wanted[number] : ", not expected");
  for (const auto& [number, status] : wanted)
    if (!found.contains(number))
      differ += "\n  @" + std::to_string(number) + " does not exist, expected " + status;
  if (differ.empty()) return std::nullopt;
  return "at " + text_of(world_.now()) + ":" + differ;
}

// counts N STATUS ...: how many actions are in these statuses.
stage::complaint stage::expect_counts(const entity_id& coordinator, arguments& in) {
  std::map<std::string, uint32_t> found;
  for (const auto& [number, record] : actions_of(coordinator)) ++found[name_of(record.state)];
  std::string differ;
  do {
    const uint32_t wanted = in.number("a number");
    const std::string status = in.word("a status");
    if (!model::status_named(status)) in.wrong("'" + status + "' is no status");
    if (in.failed()) return in.mistake();
    if (found[status] != wanted)
      differ += "\n  " + std::to_string(found[status]) + " are " + status + ", not " +
                std::to_string(wanted);
  } while (in.more());
  return differ.empty() ? std::nullopt : complaint("at " + text_of(world_.now()) + ":" + differ);
}

stage::complaint stage::expect_nominals(const entity_id& coordinator, arguments& in) {
  std::string wanted;
  while (in.more()) wanted += " " + text_of(in.time("a nominal time"));
  if (in.mistake()) return in.mistake();
  std::string found;
  for (const auto& [number, record] : actions_of(coordinator))
    found += " " + text_of(record.nominal);
  if (found == wanted) return std::nullopt;
  return "the nominal times are" + found + ", not" + wanted;
}

// members NAME STATUS ...: all enabled ones must be told.
stage::complaint stage::expect_members(const std::string& name, const entity_id& bundle,
                                       arguments& in) {
  std::map<std::string, std::string> wanted;
  while (in.more()) {
    const std::string member = in.word("a member");
    wanted[member] = in.word("its status");
  }
  if (in.mistake()) return in.mistake();
  std::map<std::string, std::string> found;
  std::string text;
  for (const auto& [member, status] : members_of(bundle)) {
    found[member] = name_of(status);
    text += " " + member + " " + name_of(status);
  }
  if (found == wanted) return std::nullopt;
  return "the members of '" + name + "' are:" + text;
}

// error CODE ["text"]
stage::complaint stage::expect_error(const entity_id& id, arguments& in) {
  const std::string code = in.word("a code");
  const std::string text = in.more() ? in.word("a text") : "";
  if (in.mistake()) return in.mistake();
  const auto record = *world_.record(id);
  std::string found_code;
  std::string found_text;
  std::visit(
      [&](const auto& one) {
        if constexpr (requires { one.error_code; }) {
          found_code = one.error_code;
          found_text = one.error;
        } else if (one.error) {
          found_code = one.error->code;
          found_text = one.error->message;
        }
      },
      record);
  if (found_code == code && found_text.find(text) != std::string::npos) return std::nullopt;
  return "its error is '" + found_code + "': '" + found_text + "'";
}

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
  return found == wanted ? std::nullopt : complaint("the actions started in the order" + found);
}

// node NAME STATUS|absent
stage::complaint stage::expect_node(const entity_id& workflow, arguments& in) {
  const std::string node = in.word("a node");
  const std::string wanted = in.word("its status");
  if (in.mistake()) return in.mistake();
  const auto record = std::get<model::workflow_record>(*world_.record(workflow));
  const auto text = world_.engine().reader().definition(workflow.root, record.definition);
  if (!text || !*text) return "the workflow's definition is gone";
  const parse::cached_definitions definitions{time::processing_zone{}};
  const auto definition = definitions.workflow(**text);
  if (!definition) return definition.error().text();
  const model::node_index index = (*definition)->find(node);
  if (index == model::no_node) return "the workflow has no node '" + node + "'";
  const model::node_state* state = model::find_node(record, index);
  const std::string found = state == nullptr ? "absent" : std::string(model::name(state->state));
  if (found == wanted) return std::nullopt;
  return "node '" + node + "' is " + found + ", not " + wanted;
}

// conf KEY=VALUE
stage::complaint stage::expect_conf(const entity_id& workflow, arguments& in) {
  const auto [key, wanted] = in.property();
  if (in.mistake()) return in.mistake();
  const auto record = std::get<model::workflow_record>(*world_.record(workflow));
  model::configuration conf = record.conf;
  for (const hash128& each : {record.conf_base, record.definition}) {
    const auto text = world_.engine().reader().definition(workflow.root, each);
    if (text && *text) conf.insert((*text)->conf.begin(), (*text)->conf.end());
  }
  const auto found = conf.find(key);
  if (found == conf.end()) return "the workflow has no property " + key;
  if (found->second == wanted) return std::nullopt;
  return key + " is '" + found->second + "'";
}

stage::complaint stage::expect_count(const std::string& of, uint32_t found, arguments& in) {
  const uint32_t wanted = in.number("a number");
  if (in.mistake() || found == wanted) return in.mistake();
  return std::to_string(found) + " " + of + ", not " + std::to_string(wanted);
}

// why ID contains TEXT
stage::complaint stage::why(arguments& in) {
  const std::string name = in.word("a name");
  in.require("contains");
  const std::string wanted = in.word("a text");
  if (in.mistake()) return in.mistake();
  const auto id = find(name);
  if (!id) return "there is no '" + name + "'";
  const std::string text = reasons_of(*id);
  if (text.find(wanted) != std::string::npos) return std::nullopt;
  return "the answer does not say '" + wanted + "':" + text;
}

/// What /api/why answers, a reason a line.
std::string stage::reasons_of(const entity_id& id) {
  const model::reader& reader = world_.engine().reader();
  const parse::cached_definitions definitions{time::processing_zone{}};
  http::api_options options;
  options.exists = [this](const std::string& uri) {
    const auto path = local_path(uri);
    return path && world_.files.exists(*path);
  };
  options.starts = [this](const auto& look) { world_.engine().starts().look(look); };
  http::api api(reader, definitions, world_.engine().gate(), world_.time, std::move(options));
  std::string body;
  api.handle({"GET", "/api/why/" + reader.ids().text(id), "", {}, "", ""},
             [&body](const http::response& got) { body = got.body; });
  const auto told = nlohmann::json::parse(body, nullptr, false);
  std::string out;
  if (told.is_discarded() || !told.contains("reasons")) return "\n  " + body;
  for (const auto& reason : told["reasons"]) {
    out += "\n  " + reason["kind"].get<std::string>() + ": " + reason["what"].get<std::string>();
    out += "; wakes: " + reason["wakes"].get<std::string>();
    out += "; remedy: " + reason["remedy"].get<std::string>();
  }
  return out;
}

}  // namespace foliot::rehearsal
