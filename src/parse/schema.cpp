#include "parse/schema.hpp"

#include <algorithm>
#include <limits>

#include "base/contract.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

constexpr size_t no_limit = std::numeric_limits<size_t>::max();

}  // namespace

schema::schema(const language& table) : name_(table.name), root_(table.root), uri_(table.uri) {
  for (const std::string_view each : table.versions) versions_.emplace_back(each);
  for (const element_rule& each : table.rules)
    rules_.emplace(std::string(each.name), compile(each));
  FOLIOT_ASSERT(rules_.contains(root_), "the root needs a rule");
  for (const auto& [name, compiled] : rules_)
    for (const particle& part : compiled.content)
      for (const auto& [element, target] : part.names)
        FOLIOT_ASSERT(rules_.contains(target), "a rule names an element without a rule");
}

size_t schema::version(std::string_view version) const {
  const auto found = std::find(versions_.begin(), versions_.end(), version);
  FOLIOT_ASSERT(found != versions_.end(), "no such version in this table");
  return static_cast<size_t>(found - versions_.begin());
}

bool schema::owns(const pugi::xml_node& element) const {
  return namespace_of(element).rfind(uri_, 0) == 0;
}

size_t schema::since_of(std::string_view& token) const {
  const size_t at = token.find('@');
  if (at == std::string_view::npos) return 0;
  const size_t since = version(token.substr(at + 1));
  token = token.substr(0, at);
  return since;
}

schema::particle schema::particle_of(std::string_view token) const {
  particle out;
  out.since = since_of(token);
  const char quantifier = token.back();
  if (quantifier == '?' || quantifier == '*') out.least = 0;
  if (quantifier == '*' || quantifier == '+') out.most = no_limit;
  if (quantifier == '?' || quantifier == '*' || quantifier == '+') token.remove_suffix(1);
  if (token.front() == '(') token = token.substr(1, token.size() - 2);
  for (const std::string_view name : split(token, '|')) {
    const size_t colon = name.find(':');
    const std::string_view target = colon == std::string_view::npos ? name : name.substr(colon + 1);
    out.names.emplace_back(std::string(name.substr(0, colon)), std::string(target));
  }
  return out;
}

schema::rule schema::compile(const element_rule& written) const {
  rule out;
  for (std::string_view token : split(written.attributes, ' ')) {
    attribute each;
    each.since = since_of(token);
    each.optional = token.back() == '?';
    if (each.optional) token.remove_suffix(1);
    each.name = token;
    out.attributes.push_back(each);
  }
  if (written.content == "#text") {
    out.text = true;
  } else if (written.content == "#any") {
    out.any = true;
  } else {
    for (const std::string_view token : split(written.content, ' '))
      out.content.push_back(particle_of(token));
  }
  return out;
}

// One check of one document.
struct schema::walk {
  const schema& of;
  const xml_document& document;
  dialect reading;
  std::vector<std::string>& warnings;
  size_t version = 0;
  std::string uri;

  static std::string element_text(const pugi::xml_node& element) {
    return "<" + std::string(element.name()) + ">";
  }

  failure refuse(const pugi::xml_node& at, std::string sentence, std::string remedy = {}) const {
    return document.error(at, "E0701", std::move(sentence), std::move(remedy));
  }

  // What exists only since a later version: understood with a warning, or refused.
  result<void> newer(const pugi::xml_node& at, const std::string& what, size_t since) {
    failure found = refuse(at,
                           what + " belongs to " + of.uri_ + of.versions_[since] +
                               " and later, this document is " + uri,
                           "Change the namespace to " + of.uri_ + of.versions_[since]);
    if (reading == dialect::oozie) return found;
    found.oozie.clear();
    warnings.push_back(found.text());
    return {};
  }

  result<void> attributes(const pugi::xml_node& element, const rule& here) {
    std::vector<std::string> allowed;
    for (const attribute& each : here.attributes) allowed.push_back(each.name);
    for (const pugi::xml_attribute& given : element.attributes()) {
      const std::string_view name = given.name();
      if (name == "xmlns" || name.rfind("xmlns:", 0) == 0 || name.rfind("xsi:", 0) == 0) continue;
      const auto known = std::find_if(here.attributes.begin(), here.attributes.end(),
                                      [&](const attribute& each) { return each.name == name; });
      if (known == here.attributes.end()) return unknown_attribute(element, name, allowed);
      if (known->since > version)
        if (auto accepted =
                newer(element, "attribute '" + known->name + "' of " + element_text(element),
                      known->since);
            !accepted)
          return accepted;
    }
    for (const attribute& each : here.attributes)
      if (!each.optional && !element.attribute(each.name.c_str()))
        return refuse(element, element_text(element) + " needs the attribute '" + each.name + "'",
                      "Add " + each.name + "=\"...\"");
    return {};
  }

  failure unknown_attribute(const pugi::xml_node& element, std::string_view name,
                            const std::vector<std::string>& allowed) const {
    std::string remedy = did_you_mean(name, allowed);
    if (!remedy.empty()) remedy += " ";
    remedy += allowed.empty() ? "It has no attributes" : "Allowed are " + join(allowed);
    return refuse(element, element_text(element) + " has no attribute " + quoted(name), remedy);
  }

