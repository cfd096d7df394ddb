"""Rows of the command line: arguments -> exit status -> everything on standard error."""

PATHS = ["-D", "data=TMP/data", "-D", "apps=APPS"]

# name, arguments, exit status, standard error without "foliot: "
SUBMISSIONS = [
    ("missing file", ["submit", "TMP/nowhere/bundle.xml"], 1,
     "TMP/nowhere/bundle.xml: there is no such application. Name a bundle.xml, coordinator.xml "
     "or workflow.xml, or its directory."),
    ("directory without an application", ["submit", "TMP/empty"], 1,
     "TMP/empty: the directory holds no application. Name a directory with a bundle.xml, "
     "coordinator.xml or workflow.xml."),
    ("file that is no application", ["submit", "APPS/not-an-application.xml"], 1,
     "APPS/not-an-application.xml: <html> is no bundle, coordinator or workflow. Submit a file "
     "whose root is bundle-app, coordinator-app or workflow-app."),
    ("unclosed element", ["submit", "APPS/unclosed.xml"], 1,
     "E0701: APPS/unclosed.xml:6:16: not well-formed XML: Opening and ending tag mismatch: "
     "kill line 3 and workflow-app. Close every element in the order it was opened."),
    ("ampersand in XML", ["submit", "APPS/stray-ampersand.xml"], 1,
     "E0701: APPS/stray-ampersand.xml:3:36: not well-formed XML: a name is missing here. Write "
     "'&amp;' for an ampersand and '&lt;' for '<' in text."),
    ("ampersand before a word", ["submit", "APPS/unended-reference.xml"], 1,
     "E0701: APPS/unended-reference.xml:3:41: not well-formed XML: EntityRef: expecting ';'. Write "
     "'&amp;' for an ampersand in text."),
    ("DOCTYPE", ["submit", "APPS/doctype.xml"], 1,
     "E0700: APPS/doctype.xml:1:24: a DOCTYPE is not allowed. Remove the <!DOCTYPE ...> "
     "declaration."),
    ("unknown element", ["submit", "APPS/unknown-element.xml"], 1,
     "E0701: APPS/unknown-element.xml:5:7: <fs> may not hold <mkdr>. Did you mean 'mkdir'? "
     "Allowed are name-node, job-xml, configuration, delete, mkdir, move, chmod, touchz, "
     "chgrp, setrep."),
    ("missing attribute", ["submit", "APPS/missing-attribute.xml"], 1,
     "E0701: APPS/missing-attribute.xml:7:5: <ok> needs the attribute 'to'. Add to=\"...\"."),
    ("cycle in a workflow", ["submit", "APPS/cycle.xml"], 1,
     "E0707: APPS/cycle.xml:3:3: the workflow has a loop: :start:->first->second->first. Let "
     "no node lead back to one before it."),
    ("dangling 'to'", ["submit", "APPS/dangling-to.xml"], 1,
     "E0708: APPS/dangling-to.xml:3:3: node 'make' leads to 'finish', which does not exist. "
     "Lead to one of the nodes: make, fail, end."),
    ("required parameter without value", ["submit", "APPS/required-parameter.xml"], 1,
     "E0738: APPS/required-parameter.xml: the job does not define 1 required parameter: "
     "region. Define them as job properties."),
    ("unknown data set", ["submit", "APPS/unknown-dataset.xml", *PATHS], 1,
     "E0803: APPS/unknown-dataset.xml:10:27: the dataset 'slaes' is not defined. Did you mean "
     "'sales'?"),
    ("undefined variable", ["submit", "APPS/undefined-variable.xml", *PATHS], 1,
     "E1004: APPS/undefined-variable.xml:1:89: attribute 'end': column 3: the variable 'end' is "
     "not defined. Define it in job.properties or with -D end=..."),
    ("undefined variable in a URI template", ["submit", "APPS/waiting-coordinator.xml", "-D",
                                              "apps=APPS"], 1,
     "E1004: APPS/waiting-coordinator.xml:6:7: <uri-template>: column 10: the variable 'data' "
     "is not defined. Define it in job.properties or with -D data=..."),
    ("undefined variable in a bundle", ["submit", "APPS/bundle-undefined-variable.xml"], 1,
     "E1310: APPS/bundle-undefined-variable.xml:3:5: <app-path>: column 10: E1004: the "
     "variable 'elsewhere' is not defined. Define it in job.properties or with -D elsewhere=..."),
    ("unknown function", ["submit", "APPS/unknown-function.xml", *PATHS], 1,
     "E1004: APPS/unknown-function.xml:1:31: attribute 'frequency': column 3: there is no "
     "function 'coord:minuts'. Did you mean 'coord:minutes'?"),
    ("start after end", ["submit", "APPS/start-after-end.xml", *PATHS], 1,
     "E1003: APPS/start-after-end.xml:1:63: the start 2026-01-05T02:00Z is not before the end "
     "2026-01-05T00:00Z. Set the attribute 'start' to a time before 'end'."),
    ("start that is no datetime", ["submit", "APPS/bad-start.xml", *PATHS], 1,
     "E1003: APPS/bad-start.xml:1:63: attribute 'start': '5 January 2026' is no datetime. Write "
     "it like 2009-01-31T23:59Z."),
    ("unknown zone", ["submit", "APPS/unknown-zone.xml", *PATHS], 1,
     "E1003: APPS/unknown-zone.xml:2:18: attribute 'timezone': there is no time zone "
     "'Europe/Berln'. Did you mean Europe/Berlin?"),
    ("frequency 0", ["submit", "APPS/frequency-0.xml", *PATHS], 1,
     "E1003: APPS/frequency-0.xml:1:31: attribute 'frequency': the frequency '0' is not above "
     "0. Write a whole number from 1 to 2147483647."),
    ("two coordinators of one name", ["submit", "APPS/bundle-same-name-twice.xml", "-D",
                                      "apps=APPS"], 1,
     "E1310: APPS/bundle-same-name-twice.xml:5:16: E1304: there are two coordinators called "
     "'first', the first at APPS/bundle-same-name-twice.xml:2:16. Rename one of them."),
    ("coordinator on HDFS", ["submit", "APPS/bundle-on-hdfs.xml", "-D", "apps=APPS"], 1,
     "E0307: APPS/bundle-on-hdfs.xml:6:5: <app-path>: the path "
     "'hdfs://namenode:8020/apps/second' is not on this host; only local files are offered. "
     "Copy the application here and give its path as file:///..."),
    ("application on HDFS", ["submit", "-D",
                             "oozie.bundle.application.path=hdfs://namenode/apps/x"], 1,
     "E0307: oozie.bundle.application.path: the path 'hdfs://namenode/apps/x' is not on this "
     "host; only local files are offered. Copy the application here and give its path as "
     "file:///..."),
    ("relative application path", ["submit", "-D", "oozie.bundle.application.path=apps/x"], 1,
     "E0307: oozie.bundle.application.path: the path 'apps/x' is not absolute. Write an "
     "absolute path or file:///..."),
    ("application path that does not exist", ["submit", "-D",
                                              "oozie.wf.application.path=file://TMP/nowhere"], 1,
     "E0307: TMP/nowhere/workflow.xml: this definition does not exist. Copy the application "
     "there, or correct the path 'file://TMP/nowhere'."),
    ("two application paths", ["submit", "-D", "oozie.bundle.application.path=/a", "-D",
                               "oozie.wf.application.path=/b"], 1,
     "E0302: the job names more than one application: oozie.wf.application.path, "
     "oozie.bundle.application.path. Set exactly one of these properties."),
    ("nothing to submit", ["submit"], 1,
     "nothing names the application. Give its path, or set oozie.bundle.application.path."),
    ("no user", ["submit", "APPS/good-workflow.xml", "-D", "user.name="], 1,
     "E1603: the job has no user. Set the property user.name."),
    ("reserved property name", ["submit", "APPS/waiting-coordinator.xml", "-D", "YEAR=2026",
                                *PATHS], 1,
     "E0803: E0808: the property 'YEAR' may not be set here: the name is reserved. Rename the "
     "property."),
    ("-D without '='", ["submit", "APPS/good-workflow.xml", "-D", "region"], 1,
     "-D: 'region' is not name=value. Write -D name=value."),
    ("-D without a name", ["submit", "APPS/good-workflow.xml", "-D", "=north"], 1,
     "-D: '=north' is not name=value. Write -D name=value."),
    ("missing job.properties", ["submit", "APPS/good-workflow.xml", "-c", "TMP/job.properties"], 1,
     "TMP/job.properties: the file does not exist. Check the path."),
    ("malformed job.properties", ["submit", "APPS/good-workflow.xml", "-c",
                                  "HERE/malformed.properties"], 1,
     "HERE/malformed.properties:2: malformed \\u escape. Write \\u and four hexadecimal digits."),
    ("malformed configuration XML", ["submit", "APPS/good-workflow.xml", "-c",
                                     "HERE/malformed-configuration.xml"], 1,
     "HERE/malformed-configuration.xml:4:19: not well-formed XML: Opening and ending tag "
     "mismatch: property line 2 and configuration. Close every element in the order it was "
     "opened."),
    ("directory as job.properties", ["submit", "APPS/good-workflow.xml", "-c", "HERE/apps"], 1,
     "APPS: this is a directory, not a file. Name a file."),
    ("body too large", ["submit", "APPS/good-workflow.xml", "-c", "TMP/large.properties"], 1,
     "TMP/large.properties: the file is longer than 4194304 bytes. Check that it is the right "
     "file."),
    ("properties that grow too large as XML", ["submit", "APPS/good-workflow.xml", "-c",
                                               "TMP/growing.properties"], 1,
     "TMP/growing.properties: the job's properties take NUMBER bytes as XML, more than the "
     "4194304 that are allowed. Check that it is the right file."),
    ("unknown option", ["submit", "APPS/good-workflow.xml", "--dryrun"], 2,
     "The following argument was not expected: --dryrun\nSee 'foliot submit --help'."),
]

