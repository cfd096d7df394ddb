// One HTTP exchange as values: no sockets here (src/server/http_server.hpp moves the bytes).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace foliot::http {

using header_list = std::vector<std::pair<std::string, std::string>>;

/// The first header called `name` (any case), or nothing.
std::optional<std::string_view> find_header(const header_list& headers, std::string_view name);

/// What came in, undecoded. The transport has bounded the sizes.
struct request {
  std::string method;  ///< "GET", "POST", ...
  std::string path;    ///< Without query, still percent-encoded: "/oozie/v2/job/...".
  std::string query;   ///< Without '?', still encoded.
  header_list headers;
  std::string body;
  std::string peer;     ///< "127.0.0.1:4711"
  std::string id = {};  ///< Names it in logs, journal and answer; empty: the api makes one up.
};

/// An answer to HEAD may hold the body that GET would bring: the transport leaves it out.
struct response {
  int status = 200;
  std::string reason;  ///< Empty: the usual phrase of the status.
  header_list headers;
  std::string body;
  std::string user = {};  ///< Who asked ("hue doAs ann"), for the access log; it is not sent.
  // Of a refusal, for the audit; they are not sent either.
  std::string error_code = {};
  std::string error_sentence = {};
};

/// The usual phrase of `status`: "Not Found".
std::string_view usual_reason(int status);

/// Decoded query parameters, in order. The first value of a name wins (rest.md 1.2).
class parameters {
 public:
  /// Decodes "a=1&b=%20" as forms do ('+': a blank). bad_input: a broken escape, or too many.
  static result<parameters> parse(std::string_view query);

  /// The first value of `name`, or nothing.
  std::optional<std::string> find(std::string_view name) const;
  /// Appends those of another text, for example a form body.
  void append(parameters more);
  const std::vector<std::pair<std::string, std::string>>& all() const { return pairs_; }

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

/// Decodes the percent escapes of a path or a form; `plus_is_blank`: '+' becomes a blank. Fails
/// with bad_input on a broken escape.
result<std::string> percent_decode(std::string_view text, bool plus_is_blank);

/// `& < > "` as entities, as Oozie does it in error texts and logs.
std::string html_escape(std::string_view text);

/// 200 with that JSON text, as Oozie labels it.
response json_answer(std::string body, int status = 200);
/// 200 with XML, as Oozie labels it.
response xml_answer(std::string body);
/// 200 with plain text.
response text_answer(std::string body);
/// 200 without a body or content type.
response empty_answer();
/// To OPTIONS, of every address.
response options_answer();

}  // namespace foliot::http
