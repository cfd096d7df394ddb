#include "parse/schema_vocabulary.hpp"

#include <algorithm>
#include <pugixml.hpp>

#include "base/contract.hpp"

namespace foliot::parse {

namespace {

// "property" of "t:property"; "" of what the schema language brings itself.
std::string own_type(const pugi::xml_node& declared) {
  const std::string_view name = declared.attribute("type").value();
  const bool own = name.starts_with("t:");
  return std::string(own ? name.substr(2) : std::string_view());
}

struct surroundings {
  bool repeated = false;  // Inside something that may stand again.
  bool optional = false;  // Inside something that may be absent.
  bool choice = false;    // One of several.
};

bool repeats(const pugi::xml_node& node) { return node.attribute("maxOccurs"); }
bool may_be_absent(const pugi::xml_node& node) {
  return std::string_view(node.attribute("minOccurs").value()) == "0";
}

void read_particles(const pugi::xml_node& group, surroundings around, vocabulary::type& out) {
  for (const pugi::xml_node& each : group.children()) {
    const std::string_view name = each.name();
    if (name == "xs:element") {
      const size_t order = !around.choice && !out.elements.empty()
                               ? out.elements.back().order + 1
                               : (out.elements.empty() ? 0 : out.elements.back().order);
      out.elements.push_back({each.attribute("name").value(), own_type(each),
                              !around.repeated && !repeats(each),
                              !around.optional && !may_be_absent(each), order});
    } else if (name == "xs:any") {
      out.any = true;
    } else if (name == "xs:sequence" || name == "xs:choice") {
      // A group begins behind what came before it.
      if (name == "xs:choice" && !around.choice && !out.elements.empty()) {
        vocabulary::type inner;
        surroundings within{around.repeated || repeats(each),
                            around.optional || may_be_absent(each), true};
        read_particles(each, within, inner);
        const size_t base = out.elements.back().order + 1;
        for (vocabulary::element& one : inner.elements) {
          one.order += base;
          out.elements.push_back(one);
        }
        out.any = out.any || inner.any;
      } else {
        read_particles(each,
                       {around.repeated || repeats(each), around.optional || may_be_absent(each),
                        name == "xs:choice"},
                       out);
      }
    }
  }
}

vocabulary::type read_type(const pugi::xml_node& declared) {
  vocabulary::type out;
  read_particles(declared, {}, out);
  pugi::xml_node holder = declared;
  if (const pugi::xml_node simple = declared.child("xs:simpleContent"))
    holder = simple.child("xs:extension");
  for (const pugi::xml_node& each : holder.children("xs:attribute"))
    out.attributes.push_back({each.attribute("name").value(), each.attribute("type").value()});
  return out;
}

template <class Entries>
auto find_in(const Entries& entries, std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& each) { return each.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

template <class Entries>
std::vector<std::string> names_in(const Entries& entries) {
  std::vector<std::string> out;
  for (const auto& each : entries)
    if (std::find(out.begin(), out.end(), each.name) == out.end()) out.push_back(each.name);
  return out;
}

}  // namespace

const vocabulary::element* vocabulary::type::find(std::string_view name) const {
  return find_in(elements, name);
}
const vocabulary::attribute* vocabulary::type::find_attribute(std::string_view name) const {
  return find_in(attributes, name);
}
std::vector<std::string> vocabulary::type::element_names() const { return names_in(elements); }
std::vector<std::string> vocabulary::type::attribute_names() const { return names_in(attributes); }

vocabulary::vocabulary(std::string_view schema) {
  pugi::xml_document document;
  const bool read = static_cast<bool>(document.load_buffer(schema.data(), schema.size()));
  FOLIOT_ASSERT(read, "an embedded schema is XML");
  for (const pugi::xml_node& each : document.document_element().children()) {
    const std::string_view name = each.name();
    if (name == "xs:element") roots_.emplace(each.attribute("name").value(), own_type(each));
    if (name == "xs:complexType") types_.emplace(each.attribute("name").value(), read_type(each));
  }
}

const vocabulary::type& vocabulary::at(std::string_view name) const {
  const auto found = types_.find(name);
  return found == types_.end() ? nothing_ : found->second;
}

const vocabulary::type& vocabulary::root(std::string_view name) const {
  const auto found = roots_.find(name);
  return found == roots_.end() ? nothing_ : at(found->second);
}

const vocabulary::type& vocabulary::below(const type& parent, std::string_view child) const {
  const element* found = parent.find(child);
  return found == nullptr ? nothing_ : at(found->type);
}

}  // namespace foliot::parse
