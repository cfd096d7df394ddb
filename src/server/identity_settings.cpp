#include "server/identity_settings.hpp"

#include <memory>
#include <utility>

#include "server/host_names.hpp"
#include "server/signing.hpp"

namespace foliot::server {

namespace {

/// Hadoop's time for groups; a change of a group is felt after it.
constexpr int64_t remember_ms = 300'000;
/// Users and hosts that are remembered: some hundred bytes each.
constexpr size_t remembered_most = 1'024;

std::function<std::vector<std::string>(const std::string&)> remembering(
    http::remembered_lists::ask_fn ask, const monotonic_clock& steady) {
  constexpr int64_t ns_per_ms = 1'000'000;
  auto lists = std::make_shared<http::remembered_lists>(
      std::move(ask), [&steady] { return steady.now_ns() / ns_per_ms; }, remember_ms,
      remembered_most);
  return [lists = std::move(lists)](const std::string& name) { return lists->of(name); };
}

}  // namespace

result<void> settle_identity(http::api_options& out, const config& settings,
                             const std::string& directory, const monotonic_clock& steady,
                             log_sink& log) {
  const bool own = settings.auth_secret_file.empty();
  auto secret = load_secret(own ? directory + "/http.secret" : settings.auth_secret_file, own);
  if (!secret) return std::move(secret).error();
  http::simple_settings simple;
  simple.anonymous = settings.auth_anonymous;
  simple.validity_ms = settings.auth_token_seconds * ms_per_second;
  simple.cookie_domain = settings.auth_cookie_domain;
  simple.sign = hmac_signature(std::move(*secret));
  out.authenticate = http::simple_authentication(std::move(simple));

  auto proxies = http::read_proxy_users(settings.proxy_users);
  if (!proxies) return std::move(proxies).error().within("proxy_users");
  out.proxies = std::move(*proxies);
  out.permitted = {settings.authorization, http::read_names(settings.admin_users),
                   http::read_names(settings.admin_groups)};
  out.groups = remembering(groups_on_host, steady);
  out.addresses = remembering(addresses_of_host, steady);
  out.remark = [&log](const std::string& sentence) {
    log.write(log_level::debug, "http.credential", sentence);
  };
  out.audit = [&log](const std::string& line) { log.write(log_level::info, "http.audit", line); };
  return {};
}

}  // namespace foliot::server
