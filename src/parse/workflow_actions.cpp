#include "parse/workflow_actions.hpp"

#include <algorithm>
#include <array>

#include "model/kinds/sub_workflow.hpp"
#include "parse/inherited_global.hpp"
#include "parse/schema.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

// Where a type of action lives: in the workflow's own namespace or in one of its own; whether Oozie
// asks for a cluster to run it on; and whether <global> says anything to it.
struct type_rule {
  std::string_view name;
  bool own_namespace;
  bool needs_job_tracker;
  bool needs_name_node;
  bool takes_global;
};
constexpr std::array<type_rule, 14> types{{{"java", false, true, true, true},
                                           {"map-reduce", false, true, true, true},
                                           {"pig", false, true, true, true},
                                           {"fs", false, false, false, true},
                                           {"sub-workflow", false, false, false, true},
                                           {"shell", true, true, true, true},
                                           {"ssh", true, false, false, false},
                                           {"email", true, false, false, false},
                                           {"hive", true, true, true, true},
                                           {"hive2", true, true, true, true},
                                           {"sqoop", true, true, true, true},
                                           {"distcp", true, true, true, true},
                                           {"spark", true, true, true, true},
                                           {"git", true, false, true, true}}};

const type_rule* find_type(std::string_view name) {
  const auto found = std::find_if(types.begin(), types.end(),
                                  [&](const type_rule& each) { return each.name == name; });
  return found == types.end() ? nullptr : &*found;
}

result<void> read_step_attribute(const scope& in, const pugi::xml_node& element, const char* name,
                                 el::expression& out) {
  if (!element.attribute(name)) return {};
  result<el::expression> parsed =
      in.parse_for_node({element, name}, attribute_text(name), trim(attribute(element, name)));
  if (!parsed) return parsed.error();
  out = std::move(*parsed);
  return {};
}

result<model::fs_step> read_step(const scope& in, const pugi::xml_node& element) {
  model::fs_step out;
  out.kind = local_name(element);
  const char* path = out.kind == "move" ? "source" : "path";
  if (auto done = read_step_attribute(in, element, path, out.path); !done) return done.error();
  if (auto done = read_step_attribute(in, element, "target", out.target); !done)
    return done.error();
  if (auto done = read_step_attribute(in, element, "permissions", out.permissions); !done)
    return done.error();
  if (auto done = read_step_attribute(in, element, "group", out.group); !done) return done.error();
  out.recursive = static_cast<bool>(child(element, "recursive"));
  // Both are true unless the text is exactly "false" (workflow.md 8).
  out.directories = attribute(element, "dir-files") != "false";
  out.skip_trash = attribute(element, "skip-trash") != "false";
  return out;
}

// What is not one of the elements of read_body, by the path of its name.
result<void> read_others(const scope& in, const pugi::xml_node& element, const std::string& above,
                         std::vector<model::named_text>& out) {
  for (const pugi::xml_node& each : children(element)) {
    const std::string name = above + std::string(local_name(each));
    if (!children(each).empty()) {
      if (auto read = read_others(in, each, name + "/", out); !read) return read;
      continue;
    }
    result<el::expression> parsed = read_text_of(in, each);
    if (!parsed) return parsed.error();
    out.push_back({name, std::move(*parsed)});
  }
  return {};
}

result<void> read_prepare(const scope& in, const pugi::xml_node& element,
                          std::vector<model::prepare_step>& out) {
  for (const pugi::xml_node& each : children(element)) {
    model::prepare_step made{std::string(local_name(each)), {}};
    if (auto read = read_step_attribute(in, each, "path", made.path); !read) return read;
    out.push_back(std::move(made));
  }
  return {};
}

result<void> read_cluster(const scope& in, const pugi::xml_node& element,
                          std::optional<el::expression>& cluster,
                          std::optional<el::expression>& name_node) {
  const auto read = [&](const char* name, std::optional<el::expression>& out) -> result<void> {
    const pugi::xml_node found = child(element, name);
    if (!found) return {};
    result<el::expression> parsed = read_text_of(in, found);
    if (!parsed) return parsed.error();
    out = std::move(*parsed);
    return {};
  };
  for (const char* name : {"job-tracker", "resource-manager"})
    if (auto done = read(name, cluster); !done) return done;
  return read("name-node", name_node);
}

// Those of <global> that the action does not name itself, before its own.
result<void> read_job_xml(const scope& in, const pugi::xml_node& body, const global_section& global,
                          std::vector<el::expression>& out) {
  std::vector<el::expression> own;
  if (auto read = read_texts(in, body, "job-xml", own); !read) return read;
  for (const el::expression& each : global.job_xml)
    if (std::none_of(own.begin(), own.end(),
                     [&](const el::expression& mine) { return mine.source() == each.source(); }))
      out.push_back(each);
  out.insert(out.end(), own.begin(), own.end());
  return {};
}

}  // namespace

std::vector<std::string_view> action_types() {
  std::vector<std::string_view> out;
  out.reserve(types.size());
  for (const type_rule& each : types) out.push_back(each.name);
  return out;
}

result<global_section> read_global(const scope& in, const pugi::xml_node& element) {
  global_section out;
  if (auto read = read_cluster(in, element, out.cluster, out.name_node); !read) return read.error();
  if (auto read = read_texts(in, element, "job-xml", out.job_xml); !read) return read.error();
  if (auto read = read_launcher(in, child(element, "launcher"), out.conf); !read)
    return read.error();
  if (auto read = read_conf(in, child(element, "configuration"), out.conf); !read)
    return read.error();
  return out;
}

