// What consoles ask about load: who is busy, how fast actions start and how late, why they wait.
#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "actors/looks.hpp"
#include "actors/type_ids.hpp"
#include "server/console_time.hpp"
#include "server/engine_desk.hpp"

namespace foliot::server {

namespace admin = actors::admin;
namespace msg = actors::msg;

namespace {

constexpr int64_t ns_per_us = 1'000;

struct gathered_staff {
  admin::actors_report report;
  std::function<void(admin::actors_report)> done;
  ~gathered_staff() { done(std::move(report)); }
};

admin::kind_row kind_of(const actors::engine_counters& counters, size_t kind,
                        const actors::load_picture::kind& load) {
  const admin::spread waiting = spread_of(load.waiting);
  return {kind_word(static_cast<entity_kind>(kind)),
          static_cast<uint64_t>(std::max<int64_t>(0, counters.live[kind].load())),
          counters.steps[kind].load(),
          load.taken,
          load.waiting.size(),
          waiting.middle,
          waiting.most};
}

/// Row `at` of the staff: how much waits is asked before all that does, how long it takes behind
/// it. `question` makes of a callback what that actor answers in its turn.
template <class Watching, class Actor, class Question>
void ask_one(const Actor& whom, const std::shared_ptr<gathered_staff>& out, size_t at,
             const monotonic_clock& steady, Question question) {
  const auto who = caf::actor_cast<Watching>(whom);
  const int64_t begin = steady.now_ns();
  const auto count = [out, at, who, question, begin, &steady](uint64_t waiting) {
    out->report.staff[at].mailbox = waiting;
    const auto answered = [out, at, begin, &steady](const auto&...) {
      out->report.staff[at].wait_us = static_cast<uint64_t>((steady.now_ns() - begin) / ns_per_us);
    };
    caf::anon_send(who, question(answered));
  };
  caf::anon_send<caf::message_priority::high>(who, msg::look_at_mailbox{count});
}

/// Hands the report on when registry and executor have answered.
struct gathered_pulse {
  admin::pulse_report report;
  uint64_t waiting = 0;   ///< Actions that are WAITING, and
  uint64_t for_data = 0;  ///< those of them that wait for a URI.
  uint64_t for_slot = 0;
  std::function<void(admin::pulse_report)> done;

  ~gathered_pulse() {
    std::vector<admin::waiting_row>& rows = report.waiting;
    rows.insert(rows.begin(),
                {{"data", for_data},
                 {"its time, or a look at its data", waiting > for_data ? waiting - for_data : 0}});
    rows.push_back({"a program's slot", for_slot});
    done(std::move(report));
  }
};

}  // namespace

void engine_desk::actors(const admin::ask&, std::function<void(admin::actors_report)> done) {
  auto out = std::make_shared<gathered_staff>();
  out->done = std::move(done);
  const actors::engine_counters& counters = parts_.rt.counters;
  const actors::load_picture load = parts_.rt.load.look(parts_.clock.now());
  for (size_t kind = 1; kind < counters.live.size(); ++kind)
    out->report.kinds.push_back(kind_of(counters, kind, load.kinds[kind]));
  out->report.sampled_every = actors::mail_sampled_every;
  for (const actors::load_picture::busy& each : load.busiest)
    out->report.busiest.push_back({parts_.rt.ports.reader.ids().text(each.who),
                                   kind_word(each.who.kind), each.samples, each.most_waiting,
                                   console_time(each.last)});
  out->report.staff = {{"committer"}, {"registry"}, {"executor"}, {"alarm"}};
  // Each writes a row of its own, from its own thread; the last who lets go of `out` sends it.
  const actors::crew& staff = parts_.rt.staff;
  ask_one<actors::watching_committer_actor>(
      staff.committer, out, 0, parts_.steady,
      [](const auto& then) { return msg::look_at_committer{then}; });
  ask_one<actors::watching_registry_actor>(staff.registry, out, 1, parts_.steady,
                                           [](const auto& then) {
                                             return msg::look_at_watches{{}, 0, 0, then};
                                           });
  ask_one<actors::watching_executor_actor>(staff.executor, out, 2, parts_.steady,
                                           [](const auto& then) {
                                             return msg::look_at_runs{"", 0, then};
                                           });
  ask_one<actors::watching_alarm_actor>(staff.alarm, out, 3, parts_.steady, [](const auto& then) {
    return msg::look_at_alarm{{}, then};
  });
}

void engine_desk::pulse(const admin::ask&, std::function<void(admin::pulse_report)> done) {
  const auto out = std::make_shared<gathered_pulse>();
  out->done = std::move(done);
  admin::pulse_report& report = out->report;
  const instant now = parts_.clock.now();
  model::start_pace::picture pace =
      parts_.rt.pace.look([now](const model::start_pace& of) { return of.look(now); });
  report.window = static_cast<uint32_t>(model::pace_window_seconds);
  report.started = pace.started;
  report.ended = pace.ended;
  report.measured = pace.behind_nominal.size();
  report.behind_nominal = spread_of(std::move(pace.behind_nominal));
  report.behind_ready = spread_of(std::move(pace.behind_ready));

  const auto in = [this](model::status state) {
    const int64_t count = parts_.rt.counters.actions[static_cast<size_t>(state)].load();
    return static_cast<uint64_t>(std::max<int64_t>(0, count));
  };
  const uint64_t governed =
      parts_.rt.starts.look([](const model::start_governor& queue) { return queue.waiting(); });
  const uint64_t ready = in(model::status::ready);
  out->waiting = in(model::status::waiting);
  report.waiting = {{"a turn among its coordinator's", ready > governed ? ready - governed : 0},
                    {"the governor of starts", governed},
                    {"somebody to resume it", in(model::status::suspended)}};
  const actors::crew& staff = parts_.rt.staff;
  caf::anon_send(caf::actor_cast<actors::watching_registry_actor>(staff.registry),
                 msg::look_at_watches{{}, 0, 0, [out](const msg::look_at_watches::seen& seen) {
                                        out->for_data = seen.waiters;
                                      }});
  caf::anon_send(caf::actor_cast<actors::watching_executor_actor>(staff.executor),
                 msg::look_at_runs{"", 0, [out, this](const msg::look_at_runs::seen&) {
                                     out->for_slot = parts_.runs.waiting();
                                   }});
}

}  // namespace foliot::server
