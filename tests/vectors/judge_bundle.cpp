// Bundles: formal parameters, and what is refused when they are submitted, listed and changed.
#include <algorithm>

#include "http/filters.hpp"
#include "http/views.hpp"
#include "model/bundle.hpp"
#include "model/bundle_change.hpp"
#include "parse/parameters.hpp"
#include "parse/submission.hpp"
#include "parse/xml.hpp"
#include "tests/model/support.hpp"
#include "tests/parse/support.hpp"
#include "tests/vectors/bundle_engine.hpp"
#include "tests/vectors/judges.hpp"
#include "tests/vectors/reading.hpp"

namespace foliot::vectors {

namespace {

verdict formal_parameters(const json& v) {
  model::configuration conf = v.at("conf").get<model::configuration>();
  const parse::xml_document document =
      must(parse::xml_document::read({"w"}, v.at("xml").get<std::string>()));
  const json& expect = v.at("expect");
  const auto formal = parse::read_parameters(document, document.root());
  const result<void> out =
      formal ? parse::apply_parameters(*formal, "w", conf) : result<void>(formal.error());
  if (verdict why = compare(expect.value("error", ""), out ? "" : out.error().oozie); !why.empty())
    return why;
  if (expect.contains("conf") && conf != expect["conf"].get<model::configuration>())
    return "the configuration is " + json(conf).dump();
  if (out) return {};
  const std::string& sentence = out.error().sentence;
  if (!sentence.ends_with(expect.value("message_ends", ""))) return sentence;
  for (const json& part : expect.value("message_contains", json::array()))
    if (sentence.find(part.get<std::string>()) == std::string::npos) return sentence;
  return {};
}

std::string code_of(const http::response& out) {
  return std::string(http::find_header(out.headers, "oozie-error-code").value_or(""));
}

/// "<name>" stands for a bundle that exists.
std::string bulk_query_of(const json& v) {
  std::string out = v.at("bulk").get<std::string>();
  if (const size_t at = out.find("<name>"); at != std::string::npos)
    out.replace(at, 6, bundle_engine::bundle_name);
  return encoded(out);
}

verdict bulk(const json& v) {
  const json& expect = v.at("expect");
  const http::response out =
      bundle_engine().ask("GET", "/oozie/v2/jobs", "bulk=" + bulk_query_of(v));
  if (expect.contains("error")) return compare(expect["error"].get<std::string>(), code_of(out));
  if (expect.contains("http"))
    return unless(out.status == expect["http"], "the status is " + std::to_string(out.status));
  if (expect.contains("http_not") && out.status == expect["http_not"]) return code_of(out);
  const json rows = json::parse(out.body).at("bulkresponses");
  if (!expect.contains("actions")) return unless(out.status == 200, "no list is answered");
  std::vector<std::string> found;
  for (const json& row : rows)
    found.push_back(row.at("bulkcoord").at("coordJobName").get<std::string>() + "@" +
                    std::to_string(row.at("bulkaction").at("actionNumber").get<int>()));
  return compare(expect["actions"].get<std::vector<std::string>>(), found);
}

verdict external_id(const json& v) {
  bundle_engine engine;
  const auto found = [&](const std::string& name) {
    const http::response out =
        engine.ask("GET", "/oozie/v2/jobs", "jobtype=bundle&external-id=" + encoded(name));
    return json::parse(out.body).value("id", json());
  };
  if (found(bundle_engine::external_id) != engine.bundle_wire_id()) return "no id finds anything";
  const json job = found(v.at("external_id").get<std::string>());
  return unless(job == v.at("expect").at("job_id"), "found " + job.dump());
}

verdict rerun_as_workflow(const json& v) {
  bundle_engine engine;
  const http::response out = engine.ask("PUT", "/oozie/v2/job/" + engine.bundle_wire_id(),
                                        "action=rerun", "<configuration/>");
  return compare(v.at("expect").at("error").get<std::string>(), code_of(out));
}

verdict change(const json& v) {
  model::bundle_change_context in;
  in.now = utc("2026-01-05T00:00Z");
  in.reading = dialect::oozie;
  const auto made = model::parse_bundle_change(v.at("change").get<std::string>(), in);
  return compare(v.at("expect").at("error").get<std::string>(), made ? "" : made.error().oozie);
}

/// The status that a bundle is born with.
model::status first_status(const parse::submission& read) {
  const model::bundle_definition definition;
  const auto born =
      model::advance({model::support::bundle_id, definition}, {},
                     model::bundle_events::created{{}, read.user, read.name, read.text.app_path},
                     model::support::day);
  return born.accepted ? born.next.state : model::status::none;
}

verdict dry_run(const json& v) {
  namespace support = parse::support;
  bundle_engine engine;
  engine.files["/apps/shop/bundle.xml"] =
      support::with(support::bundle_xml, "<controls>", "<!-- ${nobody} knows --><controls>");
  const model::configuration conf =
      support::properties("oozie.bundle.application.path", "/apps/shop");
  const auto kept = must(parse::prepare(conf, support::reader(engine.files), {}));
  const json& expect = v.at("expect");
  if (verdict why = compare(expect.at("status").get<std::string>(),
                            std::string(model::name(first_status(kept))));
      !why.empty())
    return why;
  const http::response out =
      engine.ask("POST", "/oozie/v2/jobs", "action=dryrun", http::configuration_xml(conf));
  if (out.status != 201) return out.body;
  const std::string text = json::parse(out.body).at("id").get<std::string>();
  if (text.find("<bundle-app") == std::string::npos) return "no bundle is answered: " + text;
  for (const json& part : expect.at("result_not_contains"))
    if (text.find(part.get<std::string>()) != std::string::npos) return text;
  return {};
}

/// "bundle started with coord1, coord2": each is created and has made its first action.
struct started_bundle {
  model::bundle_definition definition;
  model::bundle_record record;
  std::vector<model::coordinator_record> children;

