"""Section 2, what only looks: lists, single jobs, texts, pictures, the server itself."""

import xml.etree.ElementTree as ElementTree

from members import LISTS, holds_list
from processes import check
from stage import case, refused

MEMBER_OF_ID = {"wf": "id", "coord": "coordJobId", "bundle": "bundleJobId"}


def ids(body, kind):
    return [row[MEMBER_OF_ID[kind]] for row in holds_list(body, kind)]


def job_of(stage, kind):
    return {"wf": stage.failed, "coord": stage.waiting, "bundle": stage.bundle}[kind]


@case("2 list: every kind, with an empty filter and no page")
def _(s):
    for kind in LISTS:
        job = job_of(s, kind)
        body = s.hue.jobs(kind)
        check(job in ids(body, kind), f"{job} is not in its list")
        check(int(body["offset"]) == 1, f"offset is {body['offset']}")


@case("2 list: pages")
def _(s):
    made = [s.graph, s.failed]
    check(len(made) == 2, "two workflows")
    whole = ids(s.hue.jobs("wf", 1, 1000), "wf")
    pages = [ids(s.hue.jobs("wf", at, 1), "wf") for at in (1, 2)]
    check(pages == [[whole[0]], [whole[1]]], f"{pages} of {whole}")
    far = s.hue.jobs("wf", len(whole) + 1, 50)
    check(far["workflows"] == [] and int(far["total"]) == len(whole), f"{far}")


@case("2 list: a page that is given as nothing is refused")
def _(s):
    for name in ("offset", "len"):
        refused(lambda name=name: s.hue.get("jobs", jobtype="wf", filter="", **{name: ""}), 400,
                "E1603")


@case("2 list: each filter that Hue offers")
def _(s):
    for kind in LISTS:
        job = job_of(s, kind)
        rows = holds_list(s.hue.jobs(kind), kind)
        row = next(row for row in rows if row[MEMBER_OF_ID[kind]] == job)
        name = next(row[each] for each in ("appName", "coordJobName", "bundleJobName")
                    if each in row)
        for filters in ([("name", name)], [("user", "ann")], [("group", "any")],
                        [("status", row["status"]), ("status", "PREP")],
                        [("startcreatedtime", "-7d")], [("startcreatedtime", "-3h")],
                        [("startcreatedtime", "-30m")], [("text", name)],
                        [("user", "ann"), ("status", row["status"]), ("name", name)]):
            check(job in ids(s.hue.jobs(kind, 1, 100, filters), kind), f"{kind} by {filters}")
        for filters in ([("name", "no-such-name")], [("user", "bob")], [("text", "no-such")]):
            check(job not in ids(s.hue.jobs(kind, 1, 100, filters), kind), f"{kind} by {filters}")


@case("2 list: a filter that Oozie does not know is refused")
def _(s):
    refused(lambda: s.hue.jobs("wf", 1, 50, [("colour", "red")]), 400, "E0420")


@case("2 info: each kind, and actions by W@ and C@")
def _(s):
    check(s.hue.job(s.graph)["id"] == s.graph, "workflow")
    check(s.hue.job(s.daily)["coordJobId"] == s.daily, "coordinator")
    check(s.hue.job(s.bundle)["bundleJobId"] == s.bundle, "bundle")
    for action in (f"{s.graph}@say", f"{s.graph}@:start:", f"{s.daily}@3"):
        check(s.hue.job(action)["id"] == action, action)


@case("2 info: what is not there is an error that Hue can show")
def _(s):
    for job, code in (("0009999-200101000000000-foliot-W", "E0604"),
                      ("0009999-200101000000000-foliot-C", "E0604"),
                      ("0009999-200101000000000-foliot-B", "E0604"),
                      (f"{s.graph}@nobody", "E0605"), (f"{s.daily}@99", "E0605")):
        error = refused(lambda job=job: s.hue.job(job), 400, code)
        check(job in error.message, f"{error.message} does not name {job}")
    error = refused(lambda: s.hue.job(f"{s.bundle}@first"), 400, "E0604")
    check(error.message, "no sentence")


