#include "tests/sim/simulation.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "base/hash.hpp"
#include "store/codec.hpp"
#include "store/keys.hpp"
#include "store/node_pages.hpp"
#include "store/replay.hpp"
#include "tests/sim/advisor.hpp"
#include "tests/sim/crashes.hpp"
#include "tests/sim/generate.hpp"
#include "tests/sim/helper_play.hpp"
#include "tests/sim/users.hpp"

namespace foliot::sim {

namespace {

/// 2026-01-05T10:07:13.123Z: not a round time, so that nothing is due by accident.
constexpr instant beginning{1'767'607'633'123};
/// Tries to let go of everything in the end.
constexpr int last_purges_max = 12;

class simulation final : public user_world {
 public:
  explicit simulation(const sim_options& options)
      : options_(options),
        luck_(options.seed * 0x5851F42D4C957F2DULL + 1),
        machine_(files_, time_, luck_.fork()),
        specs_(generate(luck_.fork(), beginning, files_)),
        auditor_(specs_, files_, time_, machine_),
        schedule_(luck_.fork()),
        lives_(luck_.fork()),
        crashes_(luck_.fork()),
        poison_(luck_.fork()),
        users_(*this, specs_, auditor_, time_, luck_.fork()),
        advisor_(*this, users_, auditor_, files_, machine_, time_, luck_.fork()),
        helper_(luck_.fork()) {
    if (poison_.hits(15)) poisons_left_ = poison_.between(1, 2);
    machine_.on_execute = [this](const exec::run_spec& spec) {
      note("run  " + spec.name);
      auditor_.executed(spec);
    };
    machine_.on_end = [this](const exec::run_ended& news) { auditor_.run_ended(news); };
    machine_.direct = [this](const exec::run_spec& spec) { return play_mail(spec, helper_); };
    if (helper_.hits(30)) machine_.late_news = 40;
    auditor_.on_written = [this](const entity_id& id, const model::any_record* before,
                                 const model::any_record& after) {
      advisor_.moved(id, before, after);
    };
  }

  sim_report run() {
    plan();
    while (auditor_.violations().empty() && go_on()) {
    }
    life_.reset();
    if (auditor_.violations().empty()) check_disk();
    return report();
  }

  // -- what users see of the world ---------------------------------------------------------------

  life* engine() override { return life_ && life_->recovered() ? life_.get() : nullptr; }
  bool was_poisoned() const override { return poisoned_ever_; }
  void note(const std::string& what) override {
    const std::string line = std::to_string(time_.now().ms) + " " + what;
    for (const char c : line) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    if (options_.trace) *options_.trace << date_text(time_.now()) << " " << what << "\n";
  }