result<action_type> type_of(const scope& in, const pugi::xml_node& element) {
  const std::string name(local_name(element));
  const std::string uri = namespace_of(element);
  const type_rule* rule = find_type(name);
  if (rule == nullptr) return action_type{name, false};
  const std::string workflow_uri = namespace_of(in.document().root());
  const std::string own_uri = "uri:oozie:" + name + "-action:";
  // ssh was part of the workflow language once (workflow.md 2).
  const bool old_ssh = name == "ssh" && workflow_uri == "uri:oozie:workflow:0.1";
  const bool fits = rule->own_namespace
                        ? uri.starts_with(own_uri) || (old_ssh && uri == workflow_uri)
                        : uri == workflow_uri;
  if (fits) return action_type{name, true};
  return in.document().error(
      element, "E0701",
      "<" + name + "> is in the namespace " + quoted(uri) + ", where no action of that name is",
      rule->own_namespace
          ? "Write <" + name + " xmlns=\"" + own_uri + (name == "shell" ? "0.3" : "...") + "\">"
          : "Remove its xmlns");
}

result<void> check_cluster(const scope& in, const pugi::xml_node& body, const std::string& type,
                           const global_section& global) {
  const type_rule* rule = find_type(type);
  // The lenient reading needs no cluster where programs run on the engine's own host.
  if (in.lenient() || rule == nullptr) return {};
  const auto refuse = [&](const char* what, const char* element) {
    return in.document().error(body, "E0701",
                               std::string("neither this action nor <global> names a ") + what,
                               std::string("Add <") + element + ">");
  };
  if (rule->needs_name_node && !child(body, "name-node") && !global.name_node)
    return refuse("name-node", "name-node");
  if (rule->needs_job_tracker && !child(body, "job-tracker") && !child(body, "resource-manager") &&
      !global.cluster)
    return refuse("job-tracker or resource-manager", "resource-manager");
  return {};
}

result<std::shared_ptr<const model::action_body>> read_body(const scope& in,
                                                            const pugi::xml_node& body,
                                                            const std::string& type,
                                                            const global_section& global) {
  const type_rule* rule = find_type(type);
  auto out = std::make_shared<model::action_body>();
  out->version = version_in(namespace_of(body));
  if (rule != nullptr && rule->takes_global) {
    out->cluster = global.cluster;
    out->name_node = global.name_node;
    out->conf = global.conf;
  }
  if (auto read = read_cluster(in, body, out->cluster, out->name_node); !read) return read.error();
  for (const pugi::xml_node& each : children(body)) {
    const std::string_view name = local_name(each);
    result<void> read;
    if (name == "prepare") {
      read = read_prepare(in, each, out->prepare);
    } else if (name == "launcher") {
      read = read_launcher(in, each, out->conf);
    } else if (name == "configuration") {
      read = read_conf(in, each, out->conf);
    } else if (name == "job-tracker" || name == "resource-manager" || name == "name-node" ||
               name == "job-xml") {
      continue;
    } else if (!children(each).empty()) {
      read = read_others(in, each, std::string(name) + "/", out->texts);
    } else {
      result<el::expression> parsed = read_text_of(in, each);
      if (!parsed) return parsed.error();
      out->texts.push_back({std::string(name), std::move(*parsed)});
    }
    if (!read) return read.error();
  }
  if (type == model::sub_workflow_type && !is_empty(global))
    for (model::named_text& each : out->texts)
      if (each.name == model::propagate_element) {
        result<el::expression> hidden = el::parse(written(global));
        if (!hidden) return hidden.error();
        each.text = std::move(*hidden);
      }
  const global_section none;
  const bool inherits = rule != nullptr && rule->takes_global;
  if (auto read = read_job_xml(in, body, inherits ? global : none, out->job_xml); !read)
    return read.error();
  return std::shared_ptr<const model::action_body>(std::move(out));
}

result<std::shared_ptr<const model::shell_body>> read_shell(const scope& in,
                                                            const pugi::xml_node& body,
                                                            const global_section& global) {
  auto out = std::make_shared<model::shell_body>();
  const pugi::xml_node exec = child(body, "exec");
  result<el::expression> program = in.parse_for_node(exec, element_text("exec"), text_of(exec));
  if (!program) return program.error();
  out->exec = std::move(*program);
  if (auto read = read_texts(in, body, "argument", out->arguments); !read) return read.error();
  if (auto read = read_texts(in, body, "env-var", out->environment); !read) return read.error();
  if (auto read = read_texts(in, body, "file", out->files); !read) return read.error();
  out->conf = global.conf;
  if (auto read = read_launcher(in, child(body, "launcher"), out->conf); !read) return read.error();
  if (auto read = read_conf(in, child(body, "configuration"), out->conf); !read)
    return read.error();
  out->capture_output = static_cast<bool>(child(body, "capture-output"));
  if (auto read = read_prepare(in, child(body, "prepare"), out->prepare); !read)
    return read.error();
  return std::shared_ptr<const model::shell_body>(std::move(out));
}

result<std::shared_ptr<const model::fs_body>> read_fs(const scope& in, const pugi::xml_node& body,
                                                      const global_section& global) {
  auto out = std::make_shared<model::fs_body>();
  out->name_node = global.name_node;
  for (const pugi::xml_node& each : children(body)) {
    const std::string_view name = local_name(each);
    if (name == "name-node") {
      result<el::expression> parsed = in.parse_for_node(each, element_text(name), text_of(each));
      if (!parsed) return parsed.error();
      out->name_node = std::move(*parsed);
    } else if (name == "job-xml" || name == "configuration") {
      in.warn(each, "<" + std::string(name) + "> says nothing to file operations on this host");
    } else {
      result<model::fs_step> step = read_step(in, each);
      if (!step) return step.error();
      out->steps.push_back(std::move(*step));
    }
  }
  return std::shared_ptr<const model::fs_body>(std::move(out));
}

}  // namespace foliot::parse
