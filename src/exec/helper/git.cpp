#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/local_path.hpp"
#include "base/public_url.hpp"
#include "base/text.hpp"
#include "base/visible.hpp"
#include "exec/helper/limits.hpp"
#include "exec/helper/parts.hpp"
#include "exec/helper/program.hpp"
#include "exec/helper/quote.hpp"
#include "exec/helper/ssh_client.hpp"
#include "exec/helper/tree_move.hpp"

namespace foliot::exec::helper {

namespace {

namespace fs = std::filesystem;

constexpr const char* clone_name = "tmp";
constexpr const char* key_name = "key";

failure bad(std::string sentence, std::string remedy = {}, const char* code = "JA018") {
  return {errc::bad_input, std::move(sentence), code, "", std::move(remedy)};
}

/// %XX undone, as git does it with the password of a URI.
std::string decoded(std::string_view text) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool two = text[at] == '%' && at + 2 < text.size() && digit(text[at + 1]) >= 0 &&
                     digit(text[at + 2]) >= 0;
    out += two ? static_cast<char>(digit(text[at + 1]) * 16 + digit(text[at + 2])) : text[at];
    if (two) at += 2;
  }
  return out;
}

/// What the plan's URI comes to: git's own must not hold a secret, which anybody on this host would
/// see in the list of processes.
struct repository {
  std::string uri;
  std::string scheme;
  std::string shown;  ///< The URI in messages.
  std::string user;   ///< Handed over beside the URI; a lone one may be a token. http and https.
  std::string password;
};

bool is_http(const repository& from) { return from.scheme == "http" || from.scheme == "https"; }

/// Takes the secrets of `userinfo` over. What is left of it stays in the URI.
result<std::string> take_userinfo(const std::string& userinfo, repository& out) {
  const size_t colon = std::min(userinfo.find(':'), userinfo.size());
  if (!is_http(out)) return userinfo.substr(0, colon) + '@';  // its password serves nobody
  out.user = decoded(userinfo.substr(0, colon));
  if (colon < userinfo.size()) out.password = decoded(userinfo.substr(colon + 1));
  for (const std::string* each : {&out.user, &out.password})
    for (const char c : *each)
      if (static_cast<unsigned char>(c) < ' ')
        return bad("the user or the password in the git-uri holds a control character");
  return std::string{};
}

result<repository> repository_of(const std::string& written) {
  repository out;
  const size_t colon = written.find("://");
  out.scheme = written.substr(0, colon == std::string::npos ? 0 : colon);
  out.shown = visible(public_url(written)).substr(0, message_bytes_max);
  constexpr std::array<std::string_view, 5> schemes{"ssh", "https", "http", "git", "file"};
  if (std::find(schemes.begin(), schemes.end(), out.scheme) == schemes.end())
    return bad("the git-uri '" + out.shown + "' has no scheme we know",
               "Write ssh://, https://, http://, git:// or file://");
  for (const char c : written)
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7F)
      return bad("the git-uri holds a blank or a control character", "Percent-encode it");
  const size_t begin = colon + 3;
  const size_t end = std::min(written.find_first_of("/?#", begin), written.size());
  const std::string authority = written.substr(begin, end - begin);
  const size_t at = authority.rfind('@');
  if (authority.starts_with('-') || (at != std::string::npos && authority[at + 1] == '-'))
    return bad("the host of the git-uri begins with '-'");
  out.uri = written;
  if (at == std::string::npos) return out;
  auto kept = take_userinfo(authority.substr(0, at), out);
  if (!kept) return std::move(kept).error();
  out.uri = written.substr(0, begin) + *kept + authority.substr(at + 1) + written.substr(end);
  return out;
}

/// Whether an access control list lets a named user or group read (linux/posix_acl_xattr.h: four
/// bytes of version, then entries of a 16 bit tag, 16 bits of permissions and 32 bits of id).
bool acl_lets_others_read(const std::string& path) {
  std::array<unsigned char, 4096> bytes{};
  const ssize_t size =
      ::getxattr(path.c_str(), "system.posix_acl_access", bytes.data(), bytes.size());
  constexpr unsigned named_user = 2;
  constexpr unsigned named_group = 8;
  constexpr unsigned may_read = 4;
  for (size_t at = 4; size > 0 && at + 8 <= static_cast<size_t>(size); at += 8) {
    const unsigned tag = bytes.at(at) | static_cast<unsigned>(bytes.at(at + 1)) << 8;
    const bool named = tag == named_user || tag == named_group;
    if (named && (bytes.at(at + 2) & may_read) != 0) return true;
  }
  return false;
}

/// The key as a file of our own that ssh accepts: for its owner alone (workflow.md 6, git).
result<std::string> take_key(const std::string& written) {
  const auto path = local_path(written);
  if (!path)
    return bad("the key '" + written + "' is not on this host", "Name it as file:///path",
               "GIT011");
  struct stat about {};
  if (::stat(path->c_str(), &about) != 0)
    return bad("the key " + *path + " cannot be looked at: " + std::strerror(errno), "", "GIT011");
  if ((about.st_mode & S_IROTH) != 0)
    return bad("anybody may read the key " + *path, "Take the permission away: chmod 600",
               "GIT012");
  if (acl_lets_others_read(*path))
    return bad("an access control list lets others read the key " + *path,
               "Take it away: setfacl -b", "GIT013");
  auto key = read_file(*path, secret_bytes_max);
  if (!key) return bad(key.error().sentence, "", "GIT011");
  std::error_code error;
  const std::string copy = (fs::current_path(error) / key_name).string();
  if (auto written_down = write_file(copy, *key, 0600); !written_down)
    return bad(written_down.error().sentence, "", "GIT011");
  return copy;
}

