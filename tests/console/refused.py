"""Who is not let in at the port of consoles, and what that person and the log are told."""

import os
import shutil
import socket
import subprocess
import time

from engine import Engine, check
from wire import SPOKEN, Identity, Wire, hello


def told(engine, words, since):
    """Waits until the log says so behind `since`: it is written after the peer hears of it."""
    limit = time.monotonic() + 20
    while words not in engine.log()[since:]:
        check(time.monotonic() < limit, f"the log does not say: {words}")
        time.sleep(0.05)


def say(engine, data):
    host, port = engine.port().rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=30) as link:
        link.sendall(data)
        try:
            while link.recv(4096):
                pass
        except ConnectionResetError:
            pass


def strangers(engine):
    since = len(engine.log())
    say(engine, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    told(engine, "was refused: it speaks HTTP, and this is the port of consoles", since)
    say(engine, b"\x03noise and no TLS at all")
    told(engine, "was refused: it does not speak TLS", since)
    if shutil.which("openssl"):
        shown = subprocess.run(
            ["openssl", "s_client", "-connect", engine.port(), "-quiet"], input=b"x" * 100,
            capture_output=True, timeout=60, check=False)
        check(b"alert certificate required" in shown.stderr, f"s_client: {shown.stderr}")
        told(engine, "was refused: it shows no certificate", since)


def another_engines_console(engine):
    folder = os.path.join(engine.folder, "other")
    os.makedirs(folder)
    other = Engine(os.path.dirname(engine.foliot), folder)
    other.start()
    other.stop()
    since = len(engine.log())
    file = os.path.join(other.data, "console", "local.console")
    out = engine.run("console", "--connect", engine.port(), "--certificate", file, "status",
                     status=1)
    check("the engine refuses this console" in out and "another engine" in out, out)


def another_version(engine, file):
    """What this engine tells a console that speaks version 99."""
    host_port = int(engine.port().rsplit(":", 1)[1])
    wire = Wire(host_port, Identity("ada", file, engine.folder), 1)
    wire.link.sendall(wire.opening() + wire.question(hello("ada", 99)))
    greeting = wire.answer()
    greeting.take(4)
    greeting.text()
    greeting.text()
    refusal = greeting.text().decode()
    check("version 99" in refusal and f"the engine version {SPOKEN} " in refusal, refusal)
    wire.close()
