#!/usr/bin/env python3
"""A holder of a good certificate who means harm, against the running engine.

    tests/console/hostile.py BIN_DIR [--cases N] [--seed N] [--only WORD] [--keep]

Records what a real console says, then sends noise, mutations of the record, huge lengths, foreign
messages and floods behind a good handshake: `--cases` connections and each flood once. The same
seed sends the same bytes. The engine has to stay up, to grow by at most 64 MiB, to keep its store
as it is, and to serve others meanwhile; the log has a line for who is refused, not one for each.
"""

import argparse
import collections
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import hostile_cases
import hostile_floods
from engine import Engine, Failed, check
from wire import Identity, Recorder, Wire

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "http_abuse"))

from harness import MEMORY_MIB, Watch  # noqa: E402

QUICK_MS = 1_000  # the 99th percentile of others: far above what a busy machine makes of it
REMARKS_EACH_10_S = 11


class World:
    """The engine, what it weighs, and who else talks to it."""

    def __init__(self, engine, folder):
        self.engine = engine
        self.scratch = pathlib.Path(folder)
        self.port = int(engine.url.rsplit(":", 1)[1])
        self.console_port = int(engine.port().rsplit(":", 1)[1])
        self.recorded = []
        self.numbers = 0
        self.identity = None

    def wire(self, receive_bytes=None):
        self.numbers += 1
        return Wire(self.console_port, self.identity, self.numbers, receive_bytes)

    def issue(self, name):
        file = os.path.join(self.engine.folder, f"{name}.console")
        self.engine.run("console", "certificate", name, "--data", self.engine.data, "--out", file)
        return Identity(name, file, self.engine.folder)

    def resident_mib(self):
        with open(f"/proc/{self.engine.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) / 1024
        raise Failed("the engine is gone: " + self.engine.log()[-2000:])

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.engine.process.pid}/fd"))

    def digests(self):
        return self.engine.run("replay", "--data", self.engine.data, "--live", "--digests")

    def refusals(self):
        return self.engine.log().count(" was refused: ")


class OtherConsole(threading.Thread):
    """Somebody who works at a console meanwhile: asks small things, one after the other."""

    def __init__(self, engine):
        super().__init__(daemon=True)
        self.times = []
        self.wrong = None
        self.ended = threading.Event()
        self.process = subprocess.Popen(
            [engine.foliot, "console", "--data", engine.data, "--json"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.start()

    def run(self):
        while not self.ended.wait(0.02):
            begun = time.monotonic()
            self.process.stdin.write("status\n")
            self.process.stdin.flush()
            if not self.process.stdout.readline().startswith("{"):
                self.wrong = "the console's question was not answered"
                return
            self.times.append(time.monotonic() - begun)

    def stop(self):
        self.ended.set()
        self.join(60)
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


def p99_ms(times):
    return sorted(times)[int(len(times) * 0.99)] * 1000 if times else 0.0


def record(world):
    """What a console says that asks everything once."""
    recorder = Recorder(world.engine, world.identity)
    file = os.path.join(world.engine.folder, "fuzz.console")
    script = "status\ntree x\nentity x\nactors\ncommitter\ndatasets\nslots\nruns\nquarantine\n" \
             "settings\nsettings log_level=info\nlist\n"
    world.engine.run("console", "--connect", f"127.0.0.1:{recorder.port}", "--certificate", file,
                     text=script, status=1)
    recorder.close()
    world.recorded = recorder.frames()
    check(len(world.recorded) > 12, f"only {len(world.recorded)} frames were recorded")
    hostile_cases.recorded_node = world.recorded[0][32:64]


def play_cases(world, options, chance):
    """So many connections, each with a case by chance; how many of each the engine closed."""
    played = collections.Counter()
    closed = collections.Counter()
    for _ in range(options.cases):
        case = chance.choice(hostile_cases.CASES)
        if options.only not in case.__name__:
            continue
        wire = world.wire()
        try:
            wire.link.sendall(case(chance, wire, world))
        except OSError:
            pass  # it was refused before it came to its end
        played[case.__name__] += 1
        closed[case.__name__] += wire.is_closed(0.01)
        wire.close()
    return [f"{name}: {count} sent, {closed[name]} closed" for name, count in played.items()]


def play(world, name, act, before):
    begun = time.monotonic()
    world.watch.begin()
    world.other.times = []
    lines = act()
    grown = world.watch.most - before
    http_p99, count, wrong = world.watch.seen(begun)
    console_p99 = p99_ms(world.other.times)
    print(f"{name:20} {time.monotonic() - begun:5.1f} s {grown:6.1f} MiB  p99 of others: HTTP "
          f"{http_p99:.1f} ms of {count}, console {console_p99:.1f} ms of "
          f"{len(world.other.times)}", flush=True)
    for line in lines or []:
        print(f"    {line}")
    check(grown <= MEMORY_MIB, f"resident memory grew by {grown:.1f} MiB")
    check(not wrong and not world.other.wrong, f"others were not served: {wrong[:3]} "
          f"{world.other.wrong}")
    check(max(http_p99, console_p99) <= QUICK_MS, "others waited")


def play_all(world, options):
    engine = world.engine
    engine.console("wait", engine.submit_retail(), "--timeout", "120")
    world.identity = world.issue("fuzz")
    record(world)
    world.watch = Watch(world)
    world.other = OtherConsole(engine)
    chance = random.Random(options.seed)
    time.sleep(1)
    before, digests, begun = world.resident_mib(), world.digests(), time.monotonic()
    descriptors = world.descriptors()
    settings = engine.console("settings")
    print(f"at rest: {before:.1f} MiB, {len(world.recorded)} frames of a console recorded")
    play(world, "cases", lambda: play_cases(world, options, chance), before)
    for flood in hostile_floods.FLOODS:
        if options.only in flood.__name__:
            play(world, flood.__name__, lambda flood=flood: flood(world), before)
    check(world.digests() == digests, "the store has changed")
    check(engine.console("settings") == settings, "settings have changed")
    check(engine.json("status")["ready"], "the engine does not serve consoles any more")
    most = REMARKS_EACH_10_S * (1 + (time.monotonic() - begun) / 10)
    check(0 < world.refusals() <= most, f"{world.refusals()} lines about refused consoles")
    limit = time.monotonic() + 20
    while world.descriptors() > descriptors + 5:
        check(time.monotonic() < limit, f"{world.descriptors()} descriptors, {descriptors} before")
        time.sleep(0.1)
    print(f"{world.refusals()} lines in the log about refused consoles, {world.resident_mib():.1f} "
          f"MiB at the end")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("bin_dir")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="foliot-hostile-")
    engine = Engine(os.path.abspath(options.bin_dir), folder)
    world = None
    failed = True
    try:
        engine.start()
        world = World(engine, folder)
        play_all(world, options)
        failed = False
    except Failed as failure:
        print(f"FAILED: {failure}")
    finally:
        for each in ("watch", "other"):
            if hasattr(world, each):
                getattr(world, each).stop()
        engine.stop()
        if failed or options.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
