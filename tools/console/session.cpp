#include "tools/console/session.hpp"

#include <utility>

namespace foliot::console {

namespace {

/// What the address of a request begins with, which no server is meant by.
constexpr const char* root = "console:";

result<exec::http_reply> send(session& over, const exec::http_call& call) {
  actors::admin::user_request what;
  what.method = call.method;
  const std::string rest = call.url.substr(std::string_view(root).size());
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
  return client::connection(root,
                            [this](const exec::http_call& call) { return send(*this, call); });
}

}  // namespace foliot::console
