// Stored texts understood again, with a bounded cache.
#pragma once

#include <memory>

#include "model/reader.hpp"
#include "parse/options.hpp"
#include "parse/text_cache.hpp"

namespace foliot::parse {

/// Thread-safe. What was accepted once stays understood: texts are read in the lenient dialect,
/// unless their property `foliot.compat` says otherwise, and without the checks of forks and joins,
/// whatever the settings of the server are by now.
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
  template <class T, class Parse>
  result<std::shared_ptr<const T>> get(const model::definition_text& text, Parse parse) const;

  options how_;
  mutable text_cache<void> known_;
};

}  // namespace foliot::parse
