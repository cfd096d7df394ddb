#include "server/engine.hpp"

#include <unistd.h>
#include <csignal>

#include <atomic>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/send.hpp>
#include <cstdio>
#include <cstdlib>
#include <future>

#include "actors/gate.hpp"
#include "actors/staff.hpp"
#include "actors/type_ids.hpp"
#include "base/limits.hpp"
#include "base/local_path.hpp"
#include "exec/free_space.hpp"
#include "exec/inotify_watcher.hpp"
#include "exec/launcher_client.hpp"
#include "exec/local_files.hpp"
#include "exec/run_as_engine.hpp"
#include "exec/run_groups.hpp"
#include "http/api.hpp"
#include "parse/definitions.hpp"
#include "server/about.hpp"
#include "server/applications.hpp"
#include "server/clocks.hpp"
#include "server/console_port.hpp"
#include "server/counter_ids.hpp"
#include "server/crash_points.hpp"
#include "server/engine_desk.hpp"
#include "server/helper_settings.hpp"
#include "server/host_names.hpp"
#include "server/http_server.hpp"
#include "server/http_settings.hpp"
#include "server/identity_settings.hpp"
#include "server/leftover_runs.hpp"
#include "server/log_spdlog.hpp"
#include "server/metrics.hpp"
#include "server/metrics_feed.hpp"
#include "server/notice_caller.hpp"
#include "server/process.hpp"
#include "server/safe_mode.hpp"
#include "server/timed_store.hpp"
#include "store/epochs.hpp"
#include "store/job_counts.hpp"
#include "store/rocks_store.hpp"
#include "store/store_reader.hpp"
#include "store/zone_row.hpp"
#include "time/zone.hpp"

namespace foliot::server {

namespace {

result<hadoop_clusters> parse_clusters(const std::string& setting) {
  if (!setting.empty()) return parse_hadoop_clusters(setting);
  const char* all = std::getenv("HADOOP_CONF_DIR");
  if (all == nullptr || *all != '/') return hadoop_clusters{};
  return hadoop_clusters{{"*", all}};
}

constexpr int exit_write_error = 74;  // EX_IOERR of sysexits.h

actors::purge_settings purge_settings_of(const config& settings) {
  actors::purge_settings out;
  out.pause_ms = settings.purge_interval_minutes * ms_per_minute;
  out.workflow_ms = settings.purge_workflow_days * ms_per_day;
  out.coordinator_ms = settings.purge_coordinator_days * ms_per_day;
  out.bundle_ms = settings.purge_bundle_days * ms_per_day;
  out.old_actions = settings.purge_old_actions;
  out.trees_per_step = settings.purge_trees_per_step;
  out.rest_ms = limits::purge_rest_ms;
  out.rest_by_hand_ms = limits::purge_rest_by_hand_ms;
  return out;
}

[[noreturn]] void stop_on_write_error(const failure& problem) {
  std::fprintf(stderr, "foliot: the database cannot be written: %s\n", problem.text().c_str());
  std::fflush(stderr);
  ::_exit(exit_write_error);
}

}  // namespace

struct engine::parts {
  // In the order in which they are made; ended in the opposite one.
  config settings;
  std::string directory;
  std::string groups_note;  ///< Told once everything stands.
  system_clock_source clock;
  steady_clock_source steady;
  counter_ids ids;
  std::unique_ptr<leveled_log> log;
  metrics figures;
  std::unique_ptr<store::rocks_store> database;
  std::unique_ptr<store::counted_store> counted;
  std::unique_ptr<timed_store> store;
  std::unique_ptr<store::store_reader> reader;
  std::unique_ptr<console_tap> tap;  ///< Once the reader stands.
  std::unique_ptr<parse::cached_definitions> definitions;
  std::unique_ptr<exec::local_files> files;
  std::unique_ptr<exec::disk_space> space;
  std::unique_ptr<safe_mode> saving;
  std::unique_ptr<exec::launcher_client> runs;
  std::unique_ptr<exec::inotify_watcher> watches;
  std::unique_ptr<kv_store> crashing_store;       // tests only
  std::unique_ptr<exec::run_port> crashing_runs;  // tests only
  std::unique_ptr<actors::runtime> rt;
  caf::actor_system_config actor_config;
  std::unique_ptr<caf::actor_system> system;
  actors::engine_actor boss;
  std::unique_ptr<actors::gate> commands;
  std::unique_ptr<metrics_feed> feed;
  std::unique_ptr<http::api> api;
  std::atomic<bool> recovered{false};
  std::unique_ptr<http_server> http;
  std::optional<console_keys> keys;
  std::unique_ptr<engine_desk> desk;
  std::unique_ptr<console_port> consoles;  ///< None where they are not wanted.

