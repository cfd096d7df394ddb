// Records as named values for people: what a step changed, and what a condition asks about. Pure.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "model/journal.hpp"

namespace foliot::model {

/// One value of a record. Names are stable words with dots: "status", "member.2.pending",
/// "node.load.status". Times are "2026-01-05T02:30:00.123Z", empty where there is none; truths are
/// "true" and "false"; numbers have digits only; other jobs stand by their ids.
struct record_field {
  std::string name;
  std::string value;

  friend bool operator==(const record_field&, const record_field&) = default;
};

/// The name of a node of the record's definition.
using node_name_fn = std::function<std::string(node_index)>;

/// All values that are not as in a blank record, in a fixed order, "status" first. Of an unborn
/// record: none.
std::vector<record_field> fields_of(const any_record& record, const node_name_fn& node_name,
                                    const wire_ids& ids);

/// A value that is not the same in two records; absent ones are empty.
struct field_change {
  std::string name;
  std::string before;
  std::string after;

  friend bool operator==(const field_change&, const field_change&) = default;
};

/// What differs, in the order of `after`, then what is there no more. Without version and the time
/// of the last change, which always differ.
std::vector<field_change> changes_between(const std::vector<record_field>& before,
                                          const std::vector<record_field>& after);

/// "2026-01-05T02:30:00.123Z"; empty for `never` and for 1970.
std::string precise_time(instant at);

}  // namespace foliot::model
