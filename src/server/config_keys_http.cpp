// Settings of connections and requests (docs/protection.md).
#include <algorithm>
#include <string_view>

#include "base/public_url.hpp"
#include "http/proxy_users.hpp"
#include "server/config.hpp"
#include "server/config_key_makers.hpp"

namespace foliot::server {

namespace {

result<void> is_access_log(const std::string& text) {
  if (text == "off" || text == "log" || (text.size() > 1 && text.starts_with('/'))) return {};
  return wrong("'" + text + "' is neither off nor log nor an absolute path",
               "Give off, log, or a file such as /var/log/foliot/access.log");
}

result<void> are_hosts(const std::string& text) {
  constexpr size_t longest = 255;
  const http::names_rule read = http::read_names(text);
  for (const std::string& name : read.names) {
    const bool fine = name.size() <= longest && std::all_of(name.begin(), name.end(), [](char c) {
                        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                               (c >= 'A' && c <= 'Z') || c == '.' || c == '-' || c == '_';
                      });
    if (!fine)
      return wrong("'" + name.substr(0, 100) + "' is no name of a host",
                   "Give names without ports and with commas between them, or '*' alone");
  }
  return {};
}

/// What is wrong with an address for links: a sentence; empty where nothing is.
std::string flaw_of_base(const std::string& url) {
  constexpr size_t longest = 1'000;
  const std::string shown = "'" + public_url(url).substr(0, longest) + "' ";
  if (!url.starts_with("http://") && !url.starts_with("https://"))
    return shown + "begins with neither http:// nor https://";
  const bool plain = std::all_of(url.begin(), url.end(), [](char c) {
    return c > ' ' && c < '\x7F' && std::string_view("\"<>\\^`{|}").find(c) == std::string::npos;
  });
  if (!plain || url.size() > longest)
    return shown + "holds what no address does, or more than " + std::to_string(longest) + " bytes";
  if (url.find_first_of("?#@") != std::string::npos)
    return shown + "holds more than host, port and path";
  const std::string authority = host_of_url(url);
  const auto place = parse_listen(authority.find(':', authority.rfind(']') + 1) == std::string::npos
                                      ? authority + ":80"
                                      : authority);
  if (!place) return shown + "names no host";
  if (is_every_address(place->host)) return "nobody can connect to " + place->host;
  return {};
}

result<void> is_base_url(const std::string& url) {
  const std::string flaw = url.empty() ? url : flaw_of_base(url);
  if (flaw.empty()) return {};
  return wrong(flaw, "Write it as in http://oozie.example.org:11000/oozie, or leave it out");
}

void add_connections(std::vector<config_key>& out) {
  out.push_back(number_key("http_threads", &config::http_threads, 1, 16, "threads",
                           "Threads that answer requests."));
  out.push_back(number_key("http_connections", &config::http_connections, 1, 65'536, "connections",
                           "How many clients may be connected at a time; fewer where the system "
                           "allows the engine too few open files. When all are, one that only "
                           "waits is closed for the next: who has not sent a whole request yet "
                           "goes first."));
  out.push_back(number_key("http_connections_per_address", &config::http_connections_per_address, 1,
                           65'536, "connections",
                           "How many of them may come from one address, this host's too; of IPv6 "
                           "the first 64 bits count. Raise both where everybody comes through "
                           "one gateway."));
  out.push_back(number_key("http_idle_seconds", &config::http_idle_seconds, 1, 3'600, "seconds",
                           "A connection is closed when no request came for so long."));
  out.push_back(number_key("http_request_seconds", &config::http_request_seconds, 1, 3'600,
                           "seconds",
                           "How long one request may take from its first byte to its last, and a "
                           "new connection to its first request; then it is closed."));
  out.push_back(number_key("http_answer_seconds", &config::http_answer_seconds, 1, 3'600, "seconds",
                           "How long a client may take to read an answer; then its connection is "
                           "closed."));
  out.push_back(number_key("http_memory_mib", &config::http_memory_mib, 8, 65'536, "MiB",
                           "How much memory requests that are coming in and answers that are going "
                           "out may take together; beyond it the connections are closed that have "
                           "held the most for the longest time."));
  out.push_back(text_key("http_hosts", &config::http_hosts, "names with commas, or *, or empty",
                         "Names by which clients ask for this server besides localhost, IP "
                         "addresses and the host's own. Others are refused while it listens for "
                         "this host only: a web page could have made them up to reach it through "
                         "a browser here. * takes every name.",
                         are_hosts));
}

void add_access_log(std::vector<config_key>& out) {
  out.push_back(text_key("access_log", &config::access_log, "off, log or an absolute path",
                         "Where each request leaves a line: nowhere, in the engine's own log, or "
                         "in a file of its own.",
                         is_access_log));
  out.push_back(number_key("access_log_mib", &config::access_log_mib, 1, 1'048'576, "MiB",
                           "The size from which on that file is renamed and another one begun."));
  out.push_back(number_key("access_log_files", &config::access_log_files, 1, 1'000, "files",
                           "How many renamed ones are kept."));
}

}  // namespace

void add_address_keys(std::vector<config_key>& out) {
  out.push_back(text_key(
      "base_url", &config::base_url, "http or https URL with a host, or empty",
      "The address of Oozie's interface as clients reach it, with its path: links in answers begin "
      "with it (console URLs, available-oozie-servers). Needed behind a proxy (oozie.base.url). "
      "Empty: http, the address to listen on (this host's name where that is every address), the "
      "port that is bound, and /oozie.",
      is_base_url));
}

void add_http_keys(std::vector<config_key>& out) {
  add_connections(out);
  add_access_log(out);
}

}  // namespace foliot::server
