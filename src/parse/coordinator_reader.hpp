// The parts of reading a coordinator that share its evaluation context. Only for this folder.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "el/evaluate.hpp"
#include "model/definition.hpp"
#include "parse/scope.hpp"

namespace foliot::parse {

/// What the coord: functions see at submission.
class submission_names final : public el::coordinator_context {
 public:
  submission_names(const model::configuration& conf, const model::coordinator_definition& made)
      : conf_(conf), made_(made) {}
  const std::string* conf(std::string_view name) const override;
  std::string user() const override;
  std::optional<std::string> name() const override { return made_.name; }
  std::optional<time::zone> job_zone() const override { return made_.zone; }
  bool has_input(std::string_view name) const override;
  bool has_output(std::string_view name) const override;
  /// "Did you mean 'x'?" for the event asked for last, if it is not there and another is near.
  std::string meant_event() const;

 private:
  bool note(std::string_view name, const std::vector<model::data_event>& events, bool there) const;

  const model::configuration& conf_;
  const model::coordinator_definition& made_;
  mutable std::string meant_;  ///< What meant_event says.
};

class coordinator_reader {
 public:
  /// Fills `out`, whose `conf` must be the one of `in`.
  coordinator_reader(const scope& in, model::coordinator_definition& out)
      : in_(in), out_(out), names_(in.conf(), out) {}

  /// Reads everything; `name` overrides that of the document unless it is empty.
  result<void> read(const std::string& name);
  /// Whether the data and the workflow are where options::paths says. Call it after `read`.
  result<void> check_paths();

 private:
  // coordinator_xml.cpp
  result<void> read_attributes(const pugi::xml_node& root, const std::string& name);
  result<void> read_name(const pugi::xml_node& root, const std::string& name);
  result<void> read_controls(const pugi::xml_node& controls);
  result<void> read_timeout(const pugi::xml_node& element);
  result<void> read_number(const pugi::xml_node& controls, const char* name, int32_t& out);
  result<void> read_order(const pugi::xml_node& element);
  result<void> read_action(const pugi::xml_node& action);
  result<void> read_app_path(const pugi::xml_node& path);
  result<void> read_property(const pugi::xml_node& property);
  result<void> check_times(const pugi::xml_node& root);
  result<void> check_cron(const pugi::xml_node& root);
  result<el::expression> checked(const xml_spot& at, const std::string& what,
                                 const std::string& text, el::phase where, std::string* evaluated);
  result<std::string> evaluate(const xml_spot& at, const std::string& what, const std::string& text,
                               el::phase where, const std::string& code = {});
  result<time::schedule> frequency(const pugi::xml_node& at, el::phase where);
  void warn_of_constants(const xml_spot& at, const el::expression& text) const;
  result<instant> datetime(const pugi::xml_node& at, const char* name, el::phase where);
  result<time::zone> zone(const pugi::xml_node& at);
  el::environment environment(el::phase where) const;

  // coordinator_data.cpp
  result<void> read_datasets(const pugi::xml_node& datasets);
  result<void> read_dataset(const pugi::xml_node& element);
  result<void> read_dataset(const pugi::xml_node& element, model::dataset& out);
  result<void> check_dataset_name(const xml_spot& at, const std::string& name);
  result<void> read_events(const pugi::xml_node& section, std::string_view name,
                           std::vector<model::data_event>& out);
  result<void> read_event(const pugi::xml_node& element, model::data_event& out);
  result<void> read_instances(const pugi::xml_node& element, model::data_event& out);
  result<uint16_t> find_dataset(const xml_spot& at, const std::string& name);

  // coordinator_instances.cpp
  result<el::expression> instance(const pugi::xml_node& element);
  result<void> check_instance_text(const pugi::xml_node& element, const std::string& text);
  result<void> check_open(const pugi::xml_node& element, const el::expression& text);
  result<void> check_fixed(const pugi::xml_node& element, const el::expression& text);
  bool finds_out_now() const;
  failure found_out(failure error) const;
  result<void> check_range(const pugi::xml_node& element, const model::data_event& event);
  static std::optional<int64_t> instance_count(const model::data_event& event);

  // coordinator_logic.cpp
  result<void> read_logic(const pugi::xml_node& section);
  result<model::logic_node> logic_node(const pugi::xml_node& element);
  result<std::string> logic_attribute(const pugi::xml_node& element, const char* name);
  result<std::optional<int32_t>> logic_number(const pugi::xml_node& element, const char* name);
  result<uint16_t> logic_input(const pugi::xml_node& element);
  result<void> check_combined(const pugi::xml_node& element, const model::logic_node& combined);

  const scope& in_;
  model::coordinator_definition& out_;
  submission_names names_;
  std::vector<pugi::xml_node> dataset_elements_;  ///< Of out_.datasets.
};

}  // namespace foliot::parse
