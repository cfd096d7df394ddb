"""The application under test: coordinators whose every action leaves two lines in a ledger."""

import collections
import os

COORDINATOR = """<coordinator-app name="crash" frequency="${coord:minutes(5)}" start="${start}"
    end="${end}" timezone="UTC" xmlns="uri:oozie:coordinator:0.4">
  <controls><timeout>60</timeout><concurrency>4</concurrency><throttle>24</throttle></controls>
  <action>
    <workflow>
      <app-path>file://${app}/workflow.xml</app-path>
      <configuration>
        <property><name>id</name><value>${coord:actionId()}</value></property>
      </configuration>
    </workflow>
  </action>
</coordinator-app>
"""

WORKFLOW = """<workflow-app name="crash" xmlns="uri:oozie:workflow:0.5">
  <start to="split"/>
  <fork name="split"><path start="a"/><path start="b"/></fork>
  %s
  <join name="meet" to="end"/>
  <kill name="fail"><message>${wf:errorMessage(wf:lastErrorNode())}</message></kill>
  <end name="end"/>
</workflow-app>
"""

NODE = """<action name="%s">
    <shell xmlns="uri:oozie:shell-action:0.3">
      <exec>step.sh</exec>
      <argument>${id}</argument><argument>%s</argument>
      <argument>${ledger}</argument><argument>${seconds}</argument>
      <file>${app}/step.sh#step.sh</file>
    </shell>
    <ok to="meet"/><error to="fail"/>
  </action>"""

# Node a is found dead after its line, node b before it. printf is one write.
STEP = """#!/bin/sh
[ "$2" = a ] || sleep "$4"
printf '%s %s\\n' "$1" "$2" >> "$3"
[ "$2" = b ] || sleep "$4"
"""

NODES = ("a", "b")
# The log of a job names nodes by their number in the definition: start, fork, actions, ...
NODE_NUMBERS = {2: "a", 3: "b"}


class Application:
    def __init__(self, folder):
        self.folder = os.path.join(folder, "app")
        self.ledger = os.path.join(folder, "ledger")
        os.mkdir(self.folder)
        for name, text in (
            ("coordinator.xml", COORDINATOR),
            ("workflow.xml", WORKFLOW % "\n  ".join(NODE % (n, n) for n in NODES)),
            ("step.sh", STEP),
        ):
            with open(os.path.join(self.folder, name), "w") as out:
                out.write(text)
        os.chmod(os.path.join(self.folder, "step.sh"), 0o755)

    def properties(self, actions, seconds, on_lost):
        """Writes job.properties of a coordinator with so many actions; its path."""
        minutes = 5 * actions
        path = os.path.join(self.folder, "job.properties")
        with open(path, "w") as out:
            out.write(
                f"app={self.folder}\nledger={self.ledger}\nseconds={seconds}\n"
                f"start=2026-01-05T00:00Z\n"
                f"end=2026-01-05T{minutes // 60:02}:{minutes % 60:02}Z\n"
                f"foliot.on.lost={on_lost}\n"
                f"oozie.coord.application.path=file://{self.folder}/coordinator.xml\n"
            )
        return path

    def lines(self):
        """The ledger: how often each line stands in it."""
        if not os.path.exists(self.ledger):
            return collections.Counter()
        with open(self.ledger) as text:
            return collections.Counter(text.read().splitlines())

    def length(self):
        return sum(self.lines().values())
