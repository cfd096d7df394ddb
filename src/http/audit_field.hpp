// Parts of audit lines: those of the server's log and those of show=auditlog. Pure.
#pragma once

#include <string>

namespace foliot::http {

/// " [TEXT]" for what a client wrote; " [null]" where it is empty. At most 200 bytes of it, and
/// nothing that ends the field or the line: brackets become parentheses, control characters '?',
/// bytes that are no text \xff.
std::string in_brackets(std::string text);

/// Who did it: "joe", or "hue doAs ann" where the address of the command (audited_address) tells
/// that hue did it for ann.
std::string shown_user(const std::string& user, const std::string& address);

/// From where: "127.0.0.1" of "127.0.0.1:4711" and of "hue@127.0.0.1:4711"; a console is
/// "console:NAME".
std::string shown_host(const std::string& address);

}  // namespace foliot::http
