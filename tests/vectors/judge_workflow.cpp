// Workflows: what their XML says, which graphs are sound, which way a decision goes, how commands
// are cut into words.
#include "model/command_words.hpp"
#include "model/workflow.hpp"
#include "parse/workflow_check.hpp"
#include "parse/workflow_conf.hpp"
#include "parse/workflow_xml.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

using model::node_kind;

result<model::workflow_definition> parsed(const std::string& xml, model::configuration conf = {}) {
  parse::options how;
  how.reading = dialect::oozie;
  std::vector<std::string> warnings;
  return parse::parse_workflow({entity_kind::workflow, "/apps/w", "", xml, std::move(conf)}, how,
                               warnings);
}

const model::workflow_node& node_of(const model::workflow_definition& in, const json& name) {
  const model::node_index index = in.find(name.get<std::string>());
  if (index == model::no_node) throw std::runtime_error("there is no node " + name.dump());
  return in.nodes[index];
}

/// The texts of an action's configuration, as far as the vector names them.
std::string conf_of(const model::workflow_node& of, const json& expected) {
  json out = json::object();
  for (const auto& [name, value] : expected.items()) {
    out[name] = nullptr;
    for (const auto& [mine, text] : of.body->conf)
      if (mine == name) out[name] = text.source();
  }
  return out.dump();
}

parse::graph graph_of(const json& v) {
  parse::graph out{{":start:", node_kind::start, {v.at("start").get<std::string>()}, "", true, ""}};
  for (const json& each : v.at("nodes")) {
    parse::graph_node node;
    node.name = each.at("name");
    const std::string type = each.at("type");
    if (type == "action") {
      node.kind = node_kind::action;
      node.to = {each.at("ok").get<std::string>(), each.at("error").get<std::string>()};
    } else if (type == "fork") {
      node.kind = node_kind::fork;
      node.to = each.at("paths").get<std::vector<std::string>>();
    } else if (type == "join") {
      node.kind = node_kind::join;
      node.to = {each.at("to").get<std::string>()};
    } else if (type == "decision") {
      node.kind = node_kind::decision;
      node.to = each.at("to").get<std::vector<std::string>>();
    } else {
      node.kind = type == "kill" ? node_kind::kill : node_kind::end;
    }
    out.push_back(std::move(node));
  }
  return out;
}

std::string decision_xml(const std::string& name, const json& cases, const std::string& otherwise) {
  std::string out = "<decision name='" + name + "'><switch>";
  for (const json& one : cases)
    out += "<case to='" + one.at(0).get<std::string>() + "'>${" + one.at(1).get<std::string>() +
           "}</case>";
  return out + "<default to='" + otherwise + "'/></switch></decision>";
}

/// A job that decides between `names`, each of which leads to the end.
verdict decide(const json& cases, const std::string& otherwise,
               const std::vector<std::string>& names, const json& expect) {
  std::string xml = "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='s'/>" +
                    decision_xml("s", cases, otherwise);
  for (const std::string& each : names)
    xml += decision_xml(each, json::array({json::array({"end", "false"})}), "end");
  const model::workflow_definition definition =
      must(parsed(xml + "<end name='end'/></workflow-app>"));
  const model::configuration conf;
  const entity_id id{0, entity_kind::workflow, 0, 1, 1};
  const model::workflow_context in{id, "0000001-W", definition, conf, model::lost_rule::rerun};
  const model::workflow_step step =
      model::advance(in, {}, model::workflow_events::created{}, instant{1'000});
  if (!step.accepted) return "the job is not born: " + step.broken.value_or("refused");
  for (const model::node_state& node : step.next.nodes) {
    if (definition.nodes[node.node].name != "s") continue;
    if (verdict why =
            compare(expect.at("to").get<std::string>(), definition.nodes[node.transition].name);
        !why.empty())
      return why;
    if (expect.contains("status"))
      return compare(expect["status"].get<std::string>(), std::string(name(node.state)));
  }
  return compare(expect.value("job", "SUCCEEDED"), std::string(name(step.next.state)));
}

}  // namespace

verdict judge_workflow_parser(const subject& of) {
  const json& v = of.vector();
  const json& expect = v.at("expect");
  const auto conf = v.value("conf", model::configuration());
  const auto made = parsed(v.at("xml").get<std::string>(), conf);
  if (!made) return compare(expect.value("error", ""), made.error().oozie);
  if (expect.contains("error")) return "it is accepted";
  if (expect.contains("action_conf"))
    return compare(expect["action_conf"].dump(),
                   conf_of(node_of(*made, expect.at("node")), expect["action_conf"]));
  if (expect.contains("retry_max")) {
    const auto texts =
        must(parse::evaluate_retry(node_of(*made, expect.at("node")).retry, "", conf, {}));
    return compare(
        expect["retry_max"].get<std::string>() + "/" + expect["retry_interval"].get<std::string>(),
        texts.max + "/" + texts.interval);
  }
  return {};
}

verdict judge_fork_join(const subject& of) {
  const json& v = of.vector();
  const result<void> out = parse::check_workflow(graph_of(v), v.value("validate_fork_join", true));
  const json& expect = v.at("expect");
  return compare(expect.at("valid").get<bool>() ? "" : expect.at("error").get<std::string>(),
                 out ? "" : out.error().oozie);
}

verdict judge_decision(const subject& of) {
  const json& v = of.vector();
  const json& expect = v.at("expect");
  if (v.contains("xml")) {  // what is not well-formed never becomes a node
    const auto made = parsed(
        "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='s'/>"
        "<decision name='s'>" +
        v["xml"].get<std::string>() + "</decision><end name='end'/></workflow-app>");
    return unless(!made.ok() && expect.at("error_code") == "XML_ERROR", "it is accepted");
  }
  std::vector<std::string> names;
  if (v.contains("switch")) {
    const json& cases = v["switch"].at("cases");
    for (const json& one : cases) names.push_back(one.at(0));
    names.push_back(v["switch"].at("default"));
    return decide(cases, names.back(), names, expect);
  }
  // A signal to one of several transitions: the case that is true.
  json cases = json::array();
  for (const json& each : v.at("transitions")) {
    names.push_back(each);
    cases.push_back(json::array({each, v.at("signal") == each ? "true" : "false"}));
  }
  return decide(cases, names.back(), names, expect);
}

verdict judge_shell_words(const subject& of) {
  const json& v = of.vector();
  const std::string text = v.at("input").is_null() ? "" : v["input"].get<std::string>();
  const auto out = model::shell_words(text);
  const json made = out ? json{{"tokens", *out}} : json{{"error", true}};
  return compare(v.at("expect").dump(), made.dump());
}

verdict judge_spark_options(const subject& of) {
  const json& v = of.vector();
  return compare(v.at("expect").dump(),
                 json(model::spark_options(v.at("input").get<std::string>())).dump());
}

}  // namespace foliot::vectors
