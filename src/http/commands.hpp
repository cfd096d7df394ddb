// The port to the engine's commands. Implemented by the actor layer; called by routes and tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "model/audit.hpp"
#include "model/orders.hpp"

namespace foliot::http {

/// Who asked, for the journal and the audit.
struct requester {
  std::string user;
  std::string address;  ///< "127.0.0.1:4711"
  std::string request_id;
};

struct submitted {
  std::string id;                     ///< Wire id; the job is durable.
  std::vector<std::string> warnings;  ///< One sentence each, with place and remedy.
};

/// What came of telling that datasets are ready.
struct announced {
  size_t looked_at = 0;  ///< Instances that somebody waited for: each is looked at now.
  size_t waiting = 0;    ///< Actions that waited for one of them or more.
};

/// The same order to several jobs.
struct bulk_request {
  model::order what;
  entity_kind kind = entity_kind::none;
  std::string filter;           ///< What the jobs were selected by, as it was written.
  uint64_t matching = 0;        ///< Jobs that it took.
  std::vector<entity_id> jobs;  ///< Those to be told; at most limits::bulk_jobs_max.
};

/// A purge by hand. What is absent is as configured.
struct purge_request {
  std::optional<uint32_t> workflow_days;     ///< Ended at least so long ago.
  std::optional<uint32_t> coordinator_days;  ///< The same.
  std::optional<uint32_t> bundle_days;       ///< The same.
  std::optional<bool> old_actions;           ///< Of living coordinators too.
  uint64_t limit = 0;                        ///< Most trees of jobs; 0: all.
  bool preview = false;                      ///< Nothing goes; what would go is counted.
};

/// What went, or would go.
struct purged {
  uint64_t trees = 0;  ///< Outermost jobs, with all below them.
  uint64_t bundles = 0;
  uint64_t coordinators = 0;
  uint64_t actions = 0;
  uint64_t workflows = 0;
  uint64_t entries = 0;  ///< Of the journal.
  uint64_t bytes = 0;    ///< Of keys and values, before compression.
};

/// Calls return at once. `done` is called exactly once, from any thread, when the outcome is
/// durable or the request was refused. Refusals carry Oozie's code; errc::unavailable means "try
/// again".
class commands {
 public:
  virtual ~commands() = default;

  /// Submits the application that the configuration document `conf_xml` names; `run`: start it too.
  virtual void submit(std::string conf_xml, requester who, bool run,
                      std::function<void(result<submitted>)> done) = 0;
  /// What a submission would be, with nothing kept: `submitted::id` is the text that a dry run
  /// answers.
  virtual void dry_run(std::string conf_xml, requester who,
                       std::function<void(result<submitted>)> done) = 0;
  /// Compares the definition of coordinator `job` with the one that `conf_xml` names (without any
  /// property: with the job's own files as they are now) and, unless `dry_run`, lets the actions to
  /// come follow that. `submitted::id` is the difference, as Oozie prints it.
  virtual void update(const entity_id& job, std::string conf_xml, requester who, bool dry_run,
                      std::function<void(result<submitted>)> done) = 0;
  virtual void order(const entity_id& job, model::order what, requester who,
                     std::function<void(result<model::order_reply>)> done) = 0;
  /// Lets the workflow `job`, which has ended, run again; the configuration document `conf_xml`
  /// overlays its own.
  virtual void rerun(const entity_id& job, std::string conf_xml, requester who,
                     std::function<void(result<model::order_reply>)> done) = 0;
  /// Tells them, a few at a time. An entry of the audit is on disk before the first is told, and
  /// once more when all have answered: that is what `done` gets. One job's refusal is an outcome,
  /// not a failure. Fails with errc::unavailable when too many such commands are under way.
  virtual void bulk(bulk_request what, requester who,
                    std::function<void(result<model::audit_entry>)> done) = 0;
  /// Data at these URIs, with or without the done-flag _SUCCESS, should be there now: a reason to
  /// look at once, not a proof. `done` is called when the looks were ordered.
  virtual void datasets_ready(std::vector<std::string> uris, requester who,
                              std::function<void(result<announced>)> done) = 0;
  /// Takes old jobs away, or says what would go. `done` is called when all of it is off the disk.
  virtual void purge(purge_request what, requester who, std::function<void(result<purged>)> done);
};

}  // namespace foliot::http
