#include "rehearsal/applications.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/xml_escape.hpp"
#include "rehearsal/arguments.hpp"
#include "rehearsal/workflows.hpp"

namespace foliot::rehearsal {

namespace {

/// In the order that the schema wants.
constexpr std::array<std::string_view, 4> control_names{"timeout", "concurrency", "execution",
                                                        "throttle"};

std::string element(const std::string& name, const std::string& text) {
  return "<" + name + ">" + xml_attribute(text) + "</" + name + ">";
}

std::string attribute(const std::string& name, const std::string& text) {
  return " " + name + "=\"" + xml_attribute(text) + "\"";
}

std::string property_xml(const std::pair<std::string, std::string>& of) {
  return "<property>" + element("name", of.first) + element("value", of.second) + "</property>";
}

std::string inside(const std::string& name, const std::string& content) {
  return content.empty() ? content : "<" + name + ">" + content + "</" + name + ">";
}

/// "15" (minutes), "5m", "2h", "1d", "3mo", "endOfDays(1)"; anything else as it stands (cron).
std::string frequency_of(const std::string& text) {
  const size_t digits = text.find_first_not_of("0123456789");
  if (text.starts_with("endOf")) return "${coord:" + text + "}";
  if (digits == std::string::npos || digits == 0) return text;
  const std::string unit = text.substr(digits);
  const std::string count = "(" + text.substr(0, digits) + ")}";
  if (unit == "m") return "${coord:minutes" + count;
  if (unit == "h") return "${coord:hours" + count;
  if (unit == "d") return "${coord:days" + count;
  if (unit == "mo") return "${coord:months" + count;
  return text;
}

std::string uri_of(const std::string& text) {
  return text.starts_with("/") ? "file://" + text : text;
}

class application_writer {
 public:
  explicit application_writer(instant beginning) : beginning_(beginning) {}

  std::variant<application_files, problem> write(const statement& from) {
    arguments in(from.head, beginning_);
    const std::string kind = in.word("a kind of application");
    name_ = in.word("the application's name");
    if (kind == "bundle") head_bundle(in);
    if (kind == "coordinator") head_coordinator(in);
    if (const auto bad = in.mistake()) return problem{from.head.number, *bad};
    if (kind == "workflow") return workflow_of(name_, from.body);
    for (const line& each : from.body) {
      arguments part(each, beginning_);
      kind == "bundle" ? member(part) : coordinator_part(part);
      if (const auto bad = part.mistake()) return problem{each.number, *bad};
    }
    kind == "bundle" ? finish_bundle() : finish_coordinator();
    return files_;
  }

 private:
  /// A time in its long form; what is no time is left to the engine to judge.
  std::string when(arguments& in, const std::string& what) {
    const std::string text = in.word(what);
    const auto at = time_of(text, beginning_);
    return at ? text_of(*at) : text;
  }

  // -- bundle ------------------------------------------------------------------------------------

  void head_bundle(arguments& in) {
    if (in.take("kick-off"))
      controls_ = "<controls>" + element("kick-off-time", when(in, "a time")) + "</controls>";
  }

  void member(arguments& in) {
    in.require("member");
    const std::string name = in.word("the member's name");
    std::string path = name;
    if (const auto other = in.option("of")) path = *other;
    std::string head = "<coordinator" + attribute("name", name);
    if (in.take("critical")) head += attribute("critical", "true");
    if (const auto enabled = in.option("enabled")) head += attribute("enabled", *enabled);
    std::string conf;
    while (in.more()) conf += property_xml(in.property());
    members_ += head + ">" +
                element("app-path", uri_of(path.starts_with("/") ? path : "/apps/" + path)) +
                inside("configuration", conf) + "</coordinator>\n";
  }

  void finish_bundle() {
    files_["/apps/" + name_ + "/bundle.xml"] = "<bundle-app" + attribute("name", name_) +
                                               " xmlns=\"uri:oozie:bundle:0.2\">\n" + controls_ +
                                               members_ + "</bundle-app>\n";
  }

  // -- coordinator -------------------------------------------------------------------------------

  void head_coordinator(arguments& in) {
    in.require("every");
    head_ = attribute("frequency", frequency_of(in.word("a frequency")));
    in.require("from");
    head_ += attribute("start", when(in, "the start"));
    in.require("to");
    head_ += attribute("end", when(in, "the end"));
    std::string zone = "UTC";
    std::map<std::string, std::string> controls;
    while (in.more()) {
      const std::string what = in.word("a control");
      const bool is_control =
          std::find(control_names.begin(), control_names.end(), what) != control_names.end();
      if (!is_control && what != "zone" && what != "schema")
        in.wrong("'" + what + "' means nothing here");
      const std::string value = in.word("the value of '" + what + "'");
      if (is_control) controls[what] = value;
      if (what == "zone") zone = value;
      if (what == "schema") schema_ = value;
    }
    head_ += attribute("timezone", zone);
    for (const std::string_view each : control_names)
      if (const auto found = controls.find(std::string(each)); found != controls.end())
        controls_ += element(found->first, found->second);
  }

