// What the coord: functions may ask of an action: the glue between definitions and el/.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/instant.hpp"
#include "el/context.hpp"
#include "el/evaluate.hpp"
#include "model/action.hpp"
#include "model/definition.hpp"
#include "time/instances.hpp"
#include "time/zone.hpp"

namespace foliot::model {

/// The calendar of `of`, for the instance functions.
time::dataset_calendar calendar_of(const dataset& of);

/// An action seen by an expression. The definition and the identity must outlive it.
class action_el final : public el::coordinator_context {
 public:
  action_el(const coordinator_definition& definition, const action_identity& identity);

  /// The dataset whose instances are being evaluated from now on; it must outlive this.
  void look_at(const model::dataset& of);
  /// The comma-joined URIs of an input (or a part of the input logic) or output event, for
  /// coord:dataIn and coord:dataOut.
  void put_input(const std::string& event, std::string uris);
  void put_output(const std::string& event, std::string uris);

  /// Everything an evaluation in phase `where` needs; valid as long as this.
  el::environment environment(el::phase where) const;

  const std::string* conf(std::string_view property) const override;
  std::string user() const override;
  std::optional<std::string> name() const override;
  std::optional<std::string> action_id() const override;
  std::optional<instant> nominal_time() const override;
  std::optional<instant> actual_time() const override;
  std::optional<instant> latest_base() const override;
  std::optional<time::zone> job_zone() const override;
  const time::dataset_calendar* dataset() const override;
  std::optional<el::probe> presence(instant at) const override;
  std::vector<el::instance_holder> holders(instant at) const override;
  bool has_input(std::string_view event) const override;
  bool has_output(std::string_view event) const override;
  std::optional<el::event_uris> data_in(std::string_view event) const override;
  std::optional<el::event_uris> data_out(std::string_view event) const override;

 private:
  using uri_table = std::map<std::string, std::string, std::less<>>;

  const coordinator_definition* definition_;
  const action_identity* identity_;
  el::map_variables names_;
  const model::dataset* looked_at_ = nullptr;
  std::optional<time::dataset_calendar> calendar_;
  uri_table inputs_;
  uri_table outputs_;
};

}  // namespace foliot::model
