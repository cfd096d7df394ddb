"""Steps 42 to 57: coordinators. `daily` has three actions that succeed, `waiting` three that wait
for files."""

from stage import step

TABLE = "^Action ID\tNominal Time$"


@step(42, "job -run, coordinator", "job: ...-C")
def _(s):
    s.daily = s.cli("job -config coord.properties -run").id("C")
    s.wait(s.daily, "SUCCEEDED")
    s.waiting = s.cli("job -config waiting.properties -run").id("C")
    s.wait(f"{s.waiting}@3", "WAITING")


@step(43, "job -info C", "its actions")
def _(s):
    s.cli(f"job -info {s.daily}").says(
        "^Job Name    : co-daily$",
        "^Status      : SUCCEEDED$",
        "^Concurrency : 3$",
        *(rf"^{s.daily}@{n} +SUCCEEDED \S+-W +- .*2009-01-0{n} 00:00 GMT" for n in (1, 2, 3)),
    )


@step(44, "job -info C -filter -order -len", "two actions, the newest first")
def _(s):
    s.cli(f"job -info {s.daily} -filter status=SUCCEEDED -order desc -len 2").says(
        rf"(?s)^{s.daily}@3 .*^{s.daily}@2 "
    ).lacks(f"{s.daily}@1 ")


@step(45, "job -info C@1", "Action Number: 1")
def _(s):
    s.cli(f"job -info {s.daily}@1").says(
        "^Action Number        : 1$", "^Status               : SUCCEEDED$"
    )


@step(46, "job -info C@1 -allruns", "its workflow")
def _(s):
    s.cli(f"job -info {s.daily}@1 -allruns").says(r"^\S+-W +SUCCEEDED 20")


@step(47, "job -missingdeps C -action 1-2", "what they wait for")
def _(s):
    s.cli(f"job -missingdeps {s.waiting} -action 1-2").says(
        "^CoordAction : 1$",
        "^Blocked on  : file:///nothing/here/2009/01/01/_SUCCESS$",
        "^Dataset     : today$",
        "^CoordAction : 2$",
        "^\t  file:///nothing/here/2009/01/02/_SUCCESS$",
    ).lacks("^CoordAction : 3$")


@step(48, "job -change C -value 'concurrency=...'", "no output, both changed")
def _(s):
    s.cli(f"job -change {s.waiting} -value 'concurrency=5;endtime=2030-01-01T00:00Z'").silent()
    s.cli(f"job -info {s.waiting} -len 1").says(
        "^Concurrency : 5$", "^End Time    : 2030-01-01 00:00 GMT$"
    )


@step(49, "job -change C -value pausetime=", "no output, Pause Time -")
def _(s):
    s.cli(f"job -change {s.waiting} -value pausetime=2030-06-01T00:00Z").silent()
    s.cli(f"job -info {s.waiting} -len 1").says("^Pause Time  : 2030-06-01 00:00 GMT$")
    s.cli(f"job -change {s.waiting} -value pausetime=").silent()
    s.cli(f"job -info {s.waiting} -len 1").says("^Pause Time  : -$")


@step(50, "job -kill C -action 2", "Action ID, Nominal Time")
def _(s):
    s.cli(f"job -kill {s.waiting} -action 2").says(
        TABLE, f"^{s.waiting}@2\t2009-01-02 00:00 UTC$"
    )
    s.wait(f"{s.waiting}@2", "KILLED")


@step(51, "job -rerun C -action 1 -refresh", "Action ID, Nominal Time")
def _(s):
    s.cli(f"job -rerun {s.daily} -action 1 -refresh").says(
        TABLE, f"^{s.daily}@1\t2009-01-01 00:00 UTC$"
    )
    s.wait(s.daily, "SUCCEEDED")


@step(52, "job -rerun C -date A::B -nocleanup", "both actions")
def _(s):
    s.cli(f"job -rerun {s.daily} -date 2009-01-01T00:00Z::2009-01-02T00:00Z -nocleanup").says(
        TABLE, f"^{s.daily}@1\t2009-01-01 00:00 UTC$", f"^{s.daily}@2\t2009-01-02 00:00 UTC$"
    ).lacks(f"^{s.daily}@3")
    s.wait(s.daily, "SUCCEEDED")
    s.cli(f"job -info {s.daily}@1 -allruns").says(r"(?s)(^\S+-W .*){3}")


@step(53, "job -ignore C -action 1", "Action ID, Nominal Time, Status")
def _(s):
    s.cli(f"job -kill {s.waiting} -action 1").good()
    s.wait(f"{s.waiting}@1", "KILLED")
    s.cli(f"job -ignore {s.waiting} -action 1").says(
        "^Action ID\tNominal Time\tStatus$", f"^{s.waiting}@1\t2009-01-01 00:00 UTC\tIGNORED$"
    )


@step(54, "job -ignore C", "no output, IGNORED")
def _(s):
    s.cli(f"job -kill {s.waiting}").silent()
    s.wait(s.waiting, "KILLED")
    s.cli(f"job -ignore {s.waiting}").silent()
    s.wait(s.waiting, "IGNORED")


@step(55, "job -update C -config", "what changes")
def _(s):
    s.other = s.cli("job -config waiting.properties -run").id("C")
    s.wait(f"{s.other}@3", "WAITING")
    s.cli(f"job -update {s.other} -config waiting.properties -D colour=blue").says(
        "Job definition changes", "Job conf changes", r"^\+.*<name>colour</name>"
    )
    s.cli(f"job -configcontent {s.other}").says(r"<name>colour</name>\s*<value>blue</value>")


@step(56, "job -update C -dryrun -diff false", "exit 0, no difference told")
def _(s):
    s.cli(f"job -update {s.other} -dryrun -diff false").good().lacks("changes")
    s.cli(f"job -kill {s.other}").silent()


@step(57, "job -slaenable, -sladisable, -slachange", "E1026 without a record, E1027")
def _(s):
    s.cli(f"job -slaenable {s.daily}").refused("E1026 : ")
    s.cli(f"job -sladisable {s.daily}").refused("E1026 : ")
    s.cli(f"job -slachange {s.daily} -value sla-max-duration=5").refused("E1026 : ")
    s.cli(f"job -slachange {s.daily} -value max-duration=5").refused("E1027 : ")
