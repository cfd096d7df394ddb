#include "tests/oozie_command/support.hpp"

#include <unistd.h>

namespace foliot::testing {

exec::http_reply reply(int status, std::string body,
                       std::vector<std::pair<std::string, std::string>> headers) {
  exec::http_reply out;
  out.status = status;
  out.reason = status == 200 ? "OK" : status == 503 ? "Service Unavailable" : "Server Error";
  out.body = std::move(body);
  out.headers = std::move(headers);
  return out;
}

server friendly(server rest) {
  return [rest = std::move(rest)](const exec::http_call& what) -> result<exec::http_reply> {
    if (what.method == "OPTIONS")
      return reply(200, "",
                   {{"Set-Cookie",
                     "hadoop.auth=\"u=root&p=root&t=simple&e=1900000000000&s=x\"; "
                     "Path=/"}});
    if (what.url.ends_with("/versions")) return reply(200, "[0,1,2]");
    return rest(what);
  };
}

result<exec::http_reply> nobody(const exec::http_call&) {
  return failure{errc::unavailable, std::string(exec::refused_connection), "", "", ""};
}

outcome run(const std::vector<std::string>& words, const server& to,
            const std::map<std::string, std::string>& environment, const std::string& home) {
  outcome got;
  const fixed_clock clock;
  oozie::surroundings where;
  where.environment = [&](const char* name) {
    const auto found = environment.find(name);
    if (found != environment.end()) return found->second;
    return std::string(std::string_view(name) == "OOZIE_URL" ? "http://host:11000/oozie"
                       : std::string_view(name) == "TZ"      ? "UTC"
                                                             : "");
  };
  where.user = "root";
  where.home = home.empty() ? "/nowhere" : home;
  where.host = [] { return std::string("host"); };
  where.in.send = [&](const exec::http_call& what) {
    got.sent.push_back(what);
    return to(what);
  };
  where.in.pause = [&](int64_t ms) { got.pauses.push_back(ms); };
  where.in.out = [&](std::string_view text) { got.out += text; };
  where.in.err = [&](std::string_view text) { got.err += text; };
  where.in.clock = &clock;
  got.status = oozie::run(words, where);
  return got;
}

std::string request_of(const std::vector<std::string>& words, const std::string& body, int status) {
  const outcome got =
      run(words, friendly([&](const exec::http_call&) { return reply(status, body); }));
  if (got.sent.empty()) return "nothing: " + got.err;
  return got.sent.back().method + " " + got.sent.back().url;
}

scratch::scratch() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  root_ = std::filesystem::temp_directory_path() /
          ("foliot_oozie_" + std::to_string(::getpid()) + "_" + test->name());
  std::filesystem::create_directories(root_);
}

scratch::~scratch() { std::filesystem::remove_all(root_); }

std::string scratch::path(const std::string& name) const {
  return name.empty() ? root_.string() : (root_ / name).string();
}

std::string scratch::write(const std::string& name, const std::string& text) const {
  std::ofstream(root_ / name) << text;
  return path(name);
}

}  // namespace foliot::testing
