#include "parse/coordinator_xml.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/limits.hpp"
#include "parse/coordinator_flaw.hpp"
#include "parse/coordinator_reader.hpp"
#include "parse/expression_names.hpp"
#include "parse/location.hpp"
#include "parse/parameters.hpp"
#include "parse/schema.hpp"
#include "parse/text.hpp"
#include "parse/workflow_parts.hpp"

namespace foliot::parse {

namespace {

bool has_event(const std::vector<model::data_event>& events, std::string_view name) {
  return std::any_of(events.begin(), events.end(),
                     [&](const model::data_event& each) { return each.name == name; });
}

// Whether `node` or a part of it has that name: coord:dataIn takes it like an event's.
bool is_called(const model::logic_node& node, std::string_view name) {
  return node.name == name || std::any_of(node.parts.begin(), node.parts.end(),
                                          [&](const auto& each) { return is_called(each, name); });
}

struct order_name {
  std::string_view text;
  model::execution_order order;
};
constexpr std::array<order_name, 4> order_names{{{"FIFO", model::execution_order::fifo},
                                                 {"LIFO", model::execution_order::lifo},
                                                 {"LAST_ONLY", model::execution_order::last_only},
                                                 {"NONE", model::execution_order::none}}};

// Puts what was read into `out`.
template <class T, class U>
result<void> kept(result<T> read, U& out) {
  if (!read) return std::move(read).error();
  out = std::move(*read);
  return {};
}

// Oozie refuses what could run more often than every 5 minutes (rulings 0.20: only there).
constexpr int32_t oozie_minutes_min = 5;

}  // namespace

const std::string* submission_names::conf(std::string_view name) const {
  const auto found = conf_.find(name);
  return found == conf_.end() ? nullptr : &found->second;
}

std::string submission_names::user() const {
  const std::string* found = conf("user.name");
  return found == nullptr ? std::string() : *found;
}

bool submission_names::note(std::string_view name, const std::vector<model::data_event>& events,
                            bool there) const {
  std::vector<std::string> known;
  if (!there)
    for (const model::data_event& each : events) known.push_back(each.name);
  meant_ = did_you_mean(name, known);
  return there;
}

bool submission_names::has_input(std::string_view name) const {
  const bool part = made_.logic && is_called(made_.logic->root, name);
  return note(name, made_.inputs, part || has_event(made_.inputs, name));
}

bool submission_names::has_output(std::string_view name) const {
  return note(name, made_.outputs, has_event(made_.outputs, name));
}

std::string submission_names::meant_event() const { return meant_; }

el::environment coordinator_reader::environment(el::phase where) const {
  el::environment out = in_.environment(where);
  out.coordinator = &names_;
  return out;
}

result<el::expression> coordinator_reader::checked(const xml_spot& at, const std::string& what,
                                                   const std::string& text, el::phase where,
                                                   std::string* evaluated) {
  result<el::expression> parsed = in_.parse(at, what, text, "E1004");
  if (!parsed) return parsed;
  result<std::string> out = el::text_of(*parsed, environment(where));
  if (!out) return in_.at(at, what, std::move(out).error());
  if (evaluated != nullptr) *evaluated = std::move(*out);
  return parsed;
}

result<std::string> coordinator_reader::evaluate(const xml_spot& at, const std::string& what,
                                                 const std::string& text, el::phase where,
                                                 const std::string& code) {
  std::string out;
  result<el::expression> done = checked(at, what, text, where, &out);
  if (!done) {
    if (!code.empty()) done.error().oozie = code;
    return done.error();
  }
  return std::string(trim(out));
}

result<time::schedule> coordinator_reader::frequency(const pugi::xml_node& element,
                                                     el::phase where) {
  const xml_spot at(element, "frequency");
  const std::string what = attribute_text("frequency");
  result<el::expression> parsed = el::parse_frequency(trim(attribute(element, "frequency")));
  if (!parsed) return in_.at(at, what, std::move(parsed).error(), "E1004");
  result<time::schedule> every = el::frequency_of(*parsed, environment(where));
  if (!every) return in_.at(at, what, std::move(every).error());
  warn_of_constants(at, *parsed);
  return every;
}

// Rulings 0.8: the design document writes ${5 * HOUR}.
void coordinator_reader::warn_of_constants(const xml_spot& at, const el::expression& text) const {
  found_names names;
  collect(text, names);
  for (const char* each : {"MINUTE", "HOUR"})
    if (in_.lenient() && names.variables.contains(each) && !in_.conf().contains(each))
      in_.warn(at, std::string("the constant ") + each + " in a frequency is unknown to Oozie",
               "Write ${coord:hours(n)} or ${coord:minutes(n)}");
}

result<instant> coordinator_reader::datetime(const pugi::xml_node& element, const char* name,
                                             el::phase where) {
  const xml_spot at(element, name);
  const std::string what = attribute_text(name);
  const result<std::string> text = evaluate(at, what, attribute(element, name), where);
  if (!text) return text.error();
  result<instant> out = time::parse_datetime(*text, in_.how().zone, in_.how().reading);
  if (!out) return in_.at(at, what, std::move(out).error(), "E1003");
  return *out;
}

result<time::zone> coordinator_reader::zone(const pugi::xml_node& element) {
  const xml_spot at(element, "timezone");
  const std::string what = attribute_text("timezone");
  const result<std::string> text =
      evaluate(at, what, attribute(element, "timezone"), el::phase::submit_nofuncs);
  if (!text) return text.error();
  result<time::zone> out = time::find_zone(*text);
  if (!out) return in_.at(at, what, std::move(out).error(), "E1003");
  return out;
}

result<void> coordinator_reader::read(const std::string& name) {
  const pugi::xml_node root = in_.document().root();
  const size_t before = in_.refusals();
  if (auto done = read_attributes(root, name); !done) return done;
  const bool timed = in_.refusals() == before;
  if (auto done = read_controls(child(root, "controls")); !done) return done;
  if (auto done = read_datasets(child(root, "datasets")); !done) return done;
  if (auto done = read_events(child(root, "input-events"), "data-in", out_.inputs); !done)
    return done;
  if (auto done = in_.going_on(read_logic(child(root, "input-logic"))); !done) return done;
  if (auto done = read_events(child(root, "output-events"), "data-out", out_.outputs); !done)
    return done;
  if (auto done = read_action(child(root, "action")); !done) return done;
  return timed ? in_.going_on(check_times(root)) : result<void>{};
}

result<void> coordinator_reader::read_name(const pugi::xml_node& root, const std::string& name) {
  result<std::string> own = evaluate({root, "name"}, attribute_text("name"),
                                     attribute(root, "name"), el::phase::submit_nofuncs, "E0803");
  // A bundle's name for its child counts, whatever the document says (bundle.md 4).
  if (!own && name.empty()) return own.error();
  out_.name = name.empty() ? *own : name;
  return {};
}

result<void> coordinator_reader::read_attributes(const pugi::xml_node& root,
                                                 const std::string& name) {
  out_.clock = in_.how().zone.as_zone();
  constexpr auto plain = el::phase::submit_nofuncs;
  if (auto done = in_.going_on(kept(frequency(root, el::phase::submit_freq), out_.every)); !done)
    return done;
  if (auto done = in_.going_on(read_name(root, name)); !done) return done;
  if (auto done = in_.going_on(kept(datetime(root, "start", plain), out_.start)); !done)
    return done;
  if (auto done = in_.going_on(kept(datetime(root, "end", plain), out_.end)); !done) return done;
  return in_.going_on(kept(zone(root), out_.zone));
}

result<void> coordinator_reader::read_timeout(const pugi::xml_node& element) {
  const std::string text = text_of(element);
  if (text.empty())
    return in_.document().error(element, "E1003", "<timeout> is empty",
                                "Write minutes, or remove the element");
  const result<el::expression> parsed = in_.parse(element, "<timeout>", text, "E1004");
  if (!parsed) return parsed.error();
  result<int32_t> minutes = el::timeout_of(*parsed, environment(el::phase::wait_timeout));
  if (!minutes) return in_.at(element, "<timeout>", std::move(minutes).error());
  // Also -1: Oozie replaces it by the greatest time-out, 60 days (coordinator.md 1.4).
  const bool in_range = *minutes >= 0 && *minutes <= limits::timeout_minutes_max;
  out_.timeout_minutes = in_range ? *minutes : limits::timeout_minutes_max;
  return {};
}

result<void> coordinator_reader::read_controls(const pugi::xml_node& controls) {
  if (const pugi::xml_node element = child(controls, "timeout"))
    if (auto done = in_.going_on(read_timeout(element)); !done) return done;
  if (auto done = in_.going_on(read_number(controls, "concurrency", out_.concurrency)); !done)
    return done;
  if (auto done = in_.going_on(read_number(controls, "throttle", out_.throttle)); !done)
    return done;
  if (out_.throttle < 1 || out_.throttle > limits::throttle_max)
    out_.throttle = limits::throttle_max;
  if (out_.concurrency == 0)
    in_.warn(child(controls, "concurrency"), "with a concurrency of 0 no action ever starts",
             "Write 1 or more, or -1 for no limit");
  return in_.going_on(read_order(child(controls, "execution")));
}

result<void> coordinator_reader::read_number(const pugi::xml_node& controls, const char* name,
                                             int32_t& out) {
  const pugi::xml_node element = child(controls, name);
  if (!element) return {};
  const result<std::string> text =
      evaluate(element, element_text(name), text_of(element), el::phase::submit_nofuncs);
  if (!text) return text.error();
  const std::string_view digits = *text;
  const char* begin = digits.data() + (digits.starts_with('+') ? 1 : 0);
  const auto [end, problem] = std::from_chars(begin, digits.data() + digits.size(), out);
  if (problem != std::errc{} || end != digits.data() + digits.size() || digits.empty())
    return in_.document().error(element, "E1003",
                                element_text(name) + " is " + quoted(*text) + ", not a number",
                                "Write a whole number");
  return {};
}

result<void> coordinator_reader::read_order(const pugi::xml_node& element) {
  if (!element) return {};
  const result<std::string> text =
      evaluate(element, element_text("execution"), text_of(element), el::phase::submit_nofuncs);
  if (!text) return text.error();
  for (const order_name& each : order_names)
    if (each.text == *text) return out_.order = each.order, result<void>{};
  return in_.document().error(element, "E1003",
                              "<execution> is " + quoted(*text) + ", which is no order",
                              "Write FIFO, LIFO, LAST_ONLY or NONE");
}

result<void> coordinator_reader::read_app_path(const pugi::xml_node& path) {
  result<std::string> app_path =
      evaluate(path, element_text("app-path"), text_of(path), el::phase::submit_nofuncs);
  if (!app_path) return app_path.error();
  if (app_path->empty())
    return in_.document().error(path, "E1003", "<app-path> is empty",
                                "Write the path of the workflow");
  out_.workflow_path = std::move(*app_path);
  return {};
}

result<void> coordinator_reader::read_property(const pugi::xml_node& property) {
  const pugi::xml_node element = child(property, "value");
  std::string name = text_of(child(property, "name"));
  result<el::expression> value = checked(element, "the value of " + quoted(name), text_of(element),
                                         el::phase::submit_data, nullptr);
  if (!value && value.error().remedy.starts_with("Name one of the <") &&
      !names_.meant_event().empty())
    value.error().remedy = names_.meant_event();
  if (!value) return value.error();
  out_.workflow_conf.emplace_back(std::move(name), std::move(*value));
  return {};
}

result<void> coordinator_reader::read_action(const pugi::xml_node& action) {
  const pugi::xml_node workflow = child(action, "workflow");
  if (auto done = in_.going_on(read_app_path(child(workflow, "app-path"))); !done) return done;
  for (const pugi::xml_node& property : children(child(workflow, "configuration"), "property"))
    if (auto done = in_.going_on(read_property(property)); !done) return done;
  if (const pugi::xml_node sla = child(action, "info"))
    in_.warn(sla, "service levels (sla:info) are not watched yet");
  return in_.going_on(kept(read_service_level(in_, action, "E1004"), out_.sla));
}

result<void> coordinator_reader::check_paths() {
  std::set<uint16_t> told;
  for (const auto* events : {&out_.inputs, &out_.outputs})
    for (const model::data_event& event : *events) {
      if (event.dataset >= out_.datasets.size()) continue;  // refused already
      const model::dataset& of = out_.datasets[event.dataset];
      const bool seen = !told.insert(event.dataset).second;
      if (seen || (of.uri_template.empty() && in_.refusals() > 0)) continue;
      const pugi::xml_node uri = child(dataset_elements_[event.dataset], "uri-template");
      auto fine = check_data_location(of.uri_template, in_.how().paths);
      if (!fine)
        fine = std::move(fine).error().within(in_.document().place(uri) + ": dataset " +
                                              quoted(of.name));
      if (auto done = in_.going_on(std::move(fine)); !done) return done;
    }
  const pugi::xml_node path =
      child(child(child(in_.document().root(), "action"), "workflow"), "app-path");
  auto fine = check_location(out_.workflow_path, in_.how().paths);
  if (!fine) fine = in_.at(path, element_text("app-path"), std::move(fine).error());
  return in_.going_on(std::move(fine));
}

result<void> coordinator_reader::check_cron(const pugi::xml_node& root) {
  const auto& every = std::get<time::cron>(out_.every);
  const instant first = every.next_after(instant{out_.start.ms - ms_per_minute}, out_.clock);
  if (first == never)
    return in_.document().error({root, "frequency"}, "E1003",
                                "the cron frequency " + quoted(every.text()) + " never fires",
                                "Name a day that the chosen months have");
  if (first >= out_.end)
    return in_.document().error({root, "frequency"}, "E1003",
                                "the cron frequency " + quoted(every.text()) +
                                    " fires for the first time at " +
                                    time::format_datetime(first, in_.how().zone) +
                                    ", not before the end, so there are no actions",
                                "Set 'end' to a later time, or correct the frequency");
  return {};
}

result<void> coordinator_reader::check_times(const pugi::xml_node& root) {
  const bool once = out_.start == out_.end && in_.lenient();
  if (out_.start >= out_.end && !once)
    return in_.document().error({root, "start"}, "E1003",
                                "the start " + time::format_datetime(out_.start, in_.how().zone) +
                                    " is not before the end " +
                                    time::format_datetime(out_.end, in_.how().zone),
                                "Set the attribute 'start' to a time before 'end'");
  const auto* numeric = std::get_if<time::frequency>(&out_.every);
  if (numeric == nullptr) return once ? result<void>{} : check_cron(root);
  const bool often = numeric->unit == time::time_unit::minute && numeric->count < oozie_minutes_min;
  if (often && !in_.lenient() && in_.how().frequency_checks && !in_.how().accepted_before)
    return in_.document().error({root, "frequency"}, "E1003",
                                "the frequency of " + std::to_string(numeric->count) +
                                    " minutes is below the least of 5 minutes",
                                "Write 5 or more");
  return {};
}

result<model::coordinator_definition> parse_coordinator(const model::definition_text& text,
                                                        const options& base,
                                                        std::vector<std::string>& warnings) {
  const options how = options_for(base, text.conf);
  const result<xml_document> document =
      xml_document::read({definition_file(text.app_path, entity_kind::coordinator)}, text.xml);
  if (!document) return document.error();
  const pugi::xml_node root = document->root();
  const result<size_t> version =
      coordinator_schema().check(*document, root, how.reading, warnings, how.all_refusals);
  if (!version) return version.error();
  if (how.reading == dialect::oozie && !text.name.empty() && *version == 0)
    return document->error(root, "E1319",
                           "a coordinator of a bundle cannot be of " + quoted(namespace_of(root)),
                           "Use uri:oozie:coordinator:0.2 or later");
  model::coordinator_definition context;
  context.conf = text.conf;
  if (how.reading == dialect::lenient || supports_parameters(namespace_of(root))) {
    const result<parameters> formal = read_parameters(*document, root);
    if (!formal) return formal.error();
    const std::string place = document->place(child(root, "parameters"));
    if (auto applied = apply_parameters(*formal, place, context.conf); !applied)
      return applied.error();
  }
  const scope in(*document, how, context.conf, warnings);
  model::coordinator_definition made;
  coordinator_reader reader(in, made);
  if (auto read = reader.read(text.name); !read) return read.error();
  if (made.name.size() > limits::job_name_bytes_max)
    return document->error(
        {root, "name"}, "E0803",
        "the name is longer than " + std::to_string(limits::job_name_bytes_max) + " bytes",
        "Shorten the attribute 'name'");
  made.conf = std::move(context.conf);
  if (how.reading == dialect::oozie) made.flaw = find_flaw(made);
  if (made.flaw && how.dry_run)
    return document->error(root, "E0803", made.flaw->code + ": " + made.flaw->sentence);
  // No action of a flawed one will ever want its data.
  if (!made.flaw)
    if (auto fine = reader.check_paths(); !fine) return fine.error();
  if (in.refusals() > 0) return how.all_refusals->front();
  return made;
}

}  // namespace foliot::parse
