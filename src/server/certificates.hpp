// X.509 certificates of the engine and of consoles, made and read in memory (docs/console.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/instant.hpp"
#include "base/result.hpp"

namespace foliot::server {

/// Days that a certificate of a console may be good for.
inline constexpr uint32_t console_days_default = 365;
inline constexpr uint32_t console_days_max = 3'650;
/// Longest name of a console, bytes: X.509 allows 64 in a common name.
inline constexpr size_t console_name_bytes_max = 64;
/// The engine's own certificate outlives the data directory: consoles hold its anchor.
inline constexpr uint32_t engine_days = 36'500;

/// Which end of a connection a certificate is for; it is refused at the other one.
enum class certificate_use : uint8_t { engine, console };

/// A key pair, and a certificate for which an anchor of its own vouches: no two certificates have
/// one anchor, so that to trust one no more is to remove its anchor. The anchor's own key is
/// forgotten: nothing else can be signed with it. All in PEM.
struct certificate {
  std::string leaf;
  std::string key;
  std::string anchor;
};

/// What a certificate says of itself.
struct certificate_facts {
  std::string name;  ///< Of the console; "engine".
  instant from;
  instant until;
  std::string fingerprint;  ///< SHA-256 in 64 hexadecimal digits.
};

/// 1 to 64 letters, digits, '.', '_' and '-', the first a letter or digit: it is a file's name and
/// a user's in the audit. Fails with bad_input.
result<void> check_console_name(std::string_view name);

/// A certificate on P-256, good from `now` on for `days` (1 to engine_days). Fails with bad_input
/// for other days, with internal when OpenSSL does.
result<certificate> issue_certificate(const std::string& name, certificate_use use, instant now,
                                      uint32_t days);

/// Reads the first certificate of a PEM text. Fails with corrupt.
result<certificate_facts> read_certificate(std::string_view pem);

/// The name under which OpenSSL looks for the anchor `pem` in a directory: "5ed36f99.0". Fails with
/// corrupt.
result<std::string> anchor_file_name(std::string_view pem);

/// Signs `text` with the private key `key_pem`; bytes. Fails with corrupt when that is no key.
result<std::string> sign_text(std::string_view key_pem, std::string_view text);
/// Whether `signature` is that of `text` by the key of the certificate `leaf_pem`. Hostile bytes
/// are a wrong signature.
bool is_signed(std::string_view leaf_pem, std::string_view text, std::string_view signature);

/// So many random bytes in twice as many hexadecimal digits. Fails with internal.
result<std::string> random_hex(size_t bytes);

/// What a console keeps in one file: certificate, key, and the anchor of the engine.
struct console_file {
  std::string leaf;
  std::string key;
  std::string engine_anchor;
};
/// The text of such a file.
std::string console_file_text(const console_file& file, const std::string& comment);
/// Reads it. Fails with bad_input and what is missing.
result<console_file> read_console_file(std::string_view text);

}  // namespace foliot::server
