// The conversation with a server: log-in, the version to speak, retries, and answers or refusals.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "exec/http_client.hpp"
#include "tools/oozie/call.hpp"

namespace foliot::oozie {

/// How to reach a server, and as whom.
struct access {
  std::string url;
  std::string user;
  std::string do_as = {};     ///< Empty: in one's own name.
  std::string login = {};     ///< What -auth says, in capitals; empty: as the server wants it.
  std::string username = {};  ///< With `password`: BASIC.
  std::string password = {};
  std::string token_file = {};  ///< Where a token is kept between calls; empty: nowhere.
  std::vector<std::pair<std::string, std::string>> headers = {};
  int retries = 4;  ///< After a refused connection.
  bool any_certificate = false;
  bool debug = false;  ///< Print what is sent.
};

/// What a conversation needs of the world.
struct world {
  std::function<result<exec::http_reply>(const exec::http_call&)> send;
  std::function<void(int64_t ms)> pause;
  std::function<void(std::string_view)> out;  ///< Standard output.
  std::function<void(std::string_view)> err;
  const wall_clock* clock = nullptr;
};

class session {
 public:
  session(access how, const world& in);

  /// Sends and gives the answer whatever its status. Fails with IO_ERROR when no server answers,
  /// AUTHENTICATION when it does not let the user in, UNSUPPORTED_VERSION.
  result<exec::http_reply> exchange(const call& what);
  /// The same; a status other than `good` fails with the server's code and sentence.
  result<std::string> answer(const call& what, int good);

 private:
  result<exec::http_reply> send(exec::http_call what, bool once_more_when_lost);
  result<void> log_in(const std::string& url);
  result<void> log_in_by_name(const std::string& url);
  result<void> renew(const std::string& url);
  result<exec::http_reply> ask_options(const std::string& url);
  void take_token(const exec::http_reply& reply);
  result<std::string> version(interface of);
  result<exec::http_reply> request(const std::string& url, const call& what);

  access how_;
  const world& in_;
  std::string base_;  ///< Ends with '/'.
  std::string token_;
  bool nameless_ = false;  ///< The server gives no tokens: each request tells the name.
  std::vector<int64_t> versions_;
};

/// The failure that a bad answer tells: Oozie's headers, else the status.
failure refusal(const exec::http_reply& reply);

}  // namespace foliot::oozie
