#!/usr/bin/env python3
"""Plays the recorded conversations with a real Oozie against a fresh engine and compares.

play.py --foliot PROGRAM --recordings FOLDER [--areas a,b] [--work FOLDER] [--played FOLDER]

The engine runs with config/oozie-recorded.toml on a data directory of its own. The recorder and
the comparison are those beside the recordings (FOLDER/../session). A step is the same when it is
the same as in one of the recordings a and c: what those two disagree in is racy. For each area a
line tells how many steps are the same, differ as tests/recordings/differences.txt says, differ
because of who asks (identity), and differ otherwise. Exit status: 0 when no step differs
otherwise, 1 when one does, 2 when nothing could be played.
"""
import argparse
import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
AREAS = ('admin', 'wf', 'wf_errors', 'coord', 'bundle', 'jobs', 'timing')
READY_SECONDS = 60
SHOWN_PER_STEP = 4


def load_compare(session):
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location('compare', os.path.join(session, 'compare.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_documented(path):
    """{(area, step): reason} of lines 'AREA | STEP | REASON'; a STEP may end in '*'."""
    out = {}
    with open(path, encoding='utf-8') as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.startswith('#'):
                continue
            parts = [part.strip() for part in line.split(' | ', 2)]
            if len(parts) != 3 or not all(parts):
                sys.exit(f'{path}:{number}: not AREA | STEP | REASON')
            out[parts[0], parts[1]] = parts[2]
    return out


def reason_for(documented, area, step):
    if (area, step) in documented:
        return (area, step)
    for known_area, pattern in documented:
        if known_area == area and pattern.endswith('*') and step.startswith(pattern[:-1]):
            return (known_area, pattern)
    return None


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


class Engine:
    def __init__(self, program, work):
        self.url = None
        self.data = os.path.join(work, 'data')
        self.log = open(os.path.join(work, 'engine.log'), 'w', encoding='utf-8')
        config = os.path.join(ROOT, 'config', 'oozie-recorded.toml')
        listen = f'127.0.0.1:{free_port()}'
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


def play(program, session, work, areas):
    out = os.path.join(work, 'played')
    engine = Engine(program, work)
    url = engine.url if engine.url.endswith('/oozie') else engine.url + '/oozie'
    command = [sys.executable, '-B', os.path.join(session, 'record.py'), '--base', url,
               '--out', out, '--root', os.path.join(work, 'files'), '--areas', ','.join(areas)]
    try:
        subprocess.run(command, check=True)
    finally:
        engine.stop()
    return out


def read_steps(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding='utf-8') as lines:
        return {step['name']: step for step in map(json.loads, lines)}


def without_repeats(states):
    return [state for i, state in enumerate(states) if i == 0 or states[i - 1] != state]


def histories(samples):
    """The statuses of the bundle, of each coordinator and of each action, in order."""
    out = {}
    for sample in samples:
        out.setdefault('bundle', []).append(sample[1])
        name = None
        for part in sample[2:]:
            if '=' in part:
                name, status = part.rsplit('=', 1)
                out.setdefault(name, []).append(status)
            else:
                for number, status in enumerate(part.split(), 1):
                    out.setdefault(f'{name}@{number}', []).append(status)
    return {key: without_repeats(states) for key, states in out.items()}


def time_differences(ours, theirs):
    """Between two looks a status may pass unseen: those in both come in the same order."""
    mine, real = histories(ours['samples']), histories(theirs['samples'])
    for key in sorted(set(mine) | set(real)):
        a, b = mine.get(key, []), real.get(key, [])
        if a[-1:] != b[-1:] or [x for x in a if x in b] != [x for x in b if x in a]:
            yield f'{key}: {b} | {a}'


PROPERTY = re.compile(r' *<property>.*?</property>\r?\n', re.S)
SHOWN_CONFIGURATIONS = ('conf', 'createdConf', 'runConf')


def as_set(configuration):
    """A configuration's properties by name: their order means nothing (docs/differences.md)."""
    found = PROPERTY.findall(configuration)
    if not configuration.startswith('<configuration>') or not found:
        return configuration
    return '<configuration>' + ''.join(sorted(found)) + '</configuration>'


def ordered(value):
    if isinstance(value, dict):
        return {key: as_set(part) if key in SHOWN_CONFIGURATIONS and isinstance(part, str)
                else ordered(part) for key, part in value.items()}
    return [ordered(part) for part in value] if isinstance(value, list) else value


def with_ordered_body(step):
    try:
        body = json.loads(step['response']['body'])
    except (KeyError, TypeError, ValueError):
        return step
    return dict(step, response=dict(step['response'], body=json.dumps(ordered(body))))


def differences(compare, ours, theirs):
    if ours is None:
        return ['this step was not played']
    if 'samples' in theirs and 'samples' in ours:
        return list(time_differences(ours, theirs))
    ours, theirs = with_ordered_body(dict(ours)), with_ordered_body(dict(theirs))
    if ours.get('volatile') or theirs.get('volatile'):
        ours['volatile'] = theirs['volatile'] = True
    how = compare.kind(theirs)
    return list(compare.diff(compare.view(theirs, how), compare.view(ours, how)))


def compare_area(compare, area, played, recordings, documented, used):
    ours = read_steps(os.path.join(played, area + '.jsonl'))
    real = [read_steps(os.path.join(recordings, name, area + '.jsonl')) for name in ('a', 'c')]
    counts = {'same': 0, 'documented': 0, 'identity': 0, 'different': 0}
    for name in real[0]:
        found = None
        for steps in real:
            if name in steps:
                found = differences(compare, ours.get(name), steps[name])
                if not found:
                    break
        key = reason_for(documented, area, name)
        if not found:
            counts['same'] += 1
        elif key:
            used.add(key)
            counts['identity' if documented[key].startswith('identity:') else 'documented'] += 1
        else:
            counts['different'] += 1
            print(f'{area}: {name}')
            for line in found[:SHOWN_PER_STEP]:
                print('    ' + line[:400])
    identity = f", identity {counts['identity']}" if counts['identity'] else ''
    print(f"{area}: same {counts['same']} of {len(real[0])}, documented {counts['documented']}, "
          f"different {counts['different']}{identity}", flush=True)
    return counts, len(real[0])


def main():
    options = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    options.add_argument('--foliot', required=True, help='the program')
    options.add_argument('--recordings', required=True, help='the folder of a and c')
    options.add_argument('--areas', default=','.join(AREAS))
    options.add_argument('--work', help='a folder for the engine and what is played; it is kept')
    options.add_argument('--played', help='compare what is there instead of playing')
    given = options.parse_args()
    session = os.path.join(given.recordings, '..', 'session')
    if not os.path.exists(os.path.join(session, 'record.py')):
        print(f'the recordings are not here ({given.recordings}): nothing is played')
        return 2
    compare = load_compare(session)
    documented = read_documented(os.path.join(HERE, 'differences.txt'))
    areas = given.areas.split(',')
    work = given.work or tempfile.mkdtemp(prefix='foliot-recordings-')
    os.makedirs(work, exist_ok=True)
    try:
        played = given.played or play(given.foliot, session, work, areas)
        total = {'same': 0, 'documented': 0, 'identity': 0, 'different': 0}
        steps, used = 0, set()
        for area in areas:
            counts, number = compare_area(compare, area, played, given.recordings, documented, used)
            steps += number
            for key, count in counts.items():
                total[key] += count
    finally:
        if not given.work:
            shutil.rmtree(work, ignore_errors=True)
    for area, step in sorted(set(documented) - used):
        if area in areas:
            print(f'documented, but the same now: {area} | {step}')
    print(f"recordings: same {total['same']} of {steps}, documented {total['documented']}, "
          f"identity {total['identity']}, different {total['different']}")
    return 1 if total['different'] else 0


if __name__ == '__main__':
    sys.exit(main())
