// Coordinators: the status transition, commands told in words ("suspend, transit, resume"), and the
// arrows of the document.
#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "model/tables.hpp"
#include "tests/vectors/bundle_engine.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/played_job.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

using model::status;

constexpr const char* first_day = "2009-12-15T01:00Z";

std::string text_of(const json& v, const char* key) {
  return v.contains(key) && v[key].is_string() ? v[key].get<std::string>() : "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string shown(status s) { return std::string(model::name(s)); }

// -- what the service makes of the actions ------------------------------------------------------

verdict status_transit(const json& v) {
  constexpr std::string_view pending = "(pending 1)";
  played_job job(status_told(v.at("job_status").get<std::string>()), utc(first_day));
  job.record.pending = v.at("job_pending");
  job.record.done = v.at("done_materialization");
  for (std::string told : v.at("action_statuses")) {
    const bool waits = told.ends_with(pending);
    if (waits) told.resize(told.size() - pending.size());
    job.has(job.record.actions + 1, status_told(told), waits);
  }
  job.transit();
  if (verdict why = compare(v.at("new_job_status").get<std::string>(), shown(job.record.state));
      !why.empty())
    return why;
  if (!v.contains("new_pending")) return {};
  return unless(job.record.pending == v["new_pending"].get<bool>(), "pending is the other way");
}

// -- commands -------------------------------------------------------------------------------------

/// A command in words: its steps, and the actions that it names.
class command {
 public:
  explicit command(std::string words) : words_(std::move(words)) {
    static const std::regex remark(R"( ?\(([^)]*)\))");
    std::smatch found;
    if (std::regex_search(words_, found, remark)) remark_ = found[1];
    const std::string plain = std::regex_replace(words_, remark, "");
    static const std::regex between(", (?=[a-z])");
    const std::sregex_token_iterator each(plain.begin(), plain.end(), between, -1);
    steps_.assign(each, std::sregex_token_iterator());
  }

  const std::vector<std::string>& steps() const { return steps_; }
  const std::string& remark() const { return remark_; }
  bool begins(const char* word) const { return words_.starts_with(word); }
  bool means_all() const { return has(words_, "covering all"); }

  /// Of the actions that it names; nothing when it names none.
  std::vector<uint32_t> named() const {
    static const std::regex numbers(R"(action\w* (\d[\d,-]*))");
    std::smatch found;
    std::vector<uint32_t> out;
    if (!std::regex_search(words_, found, numbers)) return out;
    for (const auto& [first, last] : numbers_told(found[1]).numbers)
      for (uint32_t number = first; number <= last; ++number) out.push_back(number);
    return out;
  }

 private:
  std::string words_;
  std::string remark_;
  std::vector<std::string> steps_;
};

constexpr model::status_set with_errors{status::failed,
                                        status::killed,
                                        status::done_with_error,
                                        status::running_with_error,
                                        status::suspended_with_error,
                                        status::paused_with_error};

/// The status of actions that a vector is silent about: a rerun and an ignore are of ended ones.
status silent_status(const command& of, status job) {
  if (of.begins("ignore")) return status::failed;
  if (!of.begins("rerun")) return status::running;
  return with_errors.has(job) ? status::failed : status::succeeded;
}

/// The actions: the one that is told, or as many as the command names; of a job in PREP none.
void add_actions(played_job& job, const json& v, const command& of) {
  if (job.record.state == status::prep) return;
  const std::string told = text_of(v, "action_status");
  const status each = told.empty() ? silent_status(of, job.record.state) : status_told(told);
  const std::vector<uint32_t> named = of.named();
  const uint32_t last = !named.empty() ? named.back() : of.means_all() ? 3 : 1;
  for (uint32_t number = 1; number <= last; ++number) job.has(number, each);
  // "one not FAILED/KILLED/TIMEDOUT"
  if (of.remark().starts_with("one not ")) job.has(last, status::running);
}

std::string obey(played_job& job, const std::string& step, const command& of) {
  namespace orders = model::orders;
  static const std::regex edit(R"(then DB edit action ([A-Z]+) \+ job pending)");
  static const std::regex rerun(R"(rerun -(action|date) (\S+))");
  std::smatch found;
  if (step == "suspend") return job.order(orders::suspend{});
  if (step == "resume") return job.order(orders::resume{});
  if (step == "kill") return job.order(orders::kill{});
  if (step == "transit") return job.transit(), "";
  if (std::regex_match(step, found, edit)) {
    for (auto& [number, action] : job.actions) action.state = status_told(found[1].str());
    job.record.pending = true;
    return "";
  }
  if (std::regex_match(step, found, rerun))
    return job.order(
        orders::rerun{found[1] == "date" ? times_told(found[2]) : numbers_told(found[2]), {}});
  if (of.means_all()) {
    model::action_scope all;
    all.times.push_back(
        {job.actions.begin()->second.nominal, job.actions.rbegin()->second.nominal});
    return job.order(orders::kill_actions{std::move(all)});
  }
  model::action_scope scope;
  for (uint32_t number : of.named()) scope.numbers.push_back({number, number});
  if (step.starts_with("kill action")) return job.order(orders::kill_actions{std::move(scope)});
  if (step.starts_with("ignore action")) return job.order(orders::ignore_actions{std::move(scope)});
  throw std::runtime_error("nobody knows the command '" + step + "'");
}

verdict unknown_job(const json& v) {
  bundle_engine engine;
  std::string id = engine.bundle_wire_id();
  id.replace(0, 7, "9999999");
  id.back() = 'C';
  const auto answer = engine.ask("PUT", "/oozie/v2/job/" + id,
                                 "action=" + command(v.at("command")).steps().front());
  return unless((answer.status >= 400) == v.at("error").get<bool>(),
                "the status is " + std::to_string(answer.status));
}

/// "RUNNING then RUNNINGWITHERROR after transit"; a note may say "after the status transit".
verdict status_afterwards(const json& v, played_job& job) {
  const std::string told = text_of(v, "new_job_status");
  if (told.empty()) return {};
  static const std::regex later(R"(([A-Z]+) then ([A-Z]+) after transit)");
  std::smatch found;
  if (std::regex_match(told, found, later)) {
    if (verdict why = compare(found[1], shown(job.record.state)); !why.empty()) return why;
    job.transit();
    return compare(found[2], shown(job.record.state));
  }
  if (has(text_of(v, "note"), "after the status transit")) job.transit();
  return compare(told, shown(job.record.state));
}

verdict action_afterwards(const json& v, played_job& job) {
  if (v.contains("new_action_status"))
    if (verdict why = compare(v["new_action_status"].get<std::string>(), job.states());
        !why.empty())
      return why;
  if (v.contains("new_action_pending"))
    if (job.actions.at(1).pending != (v["new_action_pending"].get<int>() > 0))
      return "the action's pending is the other way";
  if (v.contains("new_done_materialization") &&
      job.record.done != v["new_done_materialization"].get<bool>())
    return "done is the other way";
  if (!has(text_of(v, "note"), "after transit job pending=false")) return {};
  job.transit();
  return unless(!job.record.pending, "the job is pending");
}

verdict run_command(const json& v) {
  const command of(v.at("command").get<std::string>());
  std::string told = v.at("job_status").get<std::string>();
  if (told == "(none)") return unknown_job(v);
  const bool done = told.ends_with(" (done)");
  if (done) told.resize(told.find(' '));
  played_job job(status_told(told), utc(first_day));
  add_actions(job, v, of);
  job.record.done = job.record.done || done || of.means_all();

  std::string code;
  std::vector<std::string> seen;
  for (const std::string& step : of.steps()) {
    code = obey(job, step, of);
    seen.push_back(shown(job.record.state));
  }
  if (verdict why = compare(text_of(v, "error_code"), code); !why.empty()) return why;
  if (v.contains("statuses_seen"))
    return compare(v["statuses_seen"].get<std::vector<std::string>>(), seen);
  if (verdict why = status_afterwards(v, job); !why.empty()) return why;
  if (job.record.state == status::killed && job.take(model::coordinator_events::materialised{1}))
    return "an action is made after the kill";
  return action_afterwards(v, job);
}

template <class Table>
verdict arrow(const Table& table, const json& v) {
  return unless(model::may_become(table, status_told(v.at("from_status").get<std::string>()),
                                  status_told(v.at("to_status").get<std::string>())),
                "there is no such arrow");
}

}  // namespace

verdict judge_transitions(const subject& of) {
  const json& v = of.vector();
  const std::string kind = v.at("kind").get<std::string>();
  if (kind == "status_transit") return status_transit(v);
  if (kind == "command") return run_command(v);
  if (kind == "doc_job_transition") return arrow(model::coordinator_table, v);
  if (kind == "doc_action_transition") return arrow(model::action_table, v);
  return "no judge can play a " + kind;
}

}  // namespace foliot::vectors
