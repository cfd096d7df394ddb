#include "server/tls_errors.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace foliot::server {

namespace {

struct free_certificate {
  void operator()(X509* what) const { X509_free(what); }
};
using x509_ptr = std::unique_ptr<X509, free_certificate>;

/// The certificates that this process shows to consoles or engines.
struct shown_certificates {
  std::mutex mutex;
  std::vector<x509_ptr> all;
};
shown_certificates& shown() {
  static shown_certificates out;
  return out;
}

/// After the end of a handshake and after an alert, which both follow their error.
void on_news(const SSL*, int where, int result) {
  const bool failed = (where & SSL_CB_EXIT) != 0 && result <= 0;
  if (failed || (where & SSL_CB_WRITE_ALERT) == SSL_CB_WRITE_ALERT) ::ERR_clear_error();
}

void on_new(void* parent, void*, CRYPTO_EX_DATA* data, int index, long, void*) {
  auto* tls = static_cast<SSL*>(parent);
  const X509* own = ::SSL_get_certificate(tls);
  if (own == nullptr) return;
  const std::lock_guard lock(shown().mutex);
  const auto& all = shown().all;
  if (std::none_of(all.begin(), all.end(),
                   [&](const x509_ptr& each) { return ::X509_cmp(each.get(), own) == 0; }))
    return;
  ::SSL_set_info_callback(tls, on_news);
  ::SSL_set_options(tls, SSL_OP_IGNORE_UNEXPECTED_EOF);
  ::CRYPTO_set_ex_data(data, index, tls);  // the mark of those that on_free looks after
}

void on_free(void*, void* mark, CRYPTO_EX_DATA*, int, long, void*) {
  if (mark != nullptr) ::ERR_clear_error();
}

}  // namespace

result<void> keep_errors_apart(const std::string& leaf) {
  static const int index =
      ::CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL, 0, nullptr, on_new, nullptr, on_free);
  const std::unique_ptr<BIO, int (*)(BIO*)> in(
      ::BIO_new_mem_buf(leaf.data(), static_cast<int>(leaf.size())), ::BIO_free);
  x509_ptr read(::PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr));
  if (read == nullptr || index < 0)
    return failure{errc::corrupt, "this is no certificate in PEM", "", "", ""};
  const std::lock_guard lock(shown().mutex);
  auto& all = shown().all;
  if (std::none_of(all.begin(), all.end(),
                   [&](const x509_ptr& each) { return ::X509_cmp(each.get(), read.get()) == 0; }))
    all.push_back(std::move(read));
  return {};
}

}  // namespace foliot::server
