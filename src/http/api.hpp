// Everything that is answered over HTTP, without a socket: Oozie's REST interface and our own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "base/log.hpp"
#include "http/catalogue.hpp"
#include "http/commands.hpp"
#include "http/explain.hpp"
#include "http/frequencies.hpp"
#include "http/job_orders.hpp"
#include "http/message.hpp"
#include "http/route.hpp"
#include "model/reader.hpp"
#include "model/start_governor.hpp"

namespace foliot::http {

/// What the wiring supplies. Every function may be called from any thread at any time.
struct api_options {
  std::function<bool()> ready = [] { return true; };                    ///< Recovery is done.
  std::function<bool()> safe_mode = [] { return false; };               ///< No room for new work.
  std::function<std::string()> metrics = [] { return std::string{}; };  ///< Text exposition.
  /// Whether a dataset instance is there; for `why` and missing dependencies.
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
  std::string server_name = "foliot";  ///< SERVER[...] of log lines.
  order_reading orders;                ///< How the dates of orders are read.
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

  bool not_now(const api_call& in, response& out) const;
  void submit(const api_call& in, answer done);
  void order(const api_call& in, answer done);
  void update(const api_call& in, answer done);
  void rerun_workflow(const api_call& in, answer done);
  void order_jobs(const api_call& in, answer done);
  void datasets_ready(const api_call& in, answer done);
  void purge(const api_call& in, answer done);
  response read(const api_call& in) const;
  response list(const api_call& in) const;
  response find_external(const api_call& in, entity_kind kind, const std::string& id) const;
  response list_bulk(const api_call& in, const std::string& text) const;
  response show(const api_call& in) const;
  response show_info(const api_call& in, const found_entity& entity) const;
  response show_coordinator(const api_call& in, const found_entity& entity) const;
  response selected_actions(const model::order_reply& reply) const;
  response show_definition(const api_call& in, const found_entity& entity) const;
  response show_log(const api_call& in, const found_entity& entity) const;
  response admin(const api_call& in) const;
  response own(const api_call& in) const;
  response why(const api_call& in) const;
  response progress(const api_call& in) const;
  response backlog(const api_call& in) const;
  response audit(const api_call& in) const;
  response audit_entry(const api_call& in) const;
  /// Counts a command in; false when there are too many. `done` given back counts it out.
  bool admit(answer& done);

  const model::reader& reader_;
  catalogue catalogue_;
  std::unique_ptr<frequencies> frequencies_ = std::make_unique<frequencies>();
  commands& orders_;
  const wall_clock& clock_;
  api_options options_;
  std::shared_ptr<std::atomic<size_t>> uncommitted_ = std::make_shared<std::atomic<size_t>>(0);
  std::atomic<uint64_t> next_request_{1};
};

}  // namespace foliot::http
