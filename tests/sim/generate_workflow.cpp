// Random workflow graphs, always sound: forks have their joins, nothing is entered twice.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/sim/generate.hpp"

namespace foliot::sim {

namespace {

constexpr size_t fork_depth_max = 5;
/// Of one population: whatever is reached below a workflow was made before it.
constexpr size_t workflows_below_max = 6;

using scope = std::vector<std::pair<std::string, size_t>>;
using kind = node_spec::kind;

class grower {
 public:
  grower(population& out, rehearsal::chance& luck, rehearsal::virtual_files& files,
         const graph_size& size)
      : out_(out), luck_(luck), files_(files), size_(size), left_(size.nodes) {}

  graph_spec grow(bool writes_output) {
    std::string next = "end";
    next = chain(next, luck_.between(0, 1), {});
    if (size_.line) return finish(line(writes_output ? output(next) : next));
    if (writes_output) next = output(next);
    if (size_.rich && luck_.hits(15)) next = nest(next, {});
    next = chain(next, luck_.between(writes_output ? 0 : 1, size_.rich ? 6 : 3), {});
    return finish(next);
  }

 private:
  graph_spec finish(const std::string& first) {
    add("", kind::start, {}).ok = first;
    add("fail", kind::kill, {});
    add("end", kind::end, {});
    return std::move(graph_);
  }

  /// As many nodes before `next` as it is to have. It is made from its end: what fails of it,
  /// mostly fails late.
  std::string line(std::string next) {
    const auto wanted = static_cast<size_t>(size_.nodes);
    while (graph_.nodes.size() < wanted) {
      left_ = 3;
      next = segment(next, {});
      sturdy_ = sturdy_ || luck_.hits(30);
    }
    return next;
  }

  std::string fresh() { return "n" + std::to_string(++last_); }

  node_spec& add(const std::string& name, kind what, const scope& inside) {
    node_spec node;
    node.name = name;
    node.what = what;
    node.inside = inside;
    graph_.nodes.push_back(std::move(node));
    return graph_.nodes.back();
  }

  std::string chain(std::string next, int64_t count, const scope& inside) {
    for (int64_t i = 0; i < count; ++i) next = segment(next, inside);
    return next;
  }

  /// Something that goes on to `next`; the name of its first node.
  std::string segment(const std::string& next, const scope& inside) {
    --left_;
    const uint64_t what = left_ > 0 ? luck_.below(20) : 0;
    if (what < 6) return shell(next, inside);
    if (what < 8) return file_operations(next, inside);
    if (what < 10) return mail(next, inside);
    if (what < 13) return child(next, inside);
    if (what < 16) return decision(next, inside);
    return inside.size() < fork_depth_max ? parallel(next, inside, 1) : shell(next, inside);
  }

