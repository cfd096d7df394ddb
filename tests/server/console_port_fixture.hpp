// An engine that only consoles see, with a real port, and clients of all kinds.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>

#include "exec/unique_fd.hpp"
#include "server/console_link.hpp"
#include "server/console_port.hpp"
#include "tests/server/console_desk.hpp"

namespace foliot::server {

/// A directory with the certificates of one engine.
class engine_keys {
 public:
  engine_keys() {
    std::string path = testing::TempDir() + "console-port-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) std::abort();
    data = path;
    keys = std::make_unique<console_keys>(*console_keys::open(data, clock.now(), true));
  }
  ~engine_keys() { std::filesystem::remove_all(data); }

  std::string issue(const std::string& name, uint32_t days, instant from) const {
    auto text = keys->issue(name, days, from);
    EXPECT_TRUE(text) << text.error().text();
    return *text;
  }

  system_clock_source clock;
  std::string data;
  std::unique_ptr<console_keys> keys;
};

/// A TLS client of our own, with a certificate or without.
class tls_client {
 public:
  tls_client(int socket, const console_file* file) : context_(SSL_CTX_new(TLS_client_method())) {
    if (file != nullptr) {
      std::unique_ptr<BIO, int (*)(BIO*)> leaf(
          BIO_new_mem_buf(file->leaf.data(), static_cast<int>(file->leaf.size())), BIO_free);
      std::unique_ptr<BIO, int (*)(BIO*)> key(
          BIO_new_mem_buf(file->key.data(), static_cast<int>(file->key.size())), BIO_free);
      X509* one = PEM_read_bio_X509(leaf.get(), nullptr, nullptr, nullptr);
      EVP_PKEY* other = PEM_read_bio_PrivateKey(key.get(), nullptr, nullptr, nullptr);
      EXPECT_EQ(SSL_CTX_use_certificate(context_, one), 1);
      EXPECT_EQ(SSL_CTX_use_PrivateKey(context_, other), 1);
      X509_free(one);
      EVP_PKEY_free(other);
    }
    tls_ = SSL_new(context_);
    SSL_set_fd(tls_, socket);
  }
  ~tls_client() {
    SSL_free(tls_);
    SSL_CTX_free(context_);
  }
  tls_client(const tls_client&) = delete;
  tls_client& operator=(const tls_client&) = delete;

  bool connect() { return SSL_connect(tls_) == 1; }
  bool write(const std::string& bytes) {
    return SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size())) > 0;
  }
  /// Something came.
  bool read() {
    char bytes[64];
    return SSL_read(tls_, bytes, sizeof bytes) > 0;
  }

 private:
  SSL_CTX* context_;
  SSL* tls_ = nullptr;
};

class console_port_test : public testing::Test {
 protected:
  void SetUp() override {
    std::signal(SIGPIPE, SIG_IGN);  // as the engine does
    auto opened = console_port::open(desk, *engine.keys, {"127.0.0.1", 0});
    ASSERT_TRUE(opened) << opened.error().text();
    port = std::move(*opened);
  }
  instant now() const { return engine.clock.now(); }
  console_target target(const std::string& secret) const {
    return {{"127.0.0.1", port->port()}, secret};
  }
  console_target local() const {
    auto found = local_target(engine.data);
    EXPECT_TRUE(found) << found.error().text();
    return *found;
  }
  void expect_served() const {
    const auto link = console_link::open(local());
    ASSERT_TRUE(link) << link.error().text();
    EXPECT_TRUE((*link)->status());
  }
  exec::unique_fd connect() const {
    exec::unique_fd out(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_port = htons(port->port());
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval limit{10, 0};
    ::setsockopt(out.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    EXPECT_EQ(::connect(out.get(), reinterpret_cast<sockaddr*>(&where), sizeof where), 0);
    return out;
  }
  static std::string noise(unsigned seed, size_t bytes) {
    std::mt19937 chance(seed);
    std::string out(bytes, '\0');
    for (char& c : out) c = static_cast<char>(chance());
    return out;
  }
  /// Whether the other end closed, rather than to answer.
  static bool is_closed(int socket) {
    char byte = 0;
    for (int i = 0; i < 100'000; ++i) {
      const ssize_t got = ::recv(socket, &byte, 1, 0);
      if (got <= 0) return got == 0 || errno == ECONNRESET;
    }
    return false;
  }

  engine_keys engine;
  plain_desk desk{*engine.keys};
  std::unique_ptr<console_port> port;
};

}  // namespace foliot::server
