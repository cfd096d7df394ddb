// XML of every kind, in both dialects: submitted as a bundle with its coordinators, as a
// coordinator with all it includes, as a workflow; understood or refused with a place; what was
// accepted is understood again from what is stored, and evaluated. libxml2's tree is pugixml's.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/contract.hpp"
#include "base/limits.hpp"
#include "model/coordinator.hpp"
#include "model/input_check.hpp"
#include "parse/bundle_xml.hpp"
#include "parse/configuration.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/submission.hpp"
#include "parse/workflow_names.hpp"
#include "parse/workflow_xml.hpp"
#include "parse/xml.hpp"

namespace {

using namespace foliot;

const model::configuration properties{{"user.name", "joe"},
                                      {"start", "2026-01-05T00:00Z"},
                                      {"end", "2026-01-05T02:00Z"},
                                      {"data", "/data"},
                                      {"app", "/apps"},
                                      {"n", "3"},
                                      {"on", "true"},
                                      {"tag", "x"},
                                      {"out", "/out"},
                                      {"raw", "r"}};

/// What a document may include, and what a bundle's coordinators are.
const std::string sets =
    R"(<datasets><dataset name="raw" frequency="${coord:minutes(15)}" timezone="UTC"
initial-instance="2026-01-05T00:00Z"><uri-template>${data}/${HOUR}</uri-template></dataset>
<include>/sets/more</include></datasets>)";
const std::string more =
    R"(<datasets><dataset name="day" frequency="${coord:days(1)}" timezone="America/Los_Angeles"
initial-instance="2026-01-01T08:00Z"><uri-template>file:///d/${DAY}</uri-template><done-flag/>
</dataset>
</datasets>)";
const std::string child =
    R"(<coordinator-app name="c" frequency="${n}" start="${start}" end="${end}" timezone="UTC"
xmlns="uri:oozie:coordinator:0.4"><datasets><include>/sets</include></datasets><action><workflow>
<app-path>/w</app-path></workflow></action></coordinator-app>)";

/// Coordinators of one bundle that are submitted, actions of one coordinator that are looked at.
constexpr size_t children_looked_at = 2;
constexpr uint32_t actions_looked_at = 2;
/// Rounds of questions that are answered before one action is left alone.
constexpr int rounds_max = 4;

void judge(const failure& error) {
  FOLIOT_ASSERT(error.code != errc::internal && !error.sentence.empty(),
                "a refusal is one of the user's, and says something");
  FOLIOT_ASSERT(error.sentence != "this XML can be read in two ways", "both trees are equal");
}

template <class T>
bool accepted(const result<T>& out) {
  if (!out) judge(out.error());
  return out.ok();
}

/// Understands what is stored, as the engine does when it needs it again.
template <class T>
result<T> again(const model::definition_text& text,
                result<T> (*parse)(const model::definition_text&, const parse::options&,
                                   std::vector<std::string>&)) {
  parse::options how;
  how.fork_join_checks = false;
  how.accepted_before = true;
  std::vector<std::string> unheard;
  result<T> out = parse(text, how, unheard);
  if (!out) FOLIOT_ASSERT(false, out.error().text().c_str());
  return out;
}

void check_action(const model::coordinator_definition& definition, instant nominal,
                  dialect reading) {
  model::action_identity identity{"job@1", "joe", nominal, plus_ms(nominal, ms_per_minute)};
  identity.reading = reading;
  el::facts known;
  for (int round = 0; round < rounds_max; ++round) {
    const model::input_state state = model::check_inputs(definition, identity, known, nominal);
    if (const auto* error = std::get_if<failure>(&state)) return judge(*error);
    if (const auto* found = std::get_if<model::inputs_found>(&state)) {
      const auto kept = model::to_keep(*found);
      if (!kept) return judge(kept.error());
      accepted(model::workflow_configuration(definition, identity, *kept));
      return;
    }
    const auto* needed = std::get_if<el::needs>(&state);
    if (needed == nullptr) return;
    for (const el::probe& each : needed->probes) {
      FOLIOT_ASSERT(known.find(each) == nullptr, "nothing is asked twice");
      known.put(each, true);
    }
  }
}

