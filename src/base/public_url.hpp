// URLs of users in messages and logs.
#pragma once

#include <string>
#include <string_view>

namespace foliot {

/// `url` without what may be a secret: the user's part before an '@' of the authority, the query
/// and the fragment ("?..." and "#..." are shown in their place). Of a text that is no URL what
/// stands before the last '@' of its first part.
std::string public_url(std::string_view url);

/// Whom `url` names: host and port in small letters, without the user's part; empty where none.
std::string host_of_url(std::string_view url);

}  // namespace foliot
