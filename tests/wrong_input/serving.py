"""Rows of `foliot serve`: settings, ports, directories and databases that cannot be used."""
import os
import shutil
import subprocess

import wal
from harness import Notes, free_port

# name, arguments after `serve`, exit status, standard error
SETTINGS = [
    ("missing foliot.toml", ["--config", "TMP/foliot.toml"], 1,
     "TMP/foliot.toml: the configuration file does not exist. Check the path given with "
     "--config."),
    ("unknown key in foliot.toml", ["--config", "HERE/unknown-key.toml"], 1,
     "HERE/unknown-key.toml:1:1: there is no setting 'run_slotz'. Did you mean 'run_slots'?"),
    ("value of a wrong type in foliot.toml", ["--config", "HERE/wrong-type.toml"], 1,
     "HERE/wrong-type.toml:1:1: 'run_slots' must be a whole number. Write run_slots = 32."),
    ("malformed foliot.toml", ["--config", "HERE/malformed.toml"], 1,
     "HERE/malformed.toml:1:13: this is no TOML: Error while parsing value: could not "
     "determine value type. Write lines such as name = \"value\"."),
    ("unknown key in --set", ["--set", "on_losst=hold"], 1,
     "command line: there is no setting 'on_losst'. Did you mean 'on_lost'?"),
    ("--set without '='", ["--set", "on_lost"], 1,
     "--set: 'on_lost' is not name=value. Write --set name=value."),
    ("value out of range", ["--set", "run_slots=0"], 1,
     "command line: run_slots: '0' is not a whole number from 1 to 10000. Give a number from 1 "
     "to 10000."),
    ("value that is no choice", ["--set", "on_lost=retry"], 1,
     "command line: on_lost: 'retry' is none of rerun, hold, fail. Choose one of rerun, hold, "
     "fail."),
    ("processing zone that is none", ["--set", "processing_timezone=Europe/Berlin"], 1,
     "command line: processing_timezone: 'Europe/Berlin' is no processing time zone. Write UTC "
     "or an offset such as GMT+0530."),
    ("system id too long", ["--set", "system_id=a-very-long-system-id"], 1,
     "command line: system_id: system id 'a-very-long-system-id' is longer than 14 characters. "
     "Use 1 to 14 letters, digits, underscores or dashes."),
    ("listen address without a port", ["--listen", "127.0.0.1"], 1,
     "command line: listen: '127.0.0.1' is not HOST:PORT. Write for example 127.0.0.1:11000 or "
     "[::1]:11000."),
    ("listen address with a port too high", ["--listen", "127.0.0.1:70000"], 1,
     "command line: listen: '127.0.0.1:70000' is not HOST:PORT. Write for example "
     "127.0.0.1:11000 or [::1]:11000."),
    ("listen address that is a name", ["--listen", "data-host:11000"], 1,
     "listen: 'data-host' is no address to listen on. Give an IP address, for example "
     "127.0.0.1:11000 or [::1]:11000."),
    ("listen address that others can connect to", ["--listen", "192.0.2.1:11000"], 1,
     "listen: 192.0.2.1:11000: other hosts could connect here, and nothing proves who asks: "
     "everybody could say to be anybody. Listen on 127.0.0.1, behind a proxy that knows its users; "
     "or, where everybody who reaches the port may do everything, write http.open = true into the "
     "configuration file (or --set http_open=true)."),
    ("listen address of another machine",
     ["--listen", "192.0.2.1:11000", "--set", "http_open=true"], 1,
     "192.0.2.1:11000: this machine has no such address. Choose one of its addresses with "
     "--listen HOST:PORT."),
    ("log file that is a directory", ["--set", "log_file=TMP/empty"], 1,
     "TMP/empty: cannot write the log: Failed opening file TMP/empty for writing: Is a "
     "directory. Name another file with log_file, or leave it out for standard error."),
    ("data directory below a missing one", ["--data", "TMP/nowhere/data"], 1,
     "TMP/nowhere/data: the data directory cannot be made: No such file or directory. Create "
     "it, or name another one with --data."),
    ("data directory that is a file", ["--data", "TMP/large.properties"], 1,
     "TMP/large.properties: the data directory cannot be used: this is a file. Name a "
     "directory with --data."),
    ("empty data directory name", ["--data", "TMP/unused", "--set", "data="], 1,
     "command line: data: it must not be empty. Give a path."),
]

