// The languages as tables: bundle.md 2, coordinator.md 1.1, workflow.md 2.
#include "parse/schema.hpp"

namespace foliot::parse {

namespace {

const language bundle_table{
    "bundle",
    "bundle-app",
    "uri:oozie:bundle:",
    {"0.1", "0.2"},
    {
        {"bundle-app", "name", "parameters?@0.2 controls? coordinator+"},
        {"parameters", "", "property:parameter+"},
        {"parameter", "", "name:text value:text? description:text?"},
        {"controls", "", "kick-off-time:text?"},
        {"coordinator", "name critical? enabled?@0.2", "app-path:text configuration?"},
        {"configuration", "", "property+"},
        {"property", "", "name:text value:text description:text?"},
        {"text", "", "#text"},
    }};

const language coordinator_table{
    "coordinator",
    "coordinator-app",
    "uri:oozie:coordinator:",
    {"0.1", "0.2", "0.3", "0.4", "0.5"},
    {
        {"coordinator-app", "name frequency start end timezone",
         "parameters?@0.4 controls? datasets? input-events? input-logic?@0.5 output-events? "
         "action"},
        {"parameters", "", "property:parameter+"},
        {"parameter", "", "name:text value:text? description:text?"},
        {"controls", "", "timeout:text? concurrency:text? execution:text? throttle:text?@0.2"},
        {"datasets", "", "include:text* (dataset|async-dataset)*"},
        {"dataset", "name frequency initial-instance timezone",
         "uri-template:text done-flag:text?"},
        {"async-dataset", "name sequence-type initial-version", "uri-template:text"},
        {"input-events", "", "(data-in|and|or)+"},
        {"data-in", "name dataset", "instance:text* start-instance:text? end-instance:text?"},
        {"and", "", "#any"},
        {"or", "", "#any"},
        {"input-logic", "", "#any"},
        {"output-events", "", "data-out+"},
        {"data-out", "name dataset nocleanup?@0.4", "instance:text"},
        {"action", "", "workflow info:sla?"},
        {"workflow", "", "app-path:text configuration?"},
        {"sla", "", "#any"},
        {"configuration", "", "property+"},
        {"property", "", "name:text value:text description:text?"},
        {"text", "", "#text"},
    }};

// Bodies of actions are "#any" here: shell and fs are checked by rules of their own, other types
// are only known by name.
const language workflow_table{
    "workflow",
    "workflow-app",
    "uri:oozie:workflow:",
    {"0.1", "0.2", "0.2.5", "0.3", "0.4", "0.4.5", "0.5", "1.0"},
    {
        {"workflow-app", "name",
         "parameters?@0.4 global?@0.4 credentials?@0.2.5 start "
         "(decision|fork|join|kill|action)* end info:body?"},
        {"parameters", "", "property:parameter+"},
        {"parameter", "", "name:text value:text? description:text?"},
        {"global", "",
         "(job-tracker:text|resource-manager:text)? name-node:text? launcher:body?@1.0 "
         "job-xml:text* configuration?"},
        {"credentials", "", "credential:body+"},
        {"start", "to", ""},
        {"end", "name", ""},
        {"kill", "name", "message:text"},
        {"decision", "name", "switch"},
        {"switch", "", "case+ default"},
        {"case", "to", "#text"},
        {"default", "to", ""},
        {"fork", "name", "path path+"},
        {"path", "start", ""},
        {"join", "name to", ""},
        {"action", "name cred?@0.2.5 retry-max?@0.3 retry-interval?@0.3 retry-policy?@0.5",
         "(java:body|map-reduce:body|pig:body|fs|sub-workflow:body|ssh:body|shell:body|email:body|"
         "hive:body|hive2:body|sqoop:body|distcp:body|spark:body|git:body|*:body) ok error "
         "info:body?"},
        {"ok", "to", ""},
        {"error", "to", ""},
        {"fs", "",
         "name-node:text?@0.4 job-xml:text*@0.4 configuration?@0.4 "
         "(delete|mkdir|move|chmod|touchz|chgrp|setrep)*"},
        {"delete", "path skip-trash?", ""},
        {"mkdir", "path", ""},
        {"move", "source target", ""},
        {"chmod", "path permissions dir-files?", "recursive?@0.4"},
        {"touchz", "path", ""},
        {"chgrp", "path group dir-files?", "recursive?"},
        {"setrep", "path replication-factor", ""},
        {"recursive", "", ""},
        {"body", "", "#any"},
        {"configuration", "", "property+"},
        {"property", "", "name:text value:text description:text?"},
        {"text", "", "#text"},
    }};

const language shell_table{
    "shell action",
    "shell",
    "uri:oozie:shell-action:",
    {"0.1", "0.2", "0.3", "1.0"},
    {
        {"shell", "",
         "(job-tracker:text|resource-manager:text)? name-node:text? prepare? launcher?@1.0 "
         "job-xml:text* configuration? exec:text argument:text* env-var:text* file:text* "
         "archive:text* capture-output?"},
        {"prepare", "", "#any"},
        {"launcher", "", "#any"},
        {"capture-output", "", ""},
        {"configuration", "", "property+"},
        {"property", "", "name:text value:text description:text?"},
        {"text", "", "#text"},
    }};

// `table` with some of its rules exchanged or added.
language changed(language table, std::vector<element_rule> rules) {
  for (const element_rule& rule : rules) {
    std::erase_if(table.rules, [&](const element_rule& old) { return old.name == rule.name; });
    table.rules.push_back(rule);
  }
  return table;
}

}  // namespace

const schema& bundle_schema(dialect reading) {
  static const schema strict(bundle_table);
  static const schema lenient(
      changed(bundle_table,
              {
                  {"bundle-app", "name", "parameters?@0.2 controls? (coordinator|bundles|bundle)+"},
                  {"bundles", "name?", "(coordinator|bundles|bundle)+"},
                  {"bundle", "name?", "(coordinator|bundles|bundle)+"},
                  {"coordinator", "name? critical? enabled?@0.2", "app-path:text configuration?"},
              }));
  return reading == dialect::oozie ? strict : lenient;
}

const schema& coordinator_schema() {
  static const schema rules(coordinator_table);
  return rules;
}

const schema& workflow_schema(dialect reading) {
  static const schema strict(workflow_table);
  static const schema lenient(
      changed(workflow_table, {{"error", "to retry-max? retry-interval? retry-policy?", ""}}));
  return reading == dialect::oozie ? strict : lenient;
}

const schema& shell_schema() {
  static const schema rules(shell_table);
  return rules;
}

}  // namespace foliot::parse
