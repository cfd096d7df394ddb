#include "tests/model/workflow_builder.hpp"

#include <algorithm>

#include "model/moves.hpp"

namespace foliot::model::testing {

using namespace workflow_events;

el::expression ex(std::string_view text) {
  auto parsed = el::parse(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed ? std::move(parsed).value() : el::expression{};
}

run_ended end_of(node_index node, uint16_t attempt, int32_t exit_code) {
  run_ended out;
  out.node = node;
  out.attempt = attempt;
  out.exit_code = exit_code;
  return out;
}

flow::wish& flow::add(std::string name, node_kind kind, std::string type, std::string to) {
  wish out;
  out.node.name = std::move(name);
  out.node.kind = kind;
  out.node.type = std::move(type);
  out.node.line = static_cast<uint32_t>(wishes_.size()) + 2;
  out.to = std::move(to);
  wishes_.push_back(std::move(out));
  return wishes_.back();
}

flow& flow::start(std::string to) {
  add(":start:", node_kind::start, ":START:", std::move(to));
  return *this;
}

flow& flow::end(std::string name) {
  add(std::move(name), node_kind::end, ":END:");
  return *this;
}

flow& flow::kill(std::string name, std::string_view message) {
  add(std::move(name), node_kind::kill, ":KILL:").node.message = ex(message);
  return *this;
}

flow& flow::split(std::string name, std::vector<std::string> paths) {
  add(std::move(name), node_kind::fork, ":FORK:").paths = std::move(paths);
  return *this;
}

flow& flow::join(std::string name, std::string to) {
  add(std::move(name), node_kind::join, ":JOIN:", std::move(to));
  return *this;
}

flow& flow::decide(std::string name, std::vector<std::pair<std::string, std::string>> cases,
                   std::string otherwise) {
  wish& made = add(std::move(name), node_kind::decision, "switch", std::move(otherwise));
  for (auto& [predicate, to] : cases) {
    made.node.cases.push_back({ex(predicate), no_node});
    made.case_targets.push_back(to);
  }
  return *this;
}

flow& flow::shell(std::string name, std::string ok, std::string error, shell_body body) {
  wish& made = add(std::move(name), node_kind::action, "shell", std::move(ok));
  made.error_to = std::move(error);
  if (body.exec.source().empty()) body.exec = ex("true");
  made.node.shell = std::make_shared<const shell_body>(std::move(body));
  return *this;
}

flow& flow::fs(std::string name, std::string ok, std::string error, fs_body body) {
  wish& made = add(std::move(name), node_kind::action, "fs", std::move(ok));
  made.error_to = std::move(error);
  made.node.fs = std::make_shared<const fs_body>(std::move(body));
  return *this;
}

flow& flow::other(std::string name, std::string type, std::string ok, std::string error) {
  add(std::move(name), node_kind::action, std::move(type), std::move(ok)).error_to =
      std::move(error);
  return *this;
}

workflow_definition flow::build() const {
  workflow_definition out;
  out.app_path = "file:///apps/test";
  for (const wish& made : wishes_) out.nodes.push_back(made.node);
  const auto resolve = [&out](const std::string& name) {
    for (size_t i = 0; i < out.nodes.size(); ++i)
      if (!name.empty() && out.nodes[i].name == name) return static_cast<node_index>(i);
    return no_node;
  };
  out.start = resolve(":start:");
  for (size_t i = 0; i < wishes_.size(); ++i) {
    workflow_node& node = out.nodes[i];
    node.to = resolve(wishes_[i].to);
    node.error_to = resolve(wishes_[i].error_to);
    for (const std::string& path : wishes_[i].paths) node.paths.push_back(resolve(path));
    for (size_t c = 0; c < node.cases.size(); ++c)
      node.cases[c].to = resolve(wishes_[i].case_targets[c]);
  }
  return out;
}

job::job(workflow_definition what, configuration with, lost_rule rule)
    : definition(std::make_shared<const workflow_definition>(std::move(what))),
      conf(std::move(with)),
      on_lost(rule) {}

bool job::feed(const workflow_event& event) {
  now.ms += ms_per_second;
  const workflow_step step = advance(context(), record, event, now);
  EXPECT_FALSE(step.broken) << *step.broken;
  if (step.broken || !step.accepted) return false;
  EXPECT_EQ(step.next.version, record.version + 1);
  EXPECT_EQ(step.next.modified, now);
  EXPECT_TRUE(step.births.empty());
  const bool again = std::holds_alternative<workflow_events::rerun>(event);
  if (is_terminal(record.state) && !again) {
    EXPECT_EQ(step.next.state, record.state);
  }
  for (const node_state& node : step.next.nodes) {
    if (is_ended(node.state)) {
      EXPECT_EQ(node.plan.index() != 0, node.open);
    }
  }
  for (const node_state& before : record.nodes) {
    const node_state* after = find_node(step.next, before.node);
    EXPECT_TRUE(after || again);
    if (after && !again && is_ended(before.state)) {
      EXPECT_EQ(after->state, before.state);
    }
  }
  record = step.next;
  history.emplace_back(event, now);
  return true;
}

std::string job::broken_by(const workflow_event& event) {
  const workflow_step step = advance(context(), record, event, now);
  EXPECT_FALSE(step.broken && step.accepted);
  return step.broken.value_or("");
}

bool job::create(bool held) {
  created birth;
  birth.user = "ann";
  birth.name = "test";
  birth.app_path = "file:///apps/test/workflow.xml";
  birth.conf = conf;
  birth.held = held;
  return feed(birth);
}

bool job::ends(std::string_view node, int32_t exit_code, std::string output) {
  return feed(run_ended{index(node), at(node).attempt, run_end::ended, exit_code, std::move(output),
                        "", ""});
}

bool job::ends(std::string_view node, run_end outcome, std::string code, std::string message) {
  return feed(run_ended{index(node), at(node).attempt, outcome, 0, "", std::move(code),
                        std::move(message)});
}

bool job::runs(std::string_view node, int64_t pid) {
  return feed(run_started{index(node), at(node).attempt, pid});
}

bool job::answer(bool truth) {
  facts_found found;
  for (const el::probe& question : record.questions)
    found.facts.emplace_back(question, el::value{truth});
  return feed(found);
}

node_state job::at(std::string_view node) const {
  const node_state* found = find_node(record, index(node));
  return found ? *found : node_state{};
}

std::string job::state(std::string_view node) const {
  const node_state* found = find_node(record, index(node));
  return found ? std::string(name(found->state)) : std::string{};
}

std::vector<std::string> job::visited() const {
  std::vector<std::string> out;
  for (const node_state& node : record.nodes) out.push_back(definition->nodes[node.node].name);
  return out;
}

std::vector<std::string> job::owes() const {
  std::vector<std::string> out;
  const auto called = [this](node_index node) { return definition->nodes[node].name; };
  const overloaded tell{
      [&](const workflow_effects::run& e) { out.push_back("run " + called(e.node)); },
      [&](const workflow_effects::prepare& e) { out.push_back("prepare " + called(e.node)); },
      [&](const workflow_effects::run_fs& e) { out.push_back("run_fs " + called(e.node)); },
      [&](const workflow_effects::run_child& e) { out.push_back("run_child " + called(e.node)); },
      [&](const workflow_effects::kill_run& e) { out.push_back("kill " + called(e.node)); },
      [&](const workflow_effects::forget_run& e) { out.push_back("forget " + called(e.node)); },
      [&](const workflow_effects::wake_at&) { out.emplace_back("wake"); },
      [&](const workflow_effects::report&) { out.push_back("report"); },
      [&](const workflow_effects::ask_facts& e) {
        for (const el::probe& probe : e.probes)
          out.push_back("ask " + probe.function + "(" + probe.arguments.at(0) + ")");
      }};
  for (const workflow_effect& effect : model::owed(context(), record, now))
    std::visit(tell, effect);
  return out;
}

bool job::owes(const std::string& what) const {
  const std::vector<std::string> all = owes();
  return std::find(all.begin(), all.end(), what) != all.end();
}

}  // namespace foliot::model::testing