# name, what is done to the database's directory, standard error of serve; replay says the same but
# for the remedy
DAMAGES = [
    ("table of zeros", lambda store: (store / "000028.sst").write_bytes(1701 * b"\0"),
     "the database in DATA/store: Corruption: Bad table magic number: expected "
     "9863518390377041911, found 0 in DATA/store/000028.sst in file "
     "DATA/store/MANIFEST-000005. Stop the engine and restore the data directory from a copy; "
     "nothing was changed."),
    ("table changed in one byte", lambda store: flip(store / "000028.sst", 20),
     "the database in DATA/store: Corruption: block checksum mismatch: stored = 3075635339, "
     "computed = 1263874668, type = 4  in DATA/store/000028.sst offset 0 size 555. Stop the "
     "engine and restore the data directory from a copy; nothing was changed."),
    ("table cut short", lambda store: os.truncate(store / "000028.sst", 900),
     "the database in DATA/store: Corruption: file is too short (1701 bytes) to be an "
     "sstableDATA/store/000028.sst in file DATA/store/MANIFEST-000005. Stop the engine and "
     "restore the data directory from a copy; nothing was changed."),
    ("table missing", lambda store: (store / "000028.sst").unlink(),
     "the database in DATA/store misses a file: Corruption: Corruption: IO error: No such file "
     "or directory: While open a file for random read: DATA/store/000028.ldb: No such file or "
     "directory in file DATA/store/MANIFEST-000005. Stop the engine and restore the data "
     "directory from a copy; nothing was changed."),
    ("manifest changed in one byte", lambda store: flip(store / "MANIFEST-000005", 300),
     "the database in DATA/store: Corruption: checksum mismatch in file "
     "DATA/store/MANIFEST-000005. Stop the engine and restore the data directory from a copy; "
     "nothing was changed."),
    ("manifest missing", lambda store: (store / "MANIFEST-000005").unlink(),
     "the database in DATA/store misses a file: IO error: No such file or directory: While "
     "opening a file for sequentially reading: DATA/store/MANIFEST-000005: No such file or "
     "directory. Stop the engine and restore the data directory from a copy; nothing was "
     "changed."),
    ("CURRENT missing", lambda store: (store / "CURRENT").unlink(),
     "the database in DATA/store misses its file CURRENT. Stop the engine and restore the data "
     "directory from a copy; nothing was changed."),
    ("written by a later version", lambda store: wal.append_format(store, 3),
     "DATA/store: the database has format 3, this Foliot knows up to 2. Start the version of "
     "Foliot that wrote it, or a later one."),
    ("format that cannot be read", lambda store: wal.append_format(store, 0),
     "DATA/store: the format row cannot be read. Stop the engine and restore the data "
     "directory from a copy; nothing was changed."),
]


def flip(path, at):
    data = bytearray(path.read_bytes())
    data[at] ^= 0x40
    path.write_bytes(data)


def as_nobody(bench):
    """A prefix that runs a program as a user without rights, and that program."""
    if os.geteuid() != 0:
        return [], bench.foliot  # the tests' own user has no rights either, on a closed directory
    if shutil.which("setpriv") is None:
        raise Notes("there is no setpriv (package util-linux), and root may do everything")
    prefix = ["setpriv", "--reuid", "nobody", "--clear-groups"]
    done = bench.run("--help", prefix=prefix)
    if done[0] != 0:
        raise Notes(f"nobody cannot run {bench.foliot}: {done[2].strip()}")
    return prefix, bench.foliot


def run(bench, engine):
    def refused(arguments, status, text, **how):
        for option, value in (("--data", "TMP/unused"), ("--listen", "127.0.0.1:0")):
            if option not in arguments:
                arguments = [*arguments, option, value]
        code, out, err = bench.run("serve", *arguments, **how)
        bench.expect("exit status", status, code)
        bench.expect("standard error", f"foliot: {text}\n", err)
        bench.expect("standard output", "", out)

    for name, arguments, status, text in SETTINGS:
        bench.row(f"serve: {name}", lambda a=arguments, s=status, t=text: refused(a, s, t))
    bench.row("serve: port in use", lambda: port_in_use(bench, refused))
    bench.row("serve: second engine on the data directory",
              lambda: second_engine(bench, engine, refused))
    bench.row("serve: data directory without permission", lambda: closed_directory(bench, refused))
    bench.row("serve: database without permission", lambda: closed_database(bench, refused))
    bench.row("serve: no foliot-launcher beside foliot", lambda: no_launcher(bench, refused))
    bench.row("output without a place to go", lambda: closed_files(bench))
    bench.row("output onto a full disk", lambda: full_output(bench))
    for number, (name, damage, text) in enumerate(DAMAGES):
        bench.row(f"database: {name}",
                  lambda n=number, d=damage, t=text: damaged(bench, refused, n, d, t))


