"""The folder of one job: what its action finds there and what it left."""

import collections
import os
import shutil

from kinds import MOVES
from processes import check

REPORT = bytes(range(256)) * 300
OPENED = []  # gates, until the process ends


class Step:
    """Of a job of `kind`; `mail` is the folder of the mail server."""

    def __init__(self, folder, kind, mail, repository):
        self.folder = folder
        self.kind = kind
        self.mail = mail
        self.name = os.path.basename(folder)
        self.gates = []
        os.makedirs(folder)
        if kind == "email":
            self.write("report.bin", REPORT)
        elif kind == "fs":
            self.write("from", b"moved")
            self.write("gone/deep", b"")
        elif kind == "moves":
            for number in range(MOVES):
                self.write(f"from{number}", b"")
        elif kind.startswith("git"):
            shutil.copytree(repository, self.path("repository.git"), symlinks=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as out:
            out.write(content)

    def read(self, name):
        """None where it is not there."""
        try:
            with open(self.path(name)) as text:
                return text.read()
        except FileNotFoundError:
            return None

    # -- how it goes -----------------------------------------------------------------------------

    def fails(self):
        if self.kind == "email":
            self.name = "refused." + self.name
        elif self.kind == "fs":
            os.remove(self.path("from"))
        else:
            self.write("status", b"3\n")

    def takes(self, seconds):
        self.write("delay", b"%.3f\n" % seconds)

    def waits(self):
        """Its program stays after its begin until `go`."""
        if self.kind == "email":
            self.name = "held." + self.name
            gate = os.path.join(self.mail, self.name)
        else:
            gate = self.path("gate")
        os.mkfifo(gate)
        self.gates.append(gate)

    def go(self):
        """Also for attempts that are still to come: the pipe keeps what nobody took."""
        for gate in self.gates:
            pipe = os.open(gate, os.O_RDWR | os.O_NONBLOCK)
            OPENED.append(pipe)
            os.write(pipe, b"\n" * 64)
        self.gates = []

    def moved(self):
        """How many of the files of `moves` are at their new place."""
        return sum(name.startswith("to") for name in os.listdir(self.folder))

    def moved_at_rest(self):
        """The same when nobody moves any: then none is lost."""
        left = sum(name.startswith("from") for name in os.listdir(self.folder))
        check(left + self.moved() == MOVES, f"{left} files left and {self.moved()} moved: not all")
        return self.moved()

    # -- what it left ----------------------------------------------------------------------------

    def begins(self):
        """How often its program began: what it wrote itself, or the mail server saw."""
        if self.kind == "email":
            return self.sent_lines().count(f"{self.name}@example.org")
        return sum(line.startswith("begin") for line in self.lines())

    def ends(self):
        if self.kind == "email":
            return len(self.mails())
        return sum(line.startswith("end") for line in self.lines())

    def lines(self):
        return (self.read("ledger") or "").splitlines()

    def doubled(self):
        """Attempts that began twice."""
        counts = collections.Counter(line for line in self.lines() if "@" in line)
        return [line for line, n in counts.items() if n > 1]

    def sent_lines(self):
        try:
            with open(os.path.join(self.mail, "recipients")) as text:
                return text.read().splitlines()
        except FileNotFoundError:
            return []

    def mails(self):
        """The mails to this job's recipient: (facts, content)."""
        out = []
        for file in os.listdir(self.mail):
            if not file.endswith(".eml"):
                continue
            stem = os.path.join(self.mail, file[: -len(".eml")])
            with open(stem + ".txt") as text:
                facts = dict(line.split("=", 1) for line in text.read().splitlines())
            if facts["to"] == f"{self.name}@example.org":
                with open(stem + ".eml", "rb") as content:
                    out.append((facts, content.read()))
        return out
