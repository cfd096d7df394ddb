"""Steps 1 to 16: the server. 73, 79 and 80: service levels, scripts, and what needs no server."""

from processes import check
from stage import step, write_properties


@step(1, "admin -status", "System mode: NORMAL")
def _(s):
    s.cli("admin -status").says("^System mode: NORMAL$")


@step(2, "admin -version", "Oozie server build version: ...")
def _(s):
    s.cli("admin -version").says(r'^Oozie server build version: \{.*"build.version":"5\.2\.1"')


@step(3, "admin -servers", "one `id : url`")
def _(s):
    s.cli("admin -servers").says(rf"\A\S+ : {s.url}\n\Z")


@step(4, "admin -configuration", "sorted, with oozie.base.url")
def _(s):
    result = s.cli("admin -configuration").says("^oozie.base.url : http")
    names = [line.split(" : ")[0] for line in result.out.splitlines() if " : " in line]
    check(names == sorted(names), "not sorted")


@step(5, "admin -osenv", "NAME : value")
def _(s):
    s.cli("admin -osenv").says(r"^PATH : .")


@step(6, "admin -javasysprops", "NAME : value")
def _(s):
    s.cli("admin -javasysprops").says(r"^\S+ : .")


@step(7, "admin -metrics", "COUNTERS, GAUGES, TIMERS, HISTOGRAMS")
def _(s):
    s.cli("admin -metrics").says("^COUNTERS$", "^GAUGES$", "^TIMERS$", "^HISTOGRAMS$")


@step(8, "admin -instrumentation", "the hint to use -metrics")
def _(s):
    s.cli("admin -instrumentation").says("^Instrumentation is unavailable.")


@step(9, "admin -queuedump", "both headings")
def _(s):
    s.cli("admin -queuedump").says(r"^\[Server Queue Dump\]:", r"^\[Server Uniqueness Map Dump\]:")


@step(10, "admin -shareliblist", "the directories")
def _(s):
    s.cli("admin -shareliblist").says(r"^\[Available ShareLib\]$", "^shell$")


@step(11, "admin -shareliblist 'shell.*'", "with their files")
def _(s):
    s.cli("admin -shareliblist 'shell.*'").says("^shell$", r"^\t\S+/share/shell/helper.jar$")


@step(12, "admin -sharelibupdate", "status = Successful")
def _(s):
    s.cli("admin -sharelibupdate").says(r"^\[ShareLib update status\]$", "^\tstatus = Successful$")


@step(13, "admin -systemmode SAFEMODE", "System mode: SAFEMODE")
def _(s):
    s.cli("admin -systemmode SAFEMODE").says("^System mode: SAFEMODE$")


@step(14, "job -run in safe mode", "Error: E0002")
def _(s):
    s.cli("job -config wf.properties -run").refused("E0002 : ")


@step(15, "admin -systemmode NORMAL", "System mode: NORMAL")
def _(s):
    s.cli("admin -systemmode NORMAL").says("^System mode: NORMAL$")
    s.cli("admin -status").says("^System mode: NORMAL$")


@step(16, "admin -purge 'wf=30;coord=7;...'", "Purge command executed successfully")
def _(s):
    s.cli("admin -purge 'wf=30;coord=7;bundle=7;limit=10'").says(
        "^Purge command executed successfully$"
    )


@step(73, "sla -offset 0 -len 10", "XML with last-sequence-id")
def _(s):
    s.cli("sla -offset 0 -len 10").says("<sla-message>", "<last-sequence-id>-?[0-9]+<")


@step(79, "pig, hive, sqoop, mapreduce", "`job: ` or Oozie's error code")
def _(s):
    write_properties(s.path("script.properties"), {
        "yarn.resourcemanager.address": "localhost:8032",
        "fs.defaultFS": "file:///",
        "oozie.libpath": "/tmp",
        "mapred.mapper.class": "Mapper",
        "mapred.reducer.class": "Reducer",
        "mapred.input.dir": "/tmp/in",
        "mapred.output.dir": "/tmp/out",
    })
    script = s.path("script.sql")
    with open(script, "w") as out:
        out.write("select 1;\n")
    for line in (f"pig -file {script} -config script.properties -P a=b -X -Dx=y",
                 f"hive -file {script} -config script.properties",
                 "sqoop -command import -config script.properties -X --table t",
                 "mapreduce -config script.properties"):
        result = s.cli(line)
        if result.status == 0:
            result.says("^job: .*-W$")
        else:
            result.refused(r"E[0-9]{4} : ")


@step(80, "version; help job; info -timezones", "the client's own words")
def _(s):
    s.cli("version").says(r"^Oozie client build version: 5\.2\.1$")
    s.cli("help job").says("oozie job <OPTIONS>", "-configcontent <arg>")
    s.cli("info -timezones").says(r"^ +\S+ \(America/Los_Angeles\)$")
