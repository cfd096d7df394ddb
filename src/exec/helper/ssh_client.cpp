#include "exec/helper/ssh_client.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"

namespace foliot::exec::helper {

std::vector<std::string> ssh_options(const document& settings, const std::string& identity) {
  std::vector<std::string> out;
  const std::string config = settings.text("ssh_config_file");
  if (!config.empty()) out.insert(out.end(), {"-F", config});
  const std::string keys = settings.text("ssh_host_keys", "accept-new");
  // ssh takes the first value of each option, so these win over those of its own files.
  for (const std::string& each :
       {std::string{"BatchMode=yes"}, std::string{"PasswordAuthentication=no"},
        std::string{"KbdInteractiveAuthentication=no"}, std::string{"KbdInteractiveDevices=no"},
        "StrictHostKeyChecking=" + (keys == "strict" ? "yes"
                                    : keys == "off"  ? "no"
                                                     : keys),
        "ConnectTimeout=" + std::to_string(settings.number("ssh_connect_seconds", 20)),
        std::string{"ServerAliveInterval=15"}, std::string{"ServerAliveCountMax=4"},
        std::string{"ForwardAgent=no"}, std::string{"ForwardX11=no"},
        std::string{"ClearAllForwardings=yes"}, std::string{"PermitLocalCommand=no"},
        std::string{"RequestTTY=no"}, std::string{"LogLevel=ERROR"}})
    out.insert(out.end(), {"-o", each});
  const std::string known = settings.text("ssh_known_hosts_file");
  if (!known.empty()) out.insert(out.end(), {"-o", "UserKnownHostsFile=\"" + known + "\""});
  const std::string key = identity.empty() ? settings.text("ssh_identity_file") : identity;
  if (!key.empty()) out.insert(out.end(), {"-i", key, "-o", "IdentitiesOnly=yes"});
  return out;
}

bool is_destination(std::string_view host) {
  constexpr size_t longest = 320;  // 64 of the user, 255 of the host
  if (host.empty() || host.size() > longest || host.front() == '-' || host.front() == '@' ||
      host.back() == '@' || host.find("@-") != std::string_view::npos)
    return false;
  return std::all_of(host.begin(), host.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view{"._-@:"}.find(c) != std::string_view::npos;
  });
}

outcome ssh_trouble(std::string_view errors) {
  struct rule {
    std::string_view words;
    outcome_type type;
    const char* code;
  };
  // In this order: "timed out" also ends sentences about names that cannot be resolved.
  constexpr std::array<rule, 9> rules{{
      {"Could not resolve hostname", outcome_type::transient, "COULD_NOT_RESOLVE_HOST"},
      {"service not known", outcome_type::transient, "COULD_NOT_RESOLVE_HOST"},
      {"timed out", outcome_type::transient, "COULD_NOT_CONNECT"},
      {"Connection refused", outcome_type::transient, "COULD_NOT_CONNECT"},
      {"No route to host", outcome_type::transient, "COULD_NOT_CONNECT"},
      {"Network is unreachable", outcome_type::transient, "COULD_NOT_CONNECT"},
      {"command not found", outcome_type::non_transient, "FNF"},
      {"Permission denied", outcome_type::non_transient, "AUTH_FAILED"},
      {"Host key verification failed", outcome_type::non_transient, "AUTH_FAILED"},
  }};
  constexpr size_t shown = 600;
  for (const rule& each : rules) {
    const size_t at = errors.find(each.words);
    if (at == std::string_view::npos) continue;
    const size_t begin = errors.rfind('\n', at) + 1;  // npos + 1 is 0
    const std::string_view line = errors.substr(begin, errors.find_first_of("\r\n", at) - begin);
    return {each.type, each.code, std::string{trim(line.substr(0, shown))}, {}};
  }
  const std::string_view text = trim(errors);
  const std::string last{text.substr(text.size() - std::min(shown, text.size()))};
  return {outcome_type::error, "UNKNOWN_ERROR", last.empty() ? "ssh failed" : last, {}};
}

}  // namespace foliot::exec::helper
