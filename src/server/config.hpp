// The server's settings: foliot.toml, overridden by the command line.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/dialect.hpp"
#include "base/limits.hpp"
#include "base/log.hpp"
#include "base/result.hpp"
#include "http/limits.hpp"
#include "model/workflow.hpp"

namespace foliot::server {

/// What coord:latest looks back from: when the action was made, or when it is looked at.
enum class latest_base : uint8_t { creation, now };

/// Whether a mail server is spoken to in TLS.
enum class starttls_rule : uint8_t { off, offered, required };
/// What becomes of a host whose key is not known yet, or has changed.
enum class host_key_rule : uint8_t { accept_new, strict, off };

/// As whom programs of actions run: all as the engine's user, or each as its job's.
enum class run_as_rule : uint8_t { off, sudo };

/// Every setting with its default; config.cpp holds names, bounds and effects as one table.
struct config {
  std::string data = "foliot-data";        ///< Directory of the database, runs and certificates.
  std::string listen = "127.0.0.1:11000";  ///< HOST:PORT; port 0: any free one.
  std::string base_url;  ///< Of Oozie's interface, as clients reach it; empty: by `listen`.
  std::string system_id = "foliot";  ///< Part of every job id.
  model::lost_rule on_lost = model::lost_rule::rerun;
  uint32_t action_output_bytes = limits::output_data_bytes_max;
  bool subworkflow_libraries = false;  ///< Whether a workflow's lib/ is that of those below it.
  std::string system_libpath;          ///< The sharelib's directory; empty: there is none.
  dialect compat = dialect::lenient;
  latest_base latest_from = latest_base::creation;
  bool rerun_of_children = true;
  std::string processing_timezone = "UTC";
  uint32_t run_slots = limits::run_slots_default;  ///< Programs at the same time.
  uint64_t run_memory_bytes = 0;                   ///< Limits of each run; 0: none.
  uint64_t run_cpu_seconds = 0;
  uint32_t run_processes = 0;
  uint32_t run_open_files = 0;
  uint64_t run_file_bytes = 0;
  uint32_t run_nice = 0;
  std::string run_cgroup = "auto";  ///< "off", "auto" or the path of a control group.
  run_as_rule run_as = run_as_rule::off;
  uint32_t starts_per_minute = 0;  ///< Limit of all starts together; 0: none.
  uint32_t starts_burst = 0;       ///< Most at once; 0: what ten seconds bring.
  uint64_t free_space_reserve_mib = limits::free_space_reserve_default >> 20;
  uint32_t rescan_seconds = 30;    ///< Between looks at directories that inotify may have missed.
  uint32_t scheduler_threads = 0;  ///< 0: one per core.
  uint32_t http_threads = 2;
  uint32_t http_connections = limits::http_connections_default;
  uint32_t http_connections_per_address = limits::http_connections_per_address_default;
  uint32_t http_idle_seconds = 60;
  uint32_t http_request_seconds = limits::http_request_seconds_default;
  uint32_t http_answer_seconds = limits::http_answer_seconds_default;
  uint32_t http_memory_mib = limits::http_memory_mib_default;
  std::string http_hosts;          ///< Further names of this host, or "*".
  std::string access_log = "off";  ///< "off", "log" or the path of a file.
  uint32_t access_log_mib = 64;    ///< From this size on another file is begun.
  uint32_t access_log_files = 4;
  uint32_t uncommitted_commands = limits::uncommitted_commands_max;
  uint32_t purge_interval_minutes = 60;  ///< Least time between two purges; 0: only by hand.
  uint32_t purge_workflow_days = 30;
  uint32_t purge_coordinator_days = 7;
  uint32_t purge_bundle_days = 7;
  bool purge_old_actions = false;
  uint32_t purge_trees_per_step = limits::purge_trees_per_step_default;
  log_level log_least = log_level::info;
  std::string log_file;  ///< Empty: standard error.
  /// "host:port=/etc/one,*=/etc/other"; empty: HADOOP_CONF_DIR of the environment, if set.
  std::string hadoop_conf;
  /// Where client programs are: "spark-submit" -> an absolute path; the others are in PATH.
  std::map<std::string, std::string, std::less<>> programs;
  // What foliot-action is told (docs/actions-remote.md).
  std::string email_smtp_host = "localhost";
  uint16_t email_smtp_port = 25;
  std::string email_from = "foliot@localhost";
  std::string email_username;       ///< Empty: no login.
  std::string email_password_file;  ///< Its first line; the password itself is kept nowhere else.
  starttls_rule email_starttls = starttls_rule::offered;
  std::string email_ca_file;  ///< Empty: the system's.
  uint32_t email_timeout_seconds = 10;
  bool email_attachments = true;
  uint32_t email_attachments_mib = 10;
  std::string ssh_config_file;
  std::string ssh_identity_file;
  std::string ssh_known_hosts_file;
  host_key_rule ssh_host_keys = host_key_rule::accept_new;
  uint32_t ssh_connect_seconds = 20;
  uint32_t ssh_reconnects = 3;
  bool ssh_user_at_host = true;
  bool ssh_delete_remote_directory = true;
  /// The settings that the file and the command line made others than by default, as written.
  std::map<std::string, std::string> written;
  // Who may ask, and for what (docs/identity.md).
  bool http_open = false;      ///< Listen also where others than this host can connect.
  bool auth_anonymous = true;  ///< Whether requests that name nobody are answered.
  uint32_t auth_token_seconds = 36'000;
  std::string auth_secret_file;  ///< Empty: "http.secret" in the data directory, made when missing.
  std::string auth_cookie_domain;
  std::string proxy_users;     ///< As http::read_proxy_users reads it.
  bool authorization = false;  ///< Whether permissions are looked at.
  bool admin_enabled = true;   ///< Whether consoles are listened for (docs/console.md).
  std::string admin_listen = "127.0.0.1:0";  ///< HOST:PORT; port 0: any free one.
  std::string admin_users;                   ///< '*' or a list.
  std::string admin_groups;                  ///< The same.

