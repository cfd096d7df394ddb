// Replay over a long journal: how fast it is folded, what its index costs, and how long any past
// state takes, as a whole command and inside. A journal of one huge coordinator's tree and of many
// small trees, made by the real steps of the model and by RocksDB.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/must.hpp"
#include "bench/scratch.hpp"
#include "exec/helper/program.hpp"
#include "parse/definitions.hpp"
#include "store/epochs.hpp"
#include "store/past_index_build.hpp"
#include "store/past_reader.hpp"
#include "store/replay.hpp"
#include "store/rocks_store.hpp"
#include "store/step_batch.hpp"
#include "store/store_reader.hpp"

namespace foliot::bench {
namespace {

constexpr int64_t begin_ms = 1'767'225'600'000;  // 2026-01-01
constexpr size_t batch_bytes = 1 << 20;
constexpr uint32_t room = 100;             ///< Actions of one materialisation.
constexpr uint32_t waiting = 2'000;        ///< Actions that wait at a time.
constexpr uint32_t patient_every = 5'000;  ///< One of so many waits until the end.
constexpr const char* rules = "bench";

constexpr const char* coordinator_xml =
    "<coordinator-app name='co' frequency='1' start='2015-01-01T00:00Z' end='2025-12-01T00:00Z' "
    "timezone='UTC' xmlns='uri:oozie:coordinator:0.4'><action><workflow><app-path>file:///apps/wf"
    "</app-path></workflow></action></coordinator-app>";
constexpr const char* workflow_xml =
    "<workflow-app name='wf' xmlns='uri:oozie:workflow:0.5'><start to='end'/><end name='end'/>"
    "</workflow-app>";

/// Steps entities as the engine does and writes what the committer writes, in groups.
class journal_writer {
 public:
  explicit journal_writer(kv_store& to) : to_(to) {
    auto taken = must(store::take_epoch(to, "bench", instant{begin_ms}));
    ids_ = std::move(taken.ids);
    coordinator_ = *must(definitions_.coordinator(text(entity_kind::coordinator)));
    workflow_ = *must(definitions_.workflow(text(entity_kind::workflow)));
  }

  model::definition_text text(entity_kind kind) const {
    const bool coordinator = kind == entity_kind::coordinator;
    return {kind, coordinator ? "file:///apps/co" : "file:///apps/wf", "",
            coordinator ? coordinator_xml : workflow_xml, conf_};
  }
  hash128 define(job_number root, entity_kind kind) {
    auto [hash, row] = store::definition_change(0, root, text(kind));
    batch_.add(row);
    return hash;
  }
  job_number next_job() { return make_job_number(1, ++jobs_); }
  void coordinator(const entity_id& id, const model::coordinator_event& event) {
    take<model::coordinator_record>(id, event, model::coordinator_context{id, coordinator_});
  }
  void action(const entity_id& id, const model::action_event& event) {
    take<model::action_record>(id, event,
                               model::action_context{id, coordinator_, coordinator_.end});
  }
  void workflow(const entity_id& id, const model::workflow_event& event) {
    take<model::workflow_record>(
        id, event,
        model::workflow_context{id, ids_.text(id), workflow_, conf_, model::lost_rule::rerun});
  }
  /// The whole life of an action from when its inputs are there.
  void run(const entity_id& id, const hash128& workflow_text, const hash128& base) {
    action(id, model::action_events::inputs_found{});
    model::action_events::submitted submitted;
    submitted.workflow = next_job();
    submitted.birth.definition = workflow_text;
    submitted.birth.conf_base = base;
    submitted.birth.user = "ada";
    submitted.birth.name = "wf";
    submitted.birth.parent = id;
    action(id, submitted);
    const entity_id below{0, entity_kind::workflow, 0, id.root, submitted.workflow};
    action(id, model::action_events::workflow_changed{model::status::succeeded, "", ""});
    std::get<std::map<entity_id, model::workflow_record>>(records_).erase(below);
    std::get<std::map<entity_id, model::action_record>>(records_).erase(id);
  }
  void flush() { must_write(); }
  uint64_t entries() const { return sequence_; }
  const wire_ids& ids() const { return ids_; }

