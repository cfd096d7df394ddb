"""The two servers that are compared: each begins on nothing, and is driven by the same program."""

import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

END_SECONDS = 120


def wait_for_end(pid):
    """Until process `pid` is gone, which may be anybody's child."""
    limit = time.monotonic() + END_SECONDS
    while time.monotonic() < limit:
        try:
            with open(f"/proc/{pid}/stat") as stat:
                if stat.read().rpartition(")")[2].split()[0] == "Z":
                    return
        except OSError:
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)


class Side:
    """A server at `base`. `command` starts it (again) and returns when it answers."""

    def __init__(self, name, port, root):
        self.name = name
        self.port = port
        self.base = f"http://localhost:{port}/oozie"
        self.root = root
        os.makedirs(root)

    def drive(self, driver, test):
        """What the driver measured: its line of JSON."""
        command = [sys.executable, driver, "--base", self.base, "--root", self.root, test]
        done = subprocess.run(command, capture_output=True, text=True)
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if not lines:
            return {"error": done.stderr.strip().splitlines()[-1:] or "the driver said nothing"}
        return json.loads(lines[-1])


class Foliot(Side):
    def __init__(self, bin_dir, port, folder):
        super().__init__("Foliot", port, folder + "/apps")
        self.pid_file = folder + "/pid"
        log = f"{folder}/engine.log"
        serve = f"{bin_dir}/foliot serve --data {folder}/data --listen 127.0.0.1:{port}"
        self.command = f"setsid {serve} > {log} 2>&1 < /dev/null & echo $! > {self.pid_file}"
        self.log = log

    def start(self):
        subprocess.run(["sh", "-c", self.command], check=True)
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            try:
                with urllib.request.urlopen(self.base + "/v1/admin/status", timeout=5):
                    return
            except OSError:
                time.sleep(0.05)
        with open(self.log) as log:
            raise SystemExit("the engine did not start: " + log.read()[-500:])

    def pid(self):
        with open(self.pid_file) as file:
            return int(file.read())

    def stop(self):
        try:
            pid = self.pid()
            with open(f"/proc/{pid}/comm") as comm:
                if comm.read() != "foliot\n":
                    return
            os.kill(pid, signal.SIGTERM)
        except (OSError, ValueError):
            return
        wait_for_end(pid)


class Oozie(Side):
    """The released server, by the program that stands beside the recordings."""

    def __init__(self, oracle, home, port, folder, database, settings):
        super().__init__("Oozie", port, folder + f"/oozie-{settings}")
        self.run = f"{oracle}/oozie/run"
        self.home = home
        own = {"OOZIE_ORACLE_HOME": home, "OOZIE_DB": database, "OOZIE_PG_PORT": str(port + 2)}
        self.environment = {**os.environ, **own}
        if settings == "tuned":
            self.environment["OOZIE_EXTRA_CONF"] = f"{oracle}/speed/tuned.conf"

    def call(self, *words):
        done = subprocess.run([self.run, *words], env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{self.run} {' '.join(words)}: {done.stdout}{done.stderr}")

    def install(self):
        if not glob.glob(self.home + "/lib/oozie-core*.jar"):
            self.call("install")
        agent = self.home + "/three-numbers.jar"
        if java_version().count(".") > 2:
            make_agent(self.home, agent)
            more = os.environ.get("OOZIE_JAVA_OPTS", "")
            self.environment["OOZIE_JAVA_OPTS"] = f"-javaagent:{agent} {more}".strip()
        names = ("OOZIE_ORACLE_HOME", "OOZIE_DB", "OOZIE_PG_PORT", "OOZIE_EXTRA_CONF", "OOZIE_JAVA_OPTS")
        given = [f"{n}='{self.environment[n]}'" for n in names if n in self.environment]
        self.command = " ".join(["env", *given, self.run, "start", str(self.port)])

    def start(self):
        self.call("reset", str(self.port))
        self.call("start", str(self.port))

    def pid(self):
        with open(f"{self.home}/server-{self.port}/pid") as file:
            return int(file.read())

    def stop(self):
        self.call("stop", str(self.port))
        self.call("reset", str(self.port))

    def stop_database(self):
        if self.environment["OOZIE_DB"] == "postgres":
            subprocess.run([self.run, "stopdb"], env=self.environment, capture_output=True)


def database_at_hand(home):
    """postgres where this machine has it and its user may read `home`, else derby."""
    if not glob.glob("/usr/lib/postgresql/*/bin/initdb") or not shutil.which("psql"):
        return "derby"
    if os.getuid() != 0:
        return "postgres"
    os.chmod(home, 0o755)
    reads = ["runuser", "-u", "postgres", "--", "test", "-x", home]
    return "postgres" if subprocess.run(reads, capture_output=True).returncode == 0 else "derby"


def make_agent(home, jar):
    """Compiles the agent without which Oozie's Jetty refuses this Java (ThreeNumbers.java)."""
    if os.path.exists(jar):
        return
    source = os.path.join(os.path.dirname(os.path.realpath(__file__)), "ThreeNumbers.java")
    with open(home + "/manifest", "w") as manifest:
        manifest.write("Premain-Class: ThreeNumbers\n")
    subprocess.run(["javac", "-d", home + "/agent", source], check=True)
    making = ["jar", "--create", "--file", jar, "--manifest", home + "/manifest"]
    subprocess.run([*making, "-C", home + "/agent", "."], check=True)


def java_version():
    done = subprocess.run([os.environ.get("JAVA", "java"), "-version"], capture_output=True, text=True)
    found = re.search(r'version "([^"]+)"', done.stderr)
    return found.group(1) if found else "unknown"
