#include "rehearsal/virtual_watches.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace foliot::rehearsal {

watch_client::watch_client(virtual_files& files, virtual_time& time, chance luck, bool steady)
    : session_(std::make_shared<session>()) {
  session_->files = &files;
  session_->time = &time;
  session_->luck = luck;
  session_->steady = steady;
  files.on_appear = [weak = std::weak_ptr(session_)](const std::string& path) {
    if (const auto here = weak.lock(); here && here->connected) here->appeared(path);
  };
}

void watch_client::disconnect() {
  session_->connected = false;
  session_->tokens.clear();
  session_->by_path.clear();
}

void watch_client::deliver_to(sink ready) { session_->ready = std::move(ready); }

void watch_client::session::forget(uint64_t token) {
  const auto found = tokens.find(token);
  if (found == tokens.end()) return;
  const auto same = by_path.find(found->second);
  same->second.erase(token);
  if (same->second.empty()) by_path.erase(same);
  tokens.erase(found);
}

void watch_client::session::tell(uint64_t token) {
  forget(token);
  ready(token);
}

void watch_client::session::look(uint64_t token) {
  const auto found = tokens.find(token);
  if (connected && found != tokens.end() && files->exists(found->second)) tell(token);
}

void watch_client::session::appeared(const std::string& path) {
  bool lost = false;
  const auto same = by_path.find(path);
  if (same == by_path.end()) return;
  for (const uint64_t token : same->second) {
    if (!steady && luck.hits(8)) {
      lost = true;
      continue;
    }
    time->after_ms(luck.between(0, 5), [here = shared_from_this(), token] { here->look(token); });
  }
  if (!lost || rescan_due) return;
  rescan_due = true;
  time->after_ms(luck.between(1, rescan_ms), [here = shared_from_this()] {
    here->rescan_due = false;
    const std::map<uint64_t, std::string> all = here->tokens;
    for (const auto& [token, watched] : all) here->look(token);
  });
}

void watch_client::watch(uint64_t token, const std::string& path) {
  session& at = *session_;
  if (!at.connected) return;
  at.forget(token);
  at.tokens[token] = path;
  at.by_path[path].insert(token);
  at.last_look = std::max(at.last_look, plus_ms(at.time->now(), at.luck.between(0, 3)));
  at.time->at(at.last_look, [here = session_, token] { here->look(token); });
}

void watch_client::unwatch(uint64_t token) { session_->forget(token); }

bool watch_client::watches(const std::string& path) const {
  return session_->by_path.contains(path);
}

}  // namespace foliot::rehearsal
