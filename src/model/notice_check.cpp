#include "model/notice_check.hpp"

#include <algorithm>

#include "base/public_url.hpp"
#include "base/text.hpp"
#include "base/visible.hpp"
#include "model/notification.hpp"

namespace foliot::model {

namespace {

bool starts_with_scheme(std::string_view url, std::string_view scheme) {
  if (url.size() <= scheme.size()) return false;
  return std::equal(scheme.begin(), scheme.end(), url.begin(), [](char want, char is) {
    return want == (is >= 'A' && is <= 'Z' ? static_cast<char>(is - 'A' + 'a') : is);
  });
}

}  // namespace

std::string_view notice_text(const configuration& conf, std::string_view name) {
  const auto found = conf.find(name);
  return found == conf.end() ? std::string_view{} : trim(found->second);
}

std::string_view why_not_callable(std::string_view url) {
  if (url.size() > notice_url_bytes_max) return "it is longer than 2048 bytes";
  if (!starts_with_scheme(url, "http://") && !starts_with_scheme(url, "https://"))
    return "it is neither http nor https";
  if (!std::all_of(url.begin(), url.end(), [](char c) { return c > ' ' && c < '\x7F'; }))
    return "it holds a blank, a control character or one beyond ASCII";
  return {};
}

std::vector<std::string> refused_notices(const configuration& conf, entity_kind of) {
  constexpr size_t shown = 200;
  std::vector<std::string> out;
  for (const std::string_view name : {notice_job_url, notice_node_url, notice_action_url}) {
    if ((name == notice_action_url) != (of == entity_kind::action)) continue;
    const std::string_view url = notice_text(conf, name);
    const std::string_view why = url.empty() ? url : why_not_callable(url);
    if (why.empty()) continue;
    out.push_back(std::string(name) + " is not called, " + std::string(why) + ": " +
                  visible(public_url(url).substr(0, shown)));
  }
  return out;
}

}  // namespace foliot::model
