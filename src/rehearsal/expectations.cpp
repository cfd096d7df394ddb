// What a scenario expects, compared with what is on disk.
#include <algorithm>
#include <utility>

#include "parse/text.hpp"
#include "rehearsal/stage.hpp"

namespace foliot::rehearsal {

namespace {

std::string name_of_status(model::status of) { return std::string(model::name(of)); }

struct number_range {
  uint32_t first = 0;
  uint32_t last = 0;
};

/// "3" or "2-4", up to a million.
std::optional<number_range> range_of(const std::string& text) {
  const size_t dash = text.find('-');
  const auto first = number_of(std::string_view(text).substr(0, dash));
  if (!first) return std::nullopt;
  if (dash == std::string::npos) return number_range{*first, *first};
  const auto last = number_of(std::string_view(text).substr(dash + 1));
  if (!last) return std::nullopt;
  return number_range{*first, *last};
}

}  // namespace

std::map<uint32_t, model::action_record> stage::actions_of(const entity_id& coordinator) {
  std::map<uint32_t, model::action_record> out;
  const auto job = world_.record(coordinator);
  if (!job) return out;
  const auto& own = std::get<model::coordinator_record>(*job);
  const auto text = world_.engine().reader().definition(coordinator.root, own.definition);
  if (!text || !*text) return out;
  const auto definition = definitions_.coordinator(**text);
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
  const auto definition = definitions_.bundle(**text);
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

stage::complaint stage::expect(const std::string&, arguments& in) {
  if (in.take("refused")) return expect_refused(in);
  if (in.take("runs"))
    return expect_count("programs were executed", static_cast<uint32_t>(executions_.size()), in);
  if (in.take("running")) return expect_count("programs are running", running(), in);
  if (in.take("no")) return expect_absence(in);
  if (in.take("file")) {
    const std::string path = in.word("a path");
    if (in.mistake() || world_.files.exists(path)) return in.mistake();
    return path + " is not there";
  }
  const std::string name = in.word("a name");
  if (in.failed()) return in.mistake();
  about_ = name;
  const auto id = find(name);
  if (in.more() && model::status_named(in.peek())) {
    const std::string wanted = in.word("a status");
    if (in.mistake()) return in.mistake();
    return expect_status(name, wanted);
  }
  if (!id) return nobody(name);
  return expect_of(name, *id, in);
}

stage::complaint stage::expect_refused(arguments& in) {
  if (!refusal_) return "the last order was not refused";
  const failure refusal = *std::exchange(refusal_, std::nullopt);
  const std::string code = in.word("a code");
  const std::string text = in.more() ? in.word("a text") : "";
  if (in.mistake()) return in.mistake();
  if (refusal.oozie != code) return "was refused, not with " + code + ": " + refusal.text();
  if (refusal.text().find(text) == std::string::npos)
    return "the refusal does not say '" + text + "': " + refusal.text();
  return std::nullopt;
}

// no file PATH | no start of ID | no ID
stage::complaint stage::expect_absence(arguments& in) {
  if (in.take("file")) {
    const std::string path = in.word("a path");
    if (in.mistake() || !world_.files.exists(path)) return in.mistake();
    return path + " is there";
  }
  const bool start = in.take("start");
  if (start) in.require("of");
  const std::string name = in.word("a name");
  if (in.mistake()) return in.mistake();
  about_ = name;
  const auto id = find(name);
  if (!start) return id ? complaint("there is a '" + name + "'") : std::nullopt;
  if (!id) return find(name.substr(0, name.find('@'))) ? std::nullopt : complaint(nobody(name));
  const uint32_t runs = runs_of(*id);
  if (runs == 0) return std::nullopt;
  return std::to_string(runs) + " programs of '" + name + "' were executed, not none";
}

stage::complaint stage::expect_of(const std::string& name, const entity_id& id, arguments& in) {
  static const std::vector<std::string> known{
      "actions", "counts",  "nominals", "started", "members", "node",   "conf", "error", "runs",
      "pending", "settled", "inputs",   "input",   "outputs", "output", "ran",  "why"};
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
  for (const char* each : {"inputs", "input", "outputs", "output"})
    if (is(each, entity_kind::action))
      return expect_uris(id, what.starts_with("in"), !what.ends_with("s"), in);
  if (what == "conf") return expect_conf(name, id, in);
  if (what == "error") return expect_error(id, in);
  if (what == "ran") return expect_ran(id, in);
  if (what == "why") return why_of(id, in);
  if (what == "runs")
    return expect_count("programs of '" + name + "' were executed", runs_of(id), in);
  if (what == "pending" || what == "settled") {
    if (in.mistake()) return in.mistake();
    const bool pending = model::is_pending(*world_.record(id));
    if (pending == (what == "pending")) return std::nullopt;
    return "'" + name + "' is " + (pending ? "" : "not ") + "pending";
  }
  std::vector<std::string> words = known;
  for (size_t i = 1; i < model::status_count; ++i) words.emplace_back(model::status_names[i]);
  const std::string near = parse::did_you_mean(what, words);
  in.wrong("'" + what + "' is neither a status nor something to be expected" +
           (near.empty() ? "" : ". " + near));
  return in.mistake();
}

stage::complaint stage::expect_status(const std::string& name, const std::string& wanted) {
  const auto state = status_of(name);
  if (!state) return nobody(name);
  if (name_of_status(*state) == wanted) return std::nullopt;
  return "'" + name + "' is " + name_of_status(*state) + ", not " + wanted + ", at " +
         text_of(clock_);
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
      in.status(status);
      if (in.failed()) return in.mistake();
      for (const number_range& range : ranges)
        for (uint32_t i = range.first; i <= range.last; ++i) wanted[i] = status;
    } while (in.more());
  }
  if (in.mistake()) return in.mistake();
  const auto found = actions_of(coordinator);
  std::string differ;
  for (const auto& [number, record] : found)
    if (!wanted.contains(number) || wanted[number] != name_of_status(record.state))
      differ += "\n  @" + std::to_string(number) + " (" + text_of(record.nominal) + ") is " +
                name_of_status(record.state) +
                (wanted.contains(number) ? ", not " + wanted[number] : ", not expected");
  for (const auto& [number, status] : wanted)
    if (!found.contains(number))
      differ += "\n  @" + std::to_string(number) + " does not exist, expected " + status;
  if (differ.empty()) return std::nullopt;
  return "at " + text_of(clock_) + ":" + differ;
}

