// Which jobs an order to many is about; shared by the order and its preview.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dialect.hpp"
#include "base/ids.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"
#include "http/api_call.hpp"
#include "http/catalogue.hpp"
#include "http/frequencies.hpp"
#include "model/orders.hpp"
#include "model/reader.hpp"

namespace foliot::http {

/// Kill, suspend and resume; nothing for any other name.
std::optional<model::order> bulk_order_named(std::string_view action);

/// The same for the same jobs, whatever their order: an order that names it is carried out only
/// where the filter still takes these.
std::string selection_token(const std::vector<model::job_row>& rows);

/// The jobs that `filter` takes, on the page `page`. Fails with E0420, E0603 and the reader's
/// errors.
result<model::job_page> select_jobs(const catalogue& from, frequencies& repeats, entity_kind kind,
                                    const std::string& filter, const list_page& page, instant now,
                                    dialect reading);

}  // namespace foliot::http
