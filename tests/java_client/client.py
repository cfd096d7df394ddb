"""Oozie's Java client in one JVM, and what its command lines print."""

import base64
import glob
import os
import re
import subprocess
import threading

from processes import check

COMMAND_SECONDS = 60
FAILED = 255


class Result:
    """What one command line printed. Each check raises Failed with what came instead."""

    def __init__(self, words, status, out, err):
        self.words = words
        self.status = status
        self.out = out
        self.err = err

    def came(self):
        texts = [f"exit {self.status}"]
        for name, text in (("out", self.out), ("err", self.err)):
            if text.strip():
                texts.append(f"{name}: {text.strip()[:400]!r}")
        return f"{' '.join(self.words)}: " + ", ".join(texts)

    def good(self):
        check(self.status == 0, self.came())
        return self

    def says(self, *patterns):
        """Exit status 0, and on standard output each of the patterns."""
        self.good()
        for pattern in patterns:
            check(re.search(pattern, self.out, re.M), f"no {pattern!r}: {self.came()}")
        return self

    def silent(self):
        self.good()
        check(not self.out.strip(), self.came())
        return self

    def lacks(self, pattern):
        check(not re.search(pattern, self.out, re.M), f"{pattern!r} is there: {self.came()}")
        return self

    def refused(self, pattern):
        """Exit status 255, and on standard error a line `Error: ` that begins with the pattern."""
        check(self.status == FAILED, self.came())
        check(re.search(f"^Error: (?:{pattern})", self.err, re.M), f"no {pattern}: {self.came()}")
        return self

    def id(self, kind):
        """The id of the job that was submitted."""
        self.says(rf"^job: \S+-{kind}$")
        return self.out.split()[1]


class Client:
    """The JVM; `java` is its command up to the main class, `home` where it keeps its token."""

    def __init__(self, java, url, home, log):
        self.home = home
        command = [*java, "-Duser.home=" + home, "-Duser.timezone=UTC", "Client"]
        self.log = open(log, "w")
        # What else the user has set for Oozie's client is not meant for this one.
        others = {name: text for name, text in os.environ.items() if not name.startswith("OOZIE_")}
        self.process = subprocess.Popen(
            command,
            cwd=home,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**others, "OOZIE_URL": url},
        )

    def ask(self, what, words):
        line = " ".join(base64.b64encode(word.encode()).decode() for word in (what, *words))
        guard = threading.Timer(COMMAND_SECONDS, self.process.kill)
        guard.start()
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            guard.cancel()
        check(answer, f"{' '.join(words)}: the JVM ended or was silent for {COMMAND_SECONDS} s")
        status, out, err = answer.rstrip("\n").split(" ")
        texts = [base64.b64decode(text).decode() for text in (out, err)]
        return Result(words, int(status), *texts)

    def cli(self, *words):
        return self.ask("cli", words)

    def api(self, *words):
        return self.ask("api", words)

    def become(self, user):
        """From now on the client is this user, who has no token yet."""
        self.ask("set", ("user.name", user)).good()
        for token in self.tokens():
            os.remove(token)

    def tokens(self):
        """The files in which the client keeps the cookies that servers gave."""
        return glob.glob(os.path.join(self.home, ".oozie-auth-token*"))

    def stop(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()
