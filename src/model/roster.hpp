// Which actions of a coordinator wait, are ready, run: the coordinator's view of its children, from
// their reports. Slots follow from it; nothing of it is stored (architecture 8).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "model/definition.hpp"
#include "model/status.hpp"

namespace foliot::model {

/// Which of the READY actions start now (coordinator.md 5.5). `ready`: their numbers, ascending;
/// `busy` counts SUBMITTED and RUNNING ones and those granted a slot.
std::vector<uint32_t> choose_starts(execution_order order, int32_t concurrency,
                                    const std::vector<uint32_t>& ready, uint32_t busy);

/// Pure. Reports may be repeated or arrive late: an older version changes nothing.
class roster {
 public:
  /// Action `number` is known to have `state` in its record of `version`.
  void report(uint32_t number, uint64_t version, status state);
  /// The action rests and was released: it is terminal and needs nothing any more.
  void release(uint32_t number);
  /// The READY actions that get one of `concurrency` slots now (negative: any number); they count
  /// as busy from here on, until they report something else than READY.
  std::vector<uint32_t> grant(execution_order order, int32_t concurrency);

  uint32_t waiting() const { return waiting_; }
  uint32_t busy() const { return busy_; }
  /// The status that action `number` reported; none when it is not at hand.
  status state_of(uint32_t number) const;
  /// Whether it may be taken away: WAITING, or READY without a slot (coordinator.md 6.1).
  bool may_vanish(uint32_t number) const;
  /// Actions that are not terminal, ascending.
  std::vector<uint32_t> unfinished() const;

 private:
  struct entry {
    uint64_t version = 0;
    status state = status::none;
    bool granted = false;
  };

  void count(const entry& e, int by);

  std::map<uint32_t, entry> entries_;
  std::set<uint32_t> ready_;  ///< READY and not granted, by number.
  uint32_t waiting_ = 0;
  uint32_t busy_ = 0;
};

}  // namespace foliot::model
