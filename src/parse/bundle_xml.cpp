#include "parse/bundle_xml.hpp"

#include <map>
#include <set>

#include "base/limits.hpp"
#include "parse/bundle_names.hpp"
#include "parse/location.hpp"
#include "parse/parameters.hpp"
#include "parse/schema.hpp"
#include "parse/scope.hpp"
#include "parse/text.hpp"
#include "time/datetime.hpp"

namespace foliot::parse {

namespace {

// After reading and structure Oozie's client sees every failure as E1310 around the inner one.
failure as_submission_error(failure error) {
  if (error.oozie == "E0307") return error;
  if (!error.oozie.empty()) error.sentence = error.oozie + ": " + error.sentence;
  error.oozie = "E1310";
  return error;
}

class bundle_reader {
 public:
  bundle_reader(const scope& in, model::bundle_definition& out)
      : in_(in), names_(in.conf()), out_(out) {}

  result<void> read() {
    const pugi::xml_node root = in_.document().root();
    if (auto named = in_.going_on(read_own_name(root)); !named) return named;
    if (auto kicked = in_.going_on(read_kick_off(child(root, "controls"))); !kicked) return kicked;
    if (auto all = read_coordinators(root); !all) return all;
    return in_.refusals() > 0 ? in_.how().all_refusals->front() : result<void>();
  }

 private:
  result<void> read_own_name(const pugi::xml_node& root) {
    result<std::string> name =
        evaluate({root, "name"}, attribute_text("name"), attribute(root, "name"));
    if (!name) return name.error();
    out_.name = std::move(*name);
    return {};
  }

  result<std::string> evaluate(const xml_spot& at, const std::string& what,
                               const std::string& text) {
    const result<el::expression> parsed = in_.parse(at, what, text, "E1004");
    if (!parsed) return parsed.error();
    if (parsed->calls("wf:user"))
      in_.warn(at, "wf:user() is a function of workflows",
               "Write ${bundle:conf('user.name')} in a bundle");
    el::environment env = in_.environment(el::phase::bundle);
    env.bundle = &names_;
    result<std::string> out = el::text_of(*parsed, env);
    if (!out) return in_.at(at, what, std::move(out).error(), "E1004");
    return std::string(trim(*out));
  }

  result<void> read_kick_off(const pugi::xml_node& controls) {
    const pugi::xml_node element = child(controls, "kick-off-time");
    if (!element) return {};
    const result<std::string> text =
        evaluate(element, element_text("kick-off-time"), text_of(element));
    if (!text) return text.error();
    if (text->empty()) return {};
    result<instant> at = time::parse_datetime(*text, in_.how().zone, in_.how().reading);
    if (!at) return in_.at(element, element_text("kick-off-time"), std::move(at).error(), "E1301");
    out_.kick_off = *at;
    return {};
  }

  // In document order, through the wrappers of seed 004 (rulings 4.1).
  result<void> read_coordinators(const pugi::xml_node& parent, bool wrapped = false) {
    for (const pugi::xml_node& each : children(parent)) {
      const std::string_view name = local_name(each);
      if (name == "bundles" || name == "bundle") {
        if (!wrapped)
          in_.warn(each,
                   "<" + std::string(name) +
                       "> is no element of a bundle; its coordinators "
                       "are read as the bundle's own",
                   "Remove it");
        if (auto inner = read_coordinators(each, true); !inner) return inner;
      } else if (name == "coordinator") {
        if (auto added = in_.going_on(read_coordinator(each)); !added) return added;
      }
    }
    return {};
  }

  result<void> read_coordinator(const pugi::xml_node& element) {
    if (out_.coordinators.size() == limits::bundle_coordinators_max)
      return failure{errc::too_large,
                     "a bundle may have at most " +
                         std::to_string(limits::bundle_coordinators_max) + " coordinators",
                     "", in_.document().place(element), "Make several bundles"};
    model::bundle_child made;
    const pugi::xml_node path = child(element, "app-path");
    result<std::string> app_path = evaluate(path, element_text("app-path"), text_of(path));
    if (!app_path) return app_path.error();
    made.app_path = std::move(*app_path);
    if (auto located = check_location(made.app_path, in_.how().paths); !located)
      return in_.at(path, element_text("app-path"), std::move(located).error());
    if (auto named = read_name(element, made); !named) return named;
    result<std::string> critical =
        evaluate({element, "critical"}, attribute_text("critical"), attribute(element, "critical"));
    if (!critical) return critical.error();
    made.critical = equal_ignoring_case(*critical, "true");
    result<std::string> enabled =
        evaluate({element, "enabled"}, attribute_text("enabled"), attribute(element, "enabled"));
    if (!enabled) return enabled.error();
    made.enabled = !element.attribute("enabled") || equal_ignoring_case(*enabled, "true");
    if (auto conf = read_conf(element, made); !conf) return conf;
    out_.coordinators.push_back(std::move(made));
    return {};
  }

