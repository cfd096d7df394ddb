"""Section 3: every member that Hue reads, its kind, and whether it may be null; dates in several
zones; what Hue computes from them."""

import datetime
import zoneinfo

from members import (BUNDLE, COORDINATOR, COORDINATOR_ACTION, FINISHED, LISTS, SLA_ROW, WORKFLOW,
                     WORKFLOW_ACTION, holds, holds_list, is_control, progress, time_of)
from hue import read_date
from processes import check
from stage import case

# Some of whose clocks have a number for a name in the time zone database, some change in summer.
ZONES = ("UTC", "GMT", "America/Los_Angeles", "Europe/Paris", "Europe/Dublin", "Asia/Kolkata",
         "Asia/Dubai", "Asia/Kathmandu", "America/Sao_Paulo", "Australia/Sydney", "PST8PDT")


@case("3 lists: offset, total and rows, each with all members")
def _(s):
    s.every_job()
    for kind, (member, _) in LISTS.items():
        rows = holds_list(s.hue.jobs(kind, 1, 50), kind)
        check(rows, f"no {member}")
        for row in rows:
            inner = row["bundleCoordJobs" if kind == "bundle" else "actions"]
            check(inner == [], f"a row of {member} holds {inner}")


@case("3 workflow: all members, of one that ended, failed, runs, was only submitted")
def _(s):
    prepared = s.hue.submit(s.properties("small", "w"))
    for job in (s.graph, s.failed, s.holding, prepared):
        holds(s.hue.job(job), WORKFLOW, "workflow")
    check(s.hue.job(prepared)["actions"] == [], "no action yet")
    for name in ("startTime", "endTime"):
        check(s.hue.job(s.graph)[name], f"{name} of one that ended")
    check(s.hue.job(s.holding)["endTime"] is None, "it runs still")


@case("3 workflow action: all members, within their job and each by itself")
def _(s):
    for job in (s.graph, s.failed, s.holding):
        actions = s.hue.job(job)["actions"]
        check(actions, f"{job} has no action")
        for row in actions:
            holds(row, WORKFLOW_ACTION, "action")
            alone = holds(s.hue.job(row["id"]), WORKFLOW_ACTION, "single action")
            check(alone["name"] == row["name"], f"{alone['name']} is not {row['name']}")


@case("3 workflow action: control nodes are known by their types")
def _(s):
    actions = {row["name"]: row for row in s.hue.job(s.graph)["actions"]}
    actions.update({row["name"]: row for row in s.hue.job(s.failed)["actions"]})
    control = {name for name, row in actions.items() if is_control(row)}
    check(control == {":start:", "both", "again", "which", "end", "fail"}, f"{sorted(control)}")
    check(set(actions) - control == {"say", "make", "below", "first", "look"}, f"{list(actions)}")


@case("3 workflow action: what has finished, failed, and can be followed further")
def _(s):
    rows = {row["name"]: row for row in s.hue.job(s.graph)["actions"]}
    check(all(row["status"] in FINISHED for row in rows.values()), "not all are finished")
    check(rows["say"]["data"] and "said" in rows["say"]["data"], f"{rows['say']['data']}")
    below = rows["below"]["externalId"]
    check(below.endswith("W"), f"{below} leads to no workflow")
    check(s.hue.job(below)["parentId"] == s.graph, "the workflow below knows no parent")
    for name, row in rows.items():
        link = row["externalId"] or ""
        check(name == "below" or not (link.startswith("job_") or link.endswith("W")), f"{row}")
    failed = next(row for row in s.hue.job(s.failed)["actions"] if row["name"] == "look")
    check(failed["status"] not in FINISHED and failed["errorMessage"], f"{failed}")


@case("3 coordinator: all members, before its first action, waiting, ended")
def _(s):
    for job in (s.daily, s.waiting, s.monthly):
        holds(s.hue.coordinator(job), COORDINATOR, "coordinator")
        holds(s.hue.job(job), COORDINATOR, "coordinator")
    daily = s.hue.job(s.daily)
    told = {name: daily[name] for name in ("frequency", "timeUnit", "timeZone", "concurrency",
                                           "timeOut", "executionPolicy", "mat_throttling")}
    check(told == {"frequency": "1", "timeUnit": "DAY", "timeZone": "America/Los_Angeles",
                   "concurrency": 2, "timeOut": 60, "executionPolicy": "LIFO",
                   "mat_throttling": 5}, f"{told}")
    check(s.hue.job(s.monthly)["frequency"] == "0 0 1 * *", "no cron expression")


@case("3 coordinator: its progress can be computed")
def _(s):
    for job, least in ((s.daily, 100), (s.waiting, 100), (s.monthly, 0)):
        percent = progress(s.hue.coordinator(job))
        check(least <= percent <= 100, f"{job}: {percent} %")


