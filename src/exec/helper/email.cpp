#include <algorithm>
#include <utility>

#include "base/local_path.hpp"
#include "base/text.hpp"
#include "exec/helper/limits.hpp"
#include "exec/helper/mail_message.hpp"
#include "exec/helper/parts.hpp"
#include "exec/helper/smtp.hpp"

namespace foliot::exec::helper {

namespace {

result<smtp_server> server_of(const document& settings) {
  smtp_server out;
  out.host = settings.text("email_smtp_host", "localhost");
  out.port = static_cast<uint16_t>(settings.number("email_smtp_port", 25));
  out.user = settings.text("email_username");
  out.ca_file = settings.text("email_ca_file");
  out.timeout_ms = settings.number("email_timeout_seconds", 10) * 1'000;
  const std::string tls = settings.text("email_starttls", "offered");
  out.tls = tls == "off"        ? smtp_tls::off
            : tls == "required" ? smtp_tls::required
                                : smtp_tls::offered;
  const std::string secret = settings.text("email_password_file");
  if (out.user.empty() || secret.empty()) return out;
  auto password = read_secret(secret);
  if (!password) {
    failure error = std::move(password).error();
    error.oozie = "EM007";
    return std::move(error).within("the password of the mail server");
  }
  out.password = std::move(*password);
  return out;
}

failure bad_file(std::string sentence, std::string remedy) {
  return {errc::bad_input, std::move(sentence), "EM008", "", std::move(remedy)};
}

/// The files of the lists "path,path".
result<std::vector<mail_file>> files_of(const std::vector<std::string>& lists, int64_t bytes_max) {
  std::vector<mail_file> out;
  auto left = static_cast<size_t>(std::max<int64_t>(0, bytes_max));
  for (std::string_view list : lists) {
    while (!list.empty()) {
      const size_t comma = list.find(',');
      const std::string each{trim(list.substr(0, comma))};
      list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
      if (each.empty()) continue;
      if (out.size() == mail_files_max)
        return bad_file("there are more than " + std::to_string(mail_files_max) + " attachments",
                        "Attach an archive");
      const auto path = local_path(each);
      if (!path)
        return bad_file("the attachment '" + each + "' is not on this host",
                        "Name it as file:///path");
      auto content = read_file(*path, left);
      if (!content && content.error().code == errc::too_large)
        return bad_file(
            "the attachments are larger than " + std::to_string(bytes_max) + " bytes together",
            "Raise email_attachments_mib, or send a link");
      if (!content) return bad_file(content.error().sentence, "");
      left -= content->size();
      out.push_back({path->substr(path->rfind('/') + 1), std::move(*content)});
    }
  }
  return out;
}

result<mail> mail_of(const surroundings& in) {
  mail out;
  auto from = parse_mail_address(in.settings.text("email_from", "foliot@localhost"));
  if (!from) {
    failure error = std::move(from).error();
    error.oozie = "EM002";
    return std::move(error).within("email_from");
  }
  out.from = std::move(*from);
  using list = std::pair<const char*, std::vector<mail_address> mail::*>;
  for (const list& each : {list{"to", &mail::to}, list{"cc", &mail::cc}, list{"bcc", &mail::bcc}}) {
    auto parsed = parse_mail_addresses(in.plan.text(each.first));
    if (!parsed) return std::move(parsed).error().within(each.first);
    out.*each.second = std::move(*parsed);
  }
  if (out.to.empty())
    return failure{errc::bad_input, "nobody is named in 'to'", "EM001", "", "Name a recipient"};
  if (out.to.size() + out.cc.size() + out.bcc.size() > mail_recipients_max)
    return failure{errc::too_large,
                   "there are more than " + std::to_string(mail_recipients_max) + " recipients",
                   "EM004", "", "Send it to a mailing list"};
  out.subject = in.plan.text("subject");
  out.body = in.plan.text("body");
  out.content_type = in.plan.text("content_type", "text/plain");
  out.key = in.plan.text("key");
  out.date = in.clock.now();
  const std::vector<std::string> lists = in.plan.texts("attachment");
  if (in.settings.text("email_attachments", "allowed") == "refused") {
    if (!lists.empty())
      out.body +=
          "\n\n--\nThe files that belong to this mail are not with it: this server sends "
          "no attachments.\n";
    return out;
  }
  auto files = files_of(lists, in.settings.number("email_attachments_mib", 10) << 20);
  if (!files) return std::move(files).error();
  out.files = std::move(*files);
  return out;
}

}  // namespace

outcome send_email(const surroundings& in) {
  auto made = mail_of(in);
  if (!made) return outcome_of(made.error());
  auto text = compose(*made);
  if (!text) return outcome_of(text.error());
  auto server = server_of(in.settings);
  if (!server) return outcome_of(server.error());
  envelope to{made->from.spec, {}};
  for (const auto* list : {&made->to, &made->cc, &made->bcc}) {
    for (const mail_address& each : *list)
      if (std::find(to.to.begin(), to.to.end(), each.spec) == to.to.end())
        to.to.push_back(each.spec);
  }
  // In the log before and after: a run that was killed in between may have sent it.
  note("handing over to " + server->host + ":" + std::to_string(server->port) + ", " +
       std::to_string(to.to.size()) + " recipient(s), " + std::to_string(text->size()) + " bytes");
  auto sent = send_mail(*server, to, *text, in.end);
  if (!sent) return outcome_of(sent.error());
  note("the mail server took it");
  return {};
}

}  // namespace foliot::exec::helper
