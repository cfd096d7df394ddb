#!/usr/bin/env python3
"""Every example of the three design documents (seeds) that Foliot follows, through the offline tools.

    tests/seeds/run.py BIN_DIR [CASE...] [--write]

BIN_DIR holds `foliot`. CASE is a seed ("004"), a case ("000/07-cron-coord") or the beginning of one;
without any, all cases run. Each case is a folder with the files of an application, `case.txt`, and
what the program prints: `expected.txt` (standard output) and, on standard error, `warnings.txt` where
the example is accepted or `refused.txt` where it is not. A missing file stands for an empty stream.

The first line of case.txt says which passage this is and what completes it. After it:

    verdict: accepted                          or: accepted with warnings RULING..., refused CODE
    command: preview . -c job.properties       run as `foliot ...` in a copy of the folder
    status: 0                                  the exit status
    also: preview . -c job.properties --json   run as well, not recorded, searched by must and never
    must: TEXT                                 stands somewhere in an output; repeatable
    never: TEXT                                stands nowhere in them; repeatable
    count: N REGEX                             so many lines printed by `command` match; repeatable

The last three are the table (README.md) as a machine reads it: they do not follow from what the
program prints. `--write` records the outputs of the cases that agree with them, and of no other.
In *.properties `@CASE@` stands for the folder that the case runs in; the outputs say CASE there.
"""
import contextlib
import difflib
import fcntl
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SECONDS_MAX = 30  # for one case on a busy machine
RECORDED = ("expected.txt", "warnings.txt", "refused.txt")
KEYS = ("verdict", "command", "status", "also", "must", "never", "count")
ONCE = ("verdict", "command", "status")


class Broken(Exception):
    """A case that cannot be run as it is written."""


@contextlib.contextmanager
def one_at_a_time():
    """A directory that is always called the same: outputs shorten long paths, so that a random name
    would show. Waits for another run."""
    scratch = pathlib.Path(tempfile.gettempdir(), f"foliot-seeds-{os.getuid()}")
    with open(f"{scratch}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(mode=0o700)
        try:
            yield str(scratch)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)


class Case:
    """One folder below a seed."""

    def __init__(self, folder):
        self.folder = folder
        self.name = f"{folder.parent.name}/{folder.name}"
        lines = (folder / "case.txt").read_text(encoding="utf-8").splitlines()
        self.passage = lines[0] if lines else ""
        self.said = {key: [] for key in KEYS}
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                continue
            key, colon, value = line.partition(": ")
            if not colon or key not in KEYS:
                raise Broken(f"case.txt:{number}: not one of {', '.join(KEYS)}: {line}")
            self.said[key].append(value.strip())
        for key in ONCE:
            if len(self.said[key]) != 1:
                raise Broken(f"case.txt needs one line '{key}: ...'")
        if not self.passage or not self.said["must"] + self.said["count"]:
            raise Broken("case.txt needs a first line that tells the passage, and 'must' or 'count'")
        self.status = int(self.said["status"][0])
        verdict = self.said["verdict"][0]
        if verdict.startswith("refused ") != (self.status != 0):
            raise Broken(f"the verdict '{verdict}' and the status {self.status} differ")

    def run(self, foliot):
        """[(exit status, standard output, standard error)] of `command` and of each `also`; the
        copy's path is replaced by CASE."""
        with one_at_a_time() as scratch:
            home = pathlib.Path(scratch, "case")
            shutil.copytree(self.folder, home,
                            ignore=shutil.ignore_patterns("case.txt", *RECORDED))
            for each in home.rglob("*.properties"):
                text = each.read_text(encoding="utf-8")
                each.write_text(text.replace("@CASE@", str(home)), encoding="utf-8")
            environment = {"PATH": "/usr/bin:/bin", "HOME": scratch, "TZ": "UTC",
                           "LC_ALL": "C.UTF-8"}
            return [self.run_one(foliot, each, home, environment)
                    for each in self.said["command"] + self.said["also"]]

    @staticmethod
    def run_one(foliot, command, home, environment):
        try:
            done = subprocess.run([foliot, *shlex.split(command)], cwd=home, env=environment,
                                  stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=SECONDS_MAX, check=False)
        except subprocess.TimeoutExpired:
            raise Broken(f"did not end within {SECONDS_MAX} seconds: {command}") from None
        return (done.returncode,
                *(each.decode("utf-8", errors="backslashreplace").replace(str(home), "CASE")
                  for each in (done.stdout, done.stderr)))

    def against_table(self, runs):
        """What contradicts the table, as sentences."""
        wrong = [f"exit status {status} instead of {self.status}" for status, _, _ in runs
                 if status != self.status]
        everything = "\n".join(text for _, *streams in runs for text in streams)
        lines = "\n".join(runs[0][1:]).splitlines()
        wrong += [f"nowhere: {text}" for text in self.said["must"] if text not in everything]
        wrong += [f"should not be there: {text}" for text in self.said["never"]
                  if text in everything]
        for each in self.said["count"]:
            number, _, pattern = each.partition(" ")
            found = [line for line in lines if re.search(pattern, line)]
            if len(found) != int(number):
                wrong.append(f"{len(found)} lines instead of {number} match {pattern}")
        return wrong

    def recordings(self, output, errors):
        """The files that record these streams: name -> text."""
        second = "refused.txt" if self.status else "warnings.txt"
        return {name: text for name, text in (("expected.txt", output), (second, errors)) if text}

    def against_files(self, output, errors):
        """A diff between the recorded streams and these, as lines."""
        now = self.recordings(output, errors)
        lines = []
        for name in RECORDED:
            file = self.folder / name
            before = file.read_text(encoding="utf-8") if file.exists() else ""
            lines += difflib.unified_diff(before.splitlines(), now.get(name, "").splitlines(),
                                          f"{name} (recorded)", f"{name} (now)", lineterm="")
            if not lines and file.exists() and before != now.get(name, ""):
                lines.append(f"{name}: only the end of the last line differs")
        if not lines and not any((self.folder / name).exists() for name in RECORDED):
            lines.append("nothing is recorded yet; run with --write after reading the output")
        return lines

    def write(self, output, errors):
        now = self.recordings(output, errors)
        for name in RECORDED:
            file = self.folder / name
            if name in now:
                file.write_text(now[name], encoding="utf-8")
            else:
                file.unlink(missing_ok=True)


