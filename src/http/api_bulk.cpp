// /oozie/v*/jobs?bulk=: actions across the coordinators of bundles.
#include <nlohmann/json.hpp>

#include "http/api.hpp"
#include "http/api_call.hpp"
#include "http/bulk_search.hpp"
#include "http/views.hpp"

namespace foliot::http {

using nlohmann::json;

response api::list_bulk(const api_call& call, const std::string& text) const {
  const auto page = read_page(call.query);
  if (!page) return call.refused(page.error());
  const auto query = parse_bulk_query(text);
  if (!query) return call.refused(query.error());
  auto found = search_bulk(catalogue_, *query, *page);
  if (!found) return call.refused(found.error());
  json body;
  body["bulkresponses"] = std::move(found->rows);
  body["total"] = found->total;
  body["offset"] = page->offset;
  body["len"] = page->length;
  return json_answer(json_text(body));
}

}  // namespace foliot::http
