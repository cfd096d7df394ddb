#include "actors/engine.hpp"

#include <algorithm>

#include <caf/send.hpp>

#include "actors/bundle.hpp"
#include "actors/coordinator.hpp"
#include "actors/recovery.hpp"
#include "actors/type_ids.hpp"
#include "actors/workflow.hpp"

namespace foliot::actors {

namespace {

template <class Record>
std::shared_ptr<const Record> record_or_new(const model::any_record* record) {
  return record ? std::make_shared<const Record>(std::get<Record>(*record))
                : std::make_shared<const Record>();
}

model::any_event birth_event(const parse::submission& read, const hash128& hash, bool run,
                             const engine_settings& settings) {
  const std::string& user = read.user;
  switch (read.text.kind) {
    case entity_kind::bundle:
      return model::bundle_event(model::bundle_events::created{
          hash, user, read.name, read.text.app_path,
          parse::options_for(settings.parsing, read.text.conf).reading, run});
    case entity_kind::coordinator:
      return model::coordinator_event(
          model::coordinator_events::created{hash, user, read.name, read.text.app_path, 0});
    default: break;
  }
  model::workflow_events::created birth;
  birth.definition = hash;
  birth.user = user;
  birth.name = read.name;
  birth.app_path = read.text.app_path;
  birth.held = !run;
  settle_rules(birth.conf, read.text.conf, settings);
  return model::workflow_event(std::move(birth));
}

model::cause asked_by(const http::requester& who) {
  return {0, who.user, who.address, who.request_id};
}

}  // namespace

void engine_state::spawn_root(const entity_id& id, const model::any_record* record,
                              std::shared_ptr<const recovered_tree> tree) {
  entity_actor& handle = roots[id.job];
  switch (id.kind) {
    case entity_kind::bundle:
      handle = self->spawn(bundle, rt, id, self->address(),
                           record_or_new<model::bundle_record>(record), std::move(tree));
      break;
    case entity_kind::coordinator:
      handle = self->spawn(coordinator, rt, id, self->address(),
                           record_or_new<model::coordinator_record>(record), std::move(tree));
      break;
    default: {
      workflow_start start;
      start.record = record_or_new<model::workflow_record>(record);
      start.recovered = tree != nullptr;
      start.revived = record != nullptr && tree == nullptr;
      handle = self->spawn(workflow, rt, id, self->address(), std::move(start));
      break;
    }
  }
}

void engine_state::submitted(const msg::submission_read& news) {
  if (!*news.application) return news.done(news.application->error());
  const parse::submission& read = **news.application;
  if (news.update) return update(news);
  const auto called = parse::external_name_of(read.text.conf, rt->settings.parsing);
  if (called && is_known(*called, news)) return;
  if (rt->settings.safe_mode())
    return news.done(failure{errc::unavailable, "the disk is nearly full: no submissions now",
                             "E0002", "", "Free space below the data directory and try again"});
  const job_number job = make_job_number(rt->settings.epoch, rt->ports.ids.next());
  const entity_id id{rt->settings.partition, read.text.kind, 0, job, job};
  auto text = std::make_shared<const model::definition_text>(read.text);
  const hash128 hash = store::definition_change(rt->settings.partition, id.root, *text).first;
  auto event =
      std::make_shared<const model::any_event>(birth_event(read, hash, news.run, rt->settings));
  spawn_root(id, nullptr, nullptr);
  if (called) being_born[*called];
  // On disk or refused. From the root's thread, so the engine hears of it by a message.
  auto reply = [done = news.done, me = self->address(), id, called, warnings = read.warnings,
                wire_id = rt->settings.ids.text(id)](const result<void>& born) {
    if (born)
      done(http::submitted{wire_id, warnings});
    else
      done(born.error());
    if (born && !called) return;
    const auto strong = caf::actor_cast<caf::strong_actor_ptr>(me);
    if (!strong) return;
    auto birth = std::make_shared<const msg::root_born>(msg::root_born{id, called, born});
    caf::anon_send(caf::actor_cast<engine_actor>(strong), msg::stimulus{std::move(birth), {}});
  };
  self->send(roots[job],
             msg::stimulus{msg::create{event, text, std::move(reply)}, asked_by(news.who)});
}

/// Whether a job of that name exists already, or will in a moment: then that is the answer.
bool engine_state::is_known(const parse::external_name& called, const msg::submission_read& news) {
  const std::vector<std::string>& warnings = (**news.application).warnings;
  if (const auto born_now = being_born.find(called); born_now != being_born.end()) {
    born_now->second.push_back([rt = rt, done = news.done, warnings](const result<entity_id>& job) {
      if (job)
        done(http::submitted{rt->settings.ids.text(*job), warnings});
      else
        done(job.error());
    });
    return true;
  }
  const auto job = rt->ports.reader.find_external(called.kind, called.id, called.user);
  if (job && !*job) return false;
  if (!job) return news.done(job.error()), true;
  http::submitted known{rt->settings.ids.text(**job), warnings};
  known.warnings.push_back("this external id is already the one of " + known.id +
                           ": nothing was submitted anew");
  const auto record = rt->ports.reader.record(**job);
  const bool waits = news.run && called.kind == entity_kind::workflow && record && *record &&
                     model::state_of(**record) == model::status::prep;
  if (!waits) return news.done(std::move(known)), true;
  route({**job, model::orders::start{}, news.who,
         [done = news.done, known = std::move(known)](const result<model::order_reply>& outcome) {
           if (!outcome) return done(outcome.error());
           done(known);
         }});
  return true;
}

/// Its name is on disk from now on, or free again.
void engine_state::root_born(const msg::root_born& news) {
  if (news.name) {
    const auto waiting = being_born.extract(*news.name);
    FOLIOT_ASSERT(!waiting.empty(), "a name that is being taken");
    const result<entity_id> answer =
        news.outcome ? result<entity_id>(news.root) : result<entity_id>(news.outcome.error());
    for (const auto& reply : waiting.mapped()) reply(answer);
  }
  if (!news.outcome) let_go(news.root);
}

void engine_state::let_go(const entity_id& root) {
  const auto found = roots.find(root.job);
  if (found == roots.end()) return;
  self->send(found->second, msg::stimulus{msg::let_go{}, {}});
  roots.erase(found);
  rt->stored.forget(root.job);
}

void engine_state::update(const msg::submission_read& news) {
  const parse::submission& read = **news.application;
  model::orders::update what{std::make_shared<const model::definition_text>(read.text),
                             news.update->from};
  route({news.update->job, std::move(what), news.who,
         [done = news.done, diff = news.update->diff,
          warnings = read.warnings](const result<model::order_reply>& outcome) {
           if (!outcome) return done(outcome.error());
           done(http::submitted{diff, warnings});
         }});
}

result<engine_state::way> engine_state::way_to(const entity_id& job) const {
  std::vector<entity_id> path;
  entity_id at = job;
  while (at.job != at.root || at.kind == entity_kind::action) {
    path.push_back(at);
    auto record = rt->ports.reader.record(at);
    if (!record) return std::move(record).error();
    if (!*record) return failure{errc::not_found, "job does not exist", "E0604", "", ""};
    at = model::parent_of(at, **record);
    FOLIOT_ASSERT(at.kind != entity_kind::none, "everything below a root has a parent");
  }
  std::reverse(path.begin(), path.end());
  return way{at, std::move(path)};
}

void engine_state::route(const msg::order& order) {
  auto there = way_to(order.job);
  if (!there) return order.done(std::move(there).error());
  msg::stimulus inner{msg::ordered{order.what, order.done}, asked_by(order.who)};
  const auto* again = std::get_if<model::orders::rerun_workflow>(&order.what);
  std::vector<entity_id>& path = there->below;
  if (again != nullptr && path.size() >= 2 && path[path.size() - 2].kind == entity_kind::action) {
    // Its action and its coordinator have to come back to life as well: they let it run.
    const uint32_t action = path[path.size() - 2].number;
    inner.what =
        msg::ordered{model::orders::rerun_child{action, order.job.job, again->given}, order.done};
    path.resize(path.size() - 2);
  }
  if (there->below.empty()) return deliver(there->root, std::move(inner));
  deliver(there->root,
          msg::stimulus{msg::routed{std::move(there->below),
                                    std::make_shared<const msg::stimulus>(std::move(inner))},
                        {}});
}

/// To the root `id`, which comes back to life for an order that may mean something to it.
void engine_state::deliver(const entity_id& id, msg::stimulus stimulus) {
  auto root = roots.find(id.job);
  if (root == roots.end()) {
    // A coordinator that rested before its old actions could be asked for: the tree is whole.
    if (const auto* prune = std::get_if<msg::prune>(&stimulus.what)) return prune->done({});
    const auto* passed = std::get_if<msg::routed>(&stimulus.what);
    const auto& order =
        std::get<msg::ordered>(passed != nullptr ? passed->inner->what : stimulus.what);
    const auto answer = [&](result<model::order_reply> outcome) {
      if (order.done) order.done(std::move(outcome));
    };
    if (going.contains(id.job))
      return answer(failure{errc::not_found, "job does not exist", "E0604", "", ""});
    const bool judged = id.kind == entity_kind::bundle &&  // refuses a second start (E1100)
                        std::holds_alternative<model::orders::start>(order.what);
    if (!judged && !model::may_revive(order.what))
      return answer(model::order_reply{{}, "nothing was done: the job has ended already"});
    auto record = rt->ports.reader.record(id);
    if (!record) return answer(std::move(record).error());
    if (!*record) return answer(failure{errc::not_found, "job does not exist", "E0604", "", ""});
    spawn_root(id, &**record, nullptr);
    root = roots.find(id.job);
  }
  self->send(root->second, std::move(stimulus));
}

void engine_state::tell_registry(const msg::datasets_told& order) {
  rt->ports.log.write(log_level::info, "datasets.ready",
                      order.who.user + " at " + order.who.address + " tells of " +
                          std::to_string(order.news.uris.size()) + " URIs, the first " +
                          (order.news.uris.empty() ? "none" : order.news.uris.front()));
  self->send(rt->staff.registry, order.news);
}

/// What rests and is marked here is woken by nobody until it is `buried`.
void engine_state::bury(const msg::bury& order) {
  msg::may_bury answer;
  for (const entity_id& root : order.roots) {
    if (roots.contains(root.job)) continue;
    going.insert(root.job);
    answer.roots.push_back(root);
  }
  self->send(rt->staff.purger, std::move(answer));
}

void engine_state::buried(const msg::buried& order) {
  for (const entity_id& root : order.roots) {
    going.erase(root.job);
    rt->stored.forget(root.job);
  }
}

void engine_state::prune(const msg::prune_order& order) {
  const auto root = roots.find(order.coordinator.root);
  if (root == roots.end()) return order.what.done({});
  msg::stimulus inner{order.what, {}};
  if (order.coordinator.job == order.coordinator.root)
    return self->send(root->second, std::move(inner));
  msg::routed there{{order.coordinator}, std::make_shared<const msg::stimulus>(std::move(inner))};
  self->send(root->second, msg::stimulus{std::move(there), {}});
}

void engine_state::recover(const msg::recover& order) {
  auto found = find_live(rt->ports.store);
  if (!found) return order.done(std::move(found).error());
  rt->quarantined_before.insert(found->quarantined.begin(), found->quarantined.end());
  rt->counters.quarantined += rt->quarantined_before.size();
  for (const auto& [parent, counts] : found->counts)
    self->send(rt->staff.transition, msg::counted{parent, counts});
  for (const live_tree& tree : found->trees) spawn_root(tree.root, &tree.record, tree.below);
  for (const auto& [job, handle] : roots) self->send(handle, msg::stimulus{msg::begin{}, {}});
  rt->ports.log.write(log_level::info, "engine.recovered",
                      std::to_string(found->entities) + " entities read, " +
                          std::to_string(found->trees.size()) + " trees live");
  self->send(rt->staff.purger, msg::stimulus{msg::begin{}, {}});
  order.done({});
}

void engine_state::receive(const msg::stimulus& stimulus) {
  if (const auto* back = std::get_if<msg::returned>(&stimulus.what))
    return deliver(back->child, *back->inner);
  if (const auto* birth = std::get_if<msg::shared_birth>(&stimulus.what)) return root_born(**birth);
  // Reports of roots: nobody above cares.
  if (const auto* rests = std::get_if<msg::child_rests>(&stimulus.what)) let_go(rests->child);
}

void engine_state::stop() {
  for (const auto& [job, handle] : roots)
    caf::anon_send_exit(handle, caf::exit_reason::user_shutdown);
  roots.clear();
  self->quit(caf::exit_reason::user_shutdown);
}

watching_engine_actor::behavior_type engine(
    watching_engine_actor::stateful_pointer<engine_state> self, runtime* rt) {
  self->state.self = self;
  self->state.rt = rt;
  return {[self](const msg::stimulus& stimulus) { self->state.receive(stimulus); },
          [](const msg::durable&) {},
          [self](const msg::read_submission& order) {
            self->send(self->state.rt->staff.loader, order);
          },
          [self](const msg::submission_read& news) { self->state.submitted(news); },
          [self](const msg::order& order) { self->state.route(order); },
          [self](const msg::bulk_order& order) { self->send(self->state.rt->staff.bulk, order); },
          [self](const msg::datasets_told& order) { self->state.tell_registry(order); },
          [self](const msg::purge& order) { self->send(self->state.rt->staff.purger, order); },
          [self](const msg::bury& order) { self->state.bury(order); },
          [self](const msg::buried& order) { self->state.buried(order); },
          [self](const msg::prune_order& order) { self->state.prune(order); },
          [self](const msg::recover& order) { self->state.recover(order); },
          [self](const msg::stop&) { self->state.stop(); },
          [self](const msg::reach& order) { self->state.reach(order); }};
}

}  // namespace foliot::actors
