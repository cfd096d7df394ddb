#include "server/metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include "base/contract.hpp"

namespace foliot::server {

namespace {

using prometheus::Counter;
using prometheus::Gauge;
using prometheus::Histogram;

constexpr size_t kinds = 5;
constexpr std::array<std::string_view, kinds> kind_names{"none", "bundle", "coordinator", "action",
                                                         "workflow"};

/// From 50 microseconds (a device with a write cache) to 5 seconds (a disk in trouble).
const Histogram::BucketBoundaries seconds_buckets{0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025,
                                                  0.005,   0.01,   0.025,   0.05,   0.1,   0.25,
                                                  0.5,     1,      2.5,     5};
const Histogram::BucketBoundaries group_buckets{1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2000};

double seconds(int64_t ns) { return static_cast<double>(ns) / 1e9; }

Counter& add_counter(prometheus::Registry& into, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(into).Add({});
}

Gauge& add_gauge(prometheus::Registry& into, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(into).Add({});
}

Histogram& add_histogram(prometheus::Registry& into, const char* name, const char* help,
                         const Histogram::BucketBoundaries& buckets) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(into).Add({}, buckets);
}

}  // namespace

struct metrics::parts {
  prometheus::Registry registry;
  std::array<Counter*, kinds> transitions{};
  std::array<Gauge*, kinds> live{};
  std::array<Counter*, run_outcomes.size()> ends{};
  std::array<Counter*, 6> statuses{};  ///< By hundreds of the HTTP status.
  Counter& commits = add_counter(registry, "foliot_commits_total", "Groups of steps on disk.");
  Counter& bytes = add_counter(registry, "foliot_commit_bytes_total", "Bytes of those groups.");
  Histogram& fsync = add_histogram(registry, "foliot_fsync_seconds", "Time of one commit's fsync.",
                                   seconds_buckets);
  Histogram& group =
      add_histogram(registry, "foliot_commit_steps", "Steps of one commit.", group_buckets);
  Gauge& quarantined =
      add_gauge(registry, "foliot_quarantined", "Entities that are not stepped any more.");
  Gauge& safe_mode = add_gauge(registry, "foliot_safe_mode",
                               "1 while the disk is nearly full and new work is refused.");
  Counter& starts = add_counter(registry, "foliot_runs_started_total", "Programs started.");
  Counter& unanswered = add_counter(registry, "foliot_why_unanswered_total",
                                    "Questions 'why' without an answer: defects.");
  Counter& notices_sent =
      add_counter(registry, "foliot_notices_sent_total", "Calls of users' URLs that went well.");
  Counter& notices_failed =
      add_counter(registry, "foliot_notices_failed_total", "Calls of users' URLs given up.");
  Counter& notices_dropped = add_counter(registry, "foliot_notices_dropped_total",
                                         "Calls of users' URLs not made: too many waited.");
  Gauge& recovery =
      add_gauge(registry, "foliot_recovery_seconds", "Time until the engine served again.");
  Gauge& recovered = add_gauge(registry, "foliot_recovered_entities", "Entities it found alive.");

  parts() {
    auto& steps = prometheus::BuildCounter()
                      .Name("foliot_transitions_total")
                      .Help("Steps on disk, by kind of entity.")
                      .Register(registry);
    auto& actors = prometheus::BuildGauge()
                       .Name("foliot_live_actors")
                       .Help("Actors in memory, by kind of entity.")
                       .Register(registry);
    for (size_t i = 1; i < kinds; ++i) {
      transitions[i] = &steps.Add({{"kind", std::string(kind_names[i])}});
      live[i] = &actors.Add({{"kind", std::string(kind_names[i])}});
    }
    auto& outcomes = prometheus::BuildCounter()
                         .Name("foliot_runs_ended_total")
                         .Help("Programs that ended, by outcome.")
                         .Register(registry);
    for (size_t i = 0; i < run_outcomes.size(); ++i)
      ends[i] = &outcomes.Add({{"outcome", std::string(run_outcomes[i])}});
    auto& requests = prometheus::BuildCounter()
                         .Name("foliot_http_requests_total")
                         .Help("Requests answered, by class of status.")
                         .Register(registry);
    for (size_t i = 1; i < statuses.size(); ++i)
      statuses[i] = &requests.Add({{"status", std::to_string(i) + "xx"}});
  }
};

metrics::metrics() : parts_(std::make_unique<parts>()) {}
metrics::~metrics() = default;

void metrics::transitions(entity_kind kind, uint64_t steps) {
  FOLIOT_ASSERT(kind != entity_kind::none, "a step belongs to an entity");
  parts_->transitions[static_cast<size_t>(kind)]->Increment(static_cast<double>(steps));
}

void metrics::committed(uint64_t steps, uint64_t bytes, int64_t fsync_ns) {
  parts_->commits.Increment();
  parts_->bytes.Increment(static_cast<double>(bytes));
  parts_->group.Observe(static_cast<double>(steps));
  parts_->fsync.Observe(seconds(fsync_ns));
}

void metrics::live(entity_kind kind, int64_t change) {
  FOLIOT_ASSERT(kind != entity_kind::none, "an actor stands for an entity");
  parts_->live[static_cast<size_t>(kind)]->Increment(static_cast<double>(change));
}

void metrics::quarantined(uint64_t count) { parts_->quarantined.Set(static_cast<double>(count)); }

void metrics::safe_mode(bool on) { parts_->safe_mode.Set(on ? 1 : 0); }

void metrics::run_started() { parts_->starts.Increment(); }

void metrics::run_ended(std::string_view outcome) {
  for (size_t i = 0; i < run_outcomes.size(); ++i)
    if (run_outcomes[i] == outcome) return parts_->ends[i]->Increment();
  FOLIOT_ASSERT(false, "an outcome without a name");
}

void metrics::notices(uint64_t sent, uint64_t failed, uint64_t dropped) {
  parts_->notices_sent.Increment(static_cast<double>(sent));
  parts_->notices_failed.Increment(static_cast<double>(failed));
  parts_->notices_dropped.Increment(static_cast<double>(dropped));
}

void metrics::why_unanswered() { parts_->unanswered.Increment(); }

void metrics::http_request(int status) {
  const int hundreds = status / 100;
  if (hundreds >= 1 && hundreds <= 5) parts_->statuses[static_cast<size_t>(hundreds)]->Increment();
}

void metrics::recovered(int64_t ns, uint64_t entities) {
  parts_->recovery.Set(seconds(ns));
  parts_->recovered.Set(static_cast<double>(entities));
}

std::string metrics::text() const {
  return prometheus::TextSerializer().Serialize(parts_->registry.Collect());
}

}  // namespace foliot::server
