// A mail as text (RFC 5322, 2045 to 2047, 2231).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/instant.hpp"
#include "base/result.hpp"

namespace foliot::exec::helper {

struct mail_address {
  std::string name;  ///< UTF-8, mostly empty.
  std::string spec;  ///< "ann@example.org", or a mailbox of the server itself: "ann".
};

struct mail_file {
  std::string name;
  std::string content;
};

struct mail {
  mail_address from;
  std::vector<mail_address> to;
  std::vector<mail_address> cc;
  std::vector<mail_address> bcc;  ///< Get it, and stand nowhere in it.
  std::string subject;
  std::string body;
  std::string content_type = "text/plain";
  std::vector<mail_file> files;
  std::string key;  ///< The same for every attempt to send the same mail: becomes its Message-ID.
  instant date;
};

/// "ann@example.org" or "Ann <ann@example.org>". Fails with bad_input for anything else, control
/// characters and bytes beyond ASCII in the address above all.
result<mail_address> parse_mail_address(std::string_view text);

/// Those of a list with commas between them; blank ones are passed over. Fails as
/// parse_mail_address, and with too_large.
result<std::vector<mail_address>> parse_mail_addresses(std::string_view list);

/// The mail with CRLF at the ends of its lines, ready for DATA but for the dots. A text that could
/// not stand in a header (CR, LF, other control characters) fails with bad_input EM005, a name of
/// an attachment likewise with EM008.
result<std::string> compose(const mail& of);

/// `text` as it stands in a header: itself, or as encoded words where it is not plain ASCII.
std::string header_text(std::string_view text);

/// In lines of 76 characters, CRLF between and behind them.
std::string base64_lines(std::string_view bytes);

}  // namespace foliot::exec::helper
