#include "actors/admin_sessions.hpp"

#include <algorithm>
#include <utility>

namespace foliot::actors::admin {

std::string sessions::challenge(const std::string& console) {
  if (challenges_.size() >= challenges_max) challenges_.pop_front();
  return challenges_.emplace_back(chance_(), console).first;
}

bool sessions::redeem(const std::string& challenge, const std::string& console) {
  const auto found = std::find(challenges_.begin(), challenges_.end(),
                               std::pair<std::string, std::string>(challenge, console));
  if (found == challenges_.end()) return false;
  challenges_.erase(found);
  return true;
}

std::string sessions::open(const std::string& console, const std::string& peer,
                           std::string certificate) {
  if (open_.size() >= sessions_max) {
    const auto stale = std::min_element(
        open_.begin(), open_.end(),
        [](const auto& a, const auto& b) { return a.second->used < b.second->used; });
    open_.erase(stale);
  }
  auto made = std::make_shared<session>();
  made->console = console;
  made->certificate = std::move(certificate);
  made->peer = peer;
  made->used = ++uses_;
  return open_.emplace(chance_(), std::move(made)).first->first;
}

std::optional<sessions::entered> sessions::enter(const std::string& pass) {
  if (pass.empty() || pass.size() > session_text_bytes_max) return {};
  auto found = open_.extract(pass);
  if (found.empty()) return {};
  found.mapped()->used = ++uses_;
  found.key() = chance_();
  const auto at = open_.insert(std::move(found)).position;
  return entered{at->second, at->first};
}

void sessions::close(const std::string& pass) { open_.erase(pass); }

void sessions::close_peer(const std::string& peer) {
  std::erase_if(open_, [&](const auto& each) { return each.second->peer == peer; });
}

size_t sessions::followers() const {
  return static_cast<size_t>(std::count_if(open_.begin(), open_.end(), [](const auto& each) {
    return each.second->follows.has_value();
  }));
}

void sessions::tell(job_number root, const news_row& row) {
  for (auto& [pass, who] : open_) {
    if (!who->follows || (who->follows->root && *who->follows->root != root)) continue;
    if (who->follows->rows.size() < news_waiting_max)
      who->follows->rows.push_back(row);
    else
      ++who->follows->dropped;
  }
}

void sessions::lose(uint64_t rows) {
  for (auto& [pass, who] : open_)
    if (who->follows) who->follows->dropped += rows;
}

void sessions::visit_waiting(const std::function<void(session&)>& each) {
  for (auto& [pass, who] : open_)
    if (who->waits && who->follows && (!who->follows->rows.empty() || who->follows->dropped > 0))
      each(*who);
}

news take_news(following& from) {
  news out;
  const size_t count = std::min(from.rows.size(), news_rows_max);
  out.rows.assign(from.rows.begin(), from.rows.begin() + static_cast<ptrdiff_t>(count));
  from.rows.erase(from.rows.begin(), from.rows.begin() + static_cast<ptrdiff_t>(count));
  out.dropped = std::exchange(from.dropped, 0);
  return out;
}

}  // namespace foliot::actors::admin
