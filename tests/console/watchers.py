#!/usr/bin/env python3
"""What consoles that watch cost: how long until a program starts, with ten of them and without.

    tests/console/watchers.py BIN_DIR [--pairs N] [--starts N] [--consoles N]

A start is measured from the submission of a workflow to the first line of its program. Pairs
alternate, and so does what comes first in them; some starts go before, uncounted. Each console has
to have seen what went to disk. Other load on the machine moves the times, less so the ratios. Exit
status 1 where the median of the ratios is above 1.1.
"""

import argparse
import http.client
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from engine import Engine, check

RATIO_MAX = 1.1
WORKFLOW = """<workflow-app xmlns="uri:oozie:workflow:0.5" name="one"><start to="run"/>
<action name="run"><shell xmlns="uri:oozie:shell-action:0.3"><exec>/bin/sh</exec>
<argument>-c</argument><argument>date +%s%N &gt; ${mark}.new; mv ${mark}.new ${mark}</argument>
</shell><ok to="end"/><error to="end"/></action><end name="end"/></workflow-app>
"""


def start_ms(engine, folder, number):
    """Milliseconds from the submission to the program."""
    mark = os.path.join(folder, f"mark-{number}")
    pairs = {"user.name": "watcher", "mark": mark,
             "oozie.wf.application.path": f"file://{folder}/workflow.xml"}
    body = "<configuration>" + "".join(
        f"<property><name>{name}</name><value>{value}</value></property>"
        for name, value in pairs.items()) + "</configuration>"
    host, port = engine.url.removeprefix("http://").split(":")
    begin = time.time_ns()
    way = http.client.HTTPConnection(host, int(port), timeout=60)
    way.request("POST", "/oozie/v2/jobs?action=start&user.name=watcher", body,
                {"Content-Type": "application/xml"})
    answer = way.getresponse()
    check(answer.status == 201, f"refused: {answer.read()}")
    way.close()
    limit = time.monotonic() + 60
    while not os.path.exists(mark):
        check(time.monotonic() < limit, "no program started")
        time.sleep(0.001)
    with open(mark, encoding="utf-8") as file:
        out = (int(file.read()) - begin) / 1e6
    os.unlink(mark)
    return out


def p99(values):
    return sorted(values)[int(0.99 * (len(values) - 1))]


def series(engine, folder, consoles, numbers):
    """Middle and 99th percentile of one series of starts, with so many consoles that watch."""
    seen = [os.path.join(folder, f"seen-{number}") for number in range(consoles)]
    watching = []
    try:
        for path in seen:
            with open(path, "w", encoding="utf-8") as out:
                watching.append(subprocess.Popen(
                    [engine.foliot, "console", "--data", engine.data, "watch"], stdout=out))
        while engine.json("status")["consoles"] <= consoles and consoles:
            time.sleep(0.05)
        times = [start_ms(engine, folder, number) for number in numbers]
        time.sleep(1.5 if consoles else 0)  # the last news are on their way
    finally:
        for each in watching:
            each.terminate()
            each.wait(60)
    for path in seen:
        with open(path, encoding="utf-8") as shown:
            rows = len(shown.readlines())
        check(rows >= 3 * len(times), f"a console saw {rows} news of {len(times)} starts")
    return statistics.median(times), p99(times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--starts", type=int, default=100)
    parser.add_argument("--consoles", type=int, default=10)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="foliot-watchers-")
    engine = Engine(os.path.abspath(options.bin_dir), folder)
    try:
        with open(os.path.join(folder, "workflow.xml"), "w", encoding="utf-8") as file:
            file.write(WORKFLOW)
        engine.start()
        number = 20
        series(engine, folder, 0, range(number))
        ratios = []
        for pair in range(options.pairs):
            results = {}
            for consoles in (0, options.consoles) if pair % 2 == 0 else (options.consoles, 0):
                results[consoles] = series(engine, folder, consoles,
                                           range(number, number + options.starts))
                number += options.starts
            without, there = results[0], results[options.consoles]
            ratios.append(there[1] / without[1])
            print(f"p50, p99 in ms: without {without[0]:.1f}, {without[1]:.1f}; with "
                  f"{there[0]:.1f}, {there[1]:.1f}; p99 ratio {ratios[-1]:.2f}", flush=True)
        print(f"median ratio of the p99: {statistics.median(ratios):.2f}; load "
              f"{os.getloadavg()[0]:.1f}")
    finally:
        engine.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0 if statistics.median(ratios) <= RATIO_MAX else 1


if __name__ == "__main__":
    sys.exit(main())
