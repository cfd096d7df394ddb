"""An engine with the retail example, and a person at a console."""

import errno
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import termios
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 60


class Failed(Exception):
    """A check that did not hold."""


def check(holds, sentence):
    if not holds:
        raise Failed(sentence)


class Engine:
    def __init__(self, bin_dir, folder, listen="127.0.0.1:0", settings=()):
        self.foliot = os.path.join(bin_dir, "foliot")
        self.folder = folder
        self.data = os.path.join(folder, "engine")
        self.listen = listen
        self.settings = settings
        self.process = None
        self.url = ""

    def start(self):
        words = [self.foliot, "serve", "--data", self.data, "--listen", self.listen]
        for setting in self.settings:
            words += ["--set", setting]
        with open(os.path.join(self.folder, "engine.log"), "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.process.stdout.readline()
        check(line.startswith("foliot ready on "), f"the engine did not start: {line!r}")
        self.url = line.split()[-1]

    def stop(self, how=signal.SIGTERM):
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait(SECONDS)
        self.process.stdout.close()
        self.process = None

    def port(self):
        with open(os.path.join(self.data, "console", "port"), encoding="utf-8") as file:
            return file.read().strip()

    def log(self):
        with open(os.path.join(self.folder, "engine.log"), encoding="utf-8") as file:
            return file.read()

    def run(self, *words, status=0, text=None):
        """A command of foliot; its output and errors together."""
        done = subprocess.run(
            [self.foliot, *words],
            input=text,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        check(
            done.returncode == status,
            f"{words}: status {done.returncode}, not {status}:\n{done.stdout}",
        )
        return done.stdout

    def console(self, *words, status=0):
        return self.run("console", "--data", self.data, *words, status=status)

    def json(self, *words):
        answer = self.console("--json", *words)
        try:
            return json.loads(answer)
        except ValueError as error:
            raise Failed(f"{words}: no JSON: {answer!r}") from error

    def submit_retail(self):
        """The example on this engine; gives the bundle's id."""
        folder = os.path.join(self.folder, "retail")
        app = os.path.join(folder, "app")
        shutil.copytree(os.path.join(SOURCE, "examples", "retail"), app)
        os.makedirs(os.path.join(folder, "data"))
        properties = os.path.join(folder, "job.properties")
        with open(properties, "w", encoding="utf-8") as file:
            file.write(
                f"app={app}\ndata={folder}/data\n"
                f"oozie.bundle.application.path=file://{app}/bundle.xml\n"
            )
        answer = self.console(
            "submit", os.path.join(app, "bundle.xml"), "-c", properties, "--json"
        )
        return json.loads(answer)["id"]


class Person:
    """Types into `foliot console` on a terminal and reads what it shows."""

    def __init__(self, engine, *words, home, prefix=()):
        """`prefix`: what runs the program elsewhere."""
        self.seen = ""
        self.waiting = False
        command = [*prefix, engine.foliot, "console", *words]
        environment = dict(os.environ, HOME=home, TERM="xterm", NO_COLOR="1", LC_ALL="C.UTF-8")
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)
        termios.tcsetwinsize(self.terminal, (50, 400))  # lines are not folded

    def expect(self, pattern, seconds=SECONDS):
        """Reads until `pattern` is seen; what came until then is gone."""
        limit = time.monotonic() + seconds
        while True:
            found = re.search(pattern, self.seen)
            if found:
                before, self.seen = self.seen[: found.end()], self.seen[found.end() :]
                return before
            left = limit - time.monotonic()
            check(left > 0, f"not seen: {pattern!r}; there is: {self.seen[-2000:]!r}")
            if not select.select([self.terminal], [], [], left)[0]:
                continue
            try:
                more = os.read(self.terminal, 65536)
            except OSError as error:
                check(error.errno == errno.EIO, str(error))
                more = b""
            check(more, f"it ended before {pattern!r}: {self.seen[-2000:]!r}")
            self.seen += more.decode(errors="replace").replace("\r", "")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def ask(self, line, pattern):
        """Types a line at the prompt and waits for `pattern`, then for the next prompt."""
        self.type(line + "\n")
        seen = self.expect(pattern)
        self.expect(r"foliot> ")
        return seen

    def leave(self):
        """Ends the input. What is typed while the line editor takes the terminal over may be lost, so
        a person does it again."""
        limit = time.monotonic() + SECONDS
        ended = 0
        while not ended:
            check(time.monotonic() < limit, f"the console does not end: {self.seen[-2000:]!r}")
            self.type("\x15\x04")  # whatever stands in the line goes first
            ended, status = self.wait_a_moment()
        os.close(self.terminal)
        check(os.waitstatus_to_exitcode(status) == 0, f"the console ended with {status}")

    def end(self):
        """Waits until it has ended by itself, well."""
        limit = time.monotonic() + SECONDS
        ended = 0
        while not ended:
            check(time.monotonic() < limit, f"it does not end: {self.seen[-2000:]!r}")
            ended, status = self.wait_a_moment()
        os.close(self.terminal)
        check(os.waitstatus_to_exitcode(status) == 0, f"it ended with {status}")

    def wait_a_moment(self):
        """Reads what is shown for a second, or until the console has ended; then its end."""
        limit = time.monotonic() + 1
        while time.monotonic() < limit:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                return ended, status
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.terminal, 65536).decode(errors="replace")
                except OSError as error:
                    check(error.errno == errno.EIO, str(error))
                    time.sleep(0.01)
        return 0, 0


class Script:
    """Lines that another program writes into `foliot console`, one after the other."""

    def __init__(self, engine):
        self.seen = ""
        self.process = subprocess.Popen(
            [engine.foliot, "console", "--data", engine.data],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def type(self, line):
        self.process.stdin.write((line + "\n").encode())
        self.process.stdin.flush()

    def expect(self, pattern):
        """Reads until `pattern` is seen; what came until then is given, and gone."""
        limit = time.monotonic() + SECONDS
        out = self.process.stdout.fileno()
        while not re.search(pattern, self.seen):
            left = limit - time.monotonic()
            more = os.read(out, 65536) if select.select([out], [], [], max(left, 0))[0] else b""
            check(more, f"not seen: {pattern!r}; there is: {self.seen[-2000:]!r}")
            self.seen += more.decode(errors="replace")
        end = re.search(pattern, self.seen).end()
        before, self.seen = self.seen[:end], self.seen[end:]
        return before

    def end(self):
        """Ends the input; the console has to end well."""
        self.process.stdin.close()
        status = self.process.wait(SECONDS)
        self.process.stdout.close()
        check(status == 0, f"it ended with {status}: {self.seen[-2000:]!r}")