  result<void> read_name(const pugi::xml_node& element, model::bundle_child& made) {
    result<std::string> name =
        evaluate({element, "name"}, attribute_text("name"), attribute(element, "name"));
    if (!name) return name.error();
    if (name->empty() && !element.attribute("name")) {
      *name = free_name(last_segment(made.app_path));
      in_.warn(element, "this coordinator has no name; it is called " + quoted(*name),
               "Add name=\"" + *name + "\"");
    }
    if (name->empty())
      return in_.document().error({element, "name"}, "E1305",
                                  "the name of this coordinator is empty", "Give it a name");
    const auto [earlier, first] = places_.emplace(*name, in_.document().place({element, "name"}));
    if (!first)
      return in_.document().error({element, "name"}, "E1304",
                                  "there are two coordinators called " + quoted(*name) +
                                      ", the first at " + earlier->second,
                                  "Rename one of them");
    made.name = std::move(*name);
    return {};
  }

  std::string free_name(const std::string& wanted) const {
    std::string out = wanted.empty() ? "coordinator" : wanted;
    const std::string base = out;
    for (size_t n = 2; places_.contains(out); ++n) out = base + "-" + std::to_string(n);
    return out;
  }

  result<void> read_conf(const pugi::xml_node& element, model::bundle_child& made) {
    for (const pugi::xml_node& property : children(child(element, "configuration"), "property")) {
      const pugi::xml_node name_element = child(property, "name");
      const pugi::xml_node value_element = child(property, "value");
      result<std::string> name =
          evaluate(name_element, element_text("name"), text_of(name_element));
      if (!name) return name.error();
      result<std::string> value =
          evaluate(value_element, "the value of " + quoted(*name), text_of(value_element));
      if (!value) return value.error();
      if (name->empty())
        return in_.document().error(name_element, "E0701", "the name of this property is empty");
      made.conf.insert_or_assign(std::move(*name), std::move(*value));
    }
    return {};
  }

  const scope& in_;
  bundle_names names_;
  model::bundle_definition& out_;
  std::map<std::string, std::string> places_;  // Of coordinators by name.
};

result<void> read_formal(const xml_document& document, const options& how,
                         model::configuration& conf) {
  const pugi::xml_node root = document.root();
  if (how.reading == dialect::oozie && !supports_parameters(namespace_of(root))) return {};
  const result<parameters> formal = read_parameters(document, root);
  if (!formal) return formal.error();
  return apply_parameters(*formal, document.place(child(root, "parameters")), conf);
}

}  // namespace

result<model::bundle_definition> parse_bundle(const model::definition_text& text,
                                              const options& base,
                                              std::vector<std::string>& warnings) {
  const options how = options_for(base, text.conf);
  const result<xml_document> document =
      xml_document::read({definition_file(text.app_path, entity_kind::bundle)}, text.xml);
  if (!document) return document.error();
  if (auto checked = bundle_schema().check(*document, document->root(), how.reading, warnings,
                                           how.all_refusals);
      !checked)
    return checked.error();
  model::bundle_definition out;
  out.conf = text.conf;
  if (auto formal = read_formal(*document, how, out.conf); !formal)
    return as_submission_error(formal.error());
  const scope in(*document, how, out.conf, warnings);
  model::bundle_definition made;
  if (auto read = bundle_reader(in, made).read(); !read) {
    for (size_t i = 0; i < in.refusals(); ++i) {
      failure& each = (*how.all_refusals)[i];
      each = as_submission_error(std::move(each));
    }
    return as_submission_error(std::move(read).error());
  }
  made.conf = std::move(out.conf);
  return made;
}

}  // namespace foliot::parse
