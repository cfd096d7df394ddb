#include "actors/file_worker.hpp"

#include <memory>

#include "actors/property_files.hpp"
#include "actors/type_ids.hpp"
#include "model/kinds/sub_workflow.hpp"

namespace foliot::actors {

namespace {

model::workflow_event do_all(exec::file_port& files, const msg::do_files& order) {
  using model::workflow_events::run_end;
  model::workflow_events::run_ended out;
  out.node = order.to.node;
  out.attempt = order.to.attempt;
  for (const exec::file_operation& operation : order.operations) {
    const result<void> done = files.perform(operation, order.again);
    if (done) continue;
    out.outcome = run_end::failed;
    out.error_code = done.error().oozie;
    failure without_code = done.error();
    without_code.oozie.clear();
    out.message = without_code.text();
    break;
  }
  return out;
}

model::workflow_event do_before(exec::file_port& files, const msg::do_files& order) {
  const model::workflow_event done = do_all(files, order);
  const auto& ended = std::get<model::workflow_events::run_ended>(done);
  model::workflow_events::prepared out{order.to.node, order.to.attempt, ""};
  if (ended.outcome == model::workflow_events::run_end::failed)
    out.message =
        ended.error_code.empty() ? ended.message : ended.error_code + ": " + ended.message;
  return out;
}

/// What another workflow of the same tree is called, or in which status it is.
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

}  // namespace

el::value look_up(const exec::file_port& files, const hadoop_clusters& clusters,
                  const el::probe& probe) {
  if (probe.arguments.empty()) return {};
  if (probe.function == "hadoop:conf" && probe.arguments.size() == 2)
    return cluster_property(files, clusters, probe.arguments[0], probe.arguments[1]);
  if (is_properties_question(probe.function))
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

file_worker_actor::behavior_type file_worker(
    file_worker_actor::stateful_pointer<file_worker_state> self, const runtime* rt) {
  return {[self, rt](const msg::do_files& order) {
            auto& files = rt->ports.files;
            auto event = std::make_shared<model::workflow_event>(
                order.prepares ? do_before(files, order) : do_all(files, order));
            self->send(order.to.who, msg::stimulus{msg::workflow_told{std::move(event)}, {}});
          },
          [self, rt](const msg::answer& order) {
            model::workflow_events::facts_found found;
            for (const el::probe& probe : order.probes) {
              auto about = about_job(*rt, probe);
              found.facts.emplace_back(
                  probe, about ? std::move(*about)
                               : look_up(rt->ports.files, rt->settings.hadoop_conf, probe));
            }
            auto event = std::make_shared<model::workflow_event>(std::move(found));
            self->send(order.who, msg::stimulus{msg::workflow_told{std::move(event)}, {}});
          }};
}

}  // namespace foliot::actors
