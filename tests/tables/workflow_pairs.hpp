// What happens to a workflow, by name, and tables of what it does in every status.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/workflow_rerun.hpp"
#include "tests/model/workflow_builder.hpp"

namespace foliot::tables {

using job = model::testing::job;

/// Something that may happen: which kind of event that is, and how it is done. Its answer is the
/// code of a refusal, mostly "".
struct deed {
  size_t kind;
  std::function<std::string(job&)> play;
};
using deeds = std::map<std::string, deed>;

/// The place of an event in its variant.
template <class Event>
size_t kind_of() {
  return model::workflow_event(Event{}).index();
}

/// Feeds what `make` makes.
template <class Event>
deed news(std::function<Event(const job&)> make) {
  return {kind_of<Event>(), [make](job& j) {
            j.feed(make(j));
            return std::string();
          }};
}
template <class Event>
deed news() {
  return news<Event>([](const job&) { return Event{}; });
}

/// A rerun with those properties of choice; `children`: whether one that has a parent may.
deed rerun_with(const model::rerun_choice& choice, bool children = true);

/// A status in which a table plays its deeds, and how a job comes into it.
struct stage {
  std::string called;
  std::function<job()> make;
};

/// Holds a table against the model: each stage is in the status that it is called after, each pair
/// of a stage and a deed is told once and turns out as told; prints how many of all pairs that are.
/// `status_of` describes a job as the table does.
void expect_pairs(const std::string& file, const std::vector<stage>& stages, const deeds& all,
                  const std::function<std::string(const job&)>& status_of);

/// All that may happen, a table a function: for the check that no kind of event is left out.
deeds job_deeds();
deeds node_deeds();
deeds child_deeds();

/// The statuses of nodes that the stages are called after.
std::set<std::string> node_statuses_in(const std::vector<stage>& stages);

}  // namespace foliot::tables
