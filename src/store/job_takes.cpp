#include "store/job_takes.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/like.hpp"

namespace foliot::store {

namespace {

template <class T>
bool has(const std::vector<T>& alternatives, const T& value) {
  return alternatives.empty() ||
         std::find(alternatives.begin(), alternatives.end(), value) != alternatives.end();
}

}  // namespace

bool takes_job(const model::job_filter& filter, job_number text_job, const entity_id& id,
               const model::any_record& record) {
  return std::visit(
      [&](const auto& job) {
        using record_type = std::remove_cvref_t<decltype(job)>;
        if constexpr (std::is_same_v<record_type, model::action_record>) {
          return false;
        } else {
          const bool within = (!filter.from || job.created >= *filter.from) &&
                              (!filter.until || job.created <= *filter.until);
          const bool texts = filter.text.empty() || holds_like(job.name, filter.text) ||
                             holds_like(job.user, filter.text) ||
                             (text_job != 0 && text_job == id.job);
          return within && texts && has(filter.users, job.user) && has(filter.names, job.name) &&
                 has(filter.states, job.state) && has(filter.ids, id.job);
        }
      },
      record);
}

}  // namespace foliot::store
