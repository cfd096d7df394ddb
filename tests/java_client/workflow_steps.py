"""Steps 17 to 41: applications and workflows."""

import os

from processes import check
from stage import APPS, step

TERMINAL = ("SUCCEEDED", "KILLED", "FAILED")


@step(17, "validate workflow.xml", "Valid workflow-app")
def _(s):
    s.cli(f"validate {APPS}/shell/workflow.xml").says("^Valid workflow-app$")


@step(18, "validate a broken file", "Error: E0701: ...")
def _(s):
    s.cli(f"validate {APPS}/broken/workflow.xml").refused("E0701: ")


@step(19, "job -dryrun, workflow", "OK")
def _(s):
    s.cli("job -config wf.properties -dryrun").says(r"\AOK\n\Z")


@step(20, "job -dryrun, coordinator", "***total coord actions is 1 ***")
def _(s):
    # Oozie shows the first action only, however many there are.
    s.cli("job -config coord.properties -dryrun").says(
        r"^\*\*\*coordJob after parsing: \*\*\*$",
        r"^\*\*\*total coord actions is 1 \*\*\*$",
        "^coordAction instance: 1:$",
    )


@step(21, "job -dryrun, bundle", "***Bundle job after parsing: ***")
def _(s):
    s.cli("job -config bundle.properties -dryrun").says(
        r"^\*\*\*Bundle job after parsing: \*\*\*$", "<bundle-app"
    )


@step(22, "job -submit", "job: ...-W")
def _(s):
    s.workflow = s.cli("job -config wf.properties -submit").id("W")


@step(23, "job -info W", "PREP")
def _(s):
    s.cli(f"job -info {s.workflow}").says(
        f"^Job ID : {s.workflow}$", "^Workflow Name : wf-shell$", "^Status        : PREP$"
    )


@step(24, "job -start W", "no output")
def _(s):
    s.cli(f"job -start {s.workflow}").silent()


@step(25, "job -poll W -interval 1", "ends when W has ended")
def _(s):
    s.wait(s.workflow, *TERMINAL)
    s.cli(f"job -poll {s.workflow} -interval 1").silent()
    s.cli(f"job -poll {s.workflow} -interval 1 -verbose").says("^SUCCEEDED$")


@step(26, "job -run -D k=v", "job: ...-W")
def _(s):
    s.workflow = s.cli("job -config wf.properties -run -D word=other").id("W")
    s.wait(s.workflow, *TERMINAL)


@step(27, "job -info W -verbose", "tables with all columns")
def _(s):
    s.cli(f"job -info {s.workflow} -verbose").says(
        "^Status        : SUCCEEDED$",
        "^ID\tConsole URL\tError Code\t.*\tEnded$",
        f"^{s.workflow}@say\t.*\tshell\t.*\tOK\t",
    )


@step(28, "job -info W@node", "Status: OK")
def _(s):
    s.cli(f"job -info {s.workflow}@say").says(
        f"^ID : {s.workflow}@say$", "^Type              : shell$", "^Status            : OK$"
    )


@step(29, "job -info W@node -verbose", "External Stats, External ChildIDs")
def _(s):
    s.cli(f"job -info {s.workflow}@say -verbose").says(
        "^Status            : OK$", "^External Stats    : ", "^External ChildIDs : "
    )


@step(30, "job -suspend W", "no output, SUSPENDED")
def _(s):
    s.held = s.cli("job -config hold.properties -run").id("W")
    s.wait(s.held, "RUNNING")
    s.cli(f"job -suspend {s.held}").silent()
    s.cli(f"job -info {s.held}").says("^Status        : SUSPENDED$")


@step(31, "job -resume W", "no output, RUNNING")
def _(s):
    s.cli(f"job -resume {s.held}").silent()
    s.cli(f"job -info {s.held}").says("^Status        : RUNNING$")


@step(32, "job -kill W", "no output, KILLED")
def _(s):
    s.cli(f"job -kill {s.held}").silent()
    s.cli(f"job -info {s.held}").says("^Status        : KILLED$")


@step(33, "job -rerun W -D ...failnodes=true", "no output, run 1")
def _(s):
    s.cli(f"job -rerun {s.held} -D oozie.wf.rerun.failnodes=true").silent()
    s.wait(s.held, "RUNNING")
    s.cli(f"job -info {s.held}").says("^Run           : 1$")


@step(34, "job -rerun of a running W", "Error: E0805")
def _(s):
    s.cli(f"job -rerun {s.held} -D oozie.wf.rerun.failnodes=true").refused("E0805 : ")
    s.cli(f"job -kill {s.held}").silent()


@step(35, "job -definition W", "the application")
def _(s):
    with open(os.path.join(APPS, "shell", "workflow.xml")) as text:
        wanted = text.read()
    result = s.cli(f"job -definition {s.workflow}").good()
    check(result.out.strip() == wanted.strip(), result.came())


@step(36, "job -configcontent W", "the properties")
def _(s):
    s.cli(f"job -configcontent {s.workflow}").says(
        "<configuration>", r"<name>word</name>\s*<value>other</value>"
    )


@step(37, "job -log W", "lines of W")
def _(s):
    s.cli(f"job -log {s.workflow}").says(f"JOB\\[{s.workflow}\\]")


@step(38, "job -log W -logfilter", "at most three lines of W")
def _(s):
    result = s.cli(f"job -log {s.workflow} -logfilter 'limit=3;loglevel=ERROR|WARN'").good()
    check(len(result.out.splitlines()) <= 3, result.came())
    result = s.cli(f"job -log {s.workflow} -logfilter limit=3").says(f"JOB\\[{s.workflow}\\]")
    check(len(result.out.splitlines()) == 3, result.came())


@step(39, "job -errorlog W", "no error")
def _(s):
    s.cli(f"job -errorlog {s.workflow}").good()


@step(40, "job -auditlog W", "who did what to W")
def _(s):
    s.cli(f"job -auditlog {s.workflow}").says(f"USER \\[{s.user}.*{s.workflow}")


@step(41, "job -retries W@node", "No Retries")
def _(s):
    s.cli(f"job -retries {s.workflow}@say").says(f"^ID : {s.workflow}@say$", "^No Retries$")
