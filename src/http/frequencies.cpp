#include "http/frequencies.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace foliot::http {

result<frequencies::known> frequencies::of(const catalogue& from, const entity_id& id,
                                           const hash128& definition) {
  {
    const std::lock_guard hold(mutex_);
    const auto found = known_.find(id.job);
    if (found != known_.end() && found->second.definition == definition) return found->second.every;
  }
  const auto job = from.coordinator_of_tree(id, definition);
  if (!job) return job.error();
  known out;
  if (*job)
    if (const auto* every = std::get_if<time::frequency>(&(*job)->every)) out = *every;
  const std::lock_guard hold(mutex_);
  if (known_.size() >= frequencies_max) known_.clear();
  known_.insert_or_assign(id.job, understood{definition, out});
  return out;
}

result<bool> frequencies::takes(const catalogue& from, const entity_id& id,
                                const model::any_record& record,
                                const decltype(list_filter::every)& wanted) {
  const auto* job = std::get_if<model::coordinator_record>(&record);
  if (job == nullptr) return false;
  const auto every = of(from, id, job->definition);
  if (!every) return every.error();
  if (!*every) return false;
  const std::pair<int64_t, time::time_unit> repeats{(*every)->count, (*every)->unit};
  return std::find(wanted.begin(), wanted.end(), repeats) != wanted.end();
}

}  // namespace foliot::http
