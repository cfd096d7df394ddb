#include "rehearsal/retold_orders.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/local_path.hpp"
#include "model/record_fields.hpp"
#include "model/workflow_rerun.hpp"
#include "rehearsal/retold_files.hpp"
#include "time/datetime.hpp"

namespace foliot::rehearsal {

namespace {

using model::journal_entry;

struct told_kind {
  entity_kind kind;
  const char* name;
  const char* property;
};
constexpr std::array kinds{
    told_kind{entity_kind::bundle, "bundle", "oozie.bundle.application.path"},
    told_kind{entity_kind::coordinator, "coordinator", "oozie.coord.application.path"},
    told_kind{entity_kind::workflow, "workflow", "oozie.wf.application.path"}};

/// "1-3,5" of ascending numbers.
std::string ranges_of(const std::vector<uint32_t>& numbers) {
  std::string out;
  for (size_t at = 0; at < numbers.size();) {
    size_t end = at;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
    out += (out.empty() ? "" : ",") + std::to_string(numbers[at]);
    if (end > at) out += "-" + std::to_string(numbers[end]);
    at = end + 1;
  }
  return out;
}

void add_options(std::vector<std::string>& words, const model::rerun_options& options) {
  if (options.refresh) words.emplace_back("refresh");
  if (options.nocleanup) words.emplace_back("nocleanup");
  if (options.failed) words.emplace_back("failed");
}

/// What `now` says otherwise than `before`.
model::configuration news_of(const model::configuration& before, const model::configuration& now) {
  model::configuration out;
  for (const auto& [name, value] : now) {
    const auto old = before.find(name);
    if (old == before.end() ? !value.empty() : old->second != value) out.emplace(name, value);
  }
  return out;
}

}  // namespace

void retold_orders::say(const journal_entry& entry, const char* verb,
                        const std::vector<std::string>& words) {
  const auto name = tree_.name(entry.entity);
  if (!name)
    return draft_.leave_out(place_of(entry), std::string(verb) + " of " +
                                                 tree_.called(entry.entity) +
                                                 ", which no name of a scenario leads to");
  std::string statement = std::string(verb) + " " + word_of(*name).value_or(*name);
  for (const std::string& each : words) statement += " " + each;
  if (std::string_view(verb) == "resume")
    draft_.reveals(place_of(entry), std::move(statement));
  else
    draft_.happens(place_of(entry), std::move(statement));
}

std::vector<std::string> retold_orders::properties(const journal_entry& entry,
                                                   const model::configuration& conf) {
  std::vector<std::string> out;
  for (const auto& [name, value] : conf) {
    const auto word = name.find('=') == std::string::npos && !name.empty()
                          ? word_of(name + "=" + value)
                          : std::nullopt;
    if (word)
      out.push_back(*word);
    else
      draft_.leave_out(place_of(entry), "the property " + name + ", which no line can hold");
  }
  return out;
}

std::string retold_orders::time(const journal_entry& entry, instant at) {
  if (at == never) return {};
  if (at.ms % ms_per_minute != 0)
    draft_.leave_out(place_of(entry), "the seconds of " + model::precise_time(at));
  return time::format_datetime(at, {});
}

void retold_orders::submitted(const journal_entry& birth) {
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const told_kind& each) {
    return each.kind == birth.entity.kind;
  });
  const auto text = kind == kinds.end() ? result<std::shared_ptr<const model::definition_text>>(
                                              failure{errc::corrupt, "no job", "", "", ""})
                                        : source_.definitions.text(birth.definition);
  if (!text) return draft_.leave_out(place_of(birth), "the submission: " + text.error().sentence);
  model::configuration conf = (*text)->conf;
  bool at_once = false;
  std::string user;
  if (const auto* bundle = std::get_if<model::bundle_event>(&birth.event)) {
    const auto& made = std::get<model::bundle_events::created>(*bundle);
    at_once = made.at_once;
    user = made.user;
    if (made.reading == dialect::oozie) conf.emplace(model::compat_property, "oozie");
  } else if (const auto* job = std::get_if<model::coordinator_event>(&birth.event)) {
    user = std::get<model::coordinator_events::created>(*job).user;
  } else if (const auto* flow = std::get_if<model::workflow_event>(&birth.event)) {
    const auto& made = std::get<model::workflow_events::created>(*flow);
    at_once = !made.held;
    user = made.user;
    conf = model::merged(conf, made.conf);
  }
  conf["user.name"] = user;
  conf.try_emplace(kind->property, (*text)->app_path);
  const std::string path = local_path((*text)->app_path).value_or("/");
  std::string statement = std::string(at_once ? "launch " : "submit ") + kind->name + " " +
                          word_of(path).value_or("/") + " as " + told_root;
  model::configuration other;  // what a line cannot hold
  for (const auto& [key, value] : conf) {
    const bool plain = key.find('=') == std::string::npos && !key.empty();
    if (const auto word = plain ? word_of(key + "=" + value) : std::nullopt)
      statement += " " + *word;
    else
      other.emplace(key, value);
  }
  if (!other.empty()) statement = with_document(statement, configuration_file(other));
  draft_.reveals(place_of(birth), std::move(statement));
}