void check_coordinator(const model::definition_text& text, dialect reading) {
  const auto made = again(text, parse::parse_coordinator);
  const model::materialisation some = model::materialise(*made, {0}, never, actions_looked_at);
  FOLIOT_ASSERT(some.nominal.size() <= actions_looked_at, "as many as were asked for");
  FOLIOT_ASSERT(some.done == (model::total_actions(*made) == some.nominal.size()),
                "done when all are made");
  for (const instant nominal : some.nominal) check_action(*made, nominal, reading);
}

void check_bundle(const model::definition_text& text, const parse::read_text& read,
                  const parse::options& how) {
  const auto made = again(text, parse::parse_bundle);
  accepted(parse::resolved_bundle_text(text, how));
  for (size_t i = 0; i < std::min(children_looked_at, made->coordinators.size()); ++i)
    if (const auto one = parse::prepare_coordinator(text, i, "B-1", read, how); accepted(one))
      check_coordinator(one->text, how.reading);
}

void check_workflow(const parse::submission& of, const parse::read_text& read,
                    const parse::options& how) {
  const auto made = again(of.text, parse::parse_workflow);
  FOLIOT_ASSERT(made->start < made->nodes.size(), "a workflow starts somewhere");
  parse::understood_workflows known;
  accepted(parse::prepare_workflow("/apps/w.xml", properties, read, how, known));
}

void submit(const char* property, const std::string& path, const parse::read_text& read,
            const parse::options& how) {
  model::configuration conf = properties;
  conf.emplace(property, path);
  const auto made = parse::prepare(conf, read, how);
  if (!accepted(made)) return;
  FOLIOT_ASSERT(made->user == "joe", "the user is who the properties say");
  FOLIOT_ASSERT(made->name.size() <= limits::job_name_bytes_max, "names are bounded");
  switch (made->text.kind) {
    case entity_kind::bundle: return check_bundle(made->text, read, how);
    case entity_kind::coordinator: return check_coordinator(made->text, how.reading);
    default: return check_workflow(*made, read, how);
  }
}

void understand(const std::string& xml, const parse::options& how) {
  const parse::read_text read = [&](const std::string& path) -> result<std::string> {
    if (path == "/apps/b.xml" || path == "/apps/c.xml" || path == "/apps/w.xml" ||
        path == "/sets/own")
      return xml;
    if (path == "/sets") return sets;
    if (path == "/sets/more") return more;
    if (path.ends_with("coordinator.xml")) return child;
    return failure{errc::not_found, "no such file", "", path, ""};
  };
  if (xml.find("bundle-app") != std::string::npos)
    submit("oozie.bundle.application.path", "/apps/b.xml", read, how);
  if (xml.find("coordinator-app") != std::string::npos)
    submit("oozie.coord.application.path", "/apps/c.xml", read, how);
  if (xml.find("workflow-app") != std::string::npos)
    submit("oozie.wf.application.path", "/apps/w.xml", read, how);
}

/// `xml` as a file that a coordinator includes.
void include(const std::string& xml, const parse::options& how) {
  const parse::read_text read = [&](const std::string& path) -> result<std::string> {
    if (path == "/sets") return xml;
    if (path == "/sets/more") return more;
    if (path == "/apps/c.xml") return child;
    return failure{errc::not_found, "no such file", "", path, ""};
  };
  submit("oozie.coord.application.path", "/apps/c.xml", read, how);
}

void configure(const std::string& text) {
  const auto conf = parse::read_configuration("f", text);
  if (!accepted(conf)) return;
  const auto written = parse::write_configuration(*conf);
  FOLIOT_ASSERT(accepted(written), "what was read can be written");
  const auto read = parse::read_configuration("f", *written);
  FOLIOT_ASSERT(read.ok() && *read == *conf, "and is the same then");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Both trees are compared here; the readers below stand on it.
  if (!accepted(parse::xml_document::read({"f"}, text))) return 0;
  if (text.find("configuration") != std::string::npos) configure(text);
  parse::options how;
  understand(text, how);
  if (text.find("dataset") != std::string::npos) include(text, how);
  how.reading = dialect::oozie;
  how.dry_run = true;
  understand(text, how);
  return 0;
}