@case("2 coordinator: newest first, a page of fifty, by status")
def _(s):
    whole = s.hue.coordinator(s.daily)
    check([row["actionNumber"] for row in whole["actions"]] == [5, 4, 3, 2, 1], "not newest first")
    check(whole["total"] == 5, f"total is {whole['total']}")
    part = s.hue.coordinator(s.daily, 2, 2)
    check([row["actionNumber"] for row in part["actions"]] == [4, 3], "not the page")
    none = s.hue.coordinator(s.daily, filters=[("status", "KILLED"), ("status", "FAILED")])
    check((none["actions"], none["total"]) == ([], 0), "none was killed")
    done = s.hue.coordinator(s.daily, filters=[("status", "SUCCEEDED"), ("status", "RUNNING")])
    check(done["total"] == 5, "all have succeeded")
    older = s.hue.get(f"job/{s.daily}", order="desc", len="-1").of
    check(len(older["actions"]) == 5, "older Hues ask with len=-1")


@case("2 definition: the text as it was written")
def _(s):
    for job, root in ((s.graph, "workflow-app"), (s.daily, "coordinator-app"),
                      (s.bundle, "bundle-app")):
        answer = s.hue.get(f"job/{job}", show="definition")
        check(isinstance(answer.of, str) and answer.type != "application/json", answer.type)
        check(ElementTree.fromstring(answer.of).tag.endswith("}" + root), answer.of[:80])


@case("2 log: plain text, whatever the filter")
def _(s):
    newest = s.hue.on(version="v2")
    for job in s.every_job():
        whole = newest.get(f"job/{job}", show="log", logfilter="")
        check(whole.type == "text/plain" and isinstance(whole.of, str), whole.type)
        check(job in whole.of, f"the log of {job} does not name it")
        for text in ("recent=2h", "limit=2", "loglevel=ERROR|WARN", "text=say",
                     "recent=30m;limit=5;loglevel=INFO;text=.*"):
            part = newest.get(f"job/{job}", show="log", logfilter=text)
            check(len(part.of) <= len(whole.of), f"{text} makes it longer")
        check(s.hue.get(f"job/{job}", show="log").of == whole.of, "v1 has another log")
    two = newest.get(f"job/{s.graph}", show="log", logfilter="limit=2").of
    check(len(two.splitlines()) == 2, f"limit=2: {two}")


@case("2 status: of every job, and of an action of a coordinator")
def _(s):
    for job in (s.graph, s.daily, s.bundle, f"{s.daily}@1"):
        check(s.hue.status(job) == s.hue.job(job)["status"], job)


@case("2 graph: a picture of a workflow, as svg")
def _(s):
    newest = s.hue.on(version="v2")
    answer = newest.get(f"job/{s.graph}", **{"show": "graph", "show-kill": "true", "format": "svg"})
    check(answer.type == "image/svg+xml", answer.type)
    check(ElementTree.fromstring(answer.of).tag.endswith("svg"), answer.of[:80])
    for node in ("say", "make", "which", "below", "fail"):
        check(node in answer.of, f"{node} is not drawn")


@case("2 admin: version, status, settings, figures")
def _(s):
    check(s.hue.get("admin/build-version").of["buildVersion"] == "5.2.1", "version")
    check(s.hue.get("admin/status").of == {"systemMode": "NORMAL"}, "status")
    settings = s.hue.get("admin/configuration").of
    check(all(isinstance(text, str) for text in settings.values()), "a setting is no text")
    figures = s.hue.on(version="v2").get("admin/metrics").of
    for part in ("counters", "gauges", "timers", "histograms"):
        check(isinstance(figures[part], dict), part)
    refused(lambda: s.hue.get("admin/instrumentation"), 500, None)
