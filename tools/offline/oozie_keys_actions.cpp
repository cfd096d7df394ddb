// Keys of actions and of the clusters that they work on.
#include "tools/offline/oozie_keys.hpp"

namespace foliot::offline {

namespace {

constexpr key_rule clusters[] = {
    mapped("oozie.service.HadoopAccessorService.", "hadoop.configurations", handling::clusters,
           "hadoop_conf"),
    ignored("oozie.service.HadoopAccessorService.",
            "action.configurations action.configurations.load.default.resources",
            "client programs read the configuration that is installed with them; defaults of an "
            "action belong into config-default.xml"),
    limited("oozie.service.HadoopAccessorService.", "jobTracker.whitelist nameNode.whitelist",
            handling::only, "", "nothing keeps a job from naming another cluster",
            "Give the server's host access to the right clusters only"),
    limited("oozie.service.HadoopAccessorService.", "kerberos.enabled", handling::only, "false",
            "the server does not sign in to a cluster by Kerberos",
            "Keep a ticket for the server's user (k5start, kinit in a timer)"),
    ignored("oozie.service.HadoopAccessorService.", "kerberos.principal keytab.file",
            "read with kerberos.enabled = true only"),
    limited("oozie.service.HadoopAccessorService.", "supported.filesystems", handling::file_systems,
            "", "the server reads the files of its own host only",
            "Mount the others there (NFS gateway, fuse)"),
    limited("oozie.service.HadoopAccessorService.", "fs.s3a fs.*", handling::only, "",
            "the server reads the files of its own host only", "Mount the others there"),
    ignored("oozie.service.HadoopAccessorService.", "created", "of the inside of Oozie's server"),
    ignored("oozie.service.SparkConfigurationService.",
            "spark.configurations spark.configurations.blacklist "
            "spark.configurations.ignore.spark.yarn.jar",
            "spark-submit reads the spark-defaults.conf that is installed with it"),
    ignored("oozie.actions.default.", "job-tracker name-node resource-manager",
            "client programs know their cluster by the configuration installed with them"),
    limited("oozie.", "credentials.credentialclasses", handling::only, "",
            "no credentials are fetched for actions: programs run with the server's own rights",
            "Keep a ticket for the server's user, and take cred out"),
    ignored("oozie.", "credentials.skip", "no credentials are fetched for actions")};

constexpr std::string_view no_container =
    "programs run on this host, in no container of a cluster; run_memory_bytes and run_cgroup "
    "limit them";

constexpr key_rule launcher[] = {
    ignored("oozie.launcher.",
            "default.max.attempts default.memory.mb default.priority default.queue default.vcores "
            "override override.env override.javaopts override.log.level override.max.attempts "
            "override.memory.mb override.modify.acl override.priority override.queue "
            "override.vcores override.view.acl prepend.env prepend.javaopts",
            no_container),
    ignored("oozie.action.",
            "launcher.am.restart.kill.childjobs "
            "launcher.mapreduce.job.ubertask.enable "
            "launcher.yarn.timeline-service.enabled ship.launcher.jar "
            "shell.launcher.mapreduce.job.ubertask.enable "
            "hadoop.delete.hdfs.tmp.dir pig.delete.hdfs.tmp.dir "
            "mapreduce.uber.jar.enable mapreduce.needed.for.distcp "
            "mapreduce.needed.for.hive mapreduce.needed.for.hive2 "
            "mapreduce.needed.for.java mapreduce.needed.for.map-reduce "
            "mapreduce.needed.for.pig mapreduce.needed.for.sqoop "
            "dependency.deduplicate jobinfo.enable keep.action.dir "
            "external.stats.write",
            no_container),
    ignored("oozie.",
            "hadoop-2.0.2-alpha.workaround.for.distributed.cache classpathutils.resolve "
            "external.stats.max.size",
            no_container),
    ignored("oozie.", "actions.main.classnames",
            "programs of this host do the work; program_hadoop and the like name them"),
    limited("oozie.action.", "sharelib.for.*", handling::only, "",
            "which parts of the sharelib a type of action uses is its own name",
            "Set oozie.action.sharelib.for.TYPE in the job properties"),
    ignored("oozie.action.", "retries.max retry.interval retry.policy",
            "no cluster has to be reached to start a program"),
    ignored("oozie.action.",
            "rootlogger.log.level pig.log.expandedscript "
            "shell.max-print-size-kb",
            "what a program prints is its log, as it is")};

constexpr std::string_view no_hadoop_conf =
    "no directory with the cluster's configuration is made for the action";
constexpr std::string_view name_it =
    "Set HADOOP_CONF_DIR by <env-var>, or by oozie.launcher.env in the job properties";

constexpr key_rule types[] = {
    mapped("oozie.", "action.max.output.data", handling::number, "action_output_bytes"),
    limited("oozie.", "action.fs.glob.max", handling::at_most, "50000",
            "a pattern stands for up to 50000 files", "Work on the directory above"),
    limited("oozie.action.", "null.args.allowed", handling::only, "true",
            "an empty argument reaches the program as one", ""),
    limited("oozie.actions.", "null.args.allowed", handling::only, "true",
            "an empty argument reaches the program as one", ""),
    limited("oozie.action.shell.", "setup.hadoop.conf.dir", handling::only, "false", no_hadoop_conf,
            name_it),
    ignored("oozie.action.shell.",
            "setup.hadoop.conf.dir.log4j.content "
            "setup.hadoop.conf.dir.write.log4j.properties",
            no_hadoop_conf),
    limited("oozie.action.spark.", "setup.hadoop.conf.dir", handling::only, "false", no_hadoop_conf,
            name_it),
    limited("oozie.action.", "sqoop.shellsplitter", handling::only, "false",
            "the words of <command> of sqoop lie between blanks",
            "Set oozie.action.sqoop.shellsplitter=true in the job properties"),
    mapped("oozie.action.", "ssh.check.retries.max", handling::number, "ssh_reconnects"),
    mapped("oozie.action.", "ssh.allow.user.at.host", handling::truth, "ssh_user_at_host",
           "allowed|refused"),
    mapped("oozie.action.", "ssh.delete.remote.tmp.dir", handling::truth,
           "ssh_delete_remote_directory", "true|false"),
    ignored("oozie.action.", "ssh.check.initial.retry.wait.time",
            "a lost connection is made again after 3, 6, 12 ... 60 seconds"),
    ignored("oozie.action.", "ssh.http.command ssh.http.command.post.options",
            "the other host does not call back"),
    limited("",
            "FsELFunctions.conf.fs.abfs FsELFunctions.conf.fs.abfss FsELFunctions.conf.fs.hdfs "
            "FsELFunctions.conf.fs.hftp FsELFunctions.conf.fs.s3 FsELFunctions.conf.fs.s3a "
            "FsELFunctions.conf.fs.webhdfs FsELFunctions.conf.fs.*",
            handling::only, "", "fs:exists and the like ask this host only",
            "Mount the file system there")};

}  // namespace

void add_action_keys(std::vector<key_rule>& out) {
  add_rules(out, clusters);
  add_rules(out, launcher);
  add_rules(out, types);
}

}  // namespace foliot::offline
