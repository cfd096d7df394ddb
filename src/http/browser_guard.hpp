// What keeps web pages from giving orders: a browser on this host sends what any page asks it to,
// but says whose page it was (Origin) and which server it was told to ask (Host). Pure.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "http/message.hpp"

namespace foliot::http {

/// Which servers a request may have been meant for.
struct host_rules {
  /// Only this host can connect: then a name that is not this host's is one that somebody else's
  /// name server made point here.
  bool own_names_only = false;
  /// Names of this host besides localhost, in any case; one "*" stands for all.
  std::vector<std::string> names;
};

/// Whether a request may come from where its headers say. Fails with forbidden and a remedy:
/// * where its method changes something and `Origin` is there, but not the host and port of `Host`
///   ("null" and the absence of `Host` count as others);
/// * with own_names_only, where `Host` is neither an IP address nor localhost nor one of the names.
/// A request without `Host` (HTTP/1.0) has been asked for by no browser.
result<void> check_browser(const request& in, const host_rules& rules);

}  // namespace foliot::http