/// Whether the step came from outside. Who asked need not have a name; but what an engine that was
/// started anew does of itself has no cause either.
bool retold_orders::is_order(const journal_entry& entry) const {
  if (const auto* action = std::get_if<model::action_event>(&entry.event)) {
    // The coordinator hands it on, in older journals with itself as the cause: if it is not killed,
    // a user asked.
    const auto* job = tree_.record<model::coordinator_record>(coordinator_of(entry.entity));
    return std::holds_alternative<model::action_events::killed>(*action) && job != nullptr &&
           job->state != model::status::killed;
  }
  if (const auto* job = std::get_if<model::coordinator_event>(&entry.event))
    if (std::holds_alternative<model::coordinator_events::updated>(*job) ||
        std::holds_alternative<model::coordinator_events::updated_but_concurrency>(*job))
      return true;
  if (entry.why.sequence != 0) return false;
  if (!entry.why.user.empty()) return true;
  const auto* bundle = std::get_if<model::bundle_event>(&entry.event);
  const auto* flow = std::get_if<model::workflow_event>(&entry.event);
  const bool own = (bundle && std::holds_alternative<model::bundle_events::started>(*bundle)) ||
                   (flow && std::holds_alternative<model::workflow_events::suspended>(*flow));
  return entry.entity.job == entry.entity.root && !own;
}

void retold_orders::ordered(const journal_entry& entry, const model::any_record& before) {
  if (!is_order(entry)) return;
  std::visit(
      [&](const auto& event) {
        using event_type = std::decay_t<decltype(event)>;
        if constexpr (std::is_same_v<event_type, model::bundle_event>)
          order(entry, event, std::get<model::bundle_record>(before));
        else if constexpr (std::is_same_v<event_type, model::coordinator_event>)
          order(entry, event, std::get<model::coordinator_record>(before));
        else if constexpr (std::is_same_v<event_type, model::action_event>)
          order(entry, event, std::get<model::action_record>(before));
        else
          order(entry, event, std::get<model::workflow_record>(before));
      },
      entry.event);
}

void retold_orders::order(const journal_entry& entry, const model::bundle_event& event,
                          const model::bundle_record&) {
  namespace is = model::bundle_events;
  if (std::holds_alternative<is::started>(event)) return say(entry, "start");
  if (std::holds_alternative<is::killed>(event)) return say(entry, "kill");
  if (std::holds_alternative<is::suspended>(event)) return say(entry, "suspend");
  if (std::holds_alternative<is::resumed>(event)) return say(entry, "resume");
  if (const auto* again = std::get_if<is::rerun>(&event)) return rerun(entry, *again);
  if (const auto* other = std::get_if<is::changed>(&event)) {
    std::vector<std::string> words;
    if (other->pause) words.push_back("pausetime=" + time(entry, *other->pause));
    if (other->end) words.push_back("endtime=" + time(entry, *other->end));
    return say(entry, "change", words);
  }
}

void retold_orders::order(const journal_entry& entry, const model::coordinator_event& event,
                          const model::coordinator_record& before) {
  namespace is = model::coordinator_events;
  if (std::holds_alternative<is::killed>(event)) return say(entry, "kill");
  if (std::holds_alternative<is::suspended>(event)) return say(entry, "suspend");
  if (std::holds_alternative<is::resumed>(event)) return say(entry, "resume");
  if (const auto* again = std::get_if<is::rerun>(&event)) return rerun(entry, *again);
  if (const auto* passed = std::get_if<is::actions_ignored>(&event))
    return say(entry, "ignore", {"actions=" + ranges_of(passed->actions)});
  if (const auto* next = std::get_if<is::updated>(&event)) return update(entry, *next, before);
  if (const auto* next = std::get_if<is::updated_but_concurrency>(&event))
    return update(entry, next->what, before);
  if (const auto* other = std::get_if<is::changed>(&event)) {
    const model::coordinator_change& values = other->values;
    std::vector<std::string> words;
    if (values.end) words.push_back("endtime=" + time(entry, *values.end));
    if (values.concurrency) words.push_back("concurrency=" + std::to_string(*values.concurrency));
    if (values.pause) words.push_back("pausetime=" + time(entry, *values.pause));
    if (values.state) words.push_back("status=" + std::string(model::name(*values.state)));
    return say(entry, "change", words);
  }
}

