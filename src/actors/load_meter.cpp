#include "actors/load_meter.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace foliot::actors {

void summarise(const std::vector<mail_sample>& samples, instant now, load_picture& out) {
  std::unordered_map<entity_id, load_picture::busy> by_entity;
  for (const mail_sample& each : samples) {
    // One from the future was taken before the clock was set back.
    if (each.at > now || each.at.ms <= now.ms - mail_window_ms) continue;
    ++out.samples;
    out.kinds[static_cast<size_t>(each.who.kind)].waiting.push_back(each.waiting);
    load_picture::busy& one = by_entity[each.who];
    one.who = each.who;
    ++one.samples;
    one.most_waiting = std::max<uint64_t>(one.most_waiting, each.waiting);
    one.last = std::max(one.last, each.at);
  }
  out.busiest.reserve(by_entity.size());
  for (auto& [id, one] : by_entity) out.busiest.push_back(one);
  const auto busier = [](const load_picture::busy& a, const load_picture::busy& b) {
    return std::tuple(b.samples, b.most_waiting, a.who) <
           std::tuple(a.samples, a.most_waiting, b.who);
  };
  std::sort(out.busiest.begin(), out.busiest.end(), busier);
  if (out.busiest.size() > busiest_told) out.busiest.resize(busiest_told);
}

size_t load_meter::own_counter() {
  static std::atomic<size_t> threads{0};
  thread_local const size_t mine = threads++ % mail_counters;
  return mine;
}

void load_meter::keep(counter& into, const mail_sample& sample) {
  const std::lock_guard lock(into.mutex);
  if (into.kept.size() < mail_samples_kept)
    into.kept.push_back(sample);
  else
    into.kept[into.next] = sample;
  into.next = (into.next + 1) % mail_samples_kept;
}

load_picture load_meter::look(instant now) const {
  load_picture out;
  std::vector<mail_sample> samples;
  for (const counter& each : counters_) {
    for (size_t kind = 0; kind < out.kinds.size(); ++kind)
      out.kinds[kind].taken += each.taken[kind].load(std::memory_order_relaxed);
    const std::lock_guard lock(each.mutex);
    samples.insert(samples.end(), each.kept.begin(), each.kept.end());
  }
  summarise(samples, now, out);
  return out;
}

}  // namespace foliot::actors