def verdict_of(folder, foliot, write):
    """What is wrong with one case, as lines; none when it passes."""
    try:
        case = Case(folder)
        runs = case.run(foliot)
    except (Broken, ValueError, UnicodeDecodeError) as problem:
        return [str(problem)]
    wrong = case.against_table(runs)
    _, output, errors = runs[0]
    if wrong:
        shown = (output + errors).splitlines()[:20]
        return (["contradicts the table" + (", not written:" if write else ":")]
                + ["  " + each for each in wrong] + ["it printed:"] + ["  " + each for each in shown])
    if write:
        case.write(output, errors)
    return case.against_files(output, errors)


def missing_rows(folders):
    """Cases without a row in README.md, and rows without a case."""
    table = (HERE / "README.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `(\d{3}/[^`]+)` \|", table, re.MULTILINE))
    names = {f"{each.parent.name}/{each.name}" for each in folders}
    return ([f"README.md has no row for {each}" for each in sorted(names - rows)]
            + [f"README.md has a row for {each}, which does not exist"
               for each in sorted(rows - names)])


def main(arguments):
    write = "--write" in arguments
    given = [each for each in arguments if each != "--write"]
    if not given or given[0].startswith("-"):
        print("usage: tests/seeds/run.py BIN_DIR [CASE...] [--write]", file=sys.stderr)
        return 2
    foliot = pathlib.Path(given[0]).resolve() / "foliot"
    if not os.access(foliot, os.X_OK):
        print(f"there is no program {foliot}. Build the target foliot first.", file=sys.stderr)
        return 2
    everything = sorted(each.parent for each in HERE.glob("*/*/case.txt"))
    wanted = tuple(each.rstrip("/") for each in given[1:])
    folders = [each for each in everything
               if not wanted or f"{each.parent.name}/{each.name}".startswith(wanted)]
    if not folders:
        print(f"no case begins with {' or '.join(wanted) or 'anything'}", file=sys.stderr)
        return 2
    passed = failed = 0
    for each in folders:
        problems = verdict_of(each, str(foliot), write)
        passed += not problems
        if problems:
            failed += 1
            print(f"FAILED {each.parent.name}/{each.name}")
            print("\n".join("    " + line for line in problems))
    for each in missing_rows(everything):
        failed += 1
        print(f"FAILED {each}")
    print(f"seeds: {len(folders)} cases, {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
