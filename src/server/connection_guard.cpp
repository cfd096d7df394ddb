#include "server/connection_guard.hpp"

#include <sys/socket.h>

#include <utility>

namespace foliot::server {

std::string connection_guard::counts::sentence() const {
  const std::pair<uint64_t, const char*> parts[] = {{turned_away, " found no room"},
                                                    {made_room, " made room for others"},
                                                    {slow, " were too slow"},
                                                    {greedy, " held too much memory"},
                                                    {refused, " sent no request, or too much"}};
  std::string out;
  for (const auto& [count, what] : parts)
    if (count > 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + what;
  return "connections were closed: " + out;
}

connection_guard::number connection_guard::enter(const std::string& peer, int descriptor) {
  const std::scoped_lock guard(lock_);
  const auto way = clients_.enter(peer, now_ns());
  if (way.cut != 0) {
    ++counts_.made_room;
    cut(way.cut);
  }
  if (way.who == 0)
    ++counts_.turned_away;
  else
    descriptors_.emplace(way.who, descriptor);
  return way.who;
}

void connection_guard::leave(number who) {
  const std::scoped_lock guard(lock_);
  descriptors_.erase(who);
  clients_.leave(who);
}

void connection_guard::reads(number who, size_t bytes) {
  const std::scoped_lock guard(lock_);
  clients_.reads(who, bytes, now_ns());
  cut_greedy();
}

void connection_guard::works(number who) {
  const std::scoped_lock guard(lock_);
  clients_.works(who, now_ns());
}

void connection_guard::progresses(number who) {
  const std::scoped_lock guard(lock_);
  clients_.progresses(who, now_ns());
}

void connection_guard::rests(number who) {
  const std::scoped_lock guard(lock_);
  clients_.rests(who, now_ns());
}

void connection_guard::lingers(number who) {
  const std::scoped_lock guard(lock_);
  ++counts_.refused;
  clients_.lingers(who, now_ns());
}

void connection_guard::writes(const std::string& peer, size_t bytes) {
  const std::scoped_lock guard(lock_);
  clients_.writes(clients_.of_peer(peer), bytes, now_ns());
  cut_greedy();
}

void connection_guard::sweep() {
  const std::scoped_lock guard(lock_);
  for (const number who : clients_.overdue(now_ns())) {
    ++counts_.slow;
    cut(who);
  }
}

connection_guard::counts connection_guard::take_counts() {
  const std::scoped_lock guard(lock_);
  return std::exchange(counts_, {});
}

void connection_guard::cut(number who) {
  const auto found = descriptors_.find(who);
  if (found == descriptors_.end()) return;
  // What the kernel still has for a client that does not read would stay there for minutes.
  const linger at_once{1, 0};
  if (clients_.owed(who))
    ::setsockopt(found->second, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::shutdown(found->second, SHUT_RDWR);
}

void connection_guard::cut_greedy() {
  for (const number who : clients_.over_budget(now_ns())) {
    ++counts_.greedy;
    cut(who);
  }
}

}  // namespace foliot::server
