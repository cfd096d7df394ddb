// Every asker, with every doAs, does every verb to every kind of job, with and without
// authorization, through the whole interface; identity.csv says what comes of it.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "http/api.hpp"
#include "tests/http/world.hpp"
#include "tests/tables/table.hpp"

namespace foliot::tables {
namespace {

using std::string;

/// Whether `text` is what `pattern` says; '*' stands for any run of characters.
bool fits(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    for (size_t skip = 0; skip <= text.size(); ++skip)
      if (fits(pattern.substr(1), text.substr(skip))) return true;
    return false;
  }
  return !text.empty() && pattern[0] == text[0] && fits(pattern.substr(1), text.substr(1));
}

bool one_fits(std::string_view patterns, std::string_view text) {
  while (true) {
    const size_t bar = patterns.find('|');
    if (fits(patterns.substr(0, bar), text)) return true;
    if (bar == std::string_view::npos) return false;
    patterns.remove_prefix(bar + 1);
  }
}

/// One request of the matrix.
struct verb {
  string name;
  string method;
  string address;  ///< With '?' always.
};

struct subject {
  string whose;
  std::vector<verb> verbs;
};

const string shared_acl = "cat, staff";

/// Takes down who was let through last, whatever for; nothing is ever done.
class listening_commands final : public http::commands {
 public:
  void submit(string, http::requester who, bool,
              std::function<void(result<http::submitted>)>) override {
    last_ = std::move(who);
  }
  void dry_run(string, http::requester who, std::function<void(result<http::submitted>)>) override {
    last_ = std::move(who);
  }
  void update(const entity_id&, string, http::requester who, bool,
              std::function<void(result<http::submitted>)>) override {
    last_ = std::move(who);
  }
  void order(const entity_id&, model::order, http::requester who,
             std::function<void(result<model::order_reply>)>) override {
    last_ = std::move(who);
  }
  void rerun(const entity_id&, string, http::requester who,
             std::function<void(result<model::order_reply>)>) override {
    last_ = std::move(who);
  }
  void bulk(http::bulk_request, http::requester who,
            std::function<void(result<model::audit_entry>)>) override {
    last_ = std::move(who);
  }
  void datasets_ready(std::vector<string>, http::requester who,
                      std::function<void(result<http::announced>)>) override {
    last_ = std::move(who);
  }
  void purge(http::purge_request, http::requester who,
             std::function<void(result<http::purged>)>) override {
    last_ = std::move(who);
  }

  /// Who was let through since the last call of this; nothing where nobody was.
  std::optional<http::requester> last() { return std::exchange(last_, std::nullopt); }

 private:
  std::optional<http::requester> last_;
};

/// ann's jobs: of each kind one without an ACL and one with.
class stage {
 public:
  explicit stage(bool authorization) {
    world_.reader.records.clear();
    add_jobs("plain", 20, {});
    add_jobs("shared", 10, {{"oozie.job.acl", shared_acl}});
    add_several();
    add_server();
    http::api_options options;
    options.authenticate = http::simple_authentication({});
    options.proxies =
        *http::read_proxy_users("hue hosts=* groups=*; gate hosts=10.0.0.7 groups=staff");
    options.permitted = {authorization, http::read_names("eve"), {}};
    options.groups = [](const string& user) -> std::vector<string> {
      if (user == "zoe") return {};
      return {"users", user == "dan" ? "staff" : "guests"};
    };
    options.read_configuration = [](const string&, const string&) {
      return result<model::configuration>(model::configuration{});
    };
    options.understand = [](const model::configuration&) {
      return result<model::understood_application>(model::understood_application{});
    };
    options.commands_max = 1'000'000;
    api_ = std::make_unique<http::api>(world_.reader, world_.definitions, commands_, world_.clock,
                                       std::move(options));
  }

  const std::vector<subject>& subjects() const { return subjects_; }

  /// `asker` is "joe", or "joe as ann".
  string outcome(const string& asker, const verb& what) {
    const string who = asker.substr(0, asker.find(' '));
    string address = what.address;
    if (who != "nobody") address += "&user.name=" + (who == "far" ? string("gate") : who);
    if (const size_t as = asker.find(" as "); as != string::npos)
      address += "&doAs=" + (asker.substr(as + 4) == "nil" ? "" : asker.substr(as + 4));
    const bool is_ready = what.name == "ready";
    http::request in =
        testing::request_of(what.method, address, is_ready ? R"({"uris":["file:///d"]})" : "",
                            {{"Content-Type", is_ready ? "application/json" : "application/xml"}});
    in.peer = who == "gate" ? "10.0.0.7:4711" : "127.0.0.1:4711";
    std::optional<http::response> answer;
    api_->handle(std::move(in), [&](http::response out) { answer = std::move(out); });
    if (const auto through = commands_.last())
      return answer ? "let through, and answered" : done_by(*through, asker);
    if (!answer) return "no answer";
    if (answer->status == 200) return "yes";
    if (const auto code = http::find_header(answer->headers, "oozie-error-code"))
      return string(*code);
    const size_t at = answer->body.find(R"("code":"E)");
    if (at != string::npos) return answer->body.substr(at + 8, 5);
    return std::to_string(answer->status);
  }

