#include "server/console_keys.hpp"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

namespace foliot::server {

namespace {

/// A certificate or key of ours takes less than 2 KiB.
constexpr size_t pem_bytes_max = 64 << 10;
constexpr const char* suffix = ".pem";

failure trouble(const std::string& path, const std::string& what) {
  const bool denied = errno == EACCES || errno == EPERM;
  return {denied ? errc::forbidden : errc::io, what + ": " + std::strerror(errno), "", path,
          denied ? "Run this as the user of the engine" : ""};
}

result<void> make_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) == 0) return {};
  return trouble(path, "the directory cannot be made");
}

/// Whether `path` is a directory of this user that nobody else may look into.
result<void> check_private_directory(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) {
    if (errno == ENOENT)
      return failure{errc::not_found, "there are no certificates of consoles", "", path,
                     "The engine makes them at its first start with admin_enabled; check --data"};
    return trouble(path, "the certificates of consoles cannot be looked at");
  }
  if (!S_ISDIR(about.st_mode))
    return failure{errc::io, "this is no directory", "", path, "Move it away"};
  if (about.st_uid != ::geteuid())
    return failure{errc::forbidden, "the certificates of consoles belong to another user", "", path,
                   "Run this as the user of the engine"};
  if ((about.st_mode & 077) != 0)
    return failure{errc::forbidden, "others may look into the certificates of consoles", "", path,
                   "Run chmod 700 on it; if somebody may have read them, remove the directory"};
  return {};
}

/// The files of a console in `directory`; what is half made when it fails is nobody's.
result<std::string> add_console(const std::string& directory, const std::string& name,
                                uint32_t days, instant now) {
  auto anchor = read_small_file(directory + "/engine-anchor.pem", pem_bytes_max);
  if (!anchor) return std::move(anchor).error();
  auto made = issue_certificate(name, certificate_use::console, now, days);
  if (!made) return std::move(made).error();
  auto hash = anchor_file_name(made->anchor);
  if (!hash) return std::move(hash).error();
  const std::string trusted = directory + "/trust/" + *hash;
  // Once in 2^32 another console has that name: it would not be trusted any more.
  if (::access(trusted.c_str(), F_OK) == 0)
    return failure{errc::conflict, "the name of the anchor is taken by chance", "", trusted,
                   "Do the same again"};
  if (auto written =
          write_private_file(directory + "/consoles/" + name + suffix, made->leaf + made->anchor);
      !written)
    return std::move(written).error();
  if (auto written = write_private_file(trusted, made->anchor); !written)
    return std::move(written).error();
  return console_file_text({made->leaf, made->key, std::move(*anchor)},
                           "Console '" + name + "' of a Foliot engine. Whoever has this file may " +
                               "do everything in its name.");
}

}  // namespace

std::string console_keys::leaf_file(const std::string& name) const {
  return directory_ + "/consoles/" + name + suffix;
}

/// Under another name first, so that a crash leaves nothing that is half made.
result<void> console_keys::make_all(const std::string& directory, instant now) {
  const std::string fresh = directory + ".new";
  std::error_code ignored;
  std::filesystem::remove_all(fresh, ignored);
  for (const char* each : {"", "/trust", "/consoles"})
    if (auto made = make_directory(fresh + each); !made) return made;
  auto engine = issue_certificate("engine", certificate_use::engine, now, engine_days);
  if (!engine) return std::move(engine).error();
  const std::pair<const char*, const std::string*> files[] = {
      {"/engine.pem", &engine->leaf},
      {"/engine.key", &engine->key},
      {"/engine-anchor.pem", &engine->anchor}};
  for (const auto& [name, text] : files)
    if (auto written = write_private_file(fresh + name, *text); !written) return written;
  auto local = add_console(fresh, local_console, console_days_max, now);
  if (!local) return std::move(local).error();
  if (auto written = write_private_file(fresh + "/local.console", *local); !written) return written;
  if (std::rename(fresh.c_str(), directory.c_str()) == 0) return {};
  return trouble(directory, "the certificates of consoles cannot be made");
}

/// Who took the local console's trust away shall not find it back after a restart.
result<void> console_keys::renew_local(instant now) const {
  const auto leaf = read_small_file(leaf_file(local_console), pem_bytes_max);
  if (!leaf) return {};
  const auto facts = read_certificate(*leaf);
  if (facts && facts->until > now) return {};
  if (auto gone = revoke(local_console); !gone) return gone;
  auto text = issue(local_console, console_days_max, now);
  if (!text) return std::move(text).error();
  return write_private_file(local_file(), *text);
}

