// The whole request layer over a few jobs in memory: where requests begin and end, routes,
// parameters, filters, cookies, bodies of commands, and the lines of audit and access log.
#include <http_parser.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/contract.hpp"
#include "http/access.hpp"
#include "http/api.hpp"
#include "http/intake.hpp"
#include "tests/http/fakes.hpp"

namespace {

using namespace foliot;

/// Bundle 0 with coordinator 1, whose action 1 has workflow 2.
class small_world {
 public:
  small_world() {
    model::bundle_record bundle;
    bundle.state = model::status::running;
    bundle.created = bundle.modified = bundle.since = testing::at(2, 0);
    bundle.definition = testing::bundle_hash;
    bundle.user = "joe";
    bundle.name = "retail";
    const job_number root = make_job_number(1, 0);
    const entity_id bundle_id{0, entity_kind::bundle, 0, root, root};
    const entity_id job{0, entity_kind::coordinator, 0, root, make_job_number(1, 1)};
    const entity_id below{0, entity_kind::workflow, 0, root, make_job_number(1, 2)};
    model::coordinator_record coordinator;
    coordinator.state = model::status::running;
    coordinator.created = coordinator.modified = coordinator.since = testing::at(2, 1);
    coordinator.definition = testing::coordinator_hash;
    coordinator.user = "joe";
    coordinator.name = "ingest";
    coordinator.bundle = root;
    coordinator.actions = 1;
    model::action_record action;
    action.state = model::status::running;
    action.nominal = action.created = action.modified = testing::at(0, 0);
    action.workflow = below.job;
    model::workflow_record workflow;
    workflow.state = model::status::running;
    workflow.created = workflow.started = workflow.modified = workflow.since = testing::at(2, 2);
    workflow.definition = testing::workflow_hash;
    workflow.user = "joe";
    workflow.name = "w";
    workflow.parent = action_of(job, 1);
    reader_.records = {
        {bundle_id, bundle}, {job, coordinator}, {action_of(job, 1), action}, {below, workflow}};
    auto plan = std::make_shared<model::coordinator_definition>();
    plan->every = time::frequency{5, time::time_unit::minute, time::end_of::none};
    plan->start = testing::at(0, 0);
    plan->end = testing::at(2, 0);
    definitions_.coordinator_ = plan;
    definitions_.bundle_ = std::make_shared<model::bundle_definition>();
    definitions_.workflow_ = std::make_shared<model::workflow_definition>();
    for (const auto& hash :
         {testing::bundle_hash, testing::coordinator_hash, testing::workflow_hash})
      reader_.texts[hash] = {entity_kind::workflow, "file:///app", "", "<app/>", {}};
    open();
  }

  /// Everything that holds of an answer, whatever was asked.
  void ask(http::request in) {
    const bool options = in.method == "OPTIONS";
    check_line(http::shown_target(in.path, in.query));
    size_t answers = 0;
    api_->handle(std::move(in), [&](const http::response& out) {
      ++answers;
      FOLIOT_ASSERT(!options || out.status == 200 || out.status == 400 || out.status == 403,
                    "OPTIONS is answered everywhere");
      check(out);
    });
    const failure no{errc::bad_input, "refused", "E0606", "", ""};
    for (auto& done : commands_.submissions) done(no);
    for (auto& done : commands_.orders) done(no);
    for (auto& done : commands_.bulk_done) done(no);
    commands_ = {};
    FOLIOT_ASSERT(answers == 1, "each request has one answer");
  }

