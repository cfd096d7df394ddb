"""A second network namespace: a host of its own, joined to this one by a cable."""

import os
import subprocess


class Namespace:
    """`available` tells whether one could be made (root, iproute2); `close` takes it away."""

    def __init__(self):
        mark = f"{os.getpid() % 0xFFFF:x}"
        self.name = f"fo{mark}"
        self.here, self.there = f"fa{mark}", f"fb{mark}"
        net = f"10.231.{os.getpid() % 250 + 1}"
        self.address = f"{net}.1"
        self.available = all(
            self._ip(*words.split())
            for words in (
                f"netns add {self.name}",
                f"link add {self.here} type veth peer name {self.there}",
                f"link set {self.there} netns {self.name}",
                f"addr add {net}.1/24 dev {self.here}",
                f"link set {self.here} up",
                f"-n {self.name} addr add {net}.2/24 dev {self.there}",
                f"-n {self.name} link set {self.there} up",
            )
        )
        if not self.available:
            self.close()

    @staticmethod
    def _ip(*words):
        try:
            return subprocess.run(["ip", *words], capture_output=True, check=False).returncode == 0
        except OSError:
            return False

    def words(self, *command):
        """What runs `command` in there."""
        return ["ip", "netns", "exec", self.name, *command]

    def close(self):
        self._ip("netns", "del", self.name)
        self._ip("link", "del", self.here)
