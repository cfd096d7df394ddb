"""Rows of the REST interface: request -> HTTP status, code and message in the headers."""
import contextlib
import html
import json
import socket

from harness import PATIENCE

XML = {"Content-Type": "application/xml;charset=UTF-8"}
JOB = "/oozie/v2/job/0000099-260105030000000-foliot-W"
GOOD = ("<configuration><property><name>user.name</name><value>anna</value></property>"
        "<property><name>oozie.wf.application.path</name><value>file://{apps}/good-workflow.xml"
        "</value></property></configuration>")
PROXY = ("<configuration><property><name>user.name</name><value>anna</value></property>"
         "<property><name>oozie.proxysubmission</name><value>true</value></property>"
         "<property><name>oozie.libpath</name><value>file:///lib</value></property>"
         "<property><name>yarn.resourcemanager.address</name><value>there:8032</value></property>"
         "</configuration>")
NO_APPLICATION = ("<configuration><property><name>user.name</name><value>anna</value></property>"
                  "</configuration>")

# name, method, path, headers, body, status, oozie-error-code, oozie-error-message
OOZIE = [
    ("unknown action of a submission", "POST", "/oozie/v2/jobs?action=strat", XML, GOOD, 400,
     "E0303",
     "E0303: parameter action cannot be 'strat'. Leave it out, or use action=start."),
    ("dry run in version 0", "POST", "/oozie/v0/jobs?action=dryrun", XML, GOOD, 400, "E0303",
     "E0303: parameter action cannot be 'dryrun'. Leave it out, or use action=start."),
    ("dry run without an application", "POST", "/oozie/v2/jobs?action=dryrun", XML, NO_APPLICATION,
     400, "E0307",
     "E0307: the job names no application. Set oozie.bundle.application.path, "
     "oozie.coord.application.path or oozie.wf.application.path."),
    ("proxy submission", "POST", "/oozie/v2/jobs?jobtype=pig", XML, PROXY, 400, "E0803",
     "E0803: submitting a single pig job without an application is not offered. Write a workflow "
     "with one action."),
    ("unknown action of a job", "PUT", JOB + "?action=stop", {}, "", 400, "E0303",
     "E0303: parameter action cannot be 'stop': it is unknown or not offered yet. Use "
     "start, suspend, resume, kill, change, ignore, coord-rerun or bundle-rerun."),
    ("order without an action", "PUT", JOB, {}, "", 400, "E0305",
     "E0305: parameter 'action' is missing. Add action=start, suspend, resume or kill."),
    ("unknown show", "GET", JOB + "?show=everything", {}, "", 400, "E0303",
     "E0303: parameter show cannot be 'everything'. Use show=info, definition, log or status."),
    ("JSON instead of XML", "POST", "/oozie/v2/jobs", {"Content-Type": "application/json"},
     '{"a": 1', 400, "E0300",
     "E0300: the content type is 'application/json'. Send the configuration document as "
     "application/xml."),
    ("JSON called XML", "POST", "/oozie/v2/jobs", XML, '{"user.name": "anna"}', 400, "E0700",
     "E0700: request body:1:1: not well-formed XML: the file is empty or does not begin with "
     "an XML element. Begin it with its root element."),
    ("body that ends early", "POST", "/oozie/v2/jobs", XML, GOOD[:60], 400, "E0700",
     "E0700: request body:1:61: not well-formed XML: a '>' is missing here. Complete the tag."),
    ("another root element", "POST", "/oozie/v2/jobs", XML, "<workflow-app/>", 400, "E0700",
     "E0700: request body:1:1: the root element is <workflow-app>. Write <configuration>."),
    ("DOCTYPE in the body", "POST", "/oozie/v2/jobs", XML, "<!DOCTYPE a []>" + GOOD, 400, "E0700",
     "E0700: request body:1:13: a DOCTYPE is not allowed. Remove the <!DOCTYPE ...> declaration."),
    ("empty body", "POST", "/oozie/v2/jobs", XML, "", 400, "E0700",
     "E0700: request body:1:1: not well-formed XML: the file is empty or does not begin with "
     "an XML element. Begin it with its root element."),
    ("body without an application", "POST", "/oozie/v2/jobs", XML, NO_APPLICATION, 400, "E0307",
     "E0307: the job names no application. Set oozie.bundle.application.path, "
     "oozie.coord.application.path or oozie.wf.application.path."),
    ("body without a user", "POST", "/oozie/v2/jobs", XML, "<configuration/>", 400, "E1603",
     "the job has no user. Set the property user.name."),
    ("job that does not exist", "GET", JOB, {}, "", 400, "E0604",
     "E0604: Job does not exist [ID-foliot-W]"),
    ("page that is no number", "GET", "/oozie/v2/jobs?len=many", {}, "", 400, "E1603",
     "For input string: \"many\". Give a whole number for len."),
    ("filter without '='", "GET", "/oozie/v2/jobs?filter=status", {}, "", 400, "E0420",
     "E0420: the filter [status] is not valid: 'status' is not name=value. Write "
     "name=value;name=value."),
    ("filter of an unknown name", "GET", "/oozie/v2/jobs?filter=colour%3Dred", {}, "", 400,
     "E0420",
     "E0420: the filter [colour=red] is not valid: there is no filter called 'colour'. Filter "
     "by user, name, status or id."),
    ("acting as another user", "GET", "/oozie/v2/jobs?user.name=anna&doAs=bert", {}, "", 401,
     "E1400",
     "User [anna] not defined as proxyuser. Leave doAs out, or name the user in the setting "
     "proxy_users."),
    ("unknown version", "GET", "/oozie/v7/jobs", {}, "", 404, None,
     None),
    ("wrong method", "DELETE", "/oozie/v2/jobs", {}, "", 400, "E0301",
     "E0301: this address does not take DELETE. Use GET, POST or PUT."),
]

