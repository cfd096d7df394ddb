// Bundles: formal parameters, and what is refused when they are submitted, listed and changed.
#include "http/filters.hpp"
#include "parse/parameters.hpp"
#include "parse/xml.hpp"
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
  const json& expect = v.at("expect");
  if (v.contains("filter")) {
    const auto read =
        http::parse_list_filter(v["filter"].get<std::string>(), entity_kind::bundle, {});
    return compare(expect.at("error").get<std::string>(), read ? "" : read.error().oozie);
  }
  return "no judge can play this case yet";
}

}  // namespace foliot::vectors
