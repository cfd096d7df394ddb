"""A written session with the console: what is typed, and what is shown.

tests/console/session.txt is such a text. A line `foliot> COMMAND` is typed at a terminal; what
follows, up to the next one, has to be shown. `{bundle}` and the like stand for what differs from
run to run: ids, paths, times (`TIME`), figures (`N`). A line `# meanwhile: COMMAND` is an order
that somebody else gives while the command behind it waits.
"""

import re
import threading
import time

from engine import Person, check

PROMPT = "foliot> "
MEANWHILE = "# meanwhile: "
LOOKS = ("why", "log", "datasets", "backlog", "info", "list", "runs", "tree", "entity")
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|[\a\b]|\x1b[=>]")


def plain(text, names):
    """`text` without what differs from run to run."""
    for value, name in names:
        text = text.replace(value, name)
    text = re.sub(r"\d{7}-\d{15}-\w+-([BCW])", r"{\1}", text)
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.,]\d+)?Z?", "TIME", text)
    text = re.sub(r"\bv?\d+(\.\d+)*\b", "N", text)
    text = re.sub(r"^(\s*user +)\S+$", r"\1{user}", text, flags=re.M)
    text = re.sub(r"USER\[\w+\]", "USER[{user}]", text)
    # Columns are as wide as what stands in them.
    return "\n".join(re.sub(r"(?<=\S)  +", "  ", line.rstrip()) for line in text.split("\n")).strip()


class Turn:
    """One command of the session, and what has to be shown."""

    def __init__(self, command, meanwhile, before):
        self.command = command
        self.meanwhile = meanwhile
        self.before = before  # lines of comments
        self.shown = []


def read(path):
    turns = []
    comments = []
    meanwhile = ""
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith(PROMPT):
                turns.append(Turn(line[len(PROMPT) :], meanwhile, comments))
                comments, meanwhile = [], ""
            elif line.startswith("#"):
                comments.append(line)
                if line.startswith(MEANWHILE):
                    meanwhile = line[len(MEANWHILE) :]
            elif turns and line:
                turns[-1].shown.append(line)
    return turns


def write(path, turns):
    with open(path, "w", encoding="utf-8") as file:
        for turn in turns:
            lines = turn.before + [PROMPT + turn.command] + turn.shown
            file.write("\n".join(lines) + "\n\n")


def commands_of_help(help_text):
    """Every command that `help` tells of."""
    own, users = help_text.split("What all users have")
    names = re.findall(r"^  ([a-z][a-z-]*)", own, re.M)
    return names + users.split(":\n", 1)[1].split()


def check_every_command(turns, help_text):
    """A command without a turn is a command that nobody has seen."""
    typed = {turn.command.split()[0] for turn in turns}
    missing = [each for each in commands_of_help(help_text) if each not in typed]
    check(len(commands_of_help(help_text)) > 20, "help is not understood")
    check(not missing, f"commands without a turn in session.txt: {missing}")


def fill(text, values):
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


def names_of(values):
    """What to replace in what is shown, the longest first."""
    pairs = [(value, "{" + name + "}") for name, value in values.items()]
    return sorted(pairs, key=lambda pair: -len(pair[0]))


def type_one(person, turn, command, values):
    """Types the command; what is shown, line by line, without what differs from run to run."""
    person.type(command + "\n")
    shown = ESCAPES.sub("", person.expect(r"(?:\n|^)" + re.escape(PROMPT)))
    # What is typed is shown too, twice where the line editor was not there yet.
    shown = shown[: shown.rindex(PROMPT)].replace(PROMPT, "").lstrip()
    while shown.startswith(command):
        shown = shown[len(command) :].lstrip()
    if turn.command.startswith("submit "):
        values["second"] = re.search(r"\d{7}-\d{15}-\S+-[BCW]", shown).group()
    seen = plain(shown, names_of(values)).split("\n")
    return [line for line in seen if line and line != PROMPT.strip()]


def play(engine, turns, values, words, home, prefix=(), update=False):
    """Types all of it. `values` grows by `{second}`: the id of the second submission."""
    person = Person(engine, *words, home=home, prefix=prefix)
    person.expect(re.escape(PROMPT))
    for turn in turns:
        command = fill(turn.command, values)
        other = None
        if turn.meanwhile:
            order = fill(turn.meanwhile, values).split()
            other = threading.Thread(target=give_until_seen, args=(engine, order, person))
            person.waiting = True
            other.start()
        seen = type_one(person, turn, command, values)
        limit = time.monotonic() + 20
        # What was ordered goes its way; who looks too early looks again.
        while seen != turn.shown and command.split()[0] in LOOKS and not update:
            if time.monotonic() > limit:
                break
            seen = type_one(person, turn, command, values)
        if other:
            person.waiting = False
            other.join()
        if update:
            turn.shown = seen
        check(seen == turn.shown, f"{turn.command}: seen\n" + "\n".join(seen) +
              "\nbut session.txt has\n" + "\n".join(turn.shown))
    person.leave()


def give_until_seen(engine, order, person):
    while person.waiting:
        engine.console(*order)
        time.sleep(0.2)
