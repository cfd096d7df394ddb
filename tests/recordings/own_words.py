"""What each program and host says of itself: who built it, how it is set, what its environment has,
and how it words its help. The layout is compared, and every option, key and line; the words are
not. What has another layout is left as it is, and so is found."""
import json
import re

BUILD_KEYS = {'build.time', 'build.user', 'vc.url', 'vc.revision'}  # build.version is compared
BUILT = re.compile(r'(Oozie client build version: [^\n]*\n)Source code repository: [^\n]+\n'
                   r'Compiled by [^\n]+ on [^\n]+\nFrom source with checksum: [^\n]+\n\Z')
SERVER_BUILT = re.compile(r'(Oozie server build version: )(\{[^\n]*\})\n\Z')
SETTING = re.compile(r'(\S+) : (?!\Z)')
LINES = re.compile(r'<[1-9][0-9]* lines>\n\Z')
MISSING = re.compile(r'(Invalid sub-command: Missing required option: )\[(-.*)\]\n', re.S)
NEXT_OPTION = re.compile(r', (?=-[a-z]+ )')
WORDED = re.compile(r'(-[a-z]+) \S')


def without_build(value):
    """The same with the build's own texts taken away, wherever they stand."""
    if isinstance(value, dict):
        return {key: '<build>' if key in BUILD_KEYS and isinstance(part, str)
                else without_build(part) for key, part in value.items()}
    return [without_build(part) for part in value] if isinstance(value, list) else value


def server_build(text):
    match = SERVER_BUILT.match(text)
    if not match:
        return text
    try:
        told = without_build(json.loads(match.group(2)))
    except ValueError:
        return text
    return match.group(1) + json.dumps(told, sort_keys=True) + '\n'


def settings(text):
    """Lines NAME : VALUE by name; a value may go on below."""
    names = [match.group(1) for match in map(SETTING.match, text.split('\n')) if match]
    by_name = len(names) > 1 and names == sorted(names)
    return '<settings by name>\n' if by_name and SETTING.match(text) else text


def options(text):
    """A list of options in the order of somebody's table, each with its words."""
    match = MISSING.match(text)
    parts = NEXT_OPTION.split(match.group(2)) if match else []
    if not parts or not all(WORDED.match(part) for part in parts):
        return text
    names = sorted(part.split(' ', 1)[0] for part in parts)
    return f'{match.group(1)}[{", ".join(names)}]\n{text[match.end():]}'


def without_words(step):
    """A command line's step without the words that are its program's or its host's own."""
    argv, out = step['argv'], step['stdout']
    if argv == ['version']:
        out = BUILT.sub(r'\1<build>\n', out)
    elif argv == ['admin', '-version']:
        out = server_build(out)
    elif argv == ['admin', '-configuration']:
        out = settings(out)
    elif argv in (['admin', '-osenv'], ['admin', '-javasysprops']):
        out = LINES.sub('<lines>\n', out)
    return dict(step, stdout=out, stderr=options(step['stderr']))
