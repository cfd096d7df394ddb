// XML of every kind, in both dialects: understood or refused with a place; and libxml2's tree is
// pugixml's.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "parse/bundle_xml.hpp"
#include "parse/configuration.hpp"
#include "parse/coordinator_xml.hpp"
#include "parse/workflow_conf.hpp"
#include "parse/workflow_names.hpp"
#include "parse/workflow_xml.hpp"
#include "parse/xml.hpp"

namespace {

using namespace foliot;

const model::configuration properties{
    {"user.name", "joe"}, {"start", "2026-01-05T00:00Z"}, {"data", "/data"}, {"n", "3"}};

void judge(const failure& error) {
  // A refusal is one of the user's, and says something.
  if (error.code == errc::internal || error.sentence.empty()) std::abort();
  if (error.sentence == "this XML can be read in two ways") std::abort();
}

template <class T>
bool accepted(const result<T>& out) {
  if (!out) judge(out.error());
  return out.ok();
}

void understand(const std::string& xml, const parse::options& how) {
  std::vector<std::string> warnings;
  const auto text = [&](entity_kind kind) {
    return model::definition_text{kind, "/apps/a", "", xml, properties};
  };
  if (xml.find("bundle-app") != std::string::npos)
    accepted(parse::parse_bundle(text(entity_kind::bundle), how, warnings));
  if (xml.find("coordinator-app") != std::string::npos)
    accepted(parse::parse_coordinator(text(entity_kind::coordinator), how, warnings));
  if (xml.find("workflow-app") == std::string::npos) return;
  const auto made = parse::parse_workflow(text(entity_kind::workflow), how, warnings);
  if (!accepted(made)) return;
  parse::unknown_names(*made, properties, "w");
  accepted(parse::check_retries(*made, properties, "w", how, warnings));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Both trees are compared here; the readers below stand on it.
  if (!accepted(parse::xml_document::read({"f"}, text))) return 0;
  if (const auto conf = parse::read_configuration("f", text); accepted(conf)) {
    const auto written = parse::write_configuration(*conf);
    if (!accepted(written)) std::abort();
    const auto again = parse::read_configuration("f", *written);
    if (!again || *again != *conf) std::abort();
  }
  parse::options how;
  how.open_inputs = true;
  understand(text, how);
  how.reading = dialect::oozie;
  how.dry_run = true;
  understand(text, how);
  return 0;
}
