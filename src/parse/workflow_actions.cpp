#include "parse/workflow_actions.hpp"

#include <algorithm>
#include <array>

#include "parse/schema.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

// Where a type of action lives: in the workflow's own namespace or in one of its own; and whether
// Oozie asks for a cluster to run it on.
struct type_rule {
  std::string_view name;
  bool own_namespace;
  bool needs_job_tracker;
  bool needs_name_node;
};
constexpr std::array<type_rule, 14> types{{{"java", false, true, true},
                                           {"map-reduce", false, true, true},
                                           {"pig", false, true, true},
                                           {"fs", false, false, false},
                                           {"sub-workflow", false, false, false},
                                           {"shell", true, true, true},
                                           {"ssh", true, false, false},
                                           {"email", true, false, false},
                                           {"hive", true, true, true},
                                           {"hive2", true, true, true},
                                           {"sqoop", true, true, true},
                                           {"distcp", true, true, true},
                                           {"spark", true, true, true},
                                           {"git", true, false, true}}};

const type_rule* find_type(std::string_view name) {
  const auto found = std::find_if(types.begin(), types.end(),
                                  [&](const type_rule& each) { return each.name == name; });
  return found == types.end() ? nullptr : &*found;
}

constexpr const char* el_code = "E0803";

using named_expressions = std::vector<std::pair<std::string, el::expression>>;

// Adds the properties of <configuration>; later ones win.
result<void> read_conf(const scope& in, const pugi::xml_node& element, named_expressions& out) {
  for (const pugi::xml_node& property : children(element, "property")) {
    std::string name = text_of(child(property, "name"));
    const pugi::xml_node value = child(property, "value");
    result<el::expression> parsed =
        in.parse(value, "the value of " + quoted(name), text_of(value), el_code);
    if (!parsed) return parsed.error();
    std::erase_if(out, [&](const auto& earlier) { return earlier.first == name; });
    out.emplace_back(std::move(name), std::move(*parsed));
  }
  return {};
}

result<void> read_texts(const scope& in, const pugi::xml_node& body, const char* name,
                        std::vector<el::expression>& out) {
  for (const pugi::xml_node& element : children(body, name)) {
    result<el::expression> parsed =
        in.parse(element, element_text(name), text_of(element), el_code);
    if (!parsed) return parsed.error();
    out.push_back(std::move(*parsed));
  }
  return {};
}

failure unsupported(const scope& in, const pugi::xml_node& at, std::string sentence,
                    std::string remedy) {
  failure out = in.document().error(at, "E0701", std::move(sentence), std::move(remedy));
  out.code = errc::unsupported;
  return out;
}

// Parts of a shell action that change what it does and are not offered: better refused than
// ignored.
result<void> refuse_unoffered(const scope& in, const pugi::xml_node& body) {
  if (const pugi::xml_node found = child(body, "prepare"))
    return unsupported(in, found, "<prepare> of shell actions is not offered yet",
                       "Put an fs action before this one");
  if (const pugi::xml_node found = child(body, "archive"))
    return unsupported(in, found, "<archive> of shell actions is not offered yet",
                       "Name the files with <file>");
  if (const pugi::xml_node found = child(body, "job-xml"))
    return unsupported(in, found, "<job-xml> of shell actions is not offered yet",
                       "Write the properties into <configuration>");
  if (const pugi::xml_node found = child(body, "launcher"))
    in.warn(found,
            "<launcher> says nothing to this engine, which runs the program on its own host");
  return {};
}

result<void> read_step_attribute(const scope& in, const pugi::xml_node& element, const char* name,
                                 el::expression& out) {
  if (!element.attribute(name)) return {};
  result<el::expression> parsed =
      in.parse(element, attribute_text(name), trim(attribute(element, name)), el_code);
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

}  // namespace

result<global_section> read_global(const scope& in, const pugi::xml_node& element) {
  global_section out;
  if (const pugi::xml_node name_node = child(element, "name-node")) {
    result<el::expression> parsed =
        in.parse(name_node, element_text("name-node"), text_of(name_node), el_code);
    if (!parsed) return parsed.error();
    out.name_node = std::move(*parsed);
  }
  out.has_job_tracker = child(element, "job-tracker") || child(element, "resource-manager");
  if (const pugi::xml_node found = child(element, "job-xml"))
    in.warn(found, "<job-xml> of <global> is not read yet",
            "Write the properties into "
            "<configuration>");
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
      !global.has_job_tracker)
    return refuse("job-tracker or resource-manager", "resource-manager");
  return {};
}

result<std::shared_ptr<const model::shell_body>> read_shell(const scope& in,
                                                            const pugi::xml_node& body,
                                                            const global_section& global) {
  if (auto checked = shell_schema().check(in.document(), body, in.how().reading, in.warnings());
      !checked)
    return checked.error();
  if (auto offered = refuse_unoffered(in, body); !offered) return offered.error();
  auto out = std::make_shared<model::shell_body>();
  const pugi::xml_node exec = child(body, "exec");
  result<el::expression> program = in.parse(exec, element_text("exec"), text_of(exec), el_code);
  if (!program) return program.error();
  out->exec = std::move(*program);
  if (auto read = read_texts(in, body, "argument", out->arguments); !read) return read.error();
  if (auto read = read_texts(in, body, "env-var", out->environment); !read) return read.error();
  if (auto read = read_texts(in, body, "file", out->files); !read) return read.error();
  out->conf = global.conf;
  if (auto read = read_conf(in, child(body, "configuration"), out->conf); !read)
    return read.error();
  out->capture_output = static_cast<bool>(child(body, "capture-output"));
  return std::shared_ptr<const model::shell_body>(std::move(out));
}

result<std::shared_ptr<const model::fs_body>> read_fs(const scope& in, const pugi::xml_node& body,
                                                      const global_section& global) {
  auto out = std::make_shared<model::fs_body>();
  out->name_node = global.name_node;
  for (const pugi::xml_node& each : children(body)) {
    const std::string_view name = local_name(each);
    if (name == "name-node") {
      result<el::expression> parsed = in.parse(each, element_text(name), text_of(each), el_code);
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
