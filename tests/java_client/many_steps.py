"""Steps 58 to 72: bundles and lists. 74 to 78: who asks, unknown ids, zones."""

from processes import check
from stage import step


@step(58, "job -run, bundle", "job: ...-B")
def _(s):
    s.bundle = s.cli("job -config bundle.properties -run").id("B")
    s.wait(s.bundle, "RUNNING")


@step(59, "job -info B", "its coordinators")
def _(s):
    s.cli(f"job -info {s.bundle}").says(
        "^Job Name : bu-pair$", "^Status   : RUNNING$", "^Kickoff time   : ",
        r"(?s)(^\S+-C +[A-Z]+ +1 +DAY +2009-01-01 00:00 GMT.*){2}",
    )


@step(60, "job -suspend B, -resume B", "no output")
def _(s):
    s.cli(f"job -suspend {s.bundle}").silent()
    s.wait(s.bundle, "SUSPENDED")
    s.cli(f"job -resume {s.bundle}").silent()
    s.wait(s.bundle, "RUNNING")


@step(61, "job -change B -value pausetime=2030...", "no output")
def _(s):
    s.cli(f"job -change {s.bundle} -value pausetime=2030-01-01T00:00Z").silent()
    s.cli(f"job -info {s.bundle}").good()


@step(62, "job -rerun B -coordinator c1 -date", "Coordinators [c1] ... scheduled")
def _(s):
    s.cli(f"job -rerun {s.bundle} -coordinator c1 -date 2009-01-01T00:00Z").says(
        rf"^Coordinators \[c1\] of bundle {s.bundle} are scheduled to rerun on date ranges "
        r"\[2009-01-01T00:00Z\]\.$"
    )


@step(63, "job -kill B", "no output, KILLED")
def _(s):
    s.cli(f"job -kill {s.bundle}").silent()
    s.wait(s.bundle, "KILLED")
    s.cli(f"job -info {s.bundle}").says("^Status   : KILLED$")


@step(64, "jobs", "the list of workflows")
def _(s):
    s.cli("jobs").says(
        "^Job ID +App Name +Status +User +Group +Started +Ended *$",
        rf"^{s.workflow} +wf-shell +SUCCEEDED *{s.user} ",
    )


@step(65, "jobs -filter 'user=;status=;name='", "the only one")
def _(s):
    s.one = s.cli("job -config hold.properties -run -D name=lonely").id("W")
    s.wait(s.one, "RUNNING")
    s.cli(f"jobs -filter 'user={s.user};status=RUNNING;name=lonely'").says(
        rf"^{s.one} +lonely +RUNNING "
    ).lacks("wf-shell")


@step(66, "jobs -filter 'text=;sortBy='", "those that match")
def _(s):
    s.cli("jobs -filter 'text=wf;sortBy=lastModifiedTime'").says(
        r"^\S+-W +wf-shell +SUCCEEDED"
    ).lacks("lonely")


@step(67, "jobs -filter startcreatedtime=-2d", "those of two days")
def _(s):
    s.cli("jobs -filter startcreatedtime=-2d").says(rf"^{s.one} +lonely ")


@step(68, "jobs -jobtype coordinator -len 1", "one row, the second")
def _(s):
    rows = [
        [line.split()[0] for line in s.cli(f"jobs -jobtype coordinator {page}").says(
            "^Job ID +App Name +Status +Freq +Unit +Started +Next Materialized *$"
        ).out.splitlines() if "-C " in line]
        for page in ("-len 1 -offset 2", "-len 3")
    ]
    check(len(rows[0]) == 1 and rows[0][0] == rows[1][1], f"{rows}")


@step(69, "jobs -jobtype bundle -verbose", "tables with all columns")
def _(s):
    s.cli("jobs -jobtype bundle -verbose").says(
        "^Job ID\tBundle Name\t.*Status\t", f"^{s.bundle}\tbu-pair\t.*KILLED\t"
    )


@step(70, "jobs -bulk 'bundle=B;actionstatus='", "the actions of B")
def _(s):
    s.cli(f"jobs -bulk 'bundle={s.bundle};actionstatus=SUCCEEDED'").says(
        rf"^bu-pair +{s.bundle} +c1 +\S+-C@[0-9] +SUCCEEDED \S+-W "
    )


@step(71, "jobs -kill -filter name=N", "the following jobs have been killed")
def _(s):
    s.cli("jobs -kill -filter name=lonely").says(
        "^the following jobs have been killed$", rf"^{s.one} +lonely +KILLED "
    ).lacks("wf-shell")
    s.wait(s.one, "KILLED")


@step(72, "jobs -filter bad", "Error: E0420")
def _(s):
    s.cli("jobs -filter bad").refused("E0420 : ")


@step(74, "job -doas other -info W -auth SIMPLE", "allowed; E1400 and E1603 where not")
def _(s):
    as_other = f"job -doas other -info {s.workflow}"
    try:
        s.cli(as_other + " -auth SIMPLE").says("^Status        : SUCCEEDED$")
        s.client.become("stranger")
        s.cli(as_other + " -auth SIMPLE").refused("E1400 : ")
        # Without -auth the client does not tell a server that takes anonymous requests who asks.
        s.client.become(s.user)
        s.cli(as_other).refused("E1603 : proxyUser cannot be null")
    finally:
        s.client.become(s.user)


@step(75, "-info, -kill, -suspend of unknown ids", "E0604, E0605, E0603")
def _(s):
    unknown = "0000000-990101000000000-nobody-"
    for kind in "WC":
        s.cli(f"job -info {unknown}{kind}").refused("E0604 : ")
        s.cli(f"job -suspend {unknown}{kind}").refused("E0603 : ")
    s.cli(f"job -kill {unknown}W").refused("E0605 : ")


@step(76, "job -info W -auth SIMPLE", "the job; the token is kept and used")
def _(s):
    check(not s.client.tokens(), f"{s.client.tokens()}")
    for _ in range(2):
        s.cli(f"job -info {s.workflow} -auth SIMPLE").says("^Status        : SUCCEEDED$")
        check(len(s.client.tokens()) == 1, f"kept are {s.client.tokens()}")


@step(77, "job -info W -username u -password p", "the job")
def _(s):
    s.cli(f"job -info {s.workflow} -username u -password p").says("^Status        : SUCCEEDED$")


@step(78, "job -info C -timezone America/...", "times of Los Angeles")
def _(s):
    s.cli(f"job -info {s.daily} -timezone America/Los_Angeles").says(
        "^Start Time  : 2008-12-31 16:00 PST$"
    )
