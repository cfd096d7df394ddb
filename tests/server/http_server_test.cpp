// Real sockets: the server of src/server against the client of src/exec, on a free port.
#include "server/http_server.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/limits.hpp"
#include "exec/http_client.hpp"

namespace foliot::server {
namespace {

using answer_fn = std::function<void(http::response)>;

http_server_options any_port() {
  http_server_options out;
  out.port = 0;
  return out;
}

std::unique_ptr<http_server> serve(http_server::handler handle) {
  auto out = http_server::start(any_port(), std::move(handle));
  EXPECT_TRUE(out) << out.error().text();
  return out ? std::move(*out) : nullptr;
}

void echo(http::request in, answer_fn done) {
  http::response out;
  out.status = in.method == "PUT" ? 400 : 201;
  out.reason = "E0604: own &quot;reason&quot;";
  out.headers = {{"oozie-error-code", "E0604"}, {"X-Path", in.path + "|" + in.query}};
  if (in.method != "PUT")
    out.body = in.method + " " + std::to_string(in.body.size()) + " " +
               std::string(http::find_header(in.headers, "content-type").value_or("-"));
  done(std::move(out));
}

exec::http_reply send(const http_server& server, exec::http_call call, const std::string& path) {
  exec::http_client client;
  call.url = server.url() + path;
  auto reply = client.send(call);
  EXPECT_TRUE(reply) << reply.error().text();
  return reply ? *reply : exec::http_reply{};
}

TEST(http_server, moves_requests_and_answers_unchanged) {
  const auto server = serve(echo);
  ASSERT_TRUE(server);
  EXPECT_NE(server->port(), 0);
  EXPECT_EQ(server->url(), "http://127.0.0.1:" + std::to_string(server->port()));
  exec::http_call post;
  post.method = "POST";
  post.headers = {{"Content-Type", "application/xml"}};
  post.body = std::string(100'000, 'x');
  const auto reply = send(*server, post, "/oozie/v2/jobs?a=%20b&c");
  EXPECT_EQ(reply.status, 201);
  EXPECT_EQ(reply.reason, "E0604: own &quot;reason&quot;");
  EXPECT_EQ(reply.header("OOZIE-ERROR-CODE"), "E0604");
  EXPECT_EQ(reply.header("X-Path"), "/oozie/v2/jobs|a=%20b&c");
  EXPECT_EQ(reply.body, "POST 100000 application/xml");
}

TEST(http_server, takes_a_put_without_body_or_length) {
  const auto server = serve(echo);
  ASSERT_TRUE(server);
  exec::http_call put;
  put.method = "PUT";
  const auto reply = send(*server, put, "/oozie/v2/job/x@1?action=kill");
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.body, "");
  EXPECT_EQ(reply.header("X-Path"), "/oozie/v2/job/x@1|action=kill");
}

/// All that comes back on a connection of its own.
std::string raw_answer(const http_server& server, const std::string& text) {
  const int link = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(server.port());
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(link, reinterpret_cast<const sockaddr*>(&there), sizeof there), 0);
  EXPECT_EQ(::send(link, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  std::string out;
  char piece[4096];
  for (ssize_t got = 0; (got = ::recv(link, piece, sizeof piece, 0)) > 0;)
    out.append(piece, static_cast<size_t>(got));
  ::close(link);
  return out;
}

TEST(http_server, answers_head_with_the_length_alone) {
  const auto server = serve([](http::request, answer_fn done) {
    done({200, "", {{"X-Here", "yes"}}, "twelve bytes"});
  });
  ASSERT_TRUE(server);
  const std::string out =
      raw_answer(*server, "HEAD /api/health HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(out.rfind("HTTP/1.1 200 OK\r\n", 0), 0U) << out;
  EXPECT_NE(out.find("Content-Length: 12\r\n"), std::string::npos) << out;
  EXPECT_NE(out.find("X-Here: yes\r\n"), std::string::npos) << out;
  EXPECT_EQ(out.substr(out.size() - 4), "\r\n\r\n") << "nothing follows";
  EXPECT_EQ(out.find("twelve"), std::string::npos) << out;
}

TEST(http_server, refuses_bodies_beyond_the_limit_in_the_form_of_the_address) {
  const auto server = serve([](http::request, answer_fn done) { done({}); });
  ASSERT_TRUE(server);
  const std::string body(limits::request_body_bytes_max + 1, ' ');
  const std::string head = " HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: " +
                           std::to_string(body.size()) + "\r\n\r\n";
  const std::string own = raw_answer(*server, "POST /api/preview" + head + body);
  EXPECT_NE(own.find("HTTP/1.1 413 Payload Too Large"), std::string::npos) << own;
  EXPECT_NE(own.find(R"("code":"too-large")"), std::string::npos) << own;
  const std::string oozie = raw_answer(*server, "POST /oozie/v2/jobs" + head + body);
  EXPECT_NE(oozie.find("HTTP/1.1 413 the request body is longer"), std::string::npos) << oozie;
}

TEST(http_server, answers_options_and_keeps_the_connection) {
  std::mutex lock;
  std::vector<std::string> peers;
  const auto server = serve([&](http::request in, answer_fn done) {
    const std::scoped_lock guard(lock);
    peers.push_back(in.peer);
    done({});
  });
  ASSERT_TRUE(server);
  exec::http_client client;
  for (const char* method : {"OPTIONS", "GET"}) {
    exec::http_call call;
    call.method = method;
    call.url = server->url() + "/x";
    const auto reply = client.send(call);
    ASSERT_TRUE(reply) << reply.error().text();
    EXPECT_EQ(reply->status, 200);
  }
  ASSERT_EQ(peers.size(), 2U);
  EXPECT_EQ(peers[0], peers[1]);
}

TEST(http_server, may_be_answered_later_from_another_thread) {
  std::promise<answer_fn> asked;
  const auto server = serve([&](http::request, answer_fn done) { asked.set_value(done); });
  ASSERT_TRUE(server);
  std::thread engine([&] { asked.get_future().get()({202, "Later", {}, "now"}); });
  const auto reply = send(*server, {}, "/");
  engine.join();
  EXPECT_EQ(reply.status, 202);
  EXPECT_EQ(reply.body, "now");
}

TEST(http_server, forgets_answers_that_come_after_its_end) {
  std::promise<answer_fn> asked;
  auto server = serve([&](http::request, answer_fn done) { asked.set_value(done); });
  ASSERT_TRUE(server);
  std::thread caller([url = server->url()] {
    exec::http_client client;
    EXPECT_FALSE(client.send({"GET", url, {}, "", 20'000}));
  });
  const answer_fn done = asked.get_future().get();
  server.reset();
  done({200, "", {}, "too late"});
  caller.join();
}

TEST(http_server, refuses_bodies_beyond_the_limit) {
  bool reached = false;
  const auto server = serve([&](http::request, answer_fn done) {
    reached = true;
    done({});
  });
  ASSERT_TRUE(server);
  exec::http_call post;
  post.method = "POST";
  post.url = server->url();
  post.body = std::string(limits::request_body_bytes_max + 1, 'x');
  exec::http_client client;
  const auto reply = client.send(post);
  EXPECT_TRUE(!reply || reply->status == 413);
  EXPECT_FALSE(reached);
}

/// A client that says what it likes, byte by byte.
class raw_client {
 public:
  explicit raw_client(const http_server& server) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_port = htons(server.port());
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&there), sizeof there), 0);
  }
  ~raw_client() { ::close(socket_); }
  raw_client(const raw_client&) = delete;
  raw_client& operator=(const raw_client&) = delete;

  void say(const std::string& text) const {
    ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
  }
  /// The first line and the headers of what comes.
  std::string hear_head() const {
    std::string out;
    for (char c = 0; !out.ends_with("\r\n\r\n") && ::recv(socket_, &c, 1, 0) == 1;) out += c;
    return out;
  }
  /// Everything up to the end of the connection.
  std::string hear() const {
    std::string out;
    char piece[4'096];
    for (ssize_t size = 0; (size = ::recv(socket_, piece, sizeof piece, 0)) > 0;)
      out.append(piece, static_cast<size_t>(size));
    return out;
  }

 private:
  int socket_;
};

class set_clock final : public monotonic_clock {
 public:
  int64_t now_ns() const override { return now.load(); }
  std::atomic<int64_t> now{0};
};

TEST(http_server, makes_room_by_closing_a_connection_that_waits) {
  http_server_options one = any_port();
  one.clients.connections = 1;
  auto server = http_server::start(one, echo);
  ASSERT_TRUE(server);
  const raw_client first(**server);
  const exec::http_call call{"GET", (*server)->url() + "/", {}, "", 20'000};
  exec::http_client second;
  ASSERT_TRUE(second.send(call));
  EXPECT_EQ(first.hear(), "");
}

TEST(http_server, answers_what_is_no_request_and_hangs_up) {
  const auto server = serve(echo);
  ASSERT_TRUE(server);
  const raw_client client(*server);
  client.say("hello\r\n\r\n");
  const std::string answer = client.hear();
  EXPECT_EQ(answer.rfind("HTTP/1.1 400 ", 0), 0U) << answer;
  EXPECT_NE(answer.find("X-Request-Id: r1\r\n"), std::string::npos) << answer;
}

TEST(http_server, cuts_clients_that_are_too_slow_however_they_dribble) {
  set_clock clock;
  http_server_options options = any_port();
  options.clock = &clock;
  auto server = http_server::start(options, echo);
  ASSERT_TRUE(server);
  const raw_client client(**server);
  client.say("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");
  EXPECT_EQ(client.hear_head(), "HTTP/1.1 100 Continue\r\n\r\n");
  clock.now = options.clients.request_ns - 1;
  client.say("a");
  clock.now = options.clients.request_ns;
  EXPECT_EQ(client.hear(), "");
}

TEST(http_server, answers_requests_that_were_sent_ahead_one_after_the_other) {
  std::mutex lock;
  std::vector<answer_fn> waiting;
  std::promise<void> two;
  const auto server = serve([&](const http::request& in, answer_fn done) {
    const std::scoped_lock guard(lock);
    if (in.path == "/1") return done({200, "", {}, "one"});
    waiting.push_back(std::move(done));
    two.set_value();
  });
  ASSERT_TRUE(server);
  const raw_client client(*server);
  client.say(
      "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n"
      "Connection: close\r\n\r\nGET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
  two.get_future().get();
  waiting[0]({200, "", {}, "two"});
  const std::string answer = client.hear();
  const size_t first = answer.find("\r\n\r\none");
  EXPECT_NE(first, std::string::npos) << answer;
  EXPECT_EQ(answer.find("\r\n\r\none", first + 1), std::string::npos) << "after the end: none";
  EXPECT_LT(first, answer.find("\r\n\r\ntwo")) << answer;
}

TEST(http_server, names_each_request_and_tells_of_each_exchange) {
  std::mutex lock;
  std::vector<http::exchange> seen;
  std::promise<void> both;
  http_server_options options = any_port();
  options.id_prefix = "x-";
  options.on_exchange = [&](const http::exchange& one) {
    const std::scoped_lock guard(lock);
    seen.push_back(one);
    if (seen.size() == 2) both.set_value();
  };
  std::vector<std::string> ids;
  auto server = http_server::start(options, [&](http::request in, answer_fn done) {
    ids.push_back(in.id);
    http::response out{200, "", {}, "body"};
    out.user = "joe";
    done(std::move(out));
  });
  ASSERT_TRUE(server);
  EXPECT_EQ(send(**server, {}, "/a?filter=secret").header("X-Request-Id"), "x-1");
  exec::http_call named;
  named.headers = {{"X-Request-Id", "mine"}};
  EXPECT_EQ(send(**server, named, "/b").header("X-Request-Id"), "mine");
  both.get_future().get();
  server->reset();
  EXPECT_EQ(ids, (std::vector<std::string>{"x-1", "mine"}));
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].target, "/a?filter=...");
  EXPECT_EQ(seen[0].user, "joe");
  EXPECT_EQ(seen[0].bytes, 4U);
  EXPECT_EQ(seen[1].id, "mine");
  EXPECT_TRUE(seen[1].taken);
}

TEST(http_server, lets_nobody_wait_for_requests_of_a_kind_that_takes_long) {
  set_clock clock;
  http_server_options options = any_port();
  options.clock = &clock;
  options.threads = 1;
  std::atomic<int> asked{0};
  std::promise<void> release;
  auto released = release.get_future().share();
  auto server = http_server::start(options, [&](const http::request& in, const answer_fn& done) {
    if (in.path == "/metrics") {
      clock.now += limits::http_long_ns;
      if (++asked == 2) released.wait();
    }
    done({200, "", {}, in.path});
  });
  ASSERT_TRUE(server);
  EXPECT_EQ(send(**server, {}, "/metrics").status, 200) << "now it is known to take long";
  std::thread patient([&] { EXPECT_EQ(send(**server, {}, "/metrics").status, 200); });
  EXPECT_EQ(send(**server, {}, "/api/health").body, "/api/health");
  release.set_value();
  patient.join();
}

TEST(http_server, answers_for_a_handler_that_fails) {
  const auto server =
      serve([](const http::request&, const answer_fn&) { throw std::runtime_error("no luck"); });
  ASSERT_TRUE(server);
  EXPECT_EQ(send(*server, {}, "/").status, 500);
}

TEST(http_server, may_end_while_clients_are_connected) {
  auto server = serve(echo);
  ASSERT_TRUE(server);
  exec::http_client idle;
  ASSERT_TRUE(idle.send({"GET", server->url() + "/", {}, "", 20'000}));
  server.reset();
}

}  // namespace
}  // namespace foliot::server
