// FILE WORKER: does file operations of fs actions and answers questions about files. It blocks.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "actors/hadoop_conf.hpp"
#include "actors/protocols.hpp"
#include "actors/runtime.hpp"

namespace foliot::actors {

struct file_worker_state {
  static inline const char* name = "file-worker";
};

/// The answer to a question about another job of the engine; nothing for any other question.
using job_answers = std::function<std::optional<el::value>(const el::probe&)>;

/// What another workflow is called, or in which status it is: job_answers of an engine.
std::optional<el::value> about_job(const runtime& rt, const el::probe& probe);

/// `files` and `clusters` (engine_settings::hadoop_conf) outlive the actor. It knows no kill but
/// the flag in the operations, which its desk sets (file_desk.hpp); one that works without a desk
/// has ended its order before it reads the kill.
file_worker_actor::behavior_type file_worker(
    file_worker_actor::stateful_pointer<file_worker_state> self, exec::file_port* files,
    const hadoop_clusters* clusters, const job_answers& jobs);

/// What is told of an order that was killed after `done` of its operations; pure.
model::workflow_event stopped(const msg::do_files& order, size_t done);

/// The answer to one question of the language about files, tables or a cluster's configuration.
/// `clusters`: as of engine_settings::hadoop_conf. What cannot be told here, such as the tables of
/// a metastore, is el::unanswerable.
el::value look_up(const exec::file_port& files, const hadoop_clusters& clusters,
                  const el::probe& probe);

}  // namespace foliot::actors
