// POST /api/datasets/ready: somebody outside says that data is there.
#include <nlohmann/json.hpp>
#include <utility>

#include "base/limits.hpp"
#include "base/local_path.hpp"
#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"

namespace foliot::http {

using nlohmann::json;

namespace {

failure wrong(std::string sentence, std::string remedy, std::string place = "body",
              errc code = errc::bad_input) {
  return {code, std::move(sentence), "", std::move(place), std::move(remedy)};
}

/// {"uris": ["file:///data/2026-01-05", ...]} and nothing else.
result<std::vector<std::string>> uris_in(const std::string& body) {
  const char* form = "Send {\"uris\": [\"file:///data/2026-01-05\"]}";
  const json read = json::parse(body, nullptr, false);
  if (!read.is_object()) return wrong("the body is no JSON object", form);
  for (const auto& [name, value] : read.items())
    if (name != "uris") return wrong("there is no member '" + name.substr(0, 100) + "'", form);
  const auto list = read.find("uris");
  if (list == read.end() || !list->is_array() || list->empty())
    return wrong("'uris' is no list with at least one URI", form);
  if (list->size() > limits::announced_uris_max)
    return wrong("'uris' has " + std::to_string(list->size()) + " URIs, more than " +
                     std::to_string(limits::announced_uris_max),
                 "Send them in several requests", "body", errc::too_large);
  std::vector<std::string> out;
  for (const json& each : *list) {
    const std::string place = "uris[" + std::to_string(out.size()) + "]";
    if (!each.is_string()) return wrong("a URI is a text", form, place);
    out.push_back(each.get<std::string>());
    if (out.back().size() > limits::announced_uri_bytes_max)
      return wrong(
          "the URI has more than " + std::to_string(limits::announced_uri_bytes_max) + " bytes",
          "Check that it is one URI", place, errc::too_large);
    if (!local_path(out.back()))
      return wrong("'" + out.back().substr(0, 100) + "' is no path of a local file",
                   "Write it as file:///PATH; other file systems are not offered", place);
  }
  return out;
}

}  // namespace

void api::datasets_ready(const api_call& call, answer done) {
  if (const std::string type = main_type(call.in.headers); type != "application/json")
    return done(api_error({errc::bad_input, "the content type is '" + type.substr(0, 100) + "'", "",
                           "Content-Type", "Send application/json"},
                          415));
  auto uris = uris_in(call.in.body);
  if (!uris) return done(api_error(uris.error()));
  const size_t told = uris->size();
  if (!admit(done))
    return done(api_error(
        {errc::unavailable, "too many requests are under way", "", "", "Ask again in a moment"}));
  orders_.datasets_ready(
      std::move(*uris), call.who, [told, done = std::move(done)](const result<announced>& outcome) {
        if (!outcome) return done(api_error(outcome.error()));
        done(json_answer(json_text(
            {{"uris", told}, {"lookedAt", outcome->looked_at}, {"waiting", outcome->waiting}})));
      });
}

}  // namespace foliot::http
