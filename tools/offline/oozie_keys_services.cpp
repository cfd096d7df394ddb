// Keys of Oozie's services: queues, timers, locks, notices, classes of one's own.
#include "tools/offline/oozie_keys.hpp"

namespace foliot::offline {

namespace {

/// By the last part of their names: what the engine does, and what means nothing in it.
constexpr std::string_view services_here =
    "SchedulerService|MetricsInstrumentationService|InstrumentationService|MemoryLocksService|"
    "UUIDService|ELService|AuthorizationService|UserGroupInformationService|HadoopAccessorService|"
    "JobsConcurrencyService|URIHandlerService|DagXLogInfoService|SchemaService|"
    "LiteWorkflowAppService|JPAService|StoreService|DBLiteWorkflowStoreService|CallbackService|"
    "ActionService|ShareLibService|CallableQueueService|ActionCheckerService|RecoveryService|"
    "PurgeService|CoordinatorEngineService|BundleEngineService|DagEngineService|"
    "CoordMaterializeTriggerService|StatusTransitService|PauseTransitService|GroupsService|"
    "ProxyUserService|XLogStreamingService|JvmPauseMonitorService|SparkConfigurationService|"
    "SchemaCheckerService|WorkflowSchemaService|SLAStoreService|CoordinatorStoreService|"
    "WorkflowStoreService|ConfigurationService|Services|XLogService|ActionMaxOutputService";

constexpr key_rule machinery[] = {
    limited("oozie.", "services services.ext", handling::classes, services_here,
            "nothing stands for such services here: service levels are not followed, no message "
            "broker is told, there are no standby servers, classes of one's own are not loaded",
            "Do without it, or keep that part outside"),
    ignored(
        "oozie.service.CallableQueueService.",
        "InterruptMapMaxSize InterruptTypes callable.concurrency callable.next.eligible "
        "delayedcallable.threads queue.awaitTermination.timeout.seconds queue.newImpl queue.size "
        "threads",
        "there is no queue of commands: each job is an actor; scheduler_threads says how many "
        "threads run them all, run_slots how many programs run at a time"),
    ignored("oozie.service.", "SchedulerService.threads", "one alarm serves all times"),
    ignored("oozie.",
            "command.default.lock.timeout command.default.requeue.delay "
            "service.default.lock.timeout",
            "nothing is locked: each job is an actor"),
    ignored("oozie.service.ActionCheckerService.",
            "action.check.delay action.check.interval callable.batch.size",
            "the end of a program is an event: nothing is asked in turn"),
    ignored("oozie.service.RecoveryService.",
            "bundle.older.than callable.batch.size coord.older.than interval "
            "push.dependency.interval wf.actions.created.time.interval wf.actions.older.than",
            "what was left undone is found at the start of the server; nothing gets lost later"),
    ignored("oozie.service.PauseTransitService.", "PauseTransit.interval callable.batch.size",
            "pauses begin and end at their time"),
    ignored("oozie.service.StatusTransitService.", "statusTransit.interval",
            "a status follows those below it at once"),
    ignored(
        "oozie.service.StatusTransitService.", "backward.support.for.states.without.error",
        "compat = \"oozie\" hides states with errors as true does, the default reading shows them"),
    limited("oozie.service.StatusTransitService.", "backward.support.for.coord.status",
            handling::only, "false", "jobs of namespace 0.1 have the states of all others", ""),
    ignored("oozie.service.AbandonedCoordCheckerService.",
            "check.delay check.interval email.address failure.limit job.older.than",
            "nothing is killed because it often failed"),
    limited("oozie.service.AbandonedCoordCheckerService.", "kill.jobs", handling::only, "false",
            "coordinators that fail again and again are not killed",
            "Look for them with `foliot list --status RUNNINGWITHERROR`"),
    ignored("oozie.service.DBLiteWorkflowStoreService.",
            "status.metrics.collection.interval status.metrics.window",
            "figures are counted as things happen"),
    ignored("oozie.service.LiteWorkflowStoreService.", "node.def.version",
            "of the inside of Oozie's store"),
    limited("oozie.service.UUIDService.", "generator", handling::only, "counter",
            "ids of jobs are counted", "")};

constexpr std::string_view alone =
    "one server owns its data directory; whether ZooKeeper was used is said by "
    "oozie.services.ext";

constexpr key_rule standby[] = {
    ignored("oozie.zookeeper.",
            "connection.string connection.timeout max.retries namespace secure "
            "server.shutdown.ontimeout session.timeout",
            alone),
    ignored("oozie.service.ZKLocksService.",
            "lock.release.retry.time.limit lock.release.retry.time.limit.minutes "
            "locks.reaper.threads locks.reaper.threshold",
            alone),
    ignored("oozie.service.ZKUUIDService.", "jobid.sequence.max", alone)};

constexpr std::string_view no_broker =
    "no message broker is told; whether one was is said by oozie.services.ext";
constexpr std::string_view no_levels =
    "service levels are not followed; whether they were is said by oozie.services.ext";

constexpr key_rule notices[] = {
    limited("oozie.", "notification.proxy", handling::only, "",
            "there is no proxy for the notifications of all jobs",
            "Set oozie.wf.workflow.notification.proxy in the job properties"),
    ignored("oozie.", "notification.url.connection.timeout",
            "notifications have a time limit of their own"),
    ignored("oozie.service.",
            "JMSAccessorService.connectioncontext.impl "
            "JMSAccessorService.retry.initial.delay "
            "JMSAccessorService.retry.max.attempts "
            "JMSAccessorService.retry.multiplier JMSAccessorService.jms.sessionOpts "
            "JMSTopicService.topic.name JMSTopicService.topic.prefix",
            no_broker),
    ignored("oozie.jms.",
            "producer.connection.properties producer.session.opts delivery.mode "
            "expiration.date",
            no_broker),
    ignored("oozie.service.EventHandlerService.",
            "batch.size event.listeners event.queue filter.app.types queue.size worker.interval "
            "worker.threads",
            "events are not handed to listeners; whether they were is said by oozie.services.ext"),
    ignored("oozie.sla.", "disable.alerts.older.than calc.default.lock.timeout", no_levels),
    ignored("oozie.sla.service.SLAService.",
            "alert.events calculator.impl capacity check.initial.delay check.interval "
            "events.modified.after history.purge.interval job.event.latency maximum.retry.count "
            "oozie.sla.calc.default.lock.timeout",
            no_levels),
    ignored("oozie.service.", "sla.default.maxevents", no_levels)};

constexpr std::string_view own_classes =
    "classes of one's own are not loaded: expressions have Oozie's own functions and constants";

constexpr key_rule tables[] = {
    mapped("oozie.service.ELService.", "latest-el.use-current-time", handling::truth, "latest_from",
           "now|creation"),
    ignored("oozie.service.ELService.", "groups",
            "where an expression stands decides what it may use"),
    limited(
        "oozie.service.ELService.",
        "functions.bundle-submit functions.coord-action-create functions.coord-action-create-inst "
        "functions.coord-action-start functions.coord-job-submit-data "
        "functions.coord-job-submit-freq functions.coord-job-submit-initial-instance "
        "functions.coord-job-submit-instances functions.coord-job-submit-nofuncs "
        "functions.coord-job-wait-timeout functions.coord-sla-create functions.coord-sla-submit "
        "functions.job-submit functions.wf-sla-submit functions.workflow "
        "constants.coord-job-submit-nofuncs constants.coord-sla-submit constants.wf-sla-submit "
        "constants.workflow ext.constants.coord-sla-create ext.functions.workflow "
        "functions.* constants.* ext.functions.* ext.constants.*",
        handling::functions, "", own_classes,
        "Compute the value beforehand, and give it as a property"),
    limited("oozie.service.SchemaService.",
            "wf.schemas wf.ext.schemas coord.schemas coord.ext.schemas bundle.schemas "
            "bundle.ext.schemas sla.schemas sla.ext.schemas",
            handling::schemas, "", "schemas of one's own are not loaded",
            "Use the actions that are built in; see docs/actions.md"),
    limited("oozie.service.WorkflowSchemaService.", "ext.schemas", handling::schemas, "",
            "schemas of one's own are not loaded",
            "Use the actions that are built in; see docs/actions.md"),
    limited("oozie.service.ActionService.", "executor.classes executor.ext.classes",
            handling::classes,
            "DecisionActionExecutor|JavaActionExecutor|FsActionExecutor|MapReduceActionExecutor|"
            "PigActionExecutor|HiveActionExecutor|Hive2ActionExecutor|ShellActionExecutor|"
            "SqoopActionExecutor|DistcpActionExecutor|SshActionExecutor|SubWorkflowActionExecutor|"
            "EmailActionExecutor|SparkActionExecutor|GitActionExecutor|StartActionExecutor|"
            "EndActionExecutor|KillActionExecutor|ForkActionExecutor|JoinActionExecutor",
            "actions of one's own are not loaded", "Let a shell action start the program"),
    limited("oozie.service.URIHandlerService.", "uri.handlers uri.handler.default",
            handling::classes, "FSURIHandler",
            "data that no file stands for is not looked for: no metastore is asked",
            "Use directories with a done-flag, or POST to /api/datasets/ready"),
    limited("oozie.service.URIHandlerService.", "uri.handler.*", handling::only, "",
            "data is looked for in the file system only", "Use directories with a done-flag")};

}  // namespace

void add_service_keys(std::vector<key_rule>& out) {
  add_rules(out, machinery);
  add_rules(out, standby);
  add_rules(out, notices);
  add_rules(out, tables);
}

}  // namespace foliot::offline
