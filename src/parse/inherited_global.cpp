#include "parse/inherited_global.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/java_properties.hpp"
#include "el/parser.hpp"
#include "model/kinds/handed_global.hpp"
#include "model/kinds/sub_workflow.hpp"

namespace foliot::parse {

namespace {

// Names of the text's lines; a property of <configuration> stands behind the last.
constexpr std::string_view name_node_line = "name-node";
constexpr std::string_view cluster_line = "resource-manager";
constexpr std::string_view job_xml_line = "job-xml";
constexpr std::string_view property_line = "property.";

}  // namespace

bool is_empty(const global_section& global) {
  return !global.name_node && !global.cluster && global.job_xml.empty() && global.conf.empty();
}

std::string written(const global_section& global) {
  std::string out;
  const auto add = [&out](std::string_view name, const el::expression& value) {
    add_java_property(out, name, value.source());
  };
  if (global.name_node) add(name_node_line, *global.name_node);
  if (global.cluster) add(cluster_line, *global.cluster);
  for (const el::expression& each : global.job_xml) add(job_xml_line, each);
  for (const auto& [name, value] : global.conf) add(std::string(property_line) + name, value);
  return model::hide_expressions(out);
}

result<global_section> read_inherited(std::string_view text) {
  global_section out;
  const std::string shown = model::show_expressions(text);
  java_property_reader lines{shown};
  while (const auto line = lines.next()) {
    result<el::expression> value = el::parse(line->value);
    if (!value) {
      failure wrong = std::move(value).error();
      wrong.oozie = "E0701";
      return std::move(wrong).within("the property " + std::string(model::global_property));
    }
    if (line->name == name_node_line) {
      out.name_node = std::move(*value);
    } else if (line->name == cluster_line) {
      out.cluster = std::move(*value);
    } else if (line->name == job_xml_line) {
      out.job_xml.push_back(std::move(*value));
    } else if (line->name.starts_with(property_line)) {
      out.conf.emplace_back(line->name.substr(property_line.size()), std::move(*value));
    }
  }
  return out;
}

void inherit(global_section& own, global_section above) {
  if (!own.name_node) own.name_node = std::move(above.name_node);
  if (!own.cluster) own.cluster = std::move(above.cluster);
  const auto says = [](const std::vector<el::expression>& list, const el::expression& what) {
    return std::any_of(list.begin(), list.end(),
                       [&](const el::expression& each) { return each.source() == what.source(); });
  };
  std::vector<el::expression> files;
  for (el::expression& each : above.job_xml)
    if (!says(own.job_xml, each)) files.push_back(std::move(each));
  own.job_xml.insert(own.job_xml.begin(), std::make_move_iterator(files.begin()),
                     std::make_move_iterator(files.end()));
  model::named_expressions conf;
  for (auto& property : above.conf)
    if (std::none_of(own.conf.begin(), own.conf.end(),
                     [&](const auto& mine) { return mine.first == property.first; }))
      conf.push_back(std::move(property));
  own.conf.insert(own.conf.begin(), std::make_move_iterator(conf.begin()),
                  std::make_move_iterator(conf.end()));
}

}  // namespace foliot::parse
