#include "parse/dry_run.hpp"

#include <utility>

#include "parse/bundle_xml.hpp"
#include "parse/coordinator_text.hpp"

namespace foliot::parse {

result<dry_run_outcome> dry_run(const model::configuration& conf, const read_text& read,
                                const sight& seen, const options& how) {
  options dry = how;
  dry.dry_run = true;
  result<submission> made = prepare(conf, read, dry);
  if (!made) return std::move(made).error();
  dry_run_outcome out{"OK", std::move(made->warnings)};
  if (made->text.kind == entity_kind::workflow) return out;
  result<std::string> text = made->text.kind == entity_kind::bundle
                                 ? resolved_bundle_text(made->text, dry)
                                 : first_actions_text(made->text, made->user, seen, dry);
  if (!text) return std::move(text).error();
  out.text = std::move(*text);
  return out;
}

}  // namespace foliot::parse
