#!/usr/bin/env python3
"""Every command of the console against the running retail example.

    tests/console/main.py BIN_DIR [--listen HOST:PORT] [--set NAME=VALUE]... [--update]

--update writes what is shown now into session.txt: read it before it is kept.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import refused
import session
from engine import Engine, Failed, Person, Script, check
from namespace import Namespace
import operating

STEPS = []


def step(function):
    STEPS.append(function)
    return function


class Scene:
    """One engine, the bundle on it, and what the steps tell each other."""

    def __init__(self, engine, folder):
        self.engine = engine
        self.folder = folder
        self.update = False
        self.bundle = ""
        self.coordinator = ""
        self.workflow = ""


@step
def certificates_are_private(scene):
    console = os.path.join(scene.engine.data, "console")
    check(os.stat(console).st_mode & 0o777 == 0o700, "the directory is open to others")
    for name in ("engine.key", "engine.pem", "local.console", "port"):
        mode = os.stat(os.path.join(console, name)).st_mode & 0o777
        check(mode == 0o600, f"{name} has mode {mode:o}")


@step
def one_command_at_a_time(scene):
    engine = scene.engine
    scene.bundle = engine.submit_retail()
    check(engine.json("status")["ready"] is True, "not ready")
    check("live" in engine.console("status"), "status shows no actors")
    engine.console("wait", scene.bundle, "--timeout", "120")
    tree = engine.json("tree", scene.bundle, "--limit", "1000")
    kinds = [row["kind"] for row in tree["rows"]]
    check(kinds.count("coordinator") == 3, f"coordinators: {kinds.count('coordinator')}")
    check(kinds.count("action") == 34, f"actions: {kinds.count('action')}")
    check(kinds.count("workflow") == 34, f"workflows: {kinds.count('workflow')}")
    check(not tree["more"], "more than all")
    scene.coordinator = next(r["id"] for r in tree["rows"] if r["kind"] == "coordinator")
    scene.workflow = next(r["id"] for r in tree["rows"] if r["kind"] == "workflow")
    short = engine.json("tree", scene.bundle, "--limit", "2")
    check(len(short["rows"]) == 2 and short["more"], "the limit is not kept")


@step
def every_look(scene):
    engine = scene.engine
    for one in (scene.bundle, scene.coordinator, scene.coordinator + "@1", scene.workflow):
        seen = engine.json("entity", one)
        check(seen["id"] == one, f"{seen['id']} is not {one}")
        check(seen["status"] == "SUCCEEDED" and seen["version"] > 0, f"{one}: {seen}")
        check(any(fact["name"] == "created" for fact in seen["record"]), f"{one}: no record")
    check(engine.json("entity", scene.coordinator)["parent"] == scene.bundle, "whose is it?")
    actors = engine.json("actors")
    steps = {row["kind"]: row["steps"] for row in actors["kinds"]}
    check(steps["action"] > 34 and steps["workflow"] > 34, f"steps: {steps}")
    check([row["name"] for row in actors["staff"]][0] == "committer", "no staff")
    disk = engine.json("committer")
    check(disk["groups"] > 0 and disk["writeMicroseconds"]["most"] > 0, f"committer: {disk}")
    check(disk["steps"] >= sum(steps.values()), f"steps on disk: {disk['steps']} of {steps}")
    check(engine.json("datasets")["uris"] == 0, "something is waited for")
    check(engine.json("slots")["runSlots"] > 0, "no slots")
    check(engine.json("runs")["rows"] == [], "something runs")
    check(engine.json("quarantine")["all"] == 0, "something is quarantined")
    names = [row["name"] for row in engine.json("settings")["rows"]]
    check("log_level" in names and "safe_mode" in names, f"settings: {names}")
    check("kind" in engine.console("top", "--once"), "top shows nothing")
    check("committer" in engine.console("help"), "no help")


@step
def what_users_have(scene):
    engine = scene.engine
    check(scene.bundle in engine.console("list"), "the bundle is not listed")
    check(engine.json("info", scene.bundle)["status"] == "SUCCEEDED", "info")
    check("foliot" in engine.console("version"), "version")
    check(engine.console("log", scene.coordinator), "log")
    check("ended" in engine.console("why", scene.bundle), "why")
    engine.console("backlog")
    engine.console("audit")


@step
def orders_bear_the_user(scene):
    engine = scene.engine
    file = os.path.join(scene.folder, "ada.console")
    engine.run("console", "certificate", "ada", "--data", engine.data, "--out", file)
    words = ["--connect", engine.port(), "--certificate", file]
    engine.run("console", *words, "rerun", scene.coordinator, "--actions", "1")
    engine.run("console", *words, "wait", scene.coordinator, "--timeout", "120")
    check("USER [ada]" in engine.log(), "the audit log does not name ada")
    check("http.audit IP [console:ada], USER [ada]" in engine.log(), "the audit log does not tell from where")
    listed = engine.run("console", "certificates", "--data", engine.data)
    check("ada" in listed and "local" in listed, listed)
    refused.another_version(engine, file)


@step
def wrong_certificates(scene):
    engine = scene.engine
    file = os.path.join(scene.folder, "ada.console")
    words = ["--connect", engine.port(), "--certificate", file, "status"]
    again = engine.run("console", "certificate", "ada", "--data", engine.data, status=1)
    check("console of that name" in again, again)
    check("letters" in engine.run("console", "certificate", "../x", "--data", engine.data, status=1),
          "a bad name")
    engine.run("console", "revoke", "ada", "--data", engine.data)
    check("refuses" in engine.run("console", *words, status=1), "a revoked console is served")
    check("no console" in engine.run("console", "revoke", "ada", "--data", engine.data, status=1),
          "revoked twice")
    os.chmod(file, 0o644)
    check("others may read" in engine.run("console", *words, status=1), "an open secret")
    check("--data" in engine.run("console", "certificates", "--data", "/nothing", status=1),
          "no directory")
    check(" was refused: its certificate was revoked" in engine.log(), "the log is silent")
    refused.strangers(engine)
    refused.another_engines_console(engine)


@step
def settings_that_change(scene):
    engine = scene.engine
    engine.console("settings", "log_level=debug")
    rows = {row["name"]: row["value"] for row in engine.json("settings")["rows"]}
    check(rows["log_level"] == "debug", "the level is as it was")
    engine.console("settings", "log_level=info")
    engine.console("settings", "safe_mode=on")
    check(engine.json("status")["safeMode"] is True, "no safe mode")
    engine.console("settings", "safe_mode=auto")
    check(engine.json("status")["safeMode"] is False, "still safe mode")
    check("no level" in engine.console("settings", "log_level=loud", status=1), "loud")
    check("cannot be changed" in engine.console("settings", "listen=x", status=1), "listen")


STEPS.extend(operating.STEPS)


@step
def wrong_words(scene):
    engine = scene.engine
    check("no such command" in engine.console("nonsense", status=2), "nonsense")
    check("not told what" in engine.console("tree", status=2), "tree of nothing")
    check("E0604" in engine.console("tree", "0000000-1-x-W", status=1), "tree of nobody")
    check("too much" in engine.console("status", "again", status=2), "status again")
    check("not understood" in engine.console("status", "--loud", status=2), "status --loud")
    check("no such command" in engine.console("serve", status=2), "serve inside a console")


@step
def news_as_they_come(scene):
    engine = scene.engine
    watching = subprocess.Popen(
        [engine.foliot, "console", "--data", engine.data, "--json", "watch", scene.bundle,
         "--count", "3"], stdout=subprocess.PIPE, text=True)
    limit = time.monotonic() + 60
    while watching.poll() is None and time.monotonic() < limit:
        engine.console("rerun", scene.coordinator, "--actions", "1")
        engine.console("wait", scene.coordinator, "--timeout", "60")
    rows = watching.stdout.read().splitlines()
    watching.stdout.close()
    check(watching.wait() == 0 and len(rows) == 3, f"news: {rows}")


@step
def a_person_at_a_terminal(scene):
    engine = scene.engine
    person = Person(engine, "--data", engine.data, home=scene.folder)
    person.expect(r"'help' lists the commands")
    person.expect(r"foliot> ")
    person.ask("status", r"system id +foliot")
    person.ask(f"tree {scene.bundle}", r"ingest")
    person.type("commi\t\n")  # completed
    person.expect(r"write microseconds")
    person.expect(r"foliot> ")
    person.ask("list", scene.bundle)
    person.type("info " + scene.bundle[:9] + "\t\n")
    person.expect(r"SUCCEEDED")
    person.expect(r"foliot> ")
    person.ask("kill 'unclosed", r"quote")
    person.ask("nonsense", r"no such command")
    person.type("top\n")
    person.expect(r"waiting for")
    person.type("\x03")  # Ctrl-C ends the view, not the console
    person.expect(r"foliot> ")
    person.type("\x1b[A\x1b[A\n")  # two lines back in the history
    person.expect(r"no such command")
    person.expect(r"foliot> ")
    engine.stop()
    person.wait_a_moment()  # it notices
    person.type("status\n")
    person.expect(r"The engine is gone")
    engine.start()
    person.expect(r"Connected again: foliot")
    person.expect(r"ready +yes")  # the command that was typed is asked of the new engine
    person.expect(r"foliot> ")
    person.leave()


@step
def a_command_after_a_restart_is_asked_of_the_new_engine(scene):
    """Whatever is typed first, and without a word of orders, as none was lost."""
    engine = scene.engine
    for command, answer in (("status", r"ready +yes"), ("list", scene.bundle),
                            ("version", "server "), ("settings log_level=info", "next start")):
        lines = Script(engine)
        lines.type("status")
        lines.expect(r"ready +yes")
        engine.stop(signal.SIGKILL)
        engine.start()
        lines.type(command)
        shown = lines.expect(answer)
        check("Connected again: foliot" in shown, f"{command}: it is not told: {shown}")
        check("lost" not in shown and "taken" not in shown, f"{command}: {shown}")
        if command == "version":
            lines.expect(re.escape(engine.url))
        lines.end()


def play_session(scene, words, prefix=(), update=False):
    """session.txt, from here or from elsewhere."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "session.txt")
    turns = session.read(path)
    session.check_every_command(turns, scene.engine.console("help"))
    retail = os.path.join(scene.folder, "retail")
    action = scene.coordinator + "@1"
    values = {"bundle": scene.bundle, "coordinator": scene.coordinator, "action": action,
              "app": os.path.join(retail, "app"), "data": os.path.join(retail, "data"),
              "properties": os.path.join(retail, "job.properties"), "home": scene.folder, "origin": "there" if prefix else "here",
              "url": scene.engine.url, "address": scene.engine.port()}
    session.play(scene.engine, turns, values, words, scene.folder, prefix, update)
    if update:
        session.write(path, turns)


