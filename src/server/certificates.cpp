#include "server/certificates.hpp"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

namespace foliot::server {

namespace {

template <auto Free>
struct freed_by {
  template <class T>
  void operator()(T* what) const {
    Free(what);
  }
};
using bio_ptr = std::unique_ptr<BIO, freed_by<BIO_free>>;
using key_ptr = std::unique_ptr<EVP_PKEY, freed_by<EVP_PKEY_free>>;
using x509_ptr = std::unique_ptr<X509, freed_by<X509_free>>;
using digest_ptr = std::unique_ptr<EVP_MD_CTX, freed_by<EVP_MD_CTX_free>>;
using extension_ptr = std::unique_ptr<X509_EXTENSION, freed_by<X509_EXTENSION_free>>;

failure openssl_failed(const std::string& what) {
  return {errc::internal, "OpenSSL cannot " + what, "", "", ""};
}

std::string hex(const unsigned char* bytes, size_t count) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * count);
  for (size_t i = 0; i < count; ++i) {
    out += digits[bytes[i] >> 4];
    out += digits[bytes[i] & 0xF];
  }
  return out;
}

bio_ptr reader_of(std::string_view text) {
  return bio_ptr(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string text_of(const bio_ptr& bio) {
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &bytes);
  return {bytes, static_cast<size_t>(size)};
}

/// Never asks anybody for a pass phrase.
int no_pass_phrase(char*, int, int, void*) { return 0; }

x509_ptr parse_certificate(std::string_view pem) {
  const bio_ptr in = reader_of(pem);
  return x509_ptr(PEM_read_bio_X509(in.get(), nullptr, no_pass_phrase, nullptr));
}

std::string pem_of(const x509_ptr& what) {
  const bio_ptr out(BIO_new(BIO_s_mem()));
  return PEM_write_bio_X509(out.get(), what.get()) == 1 ? text_of(out) : std::string();
}

std::string pem_of(const key_ptr& key) {
  const bio_ptr out(BIO_new(BIO_s_mem()));
  const int done =
      PEM_write_bio_PrivateKey(out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  return done == 1 ? text_of(out) : std::string();
}

bool add_extension(const x509_ptr& to, const x509_ptr& issuer, int what, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer.get(), to.get(), nullptr, nullptr, 0);
  const extension_ptr made(X509V3_EXT_conf_nid(nullptr, &context, what, value));
  return made != nullptr && X509_add_ext(to.get(), made.get(), -1) == 1;
}

bool set_name(const x509_ptr& of, const std::string& text) {
  return X509_NAME_add_entry_by_txt(X509_get_subject_name(of.get()), "CN", MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char*>(text.data()),
                                    static_cast<int>(text.size()), -1, 0) == 1;
}

/// A certificate without extensions and signature.
x509_ptr begin_certificate(const std::string& name, const key_ptr& key, instant now,
                           uint32_t days) {
  x509_ptr out(X509_new());
  std::array<unsigned char, 16> serial{};
  if (out == nullptr || RAND_bytes(serial.data(), serial.size()) != 1) return nullptr;
  serial[0] = static_cast<unsigned char>((serial[0] & 0x7F) | 0x40);  // positive, full length
  const std::unique_ptr<BIGNUM, freed_by<BN_free>> number(
      BN_bin2bn(serial.data(), static_cast<int>(serial.size()), nullptr));
  const time_t begin = now.ms / ms_per_second;
  const time_t end = begin + static_cast<time_t>(days) * (ms_per_day / ms_per_second);
  const bool fine = number != nullptr && X509_set_version(out.get(), 2) == 1 &&
                    BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(out.get())) != nullptr &&
                    ASN1_TIME_set(X509_getm_notBefore(out.get()), begin) != nullptr &&
                    ASN1_TIME_set(X509_getm_notAfter(out.get()), end) != nullptr &&
                    X509_set_pubkey(out.get(), key.get()) == 1 && set_name(out, name);
  return fine ? std::move(out) : nullptr;
}

