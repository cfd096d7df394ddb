#!/usr/bin/env python3
"""What consoles that watch cost: how long until a program starts, with ten of them and without.

    tests/console/watchers.py BIN_DIR [--pairs N] [--starts N] [--consoles N]

A start is measured from the submission of a workflow to the first line of its program. Pairs
alternate; other load on the machine moves the times, less so the ratios.
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--starts", type=int, default=100)
    parser.add_argument("--consoles", type=int, default=10)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="foliot-watchers-")
    engine = Engine(os.path.abspath(options.bin_dir), folder)
    watching = []
    try:
        with open(os.path.join(folder, "workflow.xml"), "w", encoding="utf-8") as file:
            file.write(WORKFLOW)
        engine.start()
        number = 0
        ratios = []
        for _ in range(options.pairs):
            results = []
            for consoles in (0, options.consoles):
                watching = [
                    subprocess.Popen(
                        [engine.foliot, "console", "--data", engine.data, "watch"],
                        stdout=subprocess.DEVNULL)
                    for _ in range(consoles)
                ]
                while engine.json("status")["consoles"] <= consoles and consoles:
                    time.sleep(0.05)
                times = []
                for _ in range(options.starts):
                    number += 1
                    times.append(start_ms(engine, folder, number))
                for each in watching:
                    each.terminate()
                    each.wait(60)
                watching = []
                results.append((statistics.median(times), p99(times)))
            ratios.append(results[1][1] / results[0][1])
            print(f"p50, p99 in ms: without {results[0][0]:.1f}, {results[0][1]:.1f}; with "
                  f"{results[1][0]:.1f}, {results[1][1]:.1f}; p99 ratio {ratios[-1]:.2f}",
                  flush=True)
        print(f"median ratio of the p99: {statistics.median(ratios):.2f}")
    finally:
        for each in watching:
            each.kill()
        engine.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
