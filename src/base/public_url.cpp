#include "base/public_url.hpp"

#include <algorithm>

namespace foliot {

namespace {

/// Where the authority begins, and where it ends.
struct extent {
  size_t begin = 0;
  size_t end = 0;
};

extent authority_in(std::string_view url) {
  const size_t mark = url.find("://");
  const bool has_scheme = mark < url.find_first_of("/?#@");
  const size_t begin = has_scheme ? mark + 3 : 0;
  return {begin, std::min(url.find_first_of("/?#", begin), url.size())};
}

/// What of the authority is no user's part.
std::string_view host_in(std::string_view url, const extent& authority) {
  const std::string_view all = url.substr(authority.begin, authority.end - authority.begin);
  return all.substr(all.rfind('@') + 1);  // npos + 1 is 0
}

}  // namespace

std::string public_url(std::string_view url) {
  const extent authority = authority_in(url);
  std::string out{url.substr(0, authority.begin)};
  out += host_in(url, authority);
  const size_t secret = std::min(url.find_first_of("?#", authority.end), url.size());
  out += url.substr(authority.end, secret - authority.end);
  if (secret < url.size()) out.append(1, url[secret]).append("...");
  return out;
}

std::string host_of_url(std::string_view url) {
  std::string out{host_in(url, authority_in(url))};
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

}  // namespace foliot
