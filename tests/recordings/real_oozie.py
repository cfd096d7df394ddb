"""A real Oozie of this host, for as long as a recording takes. What starts it stands beside the
recordings; how it is started on this Java is bench/oozie's."""
import os
import shutil
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, 'bench', 'oozie'))
from sides import Oozie  # noqa: E402

PORT = 11900


class RealOozie:
    """`with RealOozie(oracle, work) as real:` it answers at real.base; without a JDK, Maven or what
    starts it RuntimeError says why."""

    def __init__(self, oracle, work, port=PORT):
        self.home = os.path.join(ROOT, 'build', 'oozie')
        self.oracle, self.work, self.port = oracle, work, port
        self.side = None

    def __enter__(self):
        script = os.path.join(self.oracle, 'oozie', 'run')
        if not os.path.exists(script):
            raise RuntimeError(f'there is no {script}')
        for tool in ('java', 'javac', 'mvn'):
            if not shutil.which(tool):
                raise RuntimeError(f'there is no {tool}')
        os.makedirs(self.home, exist_ok=True)
        self.side = Oozie(self.oracle, self.home, self.port, self.work, 'derby', 'default')
        try:
            self.side.install()
            self.side.start()
        except SystemExit as error:
            self.side.call('stop', str(self.port))
            raise RuntimeError(error) from error
        return self

    def __exit__(self, *_):
        self.side.stop()

    @property
    def base(self):
        return self.side.base

    def client(self):
        """The command line of the released client."""
        return ['env', f'OOZIE_ORACLE_HOME={self.home}', self.side.run, 'client']
