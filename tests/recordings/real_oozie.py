"""A real Oozie of this host, by the script that starts it (ORACLE/oozie/run), for as long as a
recording takes."""
import os
import shutil
import subprocess

PORT = 11900


class RealOozie:
    """`with RealOozie(oracle) as real:` it answers at real.url; without a JDK or its libraries
    RuntimeError says why."""

    def __init__(self, oracle, port=PORT):
        self.script = os.path.join(oracle, 'oozie', 'run')
        self.port = str(port)
        self.url = f'http://localhost:{self.port}/oozie'

    def run(self, *arguments):
        done = subprocess.run([self.script, *arguments], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(arguments)}: {done.stdout.strip()[-2000:]}")

    def __enter__(self):
        if not os.path.exists(self.script):
            raise RuntimeError(f'there is no {self.script}')
        for tool in ('java', 'mvn'):
            if not shutil.which(tool):
                raise RuntimeError(f'there is no {tool}')
        self.run('install')
        self.run('stop', self.port)
        self.run('reset', self.port)
        try:
            self.run('start', self.port)
        except RuntimeError:
            self.run('stop', self.port)
            raise
        return self

    def __exit__(self, *_):
        self.run('stop', self.port)

    def client(self):
        """The command line of the released client."""
        return [self.script, 'client']
