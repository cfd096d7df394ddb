// What is only asked, and what is refused, leaves no trace: the digest of the whole store is the
// same before and after, for every address, view, action and method.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "http/api.hpp"
#include "http/api_call.hpp"
#include "tests/actors/stage.hpp"

namespace foliot::actors {
namespace {

using http::resource;
using std::string;

constexpr const char* coordinator_xml =
    "<coordinator-app name='c' frequency='60' start='2026-01-01T00:00Z' end='2026-01-01T06:00Z' "
    "timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><action><workflow><app-path>/w.xml"
    "</app-path></workflow></action></coordinator-app>";
constexpr const char* bundle_xml =
    "<bundle-app name='b' xmlns='uri:oozie:bundle:0.2'><coordinator name='c'><app-path>/c.xml"
    "</app-path></coordinator></bundle-app>";

const string unknown_workflow = "0000099-260101000000000-foliot-W";
const string unknown_coordinator = "0000099-260101000000000-foliot-C";
const string unknown_bundle = "0000099-260101000000000-foliot-B";

string conf(const string& property, const string& value) {
  return "<configuration><property><name>" + property + "</name><value>" + value +
         "</value></property><property><name>user.name</name><value>ann</value></property>"
         "</configuration>";
}

/// An engine at work on a bundle, a coordinator and a workflow, and its whole interface.
class refusing {
 public:
  refusing() {
    on.files.put("/w.xml", workflow_xml);
    on.files.put("/c.xml", coordinator_xml);
    on.files.put("/b.xml", bundle_xml);
    ids.push_back(on.submit("oozie.wf.application.path", "/w.xml"));
    ids.push_back(on.submit("oozie.coord.application.path", "/c.xml"));
    ids.push_back(on.submit("oozie.bundle.application.path", "/b.xml"));
    on.pass(1'000);
    ids.push_back(ids[0] + "@run");
    ids.push_back(ids[1] + "@1");
    before_ = digest();
  }

  /// The interface, as `set` wants it.
  template <class Set>
  std::unique_ptr<http::api> open(const Set& set) {
    http::api_options options;
    http::simple_settings simple;
    simple.sign = [](std::string_view text) { return std::to_string(text.size()); };
    options.authenticate = http::simple_authentication(std::move(simple));
    options.groups = [](const string&) { return std::vector<string>{}; };
    options.read_configuration = {};
    set(options);
    return std::make_unique<http::api>(on.engine.reader(), on.engine.definitions(),
                                       on.engine.gate(), on.time, std::move(options));
  }

  hash128 digest() const {
    string all;
    for (size_t i = 0; i < static_cast<size_t>(table::count_); ++i) {
      all += "table " + std::to_string(i) + "\n";
      const auto read = on.store.scan(static_cast<table>(i), "", "",
                                      [&all](std::string_view key, std::string_view value) {
                                        all += to_hex(hash_of(key)) + to_hex(hash_of(value));
                                        return true;
                                      });
      EXPECT_TRUE(read);
    }
    return hash_of(all);
  }

  /// The status of the answer; fails the test where the store is another one than before.
  int ask(http::api& api, const string& method, const string& address, const string& body = "",
          const http::header_list& headers = {}) {
    http::request in{method,       address.substr(0, address.find('?')), "", headers, body,
                     "10.0.0.7:99"};
    if (const size_t mark = address.find('?'); mark != string::npos)
      in.query = address.substr(mark + 1);
    int status = 0;
    api.handle(std::move(in), [&status](const http::response& out) { status = out.status; });
    on.settle();
    ++asked;
    EXPECT_NE(status, 0) << method << " " << address << ": no answer";
    const hash128 now = digest();
    EXPECT_EQ(to_hex(now), to_hex(before_)) << method << " " << address << " changed the store";
    before_ = now;
    return status;
  }
  void refuse(http::api& api, const string& method, const string& address, const string& body = "",
              const http::header_list& headers = {}) {
    const int status = ask(api, method, address, body, headers);
    EXPECT_GE(status, 400) << method << " " << address
                           << " was not refused, body: " << body.substr(0, 100);
  }

  stage on;
  std::vector<string> ids;  ///< Workflow, coordinator, bundle, a node, an action.
  size_t asked = 0;

 private:
  hash128 before_;
};

void nothing_more(http::api_options&) {}

const http::header_list as_json{{"Content-Type", "application/json"}};

std::vector<string> below(const string& path, const std::vector<string>& names) {
  std::vector<string> out;
  for (const string& name : names) out.push_back(path + name);
  return out;
}

/// Addresses of a resource. A resource without any fails `every_resource_has_an_address`.
std::vector<string> addresses_of(resource what, const std::vector<string>& ids) {
  std::vector<string> jobs = ids;
  for (const string& more : {unknown_workflow, unknown_coordinator, unknown_bundle, string("junk"),
                             string("%FF%00"), string("a/b")})
    jobs.push_back(more);
  switch (what) {
    case resource::unknown: return {"/moon", "/oozie/v3/jobs", "/oozie/v2/../../etc/passwd", "*"};
    case resource::root: return {"/"};
    case resource::oozie_root: return {"/oozie"};
    case resource::landing: return {"/oozie/"};
    case resource::versions: return {"/oozie/versions"};
    case resource::admin: return below("/oozie/v2/admin/", http::admin_names());
    case resource::jobs: return {"/oozie/v0/jobs", "/oozie/v1/jobs", "/oozie/v2/jobs"};
    case resource::job: return below("/oozie/v2/job/", jobs);
    case resource::sla_events: return {"/oozie/v1/sla"};
    case resource::sla: return {"/oozie/v2/sla"};
    case resource::validate: return {"/oozie/v2/validate"};
    case resource::callback: return {"/oozie/callback"};
    case resource::error_page: return {"/oozie/error"};
    case resource::why: return below("/api/why/", jobs);
    case resource::history: return below("/api/history/", jobs);
    case resource::tree: return below("/api/tree/", jobs);
    case resource::progress: return below("/api/progress/", jobs);
    case resource::warnings: return below("/api/warnings/", jobs);
    case resource::preview: {
      std::vector<string> out = below("/api/preview/", jobs);
      out.emplace_back("/api/preview");
      return out;
    }
    case resource::datasets: return {"/api/datasets"};
    case resource::bulk: return {"/api/bulk"};
    case resource::document: return {"/api/openapi.json"};
    case resource::backlog: return {"/api/backlog"};
    case resource::audit: return {"/api/audit", "/api/audit/1-1", "/api/audit/junk"};
    case resource::health: return {"/api/health"};
    case resource::ready: return {"/api/datasets/ready"};
    case resource::purge: return {"/api/purge"};
    case resource::api_unknown: return {"/api", "/api/moon"};
    case resource::metrics: return {"/metrics"};
    case resource::count_: break;
  }
  return {};
}

std::vector<string> all_addresses(const std::vector<string>& ids) {
  std::vector<string> out;
  for (size_t i = 0; i < static_cast<size_t>(resource::count_); ++i)
    for (string& each : addresses_of(static_cast<resource>(i), ids)) out.push_back(std::move(each));
  return out;
}

/// What action= may say of a job.
const std::vector<string> actions{"start",        "suspend", "resume", "kill",
                                  "change",       "ignore",  "rerun",  "coord-rerun",
                                  "bundle-rerun", "update",  "moon"};

TEST(refused, every_resource_has_an_address) {
  for (size_t i = 0; i < static_cast<size_t>(resource::count_); ++i) {
    const auto what = static_cast<resource>(i);
    const auto addresses = addresses_of(what, {});
    EXPECT_FALSE(addresses.empty()) << "resource " << i << " has no row";
    for (const string& each : addresses) EXPECT_EQ(http::find_route(each).what, what) << each;
  }
}

TEST(refused, options_and_head_change_nothing) {
  refusing r;
  const auto api = r.open(nothing_more);
  for (const string& address : all_addresses(r.ids)) {
    EXPECT_EQ(r.ask(*api, "OPTIONS", address + "?action=kill&user.name=ann"), 200) << address;
    r.ask(*api, "HEAD", address + "?action=kill");
  }
  EXPECT_GT(r.asked, 100U);
}

TEST(refused, other_methods_change_nothing) {
  refusing r;
  const auto api = r.open(nothing_more);
  for (const string& address : all_addresses(r.ids))
    for (const char* method : {"DELETE", "PATCH", "TRACE", "BREW", "PU", "T", ""})
      if (address != "/oozie/error") r.refuse(*api, method, address + "?action=kill", "<a/>");
}

TEST(refused, reads_change_nothing_whatever_they_say) {
  refusing r;
  const auto api = r.open(nothing_more);
  for (const string& address : all_addresses(r.ids))
    for (const char* query :
         {"", "?action=kill", "?len=many", "?offset=-1&len=99999999999", "?filter=%00%FF",
          "?filter=;;=", "?bulk=bundle%3Dx", "?show=moon", "?timezone=%0A", "?a=%ZZ", "?before=x",
          "?jobtype=moon", "?external-id=%FF", "?user.name=a%20b", "?user.name=bob&doAs=ann",
          "?order=%22"})
      r.ask(*api, "GET", address + query);
  for (const string& view : http::view_names())
    for (const string& address : addresses_of(resource::job, r.ids))
      for (const char* more : {"", "&type=action&scope=9-1", "&logfilter=%FF;;", "&format=moon"})
        r.ask(*api, "GET", address + "?show=" + view + more);
}

TEST(refused, orders_of_strangers_change_nothing) {
  refusing r;
  const auto api = r.open([](http::api_options& how) {
    how.permitted = {true, http::read_names("eve"), {}};
  });
  const http::header_list xml{{"Content-Type", "application/xml"}};
  const string body = conf("a", "b");
  for (const string& action : actions)
    for (const string& address : addresses_of(resource::job, r.ids)) {
      const string scope = "?type=action&scope=1&value=concurrency%3D2&action=" + action;
      r.refuse(*api, "PUT", address + scope + "&user.name=bob", body, xml);
      r.refuse(*api, "PUT", address + scope, body, xml);
    }
  for (const char* action : {"kill", "suspend", "resume"})
    for (const char* kind : {"wf", "coordinator", "bundle"})
      r.refuse(*api, "PUT",
               string("/oozie/v2/jobs?user.name=bob&filter=user%3Dann&action=") + action +
                   "&jobtype=" + kind);
  r.refuse(*api, "POST", "/api/purge?user.name=bob&workflow-days=0");
  for (const string& address : addresses_of(resource::admin, {}))
    r.refuse(*api, "PUT", address + "?user.name=bob&systemmode=SAFEMODE&wf=0");
}

TEST(refused, orders_of_nobody_change_nothing) {
  refusing r;
  const auto api = r.open([](http::api_options& how) {
    http::simple_settings simple;
    simple.anonymous = false;
    how.authenticate = http::simple_authentication(std::move(simple));
  });
  for (const char* method : {"PUT", "POST"})
    for (const string& address : all_addresses(r.ids))
      for (const char* who : {"?", "?user.name=a%20b&", "?user.name=bob&doAs=ann&", "?%ZZ&"})
        if (http::find_route(address).what != resource::error_page)
          r.ask(*api, method, address + who + "action=moon");
}

TEST(refused, orders_that_make_no_sense_change_nothing) {
  refusing r;
  const auto api = r.open(nothing_more);
  const http::header_list xml{{"Content-Type", "application/xml"}};
  const std::vector<string> broken{"",
                                   "<a",
                                   "<configuration>",
                                   "<workflow-app/>",
                                   "\xFF\xFE",
                                   string("<configuration/>\0", 17),
                                   "{\"a\":1}"};
  for (const string& action : actions)
    for (const string& id : {unknown_workflow, unknown_coordinator, unknown_bundle, string("junk"),
                             string("%FF%00"), string("a/b")})
      r.refuse(*api, "PUT",
               "/oozie/v2/job/" + id + "?type=action&scope=1&value=a%3Db&action=" + action,
               conf("a", "b"), xml);
  const string workflow = "/oozie/v2/job/" + r.ids[0];
  const string coordinator = "/oozie/v2/job/" + r.ids[1];
  const string bundle = "/oozie/v2/job/" + r.ids[2];
  for (const string& body : broken) {
    r.refuse(*api, "PUT", workflow + "?action=rerun", body, xml);
    r.refuse(*api, "PUT", coordinator + "?action=update", body + "<", xml);
    r.refuse(*api, "POST", "/oozie/v2/jobs", body, xml);
    r.refuse(*api, "POST", "/oozie/v2/jobs?action=start", body, xml);
    r.refuse(*api, "POST", "/oozie/v2/validate?file=x&user=ann", body, xml);
    r.refuse(*api, "POST", "/api/datasets/ready", body, as_json);
  }
  for (const string& address :
       {workflow + "?action=change&value=concurrency%3D2", workflow + "?action=ignore",
        workflow + "?action=coord-rerun&type=action&scope=1", coordinator + "?action=start",
        coordinator + "?action=change&value=concurrency%3Dmany", coordinator + "?action=change",
        coordinator + "?action=change&value=moon%3D1",
        coordinator + "?action=kill&type=action&scope=x",
        coordinator + "?action=kill&type=moon&scope=1", coordinator + "?action=kill&scope=1",
        coordinator + "?action=ignore&type=action&scope=9-1",
        coordinator + "?action=coord-rerun&type=action&scope=1-99999999999",
        coordinator + "?action=coord-rerun&type=date&scope=moon", bundle + "?action=ignore",
        bundle + "?action=change&value=pausetime%3Dmoon", bundle + "?action=moon", bundle})
    r.refuse(*api, "PUT", address);
}

TEST(refused, requests_over_the_limits_change_nothing) {
  refusing r;
  const auto api = r.open(nothing_more);
  const http::header_list xml{{"Content-Type", "application/xml"}};
  string many = "<configuration>";
  for (size_t i = 0; i <= limits::properties_max; ++i)
    many += "<property><name>p" + std::to_string(i) + "</name><value>v</value></property>";
  const string deep(100'000, '<');
  for (const string& body :
       {many + "</configuration>", deep,
        conf(string(limits::property_name_bytes_max + 1, 'n'), "v"),
        conf("n", string(limits::property_value_bytes_max + 1, 'v')),
        conf("oozie.wf.application.path", string(100'000, '/')),
        conf("oozie.wf.application.path", "/no/such.xml"),
        conf("oozie.wf.application.path", "/w.xml/../../../../etc/passwd"),
        conf("oozie.wf.external.id", string(limits::external_id_bytes_max + 1, 'e'))})
    r.refuse(*api, "POST", "/oozie/v2/jobs?action=start", body, xml);
  r.refuse(*api, "POST", "/oozie/v2/jobs", conf("a", "b"), {{"Content-Type", "text/plain"}});
  r.refuse(*api, "PUT",
           "/oozie/v2/jobs?jobtype=wf&action=kill&filter=name%3D" +
               string(limits::bulk_filter_bytes_max, 'x'));
  string uris = "{\"uris\":[\"/a\"";
  for (size_t i = 0; i < limits::announced_uris_max; ++i) uris += ",\"/a\"";
  r.refuse(*api, "POST", "/api/datasets/ready", uris + "]}", as_json);
  r.refuse(*api, "POST", "/api/datasets/ready", string(100'000, '['), as_json);
  r.refuse(*api, "POST", "/api/purge?workflow-days=99999999");
  r.refuse(
      *api, "PUT",
      "/oozie/v2/job/" + r.ids[1] + "?action=coord-rerun&type=action&scope=" + string(20'001, '1'));
}

TEST(refused, nothing_changes_while_the_engine_takes_no_commands) {
  const std::map<string, std::function<void(http::api_options&)>> reasons{
      {"starting", [](http::api_options& how) { how.ready = [] { return false; }; }},
      {"too many", [](http::api_options& how) { how.commands_max = 0; }}};
  refusing r;
  const http::header_list xml{{"Content-Type", "application/xml"}};
  for (const auto& [name, set] : reasons) {
    const auto api = r.open(set);
    for (const string& action : {string("kill"), string("suspend"), string("resume")})
      for (size_t i = 0; i < 3; ++i)
        EXPECT_EQ(r.ask(*api, "PUT", "/oozie/v2/job/" + r.ids[i] + "?action=" + action), 503)
            << name;
    EXPECT_EQ(r.ask(*api, "POST", "/oozie/v2/jobs?action=start",
                    conf("oozie.wf.application.path", "/w.xml"), xml),
              503)
        << name;
    EXPECT_EQ(r.ask(*api, "POST", "/api/purge"), 503) << name;
    EXPECT_EQ(r.ask(*api, "POST", "/api/datasets/ready", "{\"uris\":[\"/a\"]}", as_json), 503)
        << name;
    EXPECT_EQ(
        r.ask(*api, "PUT", "/oozie/v2/jobs?jobtype=wf&action=kill&filter=user%3Dann&user.name=ann"),
        503)
        << name;
  }
}

TEST(refused, a_dry_run_changes_nothing) {
  refusing r;
  const auto api = r.open(nothing_more);
  const http::header_list xml{{"Content-Type", "application/xml"}};
  for (const auto& [property, path] :
       std::map<string, string>{{"oozie.wf.application.path", "/w.xml"},
                                {"oozie.coord.application.path", "/c.xml"},
                                {"oozie.bundle.application.path", "/b.xml"}})
    EXPECT_EQ(r.ask(*api, "POST", "/oozie/v2/jobs?action=dryrun", conf(property, path), xml), 201)
        << path;
  EXPECT_EQ(r.ask(*api, "PUT", "/oozie/v2/job/" + r.ids[1] + "?action=update&dryrun=true",
                  conf("a", "b"), xml),
            200);
  EXPECT_EQ(
      r.ask(*api, "PUT", "/oozie/v2/jobs?jobtype=wf&action=kill&filter=user%3Dann&dryrun=true"),
      200);
  EXPECT_EQ(r.ask(*api, "GET", "/api/purge?workflow-days=0"), 200);
}

TEST(refused, the_digest_sees_every_change) {
  refusing r;
  const hash128 before = r.digest();
  r.on.pass(60'000);
  EXPECT_NE(to_hex(r.digest()), to_hex(before)) << "the workflow went on";
}

}  // namespace
}  // namespace foliot::actors