 private:
  /// The journal has to tell both users where one acted for the other.
  static string done_by(const http::requester& who, const string& asker) {
    const http::audited_place from = http::read_audited(who.address);
    const bool acted = !from.real.empty();
    const string real = asker.substr(0, asker.find(' '));
    if (acted != (asker.find(" as ") != string::npos && real != who.user)) return "wrong address";
    if (acted && from.real != real) return "wrong address";
    return "as " + (who.user.empty() ? "?" : who.user);
  }

  template <class Record>
  string add(entity_kind kind, uint32_t number, const hash128& definition) {
    Record record;
    record.version = 1;
    record.state = model::status::running;
    record.created = record.modified = record.since = testing::at(1, 0);
    record.definition = definition;
    record.user = "ann";
    record.name = "job";
    const job_number job = make_job_number(1, number);
    const entity_id id{0, kind, 0, job, job};
    if constexpr (requires { record.actions; }) {
      record.actions = 1;
      model::action_record action;
      action.version = 1;
      action.state = model::status::waiting;
      world_.reader.records[action_of(id, 1)] = action;
    }
    world_.reader.records[id] = record;
    return world_.reader.ids().text(id);
  }

  void add_subject(const string& whose, const string& id, std::vector<verb> writes,
                   bool is_action = false) {
    const string path = "/oozie/v2/job/" + id + "?";
    std::vector<verb> all{{"info", "GET", path}, {"log", "GET", path + "show=log"}};
    all.push_back({"status", "GET", path + "show=status"});
    for (const char* own : {"why", "history", "tree", "progress", "warnings"})
      all.push_back({own, "GET", "/api/" + string(own) + "/" + id + "?"});
    if (id.ends_with("-B") || id.ends_with("-C"))
      all.push_back({"coming", "GET", "/api/preview/" + id + "?"});
    if (!is_action) all.push_back({"definition", "GET", path + "show=definition"});
    for (verb& each : writes) all.push_back({each.name, "PUT", path + "action=" + each.address});
    subjects_.push_back({whose, std::move(all)});
  }

  void add_jobs(const string& whose, uint32_t number, const model::configuration& conf) {
    const auto text = [&](entity_kind kind, uint64_t which) {
      const hash128 hash{number, which};
      world_.reader.texts[hash] = {kind, "file:///app", "", "<app/>", conf};
      return hash;
    };
    const std::vector<verb> common{
        {"suspend", "", "suspend"}, {"resume", "", "resume"}, {"kill", "", "kill"}};
    const auto with = [&](std::vector<verb> more) {
      more.insert(more.end(), common.begin(), common.end());
      return more;
    };
    const auto bundle =
        add<model::bundle_record>(entity_kind::bundle, number, text(entity_kind::bundle, 1));
    add_subject(whose + " bundle", bundle,
                with({{"start", "", "start"},
                      {"change", "", "change&value=pausetime=2030-01-01T00:00Z"},
                      {"rerun", "", "bundle-rerun&coord-scope=job"}}));
    const auto coordinator = add<model::coordinator_record>(entity_kind::coordinator, number + 1,
                                                            text(entity_kind::coordinator, 2));
    add_subject(whose + " coordinator", coordinator,
                with({{"change", "", "change&value=concurrency=2"},
                      {"rerun", "", "coord-rerun&type=action&scope=1"},
                      {"update", "", "update"},
                      {"ignore", "", "ignore"}}));
    add_subject(whose + " action", coordinator + "@1",
                {{"change", "", "change&value=concurrency=2"}}, true);
    const auto workflow = add<model::workflow_record>(entity_kind::workflow, number + 2,
                                                      text(entity_kind::workflow, 3));
    add_subject(whose + " workflow", workflow,
                with({{"start", "", "start"}, {"rerun", "", "rerun"}}));
  }

