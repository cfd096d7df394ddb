#!/usr/bin/env python3
"""Plants each bug of mutants.py in a copy of the sources and lets the simulator find it.

    run.py [--seeds N] [--only NAME]... [--list | --check]

The copy and its build stay in build/mutants. Exit status 0 only if every bug was caught.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

from mutants import MUTANTS

ROOT = Path(__file__).resolve().parents[3]
COPY = ROOT / "build" / "mutants"
BUILD = COPY / "build" / "release"
PARTS = ["CMakeLists.txt", "CMakePresets.json", "cmake", "src", "tests", "tools", "bench",
         "examples"]


def die(sentence):
    print(f"mutants: {sentence}", file=sys.stderr)
    sys.exit(2)


def files_of(part):
    path = ROOT / part
    return [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]


def synchronise():
    """Makes the copy equal to the checkout; what did not change keeps its time."""
    wanted = set()
    for part in PARTS:
        for source in files_of(part):
            target = COPY / source.relative_to(ROOT)
            wanted.add(target)
            content = source.read_bytes()
            if target.exists() and target.read_bytes() == content:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(source.stat().st_mode)
    for part in PARTS:
        for old in [p for p in (COPY / part).rglob("*") if p.is_file() and p not in wanted]:
            old.unlink()


def build():
    done = subprocess.run(["ninja", "-C", str(BUILD), "--quiet", "foliot-sim"],
                          capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def configure():
    done = subprocess.run(["cmake", "--preset", "release"], cwd=COPY, capture_output=True, text=True)
    if done.returncode != 0:
        die("cmake failed\n" + done.stdout + done.stderr)


def check_texts():
    """A mutant whose text is gone would be a check that cannot fail."""
    for mutant in MUTANTS:
        count = (ROOT / mutant.file).read_text().count(mutant.old)
        if count != 1:
            die(f"{mutant.name}: {mutant.file} holds the text to be replaced {count} times")


class Hunt:
    """One simulator at work on one mutant, beside the build of the next."""

    def __init__(self, mutant, seeds):
        self.mutant = mutant
        program = BUILD / f"sim-{mutant.name}"
        program.write_bytes((BUILD / "bin" / "foliot-sim").read_bytes())
        program.chmod(0o755)
        self.program = program
        self.process = subprocess.Popen(
            [str(program), "--seeds", str(seeds), "--stop"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def end(self):
        """(caught, what caught it, seeds needed)"""
        output, _ = self.process.communicate()
        self.program.unlink()
        count = re.search(r"^(\d+) seeds, (\d+) violated", output, re.M)
        if self.process.returncode < 0:
            last = [line for line in output.splitlines() if line.strip()]
            return True, "abort: " + (last[-1] if last else ""), "?"
        if not count or count.group(2) == "0":
            return False, "", count.group(1) if count else "?"
        violation = re.search(r"^  at \S+: (.*)$", output, re.M)
        return True, violation.group(1) if violation else "", count.group(1)


def report(hunt, rows):
    caught, by, seeds = hunt.end()
    rows.append(caught)
    name = hunt.mutant.name
    print(f"{name:28} {seeds:>5}  {by[:100] if caught else 'NOT CAUGHT: ' + hunt.mutant.breaks}",
          flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=1000, help="most seeds for one mutant")
    parser.add_argument("--only", action="append", help="mutants by name")
    parser.add_argument("--list", action="store_true", help="what each mutant breaks")
    parser.add_argument("--check", action="store_true", help="whether each can still be planted")
    options = parser.parse_args()
    chosen = [m for m in MUTANTS if not options.only or m.name in options.only]
    if options.list:
        for mutant in chosen:
            print(f"{mutant.name:28} {mutant.file}: {mutant.breaks}")
        return 0
    check_texts()
    if options.check:
        print(f"{len(MUTANTS)} mutants can be planted")
        return 0
    synchronise()
    configure()
    fine, log = build()
    if not fine:
        die("the sources do not build as they are\n" + log)
    rows = []
    print(f"{'mutant':28} seeds  caught by", flush=True)
    hunt = None
    for mutant in chosen:
        path = COPY / mutant.file
        original = path.read_text()
        path.write_text(original.replace(mutant.old, mutant.new))
        fine, log = build()
        path.write_text(original)
        if not fine:
            die(f"{mutant.name} does not build\n" + log)
        if hunt:
            report(hunt, rows)
        hunt = Hunt(mutant, options.seeds)
    if hunt:
        report(hunt, rows)
    print(f"{sum(rows)} of {len(rows)} caught")
    return 0 if all(rows) and rows else 1


if __name__ == "__main__":
    # What the checkout compiled serves the copy: paths below it count as relative for ccache.
    os.environ.update(CCACHE_BASEDIR=str(COPY), CCACHE_NOHASHDIR="1")
    sys.exit(main())
