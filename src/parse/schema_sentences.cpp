#include "parse/schema_sentences.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "base/contract.hpp"
#include "parse/schema.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

constexpr const char* code = "E0701";

std::string tag(const pugi::xml_node& element) { return "<" + std::string(element.name()) + ">"; }

std::string tags(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  out.reserve(names.size());
  for (const std::string& each : names) out.push_back("<" + each + ">");
  return join(out, " or ");
}

// "Did you mean 'x'? Allowed are x, y."
std::string offer(std::string_view name, const std::vector<std::string>& allowed,
                  const char* nothing) {
  std::string out = did_you_mean(name, allowed);
  if (!out.empty()) out += " ";
  return out + (allowed.empty() ? nothing : "Allowed are " + join(allowed));
}

pugi::xml_node earlier_sibling(const pugi::xml_node& element) {
  pugi::xml_node out = element.previous_sibling();
  while (out && out.type() != pugi::node_element) out = out.previous_sibling();
  return out;
}

pugi::xml_node later_sibling(const pugi::xml_node& element) {
  pugi::xml_node out = element.next_sibling();
  while (out && out.type() != pugi::node_element) out = out.next_sibling();
  return out;
}

/// The sibling that excludes `element`: of another branch of the same choice.
pugi::xml_node rival_of(const pugi::xml_node& element, const vocabulary::type& holder,
                        const vocabulary::element& known) {
  if (known.group == 0 || !holder.choice_of(known).exclusive) return {};
  for (const pugi::xml_node& each : children(element.parent()))
    if (const auto* other = holder.find(local_name(each)); other != nullptr)
      if (other->group == known.group && other->branch != known.branch) return each;
  return {};
}

/// The first sibling before `element` that has to stand behind it.
pugi::xml_node first_behind(const pugi::xml_node& element, const vocabulary::type& holder,
                            const vocabulary::element& known) {
  pugi::xml_node out;
  for (pugi::xml_node each = earlier_sibling(element); each; each = earlier_sibling(each))
    if (const auto* other = holder.find(local_name(each)); other && other->order > known.order)
      out = each;
  return out;
}

/// The last sibling behind `element` that has to stand before it.
pugi::xml_node last_before(const pugi::xml_node& element, const vocabulary::type& holder,
                           const vocabulary::element& known) {
  pugi::xml_node out;
  for (pugi::xml_node each = later_sibling(element); each; each = later_sibling(each))
    if (const auto* other = holder.find(local_name(each)); other && other->order < known.order)
      out = each;
  return out;
}

struct absence {
  std::string what;  ///< "<end>", "<script> or <query>"
  size_t order;      ///< Where it belongs, as in vocabulary::element.
};

/// What has to be in `parent` and is not.
std::vector<absence> absent_in(const pugi::xml_node& parent, const vocabulary::type& holder) {
  std::vector<absence> out;
  std::set<size_t> told;
  for (const vocabulary::element& each : holder.elements) {
    if (!each.required || !children(parent, each.name).empty()) continue;
    if (each.group == 0) {
      out.push_back({"<" + each.name + ">", each.order});
      continue;
    }
    bool branch_begun = false;
    bool group_begun = false;
    for (const pugi::xml_node& present : children(parent)) {
      const auto* other = holder.find(local_name(present));
      const bool of_group =
          other != nullptr ? other->group == each.group : holder.choice_of(each).any;
      group_begun = group_begun || of_group;
      branch_begun = branch_begun || (of_group && other != nullptr && other->branch == each.branch);
    }
    if (branch_begun) {
      out.push_back({"<" + each.name + ">", each.order});
    } else if (!group_begun && holder.choice_of(each).required && told.insert(each.group).second) {
      std::vector<std::string> names;
      size_t branch = SIZE_MAX;
      for (const vocabulary::element& other : holder.elements)
        if (other.group == each.group && std::exchange(branch, other.branch) != other.branch)
          names.push_back(other.name);
      out.push_back({tags(names), each.order});
    }
  }
  return out;
}

/// "Add it behind <name-node>"
std::string place_for(const absence& wanted, const pugi::xml_node& parent,
                      const vocabulary::type& holder) {
  pugi::xml_node before;
  for (const pugi::xml_node& each : children(parent))
    if (const auto* other = holder.find(local_name(each)); other && other->order < wanted.order)
      before = each;
  if (before) return "Add it behind " + tag(before);
  const std::vector<pugi::xml_node> all = children(parent);
  return all.empty() ? "Add it inside " + tag(parent) : "Add it before " + tag(all.front());
}

bool has_twin_before(const pugi::xml_node& element) {
  for (pugi::xml_node each = earlier_sibling(element); each; each = earlier_sibling(each))
    if (local_name(each) == local_name(element)) return true;
  return false;
}

}  // namespace

pugi::xml_node element_at(const xml_document& document, const element_path& path) {
  pugi::xml_node out = document.root();
  for (const uint32_t number : path) {
    const std::vector<pugi::xml_node> all = children(out);
    FOLIOT_ASSERT(number < all.size(), "both trees have the same elements");
    out = all[number];
  }
  return out;
}

const vocabulary::type& schema_sentences::type_of(const pugi::xml_node& element) const {
  if (element == root_) return words_.root(local_name(root_));
  if (element.type() != pugi::node_element) return words_.at("");
  return words_.below(type_of(element.parent()), local_name(element));
}

