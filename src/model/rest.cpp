#include "model/rest.hpp"

#include <variant>

#include "model/status.hpp"

namespace foliot::model {

bool must_live(const any_record& record) {
  if (!is_terminal(state_of(record)) || is_pending(record)) return true;
  const auto* bundle = std::get_if<bundle_record>(&record);
  if (bundle != nullptr && (bundle->retry_at != never || bundle->recovery != 0)) return true;
  const auto* workflow = std::get_if<workflow_record>(&record);
  return workflow != nullptr && !all_closed(*workflow);
}

instant modified_of(const any_record& record) {
  return std::visit([](const auto& content) { return content.modified; }, record);
}

}  // namespace foliot::model
