"""Rows of `foliot test`: a scenario -> exit status -> everything on standard output."""
import re

# name, text of the scenario below its title, standard output behind its first line; exit status 1
SCENARIOS = [
    ("unknown statement", "advanse 1h\n", "2: there is no statement 'advanse'. Did you mean "
     "'advance'?\n    line  advanse 1h\n"),
    ("statement of another language", "create /data\n", "2: there is no statement 'create'. Did you "
     "mean 'touch'?\n    line  create /data\n"),
    ("wrong date", "advance to 2026-02-30T00:00Z\n", "2: a time such as 00:15 or 2026-01-01T00:15Z "
     "is expected, not '2026-02-30T00:00Z'\n    line  advance to 2026-02-30T00:00Z\n"),
    ("time without end", "advance 99999999999d\n", "2: a duration such as 1h30m, ten years at most, "
     "is expected, not '99999999999d'\n    line  advance 99999999999d\n"),
    ("more time than ten years", "advance 3660d\nadvance 1m\n", "3: 2036-01-09T00:01Z is more than "
     "ten years after the beginning, 2026-01-01T00:00Z; begin later with 'now TIME'\n"
     "    line  advance 1m\n"),
    ("job that does not exist", "kill R\n", "2: there is no 'R'; nothing was submitted\n"
     "    line  kill R\n"),
    ("missing file of properties", "submit jobs.properties as R\n", "2: jobs.properties: there is no "
     "such file. Did you mean 'job.properties'?\n    line  submit jobs.properties as R\n"),
    ("file outside", "files ../.. at /x\n", "2: ../..: the path leads out of the application "
     "directory. Name a file below TMP/tested, or give --app.\n    line  files ../.. at /x\n"),
    ("properties without an application", "submit job.properties as R\n", "2: nothing names the "
     "application; job.properties must set oozie.bundle.application.path, or that of a coordinator "
     "or workflow\n    line  submit job.properties as R\n"),
    ("refused application", "submit job.properties as R oozie.bundle.application.path=file:///b\n",
     "2: was refused: E0307: /b/bundle.xml: this definition does not exist. Copy the application "
     "there, or correct the path 'file:///b'.\n"
     "    line  submit job.properties as R oozie.bundle.application.path=file:///b\n"),
    ("quote that is left open", "file /a \"text\nadvance 1h\n", "2: a quoted text is not closed\n"
     "    line  file /a \"text\n"),
    ("document without an end", "file /a <<END\ntext\n", "3: the document has no end: a line that "
     "says END\n    line  text\n"),
    ("words too many", "advance 1h please\n", "2: 'please' means nothing here\n"
     "    line  advance 1h please\n"),
    ("unmet expectation", "expect file /data/_SUCCESS\n", "2: /data/_SUCCESS is not there\n"
     "    line  expect file /data/_SUCCESS\n"),
]

# name, arguments, standard error behind "foliot: "; exit status 2
USAGE = [
    ("test of nothing", ["test"], "PATH is required\nSee 'foliot test --help'.\n"),
    ("test of a missing file", ["test", "TMP/tested/no.scenario"],
     "TMP/tested/no.scenario: there is no such file. Name scenarios, or directories with *.scenario "
     "files.\n"),
    ("test of a directory without scenarios", ["test", "TMP/empty"],
     "TMP/empty: the directory holds no scenario. Name a directory with files that end in "
     ".scenario.\n"),
    ("test with a missing application", ["test", "TMP/tested", "--app", "TMP/nowhere"],
     "TMP/nowhere: there is no such directory. Name the application directory behind --app.\n"),
    ("test of a file that is too long", ["test", "TMP/long.scenario"],
     "TMP/long.scenario: the file is longer than 1048576 bytes. Check that it is the right "
     "file.\n"),
    ("test with an unknown option", ["test", "TMP/tested", "--fast"],
     "The following argument was not expected: --fast\nSee 'foliot test --help'.\n"),
]


def run(bench, _engine):
    folder = bench.scratch / "tested"
    folder.mkdir()
    (folder / "job.properties").write_text("user.name=joe\n", encoding="ascii")
    (bench.scratch / "long.scenario").write_text("#" * (1 << 21), encoding="ascii")
    file = folder / "one.scenario"

    def scenario(text, told):
        file.write_text("# title\n" + text, encoding="ascii")
        code, out, err = bench.run("test", str(file))
        bench.expect("exit status", 1, code)
        bench.expect("standard error", "", err)
        out = re.sub(r"[0-9.]+ ms", "TIME ms", out)
        bench.expect("standard output",
                     "FAILED  TMP/tested/one.scenario  0 actions, TIME ms\n"
                     f"  TMP/tested/one.scenario:{told}0 passed, 1 failed\n", out)

    def usage(arguments, told):
        code, out, err = bench.run(*arguments)
        bench.expect("exit status", 2, code)
        bench.expect("standard error", f"foliot: {told}", err)
        bench.expect("standard output", "", out)

    for name, text, told in SCENARIOS:
        bench.row(name, lambda t=text, s=told: scenario(t, s))
    for name, arguments, told in USAGE:
        bench.row(name, lambda a=arguments, t=told: usage(a, t))
