#include "parse/understood.hpp"

#include <utility>

#include "model/kinds/sub_workflow.hpp"
#include "parse/workflow_xml.hpp"

namespace foliot::parse {

result<std::shared_ptr<const understood_workflow>> understood_workflows::get(
    const model::definition_text& text, const options& how) {
  const char switches[] = {static_cast<char>('0' + static_cast<int>(how.reading)),
                           how.fork_join_checks ? 'y' : 'n'};
  text_key parts;
  parts.add({switches, sizeof switches}).add(text.app_path).add(text.xml);
  if (const auto global = text.conf.find(model::global_property); global != text.conf.end())
    parts.add(global->second);
  const hash128 key = parts.hash();
  if (auto known = known_.find(key)) return known;
  understood_workflow out;
  result<model::workflow_definition> made = parse_workflow(text, how, out.warnings);
  if (!made) return std::move(made).error();
  out.definition = std::move(*made);
  auto shared = std::make_shared<const understood_workflow>(std::move(out));
  known_.keep(key, shared);
  return shared;
}

}  // namespace foliot::parse
