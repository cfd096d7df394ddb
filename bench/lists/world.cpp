#include "bench/lists/world.hpp"

#include <array>
#include <optional>
#include <type_traits>
#include <utility>

#include "bench/must.hpp"
#include "store/epochs.hpp"
#include "store/step_batch.hpp"

namespace foliot::bench {

namespace {

using model::status;

constexpr size_t batch_bytes = 1 << 20;

/// Reads need no commands.
class no_commands final : public http::commands {
  template <class Done>
  static void refuse(const Done& done) {
    done(failure{errc::unavailable, "nobody is here", "", "", ""});
  }
  void submit(std::string, http::requester, bool,
              std::function<void(result<http::submitted>)> done) override {
    refuse(done);
  }
  void dry_run(std::string, http::requester,
               std::function<void(result<http::submitted>)> done) override {
    refuse(done);
  }
  void update(const entity_id&, std::string, http::requester, bool,
              std::function<void(result<http::submitted>)> done) override {
    refuse(done);
  }
  void order(const entity_id&, model::order, http::requester,
             std::function<void(result<model::order_reply>)> done) override {
    refuse(done);
  }
  void rerun(const entity_id&, std::string, http::requester,
             std::function<void(result<model::order_reply>)> done) override {
    refuse(done);
  }
  void bulk(http::bulk_request, http::requester,
            std::function<void(result<model::audit_entry>)> done) override {
    refuse(done);
  }
  void datasets_ready(std::vector<std::string>, http::requester,
                      std::function<void(result<http::announced>)> done) override {
    refuse(done);
  }
};

model::definition_text coordinator_text(uint64_t number) {
  static constexpr std::array<const char*, 4> every{"5", "60", "${coord:days(1)}",
                                                    "${coord:months(1)}"};
  return {entity_kind::coordinator,
          "file:///apps/co",
          "",
          std::string("<coordinator-app name='co' frequency='") + every[number % every.size()] +
              "' start='2026-01-01T00:00Z' end='2027-01-01T00:00Z' timezone='UTC' "
              "xmlns='uri:oozie:coordinator:0.4'><action><workflow><app-path>file:///apps/wf"
              "</app-path></workflow></action></coordinator-app>",
          {{"user.name", "u"}, {"part", std::to_string(number)}}};
}

model::definition_text workflow_text() {
  return {entity_kind::workflow,
          "file:///apps/wf",
          "",
          "<workflow-app name='wf' xmlns='uri:oozie:workflow:0.5'><start to='end'/>"
          "<end name='end'/></workflow-app>",
          {{"user.name", "u"}, {"queue", "default"}, {"nameNode", "file:///"}}};
}

/// User 0 has half of the jobs, user 1 half of the rest, and so on.
std::string user_of(uint64_t number) {
  uint64_t mixed = number * 0x9E3779B97F4A7C15U >> 40;
  uint64_t user = 0;
  for (; user + 1 < list_users && (mixed & 1) == 0; mixed >>= 1) ++user;
  return "user" + std::to_string(user);
}
/// A third of the jobs have one of four names, the others one of the rest.
std::string name_of(uint64_t number) {
  const uint64_t mixed = number * 0x9E3779B97F4A7C15U >> 33;
  if (mixed % 3 == 0) return "nightly-" + std::to_string(mixed / 3 % list_busy_names);
  return "name-" + std::to_string(mixed / 3 % (list_names - list_busy_names));
}

/// Most have ended well; the newest still run, and some old ones.
status end_of(uint64_t number, uint64_t workflows) {
  if (number + 20 >= workflows || number % 13 == 0) return status::running;
  static constexpr std::array rare{status::killed, status::failed, status::suspended, status::prep};
  const uint64_t mixed = number * 0xD1B54A32D192ED03U >> 40;
  return mixed % 5 == 0 ? rare[mixed / 5 % 8 < 3   ? 0
                               : mixed / 5 % 8 < 6 ? 1
                                                   : mixed / 5 % 4]
                        : status::succeeded;
}

/// Steps as the committer writes them.
class log_book {
 public:
  explicit log_book(kv_store& to) : to_(to) {}
  ~log_book() { write(); }
  log_book(const log_book&) = delete;

  template <class Event, class Record>
  void add(const entity_id& id, const std::type_identity_t<Record>* before, const Record& after,
           const Event& event) {
    const model::cause why;
    store::recorded_step step{id, std::nullopt, &after, &event, after.modified, &why, "2026a"};
    if (before != nullptr) step.before = before;
    const store::encoded_step out = store::encode_step(step);
    rows_.append(out.changes);
    rows_.add(store::journal_change(0, id.root, ++sequence_, 1, out));
    if (rows_.bytes() > batch_bytes) write();
  }
  hash128 define(job_number root, const model::definition_text& text) {
    const auto [hash, row] = store::definition_change(0, root, text);
    rows_.add(row);
    return hash;
  }

