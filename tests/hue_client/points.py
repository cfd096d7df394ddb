"""Section 4, a case for each of its six points, and section 5, who else calls."""

import http.client
import json

from hue import XML, Hue, Refused, configuration
from members import holds_list
from processes import check, until
from stage import END_SECONDS, case, refused


@case("4.1 an empty filter, also of a log, is no filter")
def _(s):
    for kind in ("wf", "coord", "bundle"):
        s.every_job()
        whole = s.hue.get("jobs", jobtype=kind).of
        check(s.hue.jobs(kind) == whole, f"filter= is another list of {kind}")
        check(s.hue.get("jobs", jobtype=kind, filter=";").of == whole, "filter=; as well")
    check(s.hue.get(f"job/{s.daily}", filter="").of == s.hue.job(s.daily), "of actions")
    plain = s.hue.get(f"job/{s.graph}", show="log").of
    check(plain and s.hue.get(f"job/{s.graph}", show="log", logfilter="").of == plain, "of a log")


@case("4.2 a body is taken on every PUT, with its charset")
def _(s):
    check(XML == "application/xml;charset=UTF-8", XML)
    job = s.hue.submit(s.properties("holding", "w"))
    for action, status in (("start", "RUNNING"), ("suspend", "SUSPENDED"), ("resume", "RUNNING"),
                           ("kill", "KILLED")):
        s.hue.control(job, action, {"some": "thing", "word": "grüße"})
        s.becomes(job, status)
    for action, more in (("change", {"value": "concurrency=2"}),
                         ("coord-rerun", {"type": "action", "scope": "2-2", "refresh": "True",
                                          "nocleanup": "True"})):
        s.hue.control(s.daily, action, {"some": "thing"}, **more)
    s.ended(s.daily)


@case("4.3 version 1 gives up to 1000 actions without len, newest first where asked, and a total")
def _(s):
    whole = s.hue.job(s.daily)
    check([row["actionNumber"] for row in whole["actions"]] == [1, 2, 3, 4, 5], "v1 without len")
    check(whole["total"] == 5, "total")
    newest = s.hue.get(f"job/{s.daily}", order="desc").of
    check([row["actionNumber"] for row in newest["actions"]] == [5, 4, 3, 2, 1], "order=desc")
    second = s.hue.on(version="v2").job(s.daily)
    check((second["actions"], second["total"]) == ([], 5), "v2 gives none without len")


@case("4.4 the zone is honoured in versions 1 and 2, of a job, a list and service levels")
def _(s):
    for version in ("v1", "v2"):
        there = s.hue.on(version=version, zone="Asia/Kolkata")
        shown = [there.job(s.daily)["startTime"], there.coordinator(s.daily)["startTime"]]
        shown += [row["startTime"] for row in there.jobs("coord")["coordinatorjobs"]
                  if row["coordJobId"] == s.daily]
        check(shown == ["Thu, 01 Jan 2009 13:30:00 IST"] * 3, f"{shown}")
    answer = s.hue.on(version="v2", zone="Asia/Kolkata").get("sla", filter=f"id={s.daily}")
    check(isinstance(answer.of["slaSummaryList"], list), f"{answer.of}")


@case("4.5 True and False, ranges of one, unknown keys and CDATA")
def _(s):
    word = "a &amp; <b> ünïcödé 'q' \"d\""
    properties = s.properties("graph", "w", word=word,
                              **{"no.such.key": "{'a': [None, True]}", "empty": ""})
    job = s.hue.run(properties)
    check(s.ended(job) == "SUCCEEDED", "it did not succeed")
    say = s.hue.job(f"{job}@say")
    check("a &amp; <b>" in say["data"], f"the value has become {say['data']!r}")
    conf = s.hue.job(job)["conf"]
    for name in ("no.such.key", "security_enabled", "hue-id-w", "credentials"):
        check(f"<name>{name}</name>" in conf, f"{name} is lost")
    answer = s.hue.control(s.daily, "coord-rerun", type="action", scope="5-5,1-1",
                           refresh="FALSE", nocleanup="True")
    check(sorted(row["actionNumber"] for row in answer.of["actions"]) == [1, 5], f"{answer.of}")
    s.ended(s.daily)


