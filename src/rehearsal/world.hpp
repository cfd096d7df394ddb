// The world of one scenario: what outlives an engine, the engine that is up, and its crashes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rehearsal/life.hpp"

namespace foliot::rehearsal {

/// When the engine is killed besides where the scenario says so.
enum class crashes {
  none,
  between,  ///< After every statement, once all is quiet.
  within,   ///< While statements have their effect, at steps of the seed's choice; some by a write
            ///< that fails.
};

class world {
 public:
  world(instant beginning, crashes when, uint64_t seed);

  /// Whoever has something to do does it, with all that happens within a moment.
  void settle();
  /// Time goes on to `end`; everything that falls due on the way happens.
  void pass_to(instant end);
  /// The same until `reached` says so after a change; whether it did.
  bool pass_until(instant end, const std::function<bool()>& reached);
  /// Lets the engine work at this time until `answered`; false when it never does. No crash happens
  /// before: what was not answered may or may not have been done.
  bool await(const bool& answered);
  /// kill -9, then a new engine on the same store that has recovered.
  void crash();
  /// kill -9, and nobody starts a new engine.
  void go_down();
  /// A new engine on the same store, recovered.
  void come_up();
  bool is_up() const { return life_ != nullptr; }
  /// Engines so far.
  uint32_t lives() const { return lives_; }
  /// A statement is over.
  void end_statement();

  /// What went wrong with the engine itself; empty while all is well.
  const std::string& trouble() const { return trouble_; }

  instant now() const { return time.now(); }
  /// Only while it is up.
  life& engine() { return *life_; }
  /// The newest record; null where there is none.
  std::optional<model::any_record> record(const entity_id& id) const;

  chance luck;
  virtual_time time;
  memory_store store;
  virtual_files files{time};
  virtual_machine machine;
  bool disk_full = false;

 private:
  void begin_life();
  void work();
  bool work_until(const std::function<bool()>& reached);
  void step();
  void exhaust(uint64_t most, const char* what);
  void may_crash_now();
  /// When something happens next; `never` if nothing will.
  instant next() const;
  void move_to(instant at);

  crashes when_;
  int crashes_left_ = 0;  ///< In this statement.
  int64_t steps_to_crash_ = 0;
  bool failing_ = false;  ///< The next write fails.
  uint64_t steps_ = 0;
  uint64_t steps_here_ = 0;  ///< Since time moved.
  uint32_t lives_ = 0;
  std::string trouble_;
  std::unique_ptr<life> life_;
};

}  // namespace foliot::rehearsal
