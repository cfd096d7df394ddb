"""Each kind with its real program: SUCCEEDED, killed, failing with retries; all at once."""

import os
import re

import effects
from kinds import CLIENTS, KINDS, MOVES
from processes import check, until
from stage import ENDED

RETRIES = 2
TRIES = 5


def every_end(stage):
    """All jobs of all three ends run at the same time on one engine."""
    stage.start()
    kinds = stage.kinds()
    good, doomed, bad = [], [], []
    for kind in kinds:
        step = stage.step(kind, kind + ".good")
        good.append(stage.submit(kind, step, 0))
        step = stage.step(kind, kind + ".doomed")
        if kind == "fs":
            step.fails()  # it has no program: it is killed between two attempts
            doomed.append(stage.submit(kind, step, 1, minutes=60))
        else:
            step.waits()
            doomed.append(stage.submit(kind, step, RETRIES))
        step = stage.step(kind, kind + ".bad")
        step.fails()
        bad.append(stage.submit(kind, step, RETRIES))
    if "git" in kinds and "ssh" in kinds:
        good.append(stage.submit("git by ssh", stage.step("git by ssh", "git-by-ssh.good")))
    killed(stage, doomed)
    moves = killed_in_its_midst(stage)
    stage.wait_ended(good, "SUCCEEDED")
    for job in good:
        effects.check_effect(stage, job)
    stage.wait_ended(bad, "KILLED")
    for job in bad:
        failed(stage, job)
    for job in doomed:  # nobody goes on where it was killed
        job.step.go()
    check(moves.step.moved_at_rest() < MOVES, f"{moves} was done to its end in spite of its kill")
    records = stage.finish()
    for job in doomed:
        check(not job.step.ends(), f"{job} went on after its kill: {job.step.lines()}")
    return f"{len(good)} succeeded, {len(doomed) + 1} killed, {len(bad)} failed; {records}"


def killed(stage, jobs):
    """A kill that was answered leaves nothing behind."""
    stage.wait_begun(jobs)

    def waits_for_retry(job):
        node = stage.node(job)
        return node and node["status"] == "USER_RETRY"

    for job in jobs:
        if job.kind == "fs":
            until(lambda j=job: waits_for_retry(j), 60, f"{job} waits for its retry")
        else:
            check(stage.processes_of([job]) or job.kind == "email", f"no process of {job} is seen")
        stage.order(job, "kill")
    stage.wait_ended(jobs, "KILLED")
    until(
        lambda: not stage.processes_of(jobs),
        15,
        lambda: f"nothing is left running: {stage.processes_of(jobs)}",
    )
    for job in jobs:
        check(stage.node(job)["status"] == "KILLED", f"the node of {job}: {stage.node(job)}")
        attempts = 0 if job.kind == "fs" else 1
        check(job.step.begins() == attempts, f"{job} began {job.step.begins()} times")
        check(not job.step.ends(), f"{job} came to its end: {job.step.lines()}")


def killed_in_its_midst(stage):
    """File operations of the engine's own: no other one begins after the kill."""
    for number in range(TRIES):
        job = stage.submit("moves", stage.step("moves", f"moves.{number}"))
        until(job.step.moved, 60, "the first file is moved", pause=0)
        stage.call("PUT", f"/oozie/v2/job/{job.id}?action=kill")
        until(lambda j=job: stage.states()[j.id] in ENDED, 60, f"{job} ends")
        # Its state is told before the operation at hand is done; the engine's end waits for that.
        if stage.states()[job.id] == "KILLED":
            return job
    return check(False, f"{TRIES} times all files were moved before the kill")


def failed(stage, job):
    """As many attempts as it may have, the kind's code, and a message that says where to look."""
    node = stage.node(job)
    check(node["status"] == "ERROR", f"the node of {job} is {node['status']}")
    code = KINDS[job.kind].code
    check(node["errorCode"] == code, f"{job} has the code {node['errorCode']}, not {code}: {node}")
    check(node["userRetryCount"] == RETRIES, f"{job} was retried {node['userRetryCount']} times")
    if job.kind != "fs":
        check(
            job.step.begins() == 1 + RETRIES and not job.step.doubled(),
            f"{job} began {job.step.begins()} times: {job.step.lines()}",
        )
    check_message(job, node["errorMessage"])


def check_message(job, message):
    if job.kind == "fs":
        return check("/from" in message, f"{job} does not name the file: {message}")
    if job.kind == "sub-workflow":
        return check("step.sh" in message or "exit status 3" in message, f"{job}: {message}")
    found = re.search(r"(/\S+/logs/\S+\.stderr)", message)
    check(found, f"the message of {job} names no log: {message}")
    with open(found[1], errors="replace") as log:
        text = log.read()
    wanted = "550" if job.kind == "email" else "it went wrong as it should"
    return check(wanted in text, f"the log of {job} does not say '{wanted}': {text}")


def without_clients(stage):
    """Where the client is not installed the message names it and its setting."""
    stage.start()
    jobs = []
    for kind in CLIENTS:
        jobs.append(stage.submit(kind, stage.step(kind, kind + ".none")))
    stage.wait_ended(jobs, "KILLED")
    for job in jobs:
        program, setting = CLIENTS[job.kind]
        node = stage.node(job)
        message = node["errorMessage"]
        check(node["errorCode"] == "JA018", f"{job} has the code {node['errorCode']}: {message}")
        check(f"'{program}'" in message and setting in message, f"{job} says: {message}")
        check(not os.path.exists(job.step.path("command")), f"{job} ran something")
    return f"{len(jobs)} clients missing; {stage.finish()}"
