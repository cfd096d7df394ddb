// The first actions of a coordinator, as a dry run shows them (rest.md 5).
#include <algorithm>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "el/evaluate.hpp"
#include "el/open_instances.hpp"
#include "model/coordinator_el.hpp"
#include "model/dataset_instances.hpp"
#include "model/input_check.hpp"
#include "model/timetable.hpp"
#include "parse/coordinator_text.hpp"
#include "parse/text.hpp"
#include "parse/xml.hpp"
#include "parse/xml_text.hpp"
#include "time/datetime.hpp"

namespace foliot::parse {

namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& each : parts) out += (out.empty() ? "" : "#") + each;
  return out;
}

/// One action, being written into a copy of its job's document.
class action_text {
 public:
  action_text(const model::coordinator_definition& made, model::action_identity identity,
              const sight& seen, const time::processing_zone& zone)
      : made_(made), identity_(std::move(identity)), seen_(seen), zone_(zone) {}

  result<void> fill(pugi::xml_node root, uint32_t number) {
    root.remove_attribute("start");
    root.remove_attribute("end");
    set(root, "instance-number", std::to_string(number));
    set(root, "action-nominal-time", time::format_datetime(identity_.nominal, zone_));
    set(root, "action-actual-time", time::format_datetime(identity_.created, zone_));
    if (auto looked = look(); !looked) return looked;
    if (auto done = fill_events(child(root, "input-events"), made_.inputs, true); !done)
      return done;
    if (auto done = fill_events(child(root, "output-events"), made_.outputs, false); !done)
      return done;
    const pugi::xml_node action = child(root, "action");
    if (auto done = fill_configuration(child(child(action, "workflow"), "configuration")); !done)
      return done;
    model::action_el names(made_, identity_);
    for (const auto& [event, uris] : outputs_) names.put_output(event, uris);
    for (const pugi::xml_node& each : children(action))
      if (local_name(each) == "info")
        if (auto done = fill_level(each, names.environment(el::phase::sla_create)); !done)
          return done;
    return {};
  }

 private:
  static void set(pugi::xml_node element, const char* name, const std::string& value) {
    element.append_attribute(name).set_value(value.c_str());
  }

  /// Whether the inputs are there now, all of them.
  result<void> look() {
    el::facts known;
    while (true) {
      auto state = model::check_inputs(made_, identity_, known, seen_.now);
      if (auto* wrong = std::get_if<failure>(&state)) return std::move(*wrong);
      if (auto* found = std::get_if<model::inputs_found>(&state)) found_ = std::move(*found);
      const auto* missing = std::get_if<el::needs>(&state);
      if (missing == nullptr) return {};
      for (const el::probe& each : missing->probes)
        known.put(each, seen_.ask ? seen_.ask(each) : el::value(false));
    }
  }

  result<void> fill_events(const pugi::xml_node& section,
                           const std::vector<model::data_event>& events, bool inputs) {
    size_t at = 0;
    for (pugi::xml_node element : children(section)) {
      if (at == events.size()) break;
      const model::data_event& event = events[at++];
      for (const pugi::xml_node& each : children(element))
        if (local_name(each) != "dataset") element.remove_child(each);
      const auto all = model::instances_of(made_, event, identity_);
      if (!all) return all.error();
      std::vector<std::string> uris;
      std::vector<std::string> open;
      for (const model::dataset_instance& each : all->fixed) uris.push_back(each.uri);
      for (const el::open_range& each : all->open) open.push_back(el::text_of(each));
      if (inputs && found_ && found_->uris.contains(event.name) && !open.empty()) {
        uris = found_->uris.at(event.name);
        open.clear();
      }
      if (!inputs) {
        std::string list = joined(uris);
        std::replace(list.begin(), list.end(), '#', ',');
        outputs_.emplace_back(event.name, std::move(list));
      }
      put(element, "uris", joined(uris));
      put(element, "unresolved-instances", joined(open));
    }
    return {};
  }

  /// In front, in the namespace of its parent.
  static void put(pugi::xml_node parent, const std::string& name, const std::string& text) {
    if (text.empty()) return;
    const std::string_view whole = parent.name();
    const size_t colon = whole.find(':');
    const std::string prefix(colon == std::string_view::npos ? "" : whole.substr(0, colon + 1));
    set_text(parent.prepend_child((prefix + name).c_str()), text);
  }

  /// Only what has all its inputs is evaluated: Oozie leaves it for later otherwise.
  result<void> fill_configuration(const pugi::xml_node& section) {
    if (!found_) return {};
    const auto keep = model::to_keep(*found_);
    if (!keep) return keep.error();
    const auto conf = model::workflow_configuration(made_, identity_, *keep);
    if (!conf) return conf.error();
    for (const pugi::xml_node& property : children(section, "property")) {
      const auto value = conf->find(text_of(child(property, "name")));
      const pugi::xml_node element = child(property, "value");
      if (value != conf->end() && element) set_text(element, value->second);
    }
    return {};
  }

  /// A service level: every text in it.
  result<void> fill_level(const pugi::xml_node& element, const el::environment& in) {
    for (const pugi::xml_node& each : children(element)) {
      const result<el::expression> parsed = el::parse(text_of(each));
      if (!parsed) return parsed.error();
      auto text = el::text_of(*parsed, in);
      if (!text) return std::move(text).error();
      set_text(each, *text);
    }
    return {};
  }

  const model::coordinator_definition& made_;
  model::action_identity identity_;
  const sight& seen_;
  const time::processing_zone& zone_;
  std::optional<model::inputs_found> found_;
  std::vector<std::pair<std::string, std::string>> outputs_;
};

}  // namespace

result<std::string> first_actions_text(const model::definition_text& text, const std::string& user,
                                       const sight& seen, const options& base) {
  resolved_coordinator job;
  if (auto resolved = resolve_coordinator(text, base, job); !resolved)
    return std::move(resolved).error();
  const pugi::xml_node root = job.xml.document_element();
  std::string out = pretty_text(root) + "\n***actions for instance***";
  const instant until = plus_ms(job.made.start, model::materialise_lookahead_ms - 1);
  const auto most = static_cast<uint32_t>(std::max(0, job.made.throttle));
  const model::materialisation first = model::materialise({job.made}, 0U, until, most);
  uint32_t number = 0;
  for (const instant nominal : first.nominal) {
    model::action_identity identity{"@" + std::to_string(++number), user, nominal, seen.now,
                                    options_for(base, text.conf).reading};
    pugi::xml_document copy;
    copy.append_copy(root);
    action_text action(job.made, std::move(identity), seen, base.zone);
    if (auto filled = action.fill(copy.document_element(), number); !filled) {
      failure wrong = std::move(filled).error();
      wrong.sentence = wrong.oozie + ": " + wrong.sentence;
      wrong.oozie = "E0803";
      return wrong;
    }
    out += "action for new instance" + pretty_text(copy.document_element());
  }
  return out;
}

}  // namespace foliot::parse