 private:
  void write() {
    rows_.add(store::sequence_change(0, sequence_));
    if (!to_.write(rows_, false)) std::exit(1);
    rows_ = {};
  }

  kv_store& to_;
  kv_batch rows_;
  uint64_t sequence_ = 0;
};

template <class Record>
Record born(uint64_t number, uint64_t of, const hash128& definition) {
  Record out;
  out.version = 1;
  out.created = plus_ms(list_begin, static_cast<int64_t>(number * (list_span_ms / of)));
  out.modified = out.since = out.created;
  out.definition = definition;
  out.user = user_of(number);
  out.name = name_of(number);
  out.app_path = "file:///apps/wf";
  return out;
}

}  // namespace

list_world::list_world(const scratch& home, uint64_t workflows, uint64_t living_actions,
                       uint64_t per_coordinator)
    : home_(home),
      directory_("jobs" + std::to_string(workflows)),
      workflows_(workflows),
      per_coordinator_(per_coordinator),
      nobody_(std::make_unique<no_commands>()) {
  database_ = must(store::rocks_store::open(home.path() + "/" + directory_));
  const auto epoch = must(store::take_epoch(*database_, "foliot", list_begin));
  fill(*database_, living_actions);
  if (!database_->settle()) std::exit(1);
  counted_ = std::make_unique<store::counted_store>(*database_);
  const int64_t begin = now_ns();
  if (!counted_->fill()) std::exit(1);
  counted_ns_ = now_ns() - begin;
  reader_ = std::make_unique<store::store_reader>(*counted_, epoch.ids, &counted_->counts(),
                                                  &counted_->definitions());
  http::api_options how;
  how.ready = [] { return true; };
  how.base_url = "http://here:11000/oozie";
  api_ = std::make_unique<http::api>(*reader_, definitions_, *nobody_, clock_, std::move(how));
}

void list_world::fill(kv_store& to, uint64_t living_actions) {
  log_book log(to);
  const uint64_t actions_each = living_actions / coordinators();
  entity_id coordinator;
  hash128 below;
  // Each status is left some jobs later, so that its rows do not die in memory.
  std::vector<std::pair<entity_id, model::workflow_record>> moving;
  const auto move = [&](size_t at, status state) {
    auto& [id, record] = moving[at];
    const model::workflow_record before = record;
    ++record.version;
    record.state = state;
    log.add<model::workflow_event>(id, &before, record, model::workflow_events::killed{});
  };
  for (uint64_t i = 0; i < workflows_; ++i) {
    const auto job = make_job_number(1, static_cast<uint32_t>(2 * i + 1));
    if (i % per_coordinator_ == 0) {
      const uint64_t number = i / per_coordinator_;
      coordinator = {0, entity_kind::coordinator, 0, job - 1, job - 1};
      auto record = born<model::coordinator_record>(
          i, workflows_, log.define(coordinator.root, coordinator_text(number)));
      record.state = number % 3 == 0 ? status::succeeded : status::running;
      record.actions = static_cast<uint32_t>(actions_each);
      below = log.define(coordinator.root, workflow_text());
      log.add<model::coordinator_event>(coordinator, nullptr, record,
                                        model::coordinator_events::created{});
      for (uint32_t n = 1; n <= actions_each; ++n) {
        model::action_record action;
        action.version = 1;
        action.state = status::waiting;
        action.created = action.modified = action.nominal = record.created;
        log.add<model::action_event>(action_of(coordinator, n), nullptr, action,
                                     model::action_events::created{action.nominal});
      }
    }
    const bool child = i % 2 == 0;
    const entity_id id{0, entity_kind::workflow, 0, child ? coordinator.root : job, job};
    auto record = born<model::workflow_record>(i, workflows_,
                                               child ? below : log.define(job, workflow_text()));
    if (child) record.parent = action_of(coordinator, static_cast<uint32_t>(i % per_coordinator_));
    record.state = status::prep;
    log.add<model::workflow_event>(id, nullptr, record, model::workflow_events::created{});
    moving.emplace_back(id, record);
    if (i >= 10) move(i - 10, status::running);
    if (i >= 20 && end_of(i - 20, workflows_) != status::running)
      move(i - 20, end_of(i - 20, workflows_));
  }
}

std::string list_world::ask(const std::string& query) const {
  http::request in;
  in.method = "GET";
  in.path = "/oozie/v2/jobs";
  in.query = query;
  in.peer = "127.0.0.1:4711";
  std::optional<http::response> answer;
  api_->handle(std::move(in), [&](http::response out) { answer = std::move(out); });
  if (!answer || answer->status != 200) {
    std::fprintf(stderr, "bench: %s: %s\n", query.c_str(), answer ? answer->body.c_str() : "");
    std::exit(1);
  }
  return std::move(answer->body);
}

std::string list_world::workflow_id(uint64_t index) const {
  return reader_->ids().job(entity_kind::workflow,
                            make_job_number(1, static_cast<uint32_t>(2 * index + 1)));
}

}  // namespace foliot::bench