@case("3 coordinator action: all members, within its job and by itself")
def _(s):
    for job in (s.daily, s.waiting):
        for row in s.hue.coordinator(job)["actions"]:
            holds(row, COORDINATOR_ACTION, "action")
            holds(s.hue.job(row["id"]), COORDINATOR_ACTION, "single action")
    missing = s.hue.job(f"{s.waiting}@1")["missingDependencies"]
    check("nothing/here/2009/01/01" in missing, f"missing: {missing!r}")
    done = s.hue.job(f"{s.daily}@1")
    check(done["missingDependencies"] == "" and done["externalId"].endswith("W"), f"{done}")


@case("3 bundle: all members, with its coordinators")
def _(s):
    job = holds(s.hue.job(s.bundle), BUNDLE, "bundle")
    rows = {row["coordJobName"]: row for row in job["bundleCoordJobs"]}
    check(set(rows) == {"first", "second"}, f"{sorted(rows)}")
    for row in rows.values():
        holds(row, COORDINATOR, "coordinator of the bundle")
        check(row["lastAction"], "lastAction is what older Hues compute with")
        check(0 <= progress(row) <= 100, "progress")
        check(row["bundleId"] == s.bundle, f"bundleId is {row['bundleId']}")


@case("3 bundle: all members, long before its kick-off")
def _(s):
    job = s.hue.submit(s.properties("later", "b"))
    told = holds(s.hue.on(zone="GMT").job(job), BUNDLE, "bundle")
    check((told["status"], told["bundleCoordJobs"], told["kickoffTime"])
          == ("PREP", [], "Mon, 01 Jan 2120 00:00:00 GMT"), f"{told['status']}")


def dates_of(answer, where=""):
    """Every date of an answer, by where it stands."""
    out = {}
    if isinstance(answer, dict):
        for name, value in answer.items():
            out.update(dates_of(value, f"{where}.{name}"))
    elif isinstance(answer, list):
        for at, value in enumerate(answer):
            out.update(dates_of(value, f"{where}[{at}]"))
    elif isinstance(answer, str) and read_date(answer):
        out[where] = answer
    return out


def on_clock(text, zone):
    """What a clock of the zone shows at the moment that the date in GMT says."""
    moment = datetime.datetime.fromtimestamp(time_of(text), zoneinfo.ZoneInfo(zone))
    return moment.timetuple()[:6]


@case("3 dates: Hue can read them in every zone, and they are of that zone")
def _(s):
    checked = 0
    for version in ("v1", "v2"):
        for ask in (lambda hue: hue.job(s.graph), lambda hue: hue.coordinator(s.daily),
                    lambda hue: hue.job(s.bundle), lambda hue: hue.job(f"{s.daily}@2"),
                    lambda hue: hue.jobs("coord"), lambda hue: hue.jobs("wf"),
                    lambda hue: hue.jobs("bundle")):
            plain = dates_of(ask(s.hue.on(zone="GMT", version=version)))
            check(plain, "no date at all")
            for zone in ZONES:
                there = dates_of(ask(s.hue.on(zone=zone, version=version)))
                check(there.keys() == plain.keys(),
                      f"{zone}: cannot be read: {set(plain) - set(there)}")
                for where, text in there.items():
                    checked += 1
                    check(read_date(text)[:6] == on_clock(plain[where], zone),
                          f"{zone}: {where} is {text}, in GMT {plain[where]}")
    return f"{checked} dates"


@case("3 status page: which figures there are, and which credentials")
def _(s):
    settings = s.hue.get("admin/configuration").of
    services = settings["oozie.services.ext"]
    announced = "org.apache.oozie.service.MetricsInstrumentationService" in services
    version, what = ("v2", "metrics") if announced else ("v1", "instrumentation")
    figures = s.hue.on(version=version).get(f"admin/{what}").of
    check("counters" in figures and "timers" in figures, "no figures where they are announced")
    classes = settings["oozie.credentials.credentialclasses"]
    known = dict(one.strip().split("=") for one in classes.strip().split(",") if one)
    check(isinstance(known, dict), classes)
    # The hint that service levels are off is shown where the service is not announced.
    check("org.apache.oozie.sla.service.SLAService" not in services, "they are not followed")


@case("3 service levels: a job that has some is known by its definition")
def _(s):
    job = s.workflow("levels")
    s.ended(job)
    check("<sla:info>" in s.hue.get(f"job/{job}", show="definition").of, "not in its definition")
    check("<sla:info>" not in s.hue.get(f"job/{s.graph}", show="definition").of, "none here")


@case("3 service levels: the list, with an expected end in every row")
def _(s):
    newest = s.hue.on(version="v2")
    rows = 0
    for text in (f"id={s.graph};parent_id={s.graph}", f"id={s.daily};parent_id={s.daily}",
                 "app_name=wf-levels;nominal_start=2026-01-01T00:00Z;"
                 "nominal_end=2026-02-01T00:00Z"):
        found = newest.get("sla", filter=text).of["slaSummaryList"]
        check(isinstance(found, list), f"{found}")
        for row in found:
            holds(row, SLA_ROW, "row")
        rows += len(found)
    return "" if rows else "the container alone: service levels are not followed, so it is empty"