/// Signs `what` in the name of `issuer`, which may be itself.
bool finish(const x509_ptr& what, const x509_ptr& issuer, const key_ptr& key) {
  return X509_set_issuer_name(what.get(), X509_get_subject_name(issuer.get())) == 1 &&
         X509_sign(what.get(), key.get(), EVP_sha256()) > 0;
}

instant instant_of(const ASN1_TIME* when) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(when, &parts) != 1) return {};
  return instant{static_cast<int64_t>(timegm(&parts)) * ms_per_second};
}

std::string common_name(const x509_ptr& of) {
  std::array<char, console_name_bytes_max + 1> out{};
  const int size = X509_NAME_get_text_by_NID(X509_get_subject_name(of.get()), NID_commonName,
                                             out.data(), static_cast<int>(out.size()));
  return size <= 0 ? std::string() : std::string(out.data(), static_cast<size_t>(size));
}

/// The block of `text` that begins at or after `from` with that label; `from` moves behind it.
std::string next_block(std::string_view text, std::string_view label, size_t& from) {
  const std::string begin = "-----BEGIN " + std::string(label) + "-----\n";
  const std::string end = "-----END " + std::string(label) + "-----\n";
  const size_t at = text.find(begin, from);
  const size_t stop = at == text.npos ? at : text.find(end, at);
  if (stop == text.npos) return "";
  from = stop + end.size();
  return std::string(text.substr(at, from - at));
}

}  // namespace

result<void> check_console_name(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  const bool fine = !name.empty() && name.size() <= console_name_bytes_max &&
                    is_letter(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
                      return is_letter(c) || c == '.' || c == '_' || c == '-';
                    });
  if (fine) return {};
  return failure{errc::bad_input, "this cannot be the name of a console", "",
                 std::string(name.substr(0, console_name_bytes_max)),
                 "Give 1 to 64 letters, digits, '.', '_' and '-', a letter or digit first"};
}

