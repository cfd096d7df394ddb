// What the actors share of the rerun of a workflow: from the order to the event.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "actors/runtime.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/workflow_rerun.hpp"
#include "parse/submission.hpp"

namespace foliot::actors {

/// The properties in the configuration document of a rerun that `user` (may be empty) asks for.
/// Fails as parse::read_configuration, and with E0401 when they name an application and nobody says
/// whose it is.
result<model::configuration> read_rerun(const std::string& conf_xml, const std::string& user);

/// A workflow as it stands before its next run, understood.
struct ended_workflow {
  std::shared_ptr<const model::workflow_record> record;
  std::shared_ptr<const model::workflow_definition> definition;
  hash128 base;                    ///< Definition whose configuration is the base.
  model::configuration base_conf;  ///< That configuration.
};

/// What `id` left on disk. Fails as the store does, and with E0605 when it is not there.
result<ended_workflow> load_ended(const runtime& rt, const entity_id& id);

/// A rerun that was judged good, before the application is read.
struct planned_rerun {
  ended_workflow before;
  model::configuration conf;  ///< Of the next run, but for what the application adds.
  std::vector<model::node_index> keep;
  bool failed_only = false;

  const std::string& app_path() const { return conf.find(model::workflow_path_property)->second; }
};

/// Judges a rerun of `before` with the properties `given`; one that has a parent has to be
/// `allowed`. Fails as rerun_choice_of and model::judge_rerun.
result<planned_rerun> plan_rerun(ended_workflow before, const model::configuration& given,
                                 bool allowed);

/// The next run with its application, which was read.
struct ready_rerun {
  model::workflow_events::rerun event;
  std::shared_ptr<const model::workflow_definition> definition;
  std::shared_ptr<const model::configuration> conf;
  kv_batch extra;  ///< The definition, where it is not stored yet.
};
result<ready_rerun> finish_rerun(const runtime& rt, const planned_rerun& plan,
                                 const parse::submission& application, job_number root);

}  // namespace foliot::actors
