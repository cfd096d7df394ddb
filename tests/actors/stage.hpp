// One engine on the test scheduler with an empty world: for tests of the actors' conversation.
#pragma once

#include <optional>
#include <string>

#include "rehearsal/life.hpp"

namespace foliot::actors {

/// A workflow whose one shell action takes a minute.
inline constexpr const char* workflow_xml =
    "<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='run'/><action name='run'>"
    "<shell xmlns='uri:oozie:shell-action:0.3'><job-tracker>j</job-tracker>"
    "<name-node>file:///</name-node><exec>make</exec><argument>takes:60000</argument>"
    "</shell><ok to='end'/><error to='bad'/></action><kill name='bad'><message>no</message></kill>"
    "<end name='end'/></workflow-app>";

class stage {
 public:
  explicit stage(model::lost_rule on_lost = model::lost_rule::rerun, model::start_rate starts = {},
                 const purge_settings& purge = {}, const model::run_users& users = {});

  /// Runs whoever has something to do, and what the world has due, until nothing is left now.
  void settle();
  /// Time goes on by `ms`; everything that falls due on the way happens.
  void pass(int64_t ms);
  /// Submits the application file at `path` (a coordinator's or workflow's property) and settles.
  std::string submit(const std::string& property, const std::string& path);
  entity_id id_of(const std::string& wire_id) const;
  model::status state_of(const std::string& wire_id) const;

  rehearsal::chance luck{7};
  rehearsal::virtual_time time{instant{1'767'225'600'000}};  // 2026-01-01T00:00Z
  rehearsal::memory_store store;
  rehearsal::virtual_files files{time};
  rehearsal::virtual_machine machine{files, time, luck.fork()};
  rehearsal::life engine;

 private:
  static rehearsal::life_hooks hooks(model::lost_rule on_lost, model::start_rate starts,
                                     const purge_settings& purge, const model::run_users& users);
};

}  // namespace foliot::actors
