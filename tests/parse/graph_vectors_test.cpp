// Vectors that need no expressions: fork and join, formal parameters.
#include <gtest/gtest.h>

#include "parse/parameters.hpp"
#include "parse/workflow_check.hpp"
#include "tests/parse/vectors.hpp"

namespace foliot::parse {
namespace {

using model::node_kind;
using nlohmann::json;

graph graph_of(const json& vector) {
  graph out{{":start:", node_kind::start, {vector["start"].get<std::string>()}, "", true, ""}};
  for (const json& each : vector["nodes"]) {
    graph_node node;
    node.name = each["name"];
    const std::string type = each["type"];
    if (type == "action") {
      node.kind = node_kind::action;
      node.to = {each["ok"].get<std::string>(), each["error"].get<std::string>()};
    } else if (type == "fork") {
      node.kind = node_kind::fork;
      node.to = each["paths"].get<std::vector<std::string>>();
    } else if (type == "join") {
      node.kind = node_kind::join;
      node.to = {each["to"].get<std::string>()};
    } else if (type == "decision") {
      node.kind = node_kind::decision;
      node.to = each["to"].get<std::vector<std::string>>();
    } else {
      node.kind = type == "kill" ? node_kind::kill : node_kind::end;
    }
    out.push_back(std::move(node));
  }
  return out;
}

TEST(graph_vectors, fork_join_validation) {
  const auto vectors = load_vectors("workflow/fork_join_validation.json");
  if (!vectors) GTEST_SKIP() << "the vectors are not here";
  vector_count count("workflow/fork_join_validation.json");
  for (size_t i = 0; i < vectors->size(); ++i) {
    const json& each = (*vectors)[i];
    const result<void> out = check_workflow(graph_of(each), each.value("validate_fork_join", true));
    const json& expect = each["expect"];
    count.check(i, each["name"],
                expect["valid"].get<bool>() ? "" : expect["error"].get<std::string>(),
                out ? "" : out.error().oozie);
  }
}

void check_parameters(vector_count& count, size_t i, const json& each) {
  model::configuration conf = each["conf"].get<model::configuration>();
  const auto document = xml_document::read({"w"}, each["xml"].get<std::string>());
  ASSERT_TRUE(document.ok()) << document.error().text();
  const json& expect = each["expect"];
  const auto formal = read_parameters(*document, document->root());
  const result<void> out =
      formal ? apply_parameters(*formal, "w", conf) : result<void>(formal.error());
  const std::string expected = expect.value("error", std::string());
  count.check(i, each["name"], expected, out ? "" : out.error().oozie);
  if (expect.contains("conf")) {
    EXPECT_EQ(conf, expect["conf"].get<model::configuration>());
  }
  if (!out && expect.contains("message_ends")) {
    EXPECT_TRUE(out.error().sentence.ends_with(expect["message_ends"].get<std::string>()));
  }
  if (!out && expect.contains("message_contains")) {
    for (const json& part : expect["message_contains"])
      EXPECT_NE(out.error().sentence.find(part.get<std::string>()), std::string::npos);
  }
}

TEST(graph_vectors, formal_parameters) {
  const auto vectors = load_vectors("bundle/parameters.json");
  if (!vectors) GTEST_SKIP() << "the vectors are not here";
  vector_count count("bundle/parameters.json");
  for (size_t i = 0; i < vectors->size(); ++i) {
    const json& each = (*vectors)[i];
    if (each.contains("xml")) {
      check_parameters(count, i, each);
      continue;
    }
    const bool expected = each["expect"]["supports_parameters"];
    const bool actual = supports_parameters(each["namespace"].get<std::string>());
    count.check(i, each["name"], expected ? "yes" : "no", actual ? "yes" : "no");
  }
}

}  // namespace
}  // namespace foliot::parse
