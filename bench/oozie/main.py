#!/usr/bin/env python3
"""The same workloads at the real Oozie and at Foliot, by the same driver in one run: a table of
ratios.

    bench/oozie/main.py BIN_DIR --oracle DIR --home DIR [--settings default,tuned] [--rounds N]
                        [--database postgres|derby] [--port N] [--only WORD]

DIR holds `speed/bench_oozie.py`, which drives any server with Oozie's REST interface, and
`oozie/run`, which installs, starts and stops the released Oozie 5.2.1. Without them nothing is
compared, which is told; exit status 0. --home: where Oozie's jars and database are kept. Both
servers run on this host; they take turns, Oozie first in every other test.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)


def short(number):
    """Three digits of it, or more before the point."""
    return f"{number:.3g}" if number < 1_000 else f"{number:.0f}"


class Figure:
    """One row of the table, out of what the driver said. Below `floor` the driver cannot tell."""

    def __init__(self, what, take, more_is_better=False, floor=0.0):
        self.what = what
        self.take = take
        self.more_is_better = more_is_better
        self.floor = floor

    def of(self, said):
        value = self.take(said)
        return None if value is None else max(value, self.floor)

    def shown(self, value):
        if value is None:
            return "-"
        return f"<{short(value)}" if self.floor and value <= self.floor else short(value)

    def better(self, oozie, foliot):
        """How many times Foliot is better; None where one of the two has no figure."""
        if not oozie or not foliot:
            return None
        return foliot / oozie if self.more_is_better else oozie / foliot


def at(*path):
    """A figure of what the driver said, None where it is not there."""

    def take(said):
        for key in path:
            said = said.get(key) if isinstance(said, dict) else None
        return said

    return take


def middle(of, name):
    """The median of one figure of several samples."""
    return lambda said: statistics.median(r[name] for r in said[of]) if said.get(of) else None


# The driver looks once a second whether all wait; it asks for a status every 30 ms and rounds to
# 10 ms, for a workflow every 10 ms or so.
STATUS_FLOOR = 0.03
FILE_FLOOR = 0.01

# A test of the driver, and what is shown of it.
WORKLOADS = [
    ("latency:30", [Figure("submit and start, one at a time: p50, ms", at("ms", "p50"))]),
    (
        "workflows:{workflows}:8",
        [
            Figure("workflows by 8 clients: done a second", at("succeeded_per_s"), True),
            Figure("  submit and start: p50, ms", at("submit_ms", "p50")),
            Figure("  submit and start: p99, ms", at("submit_ms", "p99")),
        ],
    ),
    (
        "catchup:1:{actions}:400",
        [Figure("catching up: actions done a second", at("per_second"), True)],
    ),
    (
        "dataset:5:300",
        [Figure("done flag to workflow: median, s", at("median"), floor=FILE_FLOOR)],
    ),
    (
        "status:4:400",
        [
            Figure(f"action to {job} SUCCEEDED: median, s", middle("rows", key), floor=STATUS_FLOOR)
            for job, key in (
                ("coordinator", "action_to_coordinator"),
                ("bundle", "action_to_bundle"),
            )
        ],
    ),
]
# Once, behind the others: what it leaves keeps a polling server busy.
LAST = [
    ("waiting:2:500", [Figure("1,000 actions for files: until all wait, s", at("seconds"), floor=1)]),
    ("rss:{pid}", [Figure("  resident memory then, MB", at("rss_mb"))]),
    (
        "restart:{pid}:{command}",
        [
            Figure("  SIGTERM to the end, s", at("stop_s"), floor=0.05),
            Figure("  start to the first answer, s", at("serving_s"), floor=0.02),
        ],
    ),
]
WARM_UP = "workflows:200:8"  # not shown: a JVM compiles what it runs often
SIZES = {
    "default": {"workflows": 200, "actions": 200},
    "tuned": {"workflows": 300, "actions": 500},
}


def arguments():
    parser = argparse.ArgumentParser(prog="bench/oozie/main.py")
    parser.add_argument("bin_dir", help="where foliot and its programs are")
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--home", required=True)
    parser.add_argument("--settings", default="default,tuned", help="of Oozie")
    parser.add_argument("--rounds", type=int, default=3, help="of the tuned Oozie's tests")
    parser.add_argument("--database", choices=("postgres", "derby"))
    parser.add_argument("--port", type=int, default=11_000, help="Oozie's; Foliot has the next")
    parser.add_argument("--only", default="", help="tests whose name begins so")
    return parser.parse_args()


def print_row(figure, pairs):
    """The medians of both, and the median of the pairs' ratios."""
    known = [pair for pair in pairs if None not in pair]
    sides = [statistics.median(pair[side] for pair in known) if known else None for side in (0, 1)]
    ratios = [r for r in (figure.better(*pair) for pair in known) if r is not None]
    times = f"{short(statistics.median(ratios))}x" if ratios else "-"
    texts = [figure.shown(side) for side in sides]
    if texts[1].startswith("<"):
        times = ">" + times
    print(f"| {figure.what:<45} | {texts[0]:>8} | {texts[1]:>8} | {times:>8} |", flush=True)


