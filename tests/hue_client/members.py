"""What Hue reads of an answer: each member with its kind and whether it may be null. A member that
may be null has to be there all the same."""

import calendar
import xml.etree.ElementTree as ElementTree

from hue import read_date
from processes import check

# text, number, date, list; "?" behind it: or null. conf?: null, or a configuration document;
# xml?: null, empty or any element, action?: that of control nodes is any text.
WORKFLOW = {
    "id": "text", "appName": "text", "appPath": "text", "status": "text", "user": "text",
    "group": "text?", "acl": "text?", "run": "number", "startTime": "date?", "endTime": "date?",
    "createdTime": "date", "lastModTime": "date", "externalId": "text?", "parentId": "text?",
    "consoleUrl": "text?", "conf": "conf?", "actions": "list", "toString": "text",
}
WORKFLOW_ROW = {**WORKFLOW, "appPath": "text?"}
WORKFLOW_ACTION = {
    "id": "text", "name": "text", "type": "text", "status": "text", "retries": "number",
    "startTime": "date?", "endTime": "date?", "transition": "text?", "data": "text?",
    "conf": "action?", "externalId": "text?", "externalStatus": "text?",
    "externalChildIDs": "text?", "errorCode": "text?", "errorMessage": "text?",
    "trackerUri": "text?", "consoleUrl": "text?", "stats": "text?", "cred": "text?",
    "toString": "text",
}
COORDINATOR = {
    "coordJobId": "text", "coordJobName": "text", "coordJobPath": "text", "status": "text",
    "user": "text", "startTime": "date", "endTime": "date", "nextMaterializedTime": "date?",
    "lastAction": "date?", "pauseTime": "date?", "frequency": "text", "timeUnit": "text",
    "timeZone": "text", "concurrency": "number", "timeOut": "number", "executionPolicy": "text",
    "mat_throttling": "number", "total": "number", "bundleId": "text?", "acl": "text?",
    "group": "text?", "conf": "conf?", "actions": "list", "coordExternalId": "text?",
    "createdTime": "date?", "consoleUrl": "text?", "toString": "text",
}
COORDINATOR_ACTION = {
    "id": "text", "coordJobId": "text", "actionNumber": "number", "status": "text",
    "nominalTime": "date", "createdTime": "date", "lastModifiedTime": "date",
    "externalId": "text?", "externalStatus": "text?", "errorCode": "text?",
    "errorMessage": "text?", "missingDependencies": "text?", "runConf": "conf?",
    "createdConf": "conf?", "type": "text?", "trackerUri": "text?", "consoleUrl": "text?",
    "toString": "text",
}
BUNDLE = {
    "bundleJobId": "text", "bundleJobName": "text", "bundleJobPath": "text", "status": "text",
    "user": "text", "kickoffTime": "date?", "startTime": "date?", "createdTime": "date",
    "endTime": "date?", "pauseTime": "date?", "bundleCoordJobs": "list", "conf": "conf?",
    "acl": "text?", "group": "text?", "bundleExternalId": "text?", "timeUnit": "text",
    "timeOut": "number", "consoleUrl": "text?", "toString": "text",
}
SLA_ROW = {
    "slaStatus": "text", "id": "text", "appType": "text", "appName": "text", "user": "text",
    "nominalTime": "date", "expectedStart": "date?", "actualStart": "date?",
    "expectedEnd": "date?", "actualEnd": "date?", "jobStatus": "text",
    "expectedDuration": "number", "actualDuration": "number", "lastModified": "date",
}
LISTS = {
    "wf": ("workflows", WORKFLOW_ROW),
    "coord": ("coordinatorjobs", COORDINATOR),
    "bundle": ("bundlejobs", BUNDLE),
}
FINISHED = ("OK", "SUCCEEDED", "DONE")


def is_control(action):
    return ":" in action["type"] or action["type"] == "switch"


def parsed(text, where):
    try:
        return ElementTree.fromstring(text.encode("utf-8"))
    except ElementTree.ParseError as error:
        check(False, f"{where} is not well-formed: {error}: {text[:120]}")


def is_of_kind(value, kind, where, owner):
    if kind == "text":
        return isinstance(value, str)
    if kind == "number":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "date":
        return isinstance(value, str) and read_date(value) is not None
    if kind == "list":
        return isinstance(value, list)
    if kind == "conf":
        return isinstance(value, str) and parsed(value, where).tag == "configuration"
    assert kind == "action", kind
    # Of what is no control node Hue reads it as XML, if there is any.
    if isinstance(value, str) and value and not is_control(owner):
        parsed(value, where)
    return isinstance(value, str)


def holds(of, table, what):
    """Checks each member of the table; tells all that are wrong at once."""
    wrong = []
    for name, kind in table.items():
        where = f"{what}.{name}"
        if name not in of:
            wrong.append(f"{where} is missing")
        elif of[name] is None:
            if not kind.endswith("?"):
                wrong.append(f"{where} is null")
        elif not is_of_kind(of[name], kind.rstrip("?"), where, of):
            wrong.append(f"{where} is no {kind.rstrip('?')}: {of[name]!r}")
    check(not wrong, "; ".join(wrong))
    return of


def holds_list(body, kind):
    """A page of jobs, with all that its rows need."""
    member, table = LISTS[kind]
    for name in ("offset", "total"):
        check(name in body, f"{name} is missing")
        int(body[name])
    for row in body[member]:
        holds(row, table, f"row of {member}")
    return body[member]


def progress(job):
    """How far Hue draws the bar of a coordinator, in percent."""
    begin, end = (time_of(job[name]) for name in ("startTime", "endTime"))
    done = time_of(job["nextMaterializedTime"]) if job["nextMaterializedTime"] else begin
    return 100 if begin == end else min(100, int(100 * (1 - (end - done) / (end - begin))))


def time_of(text):
    """Seconds on the clock that the date shows."""
    return calendar.timegm(read_date(text))
