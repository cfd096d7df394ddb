#include "store/table_check.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace foliot::store {

namespace {

/// Journal and records are followed entry by entry, the epochs are read before.
constexpr std::array<std::pair<table, std::string_view>, 10> looked_at{{
    {table::definition, "definition"},
    {table::by_id, "by_id"},
    {table::by_status, "by_status"},
    {table::by_user, "by_user"},
    {table::by_created, "by_created"},
    {table::quarantine, "quarantine"},
    {table::by_parent, "by_parent"},
    {table::by_external, "by_external"},
    {table::audit, "audit"},
    {table::by_name, "by_name"},
}};

}  // namespace

result<std::vector<std::string>> unreadable_tables(const kv_store& store) {
  std::vector<std::string> out;
  for (const auto& [where, name] : looked_at) {
    const auto scanned =
        store.scan(where, "", "", [](std::string_view, std::string_view) { return true; });
    if (scanned) continue;
    if (scanned.error().code != errc::corrupt) return scanned.error();
    out.push_back("the table " + std::string(name) +
                  " cannot be read: " + scanned.error().sentence);
  }
  return out;
}

}  // namespace foliot::store
