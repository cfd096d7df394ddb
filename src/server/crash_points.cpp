#include "server/crash_points.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/ids.hpp"
#include "exec/launch_crash.hpp"
#include "store/keys.hpp"

namespace foliot::server {

namespace {

bool holds_workflow(const kv_batch& batch) {
  for (const kv_view change : batch) {
    if (change.where != table::record || !change.value) continue;
    const auto id = store::parse_record_key(change.key);
    if (id && id->kind == entity_kind::workflow) return true;
  }
  return false;
}

class crashing_store final : public store_in_front {
 public:
  using store_in_front::store_in_front;

  result<void> write(const kv_batch& batch, bool sync) override {
    crash_here("before-fsync", "store");
    result<void> done = behind().write(batch, sync);
    crash_here("after-fsync", "store");
    if (holds_workflow(batch)) crash_here("intent-written", "store");
    return done;
  }
};

class crashing_runs final : public exec::run_port {
 public:
  explicit crashing_runs(exec::run_port& inner) : inner_(inner) {}

  void deliver_to(sink news) override {
    inner_.deliver_to([news = std::move(news)](exec::run_news what) {
      if (const auto* started = std::get_if<exec::run_started>(&what))
        crash_here("launcher-started", started->name.c_str());
      else
        crash_here("result-read", std::get<exec::run_ended>(what).name.c_str());
      news(std::move(what));
    });
  }
  void start(exec::run_spec spec) override { inner_.start(std::move(spec)); }
  void kill(const std::string& name) override { inner_.kill(name); }
  void forget(const std::string& name) override { inner_.forget(name); }
  void erase(const std::string& name) override { inner_.erase(name); }

 private:
  exec::run_port& inner_;
};

}  // namespace

bool crash_points_wanted() {
  const char* test = std::getenv("FOLIOT_TEST_CRASH");
  return test != nullptr && std::string_view(test) == "1";
}

void crash_here(const char* point, const char* what) { exec::crash_point(point, what, ::getpid()); }

std::unique_ptr<kv_store> with_crash_points(kv_store& inner) {
  return std::make_unique<crashing_store>(inner);
}

std::unique_ptr<exec::run_port> with_crash_points(exec::run_port& inner) {
  return std::make_unique<crashing_runs>(inner);
}

}  // namespace foliot::server
