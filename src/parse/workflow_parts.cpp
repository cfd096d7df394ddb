#include "parse/workflow_parts.hpp"

#include <algorithm>
#include <array>

#include "parse/schema.hpp"
#include "parse/text.hpp"

namespace foliot::parse {

namespace {

// What is said in <launcher>, and the property that means the same.
struct launcher_key {
  std::string_view element;
  const char* property;
};
constexpr std::array<launcher_key, 9> launcher_keys{{{"memory.mb", "oozie.launcher.memory.mb"},
                                                     {"vcores", "oozie.launcher.vcores"},
                                                     {"priority", "oozie.launcher.priority"},
                                                     {"java-opts", "oozie.launcher.javaopts"},
                                                     {"env", "oozie.launcher.env"},
                                                     {"queue", "oozie.launcher.queue"},
                                                     {"sharelib", "oozie.launcher.sharelib"},
                                                     {"view-acl", "oozie.launcher.view.acl"},
                                                     {"modify-acl", "oozie.launcher.modify.acl"}}};

void replace(model::named_expressions& in, std::string name, el::expression value) {
  std::erase_if(in, [&](const auto& earlier) { return earlier.first == name; });
  in.emplace_back(std::move(name), std::move(value));
}

result<void> read_attribute(const scope& in, const pugi::xml_node& element, const char* name,
                            std::optional<el::expression>& out) {
  if (!element.attribute(name) || out) return {};
  result<el::expression> parsed =
      in.parse({element, name}, attribute_text(name), trim(attribute(element, name)), "E0703");
  if (!parsed) return parsed.error();
  out = std::move(*parsed);
  return {};
}

}  // namespace

result<el::expression> read_text_of(const scope& in, const pugi::xml_node& element) {
  return in.parse_for_node(element, element_text(element.name()), text_of(element));
}

result<void> read_conf(const scope& in, const pugi::xml_node& element,
                       model::named_expressions& out) {
  for (const pugi::xml_node& property : children(element, "property")) {
    std::string name = text_of(child(property, "name"));
    const pugi::xml_node value = child(property, "value");
    result<el::expression> parsed =
        in.parse_for_node(value, "the value of " + quoted(name), text_of(value));
    if (!parsed) return parsed.error();
    replace(out, std::move(name), std::move(*parsed));
  }
  return {};
}

result<void> read_texts(const scope& in, const pugi::xml_node& body, const char* name,
                        std::vector<el::expression>& out) {
  for (const pugi::xml_node& element : children(body, name)) {
    result<el::expression> parsed = read_text_of(in, element);
    if (!parsed) return parsed.error();
    out.push_back(std::move(*parsed));
  }
  return {};
}

result<void> read_launcher(const scope& in, const pugi::xml_node& element,
                           model::named_expressions& out) {
  for (const pugi::xml_node& each : children(element)) {
    const auto known =
        std::find_if(launcher_keys.begin(), launcher_keys.end(),
                     [&](const launcher_key& key) { return key.element == local_name(each); });
    if (known == launcher_keys.end()) continue;
    result<el::expression> parsed = read_text_of(in, each);
    if (!parsed) return parsed.error();
    replace(out, known->property, std::move(*parsed));
  }
  return {};
}

result<model::retry_rule> read_retry(const scope& in, const pugi::xml_node& action,
                                     const pugi::xml_node& error) {
  model::retry_rule out;
  for (const pugi::xml_node& each : {action, error}) {
    if (auto read = read_attribute(in, each, "retry-max", out.max); !read) return read.error();
    if (auto read = read_attribute(in, each, "retry-interval", out.interval); !read)
      return read.error();
    if (auto read = read_attribute(in, each, "retry-policy", out.policy); !read)
      return read.error();
  }
  return out;
}

result<std::vector<model::credential>> read_credentials(const scope& in,
                                                        const pugi::xml_node& element) {
  std::vector<model::credential> out;
  for (const pugi::xml_node& each : children(element, "credential")) {
    model::credential made{attribute(each, "name"), attribute(each, "type"), {}};
    for (const pugi::xml_node& property : children(each, "property")) {
      result<el::expression> name = read_text_of(in, child(property, "name"));
      if (!name) return name.error();
      result<el::expression> value = read_text_of(in, child(property, "value"));
      if (!value) return value.error();
      made.properties.emplace_back(std::move(*name), std::move(*value));
    }
    out.push_back(std::move(made));
  }
  return out;
}

result<std::optional<model::service_level>> read_service_level(const scope& in,
                                                               const pugi::xml_node& parent,
                                                               const std::string& code) {
  const pugi::xml_node element = child(parent, "info");
  if (!element) return std::optional<model::service_level>();
  if (const auto checked =
          service_level_schema().check(in.document(), element, in.how().reading, in.warnings());
      !checked)
    return checked.error();
  model::service_level out{version_in(namespace_of(element)), {}};
  for (const pugi::xml_node& each : children(element)) {
    result<el::expression> parsed = in.parse(each, element_text(each.name()), text_of(each), code);
    if (!parsed) return parsed.error();
    out.texts.push_back({std::string(local_name(each)), std::move(*parsed)});
  }
  return std::optional<model::service_level>(std::move(out));
}

std::string version_in(std::string_view uri) {
  return std::string(uri.substr(std::min(uri.rfind(':') + 1, uri.size())));
}

}  // namespace foliot::parse
