#include "rehearsal/virtual_runs.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/java_properties.hpp"
#include "base/local_path.hpp"
#include "model/kinds/helper.hpp"
#include "model/workflow_data.hpp"

namespace foliot::rehearsal {

namespace {

constexpr int64_t takes_ms_default = 1'000;

/// What the arguments of a program say.
struct script {
  int64_t takes_ms = takes_ms_default;
  int32_t exit_code = 0;
  uint64_t fails = 0;
  uint64_t refused = 0;
  std::string output;
  std::vector<std::string> creates;
};

script read_script(const exec::run_spec& spec) {
  script out;
  for (const std::string& argument : spec.arguments) {
    const size_t colon = argument.find(':');
    if (colon == std::string::npos) continue;
    const std::string_view key = std::string_view(argument).substr(0, colon);
    const std::string value = argument.substr(colon + 1);
    if (key == "takes") out.takes_ms = std::strtoll(value.c_str(), nullptr, 10);
    if (key == "exit")
      out.exit_code = static_cast<int32_t>(std::strtol(value.c_str(), nullptr, 10));
    if (key == "fails") out.fails = std::strtoull(value.c_str(), nullptr, 10);
    if (key == "refused") out.refused = std::strtoull(value.c_str(), nullptr, 10);
    if (key == "print") out.output += value + "\n";
    if (key == "create") out.creates.push_back(local_path(value).value_or(value));
  }
  return out;
}

}  // namespace

std::shared_ptr<virtual_machine::session> virtual_machine::connect() {
  session_ = std::make_shared<session>();
  return session_;
}

/// Orders take a moment to reach the launcher, in their order, unless the engine dies before.
void virtual_machine::order(const std::shared_ptr<session>& from, const std::string& name,
                            std::function<void()> what) {
  if (!from->connected) return;
  from->last_order = std::max(from->last_order, plus_ms(time_.now(), luck_.between(0, 2)));
  from->orders.insert(name);
  time_.at(from->last_order, [from, name, what = std::move(what)] {
    if (!from->connected) return;
    from->orders.erase(from->orders.find(name));
    what();
  });
}

virtual_machine::run* virtual_machine::find(const std::string& name, uint64_t serial) {
  const auto found = runs_.find(name);
  return found != runs_.end() && found->second.serial == serial ? &found->second : nullptr;
}

void virtual_machine::start(const exec::run_spec& spec) {
  const auto [entry, is_new] = runs_.try_emplace(spec.name);
  if (!is_new) return tell(spec.name);  // claimed before: found again
  entry->second.spec = spec;
  entry->second.serial = ++last_serial_;
  time_.after_ms(luck_.between(0, 8),
                 [this, name = spec.name, serial = last_serial_] { execute(name, serial); });
}

namespace {

/// What is captured of a program that ended. Of the helper program, whose kind of answer a user
/// need not know, that it is done, and what was printed as its data.
std::string captured(const exec::run_spec& of, int32_t exit_code, const std::string& output) {
  if (of.output_bytes_max == 0) return {};
  if (of.output_file != model::helper_result || exit_code != 0) return output;
  if (model::read_properties(output).contains("type")) return output;
  std::string out = "type=ok\n";
  add_java_property(out, "data", output);
  return out;
}

}  // namespace

void virtual_machine::execute(const std::string& name, uint64_t serial) {
  run* what = find(name, serial);
  if (what == nullptr || what->at != phase::claimed) return;
  const uint64_t refused = read_script(what->spec).refused;
  if (refused > 0 && luck_.hits(refused))
    return end(*what, exec::run_outcome::not_started, 0, "it could not be started");
  ++executed_;
  if (on_execute) on_execute(what->spec);
  what->at = phase::running;
  what->pid = ++last_pid_;
  send(exec::run_started{name, what->pid}, name);
  if (direct) what->role = direct(what->spec);
  if (what->role) {
    time_.after_ms(what->role->takes_ms, [this, name, serial] { finish(name, serial); });
    return;
  }
  const int64_t takes = read_script(what->spec).takes_ms;
  time_.after_ms(luck_.between(takes / 2, takes + takes / 2),
                 [this, name, serial] { finish(name, serial); });
}

void virtual_machine::finish(const std::string& name, uint64_t serial) {
  run* what = find(name, serial);
  if (what == nullptr || what->at != phase::running) return;
  if (what->role) return play(*what);
  const script does = read_script(what->spec);
  if (does.fails > 0 && luck_.hits(does.fails)) {
    if (luck_.hits(30)) {
      what->end.signal = 11;
      return end(*what, exec::run_outcome::signalled, 0, "");
    }
    return end(*what, exec::run_outcome::exited, 1, "");
  }
  if (does.exit_code == 0)
    for (const std::string& path : does.creates) files_.put(path);
  what->end.output = captured(what->spec, does.exit_code, does.output);
  end(*what, exec::run_outcome::exited, does.exit_code, "");
}

/// A directed program comes to its end.
void virtual_machine::play(run& what) {
  if (what.role->exit_code == 0)
    for (const std::string& path : what.role->creates) files_.put(path);
  what.end.output = captured(what.spec, what.role->exit_code, what.role->output);
  end(what, exec::run_outcome::exited, what.role->exit_code, "");
}

void virtual_machine::end(run& what, exec::run_outcome outcome, int32_t exit_code,
                          const std::string& message) {
  what.at = phase::ended;
  what.end.name = what.spec.name;
  what.end.outcome = outcome;
  what.end.exit_code = exit_code;
  what.end.message = message;
  if (on_end) on_end(what.end);
  tell(what.spec.name);
}

void virtual_machine::kill(const std::string& name) {
  const auto [entry, is_new] = runs_.try_emplace(name);
  run& what = entry->second;
  if (is_new) {  // takes the claim: a late start cannot happen
    what.spec.name = name;
    what.serial = ++last_serial_;
    return end(what, exec::run_outcome::killed, 0, "killed before it was started");
  }
  if (what.at == phase::ended) return tell(name);
  if (what.at == phase::claimed) return end(what, exec::run_outcome::killed, 0, "killed");
  if (what.dying) return;
  what.dying = true;
  time_.after_ms(luck_.between(0, 50), [this, name, serial = what.serial] {
    run* killed = find(name, serial);
    if (killed != nullptr && killed->at == phase::running)
      end(*killed, exec::run_outcome::killed, 0, "killed");
  });
}

bool virtual_machine::strike() {
  std::vector<std::string> running;
  for (const auto& [name, what] : runs_)
    if (what.at == phase::running) running.push_back(name);
  if (running.empty()) return false;
  const std::string name = luck_.pick(running);
  lost_.insert(name);
  end(runs_.at(name), exec::run_outcome::lost, 0, "its launcher died");
  return true;
}

bool virtual_machine::end_now(const std::string& beginning) {
  for (auto at = runs_.lower_bound(beginning);
       at != runs_.end() && at->first.starts_with(beginning); ++at) {
    if (at->second.at != phase::running) continue;
    finish(at->first, at->second.serial);
    return true;
  }
  return false;
}

/// All that is known of the run, to the engine that is up and asked for it.
void virtual_machine::tell(const std::string& name) {
  const run& what = runs_.at(name);
  if (what.at == phase::running) send(exec::run_started{name, what.pid}, name);
  if (what.at != phase::ended) return;
  send(what.end, name);
  if (luck_.hits(5)) send(what.end, name);
}

void virtual_machine::send(exec::run_news news, const std::string& name) {
  if (!session_ || !session_->connected || !session_->follows.contains(name)) return;
  session& to = *session_;
  int64_t takes = luck_.between(0, 3);
  if (late_news > 0 && luck_.once_in(late_news)) takes = luck_.between(0, ms_per_minute);
  to.last_news = std::max(to.last_news, plus_ms(time_.now(), takes));
  to.telling.insert(name);
  time_.at(to.last_news, [here = session_, name, news = std::move(news)] {
    if (!here->connected) return;
    here->telling.erase(here->telling.find(name));
    here->news(news);
  });
}

bool virtual_machine::under_way(const std::string& name) const {
  const auto found = runs_.find(name);
  if (found != runs_.end() && found->second.at != phase::ended) return true;
  return session_ && (session_->orders.contains(name) || session_->telling.contains(name));
}

void run_client::start(exec::run_spec spec) {
  session_->follows.insert(spec.name);
  const std::string name = spec.name;
  machine_.order(session_, name,
                 [machine = &machine_, spec = std::move(spec)] { machine->start(spec); });
}

void run_client::kill(const std::string& name) {
  session_->follows.insert(name);
  machine_.order(session_, name, [machine = &machine_, name] { machine->kill(name); });
}

void run_client::forget(const std::string& name) {
  machine_.order(session_, name, [machine = &machine_, name] { machine->forget(name); });
}

}  // namespace foliot::rehearsal
