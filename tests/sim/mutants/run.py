#!/usr/bin/env python3
"""Plants each bug of mutants.py and lets the simulator find it.

    run.py [--seeds N] [--only NAME]... [--list | --check]

Everything is built once, in build/mutants. Then each bug costs the objects of the one file that is
changed, in a directory of its own, and a link that takes them instead of the library's. Exit status
0 only if every bug was caught.
"""

import argparse
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
from pathlib import Path

from mutants import MUTANTS

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build" / "mutants"
HUNT_SECONDS = 600  # of processor time: a machine that is busy otherwise only takes longer


def die(sentence):
    print(f"mutants: {sentence}", file=sys.stderr)
    sys.exit(2)


def run(*words, shell=None):
    return subprocess.run(shell or [str(w) for w in words], shell=shell is not None, cwd=BUILD,
                          capture_output=True, text=True)


def build_sound():
    """The sources as they are: their libraries are what a bug is linked with."""
    BUILD.mkdir(parents=True, exist_ok=True)
    done = run("cmake", "-S", ROOT, "--preset", "release", "-B", BUILD)
    if done.returncode == 0:
        done = run("ninja", "--quiet", "foliot-sim")
    if done.returncode != 0:
        die("the sources do not build as they are\n" + done.stdout + done.stderr)


class Recipes:
    """How ninja makes each object of the simulator, and what the objects depend on."""

    def __init__(self):
        lines = run("ninja", "-t", "commands", "foliot-sim").stdout.splitlines()
        self.link = [line for line in lines if " -o bin/foliot-sim " in line][-1]
        self.compile = {}
        for line in lines:
            made = re.search(r" -o (\S+\.o) -c (\S+)$", line)
            if made:
                self.compile[made.group(1)] = (line, made.group(2))
        self.of = {}
        deps = run("ninja", "-t", "deps").stdout
        for block in deps.split("\n\n"):
            name, *files = block.strip().splitlines() or [""]
            target = name.split(":")[0]
            for file in files:
                path = os.path.normpath(BUILD / file.strip())
                self.of.setdefault(path, []).append(target)

    def objects_with(self, file):
        return [o for o in self.of.get(str(ROOT / file), []) if o in self.compile]


def check_texts():
    """A mutant whose text is gone would be a check that cannot fail."""
    for mutant in MUTANTS:
        count = (ROOT / mutant.file).read_text().count(mutant.old)
        if count != 1:
            die(f"{mutant.name}: {mutant.file} holds the text to be replaced {count} times")


def plant(mutant, recipes):
    """A simulator with that bug: (its path, what went wrong)."""
    place = BUILD / "planted" / mutant.name
    changed = place / mutant.file
    changed.parent.mkdir(parents=True, exist_ok=True)
    text = (ROOT / mutant.file).read_text().replace(mutant.old, mutant.new)
    if not changed.exists() or changed.read_text() != text:
        changed.write_text(text)
    objects = []
    for target in recipes.objects_with(mutant.file):
        line, source = recipes.compile[target]
        made = place / target.replace("/", "_")
        if source == str(ROOT / mutant.file):
            source = changed
        # The directory of the changed file comes first: its header, not the one of the checkout.
        words = shlex.split(line.split(" -o " + target)[0])
        words.append("-O0")  # sooner built, and the hunt spends its time elsewhere
        for i, word in enumerate(words):
            if word in ("-MF", "-MT"):
                words[i + 1] = f"{made}.d" if word == "-MF" else str(made)
        first = next(i for i, word in enumerate(words) if word.startswith("-I"))
        words.insert(first, f"-I{place / 'src'}")
        done = run(*words, "-o", made, "-c", source)
        if done.returncode != 0:
            return None, done.stderr
        objects.append(str(made))
    if not objects:
        return None, "no object is made of " + mutant.file
    program = place / "foliot-sim"
    line = recipes.link.replace(" -o bin/foliot-sim ", f" {' '.join(objects)} -o {program} ")
    done = run(shell=line)
    return (program, "") if done.returncode == 0 else (None, done.stderr)


class Hunt:
    """One simulator at work on one mutant, beside the build of the next."""

    def __init__(self, mutant, program, seeds):
        self.mutant = mutant
        self.program = program
        self.process = subprocess.Popen(
            [str(program), "--seeds", str(seeds), "--stop"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU,
                                                  (HUNT_SECONDS, HUNT_SECONDS + 5)))

    def end(self):
        """(caught, what caught it, seeds needed)"""
        output, _ = self.process.communicate()
        self.program.unlink()
        if self.process.returncode == -signal.SIGXCPU:
            return False, "", "hang"
        count = re.search(r"^(\d+) seeds, (\d+) violated", output, re.M)
        if self.process.returncode < 0:
            last = [line for line in output.splitlines() if line.strip()]
            return True, "abort: " + (last[-1] if last else ""), "?"
        if not count or count.group(2) == "0":
            return False, "", count.group(1) if count else "?"
        violation = re.search(r"^  at \S+: (.*)$", output, re.M)
        return True, violation.group(1) if violation else "", count.group(1)


def tell(name, seeds, words):
    print(f"{name:32} {seeds:>5}  {words[:100]}", flush=True)


def report(hunt, rows):
    caught, by, seeds = hunt.end()
    rows.append(caught)
    tell(hunt.mutant.name, seeds, by if caught else "NOT CAUGHT: " + hunt.mutant.breaks)


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
            print(f"{mutant.name:32} {mutant.file}: {mutant.breaks}")
        return 0
    check_texts()
    if options.check:
        print(f"{len(MUTANTS)} mutants can be planted")
        return 0
    build_sound()
    recipes = Recipes()
    rows = []
    print(f"{'mutant':32} seeds  caught by", flush=True)
    hunt = None
    for mutant in chosen:
        program, problem = plant(mutant, recipes)
        if hunt:
            report(hunt, rows)
        hunt = Hunt(mutant, program, options.seeds) if program else None
        if not program:
            rows.append(False)
            tell(mutant.name, "-", "DOES NOT BUILD: " + " ".join(problem.split()))
    if hunt:
        report(hunt, rows)
    print(f"{sum(rows)} of {len(rows)} caught")
    return 0 if all(rows) and rows else 1


if __name__ == "__main__":
    # What the checkout compiled serves here too: paths below it count as relative for ccache.
    os.environ.update(CCACHE_BASEDIR=str(ROOT), CCACHE_NOHASHDIR="1")
    sys.exit(main())