 private:
  template <class Record, class Event, class Context>
  void take(const entity_id& id, const Event& event, const Context& context) {
    Record& old = std::get<std::map<entity_id, Record>>(records_)[id];
    auto step = model::advance(context, old, event, now_);
    if (!step.accepted || step.broken) {
      std::fprintf(stderr, "bench: a step of %s is refused\n", ids_.text(id).c_str());
      std::exit(1);
    }
    const model::cause why;
    store::recorded_step recorded{id, std::nullopt, &step.next, &event, now_, &why, "2025b"};
    if (old.version != 0) recorded.before = &old;
    const store::encoded_step encoded = store::encode_step(recorded);
    batch_.append(encoded.changes);
    batch_.add(store::journal_change(0, id.root, ++sequence_, 1, encoded));
    if (sequence_ % 4 == 0) now_ = plus_ms(now_, 1);
    old = std::move(step.next);
    for (const auto& birth : step.births) bear(birth);
    if (batch_.bytes() > batch_bytes) must_write();
  }
  void bear(const model::birth<model::action_event>& b) { action(b.id, b.event); }
  void bear(const model::birth<model::workflow_event>& b) { workflow(b.id, b.event); }
  void bear(const model::birth<model::coordinator_event>& b) { coordinator(b.id, b.event); }
  void bear(const model::birth<model::no_child>&) {}
  void must_write() {
    batch_.add(store::sequence_change(0, sequence_));
    if (const auto done = to_.write(batch_, false); !done) std::exit(1);
    batch_ = {};
  }

  kv_store& to_;
  parse::cached_definitions definitions_{time::processing_zone{}};
  model::configuration conf_{{"queue", "default"}, {"user.name", "ada"}};
  model::coordinator_definition coordinator_;
  model::workflow_definition workflow_;
  wire_ids ids_;
  kv_batch batch_;
  instant now_{begin_ms};
  uint64_t sequence_ = 0;
  uint32_t jobs_ = 0;
  std::tuple<std::map<entity_id, model::coordinator_record>,
             std::map<entity_id, model::action_record>, std::map<entity_id, model::workflow_record>>
      records_;
};

/// A coordinator that is written step by step, so that trees stand beside each other in time.
class coordinator_life {
 public:
  coordinator_life(journal_writer& to, uint32_t actions) : to_(to), actions_(actions) {
    const job_number root = to.next_job();
    id_ = {0, entity_kind::coordinator, 0, root, root};
    base_ = to.define(root, entity_kind::coordinator);
    text_ = to.define(root, entity_kind::workflow);
    to.coordinator(id_, model::coordinator_events::created{base_, "ada", "co", "file:///c", 0});
  }
  /// False: all is done.
  bool step() {
    if (made_ < actions_) {
      const uint32_t many = std::min(room, actions_ - made_);
      to_.coordinator(id_, model::coordinator_events::materialised{many});
      for (const uint32_t end = made_ + many; made_ != end;) {
        ++made_;
        (made_ % patient_every == 0 ? patient_ : open_).push_back(made_);
      }
    }
    const bool last = made_ == actions_;
    while (open_.size() > (last ? 0 : waiting)) run_next(open_);
    if (last && open_.empty())
      while (!patient_.empty()) run_next(patient_);
    return !last;
  }
  const entity_id& id() const { return id_; }

 private:
  void run_next(std::deque<uint32_t>& from) {
    to_.run(action_of(id_, from.front()), text_, base_);
    from.pop_front();
    if (++ran_ % 10 != 0) return;  // what the engine would have told of its children
    to_.coordinator(id_, model::coordinator_events::suspended{});
    to_.coordinator(id_, model::coordinator_events::resumed{});
  }

