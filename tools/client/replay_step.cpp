#include "tools/client/replay_step.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/visible.hpp"
#include "model/condition.hpp"
#include "model/entity_fold.hpp"
#include "model/owed_text.hpp"
#include "model/record_fields.hpp"
#include "store/journal_scan.hpp"
#include "store/past_reader.hpp"
#include "tools/client/lines.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

struct entity_asked {
  entity_id id;
  std::string wire;
  std::string node;  ///< Of a workflow: only this one's values.
};

result<entity_asked> find(const replay_source& from, const std::string& id) {
  const failure unknown{errc::not_found, "there is no job or action " + id, "E0604", "",
                        "List the jobs with 'foliot replay list'"};
  const auto parsed = from.now.ids().parse(id);
  if (!parsed) return unknown;
  const bool is_action = parsed->kind == entity_kind::action;
  // Of the past: that finds jobs whose index row cannot be read.
  const auto job = store::past_reader(from.store, from.now, from.definitions, {})
                       .locate(is_action ? entity_kind::coordinator : parsed->kind, parsed->job);
  if (!job) return job.error();
  if (!*job) return unknown;
  const entity_id found = is_action ? action_of(**job, parsed->number) : **job;
  return entity_asked{found, from.now.ids().text(found), parsed->node};
}

/// Of a node only its own values.
bool is_asked(const entity_asked& asked, const model::field_change& change) {
  return asked.node.empty() || change.name.starts_with("node." + asked.node + ".");
}

/// What refuses a node that the workflow does not have.
std::optional<failure> missing_node(model::tree_definitions& definitions, const entity_asked& asked,
                                    const model::any_record& record) {
  const auto* workflow = std::get_if<model::workflow_record>(&record);
  if (asked.node.empty() || workflow == nullptr) return std::nullopt;
  const auto definition = definitions.workflow(workflow->definition);
  if (!definition || (**definition).find(asked.node) != model::no_node) return std::nullopt;
  return failure{errc::not_found, "there is no node '" + asked.node + "' in " + asked.wire, "E0605",
                 "", "See its nodes with 'foliot replay info " + asked.wire + "'"};
}

/// A step with what it led from and to.
struct taken_step {
  model::journal_entry entry;
  model::any_record before;
  model::any_record after;
  std::vector<model::field_change> changes;  ///< In the order of time.
};

/// Collects the steps to be shown.
class stepper {
 public:
  stepper(const replay_source& from, const replay_options& options, entity_asked asked)
      : from_(from),
        options_(options),
        asked_(std::move(asked)),
        definitions_(from.now, from.definitions, asked_.id.root) {}

  result<void> set_condition(const std::optional<std::string>& text) {
    if (!text) return {};
    auto parsed = model::condition::parse(*text);
    if (!parsed) return std::move(parsed).error();
    stop_ = std::move(*parsed);
    unseen_ = stop_->fields();
    return {};
  }

  result<void> walk(const store::moment& until) {
    model::entity_fold fold(context());
    std::optional<failure> wrong;
    const auto judge = [&](uint64_t sequence, const store::entry_head& head) {
      if (!until.holds(sequence, head.now) || (full() && !options_.back))
        return store::entry_use::stop;
      return head.entity == asked_.id ? store::entry_use::take : store::entry_use::pass;
    };
    const auto scanned =
        store::scan_journal(from_.store, asked_.id.partition, asked_.id.root, 0, judge,
                            [&](const model::journal_entry& entry) {
                              ++entries_;
                              const auto followed = fold.take(
                                  entry, [this](const auto& of, const auto& before,
                                                const auto& after) { take(of, before, after); });
                              if (!followed) wrong = followed.error();
                              return !wrong;
                            });
    if (!scanned) return scanned;
    // What was followed up to the bad entry is shown all the same.
    if (wrong) broken_ = *wrong;
    return {};
  }

  model::fold_context context() {
    return {asked_.id, asked_.wire, &definitions_, [this]() -> result<model::coordinator_record> {
              auto job = from_.now.record(coordinator_of(asked_.id));
              if (!job) return std::move(job).error();
              if (!*job) return failure{errc::not_found, "its coordinator is gone", "", "", ""};
              return std::get<model::coordinator_record>(std::move(**job));
            }};
  }

  std::deque<taken_step>& steps() { return steps_; }
  const std::optional<failure>& broken() const { return broken_; }
  const entity_asked& asked() const { return asked_; }
  uint64_t entries() const { return entries_; }
  const std::set<std::string>& unseen() const { return unseen_; }
  /// Whether each step that was found holds only as no record has a field of the condition.
  bool is_only_unseen() {
    return stop_ && !unseen_.empty() && !full() &&
           std::none_of(steps_.begin(), steps_.end(), [this](const taken_step& one) {
             return stop_->holds_without(unseen_, fields(one.after));
           });
  }
  std::vector<model::record_field> fields(const model::any_record& record) {
    return model::fields_of(record, model::node_names(definitions_, record), from_.now.ids());
  }

