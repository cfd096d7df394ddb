#include "actors/file_worker.hpp"

#include <memory>
#include <utility>

#include "actors/property_files.hpp"
#include "actors/type_ids.hpp"
#include "model/kinds/action_conf.hpp"
#include "model/kinds/sub_workflow.hpp"

namespace foliot::actors {

namespace {

model::workflow_event do_all(exec::file_port& files, const msg::do_files& order) {
  failure why;
  bool failed = false;
  for (size_t i = 0; i < order.operations.size() && !failed; ++i) {
    const exec::file_operation& operation = order.operations[i];
    if (exec::asked_to_stop(operation.stop.get())) return stopped(order, i);
    const result<void> done = files.perform(operation, order.again);
    if (done) continue;
    if (exec::asked_to_stop(operation.stop.get())) return stopped(order, i);
    failed = true;
    why = done.error();
  }
  if (order.prepares)
    return model::workflow_events::prepared{order.to.node, order.to.attempt,
                                            failed ? why.text() : std::string{}};
  model::workflow_events::run_ended out;
  out.node = order.to.node;
  out.attempt = order.to.attempt;
  if (failed) {
    out.outcome = model::workflow_events::run_end::failed;
    out.error_code = std::exchange(why.oozie, {});
    out.message = why.text();
  }
  return out;
}

}  // namespace

std::optional<el::value> about_job(const runtime& rt, const el::probe& probe) {
  const bool asks_status = probe.function == model::job_status_question;
  if (!asks_status && probe.function != model::job_id_question) return std::nullopt;
  const auto job =
      probe.arguments.empty() ? std::nullopt : model::job_in_argument(probe.arguments.front());
  if (!job) return el::value();
  if (!asks_status) return el::value(rt.settings.ids.text(*job));
  const auto record = rt.ports.reader.record(*job);
  if (!record || !*record) return el::value();  // not made yet, or purged
  return el::value(std::string(model::name(model::state_of(**record))));
}

el::value look_up(const exec::file_port& files, const hadoop_clusters& clusters,
                  const el::probe& probe) {
  if (probe.arguments.empty()) return {};
  if (probe.function == "hadoop:conf" && probe.arguments.size() == 2)
    return cluster_property(files, clusters, probe.arguments[0], probe.arguments[1]);
  if (model::is_properties_question(probe.function))
    return properties_in(files, probe.function, probe.arguments.front());
  if (probe.function == "hcat:exists")
    return el::unanswerable({errc::unsupported,
                             "'" + probe.arguments.front() +
                                 "' cannot be looked for: no metastore is connected to this engine",
                             "", "", "Ask for the directory of the partition with fs:exists"});
  const result<exec::file_facts> seen = files.look(probe.arguments.front());
  const exec::file_facts facts = seen ? *seen : exec::file_facts{};
  if (probe.function == "fs:exists") return facts.exists;
  if (probe.function == "fs:isDir") return facts.exists && facts.is_directory;
  if (probe.function == "fs:dirSize") {
    const result<int64_t> size = files.directory_size(probe.arguments.front());
    return el::value(size ? *size : int64_t{-1});
  }
  // What Hadoop says of local files (fs.local.block.size).
  if (probe.function == "fs:blockSize")
    return el::value(facts.exists ? int64_t{33'554'432} : int64_t{-1});
  if (probe.function == "fs:fileSize")
    return el::value(facts.exists && !facts.is_directory ? facts.size : int64_t{-1});
  return {};
}

model::workflow_event stopped(const msg::do_files& order, size_t done) {
  const std::string message = "it was stopped after " + std::to_string(done) + " of " +
                              std::to_string(order.operations.size()) + " operations";
  if (order.prepares)
    return model::workflow_events::prepared{order.to.node, order.to.attempt, message};
  model::workflow_events::run_ended out;
  out.node = order.to.node;
  out.attempt = order.to.attempt;
  out.outcome = model::workflow_events::run_end::killed;
  out.message = message;
  return out;
}

file_worker_actor::behavior_type file_worker(
    file_worker_actor::stateful_pointer<file_worker_state> self, exec::file_port* files,
    const hadoop_clusters* clusters, const job_answers& jobs) {
  return {[self, files](const msg::do_files& order) {
            auto event = std::make_shared<model::workflow_event>(do_all(*files, order));
            self->send(order.to.who, msg::stimulus{msg::workflow_told{std::move(event)}, {}});
          },
          [](const msg::kill_run&) {},
          [self, files, clusters, jobs](const msg::answer& order) {
            model::workflow_events::facts_found found;
            for (const el::probe& probe : order.probes) {
              auto about = jobs(probe);
              found.facts.emplace_back(
                  probe, about ? std::move(*about) : look_up(*files, *clusters, probe));
            }
            auto event = std::make_shared<model::workflow_event>(std::move(found));
            self->send(order.who, msg::stimulus{msg::workflow_told{std::move(event)}, {}});
          }};
}

}  // namespace foliot::actors