  void add_several() {
    const std::map<string, string> kinds{
        {"workflows", "wf"}, {"coordinators", "coord"}, {"bundles", "bundle"}};
    for (const auto& [plural, type] : kinds) {
      const string path = "/oozie/v2/jobs?filter=user%3Dann&jobtype=" + type + "&action=";
      std::vector<verb> verbs{
          {"preview", "PUT", path + "kill&dryrun=true"},
          {"bulk preview", "GET",
           "/api/bulk?action=kill&filter=user%3Dann&kind=" + plural.substr(0, plural.size() - 1)}};
      for (const char* action : {"suspend", "resume", "kill"})
        verbs.push_back({action, "PUT", path + action});
      subjects_.push_back({"several " + plural, std::move(verbs)});
    }
  }

  void add_server() {
    subjects_.push_back({"-",
                         {{"options", "OPTIONS", "/oozie/v2/jobs?"},
                          {"health", "GET", "/api/health?"},
                          {"landing", "GET", "/oozie/?"},
                          {"unknown path", "GET", "/oozie/v2/nothing?"},
                          {"versions", "GET", "/oozie/versions?"},
                          {"metrics", "GET", "/metrics?"},
                          {"list", "GET", "/oozie/v2/jobs?jobtype=wf"},
                          {"find", "GET", "/oozie/v2/jobs?external-id=day"},
                          {"admin status", "GET", "/oozie/v2/admin/status?"},
                          {"build version", "GET", "/oozie/v2/admin/build-version?"},
                          {"submit", "POST", "/oozie/v2/jobs?action=start"},
                          {"dry run", "POST", "/oozie/v2/jobs?action=dryrun"},
                          {"ready", "POST", "/api/datasets/ready?"},
                          {"purge", "POST", "/api/purge?"},
                          {"admin purge", "PUT", "/oozie/v2/admin/purge?"},
                          {"purge preview", "GET", "/api/purge?"},
                          {"audit", "GET", "/api/audit?"},
                          {"backlog", "GET", "/api/backlog?"},
                          {"datasets", "GET", "/api/datasets?"},
                          {"document", "GET", "/api/openapi.json?"},
                          {"application preview", "POST", "/api/preview?"}}});
  }

  testing::world world_;
  listening_commands commands_;
  std::unique_ptr<http::api> api_;
  std::vector<subject> subjects_;
};

std::vector<string> askers() {
  std::vector<string> out;
  for (const char* who :
       {"nobody", "ann", "bob", "cat", "dan", "eve", "zoe", "hue", "gate", "far"}) {
    out.emplace_back(who);
    for (const char* target : {"ann", "bob", "cat", "dan", "eve", "zoe", "nil"})
      out.push_back(out[out.size() - 1].substr(0, out.back().find(' ')) + " as " + target);
  }
  return out;
}

/// The one row about it; says where there are none or several.
const row* row_of(const std::vector<row>& rows, const string& rules, const string& asker,
                  const string& whose, const string& verb, std::vector<size_t>& used) {
  const row* out = nullptr;
  for (size_t i = 0; i < rows.size(); ++i) {
    const row& each = rows[i];
    if (!one_fits(each.at("rules"), rules) || !one_fits(each.at("asker"), asker) ||
        !one_fits(each.at("whose"), whose) || !one_fits(each.at("verb"), verb))
      continue;
    EXPECT_EQ(out, nullptr) << "identity.csv:" << each.line << ": " << asker << ", " << whose
                            << ", " << verb << " is told twice";
    out = &each;
    ++used[i];
  }
  return out;
}

TEST(identity, the_matrix_holds_and_leaves_nothing_out) {
  const std::vector<row> rows = read_table("identity.csv");
  std::vector<size_t> used(rows.size());
  size_t cells = 0;
  size_t told = 0;
  for (const bool authorization : {false, true}) {
    const string rules = authorization ? "on" : "off";
    stage played(authorization);
    for (const string& asker : askers()) {
      for (const subject& about : played.subjects()) {
        for (const verb& what : about.verbs) {
          ++cells;
          const row* said = row_of(rows, rules, asker, about.whose, what.name, used);
          const string place = rules + ", " + asker + ", " + about.whose + ", " + what.name;
          if (said == nullptr) {
            ADD_FAILURE() << "identity.csv does not tell of: " << place;
            continue;
          }
          ++told;
          EXPECT_EQ(played.outcome(asker, what), said->at("outcome"))
              << "identity.csv:" << said->line << ": " << place;
        }
      }
    }
  }
  for (size_t i = 0; i < rows.size(); ++i)
    EXPECT_NE(used[i], 0U) << "identity.csv:" << rows[i].line << " is about nothing";
  std::printf("identity.csv: %zu of %zu cells of rules, asker, doAs, job and verb\n", told, cells);
  EXPECT_EQ(told, cells);
}

}  // namespace
}  // namespace foliot::tables
