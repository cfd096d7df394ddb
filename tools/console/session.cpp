#include "tools/console/session.hpp"

#include <utility>

namespace foliot::console {

namespace {

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
  return {};
}

client::connection session::as_connection() {
  const std::string root = link_ ? welcome().url : "console:";
  return client::connection(
      root, [this, root](const exec::http_call& call) { return send(*this, root, call); });
}

}  // namespace foliot::console
