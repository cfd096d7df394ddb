// /oozie/v*/job/ID?show=log.
#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/log_text.hpp"

namespace foliot::http {

response api::show_log(const api_call& call, const found_entity& entity) const {
  for (const char* later : {"scope", "logfilter"}) {
    if (!call.query.find(later).value_or("").empty())
      return call.refused(
          refuse("E0307", "parameter '" + std::string(later) + "' of a log is not offered yet",
                 "Ask for the log of an action by its own id"));
  }
  auto text = log_text(catalogue_, entity, options_.server_name);
  return text ? text_answer(std::move(*text)) : call.refused(text.error());
}

}  // namespace foliot::http
