// An engine that only consoles see: answers that a test can recognise.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <semaphore>
#include <string>
#include <utility>
#include <vector>

#include "actors/admin.hpp"
#include "server/certificates.hpp"
#include "server/clocks.hpp"
#include "server/console_keys.hpp"

namespace foliot::server {

class plain_desk final : public actors::admin::admin_desk {
 public:
  explicit plain_desk(const console_keys& keys) : keys_(keys) {}

  std::string program() const override { return "0.0-test"; }
  std::string chance() override { return *random_hex(16); }
  std::string certificate_of(const std::string& console) override {
    return keys_.leaf_of(console, clock_.now()).value_or("");
  }
  bool proves(const std::string& console, const std::string& text,
              const std::string& signature) override {
    const auto leaf = keys_.leaf_of(console, clock_.now());
    return leaf && is_signed(*leaf, text, signature);
  }
  void remark(const std::string& sentence) override {
    const std::lock_guard lock(mutex_);
    remarks_.push_back(sentence);
  }

  actors::admin::status_report status(const std::string& console) override {
    actors::admin::status_report out;
    out.user = console;
    return out;
  }
  actors::admin::tree_report tree(const actors::admin::ask& question) override {
    actors::admin::tree_report out;
    if (question.id == "nobody")
      out.head =
          actors::admin::refused({errc::not_found, "no such job", "E0604", "nobody", "Look"});
    else
      out.rows.push_back({0, question.id, "workflow", "name", "RUNNING", false, 3});
    return out;
  }
  void entity(const actors::admin::ask& question,
              std::function<void(actors::admin::entity_report)> done) override {
    actors::admin::entity_report out;
    out.id = question.id;
    out.watches = {"file:///a", "file:///b"};
    done(std::move(out));
  }
  void actors(const actors::admin::ask&,
              std::function<void(actors::admin::actors_report)> done) override {
    actors::admin::actors_report out;
    out.kinds = {{"action", 7, 8}};
    out.staff = {{"committer", 9}};
    done(std::move(out));
  }
  void committer(const actors::admin::ask&,
                 std::function<void(actors::admin::committer_report)> done) override {
    actors::admin::committer_report out;
    out.groups = 11;
    out.write_us = {1, 2, 3};
    done(std::move(out));
  }
  void datasets(const actors::admin::ask& question,
                std::function<void(actors::admin::datasets_report)> done) override {
    actors::admin::datasets_report out;
    out.rows = {{"file:///a", 2, {"one", "two"}}};
    out.uris = question.limit;
    done(std::move(out));
  }
  void slots(const actors::admin::ask&,
             std::function<void(actors::admin::slots_report)> done) override {
    actors::admin::slots_report out;
    out.run_slots = 4;
    done(std::move(out));
  }
  void runs(const actors::admin::ask&,
            std::function<void(actors::admin::runs_report)> done) override {
    actors::admin::runs_report out;
    out.rows = {{"job@node.0", "job", "ordered"}};
    done(std::move(out));
  }
  actors::admin::quarantine_report quarantine(const actors::admin::ask&) override {
    actors::admin::quarantine_report out;
    out.rows = {{"job", "", "event", "why"}};
    return out;
  }
  actors::admin::settings_report settings(const actors::admin::ask&) override {
    actors::admin::settings_report out;
    out.rows = {{"log_level", level_, true, "debug, info"}};
    return out;
  }
  void pulse(const actors::admin::ask&,
             std::function<void(actors::admin::pulse_report)> done) override {
    actors::admin::pulse_report out;
    out.started = 12;
    out.waiting = {{"data", 3}};
    done(std::move(out));
  }
  void retry(const std::string& console, const std::string& id,
             std::function<void(actors::admin::retry_report)> done) override {
    actors::admin::retry_report out;
    out.id = id;
    out.status = console;
    done(std::move(out));
  }
  actors::admin::settings_report change(const std::string&,
                                        const actors::admin::change_setting& order) override {
    level_ = order.value;
    return settings({});
  }
  void request(const std::string& console, actors::admin::user_request what,
               std::function<void(actors::admin::user_reply)> done) override {
    actors::admin::user_reply out;
    out.status = 200;
    out.body = console + " " + what.method + " " + what.path;
    if (what.path == "/never") {
      const std::lock_guard lock(mutex_);
      unanswered_.push_back(std::move(done));
      left_unanswered.release();
      return;
    }
    done(std::move(out));
  }

  result<job_number> root_of(const std::string& id) override {
    if (id == "nobody") return failure{errc::not_found, "no such job", "", "", ""};
    return job_number{1};
  }
  void follow(bool anybody) override { followed = anybody; }
  void deliver_to(
      std::function<void(std::function<actors::admin::fresh_records()>)> sink) override {
    const std::lock_guard lock(mutex_);
    sink_ = std::move(sink);
  }

  /// So many rows went to disk.
  void write(size_t rows) {
    const std::lock_guard lock(mutex_);
    sink_([rows] {
      actors::admin::fresh_records out;
      out.rows.resize(rows, {1, {"", "job", "action", "WAITING", false, 1}});
      return out;
    });
  }

  /// How many remarks have `words` in them.
  size_t remarked(const std::string& words) const {
    const std::lock_guard lock(mutex_);
    return static_cast<size_t>(std::count_if(
        remarks_.begin(), remarks_.end(),
        [&](const std::string& each) { return each.find(words) != std::string::npos; }));
  }

  std::atomic<bool> followed{false};
  /// Released at each request that is never answered.
  std::counting_semaphore<> left_unanswered{0};

 private:
  const console_keys& keys_;
  system_clock_source clock_;
  std::string level_ = "info";
  mutable std::mutex mutex_;
  std::vector<std::string> remarks_;
  std::function<void(std::function<actors::admin::fresh_records()>)> sink_;
  std::vector<std::function<void(actors::admin::user_reply)>> unanswered_;
};

}  // namespace foliot::server
