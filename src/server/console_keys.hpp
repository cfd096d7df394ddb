// The certificates of consoles on disk: DATA/console (docs/console.md, "Files").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "server/certificates.hpp"

namespace foliot::server {

/// Consoles that one engine may trust: each is two small files.
inline constexpr size_t consoles_max = 1'000;
/// Name of the console of the engine's own host.
inline constexpr const char* local_console = "local";

struct known_console {
  std::string name;
  instant from;
  instant until;
  std::string fingerprint;
};

/// What lies below DATA/console, all of it for this user alone (directories 0700, files 0600):
///
///     engine.pem, engine.key   the engine's own certificate and key
///     engine-anchor.pem        what consoles know the engine by
///     trust/HASH.0             the anchor of each console that is trusted
///     consoles/NAME.pem        its certificate
///     local.console            all that the console of this host needs
///     port                     where the engine listens while it runs
///
/// The files are the state: the engine looks at them whenever somebody connects or asks, so that
/// the command line changes them beside a running engine. Thread-safe.
class console_keys {
 public:
  /// Opens them below the data directory `data`, an absolute path; with `make` they are made where
  /// there are none, with a certificate for `local_console`, and the latter is made anew when it
  /// has expired. Fails with not_found, forbidden (another user's, or others may read them), io.
  static result<console_keys> open(const std::string& data, instant now, bool make);

  /// A certificate for `name` and what it needs besides, to be kept secret: the text of one file.
  /// Fails with bad_input (name, days), conflict where there is one, too_large, io.
  result<std::string> issue(const std::string& name, uint32_t days, instant now) const;
  /// From now on that console is refused. Fails with not_found, bad_input, io.
  result<void> revoke(const std::string& name) const;
  /// Those that are trusted, by name. Fails with io or corrupt.
  result<std::vector<known_console>> list() const;
  /// The certificate of a console that is trusted and has not expired; nothing else.
  std::optional<std::string> leaf_of(const std::string& name, instant now) const;

  const std::string& directory() const { return directory_; }
  std::string trust_directory() const { return directory_ + "/trust"; }
  std::string local_file() const { return directory_ + "/" + local_console + ".console"; }
  std::string port_file() const { return directory_ + "/port"; }
  /// The engine's certificate and key, and what consoles know it by.
  result<certificate> engine_certificate() const;

 private:
  explicit console_keys(std::string directory) : directory_(std::move(directory)) {}
  static result<void> make_all(const std::string& directory, instant now);
  result<void> renew_local(instant now) const;
  std::string leaf_file(const std::string& name) const;

  std::string directory_;
};

/// Reads a whole file of at most `most` bytes. Fails with not_found, forbidden, too_large, io.
result<std::string> read_small_file(const std::string& path, size_t most);
/// Reads a file that holds a secret: also fails with forbidden where it is another user's or others
/// may read it.
result<std::string> read_secret_file(const std::string& path, size_t most);
/// Writes `text` for this user alone, whole or not at all, and on disk; replaces what was there.
result<void> write_private_file(const std::string& path, const std::string& text);

}  // namespace foliot::server
