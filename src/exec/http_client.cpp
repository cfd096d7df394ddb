#include "exec/http_client.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <mutex>

namespace foliot::exec {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

void start_curl_once() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

struct receiver {
  http_reply reply;
  size_t bytes_max = http_client::reply_bytes_max;
  bool too_large = false;
};

extern "C" size_t foliot_take_body(char* data, size_t size, size_t count, void* into) {
  auto& to = *static_cast<receiver*>(into);
  if (to.reply.body.size() + size * count > to.bytes_max) {
    to.too_large = true;
    return 0;
  }
  to.reply.body.append(data, size * count);
  return size * count;
}

/// One header line; the status line begins a new answer (after "100 Continue", for example).
extern "C" size_t foliot_take_header(char* data, size_t size, size_t count, void* into) {
  auto& to = *static_cast<receiver*>(into);
  std::string line(data, size * count);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  if (line.rfind("HTTP/", 0) == 0) {
    to.reply.headers.clear();
    const size_t code = line.find(' ');
    const size_t reason = code == std::string::npos ? code : line.find(' ', code + 1);
    to.reply.reason = reason == std::string::npos ? "" : line.substr(reason + 1);
    return size * count;
  }
  const size_t colon = line.find(':');
  if (colon == std::string::npos) return size * count;
  const size_t value = line.find_first_not_of(" \t", colon + 1);
  to.reply.headers.emplace_back(line.substr(0, colon),
                                value == std::string::npos ? "" : line.substr(value));
  return size * count;
}

bool is_this_host(const std::string& url) {
  for (const char* host : {"://127.", "://localhost", "://[::1]"})
    if (url.find(host) != std::string::npos) return true;
  return false;
}

failure failure_of(CURLcode code, const http_call& call, bool too_large, const char* detail) {
  if (too_large)
    return {errc::too_large, "the answer is too long", "", call.url, "Ask for less at a time"};
  if (code == CURLE_COULDNT_CONNECT)
    return {errc::unavailable, std::string(refused_connection), "", call.url, ""};
  const std::string why = *detail != '\0' ? detail : curl_easy_strerror(code);
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_OPERATION_TIMEDOUT: return {errc::unavailable, why, "", call.url, ""};
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
      return {errc::unavailable, std::string(lost_connection) + ": " + why, "", call.url, ""};
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL: return {errc::bad_input, why, "", call.url, ""};
    default: return {errc::io, why, "", call.url, ""};
  }
}

}  // namespace

std::string http_reply::header(const std::string& name) const {
  for (const auto& [key, value] : headers) {
    if (std::equal(key.begin(), key.end(), name.begin(), name.end(),
                   [](char a, char b) { return lower(a) == lower(b); }))
      return value;
  }
  return {};
}

struct http_client::handle {
  CURL* curl = nullptr;
  curl_slist* headers = nullptr;
  std::array<char, CURL_ERROR_SIZE> detail{};

  handle() {
    start_curl_once();
    curl = curl_easy_init();
  }
  ~handle() {
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
  }
  handle(const handle&) = delete;
  handle& operator=(const handle&) = delete;

  void add_header(const std::string& line) {
    if (curl_slist* grown = curl_slist_append(headers, line.c_str())) headers = grown;
  }

  void prepare(const http_call& call, receiver& into) {
    curl_easy_reset(curl);  // keeps the connection
    curl_slist_free_all(headers);
    headers = nullptr;
    detail[0] = '\0';
    curl_easy_setopt(curl, CURLOPT_URL, call.url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, detail.data());
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(call.timeout_ms));
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(std::min<int64_t>(call.timeout_ms, 10'000)));
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, foliot_take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &into);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, foliot_take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &into);
    if (!call.proxy.empty() || call.direct || is_this_host(call.url))
      curl_easy_setopt(curl, CURLOPT_PROXY, call.proxy.c_str());
    if (call.any_certificate) {
      curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
      curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    if (!call.body.empty() || call.method == "POST") {
      curl_easy_setopt(curl, CURLOPT_POSTFIELDS, call.body.data());
      curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE,
                       static_cast<curl_off_t>(call.body.size()));
      add_header("Expect:");  // servers need not answer "100 Continue", and curl would wait for it
    }
    if (call.method != "GET" && call.method != "POST")
      curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, call.method.c_str());
    for (const auto& [name, value] : call.headers) add_header(name + ": " + value);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  }
};

http_client::http_client() : handle_(std::make_unique<handle>()) {}
http_client::~http_client() = default;

result<http_reply> http_client::send(const http_call& call) {
  if (handle_->curl == nullptr) return failure{errc::io, "libcurl cannot start", "", "", ""};
  receiver into;
  into.bytes_max = std::min(call.reply_bytes, reply_bytes_max);
  handle_->prepare(call, into);
  const CURLcode code = curl_easy_perform(handle_->curl);
  if (code != CURLE_OK) return failure_of(code, call, into.too_large, handle_->detail.data());
  long status = 0;
  curl_easy_getinfo(handle_->curl, CURLINFO_RESPONSE_CODE, &status);
  into.reply.status = static_cast<int>(status);
  return std::move(into.reply);
}

std::string url_encode(const std::string& text) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '~' || c == '@';
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += digits[static_cast<unsigned char>(c) >> 4];
      out += digits[static_cast<unsigned char>(c) & 15];
    }
  }
  return out;
}

}  // namespace foliot::exec
