#include "model/kinds/action_conf.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/java_properties.hpp"
#include "base/local_path.hpp"
#include "el/facts.hpp"
#include "el/parser.hpp"
#include "model/kinds/common.hpp"

namespace foliot::model {

namespace {

// What an action must not set: the engine says who runs it and where (workflow.md 4, JA010).
constexpr std::array<std::string_view, 4> disallowed{
    "user.name", "mapreduce.job.user.name", "fs.default.name", "yarn.resourcemanager.address"};

std::optional<node_refusal> check_names(const configuration& conf, const std::string& where) {
  for (const std::string_view name : disallowed) {
    if (conf.find(name) == conf.end()) continue;
    return node_refusal{"JA010",
                        "the property '" + std::string(name) + "' is not allowed in " + where,
                        error_type::failed};
  }
  return std::nullopt;
}

/// Evaluates what a file says and puts it over `to`.
std::optional<node_refusal> add_layer(configuration& to, configuration layer,
                                      const std::string& where, node_texts& texts) {
  if (auto refused = check_names(layer, where)) return refused;
  for (auto& [name, value] : layer) {
    texts.count(name.size() + value.size() + 2);
    if (value.find("${") != std::string::npos) {
      const auto parsed = el::parse(value);
      if (!parsed)
        return node_refusal{"EL_ERROR",
                            parsed.error().within(where + ": the value of '" + name + "'").text(),
                            error_type::failed};
      value = texts.value(*parsed, name, where);
    }
    to.insert_or_assign(name, std::move(value));
  }
  return std::nullopt;
}

std::optional<node_refusal> add_file(configuration& to, std::string_view question,
                                     const std::string& path, const std::string& where,
                                     node_texts& texts) {
  auto layer = properties_of(question, path, texts);
  if (auto* refused = std::get_if<node_refusal>(&layer)) return std::move(*refused);
  return add_layer(to, std::get<configuration>(std::move(layer)), where, texts);
}

}  // namespace

std::variant<configuration, node_refusal> properties_of(std::string_view question,
                                                        const std::string& path,
                                                        node_texts& texts) {
  const el::probe probe{std::string(question), {path}};
  const el::facts* known = texts.environment().known;
  if (const el::value* answer = known != nullptr ? known->find(probe) : nullptr)
    if (const auto why = el::why_unanswerable(*answer)) return node_refusal{"JA008", why->text()};
  const std::string text = texts.answer(probe);
  configuration out;
  java_property_reader reader{text};
  while (auto property = reader.next())
    out.insert_or_assign(std::move(property->name), std::move(property->value));
  return out;
}

std::variant<configuration, node_refusal> action_conf(const action_body& body, const plan_scope& at,
                                                      node_texts& texts) {
  configuration out;
  if (const auto directory = local_path(at.app_path()))
    if (auto refused = add_file(out, defaults_question, *directory + "/config-default.xml",
                                "config-default.xml", texts))
      return std::move(*refused);
  for (const el::expression& each : body.job_xml) {
    const std::string path = texts.text(each, "job-xml");
    if (!texts.complete() && path.empty()) continue;  // its own question is open
    auto source = local_source(path, at.app_path());
    if (auto* refused = std::get_if<node_refusal>(&source)) return std::move(*refused);
    if (auto refused = add_file(out, job_xml_question, std::get<std::string>(source),
                                "job-xml '" + path + "'", texts))
      return std::move(*refused);
  }
  configuration own;
  for (const auto& [name, value] : body.conf)
    own.insert_or_assign(name, texts.value(value, name, "<configuration>"));
  if (auto refused = check_names(own, "the configuration of an action")) return std::move(*refused);
  for (auto& [name, value] : own) out.insert_or_assign(name, std::move(value));
  return out;
}

std::string_view setting_of(std::string_view name, const configuration& conf,
                            const plan_scope& at) {
  if (const auto own = conf.find(name); own != conf.end()) return own->second;
  const auto of_job = at.context.conf.find(name);
  return of_job == at.context.conf.end() ? std::string_view{} : std::string_view(of_job->second);
}

}  // namespace foliot::model
