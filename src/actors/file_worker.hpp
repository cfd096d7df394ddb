// FILE WORKER: file operations of fs actions, and questions about files. It blocks.
#pragma once

#include "actors/hadoop_conf.hpp"
#include "actors/protocols.hpp"
#include "actors/runtime.hpp"

namespace foliot::actors {

struct file_worker_state {
  static inline const char* name = "file-worker";
};

file_worker_actor::behavior_type file_worker(
    file_worker_actor::stateful_pointer<file_worker_state> self, const runtime* rt);

/// The answer to one question of the language about files, tables or a cluster's configuration.
/// `clusters`: as of engine_settings::hadoop_conf. What cannot be told here, such as the tables of
/// a metastore, is el::unanswerable.
el::value look_up(const exec::file_port& files, const hadoop_clusters& clusters,
                  const el::probe& probe);

}  // namespace foliot::actors
