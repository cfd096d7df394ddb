// Which address and port the server listens on, and what it tells of them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <string>
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

void quiet(const http::request&, const std::function<void(http::response)>& done) { done({}); }

std::unique_ptr<http_server> serve() {
  auto out = http_server::start(any_port(), quiet);
  EXPECT_TRUE(out) << out.error().text();
  return out ? std::move(*out) : nullptr;
}

void ask(const http_server& server) {
  exec::http_client client;
  exec::http_call call;
  call.url = server.url() + "/";
  EXPECT_TRUE(client.send(call));
}

TEST(http_listen, tells_what_is_bound_before_it_is_asked) {
  http_server_options options = any_port();
  std::vector<uint16_t> told;
  options.on_bound = [&](uint16_t port) { told.push_back(port); };
  const auto server = http_server::start(options, quiet);
  ASSERT_TRUE(server) << server.error().text();
  EXPECT_EQ(told, std::vector<uint16_t>{(*server)->port()});
}

TEST(http_listen, names_a_port_in_use) {
  const auto first = serve();
  ASSERT_TRUE(first);
  http_server_options same;
  same.port = first->port();
  const auto second = http_server::start(same, quiet);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().place, "127.0.0.1:" + std::to_string(first->port()));
  EXPECT_NE(second.error().text().find("in use"), std::string::npos) << second.error().text();
  EXPECT_NE(second.error().remedy.find("--listen"), std::string::npos);
}

TEST(http_listen, binds_the_same_port_again_at_once) {
  auto first = serve();
  ASSERT_TRUE(first);
  http_server_options same;
  same.port = first->port();
  ask(*first);  // leaves a connection in TIME_WAIT
  first.reset();
  const auto second = http_server::start(same, quiet);
  EXPECT_TRUE(second) << second.error().text();
}

TEST(http_listen, refuses_what_is_no_address) {
  http_server_options wrong = any_port();
  wrong.host = "no such host";
  const auto out = http_server::start(wrong, quiet);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, errc::bad_input);
  wrong.host = "192.0.2.1";  // reserved for documentation: nobody has it
  EXPECT_FALSE(http_server::start(wrong, quiet));
}

TEST(http_listen, listens_on_a_socket_that_children_do_not_inherit) {
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
