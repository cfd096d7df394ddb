"""Section 2, what changes something: submissions, dry runs, orders, further runs."""

import os

from members import BUNDLE, COORDINATOR, holds
from processes import check, until
from stage import END_SECONDS, case, refused


def is_text(answer):
    """Hue decodes what an order answers: JSON there would fail after the work is done."""
    check(isinstance(answer.of, str) and answer.type != "application/json", answer.type)
    check(answer.status == 200, f"{answer.status}")


@case("2 submit: only submitted, then started by a PUT with the whole body")
def _(s):
    properties = s.properties("small", "w")
    job = s.hue.submit(properties)
    check(s.hue.status(job) == "PREP", "it has begun by itself")
    is_text(s.hue.control(job, "start", properties))
    check(s.ended(job) == "SUCCEEDED", "it did not succeed")


@case("2 submit: a wrong application is an error that Hue can show")
def _(s):
    error = refused(lambda: s.hue.submit(s.properties("nowhere", "w")), 400, "E0307")
    check("nowhere" in error.message, error.message)


@case("2 dry run: before the real submission, and nothing is kept")
def _(s):
    before = [s.hue.jobs(kind)["total"] for kind in ("wf", "coord", "bundle")]
    for app, kind in (("graph", "w"), ("monthly", "c"), ("pair", "b")):
        answer = s.hue.dry_run(s.properties(app, kind))
        check(200 <= answer.status < 300 and answer.of["id"], f"{app}: {answer.of}")
    after = [s.hue.jobs(kind)["total"] for kind in ("wf", "coord", "bundle")]
    check(before == after, f"{before} jobs before, {after} after")


@case("2 control: suspend, resume, kill of a workflow")
def _(s):
    job = s.workflow("holding")
    s.becomes(job, "RUNNING")
    error = refused(lambda: s.hue.control(job, "start"), 400, "E0801")
    check(error.message, "no sentence")
    for action, status in (("suspend", "SUSPENDED"), ("resume", "RUNNING"), ("kill", "KILLED")):
        is_text(s.hue.control(job, action))
        s.becomes(job, status)


@case("2 control: suspend, resume, kill of a coordinator and a bundle")
def _(s):
    bundle = s.hue.run(s.properties("pair", "b"))
    s.becomes(bundle, "RUNNING")
    for job in (s.coordinator("waiting", 3), bundle):
        for action, status in (("suspend", "SUSPENDED"), ("resume", "RUNNING"),
                               ("kill", "KILLED")):
            is_text(s.hue.control(job, action))
            s.becomes(job, status)


@case("2 change: end, pause time and concurrency in one text")
def _(s):
    job = s.coordinator("waiting", 3)
    gmt = s.hue.on(zone="GMT")
    is_text(s.hue.control(job, "change",
                          value="endtime=2009-01-06T00:00Z;pausetime=;concurrency=3"))
    until(lambda: s.hue.coordinator(job)["total"] == 5, END_SECONDS, "five actions", 0.05)
    now = holds(gmt.job(job), COORDINATOR, "coordinator")
    check((now["concurrency"], now["pauseTime"], now["endTime"])
          == (3, None, "Tue, 06 Jan 2009 00:00:00 GMT"), f"{now}")
    is_text(s.hue.control(job, "change", value="pausetime=2120-01-01T00:00Z"))
    check(gmt.job(job)["pauseTime"] == "Mon, 01 Jan 2120 00:00:00 GMT", "no pause time")


@case("2 change: a part that is 'None' is refused as Oozie does, and changes nothing")
def _(s):
    before = s.hue.job(s.waiting)
    for value in ("endtime=None;pausetime=;concurrency=3",
                  "endtime=2009-01-06T00:00Z;pausetime=None;concurrency=3",
                  "endtime=2009-01-06T00:00Z;pausetime=;concurrency=None"):
        refused(lambda value=value: s.hue.control(s.waiting, "change", value=value), 400, "E1015")
    check(s.hue.job(s.waiting) == before, "it has changed")


@case("2 change: of a bundle")
def _(s):
    bundle = s.hue.run(s.properties("pair", "b"))
    s.becomes(bundle, "RUNNING")
    is_text(s.hue.control(bundle, "change", value="pausetime=2120-01-01T00:00Z"))
    now = holds(s.hue.on(zone="GMT").job(bundle), BUNDLE, "bundle")
    check(now["pauseTime"] == "Mon, 01 Jan 2120 00:00:00 GMT", f"{now['pauseTime']}")


