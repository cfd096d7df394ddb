// Finds entities by wire id and puts together what their views need, from the reader's last commit.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dialect.hpp"
#include "base/ids.hpp"
#include "base/result.hpp"
#include "http/missing_inputs.hpp"
#include "http/node_conf.hpp"
#include "http/views.hpp"
#include "model/journal.hpp"
#include "model/reader.hpp"

namespace foliot::http {

/// An entity that exists.
struct found_entity {
  entity_id id;
  std::string wire;  ///< Of the entity (of the workflow for a node).
  std::string node;  ///< Name of a workflow's node that was asked for; else empty.
  model::any_record record;
};

/// Thread-safe as its reader is. Fails with the reader's errors.
class catalogue {
 public:
  /// Whether something exists at a URI; slow sources may be asked.
  using exists_fn = std::function<bool(const std::string& uri)>;

  catalogue(const model::reader& reader, const model::definitions& definitions, exists_fn exists,
            std::string console_url, dialect reading = dialect::lenient,
            read_nodes_fn read_nodes = nullptr);

  const model::reader& reader() const { return reader_; }
  bool exists(const std::string& uri) const { return exists_(uri); }
  const model::definitions& definitions() const { return definitions_; }

  /// The entity called `wire_id`, if it exists; a node's workflow with `node` set.
  result<std::optional<found_entity>> find(std::string_view wire_id) const;
  /// The job that `wire_id` names; actions and nodes give nothing.
  result<std::optional<entity_id>> find_job(std::string_view wire_id) const;
  /// Wire id of the parent of `entity`; empty for roots.
  std::string parent_wire(const found_entity& entity) const;

  /// The stored text of that definition; an empty one when it is gone.
  result<model::definition_text> text(job_number root, const hash128& hash) const;
  /// The coordinator of `id`, whose definition its actions share; null when not understood.
  result<std::shared_ptr<const model::coordinator_definition>> coordinator_of_tree(
      const entity_id& id, const hash128& hash) const;
  result<std::shared_ptr<const model::bundle_definition>> bundle_of_tree(const entity_id& id,
                                                                         const hash128& hash) const;
  result<std::shared_ptr<const model::workflow_definition>> workflow_of_tree(
      const entity_id& id, const hash128& hash) const;

  /// The status that clients of Oozie see.
  result<model::status> shown_state(const found_entity& entity) const;

  /// Job objects without their paged parts.
  result<nlohmann::json> bundle(const found_entity& job, view_form form) const;
  result<nlohmann::json> coordinator(const found_entity& job, view_form form) const;
  result<nlohmann::json> workflow(const found_entity& job, view_form form) const;
  /// One of these three as a row of a list.
  result<nlohmann::json> row(const found_entity& job) const;
  /// A coordinator action; `single`: its missing dependencies are looked for.
  result<nlohmann::json> action(const entity_id& id, const model::action_record& record,
                                bool single) const;
  /// The same with the properties of its job and its workflow, as Oozie answers orders to single
  /// actions.
  result<nlohmann::json> ordered_action(const entity_id& id,
                                        const model::action_record& record) const;
  /// What action `id` misses as the calendar tells it, in Oozie's form; nothing where it does not
  /// wait or its definition is not understood any more.
  result<std::optional<missing_inputs>> missing_inputs_of(const entity_id& id) const;
  /// The same as a part of a bulk row.
  result<nlohmann::json> bulk_action(const entity_id& id, const model::action_record& record) const;
  /// One node of a workflow; nothing when it was not visited or does not exist.
  result<std::optional<nlohmann::json>> node(const found_entity& workflow) const;
  /// The workflow below another that has the external id which Oozie gives it,
  /// "PARENT@NODE@RUN": of that node's newest run. Nothing where there is none.
  result<std::optional<entity_id>> child_called(std::string_view external_id) const;
  /// Visited nodes of a workflow in the order of their start: from `first` (0: the first) on, at
  /// most `count`.
  result<nlohmann::json> nodes(const found_entity& workflow, size_t first = 0,
                               size_t count = SIZE_MAX) const;

 private:
  nlohmann::json as_shown(nlohmann::json object) const;
  nlohmann::json with_errors(nlohmann::json object, const model::action_record& record) const;
  /// The properties of a job as Oozie shows them.
  model::configuration shown(model::configuration conf) const;
  result<nlohmann::json> node_objects(const found_entity& workflow,
                                      const model::workflow_definition& definition,
                                      const std::vector<const model::node_state*>& states) const;
  /// What stands below that node of `workflow`.
  result<child_link> child_of(const entity_id& workflow, const model::node_state& node) const;
  result<action_links> links_of(const entity_id& id, const model::action_record& record,
                                bool look_for_missing) const;
  /// The record of one action, also where it is one of a range of SKIPPED ones.
  result<model::action_record> out_of_range(const entity_id& id,
                                            const model::action_record& record) const;
  result<std::optional<missing_inputs>> gaps_of(const entity_id& id,
                                                const model::action_record& record) const;
  result<std::optional<std::string>> missing_of(const entity_id& id,
                                                const model::action_record& record) const;

  const model::reader& reader_;
  const model::definitions& definitions_;
  exists_fn exists_;
  std::string console_url_;
  dialect reading_;  ///< The server's.
  read_nodes_fn read_nodes_;
};

}  // namespace foliot::http
