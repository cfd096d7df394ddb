// `oozie`: what Oozie's Java command does, started in milliseconds.
#include <netdb.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>

#include "base/visible.hpp"
#include "exec/http_client.hpp"
#include "server/clocks.hpp"
#include "tools/client/console.hpp"
#include "tools/client/pause.hpp"
#include "tools/client/user.hpp"
#include "tools/oozie/run.hpp"

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

/// For a terminal: tabs and line ends as they are, of the rest nothing that it would obey. A pipe
/// gets every byte.
std::string harmless(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = text.find_first_of("\t\r\n");
    out += visible(text.substr(0, end));
    if (end == std::string_view::npos) break;
    // A carriage return is obeyed where a line ends anyway, and would hide text elsewhere.
    if (text[end] != '\r')
      out += text[end];
    else if (end + 1 < text.size() && text[end + 1] != '\n')
      out += "\\r";
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const client::console to = client::standard_console();
  const server::system_clock_source clock;
  std::optional<exec::http_client> http;  // TLS takes a while to start, and help needs none
  oozie::surroundings where;
  where.environment = variable;
  where.user = client::user_name();
  where.home = home();
  where.in.send = [&](const exec::http_call& call) {
    if (!http) http.emplace();
    return http->send(call);
  };
  where.in.pause = client::pause_for;
  where.in.out = [&](std::string_view text) {
    ::isatty(STDOUT_FILENO) == 1 ? to.out(harmless(text)) : to.out(text);
  };
  where.in.err = [&](std::string_view text) {
    ::isatty(STDERR_FILENO) == 1 ? to.err(harmless(text)) : to.err(text);
  };
  where.in.clock = &clock;
  const std::vector<std::string> words(argv + 1, argv + argc);
  // Asked only where it is needed: a name server may be slow.
  if (variable("OOZIE_URL").empty()) where.host = host();
  return oozie::run(words, where);
}
