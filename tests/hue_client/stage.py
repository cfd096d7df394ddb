"""Where the cases are played: a fresh engine, Hue, and jobs that are made when a case first asks
for them."""

import functools
import os
import signal

from hue import Hue, Refused
from processes import Engine, Failed, below, check, free_port, send, until

HERE = os.path.dirname(os.path.realpath(__file__))
APPS = os.path.join(HERE, "apps")
END_SECONDS = 60
WAIT_TIMED_OUT = 3

CASES = []


def case(name):
    """Makes a function a case; its name says the section of Hue's calls that it is about."""

    def note(function):
        CASES.append((name, function))
        return function

    return note


class Stage:
    def __init__(self, folder, port):
        self.folder = folder
        self.out = os.path.join(folder, "out")
        os.makedirs(self.out, exist_ok=True)
        self.log = os.path.join(folder, "server.log")
        self.engine = Engine(
            folder,
            port or free_port(),
            ["--set", "compat=oozie", "--set", f"log_file={self.log}"]
            + ["--set", "proxy_users=hue hosts=* groups=*; knox hosts=* groups=*"],
        )
        self.engine.start()
        try:
            self.engine.ready()
        except BaseException:
            self.stop()
            raise
        self.hue = Hue(self.engine.port, "ann")

    def stop(self):
        if self.engine.process.poll() is None:
            self.engine.stop()
        # Programs outlive an engine, and one of the cases leaves one.
        send(below(self.folder), signal.SIGKILL)

    # -- jobs --------------------------------------------------------------------------------------

    def properties(self, app, kind, **more):
        """What a page of Hue submits, with what Hue adds for itself."""
        path = {"w": "oozie.wf", "c": "oozie.coord", "b": "oozie.bundle"}[kind]
        return {
            "nameNode": "file://",
            "apps": "file://" + APPS,
            "out": self.out,
            "name": "wf-" + app,
            "word": "grüße & <mehr>",
            f"hue-id-{kind}": 17,
            path + ".application.path": "${apps}/" + app,
            **more,
        }

    def ended(self, job):
        """Its status once it has ended."""
        status, out = self.engine.cli("wait", job, "--timeout", str(END_SECONDS))
        check(status != WAIT_TIMED_OUT, f"{job} goes on after {END_SECONDS} s: {out}")
        return self.hue.status(job)

    def becomes(self, job, *statuses):
        last = []

        def there():
            last[:] = [self.hue.status(job)]
            return last[0] in statuses

        until(there, END_SECONDS, lambda: f"{job} {'/'.join(statuses)}, it is {last[0]}", 0.05)

    def workflow(self, app, **more):
        return self.hue.run(self.properties(app, "w", **more))

    def coordinator(self, app, actions, **more):
        """Submitted, and so many actions made."""
        job = self.hue.submit(self.properties(app, "c", **more))
        until(lambda: self.hue.coordinator(job)["total"] == actions, END_SECONDS,
              f"{actions} actions of {job}", 0.05)
        return job

    @functools.cached_property
    def graph(self):
        job = self.workflow("graph")
        status = self.ended(job)
        check(status == "SUCCEEDED", f"{job} is {status}")
        return job

    @functools.cached_property
    def failed(self):
        job = self.workflow("failing", out=os.path.join(self.out, "never"))
        status = self.ended(job)
        check(status == "KILLED", f"{job} is {status}")
        return job

    @functools.cached_property
    def holding(self):
        job = self.workflow("holding")
        until(lambda: len(self.hue.job(job)["actions"]) == 2, END_SECONDS, "two actions", 0.05)
        self.becomes(job, "RUNNING")
        return job

    @functools.cached_property
    def daily(self):
        job = self.coordinator("daily", 5)
        status = self.ended(job)
        check(status == "SUCCEEDED", f"{job} is {status}")
        return job

    @functools.cached_property
    def waiting(self):
        return self.coordinator("waiting", 3)

    @functools.cached_property
    def monthly(self):
        return self.coordinator("monthly", 0)

    @functools.cached_property
    def bundle(self):
        job = self.hue.run(self.properties("pair", "b"))
        until(lambda: len(self.hue.job(job)["bundleCoordJobs"]) == 2, END_SECONDS,
              "two coordinators", 0.05)
        first = next(row["coordJobId"] for row in self.hue.job(job)["bundleCoordJobs"]
                     if row["coordJobName"] == "first")
        check(self.ended(first) == "SUCCEEDED", f"{first} has not succeeded")
        return job

    def every_job(self):
        return [self.graph, self.failed, self.holding, self.daily, self.waiting, self.monthly,
                self.bundle]


def refused(function, status, code):
    """Checks that Hue would show an error, and which."""
    try:
        got = function()
    except Refused as error:
        check((error.status, error.code) == (status, code),
              f"{error.status} {error.code} {error.message} instead of {status} {code}")
        return error
    raise Failed(f"not refused: {getattr(got, 'of', got)!r}")
