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
}

void watch_client::deliver_to(sink ready) { session_->ready = std::move(ready); }

void watch_client::session::tell(uint64_t token) {
  tokens.erase(token);
  ready(token);
}

void watch_client::session::look(uint64_t token) {
  const auto found = tokens.find(token);
  if (connected && found != tokens.end() && files->exists(found->second)) tell(token);
}

void watch_client::session::appeared(const std::string& path) {
  bool lost = false;
  std::vector<uint64_t> here;
  for (const auto& [token, watched] : tokens)
    if (watched == path) here.push_back(token);
  if (here.empty()) return;
  for (const uint64_t token : here) {
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
  at.tokens[token] = path;
  at.last_look = std::max(at.last_look, plus_ms(at.time->now(), at.luck.between(0, 3)));
  at.time->at(at.last_look, [here = session_, token] { here->look(token); });
}

void watch_client::unwatch(uint64_t token) { session_->tokens.erase(token); }

bool watch_client::watches(const std::string& path) const {
  for (const auto& [token, watched] : session_->tokens)
    if (watched == path) return true;
  return false;
}

}  // namespace foliot::rehearsal
