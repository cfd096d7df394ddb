// What all readers of one definition share: its document, the way to read it, and its warnings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "el/evaluate.hpp"
#include "model/definition.hpp"
#include "parse/options.hpp"
#include "parse/xml.hpp"

namespace foliot::parse {

class scope {
 public:
  /// Everything given must outlive this.
  scope(const xml_document& document, const options& how, const model::configuration& conf,
        std::vector<std::string>& warnings)
      : document_(document), how_(how), conf_(conf), names_(conf), warnings_(warnings) {}

  const xml_document& document() const { return document_; }
  const options& how() const { return how_; }
  const model::configuration& conf() const { return conf_; }
  bool lenient() const { return how_.reading == dialect::lenient; }
  /// The property `name`, or nullptr.
  const std::string* find(std::string_view name) const;
  /// The property `name`, or "".
  std::string value(std::string_view name) const;

  /// An environment for phase `where` with the job properties as variables.
  el::environment environment(el::phase where) const;

  /// Parses `text`, written at `spot`. `what` says what it is ("attribute 'start'"); a failure
  /// gets the place, and `code` where that is not empty.
  result<el::expression> parse(const xml_spot& spot, const std::string& what, std::string_view text,
                               const std::string& code = {}) const;
  /// The same for a text of a workflow's node, which is evaluated when the node's turn comes. In
  /// Oozie's dialect one that cannot be parsed is kept with a warning, and fails then; a dry run
  /// refuses it.
  result<el::expression> parse_for_node(const xml_spot& spot, const std::string& what,
                                        std::string_view text) const;
  /// `error` as one at `spot`.
  failure at(const xml_spot& spot, const std::string& what, failure error,
             const std::string& code = {}) const;

  /// Adds a warning: place, sentence, remedy.
  void warn(const xml_spot& spot, std::string sentence, std::string remedy = {}) const;
  std::vector<std::string>& warnings() const { return warnings_; }

  /// `done` itself; but where all refusals are collected, a failure is put to them and reading may
  /// go on as if nothing had happened.
  result<void> going_on(result<void> done) const;
  /// How many refusals were collected.
  size_t refusals() const { return how_.all_refusals == nullptr ? 0 : how_.all_refusals->size(); }

 private:
  const xml_document& document_;
  const options& how_;
  const model::configuration& conf_;
  el::map_variables names_;
  std::vector<std::string>& warnings_;
};

/// "attribute 'start'"
std::string attribute_text(std::string_view name);
/// "<timeout>"
std::string element_text(std::string_view name);

}  // namespace foliot::parse