  result<void> element(const pugi::xml_node& here, const std::string& rule_name) {
    const rule& known = of.rules_.find(rule_name)->second;
    if (auto checked = attributes(here, known); !checked) return checked;
    if (known.any) return {};
    if (!known.text && !text_of(here).empty())
      return refuse(here, element_text(here) + " holds the text " + quoted(text_of(here)) +
                              ", where only elements may stand");
    return content(here, known);
  }

  result<void> content(const pugi::xml_node& here, const rule& known) {
    size_t at = 0;     // The particle that the last child belonged to,
    size_t count = 0;  // and how many of its children came so far.
    for (const pugi::xml_node& each : children(here)) {
      const bool outside = namespace_of(each) != uri;
      if (outside && !foreign(each, known))
        return refuse(each, element_text(each) + " is in the namespace " +
                                quoted(namespace_of(each)) + ", not in " + quoted(uri));
      const std::string_view name = outside ? foreign_name(each, known) : local_name(each);
      std::string target;
      size_t found = find(known, at, name, target);
      // Two particles of the same name: what is too many for the first is for the second.
      if (found == at && found < known.content.size() && count == known.content[at].most)
        if (const size_t next = find(known, at + 1, name, target); next < known.content.size())
          found = next;
      if (found == known.content.size()) return misplaced(here, each, known, at);
      if (found != at) {
        if (auto full = complete(here, known, at, found, count); !full) return full;
        at = found;
        count = 0;
      }
      const particle& part = known.content[at];
      if (++count > part.most)
        return refuse(each, element_text(here) + " may have only one " + element_text(each));
      if (part.since > version)
        if (auto accepted = newer(each, element_text(each), part.since); !accepted) return accepted;
      if (auto below = element(each, target); !below) return below;
    }
    return complete(here, known, at, known.content.size(), count);
  }

  // Elements of another namespace stand only where a rule says "#any".
  bool foreign(const pugi::xml_node& each, const rule& known) const {
    std::string target;
    const size_t found = find(known, 0, foreign_name(each, known), target);
    return found < known.content.size() && of.rules_.find(target)->second.any;
  }

  // What a table calls an element of another namespace: its name, or "*" for any other.
  static std::string_view foreign_name(const pugi::xml_node& each, const rule& known) {
    std::string target;
    const size_t found = find(known, 0, local_name(each), target);
    return found < known.content.size() ? local_name(each) : std::string_view("*");
  }

  static size_t find(const rule& known, size_t from, std::string_view name, std::string& target) {
    for (size_t at = from; at < known.content.size(); ++at)
      for (const auto& [element, rule_name] : known.content[at].names)
        if (element == name) return target = rule_name, at;
    return known.content.size();
  }

  // Whether every particle from `from` to before `to` has its least number of children.
  result<void> complete(const pugi::xml_node& here, const rule& known, size_t from, size_t to,
                        size_t count) const {
    for (size_t at = from; at < to; ++at) {
      const particle& part = known.content[at];
      const size_t given = at == from ? count : 0;
      if (given >= part.least || part.since > version) continue;
      return refuse(here, element_text(here) + " needs " + names(part));
    }
    return {};
  }

  static std::string names(const particle& part) {
    std::vector<std::string> all;
    for (const auto& [element, rule_name] : part.names)
      if (element != "*") all.push_back("<" + element + ">");
    return join(all, " or ");
  }

  failure misplaced(const pugi::xml_node& here, const pugi::xml_node& each, const rule& known,
                    size_t at) const {
    std::string target;
    const size_t earlier = find(known, 0, local_name(each), target);
    if (earlier < known.content.size() && at < known.content.size()) {
      return refuse(each, element_text(each) + " is too late in " + element_text(here),
                    "Move it before " + names(known.content[at]));
    }
    std::vector<std::string> allowed;
    for (const particle& part : known.content)
      for (const auto& [element, rule_name] : part.names)
        if (element != "*") allowed.push_back(element);
    std::string remedy = did_you_mean(local_name(each), allowed);
    if (!remedy.empty()) remedy += " ";
    remedy += allowed.empty() ? "It holds no elements" : "Allowed are " + join(allowed);
    return refuse(each, element_text(here) + " may not hold " + element_text(each), remedy);
  }
};

result<size_t> schema::check(const xml_document& document, const pugi::xml_node& root,
                             dialect reading, std::vector<std::string>& warnings) const {
  const std::string uri = namespace_of(root);
  const std::string newest = uri_ + versions_.back();
  if (local_name(root) != root_)
    return document.error(
        root, "E0701",
        "the root element is <" + std::string(root.name()) + ">, not <" + root_ + ">",
        "Give the path of a " + name_ + " definition");
  std::vector<std::string> uris;
  for (const std::string& each : versions_) uris.push_back(uri_ + each);
  const auto known = std::find(uris.begin(), uris.end(), uri);
  if (known == uris.end()) {
    std::string remedy = did_you_mean(uri, uris);
    if (remedy.empty()) remedy = "Write xmlns=\"" + newest + "\"";
    return document.error(
        root, "E0701",
        uri.empty() ? "<" + root_ + "> has no namespace" : "unknown namespace " + quoted(uri),
        remedy);
  }
  walk here{*this, document, reading, warnings, static_cast<size_t>(known - uris.begin()), uri};
  if (auto checked = here.element(root, root_); !checked) return checked.error();
  return here.version;
}

}  // namespace foliot::parse
