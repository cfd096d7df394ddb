// Oozie's own cases: what its engine does with a graph, a switch, an expression, a launch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "model/workflow_plan.hpp"
#include "model/workflow_view.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::model::testing {
namespace {

using nlohmann::json;
using namespace workflow_events;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

/// The vectors of workflow/`file`; empty when they are not beside the checkout.
json vectors_of(const std::string& file) {
  const char* set = std::getenv("FOLIOT_VECTORS");
  const std::filesystem::path root =
      set ? set : std::filesystem::path(FOLIOT_SOURCE_DIR) / "../shared/vectors";
  const std::filesystem::path path = root / "workflow" / file;
  if (!std::filesystem::exists(path)) return {};
  return json::parse(read_file(path)).at("vectors");
}

/// Whether docs/differences.md lists the vector: then it must fail.
bool is_listed(const std::string& vector) {
  const std::string page =
      read_file(std::filesystem::path(FOLIOT_SOURCE_DIR) / "docs/differences.md");
  return page.find("`workflow/" + vector + "`") != std::string::npos;
}

// -- runtime.json: graphs like "one->f(two,three)->j->end" ----------------------------------------

/// Reads the vectors' notation into a definition. A fork is an item with brackets; paths that say
/// no more go on to the join behind it; "x" and whatever is "(missing)" do not exist.
class graph_reader {
 public:
  graph_reader(std::string text, bool async) : text_(std::move(text)), async_(async) {}

  workflow_definition read() {
    if (text_.rfind("start->", 0) == 0) at_ = 7;
    out_.start(chain(""));
    if (!seen_.count("end")) out_.end();
    if (!seen_.count("kill")) out_.kill("kill");
    return out_.build();
  }
  const std::set<std::string>& sync() const { return sync_; }

 private:
  std::string word() {
    std::string out;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])))
      out += text_[at_++];
    return out;
  }
  bool take(const std::string& what) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (text_.compare(at_, what.size(), what) != 0) return false;
    at_ += what.size();
    return true;
  }
  /// Reads items joined by "->"; the name of the first. The last one goes on to `next`.
  std::string chain(const std::string& next) {
    take("");
    const std::string name = word();
    if (take("(missing)")) return name;
    if (take("(")) return split(name, next);
    const bool fresh = seen_.insert(name).second;
    bool async = async_;
    if (take("sync")) async = false;
    if (take("async")) async = true;
    const std::string to = take("->") ? chain(next) : next;
    if (name == "x" || !fresh) return name;
    if (name == "end") return out_.end(), name;
    if (name == "kill") return out_.kill(name), name;
    if (name[0] == 'j') return out_.join(name, to.empty() ? "end" : to), name;
    if (!async) sync_.insert(name);
    out_.shell(name, to.empty() ? "end" : to, "kill");
    return name;
  }
  std::string split(const std::string& name, const std::string& next) {
    seen_.insert(name);
    const size_t open = at_;  // the join behind the brackets is needed first
    int depth = 1;
    while (at_ < text_.size() && depth > 0) {
      depth += text_[at_] == '(' ? 1 : text_[at_] == ')' ? -1 : 0;
      ++at_;
    }
    const std::string join = take("->") ? chain(next) : next;
    const size_t behind = std::exchange(at_, open);
    std::vector<std::string> paths;
    do paths.push_back(chain(join));
    while (take(","));
    at_ = behind;
    out_.split(name, paths);
    return name;
  }

  std::string text_;
  bool async_;
  size_t at_ = 0;
  flow out_;
  std::set<std::string> seen_;
  std::set<std::string> sync_;
};

/// Ends every open node that completes at once, until there is none; the order of their ends.
void finish_sync(job& j, const std::set<std::string>& sync) {
  for (bool any = true; any;) {
    any = false;
    for (const std::string& name : j.visited()) {
      if (!sync.count(name) || !j.at(name).open || is_terminal(j.record.state)) continue;
      any = j.ends(name);
      break;
    }
  }
}

void take_step(job& j, const json& step, const std::set<std::string>& sync) {
  const std::string what = step.at(0);
  if (what == "start") {
    if (j.record.version == 0) j.create();
  } else {
    if (j.record.version == 0) j.create();  // a job of ours is born started
    if (what == "kill") j.feed(killed{});
    if (what == "fail") j.ends(std::string(step.at(1)), run_end::lost);
    if (what == "expect") {
      EXPECT_EQ(name(j.record.state), step.at(1));
    }
    if (what == "signal") {
      std::string path = step.at(1);
      std::erase(path, '/');
      for (const std::string& node : j.visited())
        if (j.at(node).open && (path.empty() || path == node)) j.ends(node);
    }
  }
  finish_sync(j, sync);
}

/// What the vector expects and does not get; empty when it holds.
std::string difference(const json& vector) {
  bool async = false;
  for (const json& step : vector.at("steps"))
    async = async || step.at(0) == "signal" || step.at(0) == "fail" || step.at(0) == "kill";
  graph_reader reader{vector.at("graph"), async};
  job j{reader.read(), {}, lost_rule::fail};
  for (const json& step : vector.at("steps")) take_step(j, step, reader.sync());

  std::map<std::string, int> seen;
  for (const std::string& node : j.visited()) {
    const workflow_node& written = j.definition->nodes[j.index(node)];
    if (written.kind != node_kind::action) continue;
    const node_status state = j.at(node).state;
    seen["entered"] += 1;
    seen["exited"] += state == node_status::ok || state == node_status::error ? 1 : 0;
    seen["killed"] += state == node_status::killed ? 1 : 0;
    seen["failed"] += state == node_status::failed ? 1 : 0;
  }
  std::string out;
  for (const auto& [key, expected] : vector.at("expect").items()) {
    if (key == "job" && name(j.record.state) != expected.get<std::string>())
      out += " job " + std::string(name(j.record.state));
    if (key == "error" && j.record.error_code != expected.get<std::string>())
      out += " error " + j.record.error_code;
    if (expected.is_number() && seen[key] != expected.get<int>())
      out += " " + key + " " + std::to_string(seen[key]);
    if (key != "before") continue;
    for (const json& pair : expected)
      if (j.at(std::string(pair.at(0))).ended > j.at(std::string(pair.at(1))).started)
        out += " order " + pair.dump();
  }
  return out;
}

