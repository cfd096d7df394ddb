#include "tools/offline/json_out.hpp"

#include <nlohmann/json.hpp>

namespace foliot::offline {

using nlohmann::json;

void print_json(const client::console& to, const json& body) {
  to.out(body.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

json json_of(const failure& error) {
  return {{"code", error.oozie.empty() ? std::string(name(error.code)) : error.oozie},
          {"sentence", error.sentence},
          {"place", error.place},
          {"remedy", error.remedy}};
}

int report_answer(const client::console& to, const failure& error) {
  if (!to.json) return client::report(to, error);
  print_json(to, {{"error", json_of(error)}});
  return client::exit_failed;
}

}  // namespace foliot::offline
