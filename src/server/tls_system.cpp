#include "server/tls_system.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <caf/atom.hpp>
#include <caf/io/middleman.hpp>
#include <caf/openssl/manager.hpp>
#include <cerrno>
#include <cstring>

#include "actors/admin.hpp"
#include "server/tls_errors.hpp"

namespace foliot::server {

namespace {

result<exec::unique_fd> in_memory(const std::string& text) {
  exec::unique_fd file(::memfd_create("foliot-console", MFD_CLOEXEC));
  if (!file || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    return failure{errc::io,
                   std::string("a certificate cannot be kept in memory: ") + std::strerror(errno),
                   "", "", ""};
  return file;
}

std::string path_of(const exec::unique_fd& file) {
  return "/proc/self/fd/" + std::to_string(file.get());
}

}  // namespace

tls_config::tls_config() {
  actors::admin::configure_admin(*this);
  load<caf::io::middleman>();
  load<caf::openssl::manager>();
  set("scheduler.policy", caf::atom("sharing"));
  set("scheduler.max-threads", size_t{1});
}

result<void> tls_config::present(const std::string& leaf, const std::string& key) {
  if (auto apart = keep_errors_apart(leaf); !apart) return apart;
  auto first = in_memory(leaf);
  if (!first) return std::move(first).error();
  auto second = in_memory(key);
  if (!second) return std::move(second).error();
  leaf_ = std::move(*first);
  key_ = std::move(*second);
  openssl_certificate = path_of(leaf_);
  openssl_key = path_of(key_);
  return {};
}

result<void> tls_config::trust(const std::string& anchor) {
  auto made = in_memory(anchor);
  if (!made) return std::move(made).error();
  anchor_ = std::move(*made);
  openssl_cafile = path_of(anchor_);
  return {};
}

void tls_config::trust_directory(const std::string& path) { openssl_capath = path; }

}  // namespace foliot::server