@step
def every_command_as_it_was_written_down(scene):
    play_session(scene, ["--data", scene.engine.data], update=scene.update)


@step
def a_watch_outlives_the_engine(scene):
    """It says that the engine has gone and come back, and goes on."""
    engine = scene.engine
    watcher = Person(engine, "--data", engine.data, "watch", home=scene.folder)
    limit = time.monotonic() + 60
    while engine.json("status")["consoles"] < 2:
        check(time.monotonic() < limit, "it does not connect")
    engine.stop(signal.SIGKILL)
    watcher.expect(r"The engine is gone; trying again")
    engine.start()
    watcher.expect(r"Connected again: foliot .*started .*\n")
    while scene.coordinator not in watcher.seen and time.monotonic() < limit:
        engine.console("rerun", scene.coordinator, "--actions", "1")
        engine.console("wait", scene.coordinator, "--timeout", "60")
        watcher.wait_a_moment()
    watcher.expect(re.escape(scene.coordinator))
    watcher.type("\x03")
    watcher.end()


@step
def lines_from_a_file(scene):
    engine = scene.engine
    words = ["console", "--data", engine.data]
    out = engine.run(*words, text="# a comment\nstatus\n\ncommitter\nexit\nnonsense\n")
    check("system id" in out and "groups" in out, out)
    engine.run(*words, text="nonsense\nstatus\n", status=2)