# name, method, path, status, code, sentence, remedy
OWN = [
    ("unknown path below /api", "GET", "/api/whi/x", 404, "not-found",
     "there is nothing at /api/whi/x",
     "/api/openapi.json tells all that there is"),
    ("wrong method below /api", "DELETE", "/api/backlog", 405, "E0301",
     "this address does not take DELETE",
     "Use GET"),
    ("parameter that /api does not know", "GET", "/api/backlog?hold=true", 400, "E1603",
     "there is no parameter 'hold'",
     "Use held"),
    ("bulk preview without an order", "GET", "/api/bulk?kind=bundle&filter=name%3Dx", 400, "E1603",
     "parameter 'action' is missing",
     "Give kill, suspend or resume"),
    ("why of an unknown job", "GET", "/api/why/moon", 404, "E0604",
     "there is no job or action moon",
     "List the jobs with 'foliot list'"),
    ("history of an unknown job", "GET", "/api/history/moon", 404, "E0604",
     "there is no job or action moon",
     "List the jobs with 'foliot list'"),
    ("history with a page that is no number", "GET", "/api/history/moon?len=many", 400, "E1603",
     "'many' is not a whole number from 1 to 1000",
     "Give a whole number for len"),
    ("tree of an unknown job", "GET", "/api/tree/moon", 404, "E0604",
     "there is no job or action moon",
     "List the jobs with 'foliot list'"),
    ("progress of an unknown job", "GET", "/api/progress/moon", 404, "E0604",
     "there is no job moon",
     "List the jobs with 'foliot list'"),
]


def send_spaces(engine, length):
    """The answer to a body of so many bytes, which may come before the body has gone."""
    head = ("POST /oozie/v2/jobs HTTP/1.1\r\nHost: here\r\nContent-Type: application/xml\r\n"
            f"Connection: close\r\nContent-Length: {length}\r\n\r\n")
    answer = b""
    with contextlib.closing(socket.create_connection(("127.0.0.1", engine.port), PATIENCE)) as link:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            link.sendall(head.encode() + length * b" ")
            while piece := link.recv(65536):
                answer += piece
    return answer.decode(errors="replace").split("\r\n", 1)[0]


def run(bench, engine):
    def unchanged(check):
        before = engine.ids()
        check()
        bench.expect("the lists of jobs", before, engine.ids())

    def oozie(method, path, headers, body, status, code, message):
        body = body.replace("{apps}", bench.apps)
        got, answered, text = engine.request(method, path, body, headers)
        bench.expect("HTTP status", status, got)
        bench.expect("oozie-error-code", code, answered["oozie-error-code"])
        shown = answered["oozie-error-message"]
        bench.expect("oozie-error-message", message, None if shown is None else bench.plain(shown))
        if method in ("GET", "POST") and code:  # the same text in the body, escaped
            told = html.unescape(json.loads(text)["errorMessage"])
            bench.expect("errorMessage", shown, told)

    def own(method, path, status, code, sentence, remedy):
        got, _, text = engine.request(method, path)
        bench.expect("HTTP status", status, got)
        error = json.loads(text)["error"]
        bench.expect("code", code, error["code"])
        bench.expect("sentence", sentence, error["sentence"])
        bench.expect("remedy", remedy, error["remedy"])

    for name, *what in OOZIE:
        bench.row(f"REST: {name}", lambda w=what: unchanged(lambda: oozie(*w)))
    for name, *what in OWN:
        bench.row(f"REST: {name}", lambda w=what: own(*w))
    bench.row("REST: body too large", lambda: unchanged(lambda: bench.expect(
        "status line", "HTTP/1.1 413 the request body is longer than 4194304 bytes. Send only the "
        "job's properties in it.", send_spaces(engine, 5_000_000))))
    bench.row("REST: body far too large", lambda: unchanged(lambda: bench.expect(
        "status line", "HTTP/1.1 413 the request body is longer than 4194304 bytes. Send only the "
        "job's properties in it.", send_spaces(engine, 20_000_000))))
