// The command line against a real server socket over a fake engine: command -> status, output.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "http/api.hpp"
#include "server/http_server.hpp"
#include "tests/http/world.hpp"
#include "tools/client/application.hpp"
#include "tools/client/cli.hpp"
#include "tools/client/commands.hpp"
#include "tools/client/progress.hpp"

namespace foliot::testing {

using nlohmann::json;

/// Every look at it is a second later, so that time-outs end without waiting.
class hurried_clock final : public monotonic_clock {
 public:
  int64_t now_ns() const override { return now_ += 1'000'000'000; }

 private:
  mutable int64_t now_ = 0;
};

struct outcome {
  int status = -1;
  std::string out;
  std::string err;
};

class cli : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"FOLIOT_URL", "OOZIE_URL"}) ::unsetenv(name);
    dir_ = std::filesystem::temp_directory_path() / ("foliot_cli_" + std::to_string(::getpid()));
    std::filesystem::create_directories(dir_);
  }
  void TearDown() override {
    server_.reset();
    std::filesystem::remove_all(dir_);
  }

  /// Starts the fake engine: submissions are accepted, orders confirmed at once.
  void serve() {
    server::http_server_options any;
    any.port = 0;
    auto started = server::http_server::start(
        any, [this](http::request in, std::function<void(http::response)> done) {
          // The next request may come as soon as this one is answered.
          const std::lock_guard one_at_a_time(serving_);
          world_.api->handle(std::move(in), std::move(done));
          for (auto& one : world_.commands.submissions)
            if (refusal_)
              one(*refusal_);
            else
              one(http::submitted{bundle_wire, {"be careful."}});
          for (auto& one : world_.commands.orders) one(reply_);
          for (size_t i = 0; i < world_.commands.bulk_done.size(); ++i)
            world_.commands.bulk_done[i](audited(world_.commands.bulk_asked[i].first));
          world_.commands.bulk_done.clear();
          world_.commands.submissions.clear();
          world_.commands.orders.clear();
        });
    ASSERT_TRUE(started) << started.error().text();
    server_ = std::move(*started);
    ::setenv("FOLIOT_URL", (server_->url() + "/oozie/").c_str(), 1);
  }

  /// As if every job had obeyed, or been refused when there is a refusal; kept for `audit`.
  model::audit_entry audited(const http::bulk_request& asked) {
    model::audit_entry entry;
    entry.number = make_job_number(1, static_cast<uint32_t>(world_.reader.audited.size()) + 1);
    entry.asked = at(2, 0);
    entry.ended = at(2, 1);
    entry.user = "joe";
    entry.address = "10.0.0.1:99";
    entry.order = model::order_name(asked.what);
    entry.kind = asked.kind;
    entry.filter = asked.filter;
    entry.matching = asked.matching;
    for (const entity_id& job : asked.jobs)
      entry.jobs.push_back(refusal_ ? model::bulk_job{job, model::bulk_outcome::refused,
                                                      refusal_->oozie, refusal_->sentence}
                                    : model::bulk_job{job, model::bulk_outcome::done, "", ""});
    world_.reader.audited.push_back(entry);
    return entry;
  }

  outcome run(const std::vector<std::string>& arguments) {
    outcome got;
    client::console to;
    to.ask = ask_;
    to.out = [&](std::string_view text) { got.out += text; };
    to.err = [&](std::string_view text) { got.err += text; };
    const hurried_clock clock;
    client::cli_hooks hooks;
    hooks.serve = [&](const client::console&, const server::config& settings) {
      served_ = settings;
      return 0;
    };
    hooks.replay = [&](const client::console&, const server::config& settings,
                       const client::replay_options& asked) {
      served_ = settings;
      replayed_ = asked;
      return asked.verify ? 7 : 8;
    };
    got.status = client::run_cli(arguments, to, clock, hooks);
    return got;
  }

  std::string write(const std::string& name, const std::string& text) {
    const auto path = dir_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }

  world world_;
  std::optional<failure> refusal_;
  client::replay_options replayed_;
  std::function<std::optional<std::string>()> ask_;  ///< Empty: nobody can be asked.
  model::order_reply reply_;
  std::mutex serving_;
  std::unique_ptr<server::http_server> server_;
  std::filesystem::path dir_;
  server::config served_;
};

inline void expect_narrow(const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    EXPECT_LE(client::width_of(text.substr(at, end - at)), 80U) << text.substr(at, end - at);
    at = end + 1;
  }
}

}  // namespace foliot::testing
