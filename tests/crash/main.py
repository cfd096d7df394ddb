"""Runs the scenarios, prints a line for each and the table of hits."""

import argparse
import os
import random
import re
import shutil
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "harness"))

from processes import BIN, Failed  # noqa: E402
from scenarios import LAUNCHER_POINTS, Untested, all_scenarios  # noqa: E402
from world import World  # noqa: E402

# Each must have been hit so often when all scenarios ran.
LEAST_HITS = 5
NAMED = {
    "intent written": "intent-written",
    "before fsync": "before-fsync",
    "after fsync": "after-fsync",
    "launcher started": "launcher-started",
    "claimed": "claimed:engine",
    "pid written": "pid-written:engine",
    "before exec": "before-exec:engine",
    "program running": "running:engine",
    "exit file written": "exit-written:engine",
    "result read": "result-read",
    "reply sent": "reply-sent",
    **{f"{point}, with the launcher": f"{point}:both" for point in LAUNCHER_POINTS},
}


class Journals:
    """What `foliot replay --verify` said of the data directories that the crashes left."""

    TOLD = re.compile(r"(\d+) journal entries, (\d+) records, 0 differ")

    def __init__(self):
        self.directories = self.entries = self.records = 0

    def add(self, figures):
        told = self.TOLD.search(figures)
        if told:
            self.directories += 1
            self.entries += int(told.group(1))
            self.records += int(told.group(2))


def run(name, scenario, folder, seed, hits, journals):
    """True when it passed, None when this machine does not allow it."""
    world = World(folder, random.Random(f"{seed} {name}"), hits)
    begin = time.monotonic()
    try:
        figures = scenario(world)
    except Untested as why:
        world.sweep()
        print(f"     {name}: could not be tested: {why}", flush=True)
        return None
    except Exception as why:
        took = time.monotonic() - begin
        world.sweep()
        print(f"FAIL {name}: {why} ({took:.1f} s)")
        if not isinstance(why, Failed):
            traceback.print_exc()
        print(f"     kept: {world.engine.data}; beside it engine.log, ledger, crashes", flush=True)
        return False
    journals.add(figures)
    print(f"ok   {name}: {figures} ({time.monotonic() - begin:.1f} s)", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    return True


def table(hits):
    """Prints how often each point was hit; the number of points that were not often enough."""
    print("hits of each point (kill -9):")
    short = 0
    for name, point in NAMED.items():
        count = hits.get(point, 0)
        short += count < LEAST_HITS
        print(f"  {name:<32}{count:>4}{'' if count >= LEAST_HITS else '  too few'}")
    return short


def main():
    options = argparse.ArgumentParser(prog="crash_test.sh")
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options.add_argument("--only", default="", help="scenarios whose name has this in it")
    options.add_argument("--list", action="store_true")
    chosen = options.parse_args()
    scenarios = {n: s for n, s in all_scenarios().items() if chosen.only in n}
    if chosen.list:
        return print("\n".join(scenarios))
    top = tempfile.mkdtemp(prefix="foliot-crash-")
    print(f"crash test of {BIN}, --seed {chosen.seed}", flush=True)
    begin = time.monotonic()
    hits = {}
    results = []
    journals = Journals()
    for number, (name, scenario) in enumerate(scenarios.items()):
        folder = os.path.join(top, str(number))
        results.append(run(name, scenario, folder, chosen.seed, hits, journals))
    short = table(hits) if not chosen.only else 0
    if not chosen.only and short and False not in results:
        print("FAIL points that were hit too seldom")
        results.append(False)
    if False not in results:
        shutil.rmtree(top, ignore_errors=True)
    print(f"{time.monotonic() - begin:.0f} s")
    print(
        f"replay: {journals.directories} data directories, {journals.entries} journal entries, "
        f"{journals.records} records, 0 differ"
    )
    passed, failed = results.count(True), results.count(False)
    print(f"crash test: {passed} scenarios passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
