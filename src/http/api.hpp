// Everything that is answered over HTTP, without a socket: Oozie's REST interface and our own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "base/log.hpp"
#include "http/browser_guard.hpp"
#include "http/catalogue.hpp"
#include "http/commands.hpp"
#include "http/explain.hpp"
#include "http/frequencies.hpp"
#include "http/groups.hpp"
#include "http/identity.hpp"
#include "http/job_orders.hpp"
#include "http/message.hpp"
#include "http/node_conf.hpp"
#include "http/permissions.hpp"
#include "http/proxy_users.hpp"
#include "http/route.hpp"
#include "model/orders.hpp"
#include "model/reader.hpp"
#include "model/start_governor.hpp"
#include "model/understood_application.hpp"

namespace foliot::http {

/// What requests are taken (admin/status). The names are Oozie's.
enum class system_mode : uint8_t { normal, no_web_service, safe };

/// The sharelib, as admin/list_sharelib tells it.
struct shared_libraries {
  std::string path;  ///< Of its directory; empty: there is none.
  std::map<std::string, std::vector<std::string>> directories;  ///< Name, and files in it.
};

inline std::map<std::string, std::string> no_texts() { return {}; }

/// Understands a submission with these properties, with nothing kept; for previews.
using understand_fn =
    std::function<result<model::understood_application>(const model::configuration& conf)>;
/// What a stored bundle would start now.
using read_members_fn = std::function<result<model::understood_application>(
    const model::definition_text& bundle, const std::string& bundle_id)>;

/// What the wiring supplies. Every function may be called from any thread at any time.
struct api_options {
  std::function<bool()> ready = [] { return true; };                    ///< Recovery is done.
  std::function<bool()> safe_mode = [] { return false; };               ///< No room for new work.
  std::function<std::string()> metrics = [] { return std::string{}; };  ///< Text exposition.
  /// Whether a dataset instance is there; for `why`, missing dependencies. Empty: nobody can look.
  std::function<bool(const std::string& uri)> exists = [](const std::string&) { return false; };
  /// Calls its argument with the queue of starts, which does not change meanwhile.
  std::function<void(const std::function<void(const model::start_governor&)>&)> starts =
      [](const auto& look) { look(model::start_governor{}); };
  /// The place of a run among those that wait for one; for `why`.
  run_places place_of_run = [](const std::string&) { return std::nullopt; };
  bool latest_from_now = false;  ///< What coord:latest looks back from; for `why`.
  /// Called when `why` could not answer for an entity that exists.
  std::function<void()> why_unanswered = [] {};
  std::string base_url;                ///< "http://127.0.0.1:11000/oozie", for console addresses.
  std::string server_name = "foliot";  ///< SERVER[...] of log lines; also the server's id.
  /// For admin: settings by name, the environment and facts about the system; nothing secret.
  std::function<std::map<std::string, std::string>()> settings = [] { return no_texts(); };
  std::function<std::map<std::string, std::string>()> environment = [] { return no_texts(); };
  std::function<std::map<std::string, std::string>()> system = [] { return no_texts(); };
  std::function<shared_libraries()> sharelib = [] { return shared_libraries{}; };
  read_nodes_fn read_nodes;  ///< Empty: the XML of a workflow's nodes is not shown.
  /// Reads the configuration document that a client sent; `file` is what failures call it.
  std::function<result<model::configuration>(const std::string& file, std::string text)>
      read_configuration;
  /// What a document is ("workflow-app"), checked against the schemas; for validate.
  std::function<result<std::string>(const std::string& xml)> validate;
  understand_fn understand;      ///< Empty: no previews of submissions.
  read_members_fn read_members;  ///< Empty: a bundle that has not started has no coordinators.
  /// What reading a stored definition warns of: one sentence each, with place and remedy.
  std::function<result<std::vector<std::string>>(const model::definition_text&)> warnings_of =
      [](const auto&) { return std::vector<std::string>{}; };
  order_reading orders;                                      ///< How the dates of orders are read.
  authenticate_fn authenticate = simple_authentication({});  ///< Who asks.
  proxy_users proxies;                                       ///< Who may act for others.
  host_rules hosts;                                          ///< Whom requests are meant for.
  permissions permitted;                                     ///< Who may change what.
  groups_fn groups = [](const std::string&) { return std::vector<std::string>{}; };
  addresses_fn addresses = [](const std::string&) { return std::vector<std::string>{}; };
  /// Takes a sentence for each credential that was passed over.
  std::function<void(const std::string& sentence)> remark = [](const std::string&) {};
  /// Takes a line for each request that would change something, also where it is refused before
  /// anybody looks at it, and each refused doAs.
  std::function<void(const std::string& line)> audit = [](const std::string&) {};
  size_t commands_max = limits::uncommitted_commands_max;
};

struct api_call;  // one request on its way; api_call.hpp

class api {
 public:
  /// All of the arguments must outlive the api; `now` is for `why`.
  api(const model::reader& reader, const model::definitions& definitions, commands& orders,
      const wall_clock& clock, api_options options);

