// Where the server listens.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "exec/http_client.hpp"
#include "server/http_server.hpp"

namespace foliot::server {
namespace {

http_server_options any_port() {
  http_server_options out;
  out.port = 0;
  return out;
}

void answer(http::request, std::function<void(http::response)> done) { done({}); }

std::unique_ptr<http_server> serve() {
  auto out = http_server::start(any_port(), answer);
  EXPECT_TRUE(out) << out.error().text();
  return out ? std::move(*out) : nullptr;
}

TEST(http_listening, tells_what_is_bound_before_it_is_asked) {
  http_server_options options = any_port();
  std::vector<uint16_t> told;
  options.on_bound = [&](uint16_t port) { told.push_back(port); };
  const auto server = http_server::start(options, answer);
  ASSERT_TRUE(server) << server.error().text();
  EXPECT_EQ(told, std::vector<uint16_t>{(*server)->port()});
}

TEST(http_listening, names_a_port_in_use) {
  const auto first = serve();
  ASSERT_TRUE(first);
  http_server_options same;
  same.port = first->port();
  const auto second = http_server::start(same, answer);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().place, "127.0.0.1:" + std::to_string(first->port()));
  EXPECT_NE(second.error().text().find("in use"), std::string::npos) << second.error().text();
  EXPECT_NE(second.error().remedy.find("--listen"), std::string::npos);
}

TEST(http_listening, binds_the_same_port_again_at_once) {
  auto first = serve();
  ASSERT_TRUE(first);
  http_server_options same;
  same.port = first->port();
  exec::http_client client;
  // Leaves a connection in TIME_WAIT.
  EXPECT_TRUE(client.send({"GET", first->url() + "/", {}, "", 20'000}));
  first.reset();
  const auto second = http_server::start(same, answer);
  EXPECT_TRUE(second) << second.error().text();
}

TEST(http_listening, refuses_what_is_no_address) {
  http_server_options wrong = any_port();
  wrong.host = "no such host";
  const auto out = http_server::start(wrong, answer);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, errc::bad_input);
  wrong.host = "192.0.2.1";  // reserved for documentation: nobody has it
  EXPECT_FALSE(http_server::start(wrong, answer));
}

TEST(http_listening, listens_on_a_socket_that_children_do_not_inherit) {
  const auto server = serve();
  ASSERT_TRUE(server);
  int listening = 0;
  for (int fd = 3; fd < 256; ++fd) {
    int accepts = 0;
    socklen_t size = sizeof accepts;
    if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &accepts, &size) != 0 || accepts == 0) continue;
    ++listening;
    EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
  }
  EXPECT_GE(listening, 1);
}

}  // namespace
}  // namespace foliot::server
