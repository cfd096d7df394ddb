// A workflow's record as expressions see it: the wf: functions (workflow.md 5).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/instant.hpp"
#include "el/context.hpp"
#include "model/workflow.hpp"

namespace foliot::model {

/// Reads `record` at the moment of each call; both arguments must outlive this.
class workflow_view final : public el::workflow_context {
 public:
  workflow_view(const model::workflow_context& context, const workflow_record& record, instant now)
      : in_(context), record_(record), now_(now) {}

  const std::string* conf(std::string_view name) const override;
  std::string id() const override { return in_.id; }
  std::string name() const override { return record_.name; }
  std::string app_path() const override { return record_.app_path; }
  std::string user() const override { return record_.user; }
  int32_t run() const override { return static_cast<int32_t>(record_.run); }
  instant now() const override { return now_; }
  std::string last_error_node() const override;
  std::optional<std::string> error_code(std::string_view node) const override;
  std::optional<std::string> error_message(std::string_view node) const override;
  std::optional<std::string> transition(std::string_view node) const override;
  el::value_map action_data(std::string_view node) const override;
  std::optional<std::string> external_id(std::string_view node) const override;
  std::optional<std::string> tracker_uri(std::string_view node) const override;
  std::optional<std::string> external_status(std::string_view node) const override;

 private:
  const node_state* visited(std::string_view node) const;

  const model::workflow_context& in_;
  const workflow_record& record_;
  instant now_;
};

}  // namespace foliot::model
