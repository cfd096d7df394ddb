// Who talks to the ADMIN, and whom it tells of what goes to disk.
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <chrono>
#include <string>
#include <utility>

#include "actors/admin.hpp"

namespace foliot::actors::admin {

greeting admin_state::greet(const hello& words) const {
  greeting out;
  out.program = desk->program();
  if (words.protocol != protocol_version)
    out.refusal = other_version(words, out.program);
  else if (words.console.size() > session_text_bytes_max ||
           desk->certificate_of(words.console).empty())
    out.refusal = "this console is not trusted: its certificate was revoked or has expired";
  else
    out.challenge = open->challenge(words.console);
  return out;
}

status_report admin_state::prove(const proof& words, const std::string& peer) {
  status_report out;
  const bool short_enough = words.console.size() <= session_text_bytes_max &&
                            words.challenge.size() <= session_text_bytes_max &&
                            words.signature.size() <= session_text_bytes_max;
  // Before the proof: should it be replaced in between, the conversation ends with its first
  // question.
  std::string certificate = short_enough ? desk->certificate_of(words.console) : std::string();
  if (!short_enough || !open->redeem(words.challenge, words.console) ||
      !desk->proves(words.console, signed_text(words.challenge, words.console), words.signature)) {
    desk->remark("a console could not prove that it is '" + bounded(words.console).substr(0, 64) +
                 "'");
    out.head = conversation_over("the signature is not that of this console");
    return out;
  }
  desk->remark("console '" + words.console + "' is connected");
  std::string pass = open->open(words.console, peer, std::move(certificate));
  count_followers();  // the one that made room may have been one
  out = desk->status(words.console);
  out.consoles = static_cast<uint32_t>(open->size());
  out.head.pass = std::move(pass);
  return out;
}

/// Another certificate under the same name is that of somebody else.
bool admin_state::trusts(const session& who) const {
  const std::string now = desk->certificate_of(who.console);
  return !now.empty() && now == who.certificate;
}

result<sessions::entered> admin_state::enter(const std::string& pass) {
  auto entered = open->enter(pass);
  if (!entered)
    return failure{errc::forbidden, "the engine does not know this conversation (any more)", "", "",
                   ""};
  if (trusts(*entered->who)) return std::move(*entered);
  desk->remark("console '" + entered->who->console + "' is not trusted any more");
  open->close(entered->pass);
  count_followers();
  return failure{errc::forbidden,
                 "this console is not trusted any more: its certificate was revoked or has expired",
                 "", "", ""};
}

news admin_state::follow(session& who, const std::string& id) {
  news out;
  who.follows.reset();
  count_followers();
  following begun;
  if (!id.empty()) {
    const auto root = desk->root_of(id);
    if (!root) {
      out.head = refused(root.error());
      return out;
    }
    begun.root = *root;
  }
  who.follows = std::move(begun);
  count_followers();
  return out;
}

void admin_state::tell(const fresh_records& fresh) {
  for (const fresh_records::row& row : fresh.rows) open->tell(row.root, row.what);
  if (fresh.lost > 0) open->lose(fresh.lost);
  serve_waiting(false);
  serve_soon();
}

void admin_state::serve_waiting(bool all) {
  open->visit_waiting([this, all](session& who) {
    if (all || who.follows->rows.size() >= news_rows_max)
      std::exchange(who.waits, {})(trusts(who) ? take_news(*who.follows) : news{});
  });
}

void admin_state::serve_soon() {
  if (std::exchange(gathering, true)) return;
  self->delayed_send(self, std::chrono::milliseconds(admin_news_gather_ms), here{[this] {
                       gathering = false;
                       serve_waiting(true);
                     }});
}

}  // namespace foliot::actors::admin
