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

bool repeats(const pugi::xml_node& node) { return node.attribute("maxOccurs"); }
bool may_be_absent(const pugi::xml_node& node) {
  return std::string_view(node.attribute("minOccurs").value()) == "0";
}

/// Reads what stands in sequences and choices, one inside the other.
class particle_reader {
 public:
  explicit particle_reader(vocabulary::type& out) : out_(out) {}

  void read(const pugi::xml_node& type) { read(type, {}); }

 private:
  struct surroundings {
    bool repeated = false;  // Inside something that may stand again.
    bool optional = false;  // Inside something that may be absent.
    bool choice = false;    // One of several.
    size_t group = 0;       // As in an element.
    size_t branch = 0;
  };

  void read(const pugi::xml_node& holder, surroundings around) {
    for (const pugi::xml_node& each : holder.children()) {
      const std::string_view name = each.name();
      surroundings within = around;
      within.repeated = around.repeated || repeats(each);
      within.optional = around.optional || may_be_absent(each);
      if (name == "xs:element") {
        if (!around.choice) ++order_;
        out_.elements.push_back({each.attribute("name").value(), own_type(each), !within.repeated,
                                 !within.optional, order_, around.group, around.branch});
      } else if (name == "xs:any") {
        out_.any = true;
        if (around.choice) out_.choices[around.group - 1].any = true;
      } else if (name == "xs:sequence") {
        within.choice = false;
        read(each, within);
      } else if (name == "xs:choice") {
        read_choice(each, within);
      }
      if (around.choice) ++around.branch;
    }
  }

  void read_choice(const pugi::xml_node& choice, surroundings within) {
    out_.choices.push_back({!within.repeated, false, false});
    const size_t group = out_.choices.size();
    ++order_;
    within.choice = true;
    within.group = group;
    within.branch = 0;
    const size_t first = out_.elements.size();
    read(choice, within);
    // One branch that may be empty makes the whole choice one.
    const auto of_group = [group](const vocabulary::element& each) { return each.group == group; };
    out_.choices[group - 1].required =
        !within.optional && std::all_of(out_.elements.begin() + static_cast<ptrdiff_t>(first),
                                        out_.elements.end(), [&](const vocabulary::element& each) {
                                          return of_group(each) && each.required;
                                        });
  }

  vocabulary::type& out_;
  size_t order_ = 0;
};

vocabulary::type read_type(const pugi::xml_node& declared) {
  vocabulary::type out;
  particle_reader(out).read(declared);
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