 private:
  void plan() {
    users_.plan();
    for (const arrival& one : specs_.arrivals)
      time_.at(one.at, [this, path = one.path] {
        note("file " + path);
        files_.put(path);
      });
    if (luck_.hits(50))
      for (int64_t i = luck_.between(1, 6); i > 0; --i)
        time_.after_ms(luck_.between(0, luck_.hits(50) ? 60'000 : 8 * ms_per_hour),
                       [this] { strike(400); });
    if (luck_.hits(10)) {
      const int64_t full = luck_.between(0, 4 * ms_per_hour);
      time_.after_ms(full, [this] {
        note("the disk is full");
        advisor_.promises_are_void();
        disk_full_ = true;
      });
      time_.after_ms(full + luck_.between(1, ms_per_hour), [this] {
        note("the disk has room");
        disk_full_ = false;
        disk_full_until_ = time_.now();
      });
    }
    for (int64_t i = luck_.between(0, 2); i > 0; --i)
      time_.after_ms(luck_.between(0, 12 * ms_per_hour), [this] {
        if (life_) crash("power fails");
      });
  }

  void strike(int tries) {
    if (machine_.strike()) return note("a launcher dies");
    if (tries > 0) time_.after_ms(luck_.between(1, 60'000), [this, tries] { strike(tries - 1); });
  }

  /// One step of anything; false at the end.
  bool go_on() {
    if (!life_ && time_.now() >= up_at_) start_life();
    if (life_ && !life_->problem().empty()) return mourn();
    if (time_.next_event() && *time_.next_event() <= time_.now() && schedule_.hits(20))
      return time_.happen();
    if (life_ && life_->has_job()) return step();
    if (time_.happen()) return true;
    if (life_ && life_->write_failed()) {
      crash("the process ends");
      return true;
    }
    if (life_ && check_quiet()) return auditor_.violations().empty();
    return auditor_.violations().empty() && let_time_pass();
  }

  bool step() {
    ++report_.steps;
    if (++steps_here_ > options_.steps_max) auditor_.blame("something spins, time stands still");
    if (report_.steps > 50 * options_.steps_max) auditor_.blame("it never comes to rest");
    if (store_.syncs() > options_.commits_max)
      auditor_.blame("it does not come to rest, it writes");
    const uint64_t groups = life_->groups();
    life_->run_one(schedule_);
    users_.step();
    switch (crashes_.after_step(life_->groups() != groups, life_->write_failed())) {
      case crash_plan::kind::none: break;
      case crash_plan::kind::now: crash("crash"); break;
      case crash_plan::kind::failing_write:
        note("the next write fails");
        store_.fail_next_write(crashes_.ghost() ? rehearsal::memory_store::remains::everything
                                                : rehearsal::memory_store::remains::nothing);
        break;
    }
    return true;
  }

  void start_life() {
    note("start");
    crashes_.life_begins();
    rehearsal::life_hooks hooks;
    hooks.on_synced = [this](const kv_batch& batch) { synced(batch); };
    hooks.on_ids = [this](const wire_ids& ids) { auditor_.know_ids(ids); };
    hooks.poison = [this](const entity_id& id, const model::any_event&) { return poison(id); };
    hooks.safe_mode = [this] { return disk_full_; };
    hooks.starts = specs_.starts;
    hooks.purge = specs_.purge;
    life_ = std::make_unique<life>(rehearsal::surroundings{time_, store_, files_, machine_},
                                   lives_.fork(), std::move(hooks));
  }

  /// The engine could not start, or gave up: legal only where a write was made to fail.
  bool mourn() {
    if (!crashes_.write_failing()) auditor_.blame("no recovery: " + life_->problem());
    crash("could not start");
    return true;
  }

  void crash(const std::string& why) {
    note(why);
    ++report_.crashes;
    std::vector<kv_batch> survivors = life_->unsynced_batches();
    const kv_batch failed = life_->failed_batch();
    users_.engine_died();  // what it says while it ends reaches nobody
    life_.reset();
    store_.crash();
    if (!failed.empty() && crashes_.ghost()) {
      survivors.push_back(failed);
      for (const kv_batch& batch : survivors) synced(batch);
    }
    crashes_.life_ends();
    poisoned_.clear();
    up_at_ = plus_ms(time_.now(), crashes_.down_ms());
    advisor_.promises_are_void();
  }

  void synced(const kv_batch& batch) {
    auditor_.synced(batch);
    for (const kv_view change : batch) {
      const hash128 sum = hash_of(std::string(change.key) + std::string(change.value.value_or("")));
      hash_ = (hash_ ^ sum.low) * 0x100000001B3ULL;
      if (change.where != table::record) continue;
      const auto id = store::parse_record_key(change.key);
      if (id && store::is_page(*id)) continue;
      if (id) users_.saw(*id);
      if (!options_.trace) continue;
      const auto row = id && change.value ? store::decode_row(id->kind, *change.value)
                                          : result<store::decoded_row>(failure{});
      if (row)
        note("disk " + auditor_.name_of(*id) + " " +
             std::to_string(model::version_of(row->record)) + " " +
             std::string(model::name(model::state_of(row->record))));
    }
  }

  bool poison(const entity_id& id) {
    if (poisons_left_ == 0 || !poison_.once_in(150)) return false;
    --poisons_left_;
    note("poison " + auditor_.name_of(id));
    poisoned_.push_back(id);
    poisoned_ever_ = true;
    return true;
  }

  /// True when somebody acted, so that time cannot pass yet.
  bool check_quiet() {
    if (!life_->recovered()) return false;
    users_.quiet();
    for (const entity_id& id : poisoned_)
      if (!auditor_.was_quarantined(id) && auditor_.records().contains(id))
        auditor_.blame(auditor_.name_of(id) + " was poisoned and is not quarantined on disk");
    // Time alone changes nothing that the checkers look at, except that it must wake somebody.
    if (auditor_.batches() == quiet_at_ && ++quiet_skipped_ < 20) return false;
    quiet_at_ = auditor_.batches();
    quiet_skipped_ = 0;
    auditor_.quiet(*life_);
    // Who found the disk full looks again within a minute.
    const bool disk_fine = !disk_full_ && time_.now() > plus_ms(disk_full_until_, ms_per_minute);
    const bool calm = disk_fine && !crashes_.write_failing();
    if (!crashes_.write_failing() && !life_->counts_jobs_right())
      auditor_.blame("the counters of lists are not what the lists hold");
    return auditor_.violations().empty() && advisor_.quiet(*life_, calm);
  }

  bool let_time_pass() {
    instant next = life_ ? life_->next_timer() : up_at_;
    if (const auto event = time_.next_event()) next = std::min(next, *event);
    const bool idle = !time_.next_event() && life_ && life_->only_the_purge_waits();
    if (next == never || idle) return rest();
    if (store_.syncs() != written_) idle_ = 0;
    written_ = store_.syncs();
    if (++idle_ > options_.idle_max) auditor_.blame("it does not come to rest, and writes nothing");
    if (next > time_.now()) steps_here_ = 0;
    time_.move_to(next);
    if (life_) life_->time_passed();
    return true;
  }

  /// Nothing will ever happen again by itself. The first time, users end what is left, and again
  /// where a crash may have taken their orders or a rerun had waited for them; then they let all of
  /// it go.
  bool rest() {
    auditor_.quiet(*life_);
    const bool ended = ended_after_ == report_.crashes && !users_.began_late();
    auditor_.at_rest(ended);
    if (!ended) {
      ended_after_ = report_.crashes;
      users_.kill_all();
      return true;
    }
    if (last_purges_ == last_purges_max) {
      count_entities();
      check_disk();
      if (!auditor_.violations().empty()) return false;
    }
    const std::vector<entity_id> left = auditor_.left_over();
    if (left.empty()) return false;
    if (last_purges_ == 0) {
      auditor_.blame(auditor_.name_of(left.front()) + " has ended and no purge takes it");
      return false;
    }
    --last_purges_;  // a crash may have come between
    users_.purge({0, 0, 0, {}, 0, false});
    return true;
  }

  void check_disk() {
    auditor_.check_rows(store_);
    const auto report = store::replay(store_, definitions_);
    if (!report) return auditor_.blame("replay: " + report.error().text());
    report_.journal += report->entries;
    report_.records += report->entities;
    report_.differ += report->differ;
    if (report->differ > 0)
      auditor_.blame("replay: " + std::to_string(report->differ) +
                     " entities differ: " + report->first_difference);
  }

  void count_entities() {
    for (const auto& [id, record] : auditor_.records()) {
      ++report_.entities;
      if (id.kind != entity_kind::action && id.kind != entity_kind::workflow) continue;
      report_.succeeded += model::state_of(record) == model::status::succeeded;
    }
  }

  sim_report report() {
    report_.violations = auditor_.violations();
    report_.commits = store_.syncs();
    report_.executed = machine_.executed();
    report_.simulated_ms = time_.now().ms - beginning.ms;
    report_.lost = machine_.lost();
    report_.answers = advisor_.so_far().answers;
    report_.followed = advisor_.so_far().followed;
    report_.others = advisor_.so_far().others;
    report_.quarantined = poisoned_ever_ ? 1 : 0;
    report_.buried = auditor_.so_far().buried;
    report_.paged = auditor_.so_far().paged;
    report_.pages = auditor_.so_far().pages;
    report_.reread = auditor_.so_far().reread;
    report_.let_go = auditor_.so_far().let_go;
    report_.pruned = auditor_.so_far().pruned;
    report_.reruns = auditor_.so_far().reruns;
    report_.governed = auditor_.so_far().governed;
    report_.flows = auditor_.flows_so_far();
    report_.trace_hash = hash_;
    return report_;
  }

  sim_options options_;
  rehearsal::chance luck_;
  rehearsal::virtual_time time_{beginning};
  rehearsal::memory_store store_;
  rehearsal::virtual_files files_{time_};
  rehearsal::virtual_machine machine_;
  population specs_;
  auditor auditor_;
  rehearsal::chance schedule_;
  rehearsal::chance lives_;
  crash_plan crashes_;
  rehearsal::chance poison_;
  users users_;
  advisor advisor_;
  rehearsal::chance helper_;
  parse::cached_definitions definitions_{time::processing_zone{}};
  std::unique_ptr<life> life_;
  instant up_at_ = beginning;
  int64_t poisons_left_ = 0;
  std::vector<entity_id> poisoned_;  ///< In this life.
  bool poisoned_ever_ = false;
  bool disk_full_ = false;
  instant disk_full_until_{};
  std::optional<uint64_t> ended_after_;  ///< So many crashes: users ended all that lives.
  int last_purges_ = last_purges_max;
  uint64_t quiet_at_ = 0;
  int quiet_skipped_ = 0;
  uint64_t steps_here_ = 0;  ///< Since time moved.
  uint64_t written_ = 0;     ///< Batches when it last did,
  uint64_t idle_ = 0;        ///< and how often in a row it did without a new one.
  uint64_t hash_ = 0xCBF29CE484222325ULL;
  sim_report report_;
};

}  // namespace

sim_report simulate(const sim_options& options) { return simulation(options).run(); }

}  // namespace foliot::sim
