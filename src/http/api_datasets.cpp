// POST /api/datasets/ready: somebody outside says that data is there.
#include <nlohmann/json.hpp>
#include <utility>

#include "base/limits.hpp"
#include "base/local_path.hpp"
#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/errors.hpp"
#include "http/json_body.hpp"

namespace foliot::http {

namespace {

failure wrong(std::string sentence, std::string remedy, std::string place = "body",
              errc code = errc::bad_input) {
  return {code, std::move(sentence), "", std::move(place), std::move(remedy)};
}

/// {"uris": ["file:///data/2026-01-05", ...]} and nothing else.
result<std::vector<std::string>> uris_in(const std::string& body) {
  static constexpr json_form form{"uris",
                                  false,
                                  "no list with at least one URI",
                                  "a URI is a text",
                                  limits::announced_uris_max,
                                  "Send {\"uris\": [\"file:///data/2026-01-05\"]}"};
  std::vector<std::string> out;
  auto read = read_json_body(
      body, form,
      [&out](const std::string&, std::string uri, const std::string& place) -> result<void> {
        if (uri.size() > limits::announced_uri_bytes_max)
          return wrong(
              "the URI has more than " + std::to_string(limits::announced_uri_bytes_max) + " bytes",
              "Check that it is one URI", place, errc::too_large);
        if (!local_path(uri))
          return wrong("'" + uri.substr(0, 100) + "' is no path of a local file",
                       "Write it as file:///PATH; other file systems are not offered", place);
        out.push_back(std::move(uri));
        return {};
      });
  if (!read) return std::move(read).error();
  if (out.empty()) return wrong("'uris' is no list with at least one URI", form.example);
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
