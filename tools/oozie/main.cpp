// `oozie`: what Oozie's Java command does, started in milliseconds.
#include <netdb.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>

#include "exec/http_client.hpp"
#include "server/clocks.hpp"
#include "tools/client/console.hpp"
#include "tools/client/pause.hpp"
#include "tools/client/user.hpp"
#include "tools/oozie/run.hpp"
#include "tools/oozie/terminal.hpp"

namespace {

using namespace foliot;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The JVM's user.home: of the user, not $HOME.
std::string home() {
  const passwd* entry = ::getpwuid(::geteuid());
  return entry != nullptr ? entry->pw_dir : variable("HOME");
}

/// `hostname -f`.
std::string host() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "localhost";
  addrinfo hints{};
  hints.ai_flags = AI_CANONNAME;
  addrinfo* found = nullptr;
  if (::getaddrinfo(name.data(), nullptr, &hints, &found) != 0 || found == nullptr)
    return name.data();
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  return found->ai_canonname == nullptr ? name.data() : found->ai_canonname;
}

}  // namespace

int main(int argc, char** argv) {
  client::reserve_standard_files();
  const client::console to = client::standard_console();
  const server::system_clock_source clock;
  std::optional<exec::http_client> http;  // TLS takes a while to start, and help needs none
  oozie::surroundings where;
  where.environment = variable;
  where.user = client::user_name();
  where.home = home();
  where.host = host;
  where.in.send = [&](const exec::http_call& call) {
    if (!http) http.emplace();
    return http->send(call);
  };
  where.in.pause = client::pause_for;
  where.in.out = [&](std::string_view text) {
    ::isatty(STDOUT_FILENO) == 1 ? to.out(oozie::harmless(text)) : to.out(text);
  };
  where.in.err = [&](std::string_view text) {
    ::isatty(STDERR_FILENO) == 1 ? to.err(oozie::harmless(text)) : to.err(text);
  };
  where.in.clock = &clock;
  const std::vector<std::string> words(argv + 1, argv + argc);
  return client::after_output(oozie::run(words, where), "oozie", oozie::bad);
}