 private:
  static void check_line(std::string_view line) {
    for (const char c : line)
      FOLIOT_ASSERT(static_cast<unsigned char>(c) >= 0x20, "one event is one line");
  }
  static void check(const http::response& out) {
    FOLIOT_ASSERT(out.status >= 200 && out.status < 600, "it is a status");
    check_line(out.reason);
    for (const auto& [name, value] : out.headers) {
      check_line(name);
      check_line(value);
    }
    const auto type = http::find_header(out.headers, "Content-Type").value_or("");
    if (type.starts_with("application/json") && !out.body.empty())
      FOLIOT_ASSERT(nlohmann::json::accept(out.body), "JSON is JSON");
  }
  void open() {
    http::api_options how;
    http::simple_settings simple;
    simple.sign = [](std::string_view text) { return std::to_string(text.size()); };
    how.authenticate = http::simple_authentication(std::move(simple));
    how.proxies = *http::read_proxy_users("hue hosts=* groups=*");
    how.audit = [](const std::string& line) { check_line(line); };
    how.remark = [](const std::string& line) { (void)line; };
    how.metrics = [] { return std::string("foliot_commits_total 3\n"); };
    api_ = std::make_unique<http::api>(reader_, definitions_, commands_, clock_, std::move(how));
  }

  testing::fake_reader reader_;
  testing::fake_definitions definitions_;
  testing::fake_commands commands_;
  testing::fixed_clock clock_;
  std::unique_ptr<http::api> api_;
};

std::string_view take_until(std::string_view& text, std::string_view mark) {
  const size_t at = text.find(mark);
  const std::string_view out = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + mark.size());
  return out;
}

/// Without what the intake lets nobody send in a head.
std::string sendable(std::string_view text) {
  std::string out(text);
  std::erase_if(out, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; });
  return out;
}

/// A request of whatever bytes: method, target, lines of headers, an empty one, a body.
http::request request_in(std::string_view text) {
  http::request out;
  std::string_view line = take_until(text, "\n");
  out.method = sendable(take_until(line, " "));
  std::string_view target = take_until(line, " ");
  out.path = sendable(take_until(target, "?"));
  out.query = sendable(target);
  out.peer = "127.0.0.1:4711";
  while (!text.empty()) {
    std::string_view header = take_until(text, "\n");
    if (!header.empty() && header.back() == '\r') header.remove_suffix(1);
    if (header.empty()) break;
    const std::string_view name = take_until(header, ":");
    while (!header.empty() && header.front() == ' ') header.remove_prefix(1);
    out.headers.emplace_back(sendable(name), sendable(header));
  }
  out.id = http::request_id_of(out.headers, "");
  out.body = text;
  return out;
}

/// What the parser of the server makes of a request.
struct parsed {
  size_t body = 0;
  bool complete = false;
};

int on_body(http_parser* of, const char*, size_t size) {
  static_cast<parsed*>(of->data)->body += size;
  return 0;
}

int on_complete(http_parser* of) {
  static_cast<parsed*>(of->data)->complete = true;
  http_parser_pause(of, 1);
  return 0;
}

/// What the intake lets through is the same request to the server's parser, to the byte.
void check_framing(std::string_view text) {
  http::intake in;
  const size_t taken = in.take(text);
  FOLIOT_ASSERT(taken <= text.size(), "no more is taken than there is");
  http::intake slowly;
  for (size_t i = 0; i < taken; ++i) slowly.take(text.substr(i, 1));
  FOLIOT_ASSERT(slowly.at() == in.at() && slowly.held() == in.held(),
                "it does not matter how the bytes are cut");
  if (in.at() != http::intake::stage::complete) return;
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_body = on_body;
  settings.on_message_complete = on_complete;
  http_parser parser;
  http_parser_init(&parser, HTTP_REQUEST);
  parsed seen;
  parser.data = &seen;
  const size_t read = http_parser_execute(&parser, &settings, text.data(), text.size());
  const auto error = HTTP_PARSER_ERRNO(&parser);
  FOLIOT_ASSERT(seen.complete && (error == HPE_OK || error == HPE_PAUSED), "the parser takes it");
  FOLIOT_ASSERT(read == taken, "and ends it at the same byte");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static small_world world;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_framing(text);
  world.ask(request_in(text));
  return 0;
}