ORDERS = [
    ("info of an unknown job", ["info", "0000099-260105030000000-foliot-B"], 1,
     "E0604: Job does not exist [ID-foliot-B]. See the jobs with 'foliot list'."),
    ("info of something that is no id", ["info", "retail"], 1,
     "E0604: Job does not exist [retail]. See the jobs with 'foliot list'."),
    ("info of an unknown action", ["info", "0000099-260105030000000-foliot-C@7"], 1,
     "E0605: Action does not exist [ID-foliot-C@7]. See the jobs with 'foliot list'."),
    ("why of an unknown job", ["why", "0000099-260105030000000-foliot-C"], 1,
     "E0604: there is no job or action ID-foliot-C. List the jobs with 'foliot list'."),
    ("log of an unknown job", ["log", "0000099-260105030000000-foliot-W"], 1,
     "E0307: E0604: Job does not exist [ID-foliot-W]. See the jobs with 'foliot list'."),
    ("wait for an unknown job", ["wait", "0000099-260105030000000-foliot-B"], 1,
     "E0604: Job does not exist [ID-foliot-B]. See the jobs with 'foliot list'."),
    ("wait --progress for an unknown job", ["wait", "--progress",
                                            "0000099-260105030000000-foliot-B"], 1,
     "E0604: there is no job ID-foliot-B. List the jobs with 'foliot list'."),
    ("kill of an unknown job", ["kill", "0000099-260105030000000-foliot-W"], 1,
     "E0605: Action does not exist [ID-foliot-W]. See the jobs with 'foliot list'."),
    ("start of an unknown job", ["start", "0000099-260105030000000-foliot-W"], 1,
     "E0605: Action does not exist [ID-foliot-W]. See the jobs with 'foliot list'."),
    ("suspend of an unknown job", ["suspend", "0000099-260105030000000-foliot-C"], 1,
     "E0603: SQL error in operation, E0605: Action does not exist [ID-foliot-C]. See the jobs "
     "with 'foliot list'."),
    ("resume of an unknown job", ["resume", "0000099-260105030000000-foliot-B"], 1,
     "E0604: Job does not exist [ID-foliot-B]. See the jobs with 'foliot list'."),
    ("kill without an id", ["kill"], 2,
     "ID or --filter is required\nSee 'foliot kill --help'."),
    ("--timeout that is no number", ["wait", "X", "--timeout", "soon"], 2,
     "--timeout: 'soon' is not a number of seconds from 0.001 to 1000000000\nSee 'foliot wait "
     "--help'."),
    ("--timeout of 0", ["wait", "X", "--timeout", "0"], 2,
     "--timeout: '0' is not a number of seconds from 0.001 to 1000000000\nSee 'foliot wait "
     "--help'."),
    ("list --type that does not exist", ["list", "--type", "bundel"], 2,
     "--type: bundel not in {bundle,coordinator,workflow}\nSee 'foliot list --help'."),
    ("list --status that does not exist", ["list", "--status", "RUNING"], 1,
     "E0420: the filter [status=RUNING] is not valid: 'RUNING' is no status. Write a status in "
     "capitals, for example RUNNING."),
    ("list --len of 0", ["list", "--len", "0"], 2,
     "--len: Value 0 not in range 1 to 10000\nSee 'foliot list --help'."),
    ("unknown command", ["sumbit", "APPS/good-workflow.xml"], 2,
     "there is no command 'sumbit'\nSee 'foliot --help'."),
    ("no command", [], 2,
     "A subcommand is required\nSee 'foliot --help'."),
]

