// docs/api/openapi.json and the router tell of the same addresses; its bounds are the server's.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "http/own_routes.hpp"
#include "tests/http/described.hpp"
#include "tests/http/world.hpp"

namespace foliot::testing {
namespace {

using nlohmann::json;
using words = std::set<std::string>;

words words_in(std::string_view text) {
  std::istringstream in{std::string(text)};
  words out;
  for (std::string word; in >> word;) out.insert(word);
  return out;
}

/// A parameter, where it stands by reference what that says.
const json& told(const json& parameter) {
  const auto found = parameter.find("$ref");
  if (found == parameter.end()) return parameter;
  return api_document().at(json::json_pointer(found->get<std::string>().substr(1)));
}

words parameters_of(const json& operation, const std::string& place) {
  words out;
  for (const json& each : operation.value("parameters", json::array()))
    if (told(each).at("in") == place) out.insert(told(each).at("name").get<std::string>());
  return out;
}

std::string file_text(const std::string& path) {
  std::ifstream file(FOLIOT_SOURCE_DIR "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(document, has_the_routes_of_the_router) {
  for (const http::own_route& route : http::own_routes()) {
    const std::string path(route.path);
    const auto found = api_document().at("paths").find(path);
    ASSERT_NE(found, api_document().at("paths").end()) << path << " is not described";
    words methods;
    for (const auto& [method, operation] : found->items()) {
      std::string upper = method;
      for (char& c : upper) c = static_cast<char>(c - 'a' + 'A');
      methods.insert(upper);
      EXPECT_EQ(parameters_of(operation, "query"), words_in(route.parameters)) << path;
      EXPECT_EQ(parameters_of(operation, "path"), route.has_id() ? words{"id"} : words{}) << path;
      EXPECT_EQ(operation.value("security", json()) == json::array({json::object()}), route.open)
          << path;
    }
    EXPECT_EQ(methods, words_in(route.methods)) << path;
  }
}

TEST(document, has_no_other_routes) {
  for (const auto& [path, item] : api_document().at("paths").items()) {
    std::string address = path;
    if (const size_t id = address.find("{id}"); id != std::string::npos)
      address.replace(id, 4, bundle_wire);
    const http::route where = http::find_route(address);
    ASSERT_NE(where.own, nullptr) << path;
    EXPECT_EQ(where.own->path, path);
  }
}

TEST(document, is_served_to_whoever_asks_as_it_is_checked_in) {
  world w;
  w.ready = false;
  const http::response out = w.ask("GET", "/api/openapi.json?x=1");
  EXPECT_EQ(out.status, 200);
  EXPECT_EQ(out.body, file_text("docs/api/openapi.json"));
  EXPECT_EQ(api_document().at("info").at("version"), FOLIOT_VERSION);
}

TEST(document, is_what_the_page_about_it_lists) {
  const std::string page = file_text("docs/api.md");
  size_t operations = 0;
  for (const auto& [path, item] : api_document().at("paths").items()) {
    for (const auto& [method, operation] : item.items()) {
      std::string verb = method;
      for (char& c : verb) c = static_cast<char>(c - 'a' + 'A');
      const std::string row =
          "| `" + verb + " " + path + "` | " + operation.at("summary").get<std::string>() + " |";
      EXPECT_NE(page.find(row), std::string::npos) << "docs/api.md lacks: " << row;
      ++operations;
    }
  }
  size_t rows = 0;
  for (size_t at = page.find("\n| `"); at != std::string::npos; at = page.find("\n| `", at + 1))
    ++rows;
  EXPECT_EQ(rows, operations) << "docs/api.md lists what is not described";
}

void visit(const json& node, const std::function<void(const json&)>& look) {
  if (node.is_object()) look(node);
  if (node.is_structured())
    for (const json& each : node) visit(each, look);
}

TEST(document, refers_to_what_is_there_and_uses_all_of_it) {
  words used;
  visit(api_document(), [&](const json& node) {
    const auto found = node.find("$ref");
    if (found == node.end()) return;
    const auto pointer = json::json_pointer(found->get<std::string>().substr(1));
    EXPECT_TRUE(api_document().contains(pointer)) << *found;
    used.insert(found->get<std::string>());
  });
  for (const char* part : {"schemas", "parameters", "responses"})
    for (const auto& [name, ignored] : api_document().at("components").at(part).items())
      EXPECT_TRUE(used.contains("#/components/" + std::string(part) + "/" + name)) << name;
}

TEST(document, names_each_operation_once) {
  words names;
  for (const auto& [path, item] : api_document().at("paths").items())
    for (const auto& [method, operation] : item.items())
      EXPECT_TRUE(names.insert(operation.at("operationId").get<std::string>()).second) << path;
}

/// The address of an operation with all that it needs, and `name`=`value`.
std::string address_with(const std::string& path, const json& operation, const std::string& name,
                         const std::string& value) {
  std::string out = path;
  if (const size_t id = out.find("{id}"); id != std::string::npos) out.replace(id, 4, bundle_wire);
  out += "?" + name + "=" + value;
  for (const json& each : operation.value("parameters", json::array())) {
    const json& one = told(each);
    if (one.at("in") != "query" || !one.value("required", false) || one.at("name") == name)
      continue;
    const json& schema = one.at("schema");
    out += "&" + one.at("name").get<std::string>() + "=" +
           (schema.contains("enum") ? schema["enum"][0].get<std::string>() : "name%3Dx");
  }
  return out;
}

TEST(document, tells_the_bounds_of_parameters) {
  size_t bounds = 0;
  for (const auto& [path, item] : api_document().at("paths").items()) {
    for (const auto& [method, operation] : item.items()) {
      std::string verb = method;
      for (char& c : verb) c = static_cast<char>(c - 'a' + 'A');
      for (const json& each : operation.value("parameters", json::array())) {
        const json& one = told(each);
        const auto name = one.at("name").get<std::string>();
        const json& schema = one.at("schema");
        if (schema.value("type", "") != "integer") continue;
        const auto least = schema.at("minimum").get<int64_t>();
        const auto most = schema.at("maximum").get<int64_t>();
        for (const int64_t value : {least - 1, least, most, most + 1}) {
          world w;
          const http::response out =
              w.ask(verb, address_with(path, operation, name, std::to_string(value)));
          const bool refused = out.status == 400 && json::parse(out.body)["error"]["place"] == name;
          EXPECT_EQ(refused, value < least || value > most)
              << path << " " << name << "=" << value << ": " << out.body;
          ++bounds;
        }
      }
    }
  }
  EXPECT_GT(bounds, 40U);
}

TEST(document, would_not_take_what_is_not_as_it_says) {
  const json schema{{"$ref", "#/components/schemas/Health"}};
  json good{{"ready", true}, {"safeMode", false}, {"uncommitted", 0}, {"version", "1"}};
  EXPECT_EQ(unlike_schema(good, schema), "");
  const json wrong{{"ready", 1}, {"uncommitted", -1}, {"more", 1}};
  for (const auto& [name, value] : wrong.items()) {
    json bad = good;
    bad[name] = value;
    EXPECT_NE(unlike_schema(bad, schema), "") << name;
  }
  good.erase("version");
  EXPECT_NE(unlike_schema(good, schema), "");
  EXPECT_NE(unlike_schema("BUSY", {{"$ref", "#/components/schemas/Status"}}), "");
}

}  // namespace
}  // namespace foliot::testing