  explicit started_bundle(const std::vector<std::string>& names)
      : definition(model::support::bundle(names)) {
    model::bundle_events::started start;
    for (size_t i = 0; i < names.size(); ++i) start.coordinators.push_back(100 + i);
    take(model::bundle_events::created{{}, "joe", "retail", "/apps/retail"});
    take(start);
    for (uint16_t i = 0; i < names.size(); ++i) take(accepted(i));
  }
  static model::bundle_event accepted(uint16_t member) {
    return model::bundle_events::coordinator_accepted{member, {{}, "joe", "c", "/apps/c", 0}};
  }
  model::bundle_step feed(const model::bundle_event& event) const {
    return model::advance({model::support::bundle_id, definition}, record, event,
                          model::support::day);
  }
  void take(const model::bundle_event& event) {
    model::bundle_step step = feed(event);
    if (!step.accepted) throw std::runtime_error("the bundle does not start");
    record = step.next;
    for (const auto& birth : step.births) {
      const model::coordinator_definition made = model::support::coordinator(60, 24);
      const model::coordinator_context child{birth.id, made};
      auto born = model::advance(child, {}, birth.event, model::support::day);
      auto running = model::advance(child, born.next, model::coordinator_events::materialised{1},
                                    model::support::day);
      children.push_back(running.next);
    }
  }
};

verdict submitted_again(const json& v) {
  constexpr std::string_view start = "bundle started with ";
  const std::string setup = v.at("setup").get<std::string>();
  if (!setup.starts_with(start)) return "this setup cannot be played";
  std::vector<std::string> names;
  for (size_t at = start.size(); at < setup.size();) {
    const size_t end = std::min(setup.find(", ", at), setup.size());
    names.push_back(setup.substr(at, end - at));
    at = end + 2;
  }
  const started_bundle bundle(names);
  const auto which = std::find(names.begin(), names.end(), v.at("submit_again"));
  const model::bundle_step again =
      bundle.feed(started_bundle::accepted(static_cast<uint16_t>(which - names.begin())));
  if (again.accepted || !again.births.empty()) return "it was taken again";
  const json& expect = v.at("expect");
  std::vector<std::string> states;
  for (const auto& child : bundle.children) states.emplace_back(model::name(child.state));
  if (verdict why = compare(expect.at("children_status").get<std::vector<std::string>>(), states);
      !why.empty())
    return why;
  return compare(expect.at("error").get<std::string>(), again.why_not ? again.why_not->oozie : "");
}

}  // namespace

verdict judge_parameters(const subject& of) {
  const json& v = of.vector();
  if (v.contains("xml")) return formal_parameters(v);
  const bool expected = v.at("expect").at("supports_parameters");
  return unless(parse::supports_parameters(v.at("namespace").get<std::string>()) == expected,
                "the namespace is misjudged");
}

verdict judge_bundle_submission(const subject& of) {
  const json& v = of.vector();
  if (v.contains("filter")) {
    const auto read =
        http::parse_list_filter(v["filter"].get<std::string>(), entity_kind::bundle, {}, {});
    return compare(v.at("expect").at("error").get<std::string>(), read ? "" : read.error().oozie);
  }
  if (v.contains("bulk")) return bulk(v);
  if (v.contains("external_id")) return external_id(v);
  if (v.contains("change")) return change(v);
  if (v.contains("dryrun")) return dry_run(v);
  if (v.contains("submit_again")) return submitted_again(v);
  if (v.at("name").get<std::string>().ends_with("rerun through the workflow style call"))
    return rerun_as_workflow(v);
  return "no judge can play this case";
}

}  // namespace foliot::vectors