def measure(driver, sides, test, figures, sizes, rounds, turn):
    """One test `rounds` times on both sides, which take turns in who is first."""
    said = []
    for number in range(rounds):
        order = list(sides) if (turn + number) % 2 == 0 else list(reversed(sides))
        pair = {}
        for side in order:
            whom = {"pid": side.pid(), "command": side.command} if "{pid}" in test else {}
            words = test.format(**sizes, **whom)
            pair[side.name] = side.drive(driver, words)
            if "error" in pair[side.name]:
                print(f"  {side.name}, {words}: {pair[side.name]['error']}", file=sys.stderr)
        said.append((pair[sides[0].name], pair[sides[1].name]))
    for figure in figures:
        print_row(figure, [(figure.of(oozie), figure.of(foliot)) for oozie, foliot in said])


def compare(options, oozie, foliot, settings):
    driver = f"{options.oracle}/speed/bench_oozie.py"
    title = f"Oozie's {settings} settings, load {os.getloadavg()[0]:.1f}"
    print(f"\n| {title:<45} | {'Oozie':>8} | {'Foliot':>8} | {'better':>8} |")
    print("|---|---|---|---|", flush=True)
    for side in (oozie, foliot):
        side.drive(driver, WARM_UP)
    rounds = options.rounds if settings == "tuned" else 1
    sizes = SIZES[settings]
    for turn, (test, figures) in enumerate(WORKLOADS):
        if test.startswith(options.only):
            measure(driver, (oozie, foliot), test, figures, sizes, rounds, turn)
    if settings != "tuned" or options.only:
        return
    for test, figures in LAST:  # Foliot first: a polling Oozie would take from it
        measure(driver, (oozie, foliot), test, figures, sizes, 1, 1)


def run(options, folder):
    from sides import Foliot, Oozie, database_at_hand, java_version

    os.makedirs(options.home, exist_ok=True)
    database = options.database or database_at_hand(options.home)
    print(f"Oozie 5.2.1 on {database}, Java {java_version()}; {os.cpu_count()} cores for all")
    foliot = Foliot(os.path.abspath(options.bin_dir), options.port + 1, folder)
    oozie = None
    try:
        foliot.start()
        for settings in options.settings.split(","):
            oozie = Oozie(options.oracle, options.home, options.port, folder, database, settings)
            oozie.install()
            oozie.start()
            compare(options, oozie, foliot, settings)
            oozie.stop()
    finally:
        foliot.stop()
        if oozie:
            oozie.stop()
            oozie.stop_database()


def main():
    options = arguments()
    options.oracle = os.path.realpath(options.oracle)
    options.home = os.path.abspath(options.home)
    missing = [name for name in ("speed/bench_oozie.py", "oozie/run")
               if not os.path.exists(f"{options.oracle}/{name}")]
    if missing:
        print(f"oracle: absent (no {options.oracle}/{missing[0]}); nothing was compared")
        return
    folder = tempfile.mkdtemp(prefix="foliot-bench-oozie-")
    try:
        run(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