 private:
  bool full() const { return steps_.size() >= options_.steps; }
  bool in_range(uint64_t sequence) const {
    if (!options_.from) return true;
    return options_.back ? sequence <= *options_.from : sequence >= *options_.from;
  }

  void take(const model::journal_entry& entry, const model::any_record& before,
            const model::any_record& after) {
    const bool taken = in_range(entry.sequence) && (!full() || options_.back);
    if (!taken && unseen_.empty()) return;
    const auto now = fields(after);
    for (const model::record_field& field : now) unseen_.erase(field.name);
    if (!taken) return;
    const auto then = fields(before);
    if (stop_) {
      if (!stop_->holds(now) || (model::version_of(before) != 0 && stop_->holds(then))) return;
    }
    std::vector<model::field_change> changes = model::changes_between(then, now);
    if (!asked_.node.empty()) {
      std::erase_if(changes, [&](const auto& one) { return !is_asked(asked_, one); });
      if (changes.empty()) return;
    }
    steps_.push_back({entry, before, after, std::move(changes)});
    if (steps_.size() > options_.steps) steps_.pop_front();
  }

  const replay_source& from_;
  const replay_options& options_;
  entity_asked asked_;
  model::tree_definitions definitions_;
  std::optional<model::condition> stop_;
  std::set<std::string> unseen_;  ///< Fields of the condition that no record had.
  std::deque<taken_step> steps_;
  std::optional<failure> broken_;
  uint64_t entries_ = 0;
};

/// What the state at which one arrives owes.
json owed_json(stepper& through, const taken_step& one, bool back) {
  const auto owed =
      model::owed_texts(through.context(), back ? one.before : one.after, one.entry.now);
  json out = json::array();
  if (owed)
    for (const std::string& text : *owed) out.push_back(text);
  return out;
}

json step_json(stepper& through, const taken_step& one, bool back) {
  json out{{"sequence", one.entry.sequence},
           {"time", model::precise_time(one.entry.now)},
           {"version", one.entry.version},
           {"event", model::event_name(one.entry.event)},
           {"what", model::describe(one.entry.event)},
           {"user", one.entry.why.user},
           {"cause", one.entry.why.sequence}};
  json changes = json::array();
  for (const model::field_change& change : one.changes)
    changes.push_back({{"field", change.name},
                       {"from", back ? change.after : change.before},
                       {"to", back ? change.before : change.after}});
  out["changes"] = std::move(changes);
  out["owed"] = owed_json(through, one, back);
  return out;
}

std::string value_text(const std::string& value, const std::string& other) {
  constexpr size_t shown = 120;
  return value.empty() ? "-" : cut_where_it_parts(visible(value), visible(other), shown);
}

void print_changes(const console& to, const json& changes) {
  constexpr size_t aligned_max = 30;  // longer names push their own values only
  constexpr size_t further = 6;
  size_t width = 0;
  for (const json& change : changes) width = std::max(width, width_of(field(change, "field")));
  width = std::min(width, aligned_max);
  for (const json& change : changes) {
    const std::string name = visible(field(change, "field"));
    const std::string was = field(change, "from");
    const std::string is = field(change, "to");
    const std::string head =
        "    " + name + std::string(width - std::min(width, width_of(name)) + 2, ' ');
    const std::string from = was.empty() ? "-> " : value_text(was, is) + " -> ";
    const std::string line = from + value_text(is, was);
    const bool fits = width_of(head) + width_of(line) <= line_width(to);
    to.out(head +
           (fits ? from + painted(to, is, value_text(is, was))
                 : folded(line, width_of(head), further, line_width(to))) +
           "\n");
  }
}

void print_step(const console& to, const json& one, bool back) {
  constexpr size_t further = 4;
  const std::string owes = "    owes  ";
  std::string head = back ? "back over #" : "#";
  head += field(one, "sequence") + "  " + field(one, "time") + "  " + field(one, "event");
  head = visible(head);
  std::string rest = field(one, "what");
  if (!field(one, "user").empty()) rest += ", asked by " + field(one, "user");
  if (field(one, "cause") != "0") rest += ", because of #" + field(one, "cause");
  to.out(bold(to, head) + "  " +
         folded(visible(rest), width_of(head) + 2, further, line_width(to)) + "\n");
  print_changes(to, one["changes"]);
  for (const json& owed : one["owed"])
    to.out(dim(to, owes) +
           folded(visible(owed.get<std::string>()), owes.size(), owes.size(), line_width(to)) +
           "\n");
}

/// Nothing is shown: why.
int nothing(const console& to, const stepper& through, const replay_options& options) {
  if (!options.stop)
    return report(to, {errc::not_found, "there is no step of " + through.asked().wire + " there",
                       "", "", "See its sequences with 'foliot replay history'"});
  failure never{errc::not_found, "the condition never begins to hold", "", "--break",
                "See the values with 'foliot replay step' without --break"};
  if (!through.unseen().empty())
    never.sentence += ", and no record of " + through.asked().wire + " has a value '" +
                      *through.unseen().begin() + "'";
  return report(to, never);
}

}  // namespace