  result<void> open();
  result<void> open_ports();
  result<void> start_actors();
  result<void> listen();
  result<void> recover();
  result<void> listen_for_consoles();
  void close();
};

result<void> engine::parts::open() {
  auto sink = open_log(settings.log_file, settings.log_least);
  if (!sink) return std::move(sink).error();
  log = std::move(*sink);
  auto prepared = prepare_directory(settings.data);
  if (!prepared) return std::move(prepared).error();
  directory = std::move(*prepared);
  auto opened = store::rocks_store::open(directory + "/store");
  if (!opened) return std::move(opened).error();
  database = std::move(*opened);
  counted = std::make_unique<store::counted_store>(*database);
  if (auto filled = counted->fill(); !filled) return filled;
  store = std::make_unique<timed_store>(*counted, steady, [this](const timed_store::written& what) {
    if (what.synced) figures.committed(what.steps, what.bytes, what.ns);
    if (tap) tap->written(what.batch, what.steps, what.bytes, what.ns);
  });
  return {};
}

result<void> engine::parts::open_ports() {
  const char* home = std::getenv("HOME");
  files = std::make_unique<exec::local_files>(home && *home == '/' ? home : directory);
  space = std::make_unique<exec::disk_space>(directory);
  saving = std::make_unique<safe_mode>(*space, settings.free_space_reserve_mib << 20, *log);
  exec::launcher_options launching;
  launching.data_directory = directory;
  launching.launcher_program = path_beside("foliot-launcher");
  launching.slots = settings.run_slots;
  launching.bounds = {settings.run_memory_bytes, settings.run_cpu_seconds, settings.run_processes,
                      settings.run_open_files,   settings.run_file_bytes,  settings.run_nice};
  auto groups = exec::find_group_root(settings.run_cgroup);
  if (!groups) return std::move(groups).error().within("run_cgroup");
  launching.group_root = groups->path;
  groups_note = exec::note_of(*groups);
  if (settings.run_as == run_as_rule::sudo) {
    auto way = exec::open_run_as(path_beside("foliot-run-as"), directory, groups->path);
    if (!way) return std::move(way).error().within("run_as");
    launching.way = *std::move(way);
  }
  launching.log = log.get();
  auto launcher = exec::launcher_client::open(std::move(launching));
  if (!launcher) return std::move(launcher).error();
  runs = std::move(*launcher);
  auto watcher =
      exec::inotify_watcher::open({.rescan_ms = settings.rescan_seconds * 1'000, .log = log.get()});
  if (!watcher) return std::move(watcher).error();
  watches = std::move(*watcher);
  return {};
}

result<void> engine::parts::start_actors() {
  auto zone = time::processing_zone::parse(settings.processing_timezone);
  if (!zone) return std::move(zone).error();
  definitions = std::make_unique<parse::cached_definitions>(*zone);
  if (auto kept = store::keep_zone(*store, *zone); !kept) return kept;
  auto epoch = store::take_epoch(*store, settings.system_id, clock.now());
  if (!epoch) return std::move(epoch).error();
  reader = std::make_unique<store::store_reader>(*store, epoch->ids, &counted->counts(),
                                                 &counted->definitions());
  tap = std::make_unique<console_tap>(clock, reader->ids());

  actors::engine_settings how;
  how.epoch = epoch->epoch;
  how.last_sequence = epoch->last_sequence;
  how.ids = epoch->ids;
  how.tz_version = time::zone_database();
  how.on_lost = settings.on_lost;
  how.output_bytes = settings.action_output_bytes;
  how.inherits_libraries = settings.subworkflow_libraries;
  how.system_libraries = settings.system_libpath;
  how.rerun_of_children = settings.rerun_of_children;
  how.parsing.reading = settings.compat;
  how.parsing.zone = *zone;
  how.latest_from_now = settings.latest_from == latest_base::now;
  auto clusters = parse_clusters(settings.hadoop_conf);
  if (!clusters) return std::move(clusters).error();
  how.hadoop_conf = std::move(*clusters);
  how.programs.tools = settings.programs;
  how.users = {settings.run_as == run_as_rule::sudo, exec::own_user_name()};
  how.starts = {settings.starts_per_minute, settings.starts_burst};
  how.on_write_error = stop_on_write_error;
  how.purge = purge_settings_of(settings);
  how.purge.runs_on_disk = [this] { return exec::launcher_client::outputs_on_disk(directory); };
  how.safe_mode = [this] { return saving->is_on(); };
  how.call_out = notice_caller();
  how.programs.helper = path_beside("foliot-action");
  how.programs.helper_settings = directory + "/helper.properties";
  if (auto written = write_helper_settings(settings, how.programs.helper_settings); !written)
    return written;
  if (crash_points_wanted()) {
    crashing_store = with_crash_points(*store);
    crashing_runs = with_crash_points(*runs);
  }
  kv_store& kept = crashing_store ? *crashing_store : *store;
  exec::run_port& ran = crashing_runs ? *crashing_runs : *runs;
  rt.reset(new actors::runtime{
      actors::port_set{clock, ids, kept, *files, ran, *watches, *log, *reader, *definitions},
      std::move(how),
      {},
      {},
      {},
      {}});
  actors::configure(actor_config);
  if (settings.scheduler_threads > 0)
    actor_config.set("scheduler.max-threads", size_t{settings.scheduler_threads});
  system = std::make_unique<caf::actor_system>(actor_config);
  boss = actors::spawn_staff(*system, *rt, true);
  commands = std::make_unique<actors::gate>(boss);
  feed = std::make_unique<metrics_feed>(rt->counters, figures);
  return {};
}

result<void> engine::parts::listen() {
  auto address = parse_listen(settings.listen);
  if (!address) return std::move(address).error();
  http::api_options how;
  how.ready = [this] { return recovered.load(); };
  how.safe_mode = [this] { return saving->is_on(); };
  how.metrics = [this] {
    feed->refresh();
    figures.safe_mode(saving->is_on());
    return figures.text();
  };
  how.exists = [this](const std::string& uri) {
    const auto path = local_path(uri);
    if (!path) return false;
    const auto seen = files->look(*path);
    return seen && seen->exists;
  };
  how.latest_from_now = settings.latest_from == latest_base::now;
  how.starts = [this](const auto& look) { rt->starts.look(look); };
  how.place_of_run = [this](const std::string& run) -> std::optional<model::run_place> {
    const exec::run_queue place = runs->queued(run);
    if (!place.waits) return std::nullopt;
    return model::run_place{place.slots, place.before};
  };
  how.why_unanswered = [this] { figures.why_unanswered(); };
  const auto zone = time::processing_zone::parse(settings.processing_timezone);
  if (zone) how.orders = {*zone, settings.compat};
  tell_about(how, settings);
  read_applications(how, *files, rt->settings.parsing);
  how.commands_max = settings.uncommitted_commands;
  if (auto set = settle_identity(how, settings, directory, steady, *log); !set) return set;
  auto made = http_options_of(settings, *address, raise_descriptor_limit(), clock, *log);
  if (!made) return std::move(made).error();
  http_server_options& options = *made;
  options.clock = &steady;
  options.on_bound = [&](uint16_t port) {
    how.base_url = base_url_of(settings, address->host, port, own_host_name());
    api = std::make_unique<http::api>(*reader, *definitions, *commands, clock, std::move(how));
  };
  if (crash_points_wanted()) {
    options.on_sent = [](int status) {
      if (status == 201) crash_here("reply-sent", "http");
    };
  }
  auto server = http_server::start(
      options, [this](http::request in, std::function<void(http::response)> done) {
        api->handle(std::move(in), [this, done = std::move(done)](http::response out) {
          figures.http_request(out.status);
          done(std::move(out));
        });
      });
  if (!server) return std::move(server).error();
  http = std::move(*server);
  return {};
}

result<void> engine::parts::recover() {
  const int64_t begin = steady.now_ns();
  std::promise<result<void>> outcome;
  caf::anon_send(
      boss, actors::msg::recover{[&](result<void> done) { outcome.set_value(std::move(done)); }});
  result<void> done = outcome.get_future().get();
  if (!done) return done;
  forget_leftover_runs(exec::launcher_client::names_on_disk(directory), *reader, *runs);
  int64_t live = 0;
  for (const auto& of_kind : rt->counters.live) live += of_kind;
  figures.recovered(steady.now_ns() - begin, static_cast<uint64_t>(live));
  recovered = true;
  return {};
}

/// Last: whoever connects finds everything there.
result<void> engine::parts::listen_for_consoles() {
  if (!settings.admin_enabled) return {};
  const auto address = parse_listen(settings.admin_listen);
  if (!address) return address.error();
  auto opened = console_keys::open(directory, clock.now(), true);
  if (!opened) return std::move(opened).error();
  keys = std::move(*opened);
  desk = std::make_unique<engine_desk>(desk_parts{
      settings, directory, clock, steady, *log, *store, *runs, *saving, *rt, *api, *commands, *keys,
      *tap, [this] { return recovered.load(); }, [this] { return http->url(); }});
  auto port = console_port::open(*desk, *keys, *address);
  if (!port) return std::move(port).error();
  consoles = std::move(*port);
  return {};
}

/// The ADMIN is asked no more before those whom it asks go, and its system goes after all that
/// could still answer it.
void engine::parts::close() {
  if (consoles) consoles->stop();
  http.reset();
  if (rt && boss) actors::dismiss_staff(*rt, boss);
  commands.reset();
  boss = nullptr;
  system.reset();
  consoles.reset();
  desk.reset();
  rt.reset();
}

engine::engine(std::unique_ptr<parts> inside) : parts_(std::move(inside)) {}

engine::~engine() { parts_->close(); }

std::string engine::url() const { return parts_->http->url(); }

void engine::look_at_space() { parts_->saving->is_on(); }

result<std::unique_ptr<engine>> engine::start(const config& settings) {
  if (auto fine = check_exposure(settings); !fine) return std::move(fine).error();
  auto inside = std::make_unique<parts>();
  inside->settings = settings;
  std::unique_ptr<engine> made(new engine(std::move(inside)));
  parts& all = *made->parts_;
  for (const auto step : {&parts::open, &parts::open_ports, &parts::start_actors, &parts::listen,
                          &parts::recover, &parts::listen_for_consoles}) {
    result<void> done = (all.*step)();
    if (!done) return std::move(done).error();
  }
  all.log->write(log_level::info, "runs.groups", all.groups_note);
  return made;
}

result<void> run_engine(const config& settings,
                        const std::function<void(const std::string& url)>& ready) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);  // before any thread, so that all inherit it
  std::signal(SIGPIPE, SIG_IGN);
  raise_descriptor_limit();  // before the database opens its files
  auto running = engine::start(settings);
  if (!running) return std::move(running).error();
  ready((*running)->url());
  // Safe mode is told of also while nobody asks for anything.
  constexpr timespec pause{10, 0};
  while (sigtimedwait(&ends, nullptr, &pause) < 0) (*running)->look_at_space();
  return {};
}

}  // namespace foliot::server
