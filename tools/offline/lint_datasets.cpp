// Datasets, their URIs, and the events that refer to them.
#include <algorithm>
#include <map>

#include "parse/text.hpp"
#include "tools/offline/lint_unit.hpp"

namespace foliot::offline {

namespace {

using parse::outline_attribute;
using parse::outline_element;

bool starts_with_digit(const std::string& name) {
  return !name.empty() && name[0] >= '0' && name[0] <= '9';
}

/// <data-in> and <data-out> elements, also those inside <and> and <or>.
void events_in(const outline_element& section, std::vector<const outline_element*>& out) {
  for (const outline_element& each : section.children) {
    if (each.name == "data-in" || each.name == "data-out")
      out.push_back(&each);
    else
      events_in(each, out);
  }
}

class checker {
 public:
  checker(const lint_unit& unit, const reporter& out) : unit_(unit), out_(out) {}

  void run() {
    const outline_element& root = unit_.file->root;
    if (const outline_element* datasets = root.child("datasets")) {
      for (const outline_element& each : datasets->children) {
        if (each.name == "include") has_includes_ = true;
        if (each.name == "dataset") dataset(each);
      }
    }
    std::vector<const outline_element*> events;
    for (const char* section : {"input-events", "output-events"})
      if (const outline_element* found = root.child(section)) events_in(*found, events);
    for (const outline_element* each : events) event(*each);
    for (const auto& [name, element] : known_)
      if (!used_.contains(name))
        out_.warn("unused-dataset", element->at, "no event refers to the dataset '" + name + "'",
                  "Remove it, or name it in an event");
  }

 private:
  void dataset(const outline_element& element) {
    const outline_attribute* attribute = element.attribute("name");
    if (attribute == nullptr) return;
    const auto name = unit_.value(attribute->value, el::phase::submit_nofuncs);
    if (!name) {
      has_includes_ = true;  // its name is not known: any reference may mean it
      return;
    }
    digit_name(*name, attribute->at);
    if (!known_.emplace(*name, &element).second)
      out_.warn("duplicate-dataset", attribute->at,
                "there is already a dataset called '" + *name + "'; this one is never used",
                "Rename or remove it");
    uri(element, *name);
  }

  void digit_name(const std::string& name, parse::outline_place at) {
    if (starts_with_digit(name))
      out_.warn("name-starts-with-digit", at,
                "the name '" + name + "' starts with a digit, which Oozie refuses",
                "Begin it with a letter");
  }

  /// Two instances must not have the same URI.
  void uri(const outline_element& element, const std::string& name) {
    const outline_element* uri_template = element.child("uri-template");
    const outline_attribute* frequency = element.attribute("frequency");
    if (uri_template == nullptr || frequency == nullptr || !unit_.knows(frequency->value)) return;
    const auto count = unit_.value(frequency->value, el::phase::submit_freq);
    const auto text = unit_.value(uri_template->text, el::phase::submit_nofuncs);
    if (!count || !text || count->empty() || count->size() > 9 ||
        count->find_first_not_of("0123456789") != std::string::npos)
      return;
    const auto has = [&](const char* field) { return text->find(field) != std::string::npos; };
    const std::string& written = frequency->value;
    const bool monthly = written.find("onths(") != std::string::npos;
    const bool daily =
        written.find("ays(") != std::string::npos || written.find("eeks(") != std::string::npos;
    const int64_t n = std::stoll(*count);
    const int64_t minutes = monthly ? n * 28 * 1'440 : daily ? n * 1'440 : n;
    const char* missing = nullptr;
    if (!has("${YEAR}") && !has("${MONTH}") && !has("${DAY}") && !has("${HOUR}") &&
        !has("${MINUTE}")) {
      out_.warn("uri-without-date", uri_template->text_at,
                "every instance of the dataset '" + name + "' has the same path",
                "Add ${YEAR}, ${MONTH} and what its frequency needs");
      return;
    }
    if (minutes < 60 && !has("${MINUTE}")) missing = "${MINUTE}";
    if (minutes < 1'440 && !has("${HOUR}")) missing = "${HOUR}";
    if (minutes < 28 * 1'440 && !has("${DAY}")) missing = "${DAY}";
    if (minutes < 365 * 1'440 && !has("${MONTH}")) missing = "${MONTH}";
    if (missing != nullptr)
      out_.warn("uri-too-coarse", uri_template->text_at,
                "several instances of the dataset '" + name + "' share a path",
                std::string("Add ") + missing + ", which its frequency needs");
  }

  void event(const outline_element& element) {
    if (const outline_attribute* name = element.attribute("name"))
      digit_name(name->value, name->at);
    const outline_attribute* dataset = element.attribute("dataset");
    if (dataset == nullptr) return;
    const auto name = unit_.value(dataset->value, el::phase::submit_nofuncs);
    if (!name) return;
    used_.insert(*name);
    if (has_includes_ || known_.contains(*name)) return;
    std::vector<std::string> names;
    for (const auto& [each, where] : known_) names.push_back(each);
    std::string remedy = parse::did_you_mean(*name, names);
    if (remedy.empty())
      remedy = names.empty() ? "Define it in <datasets>"
                             : "Define it, or name one of " + parse::join(names);
    out_.error("unknown-dataset", dataset->at, "the dataset '" + *name + "' is not defined",
               remedy);
  }

  const lint_unit& unit_;
  const reporter& out_;
  std::map<std::string, const outline_element*> known_;
  std::set<std::string> used_;
  bool has_includes_ = false;
};

}  // namespace

void lint_datasets(const lint_unit& unit, const reporter& out) { checker(unit, out).run(); }

}  // namespace foliot::offline
