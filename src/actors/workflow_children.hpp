// What a workflow's actor knows of the workflows below it (workflow.md 10).
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "actors/protocols.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "model/workflow.hpp"

namespace foliot::actors {

/// An application that was read for a node, until its workflow is made.
struct child_application {
  std::shared_ptr<const model::definition_text> text;
  std::shared_ptr<const model::workflow_definition> definition;
  model::configuration conf;
  std::string name;
};

struct workflow_children {
  struct child {
    entity_actor who;
    bool suspended = false;  ///< So it was heard last: a suspension goes up once.
  };
  using attempt = std::pair<model::node_index, uint16_t>;

  std::map<job_number, child> live;  ///< The one strong owner of them.
  std::set<job_number> leaving;      ///< Let go; they may still return orders.
  std::set<attempt> reading;         ///< Whose application was asked for.
  std::map<attempt, child_application> read;
  std::set<attempt> rerun;  ///< Whose child was ordered to run again, by this process.
  instant again = never;    ///< When what could not be read just now is tried again.
};

}  // namespace foliot::actors