  std::string duration() {
    switch (luck_.below(4)) {
      case 0: return "0";
      case 1: return std::to_string(luck_.between(1, 500));
      case 2: return std::to_string(luck_.between(500, 30'000));
      default: return std::to_string(luck_.between(30'000, 900'000));
    }
  }

  /// Where an error leads: mostly to the kill node; also on, or to one that makes up for it.
  std::string error_to(const std::string& next, const scope& inside) {
    const uint64_t what = luck_.below(100);
    if (sturdy_ && what < 80) return next;
    if (what < 75 || next == "end") return "fail";
    if (what < 92 || left_ <= 0) return next;
    --left_;
    const std::string name = fresh();
    node_spec& node = add(name, kind::shell, inside);
    node.body = shell_body({"takes:" + duration(), "mark:${wf:conf('mark')}"}, false);
    node.ok = next;
    node.error = "fail";
    return name;
  }

  std::string action(kind what, const std::string& body, const std::string& next,
                     const scope& inside) {
    const std::string error = error_to(next, inside);
    const std::string name = fresh();
    node_spec& node = add(name, what, inside);
    node.body = body;
    node.ok = next;
    node.error = error;
    if (luck_.hits(25)) {
      static constexpr int64_t minutes[]{0, 1, 1, 10};
      node.retry = retry_spec{static_cast<uint32_t>(luck_.between(0, 3)), luck_.pick(minutes),
                              luck_.hits(40)};
    }
    return name;
  }

  static std::string shell_body(const std::vector<std::string>& arguments, bool capture) {
    std::string out = "<shell xmlns=\"uri:oozie:shell-action:0.3\"><exec>make</exec>";
    for (const std::string& argument : arguments) out += "<argument>" + argument + "</argument>";
    return out + (capture ? "<capture-output/></shell>" : "</shell>");
  }

  std::string shell(const std::string& next, const scope& inside) {
    std::vector<std::string> arguments{"takes:" + duration()};
    if (luck_.hits(sturdy_ ? 5 : 30))
      arguments.push_back("fails:" + std::to_string(luck_.between(5, 40)));
    if (luck_.hits(5)) arguments.push_back("refused:" + std::to_string(luck_.between(5, 40)));
    const bool capture = luck_.hits(30);
    if (capture) arguments.push_back("print:way=" + std::string(luck_.hits(50) ? "left" : "right"));
    if (capture) arguments.push_back("from:${wf:id()}");
    arguments.push_back("mark:${wf:conf('mark')}");
    return action(kind::shell, shell_body(arguments, capture), next, inside);
  }

  /// By a helper program: what becomes of it is written in its subject (helper_play.hpp).
  std::string mail(const std::string& next, const scope& inside) {
    static constexpr const char* subjects[]{"sound", "sound",       "E20",  "T30",
                                            "T90",   "T10 E10 M10", "M5 F5"};
    return action(kind::mail,
                  "<email xmlns=\"uri:oozie:email-action:0.2\"><to>ops@example.org</to><subject>" +
                      std::string(sturdy_ ? subjects[0] : luck_.pick(subjects)) +
                      "</subject><body>news</body></email>",
                  next, inside);
  }

  std::string file_operations(const std::string& next, const scope& inside) {
    const std::string place = "file:///work/${wf:id()}/f" + std::to_string(last_);
    std::string body = "<fs><mkdir path=\"" + place + "\"/>";
    if (luck_.hits(50)) body += "<touchz path=\"" + place + "/a\"/>";
    if (luck_.hits(30)) body += "<move source=\"" + place + "/a\" target=\"" + place + "/b\"/>";
    if (luck_.hits(20)) body += "<delete path=\"" + place + "\"/>";
    return action(kind::files, body + "</fs>", next, inside);
  }

  /// Another workflow below this one, of those that are there or a new one.
  std::string child(const std::string& next, const scope& inside) {
    if (size_.levels == 0) return shell(next, inside);
    std::vector<size_t> known;
    for (size_t i = 0; i < out_.workflows.size(); ++i) {
      const int level = out_.workflows[i].level;
      if (level > 0 && level <= size_.levels) known.push_back(i);
    }
    const bool is_full = known.size() >= workflows_below_max || left_ <= 0;
    std::string below;  // now and then one that is not there
    if (!known.empty() && (is_full || luck_.hits(50)))
      below = out_.workflows[luck_.pick(known)].name;
    else if (!is_full && !luck_.hits(4))
      below = out_.workflows[add_workflow(out_, luck_, files_,
                                          {std::min<int64_t>(left_, luck_.between(1, 8)),
                                           size_.levels - 1, size_.levels, false},
                                          false)]
                  .name;
    const bool propagates = luck_.hits(50);
    const std::string mark = luck_.hits(40) ? "m" + std::to_string(last_) : "";
    std::string body = "<sub-workflow><app-path>file:///apps/" +
                       (below.empty() ? std::string("nowhere") : below) + "</app-path>";
    if (propagates) body += "<propagate-configuration/>";
    if (!mark.empty()) body += "<configuration>" + property("mark", mark) + "</configuration>";
    const std::string name = action(kind::child, body + "</sub-workflow>", next, inside);
    node_spec& node = graph_.nodes.back();
    node.below = below;
    node.propagates = propagates;
    node.mark = mark;
    return name;
  }

  std::string decision(const std::string& next, const scope& inside) {
    std::vector<std::string> ways{segment(next, inside)};
    std::vector<std::string> tests;
    const int64_t more = luck_.between(1, 2);
    for (int64_t i = 0; i < more; ++i)
      ways.push_back(luck_.hits(60) ? segment(next, inside) : next);
    while (tests.size() + 1 < ways.size()) {
      const std::string flag = std::to_string(luck_.below(3));
      tests.push_back(luck_.hits(60) ? "fs:exists('file:///flags/f" + flag + "')"
                                     : "wf:conf('choice') eq '" + flag + "'");
    }
    const std::string name = fresh();
    node_spec& node = add(name, kind::decision, inside);
    node.ways = std::move(ways);
    node.tests = std::move(tests);
    return name;
  }

  std::string parallel(const std::string& next, const scope& inside, int64_t length) {
    const std::string name = fresh();
    const std::string join = name + "j";
    std::vector<std::string> ways;
    const int64_t count = luck_.between(2, left_ > 6 ? 4 : 2);
    for (int64_t i = 0; i < count; ++i) {
      scope branch = inside;
      branch.emplace_back(name, static_cast<size_t>(i));
      ways.push_back(chain(join, luck_.between(1, length), branch));
    }
    return forked(name, join, std::move(ways), next, inside);
  }

  std::string forked(const std::string& name, const std::string& join,
                     std::vector<std::string> ways, const std::string& next, const scope& inside) {
    add(name, kind::fork, inside).ways = std::move(ways);
    node_spec& last = add(join, kind::join, inside);
    last.ok = next;
    last.fork = name;
    return name;
  }

  /// Forks in forks, as deep as they may lie.
  std::string nest(const std::string& next, const scope& inside) {
    const std::string name = fresh();
    const std::string join = name + "j";
    std::vector<std::string> ways;
    for (size_t i = 0; i < 2; ++i) {
      scope branch = inside;
      branch.emplace_back(name, i);
      ways.push_back(i == 0 && branch.size() < fork_depth_max ? nest(join, branch)
                                                              : segment(join, branch));
    }
    return forked(name, join, std::move(ways), next, inside);
  }

  /// Writes what ${ready} names, by a program or by a file operation. An error kills.
  std::string output(const std::string& next) {
    const std::string name = fresh();
    const bool program = luck_.hits(70);
    std::string body =
        "<fs><delete path=\"${out}\"/><mkdir path=\"${out}\"/><touchz "
        "path=\"${out}/_SUCCESS\"/><touchz path=\"${out}/ready\"/></fs>";
    if (program) {
      std::vector<std::string> arguments{"takes:" + duration(), "create:${ready}"};
      if (luck_.hits(25)) arguments.push_back("fails:20");
      body = shell_body(arguments, false);
    }
    node_spec& node = add(name, program ? kind::shell : kind::files, {});
    node.body = body;
    node.ok = next;
    node.error = "fail";
    return name;
  }

  population& out_;
  rehearsal::chance& luck_;
  rehearsal::virtual_files& files_;
  graph_size size_;
  graph_spec graph_;
  int64_t left_;
  bool sturdy_ = false;  ///< What is made now hardly ever fails, or does no harm.
  int last_ = 0;
};

size_t add_graph(population& out, rehearsal::virtual_files& files, int level, bool writes_output,
                 graph_spec graph) {
  workflow_spec spec;
  spec.name = (level == 0 ? "w" : "s") + std::to_string(out.workflows.size());
  spec.makes_output = writes_output;
  spec.level = level;
  files.put("/apps/" + spec.name + "/workflow.xml", xml_of(graph, spec.name));
  spec.graph = std::move(graph);
  out.workflows.push_back(std::move(spec));
  return out.workflows.size() - 1;
}

}  // namespace

size_t add_workflow(population& out, rehearsal::chance& luck, rehearsal::virtual_files& files,
                    const graph_size& size, bool writes_output) {
  return add_graph(out, files, size.level, writes_output,
                   grower(out, luck, files, size).grow(writes_output));
}

size_t add_endless_workflow(population& out, rehearsal::virtual_files& files) {
  const std::string name = "w" + std::to_string(out.workflows.size());
  graph_spec graph;
  for (const kind what : {kind::start, kind::child, kind::kill, kind::end}) {
    node_spec node;
    node.what = what;
    node.ok = what == kind::start ? "again" : "end";
    node.error = "fail";
    node.name = what == kind::child  ? "again"
                : what == kind::kill ? "fail"
                : what == kind::end  ? "end"
                                     : "";
    if (what == kind::child) {
      node.below = name;
      node.retry = retry_spec{};  // each would double what lies below
      node.body = "<sub-workflow><app-path>file:///apps/" + name + "</app-path></sub-workflow>";
    }
    graph.nodes.push_back(std::move(node));
  }
  return add_graph(out, files, 0, false, std::move(graph));
}

}  // namespace foliot::sim