@case("4.6 doAs counts on GET too, and is noted as 'hue doAs user'")
def _(s):
    job = s.workflow("holding")
    s.becomes(job, "RUNNING")
    stranger = s.hue.on(proxy="mallory")
    stranger.cookies = {}
    for path in (f"job/{job}", "jobs", "admin/configuration"):
        refused(lambda path=path: stranger.call("GET", path, stranger.params()), 401, "E1400")
    check(s.hue.job(job)["user"] == "ann", "the job is not ann's")
    s.hue.on(user="bob").control(job, "kill")
    s.becomes(job, "KILLED")

    def noted():
        with open(s.log, errors="replace") as log:
            lines = [line for line in log if job in line]
        return (any("USER [hue doAs bob]" in line and "OPERATION [kill]" in line for line in lines)
                and any("USER [hue doAs ann]" in line for line in lines))

    until(noted, END_SECONDS, "the lines of the audit", 0.05)
    mine = s.hue.on(version="v2").get(f"job/{job}", show="auditlog").of
    check("bob" in mine, f"the audit of the job does not name bob: {mine}")


@case("1 cookies: hue's own is carried on, and doAs is honoured with it each time")
def _(s):
    hue = Hue(s.engine.port, "ann")
    hue.get("admin/status")
    cookie = hue.cookies["hadoop.auth"]
    check("u=hue&" in cookie, cookie)
    for user in ("ann", "bob", "eve"):
        other = hue.on(user=user)
        job = other.submit(s.properties("small", "w"))
        check(other.job(job)["user"] == user, f"{job} is not {user}'s")
        check(other.cookies_sent > 0 and hue.cookies["hadoop.auth"] == cookie, "another cookie")
    # With the cookie Hue needs no name in the address.
    answer = hue.ask("GET", "jobs", {"doAs": "bob", "jobtype": "wf", "filter": "user=bob"})
    check(answer.status == 200 and holds_list(answer.of, "wf"), f"{answer.status}")


@case("1 transport: types, no redirection, no packing, errors with their sentence")
def _(s):
    answer = s.hue.get("admin/status")
    check(answer.headers["Content-Type"] == 'application/json; charset="UTF-8"', "type")
    check(answer.headers.get("Content-Encoding") is None, "it is packed")
    try:
        s.hue.control("0009999-200101000000000-foliot-W", "kill")
    except Refused as error:
        check((error.status, error.code) == (400, "E0605"), f"{error.status} {error.code}")
        check(error.message.startswith("E0605: "), error.message)
        return
    check(False, "not refused")


@case("1 bodies: those that are no configuration do not harm")
def _(s):
    for body in (b"", b"{}", b"<configuration>", configuration({})[:50]):
        answer = s.hue.ask("POST", "jobs", s.hue.params(), body)
        check(answer.status >= 400, f"{body[:20]}: {answer.status}")
    check(s.hue.get("admin/status").of == {"systemMode": "NORMAL"}, "it is not normal any more")


def plainly(port, path, headers=None):
    """As curl asks."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


@case("5 probes: status and version, without a name")
def _(s):
    status, body = plainly(s.engine.port, "/oozie/v1/admin/status")
    check((status, json.loads(body)) == (200, {"systemMode": "NORMAL"}), body)
    status, body = plainly(s.engine.port, "/oozie/v1/admin/build-version")
    check(status == 200 and "buildVersion" in json.loads(body), body)


@case("5 gateways: doAs of another proxy user, with its cookie")
def _(s):
    knox = Hue(s.engine.port, "ann", proxy="knox")
    job = knox.submit(s.properties("small", "w"))
    check(knox.job(job)["user"] == "ann", "the job is not ann's")
    check("u=knox&" in knox.cookies["hadoop.auth"] and knox.cookies_sent > 0, "no cookie")


@case("5 Oozie's own calls: a name alone")
def _(s):
    path = f"/oozie/v1/job/{s.graph}?user.name=oozie"
    status, body = plainly(s.engine.port, path)
    check(status == 200 and json.loads(body)["user"] == "ann", body[:200])