@case("2 ignore: actions as ranges of one, in version 2")
def _(s):
    job = s.coordinator("waiting", 3)
    newest = s.hue.on(version="v2")
    killed = newest.control(job, "kill", type="action", scope="1-1,3-3").of
    check([row["actionNumber"] for row in killed["actions"]] == [1, 3], f"{killed}")
    until(lambda: s.hue.status(f"{job}@3") == "KILLED", END_SECONDS, "killed", 0.05)
    told = newest.control(job, "ignore", type="action", scope="1-1,3-3").of
    check([row["actionNumber"] for row in told["actions"]] == [1, 3], f"{told}")
    for number, status in ((1, "IGNORED"), (2, "WAITING"), (3, "IGNORED")):
        check(s.hue.status(f"{job}@{number}") == status, f"{number} is not {status}")
    refused(lambda: s.hue.control(job, "ignore", type="action", scope="2-2"), 400, "E0303")


@case("2 update: a coordinator follows its file, in version 2")
def _(s):
    properties = s.properties("waiting", "c")
    answer = s.hue.on(version="v2").control(s.waiting, "update", properties)
    check(isinstance(answer.of["update"]["diff"], str), f"{answer.of}")


@case("2 coord-rerun: booleans as Python writes them")
def _(s):
    answer = s.hue.control(s.daily, "coord-rerun", type="action", scope="1-1,3-4",
                           refresh="True", nocleanup="False")
    numbers = [row["actionNumber"] for row in answer.of["actions"]]
    check(sorted(numbers) == [1, 3, 4], f"{numbers}")
    check(s.ended(s.daily) == "SUCCEEDED", "it did not end again")
    runs = s.hue.on(version="v2").get(f"job/{s.daily}@3", show="allruns").of["workflows"]
    check(len(runs) == 2, f"{len(runs)} runs of action 3")
    once = s.hue.on(version="v2").get(f"job/{s.daily}@2", show="allruns").of["workflows"]
    check(len(once) == 1, f"{len(once)} runs of action 2")


@case("2 bundle-rerun: by coordinators and dates")
def _(s):
    job = s.hue.run(s.properties("pair", "b"))
    until(lambda: len(s.hue.job(job)["bundleCoordJobs"]) == 2, END_SECONDS, "two", 0.05)
    first = next(row["coordJobId"] for row in s.hue.job(job)["bundleCoordJobs"]
                 if row["coordJobName"] == "first")
    check(s.ended(first) == "SUCCEEDED", "it did not succeed")
    is_text(s.hue.control(job, "bundle-rerun", **{
        "coord-scope": "first", "refresh": "False", "nocleanup": "True",
        "date-scope": "2009-01-01T08:00Z::2009-01-02T08:00Z"}))
    newest = s.hue.on(version="v2")

    def runs(number):
        return len(newest.get(f"job/{first}@{number}", show="allruns").of["workflows"])

    until(lambda: runs(1) == 2 and runs(2) == 2, END_SECONDS, "a second run of 1 and 2", 0.05)
    check(runs(3) == 1, "action 3 was not meant")


@case("2 rerun: a workflow, from its failed nodes and by names to skip")
def _(s):
    out = os.path.join(s.out, "later")
    os.makedirs(out)
    properties = s.properties("failing", "w", out=out)
    job = s.hue.run(properties)
    check(s.ended(job) == "KILLED", "it did not fail")
    is_text(s.hue.control(job, "rerun", {**properties, "oozie.wf.rerun.failnodes": "true"}))
    until(lambda: s.hue.job(job)["run"] == 1, END_SECONDS, "the second run", 0.05)
    check(s.ended(job) == "KILLED", "nothing is there yet")
    with open(os.path.join(out, "there"), "w"):
        pass
    is_text(s.hue.control(job, "rerun", {**properties, "oozie.wf.rerun.skip.nodes": "first"}))
    until(lambda: s.hue.job(job)["run"] == 2, END_SECONDS, "the third run", 0.05)
    check(s.ended(job) == "SUCCEEDED", "it fails still")