/// User and password as git's own settings for that host alone, in the environment, which /proc
/// shows to its owner alone. A prompt (GIT_ASKPASS) would have the user on a command line.
void add_credentials(const repository& from, std::vector<std::string>& out) {
  const std::string of_host = "credential." + from.scheme + "://" + host_of_url(from.uri);
  std::vector<std::pair<std::string, std::string>> settings{{"username", from.user}};
  // The password that was written is meant, not one that this account keeps for the host.
  if (!from.password.empty()) settings.emplace_back("helper", "");
  settings.emplace_back("helper", "!f() { printf 'password=%s\\n' \"$FOLIOT_GIT_PASSWORD\"; }; f");
  out.push_back("FOLIOT_GIT_PASSWORD=" + from.password);
  out.push_back("GIT_CONFIG_COUNT=" + std::to_string(settings.size()));
  for (size_t i = 0; i < settings.size(); ++i) {
    const std::string number = std::to_string(i);
    out.push_back("GIT_CONFIG_KEY_" + number + "=" + of_host + "." + settings[i].first);
    out.push_back("GIT_CONFIG_VALUE_" + number + "=" + settings[i].second);
  }
}

/// The environment in which git asks nobody and speaks only protocols that we know.
result<std::vector<std::string>> environment_of(const surroundings& in, const repository& from) {
  std::vector<std::string> out{"GIT_TERMINAL_PROMPT=0",
                               "GIT_ALLOW_PROTOCOL=ssh:https:http:git:file",
                               "GIT_PROTOCOL_FROM_USER=0"};
  if (from.scheme == "ssh") {
    std::string key = in.plan.text("key");
    if (!key.empty()) {
      auto copy = take_key(key);
      if (!copy) return std::move(copy).error();
      key = std::move(*copy);
    }
    std::vector<std::string> words{"ssh"};
    const std::vector<std::string> options = ssh_options(in.settings, key);
    words.insert(words.end(), options.begin(), options.end());
    out.push_back("GIT_SSH_COMMAND=" + shell_words(words));
    out.emplace_back("GIT_SSH_VARIANT=ssh");
  }
  if (!from.user.empty() || !from.password.empty()) add_credentials(from, out);
  return out;
}

/// What git said, without the query of the URI, which may be a secret.
std::string words_of(std::string_view errors, const repository& from) {
  std::string out{trim(errors)};
  const size_t query = from.uri.find_first_of("?#");
  if (query == std::string::npos || query + 1 == from.uri.size()) return out;
  const std::string secret = from.uri.substr(query);
  const std::string shown = secret.substr(0, 1) + "...";
  for (size_t at = out.find(secret); at != std::string::npos; at = out.find(secret, at + 4))
    out.replace(at, secret.size(), shown);
  return out;
}

/// The last lines of it.
std::string last_of(const std::string& words) {
  constexpr size_t shown = 600;
  return words.substr(words.size() - std::min(words.size(), shown));
}

result<void> clone(const surroundings& in, const repository& from, const std::string& branch) {
  auto environment = environment_of(in, from);
  if (!environment) return std::move(environment).error();
  program_call call;
  call.words = {"git", "clone", "--quiet", "--no-recurse-submodules"};
  if (!branch.empty())
    call.words.insert(call.words.end(), {"--branch=" + branch, "--single-branch"});
  call.words.insert(call.words.end(), {"--", from.uri, clone_name});
  call.environment = std::move(*environment);
  auto made = run_program(call, &in.end);
  if (!made) return bad(made.error().sentence, made.error().remedy);
  if (made->ended) return bad("it was killed while git cloned " + from.shown);
  const std::string words = words_of(made->errors, from);
  if (!words.empty()) note(words);
  if (made->status != 0) return bad("git could not clone " + from.shown + ": " + last_of(words));
  if (branch.empty()) return {};
  // --branch also takes tags, of which only a branch is meant.
  auto head = read_file(std::string{clone_name} + "/.git/HEAD", secret_bytes_max);
  if (head && trim(*head) == "ref: refs/heads/" + branch) return {};
  return bad("'" + branch + "' is no branch of " + from.shown, "Name a branch, not a tag");
}

}  // namespace

outcome clone_repository(const surroundings& in) {
  auto from = repository_of(in.plan.text("uri"));
  if (!from) return outcome_of(from.error());
  const std::string branch = in.plan.text("branch");
  const auto destination = local_path(in.plan.text("destination"));
  if (!destination)
    return outcome_of(
        bad("the destination '" + in.plan.text("destination") + "' is not on this host",
            "Name it as file:///path", "E0904"));
  if (auto cloned = clone(in, *from, branch); !cloned) return outcome_of(cloned.error());
  ::unlink(key_name);
  if (auto moved = move_tree(clone_name, *destination); !moved) return outcome_of(moved.error());
  note("cloned " + from->shown + " to " + *destination);
  return {};
}

}  // namespace foliot::exec::helper
