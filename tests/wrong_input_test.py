#!/usr/bin/env python3
"""Wrong input: what is done -> status -> message, each row a test.

    tests/wrong_input_test.py [DIRECTORY WITH foliot AND foliot-launcher] [--show]

The directory may come from FOLIOT_BIN_DIR instead. `--show` prints what comes back instead of
comparing it: for reading the messages, and for writing a new row.
"""
import os
import pathlib
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "wrong_input"))

import command_line  # noqa: E402
import full_disk  # noqa: E402
import rest  # noqa: E402
import serving  # noqa: E402
import testing  # noqa: E402
from harness import TREE, Bench  # noqa: E402


def main(arguments):
    show = "--show" in arguments
    given = [each for each in arguments if each != "--show"]
    programs = given[0] if given else os.environ.get("FOLIOT_BIN_DIR", TREE / "build/debug/bin")
    if not os.access(pathlib.Path(programs) / "foliot", os.X_OK):
        print(f"there is no foliot in {programs}. Build it, or set FOLIOT_BIN_DIR.")
        return 2
    begun = time.monotonic()
    bench = Bench(programs, show)
    try:
        engine = bench.engine("data").wait_ready()
        for part in (command_line, rest, serving, testing):
            part.run(bench, engine)
        engine.stop()
        full_disk.run(bench)
    finally:
        bench.close()
    took = time.monotonic() - begun
    print(f"{bench.rows} rows: {bench.rows - bench.failed - bench.noted} passed, "
          f"{bench.noted} passed with a note, {bench.failed} failed, in {took:.1f} s")
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
