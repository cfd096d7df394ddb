// Settings of what foliot-action does (docs/actions-remote.md).
#include <algorithm>

#include "server/config_key_makers.hpp"

namespace foliot::server {

namespace {

result<void> is_host(const std::string& text) {
  constexpr size_t longest = 255;
  const bool fine = !text.empty() && text.size() <= longest && text.front() != '-' &&
                    std::all_of(text.begin(), text.end(), [](char c) {
                      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                             (c >= 'A' && c <= 'Z') || c == '.' || c == '-' || c == ':';
                    });
  if (fine) return {};
  return wrong("'" + text + "' is no host", "Give a name or an address, without a port");
}

result<void> is_line(const std::string& text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '"')
      return wrong("it holds a quote or a control character", "Take it out");
  return {};
}

result<void> is_path_or_empty(const std::string& text) {
  if (!text.empty() && text.front() != '/')
    return wrong("'" + text + "' is no absolute path", "Begin it with '/'");
  return is_line(text);
}

void add_email(std::vector<config_key>& out) {
  out.push_back(text_key("email_smtp_host", &config::email_smtp_host, "a host, without a port",
                         "The mail server that email actions hand their mails to "
                         "(oozie.email.smtp.host).",
                         is_host));
  out.push_back(number_key("email_smtp_port", &config::email_smtp_port, 1, 65'535, "port",
                           "Its port (oozie.email.smtp.port)."));
  out.push_back(text_key("email_from", &config::email_from, "a mail address",
                         "Who the mails are from (oozie.email.from.address).", is_line));
  out.push_back(text_key("email_username", &config::email_username, "text, or empty",
                         "The account to sign in with; empty: without signing in "
                         "(oozie.email.smtp.auth, oozie.email.smtp.username).",
                         is_line));
  out.push_back(text_key("email_password_file", &config::email_password_file,
                         "absolute path of a file, or empty",
                         "The account's password: the first line of a file that others may not "
                         "read. It is read whenever a mail is sent.",
                         is_path_or_empty));
  out.push_back(choice_key<starttls_rule>(
      "email_starttls", &config::email_starttls,
      {{"offered", starttls_rule::offered},
       {"required", starttls_rule::required},
       {"off", starttls_rule::off}},
      "Whether the connection is encrypted: where the server offers it, always, or never "
      "(oozie.email.smtp.starttls.enable). With an account choose required: somebody in between "
      "can take the offer away."));
  out.push_back(text_key("email_ca_file", &config::email_ca_file,
                         "absolute path of a PEM file, or empty",
                         "The certificates that the mail server's must come from; empty: those of "
                         "the system.",
                         is_path_or_empty));
  out.push_back(number_key("email_timeout_seconds", &config::email_timeout_seconds, 1, 3'600,
                           "seconds",
                           "How long the mail server may take to connect, and for each answer "
                           "(oozie.email.smtp.socket.timeout.ms)."));
  out.push_back(choice_key<bool>("email_attachments", &config::email_attachments,
                                 {{"allowed", true}, {"refused", false}},
                                 "Whether files are attached; refused: the mail goes without them "
                                 "and says so (oozie.email.attachment.enabled)."));
  out.push_back(number_key("email_attachments_mib", &config::email_attachments_mib, 1, 1'024, "MiB",
                           "The most that the files of one mail may have together."));
}

void add_ssh(std::vector<config_key>& out) {
  const std::string bounds = "absolute path of a file, or empty";
  out.push_back(text_key("ssh_config_file", &config::ssh_config_file, bounds,
                         "The file of options for the ssh client (ssh -F); empty: its own.",
                         is_path_or_empty));
  out.push_back(text_key("ssh_identity_file", &config::ssh_identity_file, bounds,
                         "The private key to sign in with; empty: what the ssh client finds.",
                         is_path_or_empty));
  out.push_back(text_key("ssh_known_hosts_file", &config::ssh_known_hosts_file, bounds,
                         "Where the keys of hosts are kept; empty: where the ssh client does.",
                         is_path_or_empty));
  out.push_back(choice_key<host_key_rule>(
      "ssh_host_keys", &config::ssh_host_keys,
      {{"accept-new", host_key_rule::accept_new},
       {"strict", host_key_rule::strict},
       {"off", host_key_rule::off}},
      "Hosts whose keys are not known are believed once, never, or whatever they show, as Oozie "
      "does. A key that has changed is believed only with off."));
  out.push_back(number_key("ssh_connect_seconds", &config::ssh_connect_seconds, 1, 600, "seconds",
                           "How long a host may take to answer."));
  out.push_back(number_key("ssh_reconnects", &config::ssh_reconnects, 0, 1'000, "times",
                           "How often in a row a lost connection to a running command is made "
                           "again, after 3, 6, 12 ... at most 60 seconds "
                           "(oozie.action.ssh.check.retries.max)."));
  out.push_back(choice_key<bool>("ssh_user_at_host", &config::ssh_user_at_host,
                                 {{"allowed", true}, {"refused", false}},
                                 "Whether an ssh action may name another user than the job's "
                                 "(oozie.action.ssh.allow.user.at.host)."));
  out.push_back(choice_key<bool>("ssh_delete_remote_directory",
                                 &config::ssh_delete_remote_directory,
                                 {{"true", true}, {"false", false}},
                                 "Whether the other host keeps nothing of an ssh action that has "
                                 "ended (oozie.action.ssh.delete.remote.tmp.dir)."));
}

}  // namespace

void add_remote_keys(std::vector<config_key>& out) {
  add_email(out);
  add_ssh(out);
}

}  // namespace foliot::server
