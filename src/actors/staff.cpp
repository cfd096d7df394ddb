#include "actors/staff.hpp"

#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/send.hpp>
#include <thread>

#include "actors/alarm.hpp"
#include "actors/bulk.hpp"
#include "actors/committer.hpp"
#include "actors/engine.hpp"
#include "actors/executor.hpp"
#include "actors/file_desk.hpp"
#include "actors/file_worker.hpp"
#include "actors/governor.hpp"
#include "actors/loader.hpp"
#include "actors/notifier.hpp"
#include "actors/purger.hpp"
#include "actors/registry.hpp"
#include "actors/transition.hpp"
#include "actors/type_ids.hpp"

namespace foliot::actors {

void configure(caf::actor_system_config& config) {
  config.add_message_types<caf::id_block::foliot>();
  // Measured: sharing is steady, stealing (the default) varies by a factor of ten on two cores.
  config.set("scheduler.policy", caf::atom("sharing"));
  // CAF takes four at least. The committer, for whom all wait, has a thread of its own: workers on
  // its core only delay it.
  const unsigned cores = std::thread::hardware_concurrency();
  config.set("scheduler.max-threads", size_t{cores > 1 ? cores - 1 : 1});
}

engine_actor spawn_staff(caf::actor_system& system, runtime& rt, bool detached) {
  // Before anybody can ask: an actor begins when its first turn comes, and others may be quicker.
  rt.starts.change([&](model::start_governor& queue) {
    queue = model::start_governor(rt.settings.starts);
    return true;
  });
  engine_actor boss = system.spawn(engine, &rt);
  crew& staff = rt.staff;
  staff.transition = system.spawn(transition, &rt);
  staff.alarm = system.spawn(alarm, &rt);
  staff.registry = system.spawn(registry, &rt);
  staff.executor = system.spawn(executor, &rt);
  staff.bulk = system.spawn(bulk, &rt, boss.address());
  staff.governor = system.spawn(governor, &rt);
  const job_answers jobs = [&rt](const el::probe& probe) { return about_job(rt, probe); };
  if (detached) {
    staff.committer = system.spawn<caf::detached>(committer, &rt);
    staff.file_worker = system.spawn(file_desk, &rt.ports.files, &rt.settings.hadoop_conf, jobs);
    staff.loader = system.spawn<caf::detached>(loader, &rt, boss.address());
    staff.purger = system.spawn<caf::detached>(purger, &rt, boss.address());
    staff.notifier = system.spawn(notifier, &rt, notice_callers);
  } else {
    staff.committer = system.spawn(committer, &rt);
    staff.file_worker = system.spawn(file_worker, &rt.ports.files, &rt.settings.hadoop_conf, jobs);
    staff.loader = system.spawn(loader, &rt, boss.address());
    staff.purger = system.spawn(purger, &rt, boss.address());
    staff.notifier = system.spawn(notifier, &rt, size_t{0});
  }
  return boss;
}

void dismiss_staff(runtime& rt, const engine_actor& boss) {
  caf::anon_send(boss, msg::stop{});
  const auto end = [](const auto& who) {
    caf::anon_send_exit(who, caf::exit_reason::user_shutdown);
  };
  end(rt.staff.alarm);
  end(rt.staff.registry);
  end(rt.staff.executor);
  end(rt.staff.bulk);
  end(rt.staff.governor);
  end(rt.staff.loader);
  end(rt.staff.purger);
  end(rt.staff.notifier);
  end(rt.staff.file_worker);
  end(rt.staff.transition);
  end(rt.staff.committer);
  rt.staff = crew{};
}

}  // namespace foliot::actors
