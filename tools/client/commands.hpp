// The subcommands of `foliot` that talk to a server. Each gives the exit status.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "tools/client/connection.hpp"
#include "tools/client/console.hpp"

namespace foliot::client {

struct submit_options {
  std::string path;                      ///< Application: file or directory; may be empty.
  std::string properties;                ///< job.properties or configuration XML; may be empty.
  std::vector<std::string> definitions;  ///< "name=value"
  bool start = true;
  bool dry_run = false;
};
int submit(const console& to, connection& server, const submit_options& options);

/// Which of the actions to come are shown.
struct coming_options {
  std::string from;  ///< "2026-01-05T00:00Z"; empty: from the first that is not made.
  std::string to;    ///< Not included; empty: without end.
  uint32_t count = 10;
};
/// Which actions of coordinator or bundle `id` come next, on which data.
int coming(const console& to, connection& server, const std::string& id,
           const coming_options& options);
/// The same of a submission, which the server reads and does not keep. `start` and `dry_run` of
/// `options` mean nothing.
int preview_submission(const console& to, connection& server, const submit_options& options,
                       const coming_options& window);

/// Which data that is waited for is shown.
struct datasets_options {
  std::string coordinator;  ///< Id; empty: of all.
  std::string prefix;       ///< Of the URI.
  std::string after;        ///< Where the page before ended.
  bool missing = false;
  uint32_t length = 100;
};
int datasets(const console& to, connection& server, const datasets_options& options);
/// What in the definitions of a job, and of what a bundle started, deserves a look.
int warnings(const console& to, connection& server, const std::string& id);

struct update_options {
  submit_options job;  ///< Its `start` means nothing; without path, properties and definitions: the
                       ///< job's own files as they are now.
  bool diff = true;
};
/// Lets the actions to come of coordinator `id` follow another definition; prints what differs.
int update(const console& to, connection& server, const std::string& id,
           const update_options& options);

struct list_options {
  std::string type;  ///< "bundle", "coordinator", "workflow"; empty: all.
  std::vector<std::string> statuses;
  std::string user;
  std::string name;
  uint32_t length = 50;
};
int list(const console& to, connection& server, const list_options& options);

int info(const console& to, connection& server, const std::string& id);
int log(const console& to, connection& server, const std::string& id);
int why(const console& to, connection& server, const std::string& id);

struct history_options {
  std::string id;
  std::optional<uint64_t> from;  ///< First sequence; nothing: the newest events.
  uint32_t length = 100;
};
/// What happened to a job, an action or a node, one line an event.
int history(const console& to, connection& server, const history_options& options);
/// A job with all that lies below it; of each coordinator the `length` newest actions.
int tree(const console& to, connection& server, const std::string& id, uint32_t length);
/// `action`: "start", "suspend", "resume", "kill".
int order(const console& to, connection& server, const std::string& id, const std::string& action);

/// Which actions or coordinators an order is about, as on the command line.
struct scope_options {
  std::string actions;       ///< "1,3-5"
  std::string dates;         ///< "2026-01-05T00:00Z,2026-01-06T00:00Z::2026-01-07T00:00Z"
  std::string coordinators;  ///< Of a bundle: names, comma separated.
};
int kill(const console& to, connection& server, const std::string& id, const scope_options& which);
int ignore(const console& to, connection& server, const std::string& id,
           const scope_options& which);

struct rerun_options {
  scope_options which;
  bool refresh = false;
  bool nocleanup = false;
  bool failed = false;
  std::string skip;                      ///< Of a workflow: names of nodes, comma separated.
  std::string properties;                ///< Of a workflow: job.properties or configuration XML.
  std::vector<std::string> definitions;  ///< Of a workflow: "name=value"
};
int rerun(const console& to, connection& server, const std::string& id,
          const rerun_options& options);

/// Which jobs an order to many is about, and how sure the user is.
struct bulk_options {
  std::string filter;  ///< "name=nightly;status=RUNNING"
  std::string kind;    ///< "bundle", "coordinator", "workflow"
  uint32_t length = 1'000;
  bool preview = false;  ///< Only show what would be done.
  bool yes = false;      ///< Do it without asking.
};
/// `action`: "suspend", "resume", "kill".
int bulk(const console& to, connection& server, const std::string& action,
         const bulk_options& options);
/// What was ordered of many jobs; with an id all jobs of that entry.
int audit(const console& to, connection& server, const std::string& id, uint32_t length);

/// How many starts are coming. `held`: as if what is suspended or paused were resumed now.
int backlog(const console& to, connection& server, bool held);

/// `values`: "endtime=2026-02-01T00:00Z", "concurrency=2", "pausetime=", "status=RUNNING".
int change(const console& to, connection& server, const std::string& id,
           const std::vector<std::string>& values);
/// Tells the server that data at `uris` is there.
int dataset_ready(const console& to, connection& server, const std::vector<std::string>& uris);
/// What is empty is as the server has it configured.
struct purge_options {
  bool preview = false;
  std::string workflow_days;
  std::string coordinator_days;
  std::string bundle_days;
  std::string limit;
  bool old_actions = false;
};
/// Takes old jobs away, or shows what would go.
int purge(const console& to, connection& server, const purge_options& options);
/// The client's version, and the server's when one answers.
int version(const console& to, connection& server);

struct wait_options {
  std::string id;
  int64_t timeout_ms = 0;  ///< 0: for ever.
  bool progress = false;
};
int wait(const console& to, connection& server, const monotonic_clock& clock,
         const wait_options& options);

/// A member as text: strings as they are, numbers in digits, "" for null or absent.
std::string field(const nlohmann::json& object, const char* name);
/// "Mon, 05 Jan 2026 01:00:00 GMT" as "2026-01-05 01:00:00"; "-" for anything else.
std::string short_date(const std::string& http_date);
/// Entities of HTML as characters: the reverse of what the server does to logs.
std::string html_unescape(const std::string& text);

}  // namespace foliot::client
