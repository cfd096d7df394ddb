"""Compares what was played with the recordings of a real Oozie, step by step."""
import json
import os
import re
import sys

import own_words

SHOWN_PER_STEP = 4
KINDS = ('same', 'documented', 'identity', 'different')


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
    body = own_words.without_build(ordered(body))
    return dict(step, response=dict(step['response'], body=json.dumps(body)))


# The sentence behind a code is a server's own, where the command line shows it as where REST does.
SHOWN_SENTENCE = re.compile(r'^(Error Message +: [A-Z]{1,2}[0-9]{3,4}):.*$', re.M)


def with_plain_output(step):
    """A command line's step, with what a server words and orders as it likes taken away."""
    if 'argv' not in step:
        return step
    return own_words.without_words(
        dict(step, stdout=as_set(SHOWN_SENTENCE.sub(r'\1', step['stdout']))))


def differences(compare, ours, theirs):
    if ours is None:
        return ['this step was not played']
    if 'samples' in theirs and 'samples' in ours:
        return list(time_differences(ours, theirs))
    ours, theirs = (with_plain_output(with_ordered_body(dict(step))) for step in (ours, theirs))
    if ours.get('volatile') or theirs.get('volatile'):
        ours['volatile'] = theirs['volatile'] = True
    how = compare.kind(theirs)
    return list(compare.diff(compare.view(theirs, how), compare.view(ours, how)))


def count_area(compare, area, played, recordings, documented):
    """Prints the steps of `area` that differ from each of the folders `recordings`. Gives how many
    there are of each of KINDS, and the rows of `documented` that were needed."""
    ours = read_steps(os.path.join(played, area + '.jsonl'))
    real = [read_steps(os.path.join(folder, area + '.jsonl')) for folder in recordings]
    counts, used = dict.fromkeys(KINDS, 0), set()
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
    return counts, used


def told(counts):
    """'same 951 of 981 (96.9 %), documented 30, different 0'"""
    number = sum(counts.values())
    identity = f", identity {counts['identity']}" if counts['identity'] else ''
    return (f"same {counts['same']} of {number} ({100 * counts['same'] / max(1, number):.1f} %), "
            f"documented {counts['documented']}, different {counts['different']}{identity}")


def judge(compare, areas, played, recordings, documented):
    """Prints a line for each area. Gives the counts of all of them together."""
    total, used = dict.fromkeys(KINDS, 0), set()
    for area in areas:
        counts, needed = count_area(compare, area, played, recordings, documented)
        used |= needed
        for kind in KINDS:
            total[kind] += counts[kind]
        print(f'{area}: {told(counts)}', flush=True)
    for area, step in sorted(set(documented) - used):
        if area in areas:
            print(f'documented, but the same now: {area} | {step}')
    return total