@step
def from_another_host(scene):
    engine = scene.engine
    network = Namespace()
    if not network.available:
        print("from_another_host: skipped, no network namespace can be made here")
        return
    before = engine.settings
    try:
        engine.stop()
        engine.settings = (*before, f"admin_listen={network.address}:0")
        engine.start()
        file = os.path.join(scene.folder, "eve.console")
        engine.run("console", "certificate", "eve", "--data", engine.data, "--out", file)
        words = ["console", "--connect", engine.port(), "--certificate", file]
        play_session(scene, words[1:], network.words())
        check("USER [eve]" in engine.log(), "the audit log does not name eve")
        engine.run("console", "revoke", "eve", "--data", engine.data)
        shown = subprocess.run(
            network.words(engine.foliot, *words, "status"),
            capture_output=True, text=True, timeout=60, check=False)
        check(shown.returncode == 1 and "refuses" in shown.stderr, f"revoked: {shown}")
    finally:
        network.close()
        engine.stop()
        engine.settings = before
        engine.start()


@step
def without_an_engine(scene):
    engine = scene.engine
    engine.stop()
    check("no engine" in engine.console("status", status=1), "an engine that is down")
    engine.settings = (*engine.settings, "admin_enabled=false")
    engine.start()
    check("no engine with consoles" in engine.console("status", status=1), "switched off")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--listen", default="127.0.0.1:0")
    parser.add_argument("--set", action="append", default=[], dest="settings")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="foliot-console-")
    engine = Engine(os.path.abspath(options.bin_dir), folder, options.listen, options.settings)
    scene = Scene(engine, folder)
    scene.update = options.update
    failed = None
    try:
        engine.start()
        for one in STEPS:
            try:
                one(scene)
            except Failed as failure:
                failed = failure
                print(f"{one.__name__}: {failure}\nkept: {folder}", file=sys.stderr)
                break
            print(f"{one.__name__}: good")
    finally:
        engine.stop()
        if failed is None:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(STEPS)} steps" if failed is None else "failed")
    return 0 if failed is None else 1


if __name__ == "__main__":
    sys.exit(main())
