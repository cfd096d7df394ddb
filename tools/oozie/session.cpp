#include "tools/oozie/session.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/base64.hpp"
#include "tools/oozie/failures.hpp"
#include "tools/oozie/token.hpp"

namespace foliot::oozie {

using exec::http_reply;
using nlohmann::json;

namespace {

constexpr int64_t call_ms_max = 600'000;

/// A body that is a configuration as Oozie's client shows it; nothing for any other.
std::string shown_configuration(const std::string& body) {
  const size_t root = body.find("<configuration>");
  if (root == std::string::npos || !body.starts_with("<?xml")) return {};
  if (body.find('<', 1) != root) return {};
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + body.substr(root);
}

/// In any case of letters, as Java takes it.
bool has_protocol(const std::string& url) {
  std::string protocol = url.substr(0, url.find("://"));
  std::transform(protocol.begin(), protocol.end(), protocol.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return protocol.size() < url.size() && (protocol == "http" || protocol == "https");
}

}  // namespace

failure refusal(const http_reply& reply) {
  const std::string code = reply.header("oozie-error-code");
  const std::string sentence = reply.header("oozie-error-message");
  return coded(code.empty() ? "HTTP error code: " + std::to_string(reply.status) : code,
               sentence.empty() ? reply.reason : sentence);
}

session::session(access how, const world& in) : how_(std::move(how)), in_(in), base_(how_.url) {
  if (!base_.ends_with("/")) base_ += '/';
  if (how_.username.empty()) token_ = read_token(how_.token_file);
}

result<http_reply> session::send(exec::http_call what, bool once_more_when_lost) {
  if (!has_protocol(what.url))
    return coded("IO_ERROR", "java.net.MalformedURLException: no protocol: " + what.url);
  what.timeout_ms = call_ms_max;
  what.direct = true;  // Java's client knows no proxy of the environment
  what.any_certificate = how_.any_certificate;
  int tried = 0;
  while (true) {
    auto reply = in_.send(what);
    if (reply) return reply;
    const bool refused = reply.error().sentence == exec::refused_connection;
    const bool lost =
        once_more_when_lost && reply.error().sentence.starts_with(exec::lost_connection);
    if (!refused && !lost) return coded("IO_ERROR", reply.error().sentence + " [" + what.url + "]");
    const std::string why = refused ? "Connection refused" : reply.error().sentence;
    if (tried == how_.retries)
      return coded("IO_ERROR",
                   "java.io.IOException: Error while connecting Oozie server. No of retries = " +
                       std::to_string(tried) + ". Exception = " + why);
    const int seconds = 1 << std::min(tried, 16);
    ++tried;
    in_.err("Connection exception has occurred [ java.net." +
            std::string(refused ? "ConnectException " : "SocketException ") + why +
            " ]. Trying after " + std::to_string(seconds) +
            " sec. Retry count = " + std::to_string(tried) + "\n");
    in_.pause(int64_t{seconds} * 1000);
  }
}

result<http_reply> session::ask_options(const std::string& url) {
  exec::http_call what;
  what.method = "OPTIONS";
  what.url = url;
  if (!token_.empty()) what.headers.emplace_back("Cookie", "hadoop.auth=\"" + token_ + "\"");
  return send(std::move(what), true);
}

void session::take_token(const http_reply& reply) {
  const std::string token = token_of(reply);
  if (token.empty() || token == token_) return;
  token_ = token;
  write_token(how_.token_file, token_);
}

result<void> session::log_in_by_name(const std::string& url) {
  const char before = url.find('?') == std::string::npos ? '?' : '&';
  const auto reply = ask_options(url + before + "user.name=" + form_encoded(how_.user));
  if (!reply) return reply.error();
  if (reply->status == 404) return broken("no Oozie server answers at " + url);
  if (reply->status < 200 || reply->status > 202)
    return coded("AUTHENTICATION", "Could not authenticate, Authentication failed, URL: " + url +
                                       ", status: " + std::to_string(reply->status) +
                                       ", message: " + reply->reason);
  take_token(*reply);
  nameless_ = token_.empty();
  return {};
}

result<void> session::renew(const std::string& url) {
  const auto reply = ask_options(url);
  if (!reply) return reply.error();
  if (reply->status == 401 || reply->status == 403) {
    forget_token(how_.token_file);
    token_.clear();
    return log_in(url);
  }
  take_token(*reply);
  return {};
}

result<void> session::log_in(const std::string& url) {
  if (!how_.username.empty() || nameless_) return {};
  if (!token_.empty()) {
    if (token_is_fresh(token_, in_.clock->now())) return renew(url);
    token_.clear();
  }
  if (how_.login == "SIMPLE") return log_in_by_name(url);
  const auto reply = ask_options(url);
  if (!reply) return reply.error();
  if (reply->status == 401 && reply->header("www-authenticate").starts_with("Negotiate"))
    return coded("AUTHENTICATION",
                 "the server wants Kerberos, which this command does not speak: use Oozie's own "
                 "client, or -auth BASIC through a gateway");
  if (reply->status == 200) take_token(*reply);
  if (token_is_kerberos(token_)) return {};
  token_.clear();
  return log_in_by_name(url);
}

result<std::string> session::version(interface of) {
  if (versions_.empty()) {
    const std::string url = base_ + "versions";
    if (auto in = log_in(url); !in) return in.error();
    const call versions{"GET", "", {}};
    const auto reply = request(url, versions);
    if (!reply) return reply.error();
    if (reply->status != 200) return refusal(*reply);
    const json known = json::parse(reply->body, nullptr, false);
    if (!known.is_array()) return broken("the server's answer is no list of versions: " + url);
    for (const json& one : known)
      if (one.is_number_integer()) versions_.push_back(one.get<int64_t>());
  }
  const auto knows = [&](int64_t one) {
    return std::find(versions_.begin(), versions_.end(), one) != versions_.end();
  };
  if (of == interface::agreed)
    for (const int64_t one : {2, 1, 0})
      if (knows(one)) return "v" + std::to_string(one);
  if (of == interface::first && knows(1)) return std::string("v1");
  if (of == interface::second && knows(2)) return std::string("v2");
  return coded("UNSUPPORTED_VERSION",
               "the server does not know the version of the interface that this needs");
}

result<http_reply> session::request(const std::string& url, const call& what) {
  exec::http_call out;
  out.method = what.method;
  out.url = url;
  out.body = what.body;
  if (what.xml) out.headers.emplace_back("Content-Type", "application/xml;charset=UTF-8");
  if (!token_.empty()) out.headers.emplace_back("Cookie", "hadoop.auth=\"" + token_ + "\"");
  if (!how_.username.empty())
    out.headers.emplace_back("Authorization",
                             "Basic " + base64(how_.username + ":" + how_.password));
  out.headers.insert(out.headers.end(), how_.headers.begin(), how_.headers.end());
  if (nameless_)
    out.url += (url.find('?') == std::string::npos ? "?user.name=" : "&user.name=") +
               form_encoded(how_.user);
  return send(std::move(out), what.method == "GET");
}

result<http_reply> session::exchange(const call& what) {
  const auto spoken = version(what.of);
  if (!spoken) return spoken.error();
  call full = what;
  if (!how_.do_as.empty()) full.with("doAs", how_.do_as);
  const std::string url = url_of(base_, *spoken, full);
  if (how_.debug) {
    in_.out(what.method + " " + url + "\n");
    in_.out(shown_configuration(what.body));
  }
  if (auto in = log_in(url); !in) return in.error();
  return request(url, full);
}

result<std::string> session::answer(const call& what, int good) {
  auto reply = exchange(what);
  if (!reply) return reply.error();
  if (reply->status != good) return refusal(*reply);
  return std::move(reply->body);
}

}  // namespace foliot::oozie
