// FILE DESK: hands file operations and questions about files to workers with threads of their own.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "actors/file_worker.hpp"
#include "actors/protocols.hpp"
#include "base/hadoop_clusters.hpp"
#include "exec/file_port.hpp"

namespace foliot::actors {

/// Questions have a worker of their own and are answered in their order; operations go to a few
/// others, so that a long one holds up neither questions nor all the rest. All operations of one
/// order are done by one worker, in order; whoever gives a second one for a run waits for the end
/// of the first.
struct file_desk_state {
  static inline const char* name = "file-desk";

  struct errand {
    msg::do_files order;
    std::shared_ptr<exec::stop_flag> stop;
  };
  struct under_way {
    msg::run_address to;
    std::shared_ptr<exec::stop_flag> stop;
  };

  file_worker_actor::pointer self = nullptr;
  file_worker_actor reader;             ///< Answers questions.
  std::vector<file_worker_actor> idle;  ///< Of those that do operations.
  std::deque<errand> waiting;
  std::vector<under_way> busy;

  void take(msg::do_files order);
  void hand_out();
  void over(const file_worker_actor& worker, const std::shared_ptr<exec::stop_flag>& stop);
  /// What waits is taken out, what is under way ends at its next file. Either is told as `killed`;
  /// nothing is told of what has ended or was never ordered.
  void kill(const msg::run_address& to);
};

/// `files` and `clusters` (engine_settings::hadoop_conf) outlive the actor. The workers are
/// detached and end with it.
file_worker_actor::behavior_type file_desk(
    file_worker_actor::stateful_pointer<file_desk_state> self, exec::file_port* files,
    const hadoop_clusters* clusters, const job_answers& jobs);

}  // namespace foliot::actors
