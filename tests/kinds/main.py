#!/usr/bin/env python3
"""Every kind of action through the whole engine, with the real program or server where Debian has
it: its end, its kill, its retries, and what is left after kill -9 of the engine or of launchers.

    tests/kinds/main.py BIN_DIR [--seed N] [--only WORD] [--list]

A scenario is a line; what is not installed is told as skipped. A failure keeps its directory.
"""
import argparse
import os
import random
import shutil
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "harness"))


def scenarios():
    import crashes
    import ends
    import held

    return {
        "every end": (ends.every_end, {}),
        "without clients": (ends.without_clients, {"clients": False}),
        "engine killed at work": (crashes.at_work, {}),
        "engine killed at random": (crashes.at_random, {}),
        "launcher killed, every kind held": (held.every_kind, {}),
        "launchers killed, a thousand runs held": (held.thousand, {}),
    }


def run(name, scenario, how, tools, seed):
    from processes import Failed
    from stage import Stage

    stage = Stage(tools, name.replace(" ", "-").replace(",", ""), random.Random(f"{seed} {name}"),
                  **how)
    begin = time.monotonic()
    try:
        figures = scenario(stage)
    except Exception as why:
        stage.sweep()
        print(f"FAIL {name}: {why} ({time.monotonic() - begin:.1f} s)", flush=True)
        if not isinstance(why, Failed):
            traceback.print_exc()
        print(f"     kept: {stage.folder}", flush=True)
        return False
    print(f"ok   {name}: {figures} ({time.monotonic() - begin:.1f} s)", flush=True)
    return True


def main():
    options = argparse.ArgumentParser(prog="tests/kinds/main.py")
    options.add_argument("bin_dir", help="where foliot and its programs are")
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options.add_argument("--only", default="", help="scenarios whose name has this in it")
    options.add_argument("--list", action="store_true")
    chosen = options.parse_args()
    os.environ["FOLIOT_BIN_DIR"] = os.path.realpath(chosen.bin_dir)
    from stage import Tools

    wanted = {n: s for n, s in scenarios().items() if chosen.only in n}
    if chosen.list:
        return print("\n".join(wanted))
    top = tempfile.mkdtemp(prefix="foliot-kinds-")
    begin = time.monotonic()
    print(f"kinds of actions, --seed {chosen.seed}", flush=True)
    tools = Tools(top)
    for kind, why in tools.absent.items():
        print(f"     {kind}: skipped, {why}", flush=True)
    try:
        results = [run(n, s, how, tools, chosen.seed) for n, (s, how) in wanted.items()]
    finally:
        tools.stop()
    if all(results):
        shutil.rmtree(top, ignore_errors=True)
    print(f"{results.count(True)} scenarios passed, {results.count(False)} failed, "
          f"{len(tools.absent)} kinds skipped, {time.monotonic() - begin:.0f} s")
    return sys.exit(0 if results and all(results) else 1)


if __name__ == "__main__":
    main()
