"""What is sent to the engine all at once, or never taken from it."""

import contextlib
import socket
import time

import wire as w

SECONDS = 1.5


def hellos(world):
    """Connections that say hello without an end."""
    sent = 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        link = world.wire()
        with contextlib.suppress(OSError):
            link.link.sendall(link.opening() + link.question(w.hello("fuzz")) * 500)
            link.is_closed(0.2)
        link.close()
        sent += 500
    return [f"{sent} hellos"]


def questions_without_a_pass(world):
    """Asked and asked, and the answers are read."""
    link = world.wire()
    link.link.sendall(link.opening())
    asked = 0
    end = time.monotonic() + SECONDS
    with contextlib.suppress(OSError):
        while time.monotonic() < end:
            link.link.sendall(link.question(w.ask("status", "f" * 32)) * 10)
            for _ in range(10):
                link.answer()
            asked += 10
    link.close()
    return [f"{asked} questions"]


def answers_that_nobody_reads(world):
    """Asks on and on and reads nothing."""
    links = [world.wire(receive_bytes=4096) for _ in range(20)]
    sent = 0
    for link in links:
        link.link.settimeout(0.05)
        with contextlib.suppress(OSError):
            link.link.sendall(link.opening())
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for link in links:
            with contextlib.suppress(OSError):
                link.link.sendall(link.question(w.ask("status", "f" * 32)) * 50)
                sent += 50
    for link in links:
        link.close()
    return [f"{sent} questions over {len(links)} connections"]


def a_good_console_that_stops_reading(world):
    """Proves its name, follows everything, then never reads again."""
    links = []
    for _ in range(5):
        link = world.wire(receive_bytes=4096)
        key = link.prove()
        link.link.sendall(link.question(w.ask("settings", key, "", 1000)))
        links.append(link)
    time.sleep(SECONDS)
    for link in links:
        link.close()
    return [f"{len(links)} consoles"]


def long_questions_without_an_end(world):
    """Requests of four megabytes of which the last bytes do not come."""
    links = []
    header = w.HEADER.pack(w.MESSAGE, 0, 4 << 20, 1 << 60, w.ME, 0)
    for _ in range(60):
        link = world.wire()
        links.append(link)
        link.link.settimeout(1)
        whole = header[:-8] + link.admin.to_bytes(8, "big")
        with contextlib.suppress(OSError):
            link.link.sendall(link.opening() + whole + b"\0" * ((4 << 20) - 100))
    closed = sum(link.is_closed(0.01) for link in links)
    for link in links:
        link.close()
    return [f"{len(links)} of 4 MiB, {closed} closed"]


def strangers(world):
    """Connections that never show a certificate."""
    links = []
    for _ in range(400):
        link = socket.create_connection(("127.0.0.1", world.console_port))
        links.append(link)
    time.sleep(0.5)
    for link in links:
        link.close()
    return [f"{len(links)} connections"]


def idle_consoles(world):
    """Good certificates, and not a word."""
    links = [world.wire() for _ in range(200)]
    time.sleep(0.2)
    for link in links:
        link.close()
    return [f"{len(links)} connections"]


FLOODS = (hellos, questions_without_a_pass, answers_that_nobody_reads,
          a_good_console_that_stops_reading, long_questions_without_an_end, strangers,
          idle_consoles)
