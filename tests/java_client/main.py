#!/usr/bin/env python3
"""Oozie's Java command-line client, unmodified, against a fresh engine: a list of 80 steps, and the
calls of Oozie's Java interface that no command line makes.

    tests/java_client/main.py BIN_DIR --class-path PATH [--java PROGRAM] [--port N]
                              [--keep DIR]

Prints a row for each and closes with `80 of 80`; exit status 0 only if all are as expected. Steps
use the jobs of those before them. --keep leaves the engine's log and data in DIR.
"""
import argparse
import os
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "harness"))
from folder import in_folder  # noqa: E402

NUMBER_OF_STEPS = 80


def arguments():
    parser = argparse.ArgumentParser(prog="tests/java_client/main.py")
    parser.add_argument("bin_dir", help="where foliot and its programs are")
    parser.add_argument("--class-path", required=True)
    parser.add_argument("--java", default="java")
    parser.add_argument("--port", type=int)
    parser.add_argument("--keep")
    return parser.parse_args()


def play(stage, number, what, expected, function):
    """Runs one step and prints its row; whether all was as expected."""
    reason = ""
    try:
        function(stage)
    except Exception as why:
        reason = str(why) or "an assertion of the step"
        # What a step should have left to this one.
        if isinstance(why, AttributeError):
            reason = f"an earlier step failed: {why}"
    print(f"{number:>3}  {what:<40}  {expected:<40}  {'NOT ok' if reason else 'ok'}", flush=True)
    if reason:
        print(f"     {reason}", flush=True)
    return not reason


def run(options, folder):
    from stage import CALLS, STEPS, Stage
    import api_steps, coordinator_steps, many_steps, server_steps, workflow_steps  # noqa: F401,E401

    STEPS.sort(key=lambda row: row[0])
    assert [row[0] for row in STEPS] == list(range(1, NUMBER_OF_STEPS + 1)), "a step is missing"
    java = [options.java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", options.class_path]
    begin = time.monotonic()
    stage = Stage(folder, java, options.port)
    try:
        print(f"{'':>3}  {'command':<40}  {'expected':<40}")
        good = sum(play(stage, *row) for row in STEPS)
        print(f"{'':>3}  {'Java':<40}  {'expected':<40}")
        called = sum(play(stage, f"J{at}", *row) for at, row in enumerate(CALLS, 1))
    finally:
        stage.stop()
    print(f"{called} of {len(CALLS)} calls from Java, {time.monotonic() - begin:.1f} s")
    print(f"{good} of {len(STEPS)}")
    return good == len(STEPS) and called == len(CALLS)


def main():
    return in_folder("java-client", arguments(), run)


if __name__ == "__main__":
    sys.exit(main())
