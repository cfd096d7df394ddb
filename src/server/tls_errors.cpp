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

thread_local std::string refusal;

/// What is wrong with the peer's certificate, or with what it says at all.
std::string why_refused(const SSL* tls, unsigned long error) {
  const long verdict = ::SSL_get_verify_result(tls);
  switch (verdict) {
    case X509_V_OK: break;
    case X509_V_ERR_CERT_HAS_EXPIRED: return "its certificate has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID: return "its certificate is not valid yet";
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
      return "its certificate was revoked, or is none of this engine's";
    default:
      return std::string("its certificate is not good: ") +
             ::X509_verify_cert_error_string(verdict);
  }
  switch (ERR_GET_REASON(error)) {
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return "it shows no certificate";
    case SSL_R_HTTP_REQUEST:
    case SSL_R_HTTPS_PROXY_REQUEST: return "it speaks HTTP, and this is the port of consoles";
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_UNKNOWN_PROTOCOL:
    case SSL_R_BAD_RECORD_TYPE: return "it does not speak TLS";
    default: break;
  }
  const char* words = ::ERR_reason_error_string(error);
  return std::string("the handshake failed: ") + (words != nullptr ? words : "no reason is known");
}

/// After the end of a handshake and after an alert, which both follow their error.
void on_news(const SSL* tls, int where, int result) {
  const bool failed = (where & SSL_CB_EXIT) != 0 && result <= 0;
  if (!failed && (where & SSL_CB_WRITE_ALERT) != SSL_CB_WRITE_ALERT) return;
  if (const unsigned long error = ::ERR_peek_last_error();
      error != 0 && ::SSL_is_server(tls) == 1 && ::SSL_is_init_finished(tls) == 0)
    refusal = why_refused(tls, error);
  ::ERR_clear_error();
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

std::string take_tls_refusal() { return std::exchange(refusal, {}); }

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
