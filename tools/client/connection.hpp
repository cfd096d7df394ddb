// The command line's way to a server: addresses, calls, and failures as the user should read them.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "exec/http_client.hpp"

namespace foliot::client {

/// The server's root: `option` (--url), else FOLIOT_URL, else OOZIE_URL, else
/// http://127.0.0.1:11000. A trailing "/oozie" and slashes are cut. Fails with bad_input when it
/// does not begin with http:// or https://.
result<std::string> server_url(const std::string& option);

/// A good answer to an order.
struct order_answer {
  std::string body;
  std::string note;  ///< Why nothing was done; empty when something was.
};

class connection {
 public:
  using query = std::vector<std::pair<std::string, std::string>>;

  /// One call's way to the server and back.
  using transport = std::function<result<exec::http_reply>(const exec::http_call&)>;

  explicit connection(std::string root) : root_(std::move(root)) {}
  /// Not over HTTP: calls whose URLs begin with `root` go by `way`.
  connection(std::string root, transport way) : root_(std::move(root)), way_(std::move(way)) {}

  const std::string& root() const { return root_; }

  /// Each gives the body of a good answer. Otherwise fails with the server's own code, sentence and
  /// remedy, or errc::unavailable when none answers or it is starting.
  result<std::string> get(const std::string& path, const query& parameters = {});
  result<order_answer> put(const std::string& path, const query& parameters, std::string body = {});
  result<std::string> post_xml(const std::string& path, const query& parameters, std::string body);
  result<std::string> put_xml(const std::string& path, const query& parameters, std::string body);
  result<std::string> post_json(const std::string& path, const query& parameters, std::string body);
  /// `get`, read as JSON.
  result<nlohmann::json> get_json(const std::string& path, const query& parameters = {});

 private:
  result<exec::http_reply> send(exec::http_call what, const std::string& path,
                                const query& parameters);
  result<std::string> call(exec::http_call what, const std::string& path, const query& parameters);

  std::string root_;
  transport way_;  ///< Empty: HTTP.
  exec::http_client http_;
};

/// The path of a job under Oozie's interface.
std::string job_path(const std::string& id);

}  // namespace foliot::client