result<certificate> issue_certificate(const std::string& name, certificate_use use, instant now,
                                      uint32_t days) {
  if (days == 0 || days > engine_days)
    return failure{errc::bad_input, "a certificate cannot be good for so many days", "",
                   std::to_string(days), "Give 1 to " + std::to_string(console_days_max)};
  auto chance = random_hex(8);
  if (!chance) return std::move(chance).error();
  const key_ptr anchor_key(EVP_EC_gen("P-256"));
  const key_ptr key(EVP_EC_gen("P-256"));
  if (!anchor_key || !key) return openssl_failed("make a key");
  // The name of an anchor is its file's: chance keeps those of one console apart.
  const x509_ptr anchor = begin_certificate(
      "foliot anchor " + *chance + " of " + name.substr(0, 24), anchor_key, now, days);
  const x509_ptr leaf = begin_certificate(name, key, now, days);
  const char* purpose = use == certificate_use::engine ? "serverAuth" : "clientAuth";
  const bool fine =
      anchor && leaf &&
      add_extension(anchor, anchor, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") &&
      add_extension(anchor, anchor, NID_key_usage, "critical,keyCertSign") &&
      add_extension(anchor, anchor, NID_subject_key_identifier, "hash") &&
      finish(anchor, anchor, anchor_key) &&
      add_extension(leaf, anchor, NID_basic_constraints, "critical,CA:FALSE") &&
      add_extension(leaf, anchor, NID_key_usage, "critical,digitalSignature") &&
      add_extension(leaf, anchor, NID_ext_key_usage, purpose) && finish(leaf, anchor, anchor_key);
  if (!fine) return openssl_failed("make a certificate");
  return certificate{pem_of(leaf), pem_of(key), pem_of(anchor)};
}

result<certificate_facts> read_certificate(std::string_view pem) {
  const x509_ptr what = parse_certificate(pem);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (!what || X509_digest(what.get(), EVP_sha256(), digest.data(), &size) != 1)
    return failure{errc::corrupt, "this is no certificate in PEM", "", "", ""};
  return certificate_facts{common_name(what), instant_of(X509_get0_notBefore(what.get())),
                           instant_of(X509_get0_notAfter(what.get())), hex(digest.data(), size)};
}

result<std::string> anchor_file_name(std::string_view pem) {
  const x509_ptr what = parse_certificate(pem);
  int fine = 0;
  const unsigned long hash =
      what ? X509_NAME_hash_ex(X509_get_subject_name(what.get()), nullptr, nullptr, &fine) : 0;
  if (fine != 1) return failure{errc::corrupt, "this is no certificate in PEM", "", "", ""};
  const std::array<unsigned char, 4> bytes{
      static_cast<unsigned char>(hash >> 24), static_cast<unsigned char>(hash >> 16),
      static_cast<unsigned char>(hash >> 8), static_cast<unsigned char>(hash)};
  return hex(bytes.data(), bytes.size()) + ".0";
}

result<std::string> sign_text(std::string_view key_pem, std::string_view text) {
  const bio_ptr in = reader_of(key_pem);
  const key_ptr key(PEM_read_bio_PrivateKey(in.get(), nullptr, no_pass_phrase, nullptr));
  if (!key) return failure{errc::corrupt, "this is no private key in PEM", "", "", ""};
  const digest_ptr digest(EVP_MD_CTX_new());
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::array<unsigned char, 512> out{};
  size_t size = out.size();
  const bool fine =
      digest && EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1 &&
      EVP_DigestSign(digest.get(), out.data(), &size, bytes, text.size()) == 1;
  if (!fine) return openssl_failed("sign");
  return std::string(reinterpret_cast<const char*>(out.data()), size);
}

bool is_signed(std::string_view leaf_pem, std::string_view text, std::string_view signature) {
  const x509_ptr leaf = parse_certificate(leaf_pem);
  const digest_ptr digest(EVP_MD_CTX_new());
  EVP_PKEY* key = leaf ? X509_get0_pubkey(leaf.get()) : nullptr;
  if (key == nullptr || !digest || signature.empty()) return false;
  return EVP_DigestVerifyInit(digest.get(), nullptr, EVP_sha256(), nullptr, key) == 1 &&
         EVP_DigestVerify(digest.get(), reinterpret_cast<const unsigned char*>(signature.data()),
                          signature.size(), reinterpret_cast<const unsigned char*>(text.data()),
                          text.size()) == 1;
}

result<std::string> random_hex(size_t bytes) {
  std::vector<unsigned char> chance(bytes);
  if (RAND_bytes(chance.data(), static_cast<int>(bytes)) != 1)
    return openssl_failed("give random bytes");
  return hex(chance.data(), bytes);
}

std::string console_file_text(const console_file& file, const std::string& comment) {
  return "# " + comment + "\n" + file.leaf + file.key + file.engine_anchor;
}

result<console_file> read_console_file(std::string_view text) {
  size_t at = 0;
  console_file out;
  out.leaf = next_block(text, "CERTIFICATE", at);
  out.key = next_block(text, "PRIVATE KEY", at);
  out.engine_anchor = next_block(text, "CERTIFICATE", at);
  const char* missing = out.leaf.empty()            ? "a certificate"
                        : out.key.empty()           ? "a private key behind its certificate"
                        : out.engine_anchor.empty() ? "the engine's anchor behind its private key"
                                                    : nullptr;
  if (missing != nullptr)
    return failure{errc::bad_input, std::string("the file of a console has not ") + missing, "", "",
                   "Make one with 'foliot console certificate NAME' on the engine's host"};
  if (!parse_certificate(out.leaf) || !parse_certificate(out.engine_anchor))
    return failure{errc::bad_input, "the file of a console has a damaged certificate", "", "",
                   "Copy it again, or make one with 'foliot console certificate NAME'"};
  return out;
}

}  // namespace foliot::server
