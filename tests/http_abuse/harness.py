"""The engine under abuse, what it takes of memory meanwhile, and what others notice of it."""
import contextlib
import http.client
import os
import pathlib
import resource
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
READY = "foliot ready on "
PATIENCE = 60.0
MEMORY_MIB = 64  # what resident memory may grow by
GOAL_MS = 100  # the 99th percentile of others: printed, never failed on
REQUEST_SECONDS = 5  # http_request_seconds of the engine here: the default would take long


class Wrong(Exception):
    """A check that did not hold."""


def check(holds, sentence):
    if not holds:
        raise Wrong(sentence)


def raise_descriptors():
    """How many files this process may have open, as many as it is allowed."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


class Engine:
    def __init__(self, programs, port):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="foliot-abuse-"))
        self.access_log = self.scratch / "access.log"
        self.log = open(self.scratch / "engine.log", "w+b")
        self.process = subprocess.Popen(
            [str(programs / "foliot"), "serve", "--data", str(self.scratch / "data"), "--listen",
             f"127.0.0.1:{port}", "--set", f"http_request_seconds={REQUEST_SECONDS}",
             "--set", f"access_log={self.access_log}"],
            stdout=subprocess.PIPE, stderr=self.log, cwd=self.scratch)
        line = b""
        end = time.monotonic() + PATIENCE
        while not line.endswith(b"\n"):
            left = max(0.0, end - time.monotonic())
            check(select.select([self.process.stdout], [], [], left)[0], "the engine is not ready")
            piece = os.read(self.process.stdout.fileno(), 4096)
            check(piece, "the engine ended: " + self.said())
            line += piece
        self.port = int(line.decode().strip().rsplit(":", 1)[1])

    def said(self):
        return (self.scratch / "engine.log").read_text(errors="replace")

    def resident_mib(self):
        for line in open(f"/proc/{self.process.pid}/status", encoding="ascii"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        raise Wrong("the engine is gone: " + self.said())

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def connect(self, receive_bytes=None):
        link = socket.socket()
        if receive_bytes:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        link.settimeout(PATIENCE)
        link.connect(("127.0.0.1", self.port))
        return link

    def request(self, method, path, body=None, headers=None):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(link):
            link.request(method, path, body, headers or {})
            answer = link.getresponse()
            return answer.status, answer.headers, answer.read()

    def say(self, data):
        """The first line of what is answered to these bytes and the rest of it; None: hung up."""
        with contextlib.closing(self.connect()) as link:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                link.sendall(data)
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_WR)
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := link.recv(65536):
                    answer += piece
        return answer

    def status_of(self, data):
        answer = self.say(data)
        return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else None

    def stop(self, keep):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        if keep:
            print(f"the engine's files are in {self.scratch}")
        else:
            shutil.rmtree(self.scratch, ignore_errors=True)


class Watch:
    """Samples the engine's memory, and runs the bystander."""

    def __init__(self, engine):
        self.engine = engine
        self.most = 0.0
        self.file = engine.scratch / "bystander.txt"
        self.client = subprocess.Popen(
            [sys.executable, str(HERE / "bystander.py"), str(engine.port), str(self.file)])
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._sample, daemon=True)
        self.thread.start()

    def _sample(self):
        while not self.ended.wait(0.02):
            with contextlib.suppress(OSError, Wrong):
                self.most = max(self.most, self.engine.resident_mib())

    def begin(self):
        self.most = self.engine.resident_mib()
        return time.monotonic()

    def seen(self, begun):
        """(99th percentile in ms, count, what went wrong) of the bystander since then."""
        times = []
        wrong = []
        for line in self.file.read_text(encoding="ascii").splitlines():
            at, took, said = line.split(" ", 2)
            if float(at) < begun:
                continue
            times.append(float(took))
            if said != "ok":
                wrong.append(said)
        times.sort()
        worst = times[min(len(times) - 1, int(len(times) * 0.99))] * 1000 if times else 0.0
        return worst, len(times), wrong

    def stop(self):
        self.ended.set()
        self.thread.join()
        self.client.kill()
        self.client.wait()


def close_all(links):
    for link in links:
        link.close()


def is_closed(link):
    """Whether the other side has hung up; reads and forgets what came before."""
    link.setblocking(False)
    try:
        while True:
            if not link.recv(65536):
                return True
    except BlockingIOError:
        return False
    except OSError:
        return True


def until(condition, seconds, what):
    limit = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < limit, f"not within {seconds} s: {what}")
        time.sleep(0.05)