int step(const console& to, const replay_source& from, const replay_options& options,
         const store::moment& until) {
  auto asked = find(from, options.id);
  if (!asked) return report(to, asked.error());
  stepper through(from, options, std::move(*asked));
  if (auto read = through.set_condition(options.stop); !read) return report(to, read.error());
  if (auto walked = through.walk(until); !walked) return report(to, walked.error());
  auto& steps = through.steps();
  if (through.is_only_unseen()) steps.clear();
  if (options.back) std::reverse(steps.begin(), steps.end());
  json rows = json::array();
  for (const taken_step& one : steps) rows.push_back(step_json(through, one, options.back));
  if (to.json) {
    const json body{{"id", options.id}, {"back", options.back}, {"steps", rows}};
    to.out(body.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
  } else {
    for (const json& one : rows) print_step(to, one, options.back);
  }
  if (through.broken()) return report(to, *through.broken());
  return steps.empty() ? nothing(to, through, options) : exit_good;
}

// -- diff -----------------------------------------------------------------------------------------

namespace {

/// Rows of what lies below that one answer shows.
constexpr size_t below_max = 1'000;

using statuses = std::map<entity_id, std::string>;

result<statuses> statuses_below(const store::past_reader& at, const entity_id& id) {
  statuses out;
  const auto note = [&](const entity_id& each, model::status state) {
    out.emplace(each, std::string(model::name(state)));
  };
  if (id.kind == entity_kind::coordinator) {
    const auto seen = at.actions(id, 1, UINT32_MAX, [&](uint32_t number, const auto& action) {
      note(action_of(id, number), action.state);
      return true;
    });
    if (!seen) return seen.error();
  } else if (id.kind == entity_kind::bundle) {
    const auto children = at.children(id);
    if (!children) return children.error();
    for (const entity_id& child : *children) {
      const auto record = at.record(child);
      if (!record) return record.error();
      if (*record) note(child, model::state_of(**record));
    }
  }
  return out;
}

/// The first of the differences, and how many there are beyond them.
struct below_told {
  json rows = json::array();
  size_t more = 0;
};

below_told told_below(const wire_ids& ids, const statuses& before, const statuses& after) {
  below_told out;
  const auto add = [&](const entity_id& id, const std::string& was, const std::string& is) {
    if (was == is) return;
    if (out.rows.size() < below_max)
      out.rows.push_back({{"field", ids.text(id)}, {"from", was}, {"to", is}});
    else
      ++out.more;
  };
  for (const auto& [id, is] : after) {
    const auto was = before.find(id);
    add(id, was == before.end() ? "" : was->second, is);
  }
  for (const auto& [id, was] : before)
    if (!after.contains(id)) add(id, was, "");
  return out;
}

}  // namespace

int diff(const console& to, const replay_source& from, const std::string& id,
         const store::moment& before, const store::moment& after) {
  const auto asked = find(from, id);
  if (!asked) return report(to, asked.error());
  const store::past_reader first(from.store, from.now, from.definitions, before, from.index);
  const store::past_reader second(from.store, from.now, from.definitions, after, from.index);
  const auto was = first.record(asked->id);
  if (!was) return report(to, was.error());
  const auto is = second.record(asked->id);
  if (!is) return report(to, is.error());
  if (!*was && !*is)
    return report(to, {errc::not_found, asked->wire + " was not there at either time", "", "",
                       "See its times with 'foliot replay history'"});
  model::tree_definitions definitions(from.now, from.definitions, asked->id.root);
  const model::any_record blank = model::blank_record(asked->id.kind);
  const auto fields = [&](const model::any_record& record) {
    return model::fields_of(record, model::node_names(definitions, record), from.now.ids());
  };
  if (const auto missing = missing_node(definitions, *asked, *is ? **is : **was))
    return report(to, *missing);
  json changes = json::array();
  for (const model::field_change& change :
       model::changes_between(fields(was->value_or(blank)), fields(is->value_or(blank))))
    if (is_asked(*asked, change))
      changes.push_back({{"field", change.name}, {"from", change.before}, {"to", change.after}});
  const auto below_before = statuses_below(first, asked->id);
  if (!below_before) return report(to, below_before.error());
  const auto below_after = statuses_below(second, asked->id);
  if (!below_after) return report(to, below_after.error());
  const below_told below = told_below(from.now.ids(), *below_before, *below_after);
  if (to.json) {
    json body{{"id", id}, {"changes", changes}, {"below", below.rows}};
    if (below.more != 0) body["more"] = below.more;
    to.out(body.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
    return exit_good;
  }
  if (changes.empty() && below.rows.empty()) return to.out("nothing differs\n"), exit_good;
  to.out(bold(to, asked->wire + (asked->node.empty() ? "" : "@" + visible(asked->node))) + "\n");
  print_changes(to, changes);
  if (!below.rows.empty()) to.out("  below\n");
  print_changes(to, below.rows);
  if (below.more != 0) to.out("    ... " + std::to_string(below.more) + " more\n");
  return exit_good;
}

}  // namespace foliot::client
