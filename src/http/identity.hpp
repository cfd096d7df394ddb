// Who asks: from a request's values to a user, a refusal, or a cookie to set (rest.md 2.1 to 2.4).
// Pure; signing is a function that the wiring supplies.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/instant.hpp"
#include "base/result.hpp"
#include "base/user_name.hpp"
#include "http/message.hpp"

namespace foliot::http {

/// Longest text of a cookie `hadoop.auth`, bytes: two names, a time and a signature.
inline constexpr size_t cookie_bytes_max = 1'024;

/// What an authentication looks at. The views live as long as the call.
struct credentials {
  const header_list& headers;
  const parameters& query;  ///< Of the address, without what a form in the body adds.
};

/// The request goes on.
struct identified {
  std::string user;        ///< Empty: nobody in particular, Oozie's "?".
  std::string set_cookie;  ///< Value of Set-Cookie; empty: none.
  std::string remark;      ///< Why a credential was passed over, for the log; empty: none was.
};
/// The request ends here.
struct unidentified {
  int status = 403;
  std::string sentence;  ///< Reason phrase and body.
  header_list headers;
};
using authentication = std::variant<identified, unidentified>;

/// One way to know who asks: simple below; TLS certificates and Kerberos are others of this type.
/// Thread-safe, without effects.
using authenticate_fn = std::function<authentication(const credentials&, instant now)>;

/// The base64 of a keyed digest of `text` that nobody can compute without the secret.
using sign_fn = std::function<std::string(std::string_view text)>;

/// Oozie's `simple`: whoever asks says who that is, as `user.name` of the query or by a cookie.
struct simple_settings {
  bool anonymous = true;             ///< Whether a request that names nobody goes on.
  int64_t validity_ms = 36'000'000;  ///< How long a cookie is good.
  std::string cookie_domain;         ///< Empty: the host that was asked.
  sign_fn sign;                      ///< Empty: cookies are neither read nor set.
};
authenticate_fn simple_authentication(simple_settings settings);

/// What the cookie `hadoop.auth` says. `type` is "simple".
struct token {
  std::string user;
  std::string principal;
  std::string type;
  instant expires;

  friend bool operator==(const token&, const token&) = default;
};

/// "u=joe&p=joe&t=simple&e=1767571200000&s=..."
std::string signed_text(const token& what, const sign_fn& sign);
/// The token of such a text. Fails with bad_input when it is longer than
/// cookie_bytes_max, its signature is not ours, or one of u, p, t and e is missing, told
/// twice or empty. Whether it has expired is not looked at.
result<token> read_token(std::string_view text, const sign_fn& sign);

/// The value of the cookie `name`, without quotes; nothing where there is none. Of several with
/// that name the first counts.
std::optional<std::string> find_cookie(const header_list& headers, std::string_view name);

/// The address of a command for journal and audit: "127.0.0.1:4711"; where `real` acted as `user`:
/// "hue@127.0.0.1:4711".
std::string audited_address(const std::string& user, const std::string& real,
                            const std::string& peer);
/// The two parts of such an address: who acted for another (empty: nobody), and from where.
struct audited_place {
  std::string real;
  std::string peer;
};
audited_place read_audited(const std::string& address);

/// Equality in a time that does not tell where two texts of one length differ.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace foliot::http