std::string schema_sentences::subject(const finding& found) const {
  const pugi::xml_node element = element_at(document_, found.where);
  if (found.what == finding::kind::unknown_attribute)
    return "attribute '" + found.name + "' of " + tag(element);
  return found.what == finding::kind::unexpected_element ? tag(element) : std::string();
}

bool schema_sentences::offers(const finding& found) const {
  const pugi::xml_node element = element_at(document_, found.where);
  if (found.what == finding::kind::unknown_attribute)
    return type_of(element).find_attribute(found.name) != nullptr;
  if (found.what == finding::kind::unexpected_element && element != root_)
    return type_of(element.parent()).find(local_name(element)) != nullptr;
  return false;
}

failure schema_sentences::describe(const finding& found) const {
  const pugi::xml_node element = element_at(document_, found.where);
  switch (found.what) {
    case finding::kind::unknown_attribute: return unknown_attribute(element, found.name);
    case finding::kind::missing_attribute:
      return document_.error(element, code,
                             tag(element) + " needs the attribute '" + found.name + "'",
                             "Add " + found.name + "=\"...\"");
    case finding::kind::unexpected_element: return unexpected(element, found);
    case finding::kind::missing_element: return missing(element, found);
    case finding::kind::text:
      return document_.error(element, code,
                             tag(element) + " holds the text " + quoted(text_of(element)) +
                                 ", where only elements may stand");
    case finding::kind::value: return value(element, found);
    default: return document_.error(element, code, found.message);
  }
}

failure schema_sentences::unknown_attribute(const pugi::xml_node& element,
                                            const std::string& name) const {
  return document_.error(element, code, tag(element) + " has no attribute " + quoted(name),
                         offer(name, type_of(element).attribute_names(), "It has no attributes"));
}

failure schema_sentences::unexpected(const pugi::xml_node& element, const finding& found) const {
  const std::string name(local_name(element));
  const std::string own = namespace_of(element);
  const std::string wanted = namespace_of(root_);
  if (element == root_) return document_.error(element, code, found.message);
  const pugi::xml_node parent = element.parent();
  const vocabulary::type& holder = type_of(parent);
  const vocabulary::element* known = holder.find(name);
  if (own != wanted && known != nullptr)
    return document_.error(
        element, code,
        tag(element) + " is in the namespace " + quoted(own) + ", not in " + quoted(wanted),
        own.empty() ? "" : "Remove its xmlns");
  // Bodies of actions that have a language of their own, written without it.
  if (const schema* action = holder.any ? action_schema(name) : nullptr; action && known == nullptr)
    return document_.error(
        element, code,
        tag(element) + " is in the namespace " + quoted(own) + ", where no action of that name is",
        "Write <" + name + " xmlns=\"" + action->uris().back() + "\">");
  if (known == nullptr)
    return document_.error(element, code, tag(parent) + " may not hold " + tag(element),
                           offer(name, holder.element_names(), "It holds no elements"));
  if (known->once && has_twin_before(element))
    return document_.error(element, code, tag(parent) + " may have only one " + tag(element));
  if (const pugi::xml_node rival = rival_of(element, holder, *known))
    return document_.error(
        element, code,
        tag(rival) + " and " + tag(element) + " cannot stand together in " + tag(parent),
        "Keep one of them");
  if (const pugi::xml_node before = first_behind(element, holder, *known))
    return document_.error(element, code, tag(element) + " is too late in " + tag(parent),
                           "Move it before " + tag(before));
  if (const pugi::xml_node behind = last_before(element, holder, *known))
    return document_.error(element, code, tag(element) + " is too early in " + tag(parent),
                           "Move it behind " + tag(behind));
  if (!found.expected.empty()) return missing(parent, found);
  return document_.error(
      element, code,
      tag(element) + " cannot stand here beside the other elements of " + tag(parent));
}

failure schema_sentences::missing(const pugi::xml_node& parent, const finding& found) const {
  const vocabulary::type& holder = type_of(parent);
  if (const std::vector<absence> absent = absent_in(parent, holder); !absent.empty()) {
    std::vector<std::string> names;
    names.reserve(absent.size());
    for (const absence& each : absent) names.push_back(each.what);
    return document_.error(parent, code, tag(parent) + " needs " + join(names, " and "),
                           place_for(absent.front(), parent, holder));
  }
  const std::vector<std::string>& wanted = found.expected;
  if (wanted.empty()) return document_.error(parent, code, tag(parent) + " is not complete");
  const bool another = wanted.size() == 1 && !children(parent, wanted[0]).empty();
  return document_.error(parent, code,
                         tag(parent) + (another ? " needs another " : " needs ") + tags(wanted),
                         another ? "Add one" : "Add it");
}

failure schema_sentences::value(const pugi::xml_node& element, const finding& found) const {
  const auto* known = type_of(element).find_attribute(found.name);
  if (known == nullptr) return document_.error(element, code, found.message);
  const std::string text = attribute(element, found.name.c_str());
  const std::string what = "attribute '" + found.name + "' of " + tag(element) + ": ";
  if (known->type == "t:identifier")
    return document_.error(element, code, what + quoted(text) + " cannot be a name here",
                           "Begin with a letter and go on with letters, digits, '-' and '_'");
  if (known->type == "t:node")
    return document_.error(
        element, code, what + quoted(text) + " cannot be the name of a node",
        "Begin with a letter or '_' and go on with letters, digits, '-' and '_'");
  return document_.error(element, code, what + quoted(text) + " is neither true nor false",
                         "Write true or false");
}

}  // namespace foliot::parse
