// Datasets and events of a coordinator (coordinator.md 1.3).
#include <algorithm>

#include "base/limits.hpp"
#include "el/hcatalog_uri.hpp"
#include "el/uri_template.hpp"
#include "parse/coordinator_reader.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

failure unsupported(const scope& in, const pugi::xml_node& at, std::string sentence,
                    std::string remedy = {}) {
  failure out = in.document().error(at, "E0803", std::move(sentence), std::move(remedy));
  out.code = errc::unsupported;
  return out;
}

}  // namespace

result<void> coordinator_reader::read_datasets(const pugi::xml_node& datasets) {
  for (const pugi::xml_node& each : children(datasets)) {
    const std::string_view name = local_name(each);
    result<void> done;
    if (name == "include")
      done = unsupported(in_, each, "<include> is only read when a coordinator is submitted",
                         "Copy the datasets of that file into this one");
    else if (name == "async-dataset")
      done = unsupported(in_, each, "<async-dataset> is not offered, as in Oozie");
    else
      done = read_dataset(each);
    if (done = in_.going_on(std::move(done)); !done) return done;
  }
  return {};
}

result<void> coordinator_reader::check_dataset_name(const xml_spot& at, const std::string& name) {
  if (is_identifier(name)) return {};
  if (in_.lenient() && is_identifier(name, true)) {
    in_.warn(at, "the name " + quoted(name) + " starts with a digit, which Oozie refuses",
             "Begin it with a letter");
    return {};
  }
  return in_.document().error(at, "E0701", quoted(name) + " cannot be a name here",
                              "Begin with a letter and go on with letters, digits, '-' and '_'");
}

result<void> coordinator_reader::read_dataset(const pugi::xml_node& element) {
  model::dataset made;
  auto read = in_.going_on(read_dataset(element, made));
  if (!read || made.name.empty()) return read;
  const auto same =
      std::find_if(out_.datasets.begin(), out_.datasets.end(),
                   [&](const model::dataset& each) { return each.name == made.name; });
  if (same != out_.datasets.end()) {
    in_.warn(element,
             "there is already a dataset called " + quoted(made.name) + "; this one is never used",
             "Rename or remove it");
    return {};
  }
  out_.datasets.push_back(std::move(made));
  dataset_elements_.push_back(element);
  if (out_.datasets.size() > limits::coordinator_events_max)
    return failure{errc::too_large,
                   "a coordinator may have at most " +
                       std::to_string(limits::coordinator_events_max) + " datasets",
                   "", in_.document().place(element), "Make several coordinators"};
  return {};
}

result<void> coordinator_reader::read_dataset(const pugi::xml_node& element, model::dataset& made) {
  result<std::string> name = evaluate({element, "name"}, attribute_text("name"),
                                      attribute(element, "name"), el::phase::submit_nofuncs);
  if (!name) return name.error();
  made.name = std::move(*name);
  if (auto fine = check_dataset_name({element, "name"}, made.name); !fine) return fine;
  const result<time::zone> where = zone(element);
  if (!where) return where.error();
  made.zone = *where;
  const result<instant> initial =
      datetime(element, "initial-instance", el::phase::submit_initial_instance);
  if (!initial) return initial.error();
  made.initial = *initial;
  if (made.initial < instant{0})
    return in_.document().error(
        {element, "initial-instance"}, "E1021",
        "the initial-instance of dataset " + quoted(made.name) + " is before 1970-01-01T00:00Z",
        "Write a later time");
  const result<time::schedule> every = frequency(element, el::phase::submit_freq);
  if (!every) return every.error();
  const auto* numeric = std::get_if<time::frequency>(&*every);
  if (numeric == nullptr)
    return in_.document().error({element, "frequency"}, "E1003",
                                "the frequency of dataset " + quoted(made.name) +
                                    " is a cron expression, which only coordinators may have",
                                "Write minutes, or a function such as ${coord:days(1)}");
  made.every = *numeric;
  const pugi::xml_node uri = child(element, "uri-template");
  result<std::string> uri_template =
      evaluate(uri, element_text("uri-template"), text_of(uri), el::phase::submit_nofuncs);
  if (!uri_template) return uri_template.error();
  if (auto checked = el::check_uri_template(*uri_template); !checked)
    return in_.at(uri, element_text("uri-template"), checked.error());
  if (el::is_hcatalog(*uri_template) && finds_out_now())
    if (const auto table = el::parse_hcatalog(*uri_template); !table)
      return found_out(in_.at(uri, element_text("uri-template"), table.error(), "E0906"));
  made.uri_template = std::move(*uri_template);
  if (const pugi::xml_node flag = child(element, "done-flag")) {
    result<std::string> file =
        evaluate(flag, element_text("done-flag"), text_of(flag), el::phase::submit_nofuncs);
    if (!file) return file.error();
    made.done.file = std::move(*file);
  }
  return {};
}

