#include "actors/bulk.hpp"

#include <caf/send.hpp>
#include <memory>
#include <string>
#include <utility>

#include "actors/type_ids.hpp"
#include "base/limits.hpp"

namespace foliot::actors {

namespace {

std::string short_sentence(std::string text) {
  if (text.size() <= limits::audit_sentence_bytes_max) return text;
  text.resize(limits::audit_sentence_bytes_max - 3);
  return text + "...";
}

/// Before the job is told: what `settle` says of an order that meant nothing.
void foresee(const runtime& rt, model::bulk_job& job, std::string_view order) {
  const auto record = rt.ports.reader.record(job.id);
  if (!record || !*record) return;
  const model::status state = model::state_of(**record);
  if (!model::would_change(order, job.id.kind, state))
    job.said = "it was " + std::string(model::name(state)) + " already";
}

void settle(model::bulk_job& job, const result<model::order_reply>& outcome) {
  if (!outcome) {
    failure sentence = outcome.error();
    job.outcome = model::bulk_outcome::refused;
    job.code = std::exchange(sentence.oozie, {});
    job.said = short_sentence(sentence.text());
  } else if (!outcome->note.empty()) {
    job.outcome = model::bulk_outcome::unchanged;
    job.said = short_sentence(outcome->note);
  } else {
    job.outcome = job.said.empty() ? model::bulk_outcome::done : model::bulk_outcome::unchanged;
  }
}

}  // namespace

void bulk_state::begin(const msg::bulk_order& order) {
  if (running.size() >= limits::bulk_commands_max)
    return order.done(failure{errc::unavailable, "too many commands to many jobs are under way", "",
                              "", "Ask again when one of them has ended"});
  command one;
  one.asked = order;
  model::audit_entry& entry = one.entry;
  entry.number = make_job_number(rt->settings.epoch, rt->ports.ids.next());
  entry.asked = rt->ports.clock.now();
  entry.user = order.who.user;
  entry.address = order.who.address;
  entry.request_id = order.who.request_id;
  entry.order = model::order_name(order.what.what);
  entry.kind = order.what.kind;
  entry.filter = order.what.filter;
  entry.matching = order.what.matching;
  entry.jobs.reserve(order.what.jobs.size());
  for (const entity_id& job : order.what.jobs) entry.jobs.push_back({job, {}, {}, {}});
  // The journals of the jobs name the entry that their order belongs to.
  one.asked.who.request_id = "audit " + model::audit_name(entry.number);
  const job_number number = entry.number;
  write(running.emplace(number, std::move(one)).first->second);
}

void bulk_state::write(command& one) {
  one.ticket = ++tickets;
  msg::commit commit;
  commit.from = bulk_actor{self};
  commit.ticket = one.ticket;
  commit.extra.add(store::audit_change(rt->settings.partition, one.entry));
  self->send(rt->staff.committer, std::move(commit));
}

/// Commits are released in their order, several by one message.
void bulk_state::durable(const msg::durable& news) {
  for (auto at = running.begin(); at != running.end();) {
    command& one = at->second;
    if (one.ticket > news.ticket || (one.told != 0 && !one.finished)) {
      ++at;
    } else if (one.finished) {
      one.asked.done(std::move(one.entry));
      at = running.erase(at);
    } else {
      finish_if_all_answered(one);  // nothing was selected
      tell_more(one);
      ++at;
    }
  }
}

void bulk_state::tell_more(command& one) {
  while (one.told < one.entry.jobs.size() && one.told - one.answered < limits::bulk_orders_at_once)
    tell(one, static_cast<uint32_t>(one.told++));
}

void bulk_state::tell(command& one, uint32_t index) {
  const auto boss = caf::actor_cast<caf::strong_actor_ptr>(engine);
  if (!boss) return;
  foresee(*rt, one.entry.jobs[index], one.entry.order);
  const auto me = caf::actor_cast<caf::actor_addr>(bulk_actor{self});
  const job_number number = one.entry.number;
  auto heard_of = [me, number, index](result<model::order_reply> outcome) {
    const auto strong = caf::actor_cast<caf::strong_actor_ptr>(me);
    if (!strong) return;
    caf::anon_send(
        caf::actor_cast<bulk_actor>(strong),
        msg::bulk_answered{number, index,
                           std::make_shared<const result<model::order_reply>>(std::move(outcome))});
  };
  self->send(caf::actor_cast<engine_actor>(boss),
             msg::order{one.entry.jobs[index].id, one.asked.what.what, one.asked.who,
                        std::move(heard_of)});
}

void bulk_state::heard(const msg::bulk_answered& answer) {
  const auto found = running.find(answer.number);
  if (found == running.end()) return;
  command& one = found->second;
  model::bulk_job& job = one.entry.jobs[answer.index];
  if (job.outcome != model::bulk_outcome::unknown) return;
  settle(job, *answer.outcome);
  ++one.answered;
  tell_more(one);
  finish_if_all_answered(one);
}

void bulk_state::finish_if_all_answered(command& one) {
  if (one.answered < one.entry.jobs.size()) return;
  one.entry.ended = rt->ports.clock.now();
  one.finished = true;
  write(one);
}

bulk_actor::behavior_type bulk(bulk_actor::stateful_pointer<bulk_state> self, const runtime* rt,
                               caf::actor_addr engine) {
  self->state.self = self;
  self->state.rt = rt;
  self->state.engine = std::move(engine);
  return {[self](const msg::durable& news) { self->state.durable(news); },
          [self](const msg::bulk_order& order) { self->state.begin(order); },
          [self](const msg::bulk_answered& answer) { self->state.heard(answer); }};
}

}  // namespace foliot::actors
