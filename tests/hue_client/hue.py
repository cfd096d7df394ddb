"""A client that talks to the server as Hue does: what Hue puts into addresses and bodies, and what
it makes of answers. Nothing here knows of Foliot."""

import http.client
import json
import re
import time
import urllib.parse

XML = "application/xml;charset=UTF-8"
TIMEOUT_SECONDS = 60
DATE = "%a, %d %b %Y %H:%M:%S"
OFTEN_SENT = {  # with every submission, whatever the job makes of it
    "jobTracker": "local",
    "oozie.use.system.libpath": True,
    "security_enabled": False,
    "dryrun": False,
    "send_email": False,
    "credentials": "{'hcat': {'xml_name': 'hcat', 'properties': [('hcat.metastore.uri', None)]}}",
}


class Refused(Exception):
    """An answer of 300 or more, which Hue shows to its user."""

    def __init__(self, status, headers, body):
        self.status = status
        self.code = headers.get("oozie-error-code")
        # Hue shows the header, where there is none the body.
        self.message = headers.get("oozie-error-message") or body
        super().__init__(f"{status} {self.message}")


class Answer:
    """What came back, decoded as its type says: JSON becomes objects, all else is text."""

    def __init__(self, status, headers, raw):
        self.status = status
        self.headers = headers
        self.type = (headers.get("Content-Type") or "").split(";")[0].strip()
        text = raw.decode("utf-8")
        self.of = json.loads(text) if self.type == "application/json" else text


def read_date(text):
    """The fields on that clock, by the format Hue has: a zone that Python does not know is a word
    of letters at the end, which is cut off. None where that does not help."""
    for date, form in ((text, DATE + " %Z"), (re.sub(r" \w+$", "", text), DATE)):
        try:
            return time.strptime(date, form)
        except ValueError:
            pass
    return None


def configuration(properties):
    """The body of POST and PUT: one property a line, each value in CDATA, True and False as Python
    writes them."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<configuration>"]
    for name, value in properties.items():
        text = str(value).replace("]]>", "")
        lines.append(f"<property>\n  <name>{name}</name>\n  <value><![CDATA[{text}]]></value>\n"
                     "</property>\n")
    return "\n".join([*lines, "</configuration>", ""]).encode("utf-8")


class Hue:
    """One process of Hue: a connection that is kept and the cookies of all users together. `on`
    gives it another user, zone or version of the interface, with the same connection."""

    def __init__(self, port, user, zone="America/Los_Angeles", version="v1", proxy="hue"):
        self.port, self.user, self.zone, self.version = port, user, zone, version
        self.proxy = proxy
        self.kept = {"connection": None}
        self.cookies = {}
        self.cookies_sent = 0

    def on(self, **changed):
        other = Hue(self.port, changed.get("user", self.user), changed.get("zone", self.zone),
                    changed.get("version", self.version), changed.get("proxy", self.proxy))
        other.kept, other.cookies = self.kept, self.cookies
        return other

    def params(self, **more):
        return {"user.name": self.proxy, "doAs": self.user, "timezone": self.zone, **more}

    def ask(self, method, path, query, body=None):
        """The answer whatever its status; no redirection is followed."""
        headers = {"Accept-Encoding": "gzip, deflate", "Accept": "*/*",
                   "Connection": "keep-alive"}
        if body is not None:
            headers["Content-Type"] = XML
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={text}" for name, text in self.cookies.items())
            self.cookies_sent += 1
        where = f"/oozie/{self.version}/{path}?{urllib.parse.urlencode(query)}"
        if self.kept["connection"] is None:
            self.kept["connection"] = http.client.HTTPConnection("127.0.0.1", self.port,
                                                                 timeout=TIMEOUT_SECONDS)
        try:
            self.kept["connection"].request(method, where, body, headers)
            got = self.kept["connection"].getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):
            self.kept["connection"].close()  # it was idle for too long; the next try connects anew
            self.kept["connection"].request(method, where, body, headers)
            got = self.kept["connection"].getresponse()
        raw = got.read()
        for text in got.headers.get_all("Set-Cookie") or ():
            name, _, value = text.split(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(got.status, got.headers, raw)

    def call(self, method, path, query, body=None):
        answer = self.ask(method, path, query, body)
        if answer.status >= 300:
            told = answer.of if isinstance(answer.of, str) else json.dumps(answer.of)
            raise Refused(answer.status, answer.headers, told)
        return answer

    def get(self, path, **more):
        return self.call("GET", path, self.params(**more))

    # -- what Hue's pages call ---------------------------------------------------------------------

    def jobs(self, kind, offset=None, count=None, filters=()):
        """`filter` is always there; offset and len only where a page was asked for."""
        paging = {} if offset is None else {"offset": str(offset)}
        if count is not None:
            paging["len"] = str(count)
        text = ";".join(f"{name}={value}" for name, value in filters)
        return self.get("jobs", **paging, jobtype=kind, filter=text).of

    def job(self, job):
        return self.get(f"job/{job}").of

    def coordinator(self, job, offset=1, count=50, filters=()):
        text = ";".join(f"{name}={value}" for name, value in filters)
        return self.get(f"job/{job}", order="desc", offset=str(offset), len=str(count),
                        filter=text).of

    def status(self, job):
        return self.on(version="v2").get(f"job/{job}", show="status").of["status"]

    def control(self, job, action, properties=None, **more):
        """Every order has a body, whether it is needed or not."""
        body = configuration({"user.name": self.user, **(properties or {})})
        return self.call("PUT", f"job/{job}", self.params(action=action, **more), body)

    def submit(self, properties):
        """Only submitted: a workflow is started by a second call."""
        body = configuration({"user.name": self.user, **OFTEN_SENT, **properties})
        return self.call("POST", "jobs", self.params(), body).of["id"]

    def run(self, properties):
        job = self.submit(properties)
        self.control(job, "start", {**OFTEN_SENT, **properties})
        return job

    def dry_run(self, properties):
        body = configuration({"user.name": self.user, **OFTEN_SENT, **properties})
        return self.call("POST", "jobs", self.params(action="dryrun"), body)
