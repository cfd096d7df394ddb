// What every action of a coordinator would fail at: its first one is tried.
#include "tools/offline/lint_unit.hpp"
#include "tools/offline/preview.hpp"

namespace foliot::offline {

namespace {

using parse::outline_element;

const outline_element* descend(const outline_element& from,
                               std::initializer_list<const char*> names) {
  const outline_element* at = &from;
  for (const char* each : names)
    if (at != nullptr) at = at->child(each);
  return at;
}

/// The <value> of the property called `name`.
const outline_element* value_of(const outline_element& root, const std::string& name) {
  const outline_element* conf = descend(root, {"action", "workflow", "configuration"});
  if (conf == nullptr) return nullptr;
  for (const outline_element& each : conf->children) {
    const outline_element* called = each.child("name");
    if (called != nullptr && called->text == name) return each.child("value");
  }
  return nullptr;
}

std::string sentence_of(const failure& why) {
  return (why.place.empty() ? "" : why.place + ": ") + why.sentence + ": every action fails";
}

}  // namespace

void lint_action(const lint_unit& unit, const reporter& out) {
  if (!unit.coordinator || unit.coordinator->flaw) return;
  const auto first = first_action(*unit.coordinator, "nobody");
  if (!first || !first->refused) return;
  const outline_element& root = unit.file->root;
  for (const auto& [name, why] : first->bad_properties) {
    const outline_element* value = value_of(root, name);
    if (value != nullptr && unit.knows(value->text))
      out.error("action-fails", value->text_at, sentence_of(why), why.remedy);
  }
  // An event depends on much: only where nothing is assumed its failure is certain.
  if (first->bad_properties.empty() && unit.assumed.empty())
    out.error("action-fails", root.at, sentence_of(*first->refused), first->refused->remedy);
}

}  // namespace foliot::offline
