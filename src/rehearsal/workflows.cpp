#include "rehearsal/workflows.hpp"

#include <set>

#include "base/xml_escape.hpp"
#include "rehearsal/arguments.hpp"

namespace foliot::rehearsal {

namespace {

std::string document(const std::string& name, const std::string& start, const std::string& nodes) {
  return "<workflow-app name=\"" + xml_attribute(name) +
         "\" xmlns=\"uri:oozie:workflow:0.5\">\n<start to=\"" + xml_attribute(start) + "\"/>\n" +
         nodes + "</workflow-app>\n";
}

std::string shell(const std::string& arguments) {
  return "<shell xmlns=\"uri:oozie:shell-action:0.3\"><exec>program</exec>" + arguments +
         "</shell>";
}

std::string argument(const std::string& text) {
  return "<argument>" + xml_attribute(text) + "</argument>";
}

constexpr const char* kill_node =
    "<kill name=\"fail\"><message>${wf:errorMessage(wf:lastErrorNode())}</message></kill>\n";
constexpr const char* end_node = "<end name=\"end\"/>\n";

class workflow_writer {
 public:
  std::variant<application_files, problem> write(const std::string& name,
                                                 const std::vector<line>& lines) {
    for (const line& each : lines) {
      arguments in(each, {});
      const std::string kind = in.word("a kind of node");
      const std::string node = in.word("the node's name");
      if (start_.empty()) start_ = node;
      if (kind != "start") names_.insert(node);
      add(in, kind, node);
      if (const auto bad = in.mistake()) return problem{each.number, *bad};
    }
    if (!names_.contains("fail")) nodes_ += kill_node;
    if (!names_.contains("end")) nodes_ += end_node;
    return application_files{{"/apps/" + name + "/workflow.xml", document(name, start_, nodes_)}};
  }

 private:
  void add(arguments& in, const std::string& kind, const std::string& name) {
    const std::string called = " name=\"" + xml_attribute(name) + "\"";
    if (kind == "start") return;
    if (kind == "shell") return shell_node(in, called);
    if (kind == "fs") return fs_node(in, called);
    if (kind == "child") return child_node(in, called);
    if (kind == "decide") return decision(in, called);
    if (kind == "fork") {
      nodes_ += "<fork" + called + ">";
      while (in.more()) nodes_ += "<path start=\"" + xml_attribute(in.word("a path")) + "\"/>";
      nodes_ += "</fork>\n";
    } else if (kind == "join") {
      nodes_ += "<join" + called + " to=\"" + xml_attribute(in.word("the next node")) + "\"/>\n";
    } else if (kind == "kill") {
      nodes_ += "<kill" + called + "><message>" + xml_attribute(in.word("a message")) +
                "</message></kill>\n";
    } else if (kind == "end") {
      nodes_ += "<end" + called + "/>\n";
    } else {
      in.wrong("'" + kind + "' is no kind of node");
    }
  }

  /// [ok NODE] [error NODE] [retry MAX MINUTES [POLICY]]: attributes and transitions.
  void head(arguments& in, const std::string& called, std::string& transitions) {
    transitions = "<ok to=\"" + xml_attribute(in.option("ok").value_or("end")) + "\"/>";
    transitions +=
        "<error to=\"" + xml_attribute(in.option("error").value_or("fail")) + "\"/></action>\n";
    nodes_ += "<action" + called;
    if (in.take("retry")) {
      nodes_ += " retry-max=\"" + xml_attribute(in.word("a number of retries")) + "\"";
      nodes_ += " retry-interval=\"" + xml_attribute(in.word("minutes")) + "\"";
    }
    nodes_ += ">";
  }

  void shell_node(arguments& in, const std::string& called) {
    std::string transitions;
    head(in, called, transitions);
    std::string content;
    bool capture = false;
    while (in.more()) {
      if (in.take("capture"))
        capture = true;
      else
        content += argument(in.word("an argument"));
    }
    nodes_ += shell(content + (capture ? "<capture-output/>" : "")) + transitions;
  }

  void fs_node(arguments& in, const std::string& called) {
    std::string transitions;
    head(in, called, transitions);
    nodes_ += "<fs>";
    while (in.more()) {
      const std::string what = in.word("an operation");
      if (what.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos)
        return in.wrong("'" + what + "' is no operation on files");
      const std::string path = xml_attribute("file://" + in.word("a path"));
      if (what == "move")
        nodes_ += "<move source=\"" + path + "\" target=\"" +
                  xml_attribute("file://" + in.word("a target")) + "\"/>";
      else
        nodes_ += "<" + what + " path=\"" + path + "\"/>";
    }
    nodes_ += "</fs>" + transitions;
  }

  /// APPLICATION [ok NODE] ... [propagate] [KEY=VALUE ...]
  void child_node(arguments& in, const std::string& called) {
    std::string app = in.word("an application or its path");
    std::string transitions;
    head(in, called, transitions);
    if (app.find_first_of("/$") == std::string::npos) app = "/apps/" + app + "/workflow.xml";
    nodes_ += "<sub-workflow><app-path>" + xml_attribute(app) + "</app-path>";
    if (in.take("propagate")) nodes_ += "<propagate-configuration/>";
    const bool configured = in.more();
    if (configured) nodes_ += "<configuration>";
    while (in.more()) {
      const auto [key, value] = in.property();
      nodes_ += "<property><name>" + xml_attribute(key) + "</name><value>" + xml_attribute(value) +
                "</value></property>";
    }
    if (configured) nodes_ += "</configuration>";
    nodes_ += "</sub-workflow>" + transitions;
  }

  /// NODE "CONDITION" ... else NODE
  void decision(arguments& in, const std::string& called) {
    nodes_ += "<decision" + called + "><switch>";
    while (in.more() && !in.take("else")) {
      const std::string to = in.word("a node");
      nodes_ += "<case to=\"" + xml_attribute(to) + "\">" + xml_attribute(in.word("a condition")) +
                "</case>";
    }
    nodes_ += "<default to=\"" + xml_attribute(in.word("the default node")) +
              "\"/></switch></decision>\n";
  }

  std::string start_;
  std::string nodes_;
  std::set<std::string> names_;
};

}  // namespace

std::string plain_workflow(const std::string& name, const std::vector<std::string>& made) {
  std::string content;
  for (const std::string& property : made)
    content += argument("create:${wf:conf('" + property + "')}");
  return document(name, "run",
                  "<action name=\"run\">" + shell(content) +
                      "<ok to=\"end\"/><error to=\"fail\"/></action>\n" + kill_node + end_node);
}

std::variant<application_files, problem> workflow_of(const std::string& name,
                                                     const std::vector<line>& nodes) {
  if (nodes.empty())
    return application_files{{"/apps/" + name + "/workflow.xml", plain_workflow(name, {})}};
  return workflow_writer().write(name, nodes);
}

}  // namespace foliot::rehearsal
