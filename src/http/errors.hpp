// Refusals as HTTP answers: Oozie's form below /oozie (rest.md 1.5), a sentence in JSON below /api.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/intake.hpp"
#include "http/message.hpp"

namespace foliot::http {

/// A failure with one of Oozie's codes, made of our own sentence.
failure refuse(std::string_view oozie_code, std::string sentence, std::string remedy = "");

/// The HTTP status that Oozie gives `error`: by its code, else by its kind.
int status_of(const failure& error);

/// The answer below /oozie to a request with `method`: the two headers for coded errors, the reason
/// phrase, and a JSON body for GET and POST only. errc::unavailable gets Retry-After.
response oozie_error(const failure& error, std::string_view method);
/// The same with another status.
response oozie_error(const failure& error, std::string_view method, int status);

/// The same for an answer without a code: 404 and 500.
response plain_error(int status, std::string_view method, std::string_view sentence = {});

/// {"error":{"code","sentence","place","remedy"}}; code is Oozie's or the kind's name.
response api_error(const failure& error);
/// The same with another status.
response api_error(const failure& error, int status);

/// The answer to what was refused before it was a request, whose target begins so.
response refusal_answer(const intake_refusal& why, std::string_view target);

}  // namespace foliot::http
