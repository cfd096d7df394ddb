"""Where the steps are played: a fresh engine, the client, and the jobs that steps leave to later
steps."""

import getpass
import os
import shlex
import signal

from client import Client
from processes import Engine, Failed, below, free_port, send, until

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.join(HERE, "..", "..")
APPS = os.path.join(HERE, "apps")
END_SECONDS = 30

STEPS = []
CALLS = []


def step(number, what, expected):
    """Makes a function the step of this number of the acceptance list."""

    def note(function):
        STEPS.append((number, what, expected, function))
        return function

    return note


def call(what, expected):
    """Makes a function a call of Oozie's Java interface."""

    def note(function):
        CALLS.append((what, expected, function))
        return function

    return note


def write_properties(path, values):
    with open(path, "w") as out:
        for name, value in values.items():
            out.write(f"{name}={value}\n")


class Stage:
    def __init__(self, folder, java, port):
        self.folder = folder
        self.user = getpass.getuser()
        home = os.path.join(folder, "home")
        library = os.path.join(folder, "share", "shell")
        os.makedirs(home)
        os.makedirs(library)
        with open(os.path.join(library, "helper.jar"), "w"):
            pass
        self.engine = Engine(
            folder,
            port or free_port(),
            ["--config", os.path.join(ROOT, "config", "oozie-recorded.toml")]
            + ["--set", "system_libpath=" + os.path.dirname(library)]
            + ["--set", f"proxy_users={self.user} hosts=* groups=*"],
        )
        self.engine.start()
        self.client = None
        try:
            self.engine.ready()
            self.url = self.engine.url + "/oozie"
            self.client = Client(java, self.url, home, os.path.join(folder, "client.log"))
            self.client.become(self.user)
        except BaseException:
            self.stop()
            raise
        self.write_job_properties()

    def write_job_properties(self):
        kinds = {"wf": ("", "shell"), "coord": (".coord", "daily"), "bundle": (".bundle", "pair"),
                 "hold": ("", "hold"), "waiting": (".coord", "waiting")}
        for name, (kind, app) in kinds.items():
            path = "oozie.wf" if not kind else "oozie" + kind
            write_properties(self.path(name + ".properties"), {
                "nameNode": "file://",
                "apps": "${nameNode}" + APPS,
                "name": name,
                path + ".application.path": "${apps}/" + app,
            })

    def path(self, name):
        return os.path.join(self.folder, name)

    def cli(self, line):
        """Runs a command line; `name.properties` in it is a file of this stage."""
        words = [
            self.path(word) if word.endswith(".properties") else word for word in shlex.split(line)
        ]
        return self.client.cli(*words)

    def status(self, job):
        """None when there is no such job."""
        try:
            answer = self.engine.get(f"/oozie/v2/job/{job}?show=status&user.name={self.user}")
        except Failed:
            return None
        return answer and answer["status"]

    def wait(self, job, *statuses):
        last = []

        def there():
            last[:] = [self.status(job)]
            return last[0] in statuses

        until(there, END_SECONDS, lambda: f"{job} {'/'.join(statuses)}, it is {last[0]}", 0.05)

    def stop(self):
        if self.client:
            self.client.stop()
        if self.engine.process.poll() is None:
            self.engine.stop()
        # Programs outlive an engine; a step that failed may have left some.
        send(below(self.folder), signal.SIGKILL)
