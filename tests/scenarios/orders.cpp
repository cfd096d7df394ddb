#include "tests/scenarios/orders.hpp"

#include <map>

namespace foliot::scenarios {

bool give_order(actors::gate& to, const entity_id& job, const std::string& verb,
                const std::vector<std::string>& words, std::function<void(result<void>)> done) {
  static const std::map<std::string, http::job_order> plain{{"start", http::job_order::start},
                                                            {"suspend", http::job_order::suspend},
                                                            {"resume", http::job_order::resume},
                                                            {"kill", http::job_order::kill}};
  const auto found = plain.find(verb);
  if (found == plain.end() || !words.empty()) return false;
  to.order(job, found->second, {"joe", "", ""}, std::move(done));
  return true;
}

}  // namespace foliot::scenarios
