#include "parse/job_xml.hpp"

#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "el/evaluate.hpp"
#include "model/kinds/common.hpp"
#include "parse/configuration.hpp"
#include "parse/expression_names.hpp"
#include "parse/text.hpp"
#include "parse/workflow_names.hpp"

namespace foliot::parse {

namespace {

failure in_dry_run(failure why, const std::string& place) {
  why.oozie = "E0803";
  if (why.place.empty()) why.place = place;
  return why;
}

/// The path that an element holds; nothing where only a running workflow knows it.
std::optional<std::string> path_in(const el::expression& written,
                                   const model::configuration& conf) {
  const el::map_variables names{conf};
  el::environment in;
  in.where = el::phase::workflow;
  in.names = &names;
  in.reading = model::reading_of(conf);
  const result<std::string> path = el::text_of(written, in);
  if (!path) return std::nullopt;
  return std::string(trim(*path));
}

/// One file that a node names.
class job_xml_check {
 public:
  job_xml_check(const model::configuration& conf, const read_text& read)
      : conf_(conf), read_(read) {}

  result<void> run(const model::workflow_node& node, const std::string& app_path,
                   const std::string& at, const el::expression& written) {
    const std::optional<std::string> path = path_in(written, conf_);
    if (!path) return {};
    const std::string who = "node " + quoted(node.name) + " will fail: ";
    auto source = model::local_source(*path, app_path);
    if (auto* refused = std::get_if<model::node_refusal>(&source))
      return in_dry_run({errc::bad_input, who + "<job-xml>: " + refused->sentence, "", at, ""}, at);
    const std::string& local = std::get<std::string>(source);
    if (!seen_.insert(local).second) return {};
    result<std::string> text = read_(local);
    if (!text && text.error().code == errc::not_found)
      return failure{errc::bad_input, who + "its <job-xml> does not exist: " + local, "E0803", at,
                     "Copy the file there, or correct the path " + quoted(*path)};
    if (!text) return in_dry_run(std::move(text).error(), local);
    const auto properties = read_configuration(local, std::move(*text));
    if (!properties) return in_dry_run(properties.error(), local);
    for (const auto& [name, value] : *properties)
      if (auto fine = check_value(name, value, local, who); !fine) return fine;
    return {};
  }

 private:
  result<void> check_value(const std::string& name, const std::string& value,
                           const std::string& local, const std::string& who) const {
    if (value.find("${") == std::string::npos) return {};
    const std::string place = local + ": the value of " + quoted(name);
    const auto parsed = el::parse(value);
    if (!parsed) return in_dry_run(parsed.error().within(place), place);
    found_names names;
    collect(*parsed, names);
    const std::vector<failure> unknown = unknown_among(names, conf_, place, who);
    if (unknown.empty()) return {};
    return unknown.front();
  }

  const model::configuration& conf_;
  const read_text& read_;
  std::set<std::string> seen_;  ///< Local paths.
};

}  // namespace

result<void> check_job_xml(const model::workflow_definition& workflow,
                           const model::configuration& conf, const std::string& file,
                           const read_text& read) {
  job_xml_check check(conf, read);
  for (const model::workflow_node& node : workflow.nodes) {
    if (!node.body) continue;
    const std::string at =
        file + ":" + std::to_string(node.line) + ":" + std::to_string(node.column);
    for (const el::expression& each : node.body->job_xml)
      if (auto fine = check.run(node, workflow.app_path, at, each); !fine) return fine;
  }
  return {};
}

}  // namespace foliot::parse
