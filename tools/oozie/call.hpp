// A request as a value: what a command line asks of the server, before anything is sent.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace foliot::oozie {

/// Which of the server's interfaces is meant.
enum class interface : uint8_t {
  agreed,  ///< The newest that both know.
  first,   ///< /v1, always.
  second,  ///< /v2, always.
};

struct call {
  std::string method = "GET";
  std::string path;  ///< Behind the version: "job/ID".
  std::vector<std::pair<std::string, std::string>> query;
  std::string body = {};
  bool xml = false;  ///< Whether its content type is XML's, with a body or without.
  interface of = interface::agreed;

  /// Adds a parameter; one without a value is left out, one with an empty value is not.
  call& with(const std::string& name, const std::optional<std::string>& value);
};

/// `base` (which ends with '/'), version, path and query, encoded as java.net.URLEncoder does.
std::string url_of(const std::string& base, const std::string& version, const call& what);
/// One value of a query, so encoded.
std::string form_encoded(const std::string& text);

/// A call, the status of its good answer, and how that answer is printed.
struct order {
  call what;
  int good = 200;
  std::function<result<std::string>(const std::string& body)> show;
};

/// `show` for answers of which nothing is printed.
result<std::string> nothing(const std::string& body);
/// `show` for answers in JSON. What is no JSON fails.
std::function<result<std::string>(const std::string&)> as_json(
    std::function<std::string(const nlohmann::json&)> text);
/// `show` for the id of a new job: "job: ID".
std::function<result<std::string>(const std::string&)> new_job();

}  // namespace foliot::oozie
