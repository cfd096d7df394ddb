#!/usr/bin/env python3
"""What Hue asks of Oozie, played against a fresh engine: every call that it makes, every member
that it reads of the answers, and what comes of both.

    tests/hue_client/main.py BIN_DIR [--only WORD] [--list] [--port N] [--keep DIR]

Prints a row for each case; exit status 0 only if all are good. --only plays those whose names hold
WORD. --keep leaves the engine's log and data in DIR.
"""
import argparse
import os
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "harness"))
from folder import in_folder  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(prog="tests/hue_client/main.py")
    parser.add_argument("bin_dir", help="where foliot and its programs are")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--port", type=int)
    parser.add_argument("--keep")
    return parser.parse_args()


def play(stage, name, function):
    """Whether the case is good."""
    try:
        note = function(stage)
    except Exception as why:
        print(f"  FAIL  {name}\n        {type(why).__name__}: {why}", flush=True)
        return False
    print(f"  ok    {name}" + (f" ({note})" if note else ""), flush=True)
    return True


def run(options, folder):
    from stage import CASES, Stage
    import answers, calls, orders, points  # noqa: F401,E401

    chosen = [row for row in CASES if options.only in row[0]]
    if options.list:
        print("\n".join(name for name, _ in chosen))
        return True
    begin = time.monotonic()
    stage = Stage(folder, options.port)
    try:
        good = sum(play(stage, *row) for row in chosen)
    finally:
        stage.stop()
    print(f"{good} of {len(chosen)} cases, {time.monotonic() - begin:.1f} s")
    return bool(chosen) and good == len(chosen)


def main():
    return in_folder("hue-client", arguments(), run)


if __name__ == "__main__":
    sys.exit(main())
