#!/usr/bin/env python3
"""Plays the recorded conversations with a real Oozie against a fresh engine and compares.

play.py --foliot PROGRAM --recordings FOLDER [--oozie PROGRAM] [--areas a,b] [--listen HOST:PORT]
        [--work FOLDER] [--played FOLDER] [--beside]

The engine runs with config/oozie-recorded.toml on a data directory of its own. The recorder and
the comparison are those beside the recordings (FOLDER/../session). With --oozie the recorded
command lines are played too, each by that program; their jobs are those of the areas before them,
which are then played as well. A step is the same when it is the same as in one of the recordings a
and c: what those two disagree in is racy. With --beside a real Oozie (FOLDER/../oozie) is started
and asked at the same time, and its answers are compared with instead. For each area a line tells
how many steps are the same, differ as differences.txt here and in tests/oozie_command says, differ
because of who asks (identity), and differ otherwise. Exit status: 0 when no step differs otherwise,
1 when one does, 2 when nothing could be played.
"""
import argparse
import importlib.util
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
from judge import judge, read_documented, told  # noqa: E402
from real_oozie import RealOozie  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DOCUMENTED = (os.path.join(HERE, 'differences.txt'),
              os.path.join(ROOT, 'tests', 'oozie_command', 'differences.txt'))
REST_AREAS = ('admin', 'wf', 'wf_errors', 'coord', 'bundle', 'jobs', 'timing')
COMMAND_AREAS = ('cli_basic', 'cli_wf', 'cli_coord')
READY_SECONDS = 60


def load_compare(session):
    spec = importlib.util.spec_from_file_location('compare', os.path.join(session, 'compare.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def free_address():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return f'127.0.0.1:{probe.getsockname()[1]}'


class Engine:
    def __init__(self, program, work, listen):
        self.url = None
        self.data = os.path.join(work, 'data')
        self.log = open(os.path.join(work, 'engine.log'), 'w', encoding='utf-8')
        config = os.path.join(ROOT, 'config', 'oozie-recorded.toml')
        self.process = subprocess.Popen(
            [program, 'serve', '--config', config, '--data', self.data, '--listen', listen],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        end = time.time() + READY_SECONDS
        while time.time() < end:
            line = self.process.stdout.readline()
            if not line:
                break
            match = re.match(r'foliot ready on (\S+)', line)
            if match:
                self.url = match.group(1).rstrip('/')
                return
        self.stop()
        sys.exit(f'the engine did not start; its log: {self.log.name}')

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


def to_play(areas):
    """The command lines ask about jobs of the areas before them; of timing they ask nothing."""
    if not set(areas) & set(COMMAND_AREAS):
        return areas
    every = REST_AREAS + COMMAND_AREAS
    last = max(every.index(area) for area in areas)
    return [area for area in every[:last + 1] if area in areas or area != 'timing']


def record(session, url, client, out, files, areas):
    command = [sys.executable, '-B', os.path.join(session, 'record.py'), '--base', url,
               '--out', out, '--root', files, '--areas', ','.join(to_play(areas))]
    if client:
        command += ['--oozie-cmd', shlex.join(client)]
    subprocess.run(command, check=True)


def play(given, session, work, areas):
    out = os.path.join(work, 'played')
    engine = Engine(given.foliot, work, given.listen or free_address())
    url = engine.url if engine.url.endswith('/oozie') else engine.url + '/oozie'
    client = None
    if given.oozie:
        home = os.path.join(work, 'home')  # The command keeps its tokens there.
        os.makedirs(home, exist_ok=True)
        client = [os.path.abspath(given.oozie), '-Duser.home=' + home]
    try:
        record(session, url, client, out, os.path.join(work, 'files'), areas)
    finally:
        engine.stop()
    return out


def play_both(given, session, work, areas):
    """Gives what the engine answered, and what a real Oozie answered meanwhile."""
    real_out, files = os.path.join(work, 'real'), os.path.join(work, 'real-files')
    oracle = os.path.realpath(os.path.join(given.recordings, '..'))
    with RealOozie(oracle, work) as real:
        client = real.client() if given.oozie else None
        failed = []

        def ask_real():
            try:
                record(session, real.base, client, real_out, files, areas)
            except subprocess.CalledProcessError as error:
                failed.append(error)
        beside = threading.Thread(target=ask_real)
        beside.start()
        try:
            out = play(given, session, work, areas)
        finally:
            beside.join()
        if failed:
            raise failed[0]
    return out, real_out


def arguments():
    options = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    options.add_argument('--foliot', required=True, help='the program')
    options.add_argument('--recordings', required=True, help='the folder of a and c')
    options.add_argument('--oozie', help='the program that runs the recorded command lines')
    options.add_argument('--areas', help='those to compare, instead of all')
    options.add_argument('--listen', help='HOST:PORT of the engine')
    options.add_argument('--work', help='a folder for the engine and what is played; it is kept')
    options.add_argument('--played', help='compare what is there instead of playing')
    options.add_argument('--beside', action='store_true', help='compare with a server started now')
    given = options.parse_args()
    known = REST_AREAS + (COMMAND_AREAS if given.oozie or given.played else ())
    areas = given.areas.split(',') if given.areas else list(known)
    for area in areas:
        if area not in known:
            options.error(f"no area {area!r}; there are {', '.join(known)}")
    return given, areas


def main():
    given, areas = arguments()
    session = os.path.join(given.recordings, '..', 'session')
    if not os.path.exists(os.path.join(session, 'record.py')):
        print(f'the recordings are absent ({given.recordings}): nothing is played')
        return 2
    compare = load_compare(session)
    documented = {}
    for path in DOCUMENTED:
        documented.update(read_documented(path))
    work = given.work or tempfile.mkdtemp(prefix='foliot-recordings-')
    os.makedirs(work, exist_ok=True)
    different = 0
    try:
        real = [os.path.join(given.recordings, name) for name in ('a', 'c')]
        if given.beside:
            played, beside = play_both(given, session, work, areas)
            real = [beside]
        else:
            played = given.played or play(given, session, work, areas)
        for name, kind in (('REST', REST_AREAS), ('command lines', COMMAND_AREAS)):
            chosen = [area for area in areas if area in kind]
            if not chosen:
                continue
            total = judge(compare, chosen, played, real, documented)
            different += total['different']
            print(f'recordings, {name}: {told(total)}')
    except RuntimeError as error:
        print(f'no real Oozie can be asked: {error}')
        return 2
    finally:
        if not given.work:
            shutil.rmtree(work, ignore_errors=True)
    return 1 if different else 0


if __name__ == '__main__':
    sys.exit(main())
