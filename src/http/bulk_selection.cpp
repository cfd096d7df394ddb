#include "http/bulk_selection.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "http/filters.hpp"
#include "http/job_search.hpp"

namespace foliot::http {

std::optional<model::order> bulk_order_named(std::string_view action) {
  if (action == "kill") return model::orders::kill{};
  if (action == "suspend") return model::orders::suspend{};
  if (action == "resume") return model::orders::resume{};
  return std::nullopt;
}

std::string selection_token(const std::vector<model::job_row>& rows) {
  std::vector<job_number> jobs;
  jobs.reserve(rows.size());
  for (const model::job_row& row : rows) jobs.push_back(row.id.job);
  std::sort(jobs.begin(), jobs.end());
  std::string text;
  for (const job_number job : jobs) text += std::to_string(job) + ",";
  return to_hex(hash_of(text));
}

result<model::job_page> select_jobs(const catalogue& from, frequencies& repeats, entity_kind kind,
                                    const std::string& filter, const list_page& page, instant now,
                                    dialect reading) {
  const wire_ids& ids = from.reader().ids();
  // Oozie checks every filter by the rules of bundles first, so frequency and unit are refused.
  const auto checked = parse_list_filter(filter, entity_kind::bundle, ids, now, reading);
  if (!checked) return checked.error();
  const auto parsed = parse_list_filter(filter, kind, ids, now, reading);
  if (!parsed) return parsed.error();
  return find_jobs(from, repeats, kind, *parsed, static_cast<uint64_t>(page.offset - 1),
                   static_cast<uint64_t>(page.length));
}

}  // namespace foliot::http
