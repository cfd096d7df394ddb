"""The servers of tests/services, each as long as its object or this process lives."""

import os
import subprocess

SERVICES = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "services")
NOT_INSTALLED = 77


class Absent(Exception):
    """What is not installed on this machine."""


class Service:
    """`name` in `folder`, which it uses as it likes; `said` is its first line. Raises Absent."""

    def __init__(self, name, folder):
        self.folder = folder
        self.process = subprocess.Popen(
            [os.path.join(SERVICES, name), folder],
            stdin=subprocess.PIPE,  # its end is the server's
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = self.process.stdout.readline().strip()
        if not self.said:
            why = self.process.communicate()[1].strip()
            raise Absent(why) if self.process.returncode == NOT_INSTALLED else OSError(why)

    def stop(self):
        self.process.stdin.close()
        self.process.wait(30)