def port_in_use(bench, refused):
    with free_port() as taken:
        port = taken.getsockname()[1]
        bench.words[f"127.0.0.1:{port}"] = "127.0.0.1:PORT"
        bench.words[f"sport = :{port}"] = "sport = :PORT"
        refused(["--listen", f"127.0.0.1:{port}"], 1,
                "127.0.0.1:PORT: the port is in use by another program. Stop that program "
                "('ss -ltnp sport = :PORT' names it), or choose another port with "
                "--listen HOST:PORT.")


def second_engine(bench, engine, refused):
    text = ("the database in TMP/data/store is in use by process NUMBER. Stop that engine first, "
            "or give this one a data directory of its own.")
    refused(["--data", "TMP/data"], 1, text)
    before = engine.ids()  # the first one goes on
    code, _, err = bench.run("replay", "--data", "TMP/data", "--verify")
    bench.expect("exit status of replay", 1, code)
    beside = ("the database in TMP/data/store is in use by process NUMBER. Add --live to read beside "
              "it what it has written so far, or stop it first.")
    bench.expect("standard error of replay", f"foliot: {beside}\n", err)
    code, out, err = bench.run("replay", "--data", "TMP/data", "--live", "--verify")
    bench.expect("exit status of replay --live", 0, code)
    bench.expect("standard error of replay --live", "", err)
    bench.expect("replay --live", True, out.endswith(" 0 differ\n"))
    bench.expect("the lists of jobs", before, engine.ids())


def closed_directory(bench, refused):
    prefix, program = as_nobody(bench)
    os.mkdir(bench.path("closed"), 0o000)
    refused(["--data", "TMP/closed"], 1,
            "TMP/closed: the data directory cannot be used: Permission denied. Give this user read "
            "and write permission, or name another with --data.", prefix=prefix, program=program)
    if prefix:
        refused(["--data", "TMP/new"], 1,
                "TMP/new: the data directory cannot be made: Permission denied. Create it, or name "
                "another one with --data.", prefix=prefix, program=program)


def closed_database(bench, refused):
    prefix, program = as_nobody(bench)
    store = bench.copy_of_golden("foreign")
    store.parent.chmod(0o777)
    store.chmod(0o500)
    refused(["--data", "TMP/foreign"], 1,
            "the directory TMP/foreign/store may not be read and written. Start as the user who "
            "owns it, or give this user read, write and search permission.",
            prefix=prefix, program=program)


def no_launcher(bench, refused):
    os.mkdir(bench.path("alone"))
    alone = bench.path("alone", "foliot")
    try:
        os.link(bench.foliot, alone)
    except OSError:
        shutil.copy(bench.foliot, alone)
    refused(["--data", "TMP/unused-2"], 1,
            "the launcher TMP/alone/foliot-launcher cannot be executed. Install foliot-launcher "
            "beside foliot.", program=alone)


def closed_files(bench):
    """What is opened first must not be taken for the standard output, and be written into."""
    with subprocess.Popen(
            ["sh", "-c", 'exec "$0" serve --data "$1" --listen 127.0.0.1:0 <&- >&-', bench.foliot,
             bench.path("without-files")], stderr=subprocess.PIPE, env=bench.environment) as engine:
        for line in engine.stderr:
            if b"engine.recovered" in line:  # the database is open
                break
        places = [os.readlink(f"/proc/{engine.pid}/fd/{file}") for file in (0, 1)]
        engine.terminate()
    bench.expect("what stands in the place of the files", ["/dev/null"] * 2, places)


def full_output(bench):
    for program, status, words in (("foliot", 1, "--help"), ("oozie", 255, "help")):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([str(bench.programs / program), words], stdout=full,
                                  stderr=subprocess.PIPE, env=bench.environment, text=True,
                                  check=False)
        bench.expect(f"exit status of {program}", status, done.returncode)
        bench.expect(f"standard error of {program}",
                     f"{program}: the output cannot be written: No space left on device. What was "
                     "written of it is cut off.\n", done.stderr)


def damaged(bench, refused, number, damage, text):
    name = f"damaged-{number}"
    store = bench.copy_of_golden(name)
    bench.words[str(store.parent)] = "DATA"
    damage(store)
    code, _, err = bench.run("replay", "--data", str(store.parent), "--verify")
    bench.expect("exit status of replay", 1, code)
    reading = text.replace("Stop the engine and restore the data directory from a copy; "
                           "nothing was changed.", "Restore the data directory from a copy.")
    bench.expect("standard error of replay", f"foliot: {reading}\n", err)
    refused(["--data", str(store.parent)], 1, text)
