// Definitions as replay needs them: read from the store, understood once per hash.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/kv_store.hpp"
#include "base/result.hpp"
#include "model/entity_fold.hpp"
#include "model/reader.hpp"

namespace foliot::store {

class replay_definitions final : public model::definition_source {
 public:
  replay_definitions(const kv_store& store, const model::definitions& understands)
      : store_(store), understands_(understands) {}

  /// Texts are looked up in that tree from now on.
  void enter(uint16_t partition, job_number root);

  /// The text; fails with errc::not_found when the tree does not hold it.
  result<std::shared_ptr<const model::definition_text>> text(const hash128& hash) override;
  result<std::shared_ptr<const model::bundle_definition>> bundle(const hash128& hash) override;
  result<std::shared_ptr<const model::coordinator_definition>> coordinator(
      const hash128& hash) override;
  result<std::shared_ptr<const model::workflow_definition>> workflow(const hash128& hash) override;

 private:
  template <class T>
  using by_hash = std::map<hash128, std::shared_ptr<const T>>;
  template <class T, class Understand>
  result<std::shared_ptr<const T>> understood(by_hash<T>& known, const hash128& hash,
                                              const Understand& understand);

  const kv_store& store_;
  const model::definitions& understands_;
  uint16_t partition_ = 0;
  job_number root_ = 0;
  by_hash<model::definition_text> texts_;  ///< Of this tree.
  // A hash names its bytes, whatever the tree.
  by_hash<model::bundle_definition> bundles_;
  by_hash<model::coordinator_definition> coordinators_;
  by_hash<model::workflow_definition> workflows_;
};

}  // namespace foliot::store
