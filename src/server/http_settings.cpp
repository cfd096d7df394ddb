#include "server/http_settings.hpp"

#include <charconv>
#include <system_error>
#include <utility>

namespace foliot::server {

namespace {

constexpr int64_t ns_per_second = 1'000'000'000;

/// "r1f2e3d4c5-" of the start: ids of requests are not the same after another one.
std::string id_prefix(instant start) {
  char text[24] = "r";
  const auto end = std::to_chars(text + 1, text + sizeof text, start.ms, 36);
  return std::string(text, end.ptr) + "-";
}

/// Where lines of the access log go; empty: nowhere.
result<std::function<void(const std::string&)>> access_lines(const config& settings,
                                                             log_sink& log) {
  if (settings.access_log == "off") return std::function<void(const std::string&)>{};
  if (settings.access_log != "log")
    return open_access_log(settings.access_log, settings.access_log_mib, settings.access_log_files);
  return std::function<void(const std::string&)>{
      [&log](const std::string& line) { log.write(log_level::info, "http.access", line); }};
}

}  // namespace

result<http_server_options> http_options_of(const config& settings, const listen_address& address,
                                            uint64_t descriptors, const wall_clock& clock,
                                            log_sink& log) {
  http_server_options out;
  out.host = address.host;
  out.port = address.port;
  out.threads = settings.http_threads;
  out.clients.connections = http::connections_within(settings.http_connections, descriptors);
  if (out.clients.connections < settings.http_connections)
    log.write(log_level::warn, "http.descriptors",
              "only " + std::to_string(out.clients.connections) +
                  " clients may be connected at a time, since the system allows " +
                  std::to_string(descriptors) +
                  " open files. Raise that (ulimit -Hn, LimitNOFILE=)");
  out.clients.per_address = settings.http_connections_per_address;
  out.clients.bytes = size_t{settings.http_memory_mib} << 20;
  out.clients.request_ns = settings.http_request_seconds * ns_per_second;
  out.clients.idle_ns = settings.http_idle_seconds * ns_per_second;
  out.clients.answer_ns = settings.http_answer_seconds * ns_per_second;
  out.id_prefix = id_prefix(clock.now());
  out.on_trouble = [&log](const std::string& sentence) {
    log.write(log_level::warn, "http.clients", sentence);
  };
  auto lines = access_lines(settings, log);
  if (!lines) return std::move(lines).error().within("access_log");
  if (*lines)
    out.on_exchange = [write = std::move(*lines)](const http::exchange& one) {
      write(http::access_line(one));
    };
  return out;
}

}  // namespace foliot::server
