#include "tools/console/session.hpp"

#include <utility>

namespace foliot::console {

namespace {

constexpr int refusals_max = 3;

/// `root`: what the address of each request begins with. It only tells people who answers.
result<exec::http_reply> send(session& over, const std::string& root, const exec::http_call& call) {
  actors::admin::user_request what;
  what.method = call.method;
  const std::string rest = call.url.substr(root.size());
  const size_t question = rest.find('?');
  what.path = rest.substr(0, question);
  if (question != std::string::npos) what.query = rest.substr(question + 1);
  for (const auto& [name, value] : call.headers)
    if (name == "Content-Type") what.content_type = value;
  what.body = call.body;
  auto answer = over.ask([&](server::console_link& link) { return link.request(what); });
  if (!answer) return std::move(answer).error();
  exec::http_reply out;
  out.status = static_cast<int>(answer->status);
  out.reason = std::move(answer->reason);
  for (auto& header : answer->headers)
    out.headers.emplace_back(std::move(header.name), std::move(header.value));
  out.body = std::move(answer->body);
  return out;
}

}  // namespace

result<void> session::connect() {
  link_.reset();
  const auto target = target_();
  if (!target) return target.error();
  auto made = server::console_link::open(*target);
  if (!made) return std::move(made).error();
  link_ = std::move(*made);
  begun_ = true;
  return {};
}

result<void> session::ready() {
  if (connected()) return {};
  if (!begun_ || !patience_) return connect();
  return come_back(*patience_);
}

result<void> session::come_back(const patience& how) {
  auto there = connect();
  if (!there) how.say("The engine is gone; trying again (Ctrl-C stops that).\n");
  // An engine that begins or ends may refuse for a moment.
  int refusals = 0;
  for (int tried = 0; !there; ++tried) {
    if (there.error().code != errc::unavailable && ++refusals >= refusals_max) break;
    if (!how.pause(tried)) break;
    there = connect();
  }
  begun_ = static_cast<bool>(there);
  if (there)
    how.say("Connected again: foliot " + welcome().program + ", started " + welcome().started +
            ".\n");
  return there;
}

client::connection session::as_connection() {
  const std::string root = link_ ? welcome().url : "console:";
  return client::connection(
      root, [this, root](const exec::http_call& call) { return send(*this, root, call); });
}

}  // namespace foliot::console