# Those that never reach a server.
AWAY = [
    ("unreachable server", ["--url", "http://127.0.0.1:1", "list"], 1,
     "http://127.0.0.1:1: no engine answers (cannot connect). Start one with 'foliot serve', "
     "or name another with --url or FOLIOT_URL."),
    ("unknown host", ["--url", "http://no-such-host.invalid:11000", "list"], 1,
     "http://no-such-host.invalid:11000: no engine answers (Could not resolve host: "
     "no-such-host.invalid). Start one with 'foliot serve', or name another with --url or "
     "FOLIOT_URL."),
    ("URL without a scheme", ["--url", "localhost:11000", "list"], 1,
     "'localhost:11000' is no address of a server. Write it as http://HOST:PORT."),
    ("URL that is none", ["--url", "http://:x/", "list"], 1,
     "http://:x: URL using bad/illegal format or missing URL. Write it as http://HOST:PORT."),
    ("replay without a database", ["replay", "--data", "TMP/empty", "--verify"], 1,
     "there is no database in TMP/empty/store. Check the data directory's name."),
    ("replay without a directory", ["replay", "--data", "TMP/nowhere", "--verify"], 1,
     "there is no database in TMP/nowhere/store. Check the data directory's name."),
    ("replay beside no engine", ["replay", "--data", "TMP/nowhere", "--live", "list"], 1,
     "there is no database in TMP/nowhere/store. Check the data directory's name."),
    ("bug report that is not there", ["replay", "TMP/none.flog", "--verify"], 1,
     "TMP/none.flog: the bug report cannot be read: No such file or directory. Check its name."),
    ("export without a database", ["export", "--data", "TMP/nowhere", "x"], 1,
     "there is no database in TMP/nowhere/store. Check the data directory's name."),
]


def run(bench, engine):
    def submission(arguments, status, text):
        before = engine.ids()
        code, out, err = bench.run("--url", engine.url, *arguments)
        bench.expect("exit status", status, code)
        bench.expect("standard error", f"foliot: {text}\n", err)
        bench.expect("standard output", "", out)
        bench.expect("the lists of jobs", before, engine.ids())

    def local(arguments, status, text):
        code, out, err = bench.run(*arguments)
        bench.expect("exit status", status, code)
        bench.expect("standard error", f"foliot: {text}\n", err)
        bench.expect("standard output", "", out)

    (bench.scratch / "empty").mkdir()
    for name, lines, letter in (("large", 400, "x"), ("growing", 100, "&")):
        text = "".join(f"name{number}={20_000 * letter}\n" for number in range(lines))
        (bench.scratch / f"{name}.properties").write_text(text, encoding="ascii")
    for name, arguments, status, text in SUBMISSIONS + ORDERS:
        bench.row(name, lambda a=arguments, s=status, t=text: submission(a, s, t))
    for name, arguments, status, text in AWAY:
        bench.row(name, lambda a=arguments, s=status, t=text: local(a, s, t))
