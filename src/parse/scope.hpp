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

  /// Parses `text`, written in `element`. `what` says what it is ("attribute 'start'"); a failure
  /// gets the place, and `code` where that is not empty.
  result<el::expression> parse(const pugi::xml_node& element, const std::string& what,
                               std::string_view text, const std::string& code = {}) const;
  /// `error` as one of `element`.
  failure at(const pugi::xml_node& element, const std::string& what, failure error,
             const std::string& code = {}) const;

  /// Adds a warning: place, sentence, remedy.
  void warn(const pugi::xml_node& element, std::string sentence, std::string remedy = {}) const;
  std::vector<std::string>& warnings() const { return warnings_; }

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
