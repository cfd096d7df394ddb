#include "tools/client/user.hpp"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

namespace foliot::client {

std::string user_name() {
  if (const passwd* entry = ::getpwuid(::geteuid())) return entry->pw_name;
  const char* user = std::getenv("USER");
  return user == nullptr || *user == '\0' ? std::to_string(::geteuid()) : user;
}

}  // namespace foliot::client
