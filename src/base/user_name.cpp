#include "base/user_name.hpp"

#include <algorithm>
#include <string>

namespace foliot {

result<void> check_user_name(std::string_view name) {
  constexpr std::string_view forbidden = "&\";,\\";
  const bool nobody = name == "?";  // as Oozie calls whoever has no name
  const bool fine = !name.empty() && !nobody && name.size() <= user_name_bytes_max &&
                    std::all_of(name.begin(), name.end(), [&](char c) {
                      return c > ' ' && c < '\x7F' && forbidden.find(c) == std::string_view::npos;
                    });
  if (fine) return {};
  return failure{errc::bad_input, "this is no name of a user", "", "",
                 "Give one of 1 to " + std::to_string(user_name_bytes_max) +
                     " ASCII letters, digits and marks, without blanks, quotes and & ; , \\"};
}

result<void> check_user_property(std::string_view name) {
  auto fine = check_user_name(name);
  if (fine) return fine;
  failure out = std::move(fine).error();
  out.oozie = "E1603";
  out.place = "user.name";
  return out;
}

}  // namespace foliot
