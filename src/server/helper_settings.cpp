#include "server/helper_settings.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "base/java_properties.hpp"

namespace foliot::server {

namespace {

std::string_view text_of(starttls_rule of) {
  switch (of) {
    case starttls_rule::off: return "off";
    case starttls_rule::offered: return "offered";
    case starttls_rule::required: break;
  }
  return "required";
}

std::string_view text_of(host_key_rule of) {
  switch (of) {
    case host_key_rule::accept_new: return "accept-new";
    case host_key_rule::off: return "off";
    case host_key_rule::strict: break;
  }
  return "strict";
}

}  // namespace

std::string helper_settings_text(const config& settings) {
  std::string out;
  const auto add = [&](const char* name, std::string_view value) {
    add_java_property(out, name, value);
  };
  add("email_smtp_host", settings.email_smtp_host);
  add("email_smtp_port", std::to_string(settings.email_smtp_port));
  add("email_from", settings.email_from);
  add("email_username", settings.email_username);
  add("email_password_file", settings.email_password_file);
  add("email_starttls", text_of(settings.email_starttls));
  add("email_ca_file", settings.email_ca_file);
  add("email_timeout_seconds", std::to_string(settings.email_timeout_seconds));
  add("email_attachments", settings.email_attachments ? "allowed" : "refused");
  add("email_attachments_mib", std::to_string(settings.email_attachments_mib));
  add("ssh_config_file", settings.ssh_config_file);
  add("ssh_identity_file", settings.ssh_identity_file);
  add("ssh_known_hosts_file", settings.ssh_known_hosts_file);
  add("ssh_host_keys", text_of(settings.ssh_host_keys));
  add("ssh_connect_seconds", std::to_string(settings.ssh_connect_seconds));
  add("ssh_reconnects", std::to_string(settings.ssh_reconnects));
  add("ssh_user_at_host", settings.ssh_user_at_host ? "allowed" : "refused");
  add("ssh_delete_remote_directory", settings.ssh_delete_remote_directory ? "true" : "false");
  return out;
}

result<void> write_helper_settings(const config& settings, const std::string& path) {
  const std::string text = helper_settings_text(settings);
  const std::string fresh = path + ".new";
  const auto trouble = [&] {
    return failure{errc::io, std::string("it cannot be written: ") + std::strerror(errno), "", path,
                   ""};
  };
  ::unlink(fresh.c_str());
  const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return trouble();
  const ssize_t put = ::write(fd, text.data(), text.size());
  ::close(fd);
  if (put != static_cast<ssize_t>(text.size())) return trouble();
  if (std::rename(fresh.c_str(), path.c_str()) != 0) return trouble();
  return {};
}

}  // namespace foliot::server
