// Keys of the server: where it listens, who asks, mail, the store, what watches it.
#include "tools/offline/oozie_keys.hpp"

namespace foliot::offline {

namespace {

constexpr key_rule transport[] = {
    mapped("oozie.http.", "hostname", handling::host, "listen"),
    mapped("oozie.http.", "port", handling::port, "listen"),
    mapped("oozie.", "server.connection.timeout.seconds", handling::number, "http_idle_seconds"),
    limited("oozie.", "https.enabled", handling::only, "false", "the server does not speak TLS",
            "Put a proxy with the certificate in front of it, which knows its users"),
    ignored("oozie.https.",
            "port keystore.file keystore.pass truststore.file truststore.pass include.protocols "
            "exclude.protocols include.cipher.suites exclude.cipher.suites",
            "the server does not speak TLS; of a proxy in front of it the like is said there"),
    ignored("oozie.", "hsts.max.age.seconds", "said by the proxy that speaks TLS"),
    ignored("oozie.http.", "request.header.size response.header.size",
            "headers have bounds of their own"),
    ignored("oozie.", "server.threadpool.max.threads",
            "a connection needs no thread; http_connections says how many there may be"),
    mapped("oozie.", "base.url", handling::base_url, "base_url"),
    ignored("oozie.", "JobCommand.job.console.url", "links to jobs begin with base_url"),
    ignored("oozie.",
            "service.CallbackService.base.url "
            "service.CallbackService.early.requeue.max.retries "
            "servlet.CallbackServlet.max.data.len",
            "the engine follows its programs itself: nobody calls back"),
    limited("oozie.", "systemmode", handling::only, "NORMAL", "the server starts in mode NORMAL",
            "Set another mode by PUT /oozie/v2/admin/status?systemmode=..."),
    mapped("oozie.", "system.id", handling::system_id, "system_id"),
    mapped("oozie.", "processing.timezone", handling::text, "processing_timezone")};

constexpr std::string_view nothing_proves =
    "nothing but 'simple' is offered: no Kerberos, no "
    "handler of one's own";

constexpr key_rule identity[] = {
    limited("oozie.", "authentication.type server.authentication.type", handling::only, "simple",
            nothing_proves, "Put a proxy in front (Knox) that proves who asks and acts by doAs"),
    mapped("oozie.authentication.", "token.validity", handling::number, "auth_token_seconds"),
    mapped("oozie.authentication.", "simple.anonymous.allowed", handling::truth, "auth_anonymous",
           "allowed|refused"),
    mapped("oozie.authentication.", "cookie.domain", handling::text, "auth_cookie_domain"),
    ignored(
        "oozie.authentication.", "signature.secret signature.secret.file signer.secret.provider",
        "the server makes a secret of its own at its first start; auth_secret_file names another"),
    ignored("oozie.authentication.", "kerberos.principal kerberos.keytab kerberos.name.rules",
            "read with oozie.authentication.type = kerberos only"),
    limited("oozie.authentication.", "*", handling::only, "", "it is for a handler of another type",
            "Put such a handler into a proxy in front"),
    mapped("oozie.service.AuthorizationService.", "authorization.enabled security.enabled",
           handling::truth, "authorization", "on|off"),
    mapped("oozie.service", ".AuthorizationService.admin.users AuthorizationService.admin.users",
           handling::names, "admin_users"),
    mapped("oozie.service.AuthorizationService.", "admin.groups", handling::names, "admin_groups"),
    limited("oozie.service.AuthorizationService.", "default.group.as.acl", handling::only, "false",
            "the groups of a user are never taken as the ACL of his jobs",
            "Set oozie.job.acl in the job properties"),
    limited("oozie.service.AuthorizationService.", "system.info.authorized.users", handling::only,
            "", "everybody who is let in may read the settings; secrets are masked",
            "Let a proxy in front refuse /oozie/v*/admin/configuration"),
    mapped("oozie.service.ProxyUserService.proxyuser.", "*.hosts", handling::proxy_hosts,
           "proxy_users"),
    mapped("oozie.service.ProxyUserService.proxyuser.", "*.groups", handling::proxy_groups,
           "proxy_users")};

constexpr key_rule mail[] = {
    mapped("oozie.email.", "smtp.host", handling::text, "email_smtp_host"),
    mapped("oozie.email.", "smtp.port", handling::number, "email_smtp_port"),
    mapped("oozie.email.", "from.address", handling::text, "email_from"),
    mapped("oozie.email.", "smtp.auth", handling::mail_login, "email_username"),
    mapped("oozie.email.", "smtp.username", handling::mail_user, "email_username", "",
           "nobody signs in without oozie.email.smtp.auth = true"),
    limited(
        "oozie.email.", "smtp.password", handling::mail_password, "",
        "the password is not carried over",
        "Write it as the first line of a file that only the server's user may read, and name the "
        "file in email_password_file"),
    mapped("oozie.email.", "smtp.socket.timeout.ms", handling::ms_as_seconds,
           "email_timeout_seconds"),
    mapped("oozie.email.", "smtp.starttls.enable", handling::truth, "email_starttls",
           "offered|off"),
    mapped("oozie.email.", "attachment.enabled", handling::truth, "email_attachments",
           "allowed|refused"),
    ignored("oozie.email.", "smtp.ssl.protocols",
            "the versions of TLS are those of the system's library"),
    ignored("oozie.email.",
            "smtp.connectiontimeout smtp.timeout blacklist.cachetimeout "
            "blacklist.failcount",
            "of mails about service levels, which are not followed")};

constexpr key_rule store[] = {
    ignored(
        "oozie.service.JPAService.",
        "connection.data.source connection.properties create.db.schema jdbc.driver jdbc.password "
        "jdbc.url jdbc.username openjpa.BrokerImpl pool.max.active.conn "
        "retry.initial-wait-time.ms retry.max-retries retry.maximum-wait-time.ms "
        "maximum-wait-time.ms validate.db.connection "
        "validate.db.connection.eviction.interval validate.db.connection.eviction.num",
        "database connection: the server has its own store, in the directory that data names"),
    ignored("oozie.", "db.schema.name db.import.batch.size", "the server has its own store"),
    ignored("oozie.service.SchemaCheckerService.", "check.interval ignore.extras",
            "the server has its own store"),
    ignored("oozie.", "data.dir", "where data is kept is said by data"),
    mapped("oozie.service.PurgeService.", "older.than", handling::number, "purge_workflow_days"),
    mapped("oozie.service.PurgeService.", "coord.older.than", handling::number,
           "purge_coordinator_days"),
    mapped("oozie.service.PurgeService.", "bundle.older.than", handling::number,
           "purge_bundle_days"),
    mapped("oozie.service.PurgeService.", "purge.interval", handling::seconds_as_minutes,
           "purge_interval_minutes"),
    mapped("oozie.service.PurgeService.", "purge.limit", handling::number, "purge_trees_per_step"),
    mapped("oozie.service.PurgeService.", "purge.old.coord.action", handling::truth,
           "purge_old_actions", "true|false"),
    limited("oozie.service.PurgeService.", "enable.command.line", handling::only, "true",
            "a purge can be ordered at any time",
            "Set authorization = \"on\": then only admins may")};

constexpr key_rule watching[] = {
    limited("oozie.", "external_monitoring.enable jmx_monitoring.enable", handling::only, "false",
            "figures are not sent anywhere", "Let Prometheus read /metrics, or ask admin/metrics"),
    ignored("oozie.external_monitoring.", "address type metricPrefix reporterIntervalSecs",
            "figures are read at /metrics"),
    ignored("oozie.service.",
            "InstrumentationService.logging.interval "
            "JvmPauseMonitorService.info-threshold.ms "
            "JvmPauseMonitorService.warn-threshold.ms",
            "there is no JVM to look after"),
    ignored("oozie.service.XLogStreamingService.",
            "buffer.len error.buffer.len audit.buffer.len actionlist.max.log.scan.duration "
            "max.actionlist.log.scan.duration max.log.scan.duration",
            "the log of a job is made of its journal: no file is searched"),
    ignored("oozie.", "log.dir log4j.file log4j.reload config.dir config.file home.dir",
            "where the log goes is said by log_file"),
    ignored("oozie.", "graphviz.timeout.seconds", "no program is started to draw graphs"),
    ignored("oozie.",
            "jsp.tmp.dir javax.xml.parsers.DocumentBuilderFactory "
            "delete.runtime.dir.on.shutdown instance.id output.compression.codec "
            "compression.codecs useXCommand",
            "of the inside of Oozie's server"),
    limited("oozie.", "configuration.substitute.depth", handling::at_most, "20",
            "references in properties are followed 20 deep", "Write the values out"),
    ignored("oozie.service.ConfigurationService.",
            "ignore.system.properties verify.available.properties",
            "settings are checked at each start, and an unknown one is an error"),
    ignored("local.", "realm", "other values of the file refer to it")};

}  // namespace

void add_server_keys(std::vector<key_rule>& out) {
  add_rules(out, transport);
  add_rules(out, identity);
  add_rules(out, mail);
  add_rules(out, store);
  add_rules(out, watching);
}

}  // namespace foliot::offline
