#!/usr/bin/env python3
"""Plays the recorded session of the real Oozie against a fresh engine, its command lines with the
native `oozie`, and compares what they print with what the real client printed.

    tests/oozie_command/play.py BIN_DIR [--listen HOST:PORT] [--keep DIR] [--least PERCENT] [--all]

The session's player and comparer lie beside the recordings (FOLIOT_RECORDINGS, else beside
FOLIOT_VECTORS, else ../shared/oracle/recordings); without them nothing is compared, which is told.
Exit status 1 when fewer than --least percent (99) of the command lines are the same. --keep leaves
what was recorded in DIR; --all compares the REST steps too (told, not counted).
"""
import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
SHARED = os.path.join(HERE, "..", "..", "..", "shared")

# Steps whose text is this project's own, and what is compared of them: the exit status.
OWN_WORDS = {
    ("cli_basic", "version"): "which build this is",
    ("cli_wf", "job nothing"): "the help of the actions is in our own words",
}
# What the session leans on: areas of command lines come behind those that make their jobs.
AREAS = "admin,wf,wf_errors,coord,bundle,jobs,cli_basic,cli_wf,cli_coord"


def recordings():
    elsewhere = os.environ.get("FOLIOT_RECORDINGS")
    vectors = os.environ.get("FOLIOT_VECTORS", os.path.join(SHARED, "vectors"))
    return elsewhere or os.path.join(vectors, "..", "oracle", "recordings")


class Engine:
    """`foliot serve` on a directory of its own, reading as Oozie does."""

    def __init__(self, bin_dir, data, listen):
        self.log = open(os.path.join(data, "engine.log"), "w")
        command = [os.path.join(bin_dir, "foliot"), "serve", "--data", os.path.join(data, "engine"),
                   "--listen", listen, "--set", "compat=oozie", "--set", "system_id=oracle"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("foliot ready on "):
            raise SystemExit("the engine did not start; its log: " + self.log.name)
        self.url = line.split()[-1] + "/oozie"

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()


def play(options, session, folder):
    """Records the session with our server and our client; gives the folder of the recording."""
    engine = Engine(options.bin_dir, folder, options.listen)
    out = os.path.join(folder, "recorded")
    home = os.path.join(folder, "home")
    os.makedirs(home)
    # The player empties the token cache of its user, and names its command line by words.
    client = shlex.join([os.path.join(options.bin_dir, "oozie"), "-Duser.home=" + home])
    try:
        begin = time.monotonic()
        subprocess.run([sys.executable, os.path.join(session, "record.py"), "--base", engine.url,
                        "--out", out, "--root", os.path.join(folder, "work"), "--areas", AREAS,
                        "--oozie-cmd", client], check=True)
        print(f"played in {time.monotonic() - begin:.0f} s")
    finally:
        engine.stop()
    return out


def steps(folder, area):
    with open(os.path.join(folder, area + ".jsonl")) as lines:
        return [json.loads(line) for line in lines]


def differences(compare, area, theirs, ours):
    if ours is None:
        return ["was not played"]
    if (area, theirs["name"]) in OWN_WORDS:
        same = theirs["exit"] == ours["exit"]
        return [] if same else [f"exit {theirs['exit']} | {ours['exit']}"]
    if theirs.get("volatile") or ours.get("volatile"):
        theirs["volatile"] = ours["volatile"] = True
    kind = compare.kind(theirs)
    return list(compare.diff(compare.view(theirs, kind), compare.view(ours, kind)))


def judge(compare, wanted, played, all_areas):
    """Prints every step that differs; gives how many command lines are the same, of how many."""
    same = total = 0
    for area in AREAS.split(","):
        if not area.startswith("cli") and not all_areas:
            continue
        ours = {step["name"]: step for step in steps(played, area)}
        good = 0
        theirs = steps(wanted, area)
        for step in theirs:
            found = differences(compare, area, step, ours.get(step["name"]))
            good += not found
            if found:
                print(f"{area} #{step['step']} {step['name']}")
                for line in found[:4]:
                    print("    " + line[:500])
        print(f"{area}: {good} of {len(theirs)} same")
        if area.startswith("cli"):
            same += good
            total += len(theirs)
    return same, total


def main():
    parser = argparse.ArgumentParser(prog="tests/oozie_command/play.py")
    parser.add_argument("bin_dir")
    parser.add_argument("--listen", default="127.0.0.1:0")
    parser.add_argument("--keep")
    parser.add_argument("--least", type=float, default=99)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    options.bin_dir = os.path.abspath(options.bin_dir)
    wanted = os.path.join(recordings(), "a")
    session = os.path.join(recordings(), "..", "session")
    if not os.path.isdir(wanted) or not os.path.isdir(session):
        print("skipped: the recorded session is not here")
        return 0
    folder = options.keep or tempfile.mkdtemp(prefix="foliot-oozie-")
    os.makedirs(folder, exist_ok=True)
    played = play(options, session, folder)
    sys.path.insert(0, session)
    import compare

    same, total = judge(compare, wanted, played, options.all)
    percent = 100 * same / total
    print(f"{same} of {total} command lines same ({percent:.1f} %)")
    if not options.keep:
        shutil.rmtree(folder)
    return 0 if percent >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