  void coordinator_part(arguments& in) {
    const std::string what = in.word("a part of the coordinator");
    if (what == "dataset") return dataset(in);
    if (what == "input") return void(event(in, "data-in", inputs_));
    if (what == "output") return output(in);
    if (what == "logic") {
      schema_ = "0.5";
      logic_ = in.word("the elements of <input-logic>");
    } else if (what == "parameter") {
      const std::string name = in.word("the parameter's name");
      const std::string value = in.more() ? element("value", in.word("its default")) : "";
      parameters_ += "<property>" + element("name", name) + value + "</property>";
    } else if (what == "workflow") {
      workflow_ = in.word("the workflow's name");
    } else if (what == "conf") {
      while (in.more()) conf_ += property_xml(in.property());
    } else {
      in.wrong("'" + what + "' is no part of a coordinator");
    }
  }

  void dataset(arguments& in) {
    const std::string name = in.word("the dataset's name");
    in.require("every");
    std::string head =
        attribute("name", name) + attribute("frequency", frequency_of(in.word("a frequency")));
    in.require("since");
    head += attribute("initial-instance", when(in, "the initial instance"));
    in.require("at");
    const std::string uri = uri_of(in.word("the URI template"));
    head += attribute("timezone", in.option("zone").value_or("UTC"));
    std::string flag;
    std::string& file = flags_[name] = "/_SUCCESS";
    if (in.take("directory")) {
      flag = "<done-flag></done-flag>";
      file.clear();
    } else if (const auto text = in.option("done")) {
      flag = element("done-flag", *text);
      file = "/" + *text;
    }
    datasets_ += "<dataset" + head + ">" + element("uri-template", uri) + flag + "</dataset>\n";
  }

  /// NAME DATASET FUNCTION... or FUNCTION..FUNCTION; gives the name and the dataset.
  std::pair<std::string, std::string> event(arguments& in, const std::string& tag,
                                            std::string& into) {
    const std::string name = in.word("the event's name");
    const std::string dataset = in.word("its dataset");
    std::string content;
    do {
      const std::string text = in.word("an instance such as current(0)");
      const size_t dots = text.find("..");
      const auto whole = [](const std::string& call) {
        return call.find('(') == std::string::npos || call.starts_with("$")
                   ? call
                   : "${coord:" + call + "}";
      };
      if (dots == std::string::npos)
        content += element("instance", whole(text));
      else
        content += element("start-instance", whole(text.substr(0, dots))) +
                   element("end-instance", whole(text.substr(dots + 2)));
    } while (in.more() && in.peek() != "keep");
    const std::string keep = in.take("keep") ? attribute("nocleanup", "true") : "";
    into += "<" + tag + attribute("name", name) + attribute("dataset", dataset) + keep + ">" +
            content + "</" + tag + ">\n";
    return {name, dataset};
  }

  void output(arguments& in) {
    const auto [name, dataset] = event(in, "data-out", outputs_);
    const std::string property = "made_" + name;
    conf_ += property_xml({property, "${coord:dataOut('" + name + "')}" + flags_[dataset]});
    made_.push_back(property);
  }

  void finish_coordinator() {
    const std::string folder = "/apps/" + name_;
    if (workflow_.empty()) {
      workflow_ = name_;
      files_[folder + "/workflow.xml"] = plain_workflow(name_, made_);
    }
    const std::string path =
        workflow_.find_first_of("/$") == std::string::npos ? "/apps/" + workflow_ : workflow_;
    files_[folder + "/coordinator.xml"] =
        "<coordinator-app" + attribute("name", name_) + head_ +
        " xmlns=\"uri:oozie:coordinator:" + xml_attribute(schema_) + "\">\n" +
        inside("parameters", parameters_) + inside("controls", controls_) +
        inside("datasets", datasets_) + inside("input-events", inputs_) +
        inside("input-logic", logic_) + inside("output-events", outputs_) + "<action><workflow>" +
        element("app-path", uri_of(path)) + inside("configuration", conf_) +
        "</workflow></action></coordinator-app>\n";
  }

  instant beginning_;
  application_files files_;
  std::string name_;
  std::string head_;
  std::string schema_ = "0.4";
  std::string controls_;
  std::string members_;
  std::string parameters_;
  std::string datasets_;
  std::string inputs_;
  std::string logic_;
  std::string outputs_;
  std::string conf_;
  std::string workflow_;
  std::vector<std::string> made_;
  std::map<std::string, std::string> flags_;  ///< What a dataset's URI is followed by when done.
};

}  // namespace

std::variant<application_files, problem> application_of(const statement& from, instant beginning) {
  return application_writer(beginning).write(from);
}

}  // namespace foliot::rehearsal