result<uint16_t> coordinator_reader::find_dataset(const xml_spot& at, const std::string& name) {
  std::vector<std::string> known;
  for (size_t i = 0; i < out_.datasets.size(); ++i) {
    if (out_.datasets[i].name == name) return static_cast<uint16_t>(i);
    known.push_back(out_.datasets[i].name);
  }
  std::string remedy = did_you_mean(name, known);
  if (remedy.empty())
    remedy = known.empty() ? "Define it in <datasets>"
                           : "Define it in <datasets>, where these are: " + join(known);
  return in_.document().error(at, "E0803", "the dataset " + quoted(name) + " is not defined",
                              remedy);
}

result<void> coordinator_reader::read_events(const pugi::xml_node& section, std::string_view name,
                                             std::vector<model::data_event>& out) {
  for (const pugi::xml_node& each : children(section)) {
    model::data_event made;
    result<void> done;
    if (local_name(each) != name)
      done = unsupported(
          in_, each, "<" + std::string(each.name()) + "> between input events is not offered yet",
          "Write the events as <data-in> only");
    else
      done = read_event(each, made);
    for (const model::data_event& earlier : out)
      if (done && earlier.name == made.name)
        done = in_.document().error(
            {each, "name"}, "E0803",
            "there are two <" + std::string(name) + "> called " + quoted(made.name),
            "Rename one of them");
    const bool sound = done.ok();
    if (done = in_.going_on(std::move(done)); !done) return done;
    // One that is not sound stays, so that what refers to it is judged.
    if (!sound && made.name.empty()) continue;
    out.push_back(std::move(made));
    if (out.size() > limits::coordinator_events_max)
      return failure{errc::too_large,
                     "a coordinator may have at most " +
                         std::to_string(limits::coordinator_events_max) + " events of a kind",
                     "", in_.document().place(each), "Make several coordinators"};
  }
  return {};
}

result<void> coordinator_reader::read_event(const pugi::xml_node& element, model::data_event& out) {
  out.name = attribute(element, "name");
  out.keep = trim(attribute(element, "nocleanup")) == "true";
  if (auto fine = check_dataset_name({element, "name"}, out.name); !fine) return fine;
  const xml_spot at(element, "dataset");
  const result<std::string> dataset = evaluate(
      at, attribute_text("dataset"), attribute(element, "dataset"), el::phase::submit_nofuncs);
  if (!dataset) return dataset.error();
  const result<uint16_t> index = find_dataset(at, *dataset);
  if (!index) return index.error();
  out.dataset = *index;
  return read_instances(element, out);
}

result<void> coordinator_reader::read_instances(const pugi::xml_node& element,
                                                model::data_event& out) {
  const std::vector<pugi::xml_node> single = children(element, "instance");
  const pugi::xml_node start = child(element, "start-instance");
  const pugi::xml_node end = child(element, "end-instance");
  const bool whole_range = start && end && single.empty();
  const bool some_range = start || end;
  if (some_range ? !whole_range : single.empty())
    return in_.document().error(
        element, "E0701",
        "event " + quoted(out.name) +
            " needs either <instance> or both <start-instance> and <end-instance>");
  for (const pugi::xml_node& each : single) {
    result<el::expression> parsed = instance(each);
    if (!parsed) return parsed.error();
    out.instances.push_back(std::move(*parsed));
  }
  if (!some_range) return {};
  result<el::expression> first = instance(start);
  if (!first) return first.error();
  result<el::expression> last = instance(end);
  if (!last) return last.error();
  out.range_start = std::move(*first);
  out.range_end = std::move(*last);
  return check_range(element, out);
}

}  // namespace foliot::parse