  journal_writer& to_;
  uint32_t actions_;
  entity_id id_;
  hash128 base_, text_;
  uint32_t made_ = 0;
  uint64_t ran_ = 0;
  std::deque<uint32_t> open_, patient_;
};

struct world {
  entity_id huge;
  std::vector<entity_id> small;
  uint64_t entries = 0;
  wire_ids ids;
};

world write_journal(const std::string& dir, uint64_t entries) {
  auto database = must(store::rocks_store::open(dir));
  journal_writer to(*database);
  world out;
  coordinator_life huge(to, static_cast<uint32_t>(entries * 2 / 25));
  out.huge = huge.id();
  bool goes_on = true;
  while (goes_on || to.entries() < entries) {  // some small trees for each piece of the huge one
    for (int i = 0; i < 25 && to.entries() < entries; ++i) {
      coordinator_life small(to, 3);
      while (small.step()) {
      }
      out.small.push_back(small.id());
    }
    goes_on = huge.step();
  }
  to.flush();
  out.entries = to.entries();
  out.ids = to.ids();
  if (!database->settle()) std::exit(1);
  return out;
}

// -- what is measured -----------------------------------------------------------------------------

double ms_since(int64_t begin) { return static_cast<double>(now_ns() - begin) / 1e6; }

void show(const char* what, std::vector<double> ms) {
  if (ms.empty()) return;
  std::sort(ms.begin(), ms.end());
  std::printf("  %-44s p50 %9.2f ms, max %9.2f ms  (%zu)\n", what, ms[ms.size() / 2], ms.back(),
              ms.size());
  std::fflush(stdout);
}

/// Entities and moments by a fixed chance, so that each run asks the same.
class chance {
 public:
  explicit chance(const world& of) : of_(of) {}

