// Random workflow graphs, always sound: forks have their joins, nothing is entered twice.
#include <string>
#include <vector>

#include "tests/sim/generate.hpp"

namespace foliot::sim {

namespace {

class graph {
 public:
  explicit graph(rehearsal::chance& luck) : luck_(luck) {}

  std::string text(const std::string& name) {
    std::string next = "end";
    const int64_t after = luck_.between(0, 1);
    for (int64_t i = 0; i < after; ++i) next = segment(next, 0);
    next = output(next);
    const int64_t before = luck_.between(0, 3);
    for (int64_t i = 0; i < before; ++i) next = segment(next, 0);
    return "<workflow-app name=\"" + name + "\" xmlns=\"uri:oozie:workflow:0.5\">\n<start to=\"" +
           next + "\"/>\n" + nodes_ +
           "<kill name=\"fail\"><message>failed at ${wf:lastErrorNode()}: "
           "${wf:errorMessage(wf:lastErrorNode())}</message></kill>\n<end name=\"end\"/>\n"
           "</workflow-app>\n";
  }

 private:
  std::string fresh() { return "n" + std::to_string(++last_); }

  /// Something that goes on to `next`; the name of its first node.
  std::string segment(const std::string& next, int depth) {
    const uint64_t what = luck_.below(10);
    if (what < 5 || depth > 1) return shell(next, depth);
    if (what < 7) return files(next, depth);
    return what < 8 ? decision(next, depth) : parallel(next, depth);
  }

  /// Where an error leads: mostly to the kill node, outside of forks also on.
  std::string error_to(const std::string& next, int depth) {
    return depth == 0 && luck_.hits(15) ? next : "fail";
  }

  std::string duration() {
    switch (luck_.below(4)) {
      case 0: return "0";
      case 1: return std::to_string(luck_.between(1, 500));
      case 2: return std::to_string(luck_.between(500, 30'000));
      default: return std::to_string(luck_.between(30'000, 900'000));
    }
  }

  void action(const std::string& name, const std::string& body, const std::string& ok,
              const std::string& error) {
    nodes_ += "<action name=\"" + name + "\">" + body + "<ok to=\"" + ok + "\"/><error to=\"" +
              error + "\"/></action>\n";
  }

  static std::string shell_body(const std::vector<std::string>& arguments, bool capture) {
    std::string out = "<shell xmlns=\"uri:oozie:shell-action:0.3\"><exec>make</exec>";
    for (const std::string& argument : arguments) out += "<argument>" + argument + "</argument>";
    return out + (capture ? "<capture-output/></shell>" : "</shell>");
  }

  std::string shell(const std::string& next, int depth) {
    const std::string name = fresh();
    std::vector<std::string> arguments{"takes:" + duration()};
    if (luck_.hits(30)) arguments.push_back("fails:" + std::to_string(luck_.between(5, 40)));
    const bool capture = luck_.hits(30);
    if (capture) arguments.push_back("print:way=" + std::string(luck_.hits(50) ? "left" : "right"));
    if (capture) arguments.push_back("from:${wf:id()}");
    action(name, shell_body(arguments, capture), next, error_to(next, depth));
    return name;
  }

  std::string files(const std::string& next, int depth) {
    const std::string name = fresh();
    const std::string place = "file:///work/${wf:id()}/" + name;
    std::string body = "<fs><mkdir path=\"" + place + "\"/>";
    if (luck_.hits(50)) body += "<touchz path=\"" + place + "/a\"/>";
    if (luck_.hits(30)) body += "<move source=\"" + place + "/a\" target=\"" + place + "/b\"/>";
    if (luck_.hits(20)) body += "<delete path=\"" + place + "\"/>";
    action(name, body + "</fs>", next, error_to(next, depth));
    return name;
  }

  std::string decision(const std::string& next, int depth) {
    const std::string name = fresh();
    const std::string left = segment(next, depth + 1);
    const std::string right = luck_.hits(50) ? segment(next, depth + 1) : next;
    const std::string flag = std::to_string(luck_.below(3));
    const std::string test = luck_.hits(70) ? "fs:exists('file:///flags/f" + flag + "')"
                                            : "wf:conf('choice') eq '" + flag + "'";
    nodes_ += "<decision name=\"" + name + "\"><switch><case to=\"" + left + "\">${" + test +
              "}</case><default to=\"" + right + "\"/></switch></decision>\n";
    return name;
  }

  std::string parallel(const std::string& next, int depth) {
    const std::string name = fresh();
    const std::string join = name + "j";
    std::string paths;
    const int64_t count = luck_.between(2, 3);
    for (int64_t i = 0; i < count; ++i)
      paths += "<path start=\"" + segment(join, depth + 1) + "\"/>";
    nodes_ += "<fork name=\"" + name + "\">" + paths + "</fork>\n<join name=\"" + join +
              "\" to=\"" + next + "\"/>\n";
    return name;
  }

  /// Writes what ${ready} names, by a program or by a file operation. An error kills.
  std::string output(const std::string& next) {
    const std::string name = fresh();
    if (luck_.hits(70)) {
      std::vector<std::string> arguments{"takes:" + duration(), "create:${ready}"};
      if (luck_.hits(25)) arguments.push_back("fails:20");
      action(name, shell_body(arguments, false), next, "fail");
    } else {
      action(name,
             "<fs><delete path=\"${out}\"/><mkdir path=\"${out}\"/><touchz "
             "path=\"${out}/_SUCCESS\"/><touchz path=\"${out}/ready\"/></fs>",
             next, "fail");
    }
    return name;
  }

  rehearsal::chance& luck_;
  std::string nodes_;
  int last_ = 0;
};

}  // namespace

std::string workflow_text(const std::string& name, rehearsal::chance& luck, bool& makes_output) {
  makes_output = true;
  return graph(luck).text(name);
}

}  // namespace foliot::sim
