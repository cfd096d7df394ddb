#include "http/commands.hpp"

namespace foliot::http {

void commands::purge(purge_request /*what*/, requester /*who*/,
                     std::function<void(result<purged>)> done) {
  done(failure{errc::unsupported, "this engine does not purge", "E0307", "", ""});
}

}  // namespace foliot::http
