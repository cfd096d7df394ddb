#include "parse/workflow_xml.hpp"

#include <map>

#include "base/limits.hpp"
#include "model/kinds/kind.hpp"
#include "model/kinds/sub_workflow.hpp"
#include "parse/inherited_global.hpp"
#include "parse/location.hpp"
#include "parse/parameters.hpp"
#include "parse/schema.hpp"
#include "parse/scope.hpp"
#include "parse/text.hpp"
#include "parse/workflow_actions.hpp"
#include "parse/workflow_check.hpp"

namespace foliot::parse {

namespace {

using model::node_index;
using model::node_kind;
using model::workflow_node;

constexpr const char* start_name = ":start:";

class workflow_reader {
 public:
  workflow_reader(const scope& in, model::workflow_definition& out) : in_(in), out_(out) {}

  result<void> read() {
    const pugi::xml_node root = in_.document().root();
    if (auto named = in_.going_on(read_name(root)); !named) return named;
    result<global_section> global = read_global(in_, child(root, "global"));
    if (!global) return global.error();
    global_ = std::move(*global);
    if (const std::string* above = in_.find(model::global_property)) {
      result<global_section> inherited = read_inherited(*above);
      if (!inherited) return inherited.error();
      inherit(global_, std::move(*inherited));
    }
    for (const pugi::xml_node& each : children(root))
      if (auto read = in_.going_on(read_node(each)); !read) return read;
    if (in_.refusals() > 0) return in_.how().all_refusals->front();
    if (auto sound = check_workflow(graph_, in_.how().fork_join_checks); !sound) return sound;
    for (const std::string& lonely : unreachable(graph_))
      in_.warnings().push_back(places_[lonely] + ": no path from the start leads to node " +
                               quoted(lonely));
    link();
    return {};
  }

 private:
  result<void> read_name(const pugi::xml_node& root) {
    result<el::expression> name = in_.parse({root, "name"}, attribute_text("name"),
                                            attribute(root, "name"), workflow_el_code);
    if (!name) return name.error();
    out_.name = std::move(*name);
    return {};
  }

  result<void> read_node(const pugi::xml_node& element) {
    const std::string_view kind = local_name(element);
    workflow_node node;
    graph_node names;
    node.name = attribute(element, "name");
    const text_place at = in_.document().at(element);
    node.line = at.line;
    node.column = at.column;
    if (kind == "start") {
      node.name = start_name;
      set(node, names, node_kind::start, ":START:", {attribute(element, "to")});
    } else if (kind == "end") {
      set(node, names, node_kind::end, ":END:", {});
    } else if (kind == "kill") {
      if (auto read = read_kill(element, node, names); !read) return read;
    } else if (kind == "join") {
      set(node, names, node_kind::join, ":JOIN:", {attribute(element, "to")});
    } else if (kind == "fork") {
      set(node, names, node_kind::fork, ":FORK:", {});
      for (const pugi::xml_node& path : children(element, "path"))
        names.to.push_back(attribute(path, "start"));
    } else if (kind == "decision") {
      if (auto read = read_decision(element, node, names); !read) return read;
    } else if (kind == "action") {
      if (auto read = read_action(element, node, names); !read) return read;
    } else {
      return read_section(element, kind);
    }
    names.name = node.name;
    names.place = in_.document().place(element);
    places_.emplace(node.name, names.place);
    out_.nodes.push_back(std::move(node));
    graph_.push_back(std::move(names));
    if (out_.nodes.size() > limits::workflow_nodes_max)
      return failure{
          errc::too_large,
          "a workflow may have at most " + std::to_string(limits::workflow_nodes_max) + " nodes",
          "", in_.document().place(element), "Move a part into a sub-workflow"};
    return {};
  }

  result<void> read_section(const pugi::xml_node& element, std::string_view kind) {
    if (kind == "credentials") {
      in_.warn(element, "<credentials> are not used: programs run with the engine's own rights");
      result<std::vector<model::credential>> read = read_credentials(in_, element);
      if (!read) return read.error();
      out_.credentials = std::move(*read);
    } else if (kind == "info") {
      in_.warn(element, "service levels (sla:info) are not watched yet");
      result<std::optional<model::service_level>> read =
          read_service_level(in_, element.parent(), workflow_el_code);
      if (!read) return read.error();
      out_.sla = std::move(*read);
    }
    return {};
  }

  // What an action says beside its body and its transitions.
  result<void> read_extras(const pugi::xml_node& element, workflow_node& node) {
    result<model::retry_rule> retry = read_retry(in_, element, child(element, "error"));
    if (!retry) return retry.error();
    node.retry = std::move(*retry);
    node.credentials = split_list(attribute(element, "cred"), ',');
    result<std::optional<model::service_level>> sla =
        read_service_level(in_, element, workflow_el_code);
    if (!sla) return sla.error();
    node.sla = std::move(*sla);
    return {};
  }

  static void set(workflow_node& node, graph_node& names, node_kind kind, std::string type,
                  std::vector<std::string> to) {
    node.kind = names.kind = kind;
    node.type = std::move(type);
    names.to = std::move(to);
  }

  result<void> read_kill(const pugi::xml_node& element, workflow_node& node, graph_node& names) {
    set(node, names, node_kind::kill, ":KILL:", {});
    const pugi::xml_node message = child(element, "message");
    result<el::expression> parsed =
        in_.parse_for_node(message, element_text("message"), text_of(message));
    if (!parsed) return parsed.error();
    node.message = std::move(*parsed);
    return {};
  }

