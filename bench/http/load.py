"""Jobs of an engine under load, made through its own REST interface: workflows that have ended,
below coordinators that caught up with past days, and actions that wait for files that never come."""

import http.client
import json
import os
import time

ACTIONS_OF_A_COORDINATOR = 5_000  # that catches up
WAITING_OF_A_COORDINATOR = 500  # limits::throttle_max
START = 1_577_836_800  # 2020-01-01T00:00Z
LIMIT_S = 1_800

WORKFLOW = (
    '<workflow-app name="{name}" xmlns="uri:oozie:workflow:0.5">'
    '<start to="end"/><end name="end"/></workflow-app>'
)
COORDINATOR = """<coordinator-app name="{name}" frequency="${{coord:minutes(5)}}"
    start="2020-01-01T00:00Z" end="{end}" timezone="UTC" xmlns="uri:oozie:coordinator:0.4">
  <controls><timeout>-1</timeout><concurrency>500</concurrency><throttle>500</throttle></controls>
  {inputs}
  <action><workflow><app-path>file://{root}/workflow</app-path></workflow></action>
</coordinator-app>"""
INPUTS = """<datasets><dataset name="d" frequency="${{coord:minutes(5)}}"
    initial-instance="2020-01-01T00:00Z" timezone="UTC">
    <uri-template>file://{root}/data/{name}/${{YEAR}}${{MONTH}}${{DAY}}${{HOUR}}${{MINUTE}}</uri-template>
  </dataset></datasets>
  <input-events><data-in name="i" dataset="d"><instance>${{coord:current(0)}}</instance></data-in>
  </input-events>"""


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def configuration(**properties):
    rows = "".join(
        f"<property><name>{name.replace('__', '.')}</name><value>{value}</value></property>"
        for name, value in properties.items()
    )
    return f"<configuration>{rows}</configuration>"


class Load:
    """The jobs of the engine at `port`; its applications stand below `root`."""

    def __init__(self, port, root):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.root = root
        put(f"{root}/workflow/workflow.xml", WORKFLOW.format(name="ended"))

    def call(self, method, path, body=None):
        headers = {"Content-Type": "application/xml"} if body else {}
        self.connection.request(method, "/oozie" + path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {text[:300]!r}")
        return json.loads(text)

    def coordinator(self, name, actions, inputs=""):
        """Submits a coordinator of that many past actions; its id."""
        end = time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime(START + actions * 300))
        where = f"{self.root}/{name}"
        text = COORDINATOR.format(name=name, end=end, inputs=inputs, root=self.root)
        put(f"{where}/coordinator.xml", text)
        properties = configuration(
            user__name=f"user{len(name) % 4}", oozie__coord__application__path=f"file://{where}"
        )
        return self.call("POST", "/v2/jobs", properties)["id"]

    def actions_in(self, coordinator, status):
        query = f"show=info&len=1&filter=status%3D{status}"
        return self.call("GET", f"/v2/job/{coordinator}?{query}")["total"]

    def ended(self, workflows):
        """Has that many workflows run below coordinators; the coordinators' ids."""
        left, ids = workflows, []
        while left > 0:
            some = min(left, ACTIONS_OF_A_COORDINATOR)
            ids.append((self.coordinator(f"ended{len(ids)}", some), some))
            left -= some
        self.until_all(ids, "SUCCEEDED")
        return [job for job, _ in ids]

    def waiting(self, actions):
        """Has that many actions wait."""
        left, ids = actions, []
        while left > 0:
            some = min(left, WAITING_OF_A_COORDINATOR)
            name = f"waiting{len(ids)}"
            inputs = INPUTS.format(name=name, root=self.root)
            os.makedirs(f"{self.root}/data/{name}")
            ids.append((self.coordinator(name, some, inputs), some))
            left -= some
        self.until_all(ids, "WAITING")

    def until_all(self, coordinators, status):
        end = time.monotonic() + LIMIT_S
        for job, wanted in coordinators:
            while self.actions_in(job, status) < wanted:
                if time.monotonic() > end:
                    raise SystemExit(f"not all actions were {status} within {LIMIT_S} s")
                time.sleep(0.2)

    def workflow_ids(self, count):
        """Ids of workflows, evenly from all."""
        total = self.call("GET", "/v2/jobs?len=1")["total"]
        pages = range(1, total + 1, max(1, total // 20))
        ids = []
        for offset in pages:
            page = self.call("GET", f"/v2/jobs?len={max(1, count // 20)}&offset={offset}")
            ids += [row["id"] for row in page["workflows"]]
        return ids

    def submission(self):
        """The configuration of one more workflow."""
        path = f"file://{self.root}/workflow"
        return configuration(user__name="user1", oozie__wf__application__path=path)
