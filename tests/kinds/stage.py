"""An engine with all that its actions need, and the jobs that are given to it."""

import getpass
import http.client
import json
import os
import shutil
import signal
import subprocess
import zipfile
from xml.sax.saxutils import escape

from kinds import CLIENTS, KINDS, write_applications
from processes import Engine, Failed, below, check, free_port, send, until
from services import Absent, Service
from steps import Step

HERE = os.path.dirname(os.path.realpath(__file__))
USER = getpass.getuser()
JOB_SECONDS = 120
ENDED = ("SUCCEEDED", "KILLED", "FAILED")


class Tools:
    """What all stages share: servers, clients, a repository, a class. `absent`: kind -> why."""

    def __init__(self, folder):
        self.folder = os.path.realpath(folder)
        self.services = []
        self.absent = {}
        self.kinds = self.made("programs")
        for name in ("step.sh", "client.sh", "packing.sh"):
            shutil.copy(os.path.join(HERE, name), self.kinds)
        for program, _ in CLIENTS.values():
            os.symlink("client.sh", os.path.join(self.kinds, program))
        self.apps = self.made("apps")
        write_applications(self.apps)
        self.home = self.made("home")
        self.mail = self.made("mail")
        self.sshd = self.made("sshd")
        self.repository = os.path.join(self.folder, "repository.git")
        for kind, prepare in (
            ("java", self.compile_java),
            ("git", self.make_repository),
            ("email", self.start_mail),
            ("ssh", self.start_sshd),
        ):
            try:
                prepare()
            except Absent as why:
                self.absent[kind] = str(why)

    def made(self, name):
        path = os.path.join(self.folder, name)
        os.mkdir(path)
        return path

    def compile_java(self):
        for program in ("java", "javac"):
            if not shutil.which(program):
                raise Absent(f"{program} is not installed")
        classes = self.made("classes")
        source = os.path.join(HERE, "Step.java")
        subprocess.run(["javac", "-d", classes, source], check=True, capture_output=True)
        with zipfile.ZipFile(f"{self.apps}/java/lib/step.jar", "w") as jar:
            jar.write(f"{classes}/Step.class", "Step.class")

    def make_repository(self):
        if not shutil.which("git"):
            raise Absent("git is not installed")
        with open(os.path.join(self.home, ".gitconfig"), "w") as out:
            out.write(
                f"[uploadpack]\n\tpackObjectsHook = {self.kinds}/packing.sh\n"
                "[user]\n\tname = Ann\n\temail = ann@example.org\n"
            )
        script = """git init -q -b first work && cd work && echo 1 > one && git add one &&
            git commit -q -m one && git switch -q -c second && echo 2 > two && git add two &&
            git commit -q -m two && git switch -q first && git clone -q --bare . "$0" """
        environment = {**os.environ, "HOME": self.home}
        subprocess.run(
            ["sh", "-c", script, self.repository], cwd=self.folder, env=environment, check=True
        )

    def start_mail(self):
        server = Service("smtp", self.mail)
        self.services.append(server)
        self.mail_port = int(server.said.split()[1])
        password = os.path.join(self.folder, "password")
        with open(os.open(password, os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
            out.write("secret\n")

    def start_sshd(self):
        self.services.append(Service("sshd", self.sshd))

    def settings(self, path, clients):
        """A configuration file of the engine; without `clients` none of them is named."""
        values = {"run_slots": 250}
        if "email" not in self.absent:
            values |= {
                "email_smtp_host": "localhost",
                "email_smtp_port": self.mail_port,
                "email_from": "Foliot <foliot@example.org>",
                "email_username": "mailer",
                "email_password_file": f"{self.folder}/password",
                "email_starttls": "required",
                "email_ca_file": f"{self.mail}/tls.pem",
                "email_timeout_seconds": 120,
            }
        if "ssh" not in self.absent:
            values |= {
                "ssh_config_file": f"{self.sshd}/ssh_config",
                "ssh_identity_file": f"{self.sshd}/user",
                "ssh_known_hosts_file": f"{self.sshd}/known_hosts",
                "ssh_host_keys": "strict",
            }
        if clients:
            values |= {setting: f"{self.kinds}/{name}" for name, setting in CLIENTS.values()}
        with open(path, "w") as out:
            for name, value in values.items():
                out.write(f"{name} = {json.dumps(value)}\n")

    def stop(self):
        for server in self.services:
            server.stop()


class Job:
    def __init__(self, wire_id, kind, step):
        self.id = wire_id
        self.kind = kind
        self.step = step

    def __str__(self):
        return f"{self.kind} ({self.id})"


class Stage:
    """One engine in `folder`, a name below the tools' folder."""

    def __init__(self, tools, folder, rng, clients=True):
        self.tools = tools
        self.rng = rng
        self.folder = tools.made(folder)
        self.steps = os.path.join(self.folder, "steps")
        settings = os.path.join(self.folder, "foliot.toml")
        tools.settings(settings, clients)
        self.engine = Engine(self.folder, free_port(), ["--config", settings])
        self.jobs = []
        self.kills = 0

    def kinds(self):
        """Those that this machine can do."""
        return [kind for kind in KINDS if kind not in self.tools.absent]

    def start(self):
        # Programs get PATH and HOME of the engine; no client is to be found there by chance.
        own = {"HOME": self.tools.home, "PATH": "/usr/local/bin:/usr/bin:/bin"}
        java = shutil.which("java")
        if java:
            own["PATH"] += ":" + os.path.dirname(java)
        self.engine.start(own)
        check(self.engine.ready(), "died without a reason")

    def kill(self):
        self.engine.kill()
        self.kills += 1

    def call(self, method, path, body=None):
        """(status, text) of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.engine.port, timeout=60)
        try:
            connection.request(
                method, path, body, {"Content-Type": "application/xml;charset=UTF-8"}
            )
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    # -- jobs ------------------------------------------------------------------------------------

    def step(self, kind, name):
        kind = "shell" if kind in ("sub-workflow", "below") else kind
        folder = os.path.join(self.steps, name)
        return Step(folder, kind, self.tools.mail, self.tools.repository)

    def submit(self, kind, step, retries=0, minutes=0, **more):
        """Starts the workflow of that kind in the folder `step`."""
        tools = self.tools
        properties = {
            "oozie.wf.application.path": f"file://{tools.apps}/{kind}/workflow.xml",
            "user.name": USER,
            "apps": tools.apps,
            "kinds": tools.kinds,
            "sshd": tools.sshd,
            "step": step.folder,
            "name": step.name,
            "retries": retries,
            "minutes": minutes,
            **more,
        }
        body = "".join(
            f"<property><name>{name}</name><value>{escape(str(value))}</value></property>"
            for name, value in properties.items()
        )
        status, text = self.call(
            "POST", "/oozie/v2/jobs?action=start", f"<configuration>{body}</configuration>"
        )
        check(status == 201, f"{kind} was refused: {status} {text[:300]}")
        self.jobs.append(Job(json.loads(text)["id"], kind, step))
        return self.jobs[-1]

    def order(self, job, action):
        status, text = self.call("PUT", f"/oozie/v2/job/{job.id}?action={action}")
        check(status == 200, f"{action} of {job}: {status} {text[:300]}")

    def states(self):
        """Wire id -> status of every workflow."""
        answer = self.engine.get("/oozie/v2/jobs?jobtype=wf&len=10000")
        check(answer is not None, "the engine is gone: " + self.engine.tail())
        check(answer["total"] == len(answer["workflows"]), "not all workflows are listed")
        return {job["id"]: job["status"] for job in answer["workflows"]}

    def count(self, status):
        """How many workflows have it."""
        answer = self.engine.get(f"/oozie/v2/jobs?jobtype=wf&filter=status%3D{status}&len=1")
        check(answer is not None, "the engine is gone: " + self.engine.tail())
        return answer["total"]

    def info(self, job):
        answer = self.engine.get(f"/oozie/v2/job/{job.id}?show=info")
        check(answer is not None, "the engine is gone: " + self.engine.tail())
        return answer

    def node(self, job, name="act"):
        """What the engine says of that node; None before it began."""
        for action in self.info(job)["actions"]:
            if action["name"] == name:
                return action
        return None

    def wait_ended(self, jobs, status):
        """Waits until all have ended, and checks how. Of none there is nothing to wait for."""
        if not jobs:
            return {}
        wanted = {job.id for job in jobs}

        def look():
            found = self.states()
            return {i: found[i] for i in wanted} if all(found[i] in ENDED for i in wanted) else None

        def open_ones():
            found = self.states()
            return "the jobs end: " + "; ".join(
                f"{job} {found[job.id]} {self.node(job)}"
                for job in jobs
                if found[job.id] not in ENDED
            )

        found = until(look, JOB_SECONDS, open_ones, pause=0.05)
        for job in jobs:
            check(
                found[job.id] == status,
                f"{job} is {found[job.id]}, not {status}: {self.node(job)}",
            )

    def wait_begun(self, jobs):
        def begun():
            return all(job.kind == "fs" or job.step.begins() for job in jobs)

        until(
            begun,
            JOB_SECONDS,
            lambda: "the programs begin: "
            + "; ".join(f"{j} {self.node(j)}" for j in jobs if not j.step.begins()),
        )

    # -- the end ---------------------------------------------------------------------------------

    def processes_of(self, jobs):
        """Processes anywhere that have a job or its folder in their words or their environment."""
        marks = {mark.encode() for job in jobs for mark in (job.id, job.step.folder + "\0")}
        out = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit() or int(entry) == os.getpid():
                continue
            said = b""
            for part in ("cmdline", "environ"):
                try:
                    with open(f"/proc/{entry}/{part}", "rb") as text:
                        said += text.read() + b"\0"
                except OSError:
                    pass
            if any(mark in said for mark in marks):
                words = said.split(b"\0\0")[0].replace(b"\0", b" ")
                out.append(f"{entry}: {words[:200].decode(errors='replace')}")
        return out

    def finish(self):
        """Everything is tidy, the engine stops and its journal holds; a sentence of figures."""

        def left():
            return [n for d in ("runs", "work") for n in os.listdir(f"{self.engine.data}/{d}")]

        until(lambda: not left(), 30, lambda: f"files of ended runs are deleted: {left()}")
        self.engine.stop()
        until(
            lambda: not below(self.folder) and not self.processes_of(self.jobs),
            20,
            lambda: f"orphans: {below(self.folder)} {self.processes_of(self.jobs)}",
        )
        remote = [j.id for j in self.jobs if os.path.exists(remote_folder(j))]
        check(not remote, f"left on the other host: {remote}")
        return self.engine.replay()

    def sweep(self):
        """After a failure: ends what this stage started."""
        if self.engine.process and self.engine.process.poll() is None:
            self.engine.kill()
        for _ in range(3):
            send(below(self.folder), signal.SIGKILL)
        for job in self.jobs:
            shutil.rmtree(remote_folder(job), ignore_errors=True)


def remote_folder(job):
    return os.path.join(os.path.expanduser("~" + USER), "foliot", job.id)


__all__ = ["Absent", "Failed", "Job", "Stage", "Tools"]
