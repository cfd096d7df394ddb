// What a schema offers, so that a refusal can say what would have been allowed. It understands the
// forms that config/schemas uses: named complex types, sequence, choice, any, attributes.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace foliot::parse {

class vocabulary {
 public:
  struct element {
    std::string name;
    std::string type;       ///< Of a complex type; empty: text.
    bool once = true;       ///< At most one may stand here.
    bool required = false;  ///< Nothing else can stand in its place, or only other required ones.
    size_t order = 0;       ///< Elements that may be mixed have the same.
    size_t group = 0;       ///< The choice it is of, from 1; 0: of none.
    size_t branch = 0;      ///< Which of the things to choose from.
  };
  /// A choice between branches.
  struct choice {
    bool exclusive = false;  ///< Only one branch may be there.
    bool required = false;   ///< One branch has to be there.
    bool any = false;        ///< An element of another namespace is a branch.
  };
  struct attribute {
    std::string name;
    std::string type;
  };
  struct type {
    std::vector<element> elements;  ///< In their order.
    std::vector<attribute> attributes;
    std::vector<choice> choices;
    bool any = false;  ///< Elements of other namespaces are allowed somewhere.

    const element* find(std::string_view name) const;
    /// The choice that `of`, which has a group, is of.
    const choice& choice_of(const element& of) const { return choices[of.group - 1]; }
    const attribute* find_attribute(std::string_view name) const;
    std::vector<std::string> element_names() const;
    std::vector<std::string> attribute_names() const;
  };

  /// Reads `schema`, one of config/schemas.
  explicit vocabulary(std::string_view schema);

  /// The type called `name` ("" and unknown ones: a type that offers nothing).
  const type& at(std::string_view name) const;
  /// The type of the root element `name`.
  const type& root(std::string_view name) const;
  /// The type of `child` in `parent`; one that offers nothing when it is not known there.
  const type& below(const type& parent, std::string_view child) const;

 private:
  std::map<std::string, type, std::less<>> types_;
  std::map<std::string, std::string, std::less<>> roots_;
  type nothing_;
};

}  // namespace foliot::parse
