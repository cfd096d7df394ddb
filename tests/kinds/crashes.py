"""kill -9 of the engine while actions of every kind are at work: each attempt happens once."""

import time

from effects import check_effect
from kinds import MOVES
from processes import check, until
from stage import ENDED

COPIES = 2
ROUNDS = 5
KILLS = 3
LONGEST_LIFE = 1.0  # seconds after the submissions


def at_work(stage):
    """The engine dies while each program is in its midst, and again while it starts."""
    stage.start()
    jobs = []
    for kind in stage.kinds():
        step = stage.step(kind, kind + ".good")
        if kind != "fs":
            step.waits()
        jobs.append(stage.submit(kind, step, 2))
    stage.wait_begun(jobs)
    all_moves = [moves_across_kill(stage, number) for number in range(2)]
    for job in jobs:
        job.step.go()
    stage.wait_ended(jobs, "SUCCEEDED")
    for job in jobs:
        check_once(job)
        if job.kind != "email":  # whose recipient says that it waits
            check_effect(stage, job)
    stage.wait_ended(all_moves, "SUCCEEDED")
    for job in all_moves:
        check(job.step.moved_at_rest() == MOVES, f"{job} left files where they were")
    return f"{len(stage.jobs)} jobs, {stage.kills} kills; {stage.finish()}"


def moves_across_kill(stage, number):
    """The engine dies while it moves files itself, if it is not too quick."""
    job = stage.submit("moves", stage.step("moves", f"moves.{number}"))
    until(job.step.moved, 60, "the first file is moved", pause=0)
    stage.kill()
    job.step.moved_at_rest()
    stage.start()
    return job


def at_random(stage):
    """The engine dies at any moment; some jobs succeed, others fail and are retried."""
    stage.start()
    for number in range(ROUNDS):
        jobs = []
        begin = time.monotonic()
        for kind in stage.kinds():
            for copy in range(COPIES):
                jobs.append(one(stage, kind, f"{kind}.{number}.{copy}"))
        for _ in range(KILLS):
            moment = begin + stage.rng.uniform(0, LONGEST_LIFE)
            until(lambda m=moment: time.monotonic() >= m or ended(stage, jobs), 60, "a moment")
            stage.kill()
            stage.start()
            begin = time.monotonic()
        good = [job for job in jobs if not job.bad]
        stage.wait_ended(good, "SUCCEEDED")
        stage.wait_ended([job for job in jobs if job.bad], "KILLED")
        for job in jobs:
            check_once(job, 2 if job.bad else 1)
    return f"{len(stage.jobs)} jobs, {stage.kills} kills; {stage.finish()}"


def one(stage, kind, name):
    """A job that takes a moment; one of four fails, and is retried once."""
    step = stage.step(kind, name)
    bad = stage.rng.random() < 0.25
    if bad:
        step.fails()
    if kind not in ("fs", "email"):
        step.takes(stage.rng.uniform(0, 0.3))
    job = stage.submit(kind, step, 1)
    job.bad = bad
    return job


def ended(stage, jobs):
    found = stage.states()
    return all(found[job.id] in ENDED for job in jobs)


def check_once(job, attempts=1):
    """Each attempt began once, and ended once where its program comes to its end."""
    if job.kind == "fs":
        return
    step = job.step
    check(
        step.begins() == attempts and not step.doubled(),
        f"{job} began {step.begins()} times, not {attempts}: {step.lines()}",
    )
    ends = 0 if job.kind == "email" and attempts > 1 else attempts
    check(step.ends() == ends, f"{job} came to its end {step.ends()} times: {step.lines()}")