TEST(workflow_vectors, runtime) {
  const json vectors = vectors_of("runtime.json");
  if (vectors.empty()) GTEST_SKIP() << "no vectors";
  size_t run = 0;
  for (size_t i = 0; i < vectors.size(); ++i) {
    if (vectors[i].at("steps").empty()) continue;  // refused when it is read
    const std::string found = difference(vectors[i]);
    const std::string id = "runtime.json#" + std::to_string(i);
    EXPECT_EQ(found.empty(), !is_listed(id)) << id << " " << vectors[i].at("name") << ":" << found;
    ++run;
  }
  EXPECT_EQ(run, 16U);
}

// -- launch.json
// -----------------------------------------------------------------------------------

TEST(workflow_vectors, launch_of_shell_actions) {
  const json vectors = vectors_of("launch.json");
  if (vectors.empty()) GTEST_SKIP() << "no vectors";
  size_t run = 0;
  for (const json& vector : vectors) {
    if (vector.at("type") != "shell") continue;
    shell_body body;
    body.exec = ex("/where/it/is/" + std::string(vector["xml_parts"]["exec"]));
    for (const json& argument : vector["xml_parts"]["argument"])
      body.arguments.push_back(ex(std::string(argument)));
    job j{flow{}.start("a").shell("a", "end", "fail", body).kill().end().build()};
    j.create();
    const auto plan = std::get<program_plan>(j.at("a").plan);
    EXPECT_EQ(plan.program, vector["expect"]["exec"]);
    EXPECT_EQ(json(plan.arguments), vector["expect"]["args"]);
    ++run;
  }
  EXPECT_EQ(run, 1U);
}

// -- wf_el.json: the wf: functions of a job whose node 'actionName' ended in ERROR
// -------------------

TEST(workflow_vectors, functions_of_the_workflow) {
  const json vectors = vectors_of("wf_el.json");
  if (vectors.empty()) GTEST_SKIP() << "no vectors";
  job j{flow{}.start("actionName").shell("actionName", "end").kill().end().build(),
        {{"oozie.wf.application.path", "appPath"}, {"user.name", "user"}, {"a", "A"}}};
  j.create();
  workflow_record& r = j.record;
  r.name = "name";
  r.app_path = "appPath";
  r.user = "user";
  r.run = 2;
  r.last_error_node = j.index("actionName");
  node_state& node = r.nodes.edit_back();
  node.state = node_status::error;
  node.error_code = "ec";
  node.error = "em";
  node.data = "b=B";
  workflow_context context = j.context();
  context.id = "wfId";
  const workflow_view view{context, r, j.now};
  const el::map_variables names{j.conf};
  el::environment in;
  in.names = &names;
  in.workflow = &view;
  // Groups, callbacks, trackers and the serialisers of maps are not offered in workflows yet.
  const std::set<std::string> offered{"${wf:id()}",
                                      "${wf:name()}",
                                      "${wf:appPath()}",
                                      "${wf:conf('a')}",
                                      "${a}",
                                      "${wf:user()}",
                                      "${wf:run()}",
                                      "${wf:lastErrorNode()}",
                                      "${wf:errorCode('actionName')}",
                                      "${wf:errorMessage('actionName')}"};
  size_t run = 0;
  for (const json& vector : vectors) {
    if (vector.value("context", "") != "dag" || !offered.count(vector.at("expr"))) continue;
    const el::outcome out = el::evaluate_text(ex(std::string(vector.at("expr"))), in);
    ASSERT_TRUE(std::holds_alternative<el::value>(out)) << vector;
    EXPECT_EQ(*std::get<el::value>(out).as_string(), vector.at("expect")) << vector;
    ++run;
  }
  EXPECT_EQ(run, 8U);
}

// -- fs_action.json: full paths
// --------------------------------------------------------------------

TEST(workflow_vectors, full_paths_of_fs_actions) {
  const json vectors = vectors_of("fs_action.json");
  if (vectors.empty()) GTEST_SKIP() << "no vectors";
  size_t run = 0;
  for (const json& vector : vectors) {
    if (vector.at("op") != "resolve_full_path" || !vector.at("with_scheme")) continue;
    if (vector["expect"].value("error", "") == "E0904") continue;  // the file system's answer
    const std::string name_node = vector["name_node"].is_null() ? "" : vector["name_node"];
    auto path = resolve_fs_path(name_node, std::string(vector.at("path")), dialect::oozie);
    EXPECT_EQ(path ? *path : "", vector["expect"].value("path", "")) << vector;
    EXPECT_EQ(path ? "" : path.error().oozie, vector["expect"].value("error", "")) << vector;
    ++run;
  }
  EXPECT_EQ(run, 7U);
}

}  // namespace
}  // namespace foliot::model::testing
