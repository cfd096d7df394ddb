"""foliot.on.lost=hold: runs whose launchers are killed with -9 wait for a person."""

import json
import os
import signal

from processes import check, launchers, programs, send, until

RUNS = 1000
BATCH = 250
SWEEPS = 1  # of a batch, after all its jobs are there; then its launchers may get somewhere
HELD = {"foliot.on.lost": "hold"}


def every_kind(stage):
    """Launcher and program die together in the program's midst; resumed, each job succeeds."""
    stage.start()
    jobs = []
    for kind in stage.kinds():
        if kind == "fs":
            continue
        step = stage.step(kind, kind + ".held")
        step.waits()
        jobs.append(stage.submit(kind, step, 2, **HELD))
    stage.wait_begun(jobs)
    kill_launchers(stage)
    send(programs(stage.folder), signal.SIGKILL)
    until(lambda: all_held(stage, jobs), 60, lambda: f"all held: {summary(stage)}")
    for job in jobs:
        check(job.step.begins() == 1, f"{job} began {job.step.begins()} times under hold")
        check(not job.step.ends(), f"{job} came to its end: {job.step.lines()}")
        check_held(stage, job)
    for job in jobs:
        job.step.go()
        resume(stage, job)
    stage.wait_ended(jobs, "SUCCEEDED")
    for job in jobs:
        # The command of an ssh action outlives its connection, and is found again.
        begins = 1 if job.kind == "ssh" else 2
        check(job.step.begins() == begins, f"{job} began {job.step.begins()} times")
        check(job.step.ends() == 1, f"{job} came to its end {job.step.ends()} times")
    return f"{len(jobs)} jobs held and resumed; {stage.finish()}"


def thousand(stage):
    """Launchers die as they appear, wherever they are, and once more when all programs are at
    work, which then come to an end that nobody sees."""
    stage.start()
    jobs = []
    figures = {"launchers killed": 0, "never begun": 0}
    for number in range(RUNS // BATCH):
        jobs += batch(stage, number, figures)
    resumed(stage, jobs)
    told = ", ".join(f"{count} {name}" for name, count in figures.items())
    return f"{RUNS} runs held, {told}; {stage.finish()}"


def batch(stage, number, figures):
    """So many jobs, all held in the end; none has begun twice."""
    gate = Gate(os.path.join(stage.folder, f"gate{number}"))
    jobs = []
    for each in range(BATCH):
        step = stage.step("below", f"{number}.{each}")
        gate.holds(step)
        jobs.append(stage.submit("below", step, **HELD))
        if stage.rng.random() < 0.05:
            figures["launchers killed"] += kill_launchers(stage)
    sweeps = SWEEPS

    def begun():
        nonlocal sweeps
        if sweeps > 0 and stage.rng.random() < 0.5:
            sweeps -= 1
            figures["launchers killed"] += kill_launchers(stage)
        # What never begins is held at once: it died with its launcher before it was the program.
        missing = [job for job in jobs if not job.step.begins()]
        if stage.count("SUSPENDED") < number * BATCH + len(missing):
            return False
        return all_held(stage, missing)

    until(begun, 60, lambda: f"all programs begin: {summary(stage)}", pause=0.02)
    figures["launchers killed"] += kill_launchers(stage)
    gate.open(2 * BATCH)
    held = (number + 1) * BATCH
    until(
        # Who is being written counts already: what is shown of each is asked for as well.
        lambda: stage.count("SUSPENDED") == held and all_held(stage, jobs),
        60,
        lambda: f"all {held} are held: {summary(stage)}",
        pause=0.02,
    )
    figures["never begun"] += sum(not job.step.begins() for job in jobs)
    for job in jobs:
        check(job.step.begins() <= 1, f"{job} is doubled under hold: {job.step.lines()}")
        node = stage.node(job)
        check(node["status"] == "START_MANUAL", f"the node of {job} is {node['status']}")
    return jobs


def resumed(stage, jobs):
    """Somebody lets all of them go on: each runs once more, and no more."""
    before = {job.id: job.step.begins() for job in jobs}
    for job in jobs:
        stage.order(job, "resume")
    stage.wait_ended(jobs, "SUCCEEDED")
    for job in jobs:
        check(
            job.step.begins() == before[job.id] + 1 and not job.step.doubled(),
            f"{job} was resumed once: {job.step.lines()}",
        )


class Gate:
    """One pipe that many steps wait for."""

    def __init__(self, path):
        os.mkfifo(path)
        self.path = path

    def holds(self, step):
        os.symlink(self.path, step.path("gate"))

    def open(self, lines):
        """So many programs may pass."""
        self.pipe = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)
        os.write(self.pipe, b"\n" * lines)


def all_held(stage, jobs):
    found = stage.states()
    return all(found[job.id] == "SUSPENDED" for job in jobs)


def kill_launchers(stage):
    """Kills those that are there now; how many."""
    engine = stage.engine.process.pid
    found = [each for each in launchers(stage.folder) if each[0] != engine]
    send(found, signal.SIGKILL)
    return len(found)


def check_held(stage, job):
    """The node says so, and `why` names the remedy."""
    held = job.id
    if job.kind == "sub-workflow":  # it is the one below that lost its run
        held = stage.node(job)["externalId"]
    nodes = stage.engine.get(f"/oozie/v2/job/{held}?show=info")["actions"]
    node = [each for each in nodes if each["name"] == "act"][0]
    check(node["status"] == "START_MANUAL", f"the node of {job} is {node['status']}")
    status, out = stage.engine.cli("why", held, "--json")
    reasons = [r["what"] for r in json.loads(out)["reasons"] if r["kind"] == "held"]
    check(status == 0 and any("lost" in what for what in reasons), f"why {job} says {out}")


def resume(stage, job):
    if job.kind == "sub-workflow":
        stage.call("PUT", f"/oozie/v2/job/{stage.node(job)['externalId']}?action=resume")
    stage.order(job, "resume")


def summary(stage):
    found = list(stage.states().values())
    return {state: found.count(state) for state in set(found)}
