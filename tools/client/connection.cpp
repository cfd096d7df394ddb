#include "tools/client/connection.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/limits.hpp"
#include "tools/client/user.hpp"

namespace foliot::client {

using nlohmann::json;

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool starts_with(const std::string& text, const std::string& with) {
  return text.rfind(with, 0) == 0;
}

/// Takes "CODE: sentence" apart; the code is known from its own header.
failure coded(const exec::http_reply& reply, const std::string& code) {
  failure out;
  out.code = reply.status == 503 ? errc::unavailable : errc::bad_input;
  out.oozie = code;
  out.sentence = reply.header("oozie-error-message");
  if (starts_with(out.sentence, code + ": ")) out.sentence.erase(0, code.size() + 2);
  // Oozie's own wording, which other clients read: the remedy is for this one's user.
  const std::string_view unknown = out.sentence;
  if (unknown.find("Job does not exist [") != unknown.npos ||
      unknown.find("Action does not exist [") != unknown.npos)
    out.remedy = "See the jobs with 'foliot list'";
  return out;
}

failure failure_of(const exec::http_reply& reply, const std::string& root) {
  const std::string code = reply.header("oozie-error-code");
  if (!code.empty()) return coded(reply, code);
  failure out;
  out.code = reply.status == 503 ? errc::unavailable : errc::bad_input;
  const json body = json::parse(reply.body, nullptr, false);
  if (body.is_object() && body.contains("error") && body["error"].is_object()) {
    const json& error = body["error"];
    out.sentence = error.value("sentence", "");
    out.place = error.value("place", "");
    out.remedy = error.value("remedy", "");
    const std::string own = error.value("code", "");
    if (own.size() == 5 && own[0] == 'E') out.oozie = own;
    return out;
  }
  if (body.is_object() && body.contains("errorMessage") && body["errorMessage"].is_string())
    out.sentence = body["errorMessage"].get<std::string>();
  else
    out.sentence = reply.reason;
  if (out.sentence.empty()) out.sentence = "the server answered " + std::to_string(reply.status);
  if (reply.status == 404) {
    out.place = root;
    out.remedy = "Check that --url names a Foliot server";
  }
  return out;
}

failure no_answer(failure error, const std::string& root) {
  if (error.code != errc::unavailable) {
    error.place = root;
    if (error.code == errc::bad_input) error.remedy = "Write it as http://HOST:PORT";
    return error;
  }
  error.place = root;
  if (error.code == errc::unavailable && error.sentence.find("timed out") != std::string::npos) {
    error.sentence = "the engine takes too long to answer (" + error.sentence + ")";
    error.remedy = "An order may have been taken all the same: look with 'foliot info' or 'list'";
    return error;
  }
  error.sentence = "no engine answers (" + error.sentence + ")";
  error.remedy = "Start one with 'foliot serve', or name another with --url or FOLIOT_URL";
  return error;
}

}  // namespace

result<std::string> server_url(const std::string& option) {
  std::string out = option;
  if (out.empty()) out = environment("FOLIOT_URL");
  if (out.empty()) out = environment("OOZIE_URL");
  if (out.empty()) return std::string("http://127.0.0.1:11000");
  if (!starts_with(out, "http://") && !starts_with(out, "https://"))
    return failure{errc::bad_input, "'" + out + "' is no address of a server", "", "",
                   "Write it as http://HOST:PORT"};
  const auto cut_slashes = [&] {
    while (!out.empty() && out.back() == '/') out.pop_back();
  };
  cut_slashes();
  const std::string suffix = "/oozie";
  if (out.size() > suffix.size() &&
      out.compare(out.size() - suffix.size(), suffix.size(), suffix) == 0)
    out.resize(out.size() - suffix.size());
  cut_slashes();
  return out;
}

result<exec::http_reply> connection::send(exec::http_call what, const std::string& path,
                                          const query& parameters) {
  what.url = root_ + path;
  char before = '?';
  bool names_user = false;  // a server may refuse to answer nobody
  for (const auto& [name, value] : parameters) {
    what.url += before + exec::url_encode(name) + "=" + exec::url_encode(value);
    before = '&';
    names_user = names_user || name == "user.name";
  }
  if (!names_user) what.url += before + std::string("user.name=") + exec::url_encode(user_name());
  if (what.url.size() > limits::http_url_bytes_max)
    return failure{errc::too_large,
                   "what is asked for takes " + std::to_string(what.url.size()) +
                       " bytes, and servers take " + std::to_string(limits::http_url_bytes_max),
                   "", "", "Shorten the id, the filter or the scope"};
  auto reply = answers_ ? answers_(what) : http_.send(what);
  if (!reply && answers_) return std::move(reply).error();
  if (!reply) return no_answer(std::move(reply).error(), root_);
  if (reply->status != 200 && reply->status != 201) return failure_of(*reply, root_);
  return std::move(*reply);
}

result<std::string> connection::call(exec::http_call what, const std::string& path,
                                     const query& parameters) {
  auto reply = send(std::move(what), path, parameters);
  if (!reply) return std::move(reply).error();
  return std::move(reply->body);
}

result<std::string> connection::get(const std::string& path, const query& parameters) {
  return call({}, path, parameters);
}

result<order_answer> connection::put(const std::string& path, const query& parameters,
                                     std::string body) {
  exec::http_call what;
  what.method = "PUT";
  what.body = std::move(body);
  what.headers = {{"Content-Type", "application/xml"}};
  auto reply = send(std::move(what), path, parameters);
  if (!reply) return std::move(reply).error();
  return order_answer{std::move(reply->body), reply->header("Foliot-Note")};
}

result<std::string> connection::post_xml(const std::string& path, const query& parameters,
                                         std::string body) {
  exec::http_call what;
  what.method = "POST";
  what.headers = {{"Content-Type", "application/xml;charset=UTF-8"}};
  what.body = std::move(body);
  return call(std::move(what), path, parameters);
}

result<std::string> connection::put_xml(const std::string& path, const query& parameters,
                                        std::string body) {
  exec::http_call what;
  what.method = "PUT";
  what.headers = {{"Content-Type", "application/xml;charset=UTF-8"}};
  what.body = std::move(body);
  return call(std::move(what), path, parameters);
}

result<std::string> connection::post_json(const std::string& path, const query& parameters,
                                          std::string body) {
  exec::http_call what;
  what.method = "POST";
  what.headers = {{"Content-Type", "application/json"}};
  what.body = std::move(body);
  return call(std::move(what), path, parameters);
}

result<json> connection::get_json(const std::string& path, const query& parameters) {
  auto body = get(path, parameters);
  if (!body) return std::move(body).error();
  json out = json::parse(*body, nullptr, false);
  if (out.is_discarded())
    return failure{errc::corrupt, "the answer is no JSON", "", root_ + path,
                   "Check that --url names a Foliot server"};
  return out;
}

std::string job_path(const std::string& id) { return "/oozie/v2/job/" + exec::url_encode(id); }

}  // namespace foliot::client
