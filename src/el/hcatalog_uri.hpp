// URIs of HCatalog tables and partitions, as text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace foliot::el {

/// hcat://host:port/database/table/key=value;key2=value2. Without keys it is a table.
struct hcatalog_uri {
  std::string server;  ///< "host:port"
  std::string database;
  std::string table;
  std::vector<std::pair<std::string, std::string>> partition;  ///< In the URI's order.

  /// The value of `key`, or nullptr.
  const std::string* find(std::string_view key) const;
};

/// Whether `uri` has the scheme of HCatalog.
bool is_hcatalog(std::string_view uri);

/// Takes `uri` apart. Fails with bad_input E1004.
result<hcatalog_uri> parse_hcatalog(std::string_view uri);

}  // namespace foliot::el