  result<void> read_decision(const pugi::xml_node& element, workflow_node& node,
                             graph_node& names) {
    set(node, names, node_kind::decision, "switch", {});
    const pugi::xml_node cases = child(element, "switch");
    for (const pugi::xml_node& each : children(cases, "case")) {
      result<el::expression> parsed = in_.parse_for_node(each, element_text("case"), text_of(each));
      if (!parsed) return parsed.error();
      node.cases.push_back({std::move(*parsed), model::no_node});
      names.to.push_back(attribute(each, "to"));
    }
    names.to.push_back(attribute(child(cases, "default"), "to"));
    return {};
  }

  result<void> read_action(const pugi::xml_node& element, workflow_node& node, graph_node& names) {
    const pugi::xml_node error = child(element, "error");
    set(node, names, node_kind::action, "",
        {attribute(child(element, "ok"), "to"), attribute(error, "to")});
    warn_of_retries(element, error);
    const pugi::xml_node body = children(element).front();
    const result<action_type> type = type_of(in_, body);
    if (!type) return type.error();
    node.type = names.type = type->name;
    names.known_type = type->known;
    if (auto fine = check_cluster(in_, body, type->name, global_); !fine) return fine;
    if (auto read = read_extras(element, node); !read) return read;
    if (auto fine = check_body(body, *type); !fine) return fine;
    if (type->known && type->name != "fs") {
      auto read = read_body(in_, body, type->name, global_);
      if (!read) return read.error();
      node.body = std::move(*read);
    }
    if (type->name == "shell") {
      auto shell = read_shell(in_, body, global_);
      if (!shell) return shell.error();
      node.shell = std::move(*shell);
    } else if (type->name == "fs") {
      auto fs = read_fs(in_, body, global_);
      if (!fs) return fs.error();
      node.fs = std::move(*fs);
    } else if (type->known && model::find_kind(type->name) == nullptr) {
      in_.warn(element, "actions of type " + type->name +
                            " are not offered yet: the action will end in ERROR");
    }
    return {};
  }

  // The body against the schema of its own language, if it has one.
  result<void> check_body(const pugi::xml_node& body, const action_type& type) const {
    const schema* own = action_schema(type.name);
    if (!type.known || own == nullptr || namespace_of(body) == namespace_of(in_.document().root()))
      return {};
    const result<size_t> checked =
        own->check(in_.document(), body, in_.how().reading, in_.warnings());
    return checked ? result<void>() : checked.error();
  }

  void warn_of_retries(const pugi::xml_node& action, const pugi::xml_node& error) const {
    if (error.attribute("retry-max") || error.attribute("retry-interval"))
      in_.warn(error, "retries are written at <action>, not at <error>",
               "Move retry-max and retry-interval to <action>");
    if (action.attribute("cred"))
      in_.warn(action, "credentials are not used: programs run with the engine's own rights");
  }

  // Names become indexes. A node that is never reached may lead nowhere.
  void link() {
    for (size_t i = 0; i < out_.nodes.size(); ++i)
      indexes_.emplace(out_.nodes[i].name, static_cast<node_index>(i));
    for (size_t i = 0; i < out_.nodes.size(); ++i) {
      workflow_node& node = out_.nodes[i];
      const std::vector<std::string>& to = graph_[i].to;
      if (node.kind == node_kind::fork) {
        for (const std::string& name : to) node.paths.push_back(index(name));
      } else if (node.kind == node_kind::decision) {
        for (size_t n = 0; n < node.cases.size(); ++n) node.cases[n].to = index(to[n]);
        node.to = index(to.back());
      } else if (!to.empty()) {
        node.to = index(to[0]);
        if (node.kind == node_kind::action) node.error_to = index(to[1]);
      }
      if (node.kind == node_kind::start) out_.start = static_cast<node_index>(i);
    }
  }

  node_index index(const std::string& name) const {
    const auto found = indexes_.find(name);
    return found == indexes_.end() ? model::no_node : found->second;
  }

  const scope& in_;
  model::workflow_definition& out_;
  global_section global_;
  graph graph_;
  std::map<std::string, std::string> places_;
  std::map<std::string, node_index> indexes_;
};

}  // namespace

result<model::workflow_definition> parse_workflow(const model::definition_text& text,
                                                  const options& base,
                                                  std::vector<std::string>& warnings) {
  const options how = options_for(base, text.conf);
  const result<xml_document> document =
      xml_document::read({definition_file(text.app_path, entity_kind::workflow)}, text.xml);
  if (!document) return document.error();
  const pugi::xml_node root = document->root();
  if (auto checked =
          workflow_schema().check(*document, root, how.reading, warnings, how.all_refusals);
      !checked)
    return checked.error();
  model::workflow_definition out;
  out.app_path = definition_directory(text.app_path);
  if (how.reading == dialect::lenient || supports_parameters(namespace_of(root))) {
    result<parameters> formal = read_parameters(*document, root);
    if (!formal) return formal.error();
    out.parameter_defaults = std::move(formal->defaults);
    out.parameters_required = std::move(formal->required);
  }
  const scope in(*document, how, text.conf, warnings);
  if (auto read = workflow_reader(in, out).read(); !read) return read.error();
  return out;
}

}  // namespace foliot::parse
