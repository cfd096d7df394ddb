#include "actors/admin.hpp"

#include <algorithm>
#include <caf/actor_system_config.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/typed_response_promise.hpp>
#include <chrono>
#include <utility>

namespace foliot::actors::admin {

namespace {

using inside = admin_inside_actor::stateful_pointer<admin_state>;

/// Answers when another thread has: `made` may be called from anywhere.
template <class Report>
std::function<void(Report)> from_elsewhere(inside self, caf::typed_response_promise<Report> promise,
                                           std::string pass) {
  return [weak = caf::actor_cast<caf::actor_addr>(admin_inside_actor{self}), promise,
          pass = std::move(pass)](Report report) {
    const auto strong = caf::actor_cast<caf::strong_actor_ptr>(weak);
    if (!strong) return;
    report.head.pass = pass;
    auto shared = std::make_shared<Report>(std::move(report));
    caf::anon_send(caf::actor_cast<admin_inside_actor>(strong),
                   here{[promise, shared]() mutable { promise.deliver(std::move(*shared)); }});
  };
}

/// `make(session, done)` answers some time.
template <class Report, class Make>
caf::typed_response_promise<Report> later(inside self, const std::string& pass, Make&& make) {
  auto promise = self->template make_response_promise<Report>();
  auto entered = self->state.enter(pass);
  if (!entered) {
    Report out;
    out.head = conversation_over(entered.error().sentence);
    promise.deliver(std::move(out));
    return promise;
  }
  make(*entered->who, from_elsewhere<Report>(self, promise, entered->pass));
  return promise;
}

/// `make(session)` is the answer.
template <class Report, class Make>
Report at_once(inside self, const std::string& pass, Make&& make) {
  Report out;
  auto entered = self->state.enter(pass);
  if (!entered) {
    out.head = conversation_over(entered.error().sentence);
    return out;
  }
  out = make(*entered->who);
  out.head.pass = entered->pass;
  return out;
}

caf::typed_response_promise<news> wait_for_news(inside self, const std::string& pass) {
  return later<news>(self, pass, [self](session& who, std::function<void(news)> done) {
    if (!who.follows) {
      news out;
      out.head = refused({errc::conflict, "this console follows nothing", "", "", "Follow first"});
      return done(std::move(out));
    }
    if (who.follows->rows.size() >= news_rows_max) return done(take_news(*who.follows));
    if (who.waits) std::exchange(who.waits, {})(news{});
    who.waits = std::move(done);
    if (!who.follows->rows.empty() || who.follows->dropped > 0) self->state.serve_soon();
    // The wait is bounded for the console's sake: it notices an engine that is gone.
    self->delayed_send(self, std::chrono::milliseconds(admin_news_wait_ms),
                       here{[weak = who.weak_from_this()] {
                         const auto still = weak.lock();
                         if (still && still->waits) std::exchange(still->waits, {})(news{});
                       }});
  });
}

/// Handlers of `ask`, by what the desk offers.
template <class Atom, class Report>
auto asks(inside self, Report (admin_desk::*what)(const ask&)) {
  return [self, what](Atom, const ask& question) {
    return at_once<Report>(self, question.pass,
                           [&](const session&) { return (self->state.desk->*what)(question); });
  };
}
template <class Atom, class Report>
auto asks(inside self, void (admin_desk::*what)(const ask&, std::function<void(Report)>)) {
  return [self, what](Atom, const ask& question) {
    return later<Report>(self, question.pass, [&](session&, std::function<void(Report)> done) {
      (self->state.desk->*what)(question, std::move(done));
    });
  };
}

status_report tell_status(inside self, const ask& question) {
  return at_once<status_report>(self, question.pass, [&](const session& who) {
    status_report out = self->state.desk->status(who.console);
    out.consoles = static_cast<uint32_t>(self->state.open->size());
    return out;
  });
}

caf::typed_response_promise<user_reply> pass_on(inside self, const user_request& order) {
  return later<user_reply>(
      self, order.pass, [&](const session& who, std::function<void(user_reply)> done) {
        if (order.body.size() <= admin_request_bytes_max)
          return self->state.desk->request(who.console, order, std::move(done));
        user_reply out;
        out.head = refused(too_long_for_a_console());
        done(std::move(out));
      });
}

news begin_to_follow(inside self, const follow& order) {
  return at_once<news>(self, order.pass,
                       [&](session& who) { return self->state.follow(who, order.id); });
}

/// Which actor of which process: also of one that is gone.
std::string peer_of(const caf::actor_addr& who) {
  return std::to_string(who.id()) + "@" + to_string(who.node());
}

/// Proofs end with the connection that they came by.
status_report take_proof(inside self, const proof& words) {
  const auto peer = caf::actor_cast<caf::actor_addr>(self->current_sender());
  if (!peer) return self->state.prove(words, "");
  self->monitor(peer);
  return self->state.prove(words, peer_of(peer));
}

void listen_to_desk(inside self, admin_desk& desk) {
  admin_state* state = &self->state;
  desk.deliver_to([weak = caf::actor_cast<caf::actor_addr>(admin_inside_actor{self}),
                   state](std::function<fresh_records()> make) {
    const auto strong = caf::actor_cast<caf::strong_actor_ptr>(weak);
    if (!strong) return;
    // Run by the actor itself, so that its state is there.
    caf::anon_send(caf::actor_cast<admin_inside_actor>(strong),
                   here{[state, make = std::move(make)] { state->tell(make()); }});
  });
}

}  // namespace

void configure_admin(caf::actor_system_config& config) {
  config.add_message_types<caf::id_block::foliot_admin>();
}

admin_inside_actor::behavior_type admin(inside self, admin_desk* desk) {
  admin_state& state = self->state;
  state.self = self;
  state.desk = desk;
  state.open = std::make_unique<sessions>([desk] { return desk->chance(); });
  listen_to_desk(self, *desk);
  self->set_down_handler([self](const caf::down_msg& news) {
    self->state.open->close_peer(peer_of(news.source));
    self->state.count_followers();
  });
  return {[self](const hello& words) { return self->state.greet(words); },
          [self](const proof& words) { return take_proof(self, words); },
          [self](status_atom, const ask& question) { return tell_status(self, question); },
          asks<tree_atom>(self, &admin_desk::tree),
          asks<entity_atom>(self, &admin_desk::entity),
          asks<actors_atom>(self, &admin_desk::actors),
          asks<committer_atom>(self, &admin_desk::committer),
          asks<datasets_atom>(self, &admin_desk::datasets),
          asks<slots_atom>(self, &admin_desk::slots),
          asks<runs_atom>(self, &admin_desk::runs),
          asks<quarantine_atom>(self, &admin_desk::quarantine),
          asks<settings_atom>(self, &admin_desk::settings),
          [self](const change_setting& order) {
            return at_once<settings_report>(self, order.pass, [&](const session& who) {
              return self->state.desk->change(who.console, order);
            });
          },
          [self](const user_request& order) { return pass_on(self, order); },
          [self](const admin::follow& order) { return begin_to_follow(self, order); },
          [self](const next_news& question) { return wait_for_news(self, question.pass); },
          asks<pulse_atom>(self, &admin_desk::pulse),
          [self](const retry_quarantined& order) {
            return later<retry_report>(
                self, order.pass, [&](const session& who, std::function<void(retry_report)> done) {
                  self->state.desk->retry(who.console, order.id, std::move(done));
                });
          },
          [](const here& order) { order.what(); }};
}

}  // namespace foliot::actors::admin
