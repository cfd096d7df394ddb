"""The engine as a process, and what its runs leave in /proc."""

import http.client
import json
import os
import select
import signal
import socket
import subprocess
import time

BIN = os.environ["FOLIOT_BIN_DIR"]
READY_SECONDS = 60
PAUSE = 0.005


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Failed(Exception):
    """A check that did not hold."""


def check(holds, sentence):
    if not holds:
        raise Failed(sentence)


def until(condition, seconds, what, pause=PAUSE):
    """Polls `condition` until it is true; fails after `seconds` with `what` (text or function)."""
    limit = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= limit:
            raise Failed(f"not within {seconds} s: {what() if callable(what) else what}")
        time.sleep(pause)


def _below(folder):
    """(pid, start ticks, state, name) and the directory of the live processes that are in
    `folder` or below it."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            where = os.readlink(f"/proc/{entry}/cwd")
            if where != folder and not where.startswith(folder + "/"):
                continue
            with open(f"/proc/{entry}/stat", errors="replace") as text:
                stat = text.read()
        except OSError:
            continue
        name = stat[stat.index("(") + 1 : stat.rindex(")")]
        fields = stat[stat.rindex(")") + 2 :].split()
        if fields[0] not in "ZX":
            yield (int(entry), int(fields[19]), fields[0], name), where


def below(folder):
    """(pid, start ticks, state, name) of the live processes whose directory lies in `folder`."""
    return [process for process, _ in _below(folder)]


def launchers(folder):
    """Also those that have no name of their own yet: whatever is no program."""
    work = os.path.join(folder, "data", "work")
    return [
        process
        for process, where in _below(folder)
        if process[3] == "foliot-launcher" or not (where + "/").startswith(work + "/")
    ]


def programs(folder):
    """The processes of runs: those in a work directory."""
    return below(os.path.join(folder, "data", "work"))


def with_run_variable(prefixes):
    """Processes anywhere whose environment has FOLIOT_RUN= with one of these beginnings."""
    out = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/environ", "rb") as text:
                variables = text.read().split(b"\0")
        except OSError:
            continue
        for variable in variables:
            if variable.startswith(b"FOLIOT_RUN="):
                if variable[11:].decode(errors="replace").startswith(prefixes):
                    out.append(int(entry))
    return out


def send(processes, number):
    for pid, ticks, _, _ in processes:
        try:
            fd = os.pidfd_open(pid)
        except OSError:
            continue
        try:
            with open(f"/proc/{pid}/stat", errors="replace") as text:
                stat = text.read()
            if int(stat[stat.rindex(")") + 2 :].split()[19]) == ticks:
                signal.pidfd_send_signal(fd, number)
        except OSError:
            pass
        finally:
            os.close(fd)


def namespace_command():
    """How to run a command with another boot id: ["unshare", ...]; None where not allowed."""
    probe = "mount --bind /dev/null /proc/sys/kernel/random/boot_id"
    for how in (["unshare", "-m"], ["unshare", "-r", "-m"]):
        try:
            if subprocess.run([*how, "sh", "-c", probe], capture_output=True).returncode == 0:
                return how
        except OSError:
            return None
    return None


class Engine:
    """One data directory and port; `start` begins one life of an engine on it, with the further
    words `options` on its command line."""

    def __init__(self, folder, port, options=()):
        self.folder = folder
        self.port = port
        self.options = list(options)
        self.data = os.path.join(folder, "data")
        self.url = f"http://127.0.0.1:{port}"
        self.process = None
        self.lives = 0

    def start(self, environment=None, boot_id=None, how=None):
        """Starts it without waiting."""
        command = [f"{BIN}/foliot", "serve", "--data", self.data]
        command += ["--listen", f"127.0.0.1:{self.port}", *self.options]
        if boot_id:
            bind = 'mount --bind "$0" /proc/sys/kernel/random/boot_id && exec "$@"'
            command = [*how, "sh", "-c", bind, boot_id, *command]
        with open(os.path.join(self.folder, "engine.log"), "ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.folder,  # by which its launchers are known
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, **(environment or {})},
            )
        self.lives += 1

    def ready(self):
        """Waits for the ready line; False when it died by SIGKILL before."""
        limit = time.monotonic() + READY_SECONDS
        while True:
            left = limit - time.monotonic()
            check(left > 0, "the engine was not ready in time")
            if select.select([self.process.stdout], [], [], left)[0]:
                break
        line = self.process.stdout.readline().decode()
        if line == f"foliot ready on {self.url}\n":
            return True
        check(line == "", f"instead of the ready line: {line}")
        check(self.process.wait(30) == -signal.SIGKILL, "the engine did not start: " + self.tail())
        return False

    def alive(self):
        """False after a death by SIGKILL; any other end is a failure."""
        status = self.process.poll()
        if status is None:
            return True
        check(status == -signal.SIGKILL, f"the engine ended with {status}: {self.tail()}")
        return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def kill_with_launchers(self):
        """Both at one instant: the engine is stopped, so it cannot see its launchers die."""
        self.process.send_signal(signal.SIGSTOP)
        pid = self.process.pid
        until(lambda: any(p[0] == pid and p[2] == "T" for p in below(self.folder)), 10, "stopped")
        send([p for p in launchers(self.folder) if p[0] != pid], signal.SIGKILL)
        self.kill()

        # One that was just being spawned was not to be seen as long as the engine stood.
        def gone():
            late = launchers(self.folder)
            send(late, signal.SIGKILL)
            return not late

        until(gone, 10, "the launchers are dead")

    def stop(self):
        self.process.terminate()
        try:
            status = self.process.wait(60)
        except subprocess.TimeoutExpired:
            raise Failed("the engine did not stop within 60 s of SIGTERM") from None
        check(status == 0, f"the engine stopped with {status}: {self.tail()}")

    def tail(self):
        with open(os.path.join(self.folder, "engine.log"), errors="replace") as log:
            return " | ".join(log.read().splitlines()[-3:])

    def get(self, path):
        """JSON or text of GET `path`; None when the engine is gone or not ready."""
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read().decode()
            connection.close()
        except (OSError, http.client.HTTPException):
            return None
        if answer.status == 503:
            return None
        check(answer.status == 200, f"GET {path}: {answer.status} {body[:200]}")
        return json.loads(body) if body[:1] in "{[" else body

    def cli(self, *arguments):
        """(exit status, standard output) of the command line on this engine."""
        done = subprocess.run(
            [f"{BIN}/foliot", *arguments, "--url", self.url],
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.returncode, done.stdout

    def replay(self):
        """What replay --verify says: `N journal entries, M records, 0 differ`."""
        done = subprocess.run(
            [f"{BIN}/foliot", "replay", "--data", self.data, "--verify"],
            capture_output=True,
            text=True,
            timeout=120,
        )
        check(done.returncode == 0, "replay: " + done.stdout.strip() + done.stderr.strip())
        lines = done.stdout.splitlines()
        return lines[0].split(" of ")[0] + ", " + lines[-1]