  uint64_t sequence() { return 1 + next() % of_.entries; }
  entity_id action() {
    return action_of(of_.huge, static_cast<uint32_t>(1 + next() % (of_.entries * 2 / 25)));
  }
  entity_id small_job() { return of_.small[next() % of_.small.size()]; }
  std::string time() {
    const int64_t ms = begin_ms + static_cast<int64_t>(next() % (of_.entries / 4));
    const auto part = [&](int64_t unit, int64_t of) { return static_cast<int>(ms / unit % of); };
    char out[40];
    std::snprintf(out, sizeof out, "2026-01-01T%02d:%02d:%02d.%03dZ", part(3'600'000, 24),
                  part(60'000, 60), part(1'000, 60), part(1, 1'000));
    return out;
  }

 private:
  uint64_t next() { return random_(); }
  const world& of_;
  std::mt19937_64 random_{7};
};

/// The whole program, from its start to its end.
class program {
 public:
  explicit program(std::string data) : data_(std::move(data)) {
    path_ = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "foliot";
  }
  /// Milliseconds that `foliot replay WORDS` took. A job that was not born by then is told with
  /// status 1.
  double ask(const std::string& words) const { return run(words, 1); }
  /// The same of a command that has to find nothing wrong.
  double verify(const std::string& words) const { return run(words, 0); }

 private:
  double run(const std::string& words, int status_max) const {
    exec::helper::program_call call;
    call.words = {path_.string(), "replay", "--data", data_};
    std::istringstream split(words);
    for (std::string word; split >> word;) call.words.push_back(word);
    call.output_bytes_max = 16 << 20;
    const int64_t begin = now_ns();
    const auto ended = must(exec::helper::run_program(call, nullptr));
    const double took = ms_since(begin);
    if (ended.status >= 0 && ended.status <= status_max) return took;
    std::fprintf(stderr, "bench: %s: %s\n", words.c_str(), ended.errors.c_str());
    std::exit(1);
  }

  std::string data_;
  std::filesystem::path path_;
};

void measure_commands(const program& foliot, const world& of, size_t count) {
  chance by(of);
  const auto at = [&] { return "--at " + std::to_string(by.sequence()) + " "; };
  const auto many = [&](const char* what, size_t times, const auto& words) {
    std::vector<double> took;
    for (size_t i = 0; i < times; ++i) took.push_back(foliot.ask(words()));
    show(what, took);
  };
  const std::string huge = of.ids.text(of.huge);
  std::printf("the whole command, with the index\n");
  many("--at SEQ info, action of the huge tree", count,
       [&] { return at() + "info " + of.ids.text(by.action()); });
  many("--at TIME info, action of the huge tree", count,
       [&] { return "--at " + by.time() + " info " + of.ids.text(by.action()); });
  many("--at SEQ info, the huge coordinator", count, [&] { return at() + "info " + huge; });
  many("--at TIME info, the huge coordinator", count,
       [&] { return "--at " + by.time() + " info " + huge; });
  many("--at SEQ tree, the huge coordinator", count, [&] { return at() + "tree " + huge; });
  many("--at SEQ info, a small coordinator", count,
       [&] { return at() + "info " + of.ids.text(by.small_job()); });
  many("--at SEQ tree, a small coordinator", count,
       [&] { return at() + "tree " + of.ids.text(by.small_job()); });
  many("--at SEQ list", count, [&] { return at() + "list"; });
  std::printf("the whole command, --no-index\n");
  many("--at SEQ info, action of the huge tree", 3,
       [&] { return "--no-index " + at() + "info " + of.ids.text(by.action()); });
  many("--at SEQ info, the huge coordinator", 1,
       [&] { return "--no-index " + at() + "info " + huge; });
}

void measure_inside(const kv_store& database, const store::past_index& index, const world& of,
                    size_t count) {
  const parse::cached_definitions definitions{time::processing_zone{}};
  const store::store_reader now(database, of.ids);
  chance by(of);
  std::printf("inside\n");
  const auto many = [&](const char* what, const auto& who) {
    std::vector<double> took;
    for (size_t i = 0; i < count; ++i) {
      const uint64_t sequence = by.sequence();
      const entity_id id = who();
      const int64_t begin = now_ns();
      const auto time = must(index.time_of(sequence));
      const store::past_reader past(database, now, definitions, {sequence, time.value_or(never)},
                                    &index);
      (void)must(past.record(id));
      took.push_back(ms_since(begin));
    }
    show(what, took);
  };
  many("an action of the huge tree", [&] { return by.action(); });
  many("the huge coordinator", [&] { return of.huge; });
  many("a small coordinator", [&] { return by.small_job(); });
}

int run() {
  const uint64_t entries = setting("ENTRIES", 10'000'000);
  const size_t count = setting("COMMANDS", 50);
  const scratch home;
  const std::string data = home.path() + "/data";
  std::filesystem::create_directory(data);
  int64_t begin = now_ns();
  const world all = write_journal(data + "/store", entries);
  std::printf("journal: %" PRIu64 " entries, %zu trees, written in %.1f s, %.0f MB on disk\n",
              all.entries, all.small.size() + 1, ms_since(begin) / 1e3,
              static_cast<double>(home.bytes_below("data/store")) / 1e6);
  std::fflush(stdout);
  const program foliot(data);
  const double verify = foliot.verify("--verify --no-index");
  std::printf("replay --verify: %.1f s, %.0f entries/s\n", verify / 1e3,
              static_cast<double>(all.entries) / verify * 1e3);
  const double made = foliot.ask("--at 1 list");
  std::printf(
      "index: made in %.1f s, %.0f MB on disk, %.2f bytes for each entry\n", made / 1e3,
      static_cast<double>(home.bytes_below("data.replay")) / 1e6,
      static_cast<double>(home.bytes_below("data.replay")) / static_cast<double>(all.entries));
  std::fflush(stdout);
  measure_commands(foliot, all, count);
  const auto database = must(store::rocks_store::open(data + "/store"));
  const auto rows = must(store::rocks_store::open(home.path() + "/inside"));
  const parse::cached_definitions definitions{time::processing_zone{}};
  const store::store_reader now(*database, all.ids);
  begin = now_ns();
  const auto update = must(store::update_past_index(*rows, *database, now, definitions, rules));
  std::printf("index again, inside: %.1f s, %" PRIu64 " snapshots\n", ms_since(begin) / 1e3,
              update.snapshots);
  const auto index = must(store::open_past_index(*rows, *database, rules));
  if (!index) return 1;
  measure_inside(*database, *index, all, count * 20);
  return 0;
}

}  // namespace
}  // namespace foliot::bench

int main() { return foliot::bench::run(); }
