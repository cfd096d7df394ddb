"""Rows of a data directory whose file system runs full: a small tmpfs that only this test sees."""
import ctypes
import os
import pathlib
import re
import subprocess
import urllib.parse

from harness import Notes, Wrong

CLONE_NEWNS = 0x00020000
CLONE_NEWUSER = 0x10000000
SIZE = "16m"  # too small for RocksDB to set room aside for its log: a write really needs space
RESERVE = 1 << 20  # bytes; the smallest that a setting allows
COORDINATORS = 5  # with 12 waiting actions each: enough news to need another page of the log
RESERVE_SETTING = ("--set", "free_space_reserve_mib=1")


def own_mounts():
    """Gives this process mounts of its own, which end with it."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.geteuid(), os.getegid()
    flags = CLONE_NEWNS if user == 0 else CLONE_NEWNS | CLONE_NEWUSER
    if libc.unshare(flags) != 0:
        why = os.strerror(ctypes.get_errno())
        raise Notes(f"a mount of our own needs root or user namespaces: {why}")
    if user != 0:
        pathlib.Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        pathlib.Path("/proc/self/uid_map").write_text(f"0 {user} 1", encoding="ascii")
        pathlib.Path("/proc/self/gid_map").write_text(f"0 {group} 1", encoding="ascii")


def mount_tmpfs(where):
    own_mounts()
    for command in (["mount", "--make-rprivate", "/"],
                    ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs", where]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Notes(f"no tmpfs can be mounted: {done.stderr.strip()}")


class FullDisk:
    """The rows build on each other: work is accepted, the disk fills, the engine comes back."""

    def __init__(self, bench):
        self.bench = bench
        self.disk = pathlib.Path(bench.path("disk"))
        self.filler = self.disk / "filler"
        self.missing = "the file system of the row before is missing"
        self.engine = None
        self.accepted = None

    def submit(self):
        return self.bench.run("--url", self.engine.url, "submit", "APPS/waiting-coordinator.xml",
                              "-D", "apps=APPS", "-D", "data=TMP/awaited")

    def available(self):
        facts = os.statvfs(self.disk)
        return facts.f_bavail * facts.f_frsize

    def fill(self, leave):
        """Takes all space but `leave` bytes."""
        with open(self.filler, "ab") as filler:
            try:
                while (left := self.available() - leave) > 0:
                    filler.write(min(left, 65536) * b"\0")
                    filler.flush()
            except OSError as full:
                if leave:
                    raise Wrong(f"the disk was full too early: {full}") from None

    def check_mounted(self):
        if self.missing:
            raise Notes(self.missing)

    # -- rows ------------------------------------------------------------------------------------

    def accepts(self):
        self.disk.mkdir()
        try:
            mount_tmpfs(str(self.disk))
        except Notes as why:
            self.missing = str(why)
            raise
        self.engine = self.bench.engine("disk/data", *RESERVE_SETTING).wait_ready()
        for _ in range(COORDINATORS):
            code, _, err = self.submit()
            self.bench.expect("exit status", 0, code)
            self.bench.expect("standard error", "", err)
        self.accepted = self.engine.ids()
        self.bench.expect("coordinators", COORDINATORS, len(self.accepted["coordinator"]))
        self.missing = ""

    def safe_mode(self):
        self.check_mounted()
        self.fill(RESERVE // 2)
        code, out, err = self.submit()
        self.bench.expect("exit status", 1, code)
        self.bench.expect("standard output", "", out)
        text = ("System is in safe mode: too little space is left. Free space on the data "
                "directory's file system.")
        self.bench.expect("standard error", f"foliot: E0002: {text}\n", err)
        query = urllib.parse.urlencode({"user.name": "anna", "action": "start"})
        status, headers, _ = self.engine.request("POST", f"/oozie/v2/jobs?{query}",
                                                 "<configuration/>",
                                                 {"Content-Type": "application/xml"})
        self.bench.expect("HTTP status", 503, status)
        self.bench.expect("oozie-error-code", "E0002", headers["oozie-error-code"])
        self.bench.expect("oozie-error-message", text, headers["oozie-error-message"])
        self.bench.expect("the lists of jobs", self.accepted, self.engine.ids())

    def write_fails(self):
        self.check_mounted()
        self.fill(0)
        for hour in ("00", "01"):  # what all actions wait for
            day = pathlib.Path(self.bench.path("awaited", "2026", "01", "05", hour))
            day.mkdir(parents=True)
            (day / "_SUCCESS").touch()
        code, err = self.engine.ended()
        self.bench.expect("exit status", 74, code)
        sentences = [line for line in err.splitlines() if line.startswith("foliot: ")]
        self.bench.expect("sentences on standard error", 1, len(sentences))
        text = re.sub(r"[0-9]{6}\.[a-z]+", "FILE", self.bench.plain(sentences[0]))
        self.bench.expect(
            "standard error",
            "foliot: the database cannot be written: the database in TMP/disk/data/store cannot be "
            "used: IO error: No space left on device: While appending to file: "
            "TMP/disk/data/store/FILE: No space left on device. Look at the disk's free space, "
            "mount options and health, then start again.", text)

    def starts_full(self):
        self.check_mounted()
        self.fill(0)
        code, out, err = self.bench.run("serve", "--data", "TMP/disk/data", "--listen",
                                        "127.0.0.1:0", *RESERVE_SETTING)
        self.bench.expect("exit status", 1, code)
        self.bench.expect("standard output", "", out)
        text = re.sub(r"[0-9]+ KiB are needed", "N KiB are needed", err)
        self.bench.expect(
            "standard error",
            "foliot: the database in TMP/disk/data/store cannot be opened: its file system has "
            "0 KiB left, and N KiB are needed. Free space there, then start again; nothing is "
            "lost.\n", text)

    def comes_back(self):
        self.check_mounted()
        self.filler.unlink()
        self.engine = self.bench.engine("disk/data", *RESERVE_SETTING).wait_ready()
        # Their workflows may have been born meanwhile: the submitted jobs are the coordinators.
        self.bench.expect("coordinators", self.accepted["coordinator"],
                          self.engine.ids()["coordinator"])
        for job in self.accepted["coordinator"]:
            code, out, _ = self.bench.run("--url", self.engine.url, "wait", job, "--timeout",
                                          "25")
            self.bench.expect("standard output", "ID-foliot-C SUCCEEDED\n", out)
            self.bench.expect("exit status", 0, code)

    def close(self):
        if self.engine:
            self.engine.stop()
        if not self.missing:
            subprocess.run(["umount", self.disk], check=False)


def run(bench):
    disk = FullDisk(bench)
    for name, check in (("accepts work while there is space", disk.accepts),
                        ("refuses new work below the reserve", disk.safe_mode),
                        ("ends when a write fails", disk.write_fails),
                        ("does not start without space", disk.starts_full),
                        ("has every accepted job after a restart with space", disk.comes_back)):
        bench.row(f"full disk: {name}", check)
    disk.close()
