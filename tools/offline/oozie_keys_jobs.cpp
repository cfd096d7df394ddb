// Keys of bundles, coordinators and workflows.
#include "tools/offline/oozie_keys.hpp"

namespace foliot::offline {

namespace {

constexpr std::string_view in_controls = "Write it into <controls> of the coordinators";

constexpr key_rule coordinators[] = {
    ignored(
        "oozie.service.CoordMaterializeTriggerService.",
        "action.batch.size callable.batch.size lookup.interval materialization.system.limit "
        "materialization.window scheduling.interval",
        "actions are made when their time comes, up to the coordinator's throttle: no window and "
        "no timer"),
    ignored(
        "oozie.service.coord.",
        "input.check.requeue.interval input.check.requeue.interval.additional.delay "
        "push.check.requeue.interval",
        "that data is there is an event; rescan_seconds says how often files are looked for that "
        "no event announced"),
    ignored("oozie.service.coord.", "check.maximum.frequency",
            "less than 5 minutes is refused with compat = \"oozie\", and allowed by the default "
            "reading"),
    limited("oozie.service.coord.", "default.concurrency", handling::only, "1",
            "a coordinator that does not say its concurrency has 1", in_controls),
    limited("oozie.service.coord.", "default.throttle", handling::only, "12",
            "a coordinator that does not say its throttle has 12", in_controls),
    limited("oozie.service.coord.", "normal.default.timeout", handling::only, "120",
            "a coordinator that does not say its timeout has 120 minutes", in_controls),
    limited("oozie.service.coord.", "default.max.timeout", handling::only, "86400",
            "the longest timeout is 86400 minutes", in_controls),
    ignored("oozie.service.coord.", "materialization.throttling.factor",
            "there is no queue of which the throttle could be a part"),
    limited("oozie.coord.", "execution.none.tolerance", handling::only, "1",
            "an action of execution NONE is skipped a minute after its time", ""),
    limited("oozie.coord.", "action.get.all.attributes", handling::only, "false",
            "lists of actions come without their properties", "Ask for single actions"),
    limited("oozie.coord.", "actions.default.length", handling::only, "1000",
            "without len, version 1 tells 1000 actions", "Let clients say len"),
    ignored("oozie.coord.", "actions.log.max.count",
            "the log of a job is made of its journal, however many actions it has"),
    ignored("oozie.service.HCatAccessorService.",
            "jms.use.canonical.hostname jmsconnections hcat.configuration",
            "no metastore is asked; whether one was is said by oozie.services.ext"),
    ignored("oozie.", "hcat.uri.regex.pattern", "no metastore is asked"),
    ignored("oozie.service.PartitionDependencyManagerService.",
            "cache.manager.impl cache.purge.interval cache.purge.ttl cache.ehcache.name",
            "no metastore is asked; whether one was is said by oozie.services.ext")};

constexpr key_rule workflows[] = {
    mapped("oozie.", "wf.rerun.disablechild", handling::truth, "rerun_of_children",
           "refused|allowed"),
    mapped("oozie.", "subworkflow.classpath.inheritance", handling::truth, "subworkflow_libraries",
           "inherited|own"),
    mapped("oozie.service.WorkflowAppService.", "system.libpath", handling::path, "system_libpath"),
    limited("oozie.service.WorkflowAppService.", "WorkflowDefinitionMaxLength", handling::at_most,
            "1048576", "a definition has up to 1048576 bytes", "Split the workflow"),
    limited("oozie.", "use.system.libpath", handling::only, "false",
            "the sharelib is used by jobs that ask for it",
            "Set oozie.use.system.libpath=true in the job properties"),
    limited("", "use.system.libpath.for.mapreduce.and.pig.jobs", handling::only, "false",
            "the sharelib is used by jobs that ask for it",
            "Set oozie.use.system.libpath=true in the job properties"),
    limited("oozie.service.ShareLibService.", "mapping.file", handling::only, "",
            "the sharelib is one directory with a part for each type of action",
            "Link the directories into one, and name it in system_libpath"),
    ignored("oozie.service.ShareLibService.",
            "fail.fast.on.startup purge.interval temp.sharelib.retention.days",
            "the sharelib is a directory of this host, of which no copies are made"),
    limited("oozie.", "validate.ForkJoin", handling::only, "true",
            "forks and joins are checked at submission",
            "Set oozie.wf.validate.ForkJoin=false in the properties of the jobs that need it"),
    ignored("oozie.", "workflow.parallel.fork.action.start", "the actions of a fork start at once"),
    limited("oozie.", "action.subworkflow.max.depth", handling::only, "50",
            "workflows lie up to 50 deep in each other", ""),
    ignored("oozie.", "fluent-job-api.generated.path",
            "XML of the fluent job API is not read; submit it as a file"),
    ignored("oozie.service.LiteWorkflowStoreService.", "user.retry.max",
            "retry-max counts as written, up to 1000; with compat = \"oozie\" up to 3"),
    limited("oozie.service.LiteWorkflowStoreService.", "user.retry.default", handling::only, "0",
            "an action without retry-max is not tried again",
            "Set foliot.wf.retry.max in the job properties"),
    limited("oozie.service.LiteWorkflowStoreService.", "user.retry.inteval user.retry.interval",
            handling::only, "10", "an action without retry-interval waits for 10 minutes",
            "Set foliot.wf.retry.interval in the job properties"),
    limited("oozie.service.LiteWorkflowStoreService.", "user.retry.policy", handling::only,
            "periodic", "an action without retry-policy waits for the same time before each retry",
            "Set foliot.wf.retry.policy in the job properties"),
    ignored(
        "oozie.service.LiteWorkflowStoreService.",
        "user.retry.error.code user.retry.error.code.ext",
        "every error of an action that has a retry is tried again; with compat = \"oozie\" those "
        "of Oozie's list")};

}  // namespace

void add_job_keys(std::vector<key_rule>& out) {
  add_rules(out, coordinators);
  add_rules(out, workflows);
}

}  // namespace foliot::offline
