#include "parse/coordinator_text.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/java_order.hpp"
#include "el/evaluate.hpp"
#include "parse/coordinator_reader.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/location.hpp"
#include "parse/text.hpp"
#include "parse/xml_text.hpp"

namespace foliot::parse {

namespace {

void set_attribute(pugi::xml_node element, const char* name, const std::string& value) {
  pugi::xml_attribute of = element.attribute(name);
  if (!of) of = element.append_attribute(name);
  of.set_value(value.c_str());
}

void set_frequency(pugi::xml_node element, const time::schedule& every) {
  const auto* numeric = std::get_if<time::frequency>(&every);
  set_attribute(element, "frequency",
                numeric ? std::to_string(numeric->count) : std::get<time::cron>(every).text());
  set_attribute(element, "freq_timeunit",
                numeric ? std::string(time::name(numeric->unit)) : "CRON");
  set_attribute(element, "end_of_duration",
                std::string(time::name(numeric ? numeric->flag : time::end_of::none)));
}

/// Fills a copy of the document in; the definition was understood before, so nothing is wrong with
/// it.
class resolver {
 public:
  resolver(const scope& in, const model::coordinator_definition& made)
      : in_(in), made_(made), names_(in.conf(), made) {}

  result<void> resolve(pugi::xml_node root) {
    set_frequency(root, made_.every);
    for (const char* name : {"start", "end", "timezone"})
      evaluate_attribute(root, name, el::phase::submit_nofuncs);
    for (const pugi::xml_node& each : children(child(root, "controls")))
      evaluate_text(each, local_name(each) == "timeout" ? el::phase::wait_timeout
                                                        : el::phase::submit_nofuncs);
    resolve_datasets(child(root, "datasets"));
    resolve_events(child(root, "input-events"), made_.inputs);
    resolve_logic(child(root, "input-logic"));
    resolve_events(child(root, "output-events"), made_.outputs);
    root.remove_child(child(root, "datasets"));
    evaluate_text(child(child(child(root, "action"), "workflow"), "app-path"),
                  el::phase::submit_nofuncs);
    if (failed_) return *failed_;
    return {};
  }

 private:
  std::string evaluate(std::string_view text, el::phase where) {
    if (failed_) return {};
    result<el::expression> parsed = el::parse(trim(text));
    el::environment in = in_.environment(where);
    in.coordinator = &names_;
    result<std::string> out =
        parsed ? el::text_of(*parsed, in) : result<std::string>(std::move(parsed).error());
    if (out) return std::string(trim(*out));
    failed_ = std::move(out).error();
    return {};
  }
  void evaluate_attribute(pugi::xml_node element, const char* name, el::phase where) {
    if (element.attribute(name))
      set_attribute(element, name, evaluate(element.attribute(name).value(), where));
  }
  void evaluate_text(const pugi::xml_node& element, el::phase where) {
    if (element) set_text(element, evaluate(text_of(element), where));
  }

  /// Of two with one name the first counts.
  void resolve_datasets(const pugi::xml_node& section) {
    for (pugi::xml_node element : children(section, "dataset")) {
      evaluate_attribute(element, "name", el::phase::submit_nofuncs);
      const std::string name = attribute(element, "name");
      const auto made = std::find_if(made_.datasets.begin(), made_.datasets.end(),
                                     [&](const model::dataset& each) { return each.name == name; });
      if (made == made_.datasets.end()) continue;
      set_frequency(element, made->every);
      evaluate_attribute(element, "initial-instance", el::phase::submit_initial_instance);
      evaluate_attribute(element, "timezone", el::phase::submit_nofuncs);
      evaluate_text(child(element, "uri-template"), el::phase::submit_nofuncs);
      evaluate_text(child(element, "done-flag"), el::phase::submit_nofuncs);
      const auto index = static_cast<size_t>(made - made_.datasets.begin());
      datasets_.resize(made_.datasets.size());
      if (!datasets_[index]) datasets_[index] = element;
    }
  }

  void resolve_events(const pugi::xml_node& section, const std::vector<model::data_event>& events) {
    size_t at = 0;
    for (pugi::xml_node element : children(section)) {
      if (at == events.size()) return;
      evaluate_attribute(element, "dataset", el::phase::submit_instances);
      const size_t dataset = events[at++].dataset;
      if (dataset < datasets_.size()) element.prepend_copy(datasets_[dataset]);
    }
  }

  void resolve_logic(const pugi::xml_node& element) {
    for (const pugi::xml_node& each : children(element)) {
      for (const char* name : {"dataset", "name"})
        evaluate_attribute(each, name, el::phase::submit_nofuncs);
      resolve_logic(each);
    }
  }

  const scope& in_;
  const model::coordinator_definition& made_;
  submission_names names_;
  std::vector<pugi::xml_node> datasets_;  ///< By their index in the definition.
  std::optional<failure> failed_;
};

}  // namespace

result<void> resolve_coordinator(const model::definition_text& text, const options& base,
                                 resolved_coordinator& out) {
  std::vector<std::string> warnings;
  auto made = parse_coordinator(text, base, warnings);
  if (!made) return std::move(made).error();
  out.made = std::move(*made);
  const options how = options_for(base, text.conf);
  const result<xml_document> document =
      xml_document::read({definition_file(text.app_path, entity_kind::coordinator)}, text.xml);
  if (!document) return document.error();
  out.xml.append_copy(document->root());
  const scope in(*document, how, out.made.conf, warnings);
  return resolver(in, out.made).resolve(out.xml.document_element());
}

result<std::string> resolved_coordinator_text(const model::definition_text& text,
                                              const options& how) {
  resolved_coordinator job;
  if (auto resolved = resolve_coordinator(text, how, job); !resolved)
    return std::move(resolved).error();
  return pretty_text(job.xml.document_element());
}

std::string configuration_text(const model::configuration& conf,
                               const std::vector<std::string>& as_given) {
  pugi::xml_document out;
  pugi::xml_node root = out.append_child("configuration");
  std::vector<std::string_view> names;
  names.reserve(conf.size());
  std::set<std::string_view> placed;
  for (const std::string& name : as_given)
    if (conf.contains(name) && placed.insert(name).second) names.emplace_back(name);
  for (const auto& [name, value] : conf)
    if (!placed.contains(name)) names.emplace_back(name);
  for (const std::string_view name : java_order(std::move(names))) {
    pugi::xml_node property = root.append_child("property");
    set_text(property.append_child("name"), std::string(name));
    set_text(property.append_child("value"), conf.find(name)->second);
  }
  return pretty_text(root);
}

}  // namespace foliot::parse
