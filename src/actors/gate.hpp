// The engine's commands as HTTP sees them: the one place where callers outside become messages.
#pragma once

#include "actors/protocols.hpp"
#include "actors/runtime.hpp"
#include "http/commands.hpp"

namespace foliot::actors {

/// Thread-safe. The engine must outlive the last call.
class gate final : public http::commands {
 public:
  explicit gate(engine_actor engine) : engine_(std::move(engine)) {}

  void submit(std::string conf_xml, http::requester who, bool run,
              std::function<void(result<http::submitted>)> done) override;
  void dry_run(std::string conf_xml, http::requester who,
               std::function<void(result<http::submitted>)> done) override;
  void update(const entity_id& job, std::string conf_xml, http::requester who, bool dry_run,
              std::function<void(result<http::submitted>)> done) override;
  void order(const entity_id& job, model::order what, http::requester who,
             std::function<void(result<model::order_reply>)> done) override;
  void rerun(const entity_id& job, std::string conf_xml, http::requester who,
             std::function<void(result<model::order_reply>)> done) override;
  void bulk(http::bulk_request what, http::requester who,
            std::function<void(result<model::audit_entry>)> done) override;
  void datasets_ready(std::vector<std::string> uris, http::requester who,
                      std::function<void(result<http::announced>)> done) override;
  void purge(http::purge_request what, http::requester who,
             std::function<void(result<http::purged>)> done) override;

  // What consoles have besides.

  /// `done` is let go without a call where nobody lives for `whom`.
  void look(const entity_id& whom, std::function<void(msg::entity_life)> done);
  /// Puts `whom` back to work. Fails with conflict where it is not quarantined.
  void retry(const entity_id& whom, std::function<void(result<msg::retried>)> done);

 private:
  engine_actor engine_;
};

}  // namespace foliot::actors
