// Stored texts understood again, with a bounded cache.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/hash.hpp"
#include "model/reader.hpp"
#include "parse/options.hpp"

namespace foliot::parse {

/// Thread-safe. What was accepted once stays understood: texts are read in the lenient dialect and
/// without the checks of forks and joins, whatever the settings of the server are by now.
class cached_definitions final : public model::definitions {
 public:
  /// `zone`: the processing time zone. The cache keeps the texts used last, up to
  /// limits::cached_definitions_max of them.
  explicit cached_definitions(const time::processing_zone& zone);

  result<std::shared_ptr<const model::bundle_definition>> bundle(
      const model::definition_text& text) const override;
  result<std::shared_ptr<const model::coordinator_definition>> coordinator(
      const model::definition_text& text) const override;
  result<std::shared_ptr<const model::workflow_definition>> workflow(
      const model::definition_text& text) const override;

 private:
  struct key_hash {
    size_t operator()(const hash128& key) const { return static_cast<size_t>(key.low); }
  };
  struct entry {
    std::shared_ptr<const void> value;
    std::list<hash128>::iterator age;
  };

  template <class T, class Parse>
  result<std::shared_ptr<const T>> get(const model::definition_text& text, Parse parse) const;

  options how_;
  mutable std::mutex mutex_;
  mutable std::list<hash128> ages_;  ///< The one used last is first.
  mutable std::unordered_map<hash128, entry, key_hash> entries_;
};

}  // namespace foliot::parse
