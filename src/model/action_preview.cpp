#include "model/action_preview.hpp"

#include <utility>

#include "el/evaluate.hpp"
#include "el/hcatalog_uri.hpp"
#include "el/instances.hpp"
#include "el/uri_template.hpp"
#include "model/coordinator_el.hpp"

namespace foliot::model {

namespace {

std::string text_of(const logic_node& node, const coordinator_definition& of) {
  if (node.kind == logic_kind::input) {
    std::string out = of.inputs[node.input].name;
    if (node.min && *node.min >= 0) out += " at least " + std::to_string(*node.min);
    if (node.wait_minutes) out += " within " + std::to_string(*node.wait_minutes) + " min";
    return out;
  }
  const bool combine = node.kind == logic_kind::combine;
  const char* word = combine ? ", " : node.kind == logic_kind::all ? " and " : " or ";
  std::string out;
  for (const logic_node& each : node.parts) {
    const bool nested = each.parts.size() > 1 && each.kind != logic_kind::combine;
    const std::string part = text_of(each, of);
    out += (out.empty() ? "" : word) + (nested ? "(" + part + ")" : part);
  }
  return combine ? "the first that has it of (" + out + ")" : out;
}

/// One action being worked out.
class worker {
 public:
  worker(const coordinator_definition& definition, const action_identity& identity,
         previewed_action& out)
      : definition_(definition), names_(definition, identity), out_(out) {}

  result<void> run() {
    for (const data_event& event : definition_.inputs) {
      auto made = resolve(event);
      if (!made) return made.error();
      names_.put_input(event.name, shown(*made));
      out_.inputs.push_back(std::move(*made));
    }
    if (definition_.logic) name_parts(definition_.logic->root);
    for (const data_event& event : definition_.outputs) {
      auto made = resolve(event);
      if (!made) return made.error();
      names_.put_output(event.name, shown(*made));
      out_.outputs.push_back(std::move(*made));
    }
    const el::environment in = names_.environment(el::phase::action_start);
    for (const auto& [name, value] : definition_.workflow_conf) {
      auto text = el::text_of(value, in);
      if (text)
        out_.configuration.emplace_back(name, std::move(*text));
      else
        out_.bad_properties.emplace_back(name, std::move(text).error());
    }
    if (out_.bad_properties.empty()) return {};
    const auto& [name, why] = out_.bad_properties.front();
    return why.within("property '" + name + "'");
  }

 private:
  /// Which inputs a named part of the input logic gives is known when the data is there.
  void name_parts(const logic_node& node) {
    if (!node.name.empty()) names_.put_input(node.name, "<" + text_of(node, definition_) + ">");
    for (const logic_node& each : node.parts) name_parts(each);
  }

  result<el::instance_set> instances(const data_event& event) {
    const el::environment in = names_.environment(el::phase::action_create);
    if (event.range_start && event.range_end)
      return el::instance_range(*event.range_start, *event.range_end, in);
    el::instance_set out;
    for (const el::expression& each : event.instances) {
      auto some = el::instances_of(each, in);
      if (!some) return some;
      out.dates.insert(out.dates.end(), some->dates.begin(), some->dates.end());
      out.open.insert(out.open.end(), some->open.begin(), some->open.end());
    }
    return out;
  }

  result<previewed_event> resolve(const data_event& event) {
    const dataset& of = definition_.datasets[event.dataset];
    names_.look_at(of);
    auto found = instances(event);
    if (!found) return std::move(found).error().within("event '" + event.name + "'");
    previewed_event out{event.name, of.name, {}, {}, {}};
    for (const instant at : found->dates) {
      std::string uri = el::expand_uri_template(of.uri_template, at, {});
      const bool flagged = !of.done.file.empty() && !el::is_hcatalog(uri);
      out.waits_for.push_back(flagged ? uri + "/" + of.done.file : uri);
      out.uris.push_back(std::move(uri));
    }
    for (const el::open_range& each : found->open) out.open += el::text_of(each);
    return out;
  }

  /// What coord:dataIn gives; an open range stands for what it will be.
  static std::string shown(const previewed_event& event) {
    std::string out;
    for (const std::string& uri : event.uris) out += (out.empty() ? "" : ",") + uri;
    if (!event.open.empty()) out += (out.empty() ? "" : ",") + event.open;
    return out;
  }

  const coordinator_definition& definition_;
  action_el names_;
  previewed_action& out_;
};

}  // namespace

std::string logic_text(const coordinator_definition& of) {
  return of.logic ? text_of(of.logic->root, of) : std::string();
}

previewed_action preview_action(const coordinator_definition& of, const action_identity& identity) {
  previewed_action out;
  out.nominal = identity.nominal;
  if (of.flaw) {
    out.refused = failure{errc::bad_input, of.flaw->sentence, "", "", ""};
  } else if (auto done = worker(of, identity, out).run(); !done) {
    out.refused = done.error();
  }
  return out;
}

}  // namespace foliot::model
