#!/usr/bin/env python3
"""Abuses a real engine over HTTP; it has to refuse, stay small, and serve others.

    tests/http_abuse/main.py DIRECTORY [--only WORD] [--seed N] [--port P] [--keep]

DIRECTORY has foliot and foliot-launcher. Prints a row each: what came of it, by how much resident
memory grew (at most 64 MiB, else it fails) and the 99th percentile of another client's answers
meanwhile, beside its goal; times are printed, never failed on.
"""
import argparse
import concurrent.futures
import pathlib
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from attacks import ATTACKS, random_bytes  # noqa: E402
from bodies import BODIES  # noqa: E402
from harness import GOAL_MS, MEMORY_MIB, Engine, Watch, Wrong, check, raise_descriptors  # noqa: E402

JOBS = 1_500  # for a long list
SECONDS_EACH = 2  # at least
APPLICATION = ("<workflow-app name='w' xmlns='uri:oozie:workflow:0.5'><start to='end'/>"
               "<end name='end'/></workflow-app>")


def fill(engine):
    """Submits workflows that stay where they are, for lists of some MB."""
    path = engine.scratch / "workflow.xml"
    path.write_text(APPLICATION)
    body = ("<configuration><property><name>user.name</name><value>ann</value></property>"
            f"<property><name>oozie.wf.application.path</name><value>{path}</value></property>"
            "</configuration>")

    def submit(_):
        return engine.request("POST", "/oozie/v2/jobs", body, {"Content-Type": "application/xml"})

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        statuses = {status for status, _, _ in pool.map(submit, range(JOBS))}
    check(statuses == {201}, f"submissions were answered {statuses}")


def check_access_log(engine, lines_before):
    """One line a request, and nothing that a client sent can break one."""
    text = engine.access_log.read_bytes()
    lines = text.split(b"\n")[:-1]
    check(len(lines) > lines_before, "requests left no line")
    for line in lines:
        fields = line.split(b" ")
        check(len(fields) in (9, 10) and fields[8].endswith(b"us"), line[:300])
        check(not any(byte < 0x20 or byte == 0x7F for byte in line), line[:300])
        line.decode()


def play(engine, watch, attack, descriptors, before):
    begun = watch.begin()
    how = "-"
    problem = None
    try:
        while True:  # what is over soon is done again, so that others are seen often enough
            how = attack(engine, descriptors)
            if time.monotonic() - begun > SECONDS_EACH:
                break
        status = engine.request("GET", "/api/health")[0]
        check(status == 200, f"afterwards the engine answers {status}")
    except (Wrong, OSError) as error:
        problem = f"{type(error).__name__}: {error}"
    grown = watch.most - before
    p99, count, wrong = watch.seen(begun)
    print(f"{attack.__name__:17} {grown:6.1f} MiB  p99 {p99:6.1f} ms of {count:4}  {how}")
    if grown > MEMORY_MIB:
        problem = problem or f"resident memory grew by {grown:.1f} MiB"
    if wrong:
        problem = problem or f"others were not served: {wrong[:3]}"
    if problem:
        print(f"  FAILED: {problem}")
    return problem is None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    descriptors = raise_descriptors()
    engine = Engine(given.programs.resolve(), given.port)
    failed = 0
    watch = None
    try:
        fill(engine)
        for _ in range(3):
            engine.request("GET", "/oozie/v2/jobs?jobtype=wf&len=10000")
        watch = Watch(engine)
        begun = watch.begin()
        time.sleep(2)
        before = engine.resident_mib()
        p99, count, _ = watch.seen(begun)
        print(f"at rest: {before:.1f} MiB, p99 {p99:.1f} ms of {count}; goals: growth of at most "
              f"{MEMORY_MIB} MiB, p99 of at most {GOAL_MS} ms")
        for attack in ATTACKS + BODIES:
            if given.only not in attack.__name__:
                continue
            if attack is random_bytes:
                def attack(engine, _):
                    return random_bytes(engine, _, given.seed)
                attack.__name__ = "random_bytes"
            failed += not play(engine, watch, attack, descriptors, before)
        check_access_log(engine, JOBS)
        status, headers, _ = engine.request("GET", "/nothing", None, {"X-Request-Id": "mine-1"})
        check(headers["X-Request-Id"] == "mine-1" and status == 404, "the request keeps its id")
    except Wrong as error:
        print(f"FAILED: {error}")
        failed += 1
    finally:
        if watch:
            watch.stop()
        engine.stop(given.keep or failed > 0)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
