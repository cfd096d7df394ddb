// /oozie/callback, /oozie/v*/sla and /oozie/v2/validate (rest.md 9 to 11).
#include <nlohmann/json.hpp>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/sla_query.hpp"
#include "http/views.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

/// What Oozie takes of an action's output at most.
constexpr size_t callback_bytes_max = 2048;

}  // namespace

/// Programs are followed by the engine itself, so nobody waits for a callback: it is taken, as
/// Oozie takes one of an action that it does not know.
response api::callback(const api_call& call) const {
  const auto id = call.query.find("id");
  if (!id || !call.query.find("status"))
    return call.refused(refuse("E0402",
                               "a callback has to name an action and its status, and this one is "
                               "of [" +
                                   id.value_or("null") + "]",
                               "Add id= and status="));
  if (call.in.method == "POST" && call.in.body.size() > callback_bytes_max)
    return call.refused(refuse("E1603", "stream exceeds limit [2,048]", "Send less"));
  return empty_answer();
}

/// Service levels are not followed: there are no events and no summaries.
response api::service_levels(const api_call& call) const {
  if (call.where.what == resource::sla) {
    if (!call.query.find("filter"))
      return call.refused(refuse("E0305", "parameter 'filter' is missing"));
    if (const auto fine = check_sla_query(call.query); !fine) return call.refused(fine.error());
    return json_answer(json_text({{"slaSummaryList", json::array()}}));
  }
  const auto last = integer_parameter(call.query, "gt-sequence-id");
  if (!last) return call.refused(last.error());
  if (!*last) return call.refused(refuse("E0401", "parameter 'gt-sequence-id' is missing"));
  return xml_answer("<sla-message>\r\n  <last-sequence-id>" + std::to_string(**last) +
                    "</last-sequence-id>\r\n</sla-message>\r\n");
}

response api::validate(const api_call& call) const {
  for (const char* needed : {"file", "user"})
    if (!call.query.find(needed))
      return call.refused(refuse("E0305", "parameter '" + std::string(needed) + "' is missing"));
  if (auto typed = check_xml(call); !typed) return call.refused(typed.error());
  const std::string file = *call.query.find("file");
  if (file.rfind("hdfs://", 0) == 0)
    return call.refused(refuse("E0505",
                               "[" + file + "] cannot be read: there is no such file system here",
                               "Send the text itself"));
  if (!options_.validate)
    return call.refused({errc::unsupported, "nothing is validated here", "E0301", "", ""});
  const auto checked = options_.validate(call.in.body);
  if (!checked) {
    failure wrong = checked.error();
    wrong.sentence = file + ", " + wrong.sentence;
    if (wrong.oozie.empty()) wrong.oozie = "E0701";
    return call.refused(wrong);
  }
  return json_answer(json_text({{"validate", "Valid workflow-app"}}));
}

}  // namespace foliot::http