  /// Answers `in`. `done` is called exactly once: at once for reads, from any thread when its
  /// outcome is durable for commands. Thread-safe; never throws.
  void handle(request in, std::function<void(response)> done);

  /// Commands whose outcome is not known yet.
  size_t uncommitted() const { return uncommitted_->load(); }

 private:
  using answer = std::function<void(response)>;

  // api_identity.cpp. `address`: the query of the address alone. False: `done` was called.
  void note(api_call& in, const parameters& address, answer& done);
  bool identify(api_call& in, const parameters& address, answer& done);
  bool enter(api_call& in, const answer& done) const;
  result<void> act_for(api_call& in) const;
  result<void> permit(const api_call& in) const;
  result<void> permit_job(const api_call& in) const;
  result<void> permit_rows(const std::vector<model::job_row>& rows, const std::string& user) const;
  result<void> permit_change(const entity_id& id, const model::any_record& record,
                             const std::string& user) const;
  result<model::configuration> properties_of(const entity_id& id,
                                             const model::any_record& record) const;

  bool not_now(const api_call& in, response& out) const;
  void submit(const api_call& in, answer done);
  void order(const api_call& in, answer done);
  void update(const api_call& in, answer done);
  void rerun_workflow(const api_call& in, answer done);
  void order_jobs(const api_call& in, answer done);
  void datasets_ready(const api_call& in, answer done);
  void purge(const api_call& in, answer done);
  response read(const api_call& in) const;
  response read_in_zone(const api_call& in) const;
  response list(const api_call& in) const;
  response find_external(const api_call& in, entity_kind kind, const std::string& id) const;
  response list_bulk(const api_call& in, const std::string& text) const;
  response show(const api_call& in) const;
  response show_info(const api_call& in, const found_entity& entity) const;
  response show_coordinator(const api_call& in, const found_entity& entity) const;
  response selected_actions(const model::order_reply& reply, bool again) const;
  response show_definition(const api_call& in, const found_entity& entity) const;
  response show_log(const api_call& in, const found_entity& entity) const;
  response admin(const api_call& in) const;
  response admin_lists(const api_call& in) const;
  response build_version() const;
  response put_mode(const api_call& in) const;
  system_mode mode() const;
  response callback(const api_call& in) const;
  response service_levels(const api_call& in) const;
  response validate(const api_call& in) const;
  response show_special(const api_call& in, const std::string& asked) const;
  response show_all_runs(const api_call& in) const;
  response show_retries(const api_call& in) const;
  response show_missing(const api_call& in) const;
  response show_node_of_actions(const api_call& in) const;
  response show_graph(const api_call& in) const;
  response show_error_log(const api_call& in, const found_entity& entity) const;
  response show_audit_log(const api_call& in, const found_entity& entity) const;
  response missing_of(const api_call& in, const found_entity& coordinator,
                      const std::set<uint32_t>& numbers) const;
  nlohmann::json node_of_action(uint32_t number, const model::action_record& record,
                                const entity_id& coordinator, const std::string& name) const;
  std::vector<entity_id> named_actions(const entity_id& coordinator,
                                       const model::action_scope& scope) const;
  bool names_no_time(const entity_id& coordinator, const model::action_scope& scope) const;
  result<std::set<uint32_t>> chosen_actions(const found_entity& coordinator,
                                            const model::action_scope& scope) const;
  result<std::optional<std::set<uint32_t>>> log_actions(const api_call& in,
                                                        const found_entity& entity) const;
  response own(const api_call& in) const;
  response why(const api_call& in) const;
  response history(const api_call& in) const;
  response tree(const api_call& in) const;
  response progress(const api_call& in) const;
  response backlog(const api_call& in) const;
  response audit(const api_call& in) const;
  response audit_entry(const api_call& in) const;
  response preview_job(const api_call& in) const;
  response preview_submission(const api_call& in) const;
  response warnings(const api_call& in) const;
  response datasets(const api_call& in) const;
  response bulk_preview(const api_call& in) const;
  /// Counts a command in; false when there are too many. `done` given back counts it out.
  bool admit(answer& done);

  const model::reader& reader_;
  catalogue catalogue_;
  std::unique_ptr<frequencies> frequencies_ = std::make_unique<frequencies>();
  commands& orders_;
  const wall_clock& clock_;
  api_options options_;
  std::shared_ptr<std::atomic<system_mode>> mode_ =
      std::make_shared<std::atomic<system_mode>>(system_mode::normal);
  std::shared_ptr<std::atomic<size_t>> uncommitted_ = std::make_shared<std::atomic<size_t>>(0);
  std::atomic<uint64_t> next_request_{1};
};

}  // namespace foliot::http
