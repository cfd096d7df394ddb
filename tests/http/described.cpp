#include "tests/http/described.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "http/embedded_api.hpp"
#include "http/own_routes.hpp"

namespace foliot::testing {

using nlohmann::json;

namespace {

/// "#/components/schemas/Why" in the document.
const json& referred(const json& schema) {
  const auto found = schema.find("$ref");
  if (found == schema.end()) return schema;
  return api_document().at(json::json_pointer(found->get<std::string>().substr(1)));
}

bool has_type(const json& value, const std::string& type) {
  if (type == "null") return value.is_null();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "array") return value.is_array();
  return type == "object" && value.is_object();
}

class comparison {
 public:
  std::string of(const json& value, const json& schema) {
    check(value, referred(schema), "");
    return wrong_;
  }

 private:
  void check(const json& value, const json& schema, const std::string& at) {
    static constexpr std::array known{
        "$ref",         "type",        "enum",    "properties", "required",  "additionalProperties",
        "items",        "anyOf",       "minimum", "maximum",    "minItems",  "maxItems",
        "examples",     "description", "default", "pattern",    "minLength", "maxLength",
        "propertyNames"};
    for (const auto& [word, ignored] : schema.items())
      if (std::find(known.begin(), known.end(), word) == known.end())
        tell(at, "the keyword " + word + " is not known to this test");
    if (const auto type = schema.find("type"); type != schema.end()) check_type(value, *type, at);
    if (const auto words = schema.find("enum"); words != schema.end())
      if (std::find(words->begin(), words->end(), value) == words->end())
        tell(at, value.dump() + " is none of " + words->dump());
    if (const auto any = schema.find("anyOf"); any != schema.end()) check_any(value, *any, at);
    if (value.is_number() && value < schema.value("minimum", value)) tell(at, "too small");
    if (value.is_number() && value > schema.value("maximum", value)) tell(at, "too large");
    if (value.is_array()) check_items(value, schema, at);
    if (value.is_object()) check_members(value, schema, at);
  }

  void check_type(const json& value, const json& type, const std::string& at) {
    const bool fits = type.is_array()
                          ? std::any_of(type.begin(), type.end(),
                                        [&](const json& one) { return has_type(value, one); })
                          : has_type(value, type);
    if (!fits) tell(at, value.dump().substr(0, 60) + " is no " + type.dump());
  }

  void check_any(const json& value, const json& any, const std::string& at) {
    for (const json& one : any)
      if (unlike_schema(value, one).empty()) return;
    tell(at, "fits none of anyOf");
  }

  void check_items(const json& value, const json& schema, const std::string& at) {
    const auto items = schema.find("items");
    if (items == schema.end()) return;
    for (size_t i = 0; i < value.size(); ++i)
      check(value[i], referred(*items), at + "[" + std::to_string(i) + "]");
  }

  void check_members(const json& value, const json& schema, const std::string& at) {
    const json none = json::object();
    const json properties = schema.value("properties", none);
    for (const json& name : schema.value("required", json::array()))
      if (!value.contains(name.get<std::string>())) tell(at, name.dump() + " is missing");
    const json others = schema.value("additionalProperties", json(true));
    for (const auto& [name, member] : value.items()) {
      if (const auto found = properties.find(name); found != properties.end())
        check(member, referred(*found), at + "." + name);
      else if (others.is_object())
        check(member, referred(others), at + "." + name);
      else if (others == false)
        tell(at, "'" + name + "' is not described");
    }
  }

  void tell(const std::string& at, const std::string& what) {
    wrong_ += (at.empty() ? "answer" : at) + ": " + what + "\n";
  }

  std::string wrong_;
};

std::string type_of(const http::response& answer) {
  const auto type = http::find_header(answer.headers, "Content-Type").value_or("");
  return std::string(type.substr(0, type.find(';')));
}

std::string unlike_content(const http::response& answer, const json& content) {
  const std::string type = type_of(answer);
  const auto found = content.find(type);
  if (found == content.end()) return "the content type is '" + type + "'\n";
  if (type != "application/json") return "";
  const json body = json::parse(answer.body, nullptr, false);
  return body.is_discarded() ? "the body is no JSON\n" : unlike_schema(body, found->at("schema"));
}

/// Refusals that the document tells once, for all addresses.
std::string unlike_error(const http::response& answer) {
  const json error{{"application/json", {{"schema", {{"$ref", "#/components/schemas/Error"}}}}}};
  std::string wrong = unlike_content(answer, error);
  if (answer.status == 405 && !http::find_header(answer.headers, "Allow")) wrong += "no Allow\n";
  return wrong;
}

}  // namespace

const json& api_document() {
  static const json document = json::parse(http::embedded_api().front().text);
  return document;
}

std::string unlike_schema(const json& value, const json& schema) {
  return comparison().of(value, schema);
}

std::string not_as_described(const std::string& method, const std::string& path,
                             const http::response& answer) {
  if (method == "OPTIONS") return answer.body.empty() ? "" : "OPTIONS has a body\n";
  const http::route where = http::find_route(path);
  if (where.own == nullptr || answer.status == 405) return unlike_error(answer);
  std::string verb = method == "HEAD" ? "GET" : method;
  for (char& c : verb) c = static_cast<char>(c - 'A' + 'a');
  const json& responses =
      api_document().at("paths").at(std::string(where.own->path)).at(verb).at("responses");
  const auto found = responses.find(std::to_string(answer.status));
  if (found == responses.end())
    return "status " + std::to_string(answer.status) + " is not described: " + answer.body + "\n";
  return unlike_content(answer, referred(*found).at("content"));
}

}  // namespace foliot::testing
