// The engine as consoles see it: reads from the store and from counters, single questions to the
// staff, and commands by way of HTTP's interface.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "actors/admin.hpp"
#include "actors/gate.hpp"
#include "actors/runtime.hpp"
#include "base/clock.hpp"
#include "exec/launcher_client.hpp"
#include "http/api.hpp"
#include "server/config.hpp"
#include "server/console_keys.hpp"
#include "server/console_tap.hpp"
#include "server/live_settings.hpp"
#include "server/log_spdlog.hpp"
#include "server/safe_mode.hpp"

namespace foliot::server {

/// All of them outlive the desk.
struct desk_parts {
  const config& settings;
  const std::string& directory;
  const wall_clock& clock;
  const monotonic_clock& steady;
  leveled_log& log;
  const kv_store& store;
  exec::launcher_client& runs;
  safe_mode& saving;
  actors::runtime& rt;
  http::api& api;
  actors::gate& commands;
  console_keys& keys;
  console_tap& tap;
  std::function<bool()> ready;
  std::function<std::string()> url;
};

class engine_desk final : public actors::admin::admin_desk {
 public:
  explicit engine_desk(desk_parts parts);

  std::string program() const override;
  std::string chance() override;
  std::string certificate_of(const std::string& console) override;
  bool proves(const std::string& console, const std::string& text,
              const std::string& signature) override;
  void remark(const std::string& sentence) override;

  actors::admin::status_report status(const std::string& console) override;
  actors::admin::tree_report tree(const actors::admin::ask& question) override;
  void entity(const actors::admin::ask& question,
              std::function<void(actors::admin::entity_report)> done) override;
  void actors(const actors::admin::ask& question,
              std::function<void(actors::admin::actors_report)> done) override;
  void committer(const actors::admin::ask& question,
                 std::function<void(actors::admin::committer_report)> done) override;
  void datasets(const actors::admin::ask& question,
                std::function<void(actors::admin::datasets_report)> done) override;
  void slots(const actors::admin::ask& question,
             std::function<void(actors::admin::slots_report)> done) override;
  void runs(const actors::admin::ask& question,
            std::function<void(actors::admin::runs_report)> done) override;
  actors::admin::quarantine_report quarantine(const actors::admin::ask& question) override;
  actors::admin::settings_report settings(const actors::admin::ask& question) override;
  void pulse(const actors::admin::ask& question,
             std::function<void(actors::admin::pulse_report)> done) override;
  void retry(const std::string& console, const std::string& id,
             std::function<void(actors::admin::retry_report)> done) override;
  actors::admin::settings_report change(const std::string& console,
                                        const actors::admin::change_setting& order) override;
  void request(const std::string& console, actors::admin::user_request what,
               std::function<void(actors::admin::user_reply)> done) override;

  result<job_number> root_of(const std::string& id) override;
  void follow(bool anybody) override { parts_.tap.follow(anybody); }
  void deliver_to(std::function<void(console_tap::maker)> sink) override {
    parts_.tap.deliver_to(std::move(sink));
  }

 private:
  std::string user_of(const std::string& console) const;
  setting_effects effects();
  void audit(const std::string& console, const std::string& job, const std::string& operation,
             const failure* refused);
  result<entity_id> find(const std::string& id) const;
  result<void> add_row(const entity_id& id, uint32_t depth, uint32_t limit,
                       actors::admin::tree_report& out) const;
  result<void> add_actions(const entity_id& coordinator, uint32_t depth, uint32_t limit,
                           actors::admin::tree_report& out) const;

  desk_parts parts_;
  std::string started_;
  live_settings settings_;
};

/// A console's request as HTTP's interface takes it, asked by `user` from console `console`:
/// whoever the request itself names is left out. Pure. Fails with bad_input.
result<http::request> to_http(const std::string& console, const std::string& user,
                              actors::admin::user_request what);
/// The answer on its way back. Pure.
actors::admin::user_reply from_http(http::response reply);

}  // namespace foliot::server
