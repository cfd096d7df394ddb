"""One scenario's engine, jobs and crashes, and the checks at its end."""

import json
import os
import re
import signal
import time

from application import NODE_NUMBERS, NODES, Application
from processes import (
    Engine,
    Failed,
    below,
    check,
    free_port,
    programs,
    send,
    until,
    with_run_variable,
)

JOB_SECONDS = 180
ENDED = ("SUCCEEDED", "KILLED", "FAILED", "DONEWITHERROR")
LOST_LINE = re.compile(r"JOB\[([^]]+)\].* run of node (\d+), attempt (\d+), was lost")


class World:
    def __init__(self, folder, rng, hits):
        os.mkdir(folder)
        self.folder = os.path.realpath(folder)
        self.rng = rng
        self.app = Application(self.folder)
        self.engine = Engine(self.folder, free_port())
        self.hits = hits  # per point, of all scenarios
        self.crash_log = os.path.join(self.folder, "crashes")
        self.accepted = []  # ids that a client was told
        self.kills = 0
        self.resumed = []  # LOST runs that a person let go on
        self.may_lose = set()  # runs that may be LOST, where only named ones may; None: any

    # -- lives -----------------------------------------------------------------------------------

    def start(self, point=None, skip=0, **how):
        """A life of the engine, with a point at which it dies; True when it got ready."""
        environment = {}
        if point:
            environment = {
                "FOLIOT_TEST_CRASH": "1",
                "FOLIOT_CRASH_AT": point,
                "FOLIOT_CRASH_ONCE": f"{self.folder}/pass.{self.engine.lives}",
                "FOLIOT_CRASH_MAX": "1",
                "FOLIOT_CRASH_SKIP": str(skip),
                "FOLIOT_CRASH_LOG": self.crash_log,
            }
        self.engine.start(environment, **how)
        return self.engine.ready()

    def crashes(self):
        """(point, run name) of each crash so far."""
        if not os.path.exists(self.crash_log):
            return []
        with open(self.crash_log) as text:
            return [tuple(line.split()) for line in text.read().splitlines()]

    def count_hit(self, point, before):
        """The engine has died: it was at the point, once."""
        after = self.crashes()
        check(
            len(after) == before + 1 and after[-1][0] == point,
            f"died, but not at {point} once: {after[before:]}",
        )
        self.hits[point] = self.hits.get(point, 0) + 1
        self.kills += 1

    # -- jobs ------------------------------------------------------------------------------------

    def submit(self, actions=30, seconds=0.1, on_lost="rerun"):
        """The new job's id, or None when the engine died before it answered."""
        properties = self.app.properties(actions, seconds, on_lost)
        status, out = self.engine.cli("submit", self.app.folder, "-c", properties, "--json")
        if status == 0:
            self.accepted.append(json.loads(out)["id"])
            return self.accepted[-1]
        if self.engine.process.poll() is None:
            # The answer can be gone an instant before the process is.
            try:
                self.engine.process.wait(10)
            except Exception:
                raise Failed("a living engine refused a job: " + out) from None
        self.engine.alive()
        return None

    def jobs(self):
        """Every coordinator that exists: id -> status. None when the engine is gone."""
        answer = self.engine.get("/oozie/v2/jobs?jobtype=coord&len=1000")
        if answer is None:
            return None
        return {job["coordJobId"]: job["status"] for job in answer["coordinatorjobs"]}

    def actions(self, job):
        answer = self.engine.get(f"/oozie/v2/job/{job}?show=info&len=1000")
        check(answer is not None, "the engine is gone")
        return answer["actions"]

    def all_ended(self):
        """Whether every job has ended; None when the engine is gone."""
        found = self.jobs()
        if found is None:
            return None
        return all(state in ENDED for state in found.values())

    def dead_or_ended(self):
        """Waits: "dead" or "ended"."""

        def look():
            if not self.engine.alive():
                return "dead"
            return "ended" if self.all_ended() else None

        return until(look, JOB_SECONDS, lambda: "the jobs end or the engine dies: " + self.states())

    def states(self):
        return str(self.jobs())

    def wait_lines(self, more):
        """Waits until the ledger has grown by `more` lines or all jobs have ended."""
        least = self.app.length() + more
        until(
            lambda: self.app.length() >= least or self.all_ended(),
            JOB_SECONDS,
            "lines in the ledger",
        )

    # -- lost runs -------------------------------------------------------------------------------

    def lost(self):
        """(workflow, node, attempt) of each run that the logs report LOST."""
        out = []
        for job in self.jobs():
            status, text = self.engine.cli("log", job)
            check(status == 0, "no log of " + job)
            for line in text.splitlines():
                found = LOST_LINE.search(line)
                if found:
                    node = NODE_NUMBERS[int(found[2])]
                    out.append((found[1], node, int(found[3])))
        return out

    def owners(self):
        """Workflow id -> action id."""
        out = {}
        for job in self.jobs():
            for action in self.actions(job):
                if action["externalId"]:
                    out[action["externalId"]] = action["id"]
        return out

    def held(self):
        """Waits until only held workflows keep the jobs from going on; their ids."""

        def quiet():
            suspended = set()
            for job, state in (self.jobs() or {}).items():
                states = [action["status"] for action in self.actions(job)]
                idle = {"SUCCEEDED", "SUSPENDED"}
                if states.count("SUSPENDED") >= 4:
                    idle |= {"READY", "WAITING"}  # no slot is free
                if not set(states) <= idle or (state == "RUNNING" and "SUSPENDED" not in states):
                    return None
                suspended |= {
                    action["externalId"]
                    for action in self.actions(job)
                    if action["status"] == "SUSPENDED"
                }
            return (suspended,)

        what = "only held workflows are left: "
        return until(quiet, JOB_SECONDS, lambda: what + self.states())[0]

    def check_held_then_resume(self):
        """With hold nothing is doubled and each LOST run is listed; a person lets it go on."""
        suspended = self.held()
        everything = self.lost()
        self.check_may_lose(everything)
        lost = [run for run in everything if run not in self.resumed]
        owners = self.owners()
        again = [f"{owners[workflow]} {node}" for workflow, node, _ in self.resumed]
        doubled = [line for line, n in self.app.lines().items() if n > 1 + again.count(line)]
        check(not doubled, f"doubled under hold: {doubled}")
        check(
            suspended == {workflow for workflow, _, _ in lost},
            f"suspended {sorted(suspended)}, but lost {lost}",
        )
        status, out = self.engine.cli(
            "list", "--type", "workflow", "--status", "SUSPENDED", "--len", "1000", "--json"
        )
        listed = {workflow["id"] for workflow in json.loads(out)["workflows"]}
        check(status == 0 and listed == suspended, f"listed {listed}, suspended {suspended}")
        for workflow in sorted(suspended):
            status, out = self.engine.cli("why", workflow, "--json")
            held = [r["what"] for r in json.loads(out)["reasons"] if r["kind"] == "held"]
            held = sorted(what for what in held if "lost" in what)
            mine = sorted(node for name, node, _ in lost if name == workflow)
            check(
                len(held) == len(mine) and all(f"'{n}'" in what for n, what in zip(mine, held)),
                f"why {workflow} says {out.strip()}, lost are {mine}",
            )
            status, _ = self.engine.cli("resume", workflow)
            check(status == 0, "cannot resume " + workflow)
        self.resumed += lost

    def check_may_lose(self, lost):
        if self.may_lose is None:
            return
        names = {f"{workflow}@{node}.{attempt}" for workflow, node, attempt in lost}
        check(names <= self.may_lose, f"LOST without a reason: {sorted(names - self.may_lose)}")

    # -- the end ---------------------------------------------------------------------------------

    def finish(self, status="SUCCEEDED"):
        """Waits for the end of all jobs, checks everything and stops; a sentence of figures."""
        until(
            lambda: self.all_ended() or not self.engine.alive(),
            JOB_SECONDS,
            lambda: "all jobs end: " + self.states(),
        )
        check(self.engine.alive(), "the engine died in its last life")
        found = self.jobs()
        gone = [job for job in self.accepted if job not in found]
        check(not gone, f"accepted, but gone after a crash: {gone}")
        check(found, "there is no job")
        wrong = {job: state for job, state in found.items() if state != status}
        check(not wrong, f"not {status}: {wrong}")
        lost = self.lost()
        self.check_may_lose(lost)
        figures = self.check_ledger(lost, status)
        workflows = tuple(self.owners())
        until(self.tidy, 30, lambda: f"files of ended runs are deleted: {self.leftovers()}")
        self.engine.stop()
        self.no_orphans(workflows)
        records = self.engine.replay()
        return f"{self.kills} kills, {figures}, {len(lost)} lost, 0 orphans; {records}"

    def check_ledger(self, lost, status):
        lines = self.app.lines()
        owners = self.owners()
        allowed = {}
        for workflow, node, _ in lost:
            line = f"{owners[workflow]} {node}"
            allowed[line] = allowed.get(line, 0) + 1
        expected = set()
        actions = 0
        for job in self.jobs():
            for action in self.actions(job):
                actions += 1
                expected |= {f"{action['id']} {node}" for node in NODES}
                check(action["status"] == status, f"{action['id']} is {action['status']}")
        check(not set(lines) - expected, f"in the ledger without reason: {set(lines) - expected}")
        if status == "SUCCEEDED":
            check(not expected - set(lines), f"missing: {sorted(expected - set(lines))}")
        wrong = [line for line, n in lines.items() if n > 1 + allowed.get(line, 0)]
        check(not wrong, f"doubled without a LOST run: {wrong}")
        doubled = sum(n - 1 for n in lines.values())
        return f"{actions} actions, {sum(lines.values())} lines, {doubled} doubled"

    def no_orphans(self, workflows):
        """Launchers take away their work directories after their result; then nothing is left."""
        limit = time.monotonic() + 20
        while True:
            left = below(self.folder)
            marked = with_run_variable(workflows) if workflows else []
            if not left and not marked:
                break
            check(time.monotonic() < limit, f"orphans: {left} {marked}")
            time.sleep(0.01)

    def leftovers(self):
        return [
            name
            for folder in ("runs", "work")
            for name in os.listdir(os.path.join(self.engine.data, folder))
        ]

    def tidy(self):
        return not self.leftovers()

    def sweep(self):
        """After a failure: ends what this scenario started."""
        if self.engine.process and self.engine.process.poll() is None:
            self.engine.kill()
        for _ in range(3):
            send(below(self.folder), signal.SIGKILL)
            time.sleep(0.05)
        send(programs(self.folder), signal.SIGKILL)