  friend bool operator==(const config&, const config&) = default;
};

/// A setting given on the command line: its name in foliot.toml and its value as text.
struct override_value {
  std::string name;
  std::string value;
};

/// The defaults, then the file `path` (left out when empty), then `overrides`. Fails with bad_input
/// for an unknown key (nearest name and line), a value out of its bounds or of another kind, and
/// with not_found or io when the file cannot be read.
result<config> load_config(const std::string& path, const std::vector<override_value>& overrides);

/// The same from a text; `place` stands for the file's name in messages.
result<config> parse_config(std::string_view text, const std::string& place,
                            const std::vector<override_value>& overrides);

/// "127.0.0.1:11000" or "[::1]:11000" taken apart. Fails with bad_input.
struct listen_address {
  std::string host;
  uint16_t port = 0;
};
result<listen_address> parse_listen(std::string_view text);

/// Whether it stands for all addresses of this host, so that nobody can connect to it: "0.0.0.0",
/// "::" and the like.
bool is_every_address(const std::string& host);

/// What links in answers begin with, without a '/' at its end: `base_url`, else what clients of a
/// server reach that is bound to `host` and `port`; `host_name` is this host's (may be empty).
std::string base_url_of(const config& settings, const std::string& host, uint16_t port,
                        const std::string& host_name);

/// Every setting by its name, as it is written or by default.
std::map<std::string, std::string> settings_of(const config& settings);
/// Whether the address to listen on is this host's alone, or `http_open` says that it need not be:
/// nothing yet proves who asks. Fails with bad_input and the remedy. What is no address passes:
/// whoever listens there says so.
result<void> check_exposure(const config& settings);

/// Whether only this host can connect where it listens.
bool listens_for_this_host(const config& settings);

/// All settings with default, unit, bounds and effect: the text of config/foliot.toml.example.
std::string example_config();

}  // namespace foliot::server
