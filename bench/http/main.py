#!/usr/bin/env python3
"""What the REST interface does a second, asked by wrk on the same host: an engine with many jobs and
many living actions beside one with few jobs, in turns.

    bench/http/main.py BIN_DIR [--wrk PROGRAM] [--jobs N] [--waiting N] [--few N]
                       [--seconds S] [--rounds N] [--connections N] [--keep DIR]

Prints for each workload the medians of all rounds: requests a second, p50 and p99 of their
durations, and the median of the rounds' ratios. Other load on the machine moves the figures, not
the ratios.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "harness"))


def arguments():
    parser = argparse.ArgumentParser(prog="bench/http/main.py")
    parser.add_argument("bin_dir", help="where foliot and its programs are")
    parser.add_argument("--wrk", default="wrk")
    parser.add_argument("--jobs", type=int, default=100_000, help="workflows of the loaded engine")
    parser.add_argument("--waiting", type=int, default=100_000, help="its living actions")
    parser.add_argument("--few", type=int, default=200, help="workflows of the idle engine")
    parser.add_argument("--seconds", type=int, default=4, help="of one round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--ports", default="", help="FROM: two ports from there on; else free ones")
    parser.add_argument("--keep", help="leaves the engines' data there")
    return parser.parse_args()


class Place:
    """One engine with its jobs and what wrk asks it."""

    def __init__(self, folder, port):
        from load import Load
        from processes import Engine

        os.makedirs(folder)
        self.folder = folder
        self.engine = Engine(folder, port)
        self.engine.start()
        self.engine.ready()
        self.load = Load(port, folder + "/apps")

    def fill(self, workflows, waiting):
        """Makes the jobs, then starts anew: what an engine has just written, it still sorts."""
        self.workflows = workflows
        self.coordinators = self.load.ended(workflows)
        self.load.waiting(waiting)
        self.load.connection.close()
        self.engine.stop()
        self.engine.start()
        self.engine.ready()

    def lines(self, name, paths):
        where = f"{self.folder}/{name}"
        with open(where, "w") as file:
            file.writelines(f"/oozie{path}\n" for path in paths)
        return ["get", where]

    def workloads(self):
        """Name: what requests.lua is told. Submissions come last: they add jobs."""
        with open(f"{self.folder}/submission.xml", "w") as file:
            file.write(self.load.submission())
        jobs = self.load.workflow_ids(min(1_000, self.workflows))
        rows = "show=info&len=50"
        return {
            "job info, a workflow": self.lines("info", [f"/v2/job/{i}?show=info" for i in jobs]),
            "job info, a coordinator and 50 actions": self.lines(
                "coordinator", [f"/v2/job/{i}?{rows}" for i in self.coordinators]
            ),
            "list of 50": self.lines("list", ["/v2/jobs?len=50"]),
            "list of 50, a status": self.lines(
                "status", ["/v2/jobs?len=50&filter=status%3DSUCCEEDED"]
            ),
            "submit and start": [
                "post", "/oozie/v2/jobs?action=start", f"{self.folder}/submission.xml",
            ],
        }

    def ask(self, options, words):
        """One run of wrk."""
        command = [options.wrk, "-t1", f"-c{options.connections}", f"-d{options.seconds}s"]
        command += ["-s", f"{HERE}/requests.lua", self.engine.url, "--", *words]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: {done.stdout}{done.stderr}")
        seen = json.loads(done.stdout.splitlines()[-1])
        if seen["broken"] or seen["refused"] * 100 > seen["requests"]:
            print(f"  {self.engine.url}: {seen['refused']} refused, {seen['broken']} broken")
        good = seen["requests"] - seen["refused"]
        return {
            "rate": good * 1e6 / seen["us"],
            "p50": seen["p50_us"] / 1e3,
            "p99": seen["p99_us"] / 1e3,
        }


def compare(options, name, idle, loaded, words):
    rounds = []
    for number in range(options.rounds):
        pair = [(idle, "idle"), (loaded, "loaded")]
        if number % 2 == 1:
            pair.reverse()
        seen = {key: place.ask(options, words[key]) for place, key in pair}
        rounds.append((seen["idle"], seen["loaded"]))
    row = [name]
    for side in (0, 1):
        middle = {k: statistics.median(r[side][k] for r in rounds) for k in ("rate", "p50", "p99")}
        row.append(f"{middle['rate']:>9.0f} {middle['p50']:>8.2f} {middle['p99']:>8.2f}")
    ratio = {k: statistics.median(r[1][k] / r[0][k] for r in rounds) for k in ("rate", "p50", "p99")}
    row.append(f"{ratio['rate']:>6.2f} {ratio['p50']:>6.2f} {ratio['p99']:>6.2f}")
    print(f"{row[0]:<40} | {row[1]} | {row[2]} | {row[3]}", flush=True)


def run(options, folder):
    from processes import free_port

    first = int(options.ports) if options.ports else None
    idle = Place(folder + "/idle", first or free_port())
    loaded = None
    try:
        loaded = Place(folder + "/loaded", first + 1 if first else free_port())
        idle.fill(options.few, 0)
        loaded.fill(options.jobs, options.waiting)
        load = os.getloadavg()
        print(
            f"{options.connections} connections, {options.rounds} rounds of {options.seconds} s in "
            f"turns, {os.cpu_count()} cores shared with wrk; "
            f"load of the last minutes {load[0]:.1f}, {load[1]:.1f}, {load[2]:.1f}\n"
            f"idle: {options.few} jobs; loaded: {options.jobs} jobs, {options.waiting} more actions "
            f"wait for files\n"
        )
        print(f"{'':<40} | {'idle':<27} | {'loaded':<27} | loaded / idle")
        head = f"{'requests/s':>9} {'p50 ms':>7} {'p99 ms':>8}"
        print(f"{'':<40} | {head} | {head} | {'rate':>6} {'p50':>6} {'p99':>6}", flush=True)
        asked = {"idle": idle.workloads(), "loaded": loaded.workloads()}
        for name in asked["idle"]:
            compare(options, name, idle, loaded, {key: asked[key][name] for key in asked})
    finally:
        idle.engine.stop()
        if loaded:
            loaded.engine.stop()


def main():
    options = arguments()
    os.environ["FOLIOT_BIN_DIR"] = os.path.abspath(options.bin_dir)
    folder = os.path.abspath(options.keep or tempfile.mkdtemp(prefix="foliot-bench-http-"))
    try:
        run(options, folder)
    finally:
        if not options.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
