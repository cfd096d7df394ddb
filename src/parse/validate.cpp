#include "parse/validate.hpp"

#include <vector>

#include "parse/encoding.hpp"
#include "parse/schema.hpp"
#include "parse/xml.hpp"

namespace foliot::parse {

namespace {

const schema* schema_of(std::string_view root) {
  if (root == "workflow-app") return &workflow_schema();
  if (root == "coordinator-app") return &coordinator_schema();
  if (root == "bundle-app") return &bundle_schema();
  return root == "info" ? &service_level_schema() : nullptr;
}

}  // namespace

result<std::string> validate_document(const std::string& xml) {
  const auto document = xml_document::read({"document", "E0701"}, in_utf8(xml));
  if (!document) return document.error();
  const std::string root(local_name(document->root()));
  const schema* rules = schema_of(root);
  if (rules == nullptr)
    return document->error(document->root(), "E0701", "there is no schema for '" + root + "'",
                           "Begin with workflow-app, coordinator-app or bundle-app");
  std::vector<std::string> warnings;
  const auto checked = rules->check(*document, document->root(), dialect::oozie, warnings);
  if (!checked) return checked.error();
  return root;
}

}  // namespace foliot::parse