void retold_orders::order(const journal_entry& entry, const model::action_event& event,
                          const model::action_record&) {
  if (!std::holds_alternative<model::action_events::killed>(event)) return;
  journal_entry of_job = entry;
  of_job.entity = coordinator_of(entry.entity);
  say(of_job, "kill", {"actions=" + std::to_string(entry.entity.number)});
}

void retold_orders::order(const journal_entry& entry, const model::workflow_event& event,
                          const model::workflow_record& before) {
  namespace is = model::workflow_events;
  if (std::holds_alternative<is::started>(event)) return say(entry, "start");
  if (std::holds_alternative<is::killed>(event)) return say(entry, "kill");
  if (std::holds_alternative<is::suspended>(event)) return say(entry, "suspend");
  if (std::holds_alternative<is::resumed>(event)) return say(entry, "resume");
  if (const auto* again = std::get_if<is::rerun>(&event)) return rerun(entry, *again, before);
}

void retold_orders::rerun(const journal_entry& entry,
                          const model::coordinator_events::rerun& event) {
  if (event.at_once && event.actions.size() == 1) {
    // A user reran the workflow of that action.
    const std::string name = tree_.called(action_of(entry.entity, event.actions[0])) + "/workflow";
    std::string statement = "rerun " + word_of(name).value_or(name);
    for (const std::string& each : properties(entry, event.given)) statement += " " + each;
    return draft_.happens(place_of(entry), std::move(statement));
  }
  std::vector<std::string> words{"actions=" + ranges_of(event.actions)};
  add_options(words, event.options);
  if (!event.given.empty())
    draft_.leave_out(place_of(entry), "the properties that were given to the actions");
  say(entry, "rerun", words);
}

void retold_orders::rerun(const journal_entry& entry, const model::bundle_events::rerun& event) {
  const auto* job = tree_.record<model::bundle_record>(entry.entity);
  const auto definition = source_.definitions.bundle(entry.definition);
  std::string names;
  for (const uint16_t member : event.members) {
    if (job == nullptr || !definition || member >= job->members.size()) continue;
    const auto& known = (*definition)->coordinators;
    const uint16_t index = job->members[member].index;
    if (index < known.size()) names += (names.empty() ? "" : ",") + known[index].name;
  }
  std::string times;
  for (const auto& [first, last] : event.what.times)
    times += (times.empty() ? "" : ",") + time(entry, first) +
             (first == last ? "" : "::" + time(entry, last));
  std::vector<std::string> words;
  if (const auto word = word_of("coordinators=" + names)) words.push_back(*word);
  if (!times.empty()) words.push_back("dates=" + times);
  add_options(words, event.what.options);
  say(entry, "rerun", words);
}

model::configuration retold_orders::conf_of(const hash128& base, const model::configuration& own) {
  const auto text = base == hash128{} ? result<std::shared_ptr<const model::definition_text>>(
                                            failure{errc::not_found, "", "", "", ""})
                                      : source_.definitions.text(base);
  return text ? model::merged((*text)->conf, own) : own;
}

void retold_orders::rerun(const journal_entry& entry, const model::workflow_events::rerun& event,
                          const model::workflow_record& before) {
  const model::configuration was =
      conf_of(before.conf_base == hash128{} ? before.definition : before.conf_base, before.conf);
  const model::configuration is =
      conf_of(event.conf_base == hash128{} ? event.definition : event.conf_base, event.conf);
  model::configuration given = news_of(was, is);
  // Which nodes to skip is said anew in every rerun.
  for (const std::string_view name : {model::rerun_failed_property, model::rerun_skip_property})
    if (const auto choice = is.find(name); choice != is.end() && !choice->second.empty())
      given.insert_or_assign(std::string(name), choice->second);
  say(entry, "rerun", properties(entry, given));
}

void retold_orders::update(const journal_entry& entry,
                           const model::coordinator_events::updated& event,
                           const model::coordinator_record& before) {
  const auto was = source_.definitions.text(before.definition);
  const auto is = source_.definitions.text(event.definition);
  if (!was || !is)
    return draft_.leave_out(place_of(entry), "an update, whose definition is not there");
  say(entry, "update", properties(entry, news_of((*was)->conf, (*is)->conf)));
}

}  // namespace foliot::rehearsal