// counts N STATUS ...: how many actions are in these statuses.
stage::complaint stage::expect_counts(const entity_id& coordinator, arguments& in) {
  std::map<std::string, uint32_t> found;
  for (const auto& [number, record] : actions_of(coordinator))
    ++found[name_of_status(record.state)];
  std::string differ;
  do {
    const uint32_t wanted = in.number("a number");
    const std::string status = in.word("a status");
    in.status(status);
    if (in.failed()) return in.mistake();
    if (found[status] != wanted)
      differ += "\n  " + std::to_string(found[status]) + " are " + status + ", not " +
                std::to_string(wanted);
  } while (in.more());
  return differ.empty() ? std::nullopt : complaint("at " + text_of(clock_) + ":" + differ);
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
    found[member] = name_of_status(status);
    text += " " + member + " " + name_of_status(status);
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

stage::complaint stage::expect_count(const std::string& of, uint32_t found, arguments& in) {
  const uint32_t wanted = in.number("a number");
  if (in.mistake() || found == wanted) return in.mistake();
  return std::to_string(found) + " " + of + ", not " + std::to_string(wanted);
}

// why ID contains TEXT
stage::complaint stage::why(const std::string&, arguments& in) {
  about_ = in.word("a name");
  if (in.failed()) return in.mistake();
  const auto id = find(about_);
  return id ? why_of(*id, in) : nobody(about_);
}

stage::complaint stage::why_of(const entity_id& id, arguments& in) {
  in.require("contains");
  const std::string wanted = in.word("a text");
  if (in.mistake()) return in.mistake();
  for (const std::string& reason : reasons_of(id))
    if (reason.find(wanted) != std::string::npos) return std::nullopt;
  return "the answer does not say '" + wanted + "'";
}

}  // namespace foliot::rehearsal
