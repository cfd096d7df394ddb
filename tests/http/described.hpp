// Holds answers against docs/api/openapi.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "http/message.hpp"

namespace foliot::testing {

/// The document, as it is served.
const nlohmann::json& api_document();

/// What of `value` is not as `schema` says, with its place; empty where all is. Knows the keywords
/// that the document uses; another one is told as well.
std::string unlike_schema(const nlohmann::json& value, const nlohmann::json& schema);

/// What of the answer to a request below /api is not as the document says; empty where all is.
std::string not_as_described(const std::string& method, const std::string& path,
                             const http::response& answer);

}  // namespace foliot::testing
