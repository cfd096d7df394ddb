"""What the rows of wrong_input_test.py share: a scratch directory, engines, counting.

A row is one mistake. It says what is done, which status comes back and the whole text that the user
reads; paths, ports and process numbers of this run are replaced by words first.
"""
import contextlib
import difflib
import http.client
import json
import os
import pathlib
import re
import select
import shutil
import socket
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent.parent
READY = "foliot ready on "
PATIENCE = 30.0  # seconds that anything may take on a busy machine


class Wrong(Exception):
    """A row that did not come out as it should."""


class Notes(Exception):
    """A row that this machine does not let us run; the text says why."""


class Engine:
    """A `foliot serve` of the test. Ends when stop() or the end of the test comes."""

    def __init__(self, bench, data, *more, program=None, prefix=()):
        self.bench = bench
        command = [*prefix, program or bench.foliot, "serve", "--data", data, "--listen",
                   "127.0.0.1:0", *more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=bench.environment, cwd=bench.scratch)
        self.url = None

    def wait_ready(self):
        """Reads the one line that says where it listens."""
        end = time.monotonic() + PATIENCE
        line = b""
        stdout = self.process.stdout.fileno()
        while not line.endswith(b"\n"):
            if not select.select([stdout], [], [], max(0.0, end - time.monotonic()))[0]:
                raise Wrong("the engine was not ready in time")
            piece = os.read(stdout, 4096)
            if not piece:
                error = self.process.stderr.read().decode(errors="replace")
                raise Wrong(f"the engine ended with {self.process.wait()}: {error}")
            line += piece
        text = line.decode().strip()
        if not text.startswith(READY):
            raise Wrong(f"instead of the ready line: {text}")
        self.url = text[len(READY):]
        self.port = int(self.url.rsplit(":", 1)[1])
        self.bench.words[f"127.0.0.1:{self.port}"] = "127.0.0.1:PORT"
        return self

    def request(self, method, path, body=None, headers=None):
        """(status, headers, body) of one call."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode(errors="replace")

    def ids(self):
        """Every job the engine knows, by kind."""
        out = {}
        for kind, member in (("wf", "workflows"), ("coordinator", "coordinatorjobs"),
                             ("bundle", "bundlejobs")):
            status, _, body = self.request("GET", f"/oozie/v2/jobs?jobtype={kind}&len=10000")
            if status != 200:
                raise Wrong(f"the list of {member} answers {status}")
            rows = json.loads(body)
            key = {"wf": "id", "coordinator": "coordJobId", "bundle": "bundleJobId"}[kind]
            out[kind] = sorted(row[key] for row in rows[member])
            if len(out[kind]) != rows["total"]:
                raise Wrong(f"the list of {member} is not whole")
        return out

    def ended(self):
        """(exit status, standard error) once it has ended by itself."""
        try:
            _, error = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise Wrong("the engine goes on") from None
        return self.process.returncode, error.decode(errors="replace")

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.communicate()


class Bench:
    """The programs, a scratch directory, and the outcome of every row."""

    def __init__(self, programs, show=False):
        self.programs = pathlib.Path(programs).resolve()
        self.foliot = str(self.programs / "foliot")
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="foliot-wrong-"))
        self.scratch.chmod(0o755)  # another user looks in too
        self.apps = str(HERE / "apps")
        self.words = {str(self.scratch): "TMP", self.apps: "APPS", str(HERE): "HERE",
                      str(self.programs): "BIN"}
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in ("FOLIOT_URL", "OOZIE_URL")
                            and not name.lower().endswith("_proxy")}
        self.show = show
        self.engines = []
        self.rows = self.failed = self.noted = 0

    # -- what rows use ---------------------------------------------------------------------------

    def path(self, *parts):
        return str(self.scratch.joinpath(*parts))

    def engine(self, data, *more, **how):
        """An engine on the directory `data` of the scratch directory, not awaited yet."""
        out = Engine(self, self.path(data), *more, **how)
        self.engines.append(out)
        return out

    def filled(self, text):
        """APPS, HERE, TMP in an argument are the real paths."""
        for path, word in self.words.items():
            if word in ("APPS", "HERE", "TMP"):
                text = re.sub(rf"\b{word}\b", lambda _: path, text)
        return text

    def plain(self, text):
        """Paths, ports and process numbers as words."""
        for path, word in sorted(self.words.items(), key=lambda pair: -len(pair[0])):
            text = re.sub(re.escape(path) + r"(?![0-9])", lambda _: word, text)
        text = re.sub(r"\bprocess [0-9]+", "process NUMBER", text)
        text = re.sub(r"[0-9]+ bytes as XML", "NUMBER bytes as XML", text)  # holds the user's name
        return re.sub(r"\b[0-9]{7}-[0-9]{15}-foliot-", "ID-foliot-", text)

    def run(self, *arguments, program=None, prefix=(), environment=None):
        """(status, stdout, stderr) of the program, texts made plain."""
        command = [*prefix, program or self.foliot, *map(self.filled, arguments)]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, cwd=self.scratch,
                              env={**self.environment, **(environment or {})}, check=False)
        texts = (self.plain(each.decode(errors="replace")) for each in (done.stdout, done.stderr))
        return (done.returncode, *texts)

    def copy_of_golden(self, name):
        """A data directory whose database is the checked-in one; gives the database's path."""
        store = self.scratch / name / "store"
        store.parent.mkdir()
        shutil.copytree(TREE / "tests" / "golden" / "db-v1", store)
        return store

    # -- outcome ---------------------------------------------------------------------------------

    def expect(self, what, wanted, got):
        """Both are text or numbers; a difference ends the row."""
        if self.show and isinstance(got, str):
            print(f"      {what}: {got!r}")
        elif wanted != got:
            if isinstance(wanted, str) and isinstance(got, str):
                lines = difflib.ndiff(wanted.splitlines(), got.splitlines())
                raise Wrong(f"{what} differs:\n        " + "\n        ".join(lines))
            raise Wrong(f"{what} is {got!r}, not {wanted!r}")

    def row(self, name, check):
        """Runs one row and prints its line."""
        self.rows += 1
        try:
            check()
        except Notes as note:
            self.noted += 1
            print(f"  note  {name}: not run, {note}")
        except (Wrong, OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
            self.failed += 1
            print(f"  FAIL  {name}: {type(error).__name__}: {error}")
        else:
            print(f"  ok    {name}")

    def close(self):
        for engine in self.engines:
            engine.stop()
        shutil.rmtree(self.scratch, ignore_errors=True)


def free_port():
    """A bound socket that listens: its port is in use until it is closed."""
    out = socket.socket()
    out.bind(("127.0.0.1", 0))
    out.listen(1)
    return out
