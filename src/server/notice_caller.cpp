#include "server/notice_caller.hpp"

#include <cstddef>

#include "exec/http_client.hpp"

namespace foliot::server {

namespace {

/// What an answer to a notice may be long: nobody reads it.
constexpr size_t notice_reply_bytes = 64U << 10;

}  // namespace

std::function<result<int>(const model::notice&)> notice_caller() {
  return [](const model::notice& what) {
    thread_local exec::http_client client;
    exec::http_call call;
    call.url = what.url;
    call.proxy = what.proxy;
    call.timeout_ms = what.timeout_ms;
    call.reply_bytes = notice_reply_bytes;
    const auto reply = client.send(call);
    return reply ? result<int>(reply->status) : result<int>(reply.error());
  };
}

}  // namespace foliot::server