result<console_keys> console_keys::open(const std::string& data, instant now, bool make) {
  const std::string directory = data + "/console";
  if (make && ::access(directory.c_str(), F_OK) != 0 && errno == ENOENT)
    if (auto made = make_all(directory, now); !made) return std::move(made).error();
  for (const char* each : {"", "/trust", "/consoles"})
    if (auto fine = check_private_directory(directory + each); !fine)
      return std::move(fine).error();
  console_keys out(directory);
  if (!make) return out;
  if (auto fine = out.engine_certificate(); !fine) return std::move(fine).error();
  if (auto renewed = out.renew_local(now); !renewed) return std::move(renewed).error();
  return out;
}

result<certificate> console_keys::engine_certificate() const {
  auto leaf = read_small_file(directory_ + "/engine.pem", pem_bytes_max);
  auto key = read_secret_file(directory_ + "/engine.key", pem_bytes_max);
  auto anchor = read_small_file(directory_ + "/engine-anchor.pem", pem_bytes_max);
  for (const auto* each : {&leaf, &key, &anchor})
    if (!*each) return each->error();
  const auto facts = read_certificate(*leaf);
  const auto signature = sign_text(*key, "the key fits");
  if (!facts || !signature || !is_signed(*leaf, "the key fits", *signature))
    return failure{errc::corrupt, "certificate and key of the engine do not fit each other", "",
                   directory_, "Remove the directory: the next start makes all certificates anew"};
  return certificate{std::move(*leaf), std::move(*key), std::move(*anchor)};
}

result<std::string> console_keys::issue(const std::string& name, uint32_t days, instant now) const {
  if (auto fine = check_console_name(name); !fine) return std::move(fine).error();
  if (days == 0 || days > console_days_max)
    return failure{errc::bad_input, "a certificate cannot be good for so many days", "",
                   std::to_string(days), "Give 1 to " + std::to_string(console_days_max)};
  if (::access(leaf_file(name).c_str(), F_OK) == 0)
    return failure{errc::conflict, "there is a console of that name", "", name,
                   "Choose another, or run 'foliot console revoke " + name + "' first"};
  const auto known = list();
  if (!known) return known.error();
  if (known->size() >= consoles_max)
    return failure{errc::too_large, "there are " + std::to_string(consoles_max) + " consoles", "",
                   directory_, "Revoke those that nobody uses"};
  return add_console(directory_, name, days, now);
}

result<void> console_keys::revoke(const std::string& name) const {
  if (auto fine = check_console_name(name); !fine) return fine;
  const auto both = read_small_file(leaf_file(name), pem_bytes_max);
  if (!both)
    return failure{both.error().code,
                   both.error().code == errc::not_found ? "there is no console of that name"
                                                        : both.error().sentence,
                   "", name, "See 'foliot console certificates'"};
  // First what the engine asks at each message, then what TLS asks at each connection.
  if (::unlink(leaf_file(name).c_str()) != 0)
    return trouble(leaf_file(name), "the console cannot be revoked");
  const size_t second = both->find("-----BEGIN", 1);
  const auto hash = anchor_file_name(
      second == std::string::npos ? std::string_view() : std::string_view(*both).substr(second));
  if (hash && ::unlink((trust_directory() + "/" + *hash).c_str()) != 0 && errno != ENOENT)
    return trouble(trust_directory() + "/" + *hash, "the anchor cannot be removed");
  if (name == local_console) ::unlink(local_file().c_str());
  return {};
}

result<std::vector<known_console>> console_keys::list() const {
  const std::string folder = directory_ + "/consoles";
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  if (!open) return trouble(folder, "the consoles cannot be listed");
  std::vector<known_console> out;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string file = entry->d_name;
    if (!file.ends_with(suffix)) continue;
    const std::string name = file.substr(0, file.size() - std::strlen(suffix));
    const auto text = read_small_file(folder + "/" + file, pem_bytes_max);
    const result<certificate_facts> facts = text ? read_certificate(*text) : text.error();
    if (!facts) return facts.error().within(folder + "/" + file);
    out.push_back({name, facts->from, facts->until, facts->fingerprint});
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

std::optional<std::string> console_keys::leaf_of(const std::string& name, instant now) const {
  if (!check_console_name(name)) return {};
  auto text = read_small_file(leaf_file(name), pem_bytes_max);
  if (!text) return {};
  const auto facts = read_certificate(*text);
  if (!facts || facts->name != name || now < facts->from || now >= facts->until) return {};
  return std::move(*text);
}

}  // namespace foliot::server
