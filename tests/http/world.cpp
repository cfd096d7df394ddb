#include "tests/http/world.hpp"

#include <gtest/gtest.h>

#include "tests/http/described.hpp"

namespace foliot::testing {

namespace {

void add_definitions(world& w) {
  auto bundle = std::make_shared<model::bundle_definition>();
  bundle->name = "retail";
  bundle->kick_off = at(1, 0);
  bundle->coordinators.push_back({"ingest", "file:///app/ingest", false, true, {}});
  w.definitions.bundle_ = bundle;

  auto coordinator = std::make_shared<model::coordinator_definition>();
  coordinator->name = "ingest";
  coordinator->every = time::frequency{5, time::time_unit::minute, time::end_of::none};
  coordinator->start = at(0, 0);
  coordinator->end = at(2, 0);
  w.definitions.coordinator_ = coordinator;

  auto workflow = std::make_shared<model::workflow_definition>();
  const auto add = [&](std::string name, model::node_kind kind, std::string type) {
    model::workflow_node node;
    node.name = std::move(name);
    node.kind = kind;
    node.type = std::move(type);
    workflow->nodes.push_back(std::move(node));
  };
  add(":start:", model::node_kind::start, ":START:");
  add("load", model::node_kind::action, "shell");
  workflow->nodes.back().shell = std::make_shared<model::shell_body>();
  add("done", model::node_kind::end, ":END:");
  workflow->start = 0;
  w.definitions.workflow_ = workflow;

  w.reader.texts[bundle_hash] = {
      entity_kind::bundle, "file:///app", "", "<bundle-app/>", {{"key", "a<b"}}};
  w.reader.texts[coordinator_hash] = {
      entity_kind::coordinator, "file:///app/ingest", "ingest", "<coordinator-app/>", {}};
  w.reader.texts[workflow_hash] = {
      entity_kind::workflow, "file:///app/ingest", "", "<workflow-app/>", {}};
}

void add_parents(world& w) {
  model::bundle_record bundle;
  bundle.version = 4;
  bundle.state = model::status::running;
  bundle.created = bundle.modified = bundle.since = at(2, 0);
  bundle.definition = bundle_hash;
  bundle.user = "joe";
  bundle.name = "retail";
  bundle.app_path = "file:///app";
  bundle.members.push_back({0, coordinator_job, true, false, false, "", ""});
  w.reader.records[bundle_id] = bundle;

  model::coordinator_record coordinator;
  coordinator.version = 3;
  coordinator.state = model::status::running;
  coordinator.created = coordinator.modified = coordinator.since = at(2, 1);
  coordinator.definition = coordinator_hash;
  coordinator.user = "joe";
  coordinator.name = "ingest";
  coordinator.app_path = "file:///app/ingest";
  coordinator.bundle = bundle_job;
  coordinator.actions = 2;
  coordinator.last_nominal = at(0, 5);
  w.reader.records[coordinator_id] = coordinator;
}

void add_children(world& w) {
  model::action_record first;
  first.version = 5;
  first.state = model::status::succeeded;
  first.nominal = at(0, 0);
  first.created = first.modified = at(2, 2);
  first.workflow = workflow_job;
  w.reader.records[action_of(coordinator_id, 1)] = first;
  model::action_record second = first;
  second.state = model::status::waiting;
  second.nominal = at(0, 5);
  second.workflow = 0;
  w.reader.records[action_of(coordinator_id, 2)] = second;

  model::workflow_record workflow;
  workflow.version = 9;
  workflow.state = model::status::succeeded;
  workflow.created = workflow.started = at(2, 2);
  workflow.ended = workflow.modified = workflow.since = at(2, 3);
  workflow.definition = workflow_hash;
  workflow.conf = {{"who", "joe"}};
  workflow.user = "joe";
  workflow.name = "ingest-wf";
  workflow.app_path = "file:///app/ingest";
  workflow.parent = action_of(coordinator_id, 1);
  model::node_state start;
  start.node = 0;
  start.state = model::node_status::ok;
  start.started = start.ended = at(2, 2);
  start.transition = 1;
  model::node_state load = start;
  load.node = 1;
  load.attempt = 2;
  load.lost = 1;
  load.external_id = 4711;
  load.transition = 2;
  load.data = "rows=3\n";
  workflow.nodes = {start, load};
  w.reader.records[workflow_id] = workflow;
}

}  // namespace

world::world(dialect reading) {
  add_definitions(*this);
  add_parents(*this);
  add_children(*this);
  http::api_options options;
  options.ready = [this] { return ready; };
  options.safe_mode = [this] { return safe_mode; };
  options.metrics = [] { return std::string("foliot_commits_total 3\n"); };
  options.why_unanswered = [this] { ++unanswered; };
  options.place_of_run = [this](const std::string& run) -> std::optional<model::run_place> {
    const auto found = places.find(run);
    if (found == places.end()) return std::nullopt;
    return found->second;
  };
  options.exists = [this](const std::string& uri) { return there.contains(uri); };
  options.understand = [this](const model::configuration& conf) {
    asked_of = conf;
    return understood;
  };
  options.read_members = [this](const model::definition_text&, const std::string&) {
    return understood;
  };
  options.read_configuration = [](const std::string&, const std::string& text) {
    if (text == "<configuration/>") return result<model::configuration>(model::configuration{});
    return result<model::configuration>(
        failure{errc::bad_input, "this is no configuration", "", "body:1:1", "Send one"});
  };
  options.warnings_of = [](const model::definition_text& text) {
    return result<std::vector<std::string>>(std::vector<std::string>{text.app_path + ": careful."});
  };
  options.base_url = "http://here:11000/oozie";
  options.commands_max = 2;
  options.orders.reading = reading;
  options.settings = [] { return std::map<std::string, std::string>{{"run_slots", "7"}}; };
  options.sharelib = [] {
    return http::shared_libraries{"/lib", {{"hive", {"file:/lib/hive/a.jar"}}, {"pig", {}}}};
  };
  options.validate = [](const std::string& xml) -> result<std::string> {
    if (xml == "<workflow-app/>") return std::string("workflow-app");
    return failure{errc::bad_input, "no schema fits", "E0701", "1:1", ""};
  };
  api = std::make_unique<http::api>(reader, definitions, commands, clock, std::move(options));
}

http::request request_of(const std::string& method, const std::string& address,
                         const std::string& body, http::header_list headers) {
  http::request out;
  out.method = method;
  const size_t mark = address.find('?');
  out.path = address.substr(0, mark);
  if (mark != std::string::npos) out.query = address.substr(mark + 1);
  out.body = body;
  out.headers = std::move(headers);
  out.peer = "127.0.0.1:4711";
  return out;
}

http::response world::ask(const std::string& method, const std::string& address,
                          const std::string& body, http::header_list headers) {
  std::vector<http::response> answers;
  api->handle(request_of(method, address, body, std::move(headers)),
              [&](http::response out) { answers.push_back(std::move(out)); });
  EXPECT_EQ(answers.size(), 1U) << method << " " << address;
  if (answers.empty()) return {};
  const std::string path = address.substr(0, address.find('?'));
  if (http::is_own(http::find_route(path).what)) {
    EXPECT_EQ(not_as_described(method, path, answers.front()), "") << method << " " << address;
  }
  return answers.front();
}

model::dataset five_minute_dataset() {
  model::dataset out;
  out.name = "raw";
  out.every = {5, time::time_unit::minute, time::end_of::none};
  out.initial = at(0, 0);
  out.uri_template = "file:///data/${HOUR}${MINUTE}";
  return out;
}

}  // namespace foliot::testing
