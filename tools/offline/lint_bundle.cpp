// What bundles write that Oozie would refuse (rulings 4.1 to 4.3), and what can only be a slip.
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

namespace {

using parse::outline_attribute;
using parse::outline_element;

void coordinators_in(const outline_element& of, std::vector<const outline_element*>& out) {
  for (const outline_element& each : of.children) {
    if (each.name == "coordinator") out.push_back(&each);
    if (each.name == "bundles" || each.name == "bundle") coordinators_in(each, out);
  }
}

}  // namespace

void lint_bundle(const lint_unit& unit, const reporter& out) {
  if (unit.file->kind == entity_kind::coordinator && unit.job.child_of_bundle &&
      unit.file->root.uri == "uri:oozie:coordinator:0.1")
    out.warn("child-of-version-0.1", unit.file->root.at,
             "a bundle starts this coordinator of namespace 0.1, which Oozie refuses (E1319)",
             "Write uri:oozie:coordinator:0.2 or later");
  if (unit.file->kind != entity_kind::bundle) return;
  const outline_element& root = unit.file->root;
  if (const outline_element* nested = root.child("bundles"))
    out.warn("nested-bundles", nested->at,
             "<bundles> is read as one flat list of coordinators; Oozie refuses it",
             "Write the <coordinator> elements directly below <bundle-app>");
  std::vector<const outline_element*> all;
  coordinators_in(root, all);
  bool enabled = all.empty();
  for (const outline_element* each : all) {
    if (each->attribute("name") == nullptr)
      out.warn("coordinator-without-name", each->at,
               "the coordinator has no name: it is named after the end of its <app-path>; Oozie "
               "refuses it",
               "Add the attribute 'name'");
    const outline_attribute* flag = each->attribute("enabled");
    const auto value = flag == nullptr ? std::optional<std::string>("true")
                                       : unit.value(flag->value, el::phase::bundle);
    const bool on = !value || *value == "true" || *value == "TRUE" || *value == "True";
    enabled = enabled || on;
    if (value && !on && *value != "false" && *value != "FALSE" && *value != "False")
      out.warn("enabled-not-true", flag->at,
               "enabled='" + *value + "' disables the coordinator: only 'true' enables it",
               "Write true or false");
  }
  if (!enabled)
    out.error("nothing-enabled", root.at,
              "no coordinator of the bundle is enabled: it fails when it starts (E1318)",
              "Enable one");
  for (const function_call& call : unit.named.calls)
    if (call.name == "wf:user")
      out.warn("wf-user-in-bundle", call.at,
               "wf:user() in a bundle is read as the submitting user; Oozie refuses it",
               "Write ${bundle:conf('user.name')}");
}

}  // namespace foliot::offline
