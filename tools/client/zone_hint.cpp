#include "tools/client/zone_hint.hpp"

namespace foliot::client {

std::string zone_hint(std::string_view difference, const time::processing_zone& zone) {
  constexpr size_t offset_size = 5;  // +0530
  const size_t end = difference.find("' is no datetime");
  if (end == std::string_view::npos || end == 0) return "";
  const size_t begin = difference.rfind('\'', end - 1);
  if (begin == std::string_view::npos) return "";
  const std::string_view datetime = difference.substr(begin + 1, end - begin - 1);
  if (datetime.size() < offset_size) return "";
  const std::string name =
      datetime.ends_with('Z') ? "UTC"
                              : "GMT" + std::string(datetime.substr(datetime.size() - offset_size));
  const auto other = time::processing_zone::parse(name);
  if (!other || *other == zone || !time::parse_datetime(datetime, *other)) return "";
  return "was the engine started with another processing_timezone than " + zone.name() +
         "? Give the same: --set processing_timezone=" + other->name();
}

}  // namespace foliot::client
