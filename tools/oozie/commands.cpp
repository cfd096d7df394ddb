// The commands and their options: Oozie 5.2.1's, said in our own words.
#include <array>

#include "tools/oozie/grammar.hpp"

namespace foliot::oozie {

namespace {

constexpr option auth{"auth", takes::value, "how to log in: SIMPLE, BASIC or KERBEROS"};
constexpr option config{"config", takes::value,
                        "properties of the job: a .properties or .xml file"};
constexpr option do_as{"doas", takes::value, "the user in whose name to ask"};
constexpr option insecure{"insecure",  takes::nothing, "take any certificate",
                          group::none, "arg",          true};
constexpr option local_time{"localtime", takes::nothing,
                            "show times on this machine's clock; wins over -timezone"};
constexpr option password{"password", takes::value, "the password for BASIC"};
constexpr option properties{"D", takes::pair, "a property of the job; wins over the file's",
                            group::none, "property=value"};
constexpr option time_zone{"timezone", takes::value,
                           "show times on the clock of this zone (GMT without it); for the ids see "
                           "'oozie info -timezones'"};
constexpr option url{"oozie", takes::value, "the server: http://HOST:11000/oozie"};
constexpr option user{"username", takes::value, "the user for BASIC"};
constexpr option verbose{"verbose", takes::nothing, "show more"};

constexpr option action(std::string_view name, takes values, std::string_view about) {
  return {name, values, about, group::action};
}

constexpr std::array job_options{
    option{"action", takes::value,
           "numbers of coordinator actions, 1,3-5; with -rerun, -kill, -log and others"},
    option{"allruns", takes::nothing, "all workflows that a coordinator action has had"},
    action("auditlog", takes::value, "what was ordered of a job"),
    auth,
    action("change", takes::value, "change a coordinator or bundle, with what -value says"),
    config,
    action("configcontent", takes::value, "print the properties of a job"),
    option{"coordinator", takes::value, "names of a bundle's coordinators, with -rerun"},
    properties,
    option{"date", takes::value, "nominal times of actions, a::b; with -rerun, -kill, -log"},
    option{"debug", takes::nothing, "print what is sent to the server"},
    action("definition", takes::value, "print the definition of a job"),
    option{"diff", takes::value, "whether -update prints what changes (true)"},
    do_as,
    option{"dryrun", takes::nothing, "check a job, or with -update a change, and do nothing",
           group::dry_run},
    action("errorlog", takes::value, "the errors of a job"),
    option{"failed", takes::nothing, "with -rerun: only what failed in the workflows"},
    option{"filter", takes::value,
           "which actions: status=S, nominaltime>=T and so on, separated by ;"},
    action("ignore", takes::value, "set a coordinator, or actions named by -action, aside"),
    action("info", takes::value, "show a job or action"),
    insecure,
    option{"interval", takes::value, "minutes between the looks of -poll (5)"},
    action("kill", takes::value, "kill a job, or the actions that -action or -date names"),
    option{"len", takes::value, "how many actions -info shows (all)"},
    local_time,
    action("log", takes::value, "print the log of a job"),
    option{"logfilter", takes::value,
           "what of the log: recent, start, end, loglevel, text, limit, debug; k=v;k=v"},
    action("missingdeps", takes::value, "the data that a coordinator's actions wait for"),
    option{"nocleanup", takes::nothing, "with -rerun: leave the outputs of actions where they are"},
    option{"offset", takes::value, "the first action that -info shows (1)"},
    url,
    option{"order", takes::value, "desc: -info shows the newest action first"},
    password,
    action("poll", takes::value, "look at a job until it has ended, or for a while"),
    option{"refresh", takes::nothing, "with -rerun: resolve the actions' inputs anew"},
    action("rerun", takes::value, "run a job or a coordinator's actions again"),
    action("resume", takes::value, "let a suspended job go on"),
    action("retries", takes::value, "the attempts of a workflow action"),
    action("run", takes::nothing, "submit a job and start it"),
    action("runjar", takes::value, "run the workflow that a jar makes"),
    action("slachange", takes::value, "change the SLA of a job, with what -value says"),
    action("sladisable", takes::value, "send no SLA alerts for a job"),
    action("slaenable", takes::value, "send SLA alerts for a job"),
    action("start", takes::value, "start a submitted job"),
    action("submit", takes::nothing, "submit a job, to be started later"),
    action("submitjar", takes::value, "submit the workflow that a jar makes"),
    action("suspend", takes::value, "stop a job for a while"),
    option{"timeout", takes::value, "minutes that -poll looks at most (30); negative: no end"},
    time_zone,
    action("update", takes::value, "give a coordinator its new definition and properties"),
    user,
    action("validatejar", takes::value, "check the workflow that a jar makes"),
    option{"value", takes::value, "new values for -change or -slachange: k=v;k=v"},
    verbose,
};

constexpr std::array jobs_options{
    auth,
    option{"bulk", takes::value,
           "actions of bundles: bundle=B;coordinators=C;actionstatus=S;startcreatedtime=T;"
           "endcreatedtime=T;startscheduledtime=T;endscheduledtime=T; bundle is required"},
    do_as,
    option{"filter", takes::value,
           "which jobs: name, user, group, status, frequency, unit, text, startcreatedtime, "
           "endcreatedtime, sortBy; k=v;k=v"},
    insecure,
    option{"jobtype", takes::value, "wf (as without it), coordinator or bundle"},
    option{"kill", takes::nothing, "kill the jobs"},
    option{"len", takes::value, "how many jobs (50)"},
    local_time,
    option{"offset", takes::value, "the first job (1)"},
    url,
    password,
    option{"resume", takes::nothing, "resume the jobs"},
    option{"suspend", takes::nothing, "suspend the jobs"},
    time_zone,
    user,
    verbose,
};

constexpr std::array admin_options{
    auth,
    action("configuration", takes::nothing, "the server's settings"),
    do_as,
    insecure,
    action("instrumentation", takes::nothing, "the server's counters, as old versions count"),
    action("javasysprops", takes::nothing, "the properties of the server's process"),
    action("metrics", takes::nothing, "the server's counters, gauges and timers"),
    url,
    action("osenv", takes::nothing, "the environment of the server's process"),
    password,
    action("purge", takes::value, "delete old jobs, ages in days: wf=30;coord=7;bundle=7;limit=10"),
    action("queuedump", takes::nothing, "what is queued in the server"),
    action("servers", takes::nothing, "the servers that work together"),
    action("shareliblist", takes::nothing, "the shared libraries, or those that match a name"),
    action("sharelibupdate", takes::nothing, "let the server read the shared libraries anew"),
    action("status", takes::nothing, "the mode that the server is in"),
    action("systemmode", takes::value, "set the mode: NORMAL, NOWEBSERVICE or SAFEMODE"),
    user,
    action("version", takes::nothing, "the version of the server"),
};

constexpr std::array validate_options{auth, insecure, url, password, user};

constexpr std::array sla_options{
    auth,
    option{"filter", takes::value, "which events: jobid=J;appname=A"},
    insecure,
    option{"len", takes::value, "how many events (100)"},
    option{"offset", takes::value, "the event behind which to begin (0)"},
    url,
    password,
    user,
};

constexpr option parameters{"P", takes::pair, "a parameter of the script", group::none,
                            "property=value"};
constexpr option script{"file", takes::value, "the script"};
constexpr std::array script_options{auth,     config, properties, do_as,    script,
                                    insecure, url,    parameters, password, user};
constexpr std::array sqoop_options{
    auth,   option{"command", takes::many, "Sqoop's command", group::none, "command"},
    config, properties,
    do_as,  insecure,
    url,    password,
    user};
constexpr std::array mapreduce_options{auth,     config, properties, do_as,
                                       insecure, url,    password,   user};

constexpr std::array info_options{
    option{"timezones", takes::nothing, "the ids of time zones, with their short names"}};

constexpr std::array all{
    command{"help", "what commands there are, or the options of one", "", {}},
    command{"version", "the version of this command", "", {}},
    command{"job", "one job", "", job_options, true},
    command{"jobs", "many jobs", "", jobs_options},
    command{"admin", "the server", "", admin_options},
    command{"validate", "check a workflow, coordinator or bundle file", " <ARGS>", validate_options,
            false, true},
    command{"sla", "SLA events, as Oozie 3 had them", "", sla_options},
    command{"pig", "run a Pig script; what stands behind '-X' is Pig's", " -X <ARGS>",
            script_options, false, true},
    command{"hive", "run a Hive script; what stands behind '-X' is Hive's", " -X <ARGS>",
            script_options, false, true},
    command{"sqoop", "run a Sqoop command; what stands behind '-X' is Sqoop's", " -X <ARGS>",
            sqoop_options, false, true},
    command{"info", "what is good to know", "", info_options},
    command{"mapreduce", "run a map-reduce job", "", mapreduce_options},
};

}  // namespace

std::span<const command> commands() { return all; }

}  // namespace foliot::oozie
