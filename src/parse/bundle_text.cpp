// What a dry run of a bundle answers (bundle.md 3).
#include "parse/bundle_names.hpp"
#include "parse/bundle_xml.hpp"
#include "parse/location.hpp"
#include "parse/scope.hpp"
#include "parse/xml.hpp"
#include "parse/xml_text.hpp"

namespace foliot::parse {

result<std::string> resolved_bundle_text(const model::definition_text& text, const options& base) {
  std::vector<std::string> warnings;
  const result<model::bundle_definition> made = parse_bundle(text, base, warnings);
  if (!made) return made.error();
  const options how = options_for(base, text.conf);
  const std::string file = definition_file(text.app_path, entity_kind::bundle);
  const result<el::expression> parsed = el::parse(without_comments(text.xml));
  if (!parsed) return failure(parsed.error()).within(file);
  const bundle_names names(made->conf);
  const el::map_variables variables(made->conf);
  el::environment in;
  in.where = el::phase::bundle;
  in.names = &variables;
  in.bundle = &names;
  in.zone = how.zone;
  in.reading = how.reading;
  result<std::string> out = el::text_of(*parsed, in);
  if (!out) return std::move(out).error().within(file);
  if (how.reading != dialect::oozie) return *out + "\n";
  const auto resolved = xml_document::read({file}, *out);
  if (!resolved) return resolved.error();
  return pretty_text(resolved->root()) + "\n";
}

}  // namespace foliot::parse
