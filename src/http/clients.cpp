#include "http/clients.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>

#include "http/proxy_users.hpp"

namespace foliot::http {

namespace {

/// Whose connections are counted together: an IPv4 address, or what is usually given to one
/// customer of IPv6, the first 64 bits.
std::string counted_address(const std::string& peer) {
  std::string host = host_of_peer(peer);
  in6_addr six{};
  if (::inet_pton(AF_INET6, host.c_str(), &six) != 1) return host;
  return "/64:" + std::string(reinterpret_cast<const char*>(six.s6_addr), 8);
}

}  // namespace

size_t connections_within(size_t configured, uint64_t descriptors) {
  const uint64_t least = std::max<uint64_t>(1, descriptors / 4);
  const uint64_t left =
      descriptors > limits::descriptors_kept ? descriptors - limits::descriptors_kept : 0;
  return static_cast<size_t>(std::min<uint64_t>(configured, std::max(least, left)));
}

clients::client* clients::find(number who) {
  const auto found = all_.find(who);
  return found == all_.end() ? nullptr : &found->second;
}

void clients::hold(client& one, size_t bytes) {
  bytes_ = bytes_ - one.bytes + bytes;
  one.bytes = bytes;
}

void clients::cut(client& one) {
  if (one.now == state::cut) return;
  hold(one, 0);
  one.owed = one.now == state::writing;
  one.now = state::cut;
  --live_;
  const auto place = addresses_.find(one.address);
  if (--place->second == 0) addresses_.erase(place);
}

/// The order in which connections make room; nothing: this one does not.
std::optional<int> clients::rank(const client& one, int64_t now) const {
  switch (one.now) {
    case state::lingering: return 0;
    case state::fresh: return 1;
    case state::reading: return one.proven ? 3 : 1;
    case state::idle: return 2;
    case state::writing:
      if (now - one.progress > limits::http_stall_ns) return 4;
      return std::nullopt;
    default: return std::nullopt;
  }
}

/// Cuts who may go first, of one address where there is one; 0: nobody may.
clients::number clients::room(const std::string* address, int64_t now) {
  number best = 0;
  int best_rank = 0;
  client* chosen = nullptr;
  for (auto& [who, one] : all_) {
    if (address != nullptr && one.address != *address) continue;
    const auto place = rank(one, now);
    if (!place) continue;
    if (chosen != nullptr &&
        (*place > best_rank || (*place == best_rank && one.since >= chosen->since)))
      continue;
    best = who;
    best_rank = *place;
    chosen = &one;
  }
  if (chosen != nullptr) cut(*chosen);
  return best;
}

clients::entrance clients::enter(const std::string& peer, int64_t now) {
  entrance out;
  const std::string address = counted_address(peer);
  const auto known = addresses_.find(address);
  const bool crowded = known != addresses_.end() && known->second >= most_.per_address;
  // Those that were cut are still there for a moment: they must not become many either.
  if (all_.size() >= 2 * most_.connections) return out;
  if (crowded || live_ >= most_.connections) {
    out.cut = room(crowded ? &address : nullptr, now);
    if (out.cut == 0) return out;
  }
  out.who = ++last_;
  client one;
  one.peer = peer;
  one.address = address;
  one.since = one.progress = now;
  all_.emplace(out.who, std::move(one));
  peers_[peer] = out.who;
  ++addresses_[address];
  ++live_;
  return out;
}

void clients::leave(number who) {
  const auto found = all_.find(who);
  if (found == all_.end()) return;
  cut(found->second);
  const auto peer = peers_.find(found->second.peer);
  if (peer != peers_.end() && peer->second == who) peers_.erase(peer);
  all_.erase(found);
}

void clients::enter_state(number who, state next, size_t bytes, int64_t now) {
  client* one = find(who);
  if (one == nullptr || one->now == state::cut) return;
  const bool stays = one->now == next || (one->now == state::fresh && next == state::reading);
  if (!stays) one->since = now;
  one->now = next;
  one->progress = now;
  hold(*one, bytes);
}

void clients::reads(number who, size_t bytes, int64_t now) {
  enter_state(who, state::reading, bytes, now);
}

void clients::works(number who, int64_t now) {
  client* one = find(who);
  if (one == nullptr) return;
  one->proven = true;
  enter_state(who, state::working, one->bytes, now);
}

void clients::writes(number who, size_t bytes, int64_t now) {
  enter_state(who, state::writing, bytes, now);
}

void clients::progresses(number who, int64_t now) {
  if (client* one = find(who)) one->progress = now;
}

void clients::rests(number who, int64_t now) { enter_state(who, state::idle, 0, now); }

void clients::lingers(number who, int64_t now) { enter_state(who, state::lingering, 0, now); }

std::vector<clients::number> clients::over_budget(int64_t now) {
  std::vector<number> out;
  while (bytes_ > most_.bytes) {
    number most = 0;
    client* chosen = nullptr;
    double weight = 0;
    size_t holders = 0;
    for (auto& [who, one] : all_) {
      if (one.bytes == 0) continue;
      ++holders;
      if (one.now == state::working) continue;  // its answer is on the way
      const double its =
          static_cast<double>(one.bytes) * static_cast<double>(now - one.since + 1'000);
      if (chosen != nullptr && its <= weight) continue;
      most = who;
      chosen = &one;
      weight = its;
    }
    if (holders < 2 || chosen == nullptr) break;
    cut(*chosen);
    out.push_back(most);
  }
  return out;
}

int64_t clients::deadline(const client& one) const {
  switch (one.now) {
    case state::fresh:
    case state::reading: return one.since + most_.request_ns;
    case state::idle: return one.since + most_.idle_ns;
    case state::writing: return one.since + most_.answer_ns;
    case state::lingering: return one.since + limits::http_linger_ns;
    default: return INT64_MAX;
  }
}

std::vector<clients::number> clients::overdue(int64_t now) {
  std::vector<number> out;
  for (auto& [who, one] : all_) {
    if (now < deadline(one)) continue;
    cut(one);
    out.push_back(who);
  }
  return out;
}

bool clients::owed(number who) const {
  const auto found = all_.find(who);
  return found != all_.end() && found->second.owed;
}

clients::number clients::of_peer(const std::string& peer) const {
  const auto found = peers_.find(peer);
  return found == peers_.end() ? 0 : found->second;
}

}  // namespace foliot::http
