#include "exec/helper/smtp.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "base/text.hpp"
#include "base/visible.hpp"
#include "exec/helper/limits.hpp"

namespace foliot::exec::helper {

namespace {

struct sending {
  const std::string& message;
  ending& end;
  size_t given = 0;
  std::string recipient;  ///< Whom the last command named; empty: it was another one.
  std::string refusal;    ///< What the server answered to it, if that was a refusal.
};

/// The server's lines 4xx and 5xx since the last command.
void hear(sending& mail, std::string_view line) {
  const bool refused = line.size() >= 3 && (line[0] == '4' || line[0] == '5') &&
                       line.find_first_not_of("0123456789") >= 3;
  if (!refused || mail.refusal.size() >= mail_answer_bytes_max) return;
  if (!mail.refusal.empty()) mail.refusal += ' ';
  mail.refusal += trim(line).substr(0, mail_answer_bytes_max - mail.refusal.size());
}

/// A command was given. What follows a refusal, to part in peace, does not count.
void told(sending& mail, std::string_view command) {
  if (command.starts_with("QUIT") || command.starts_with("RSET")) return;
  mail.refusal.clear();
  mail.recipient.clear();
  constexpr std::string_view to = "RCPT TO:<";
  if (command.starts_with(to))
    mail.recipient = command.substr(to.size(), command.find('>') - to.size());
}

extern "C" size_t foliot_hear_server(char* data, size_t size, size_t count, void* from) {
  hear(*static_cast<sending*>(from), std::string_view{data, size * count});
  return size * count;
}

/// Passwords come by here as well: nothing but recipients is kept.
extern "C" int foliot_watch_talk(CURL*, curl_infotype type, char* data, size_t size, void* from) {
  if (type == CURLINFO_HEADER_OUT) told(*static_cast<sending*>(from), std::string_view{data, size});
  return 0;
}

extern "C" size_t foliot_give_mail(char* to, size_t size, size_t count, void* from) {
  auto& mail = *static_cast<sending*>(from);
  const size_t part = std::min(size * count, mail.message.size() - mail.given);
  std::copy_n(mail.message.data() + mail.given, part, to);
  mail.given += part;
  return part;
}

extern "C" int foliot_mail_goes_on(void* from, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<sending*>(from)->end.asked() ? 1 : 0;
}

using curl_handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using curl_texts = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

std::string url_of(const smtp_server& server) {
  const bool is_v6 = server.host.find(':') != std::string::npos;
  return "smtp://" + (is_v6 ? "[" + server.host + "]" : server.host) + ":" +
         std::to_string(server.port);
}

long tls_of(smtp_tls how) {
  switch (how) {
    case smtp_tls::off: return CURLUSESSL_NONE;
    case smtp_tls::offered: return CURLUSESSL_TRY;
    case smtp_tls::required: break;
  }
  return CURLUSESSL_ALL;
}

void prepare(CURL* curl, const smtp_server& server, const envelope& to, const curl_slist* list,
             sending& mail, char* detail) {
  const int64_t seconds = std::max<int64_t>(1, (server.timeout_ms + 999) / 1'000);
  curl_easy_setopt(curl, CURLOPT_URL, url_of(server).c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp");
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, detail);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(server.timeout_ms));
  curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, static_cast<long>(seconds));
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(seconds));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(mail_total_ms));
  curl_easy_setopt(curl, CURLOPT_USE_SSL, tls_of(server.tls));
  curl_easy_setopt(curl, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!server.ca_file.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, server.ca_file.c_str());
  if (!server.user.empty()) {
    curl_easy_setopt(curl, CURLOPT_USERNAME, server.user.c_str());
    curl_easy_setopt(curl, CURLOPT_PASSWORD, server.password.c_str());
  }
  curl_easy_setopt(curl, CURLOPT_MAIL_FROM, ("<" + to.from + ">").c_str());
  curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, list);
  curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(mail.message.size()));
  curl_easy_setopt(curl, CURLOPT_READFUNCTION, foliot_give_mail);
  curl_easy_setopt(curl, CURLOPT_READDATA, &mail);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, foliot_hear_server);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &mail);
  curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);  // only so can commands be seen
  curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, foliot_watch_talk);
  curl_easy_setopt(curl, CURLOPT_DEBUGDATA, &mail);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, foliot_mail_goes_on);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &mail);
}

/// The server's own words where it refused, else curl's.
std::string reason_of(CURLcode code, const sending& mail, const char* detail) {
  if (mail.refusal.empty()) return *detail != '\0' ? detail : curl_easy_strerror(code);
  const std::string words = "it said: " + visible(mail.refusal);
  return mail.recipient.empty() ? words : "it refused " + visible(mail.recipient) + ", " + words;
}

failure failure_of(CURLcode code, const smtp_server& server, const sending& mail,
                   const char* detail) {
  const std::string at = server.host + ":" + std::to_string(server.port);
  const std::string why = reason_of(code, mail, detail);
  failure out{errc::io, "the mail server " + at + " did not take it: " + why, "EM007", "", ""};
  switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:
      return {errc::unsupported, "this libcurl cannot send mail", "EM006", "",
              "Install one with SMTP"};
    case CURLE_ABORTED_BY_CALLBACK:
      return {errc::unavailable, "it was ended while the mail was handed over", "EM007", "", ""};
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
      return {errc::unavailable, "the mail server " + at + " does not answer: " + why, "EM007", "",
              "Check email_smtp_host and email_smtp_port"};
    case CURLE_LOGIN_DENIED: {
      failure denied = out;
      denied.remedy = "Check email_username and email_password_file";
      return denied;
    }
    default: return out;
  }
}

}  // namespace

result<void> send_mail(const smtp_server& server, const envelope& to, const std::string& message,
                       ending& end) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  const curl_handle curl{curl_easy_init(), &curl_easy_cleanup};
  if (!curl) return failure{errc::io, "libcurl cannot start", "EM006", "", ""};
  curl_texts list{nullptr, &curl_slist_free_all};
  for (const std::string& each : to.to) {
    curl_slist* grown = curl_slist_append(list.get(), ("<" + each + ">").c_str());
    if (grown == nullptr) return failure{errc::io, "out of memory", "EM005", "", ""};
    static_cast<void>(list.release());
    list.reset(grown);
  }
  sending mail{message, end, 0, {}, {}};
  std::array<char, CURL_ERROR_SIZE> detail{};
  prepare(curl.get(), server, to, list.get(), mail, detail.data());
  const CURLcode code = curl_easy_perform(curl.get());
  if (code != CURLE_OK) return failure_of(code, server, mail, detail.data());
  return {};
}

}  // namespace foliot::exec::helper
