"""What is done to the engine. Each returns a short text: how it was refused."""
import collections
import contextlib
import random
import socket
import time

from harness import REQUEST_SECONDS, check, close_all, is_closed, until

HOST = b"Host: localhost\r\n"
GIB = 1 << 30
XML = b"Content-Type: application/xml\r\n"


def dribble(engine, links, seconds):
    """Sends one byte a fifth of a second on each, as long as it takes them."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for link in links:
            with contextlib.suppress(OSError):
                link.send(b"a")
        time.sleep(0.2)
    until(lambda: all(is_closed(link) for link in links), 10, "slow clients are cut")


def slow_heads(engine, _):
    links = [engine.connect() for _ in range(500)]
    for link in links:
        with contextlib.suppress(OSError):
            link.sendall(b"GET /oozie/versions HTTP/1.1\r\n" + HOST + b"X: ")
    dribble(engine, links, REQUEST_SECONDS + 1)
    close_all(links)
    return "500 dribbling: all cut"


def slow_bodies(engine, _):
    links = [engine.connect() for _ in range(150)]
    head = b"POST /oozie/v2/jobs HTTP/1.1\r\n" + HOST + XML + b"Content-Length: 4194304\r\n\r\n"
    for link in links:
        with contextlib.suppress(OSError):
            link.sendall(head + b" " * 1000)
    dribble(engine, links, REQUEST_SECONDS + 1)
    close_all(links)
    return "150 dribbling bodies: all cut"


def held_bodies(engine, _):
    """Bodies of 4 MiB of which the last byte does not come."""
    head = b"POST /oozie/v2/jobs HTTP/1.1\r\n" + HOST + XML + b"Content-Length: 4194304\r\n\r\n"
    links = []
    for _ in range(100):
        link = engine.connect()
        links.append(link)
        with contextlib.suppress(OSError):
            link.sendall(head + b" " * 4194303)
    closed = sum(is_closed(link) for link in links)
    check(closed > 80, f"only {closed} of 100 were cut for memory")
    until(lambda: all(is_closed(link) for link in links), REQUEST_SECONDS + 5, "the rest is cut")
    close_all(links)
    return f"100 x 4 MiB without an end: {closed} cut at once"


def held_heads(engine, _):
    """Headers of 60 KiB that do not end."""
    links = []
    for _ in range(190):
        link = engine.connect()
        links.append(link)
        with contextlib.suppress(OSError):
            link.sendall(b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"x" * 60_000)
    until(lambda: all(is_closed(link) for link in links), REQUEST_SECONDS + 5, "they are cut")
    close_all(links)
    return "190 x 60 kB of header without an end: cut"


def many_connections(engine, descriptors):
    count = min(10_000, descriptors - 500)
    links = []
    for _ in range(count):
        link = socket.socket()
        links.append(link)
        link.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            link.connect(("127.0.0.1", engine.port))
        if len(links) % 100 == 0:
            time.sleep(0.01)  # the kernel's queue of newcomers is bounded too
    time.sleep(1)
    most = engine.descriptors()
    check(most < 2_000, f"the engine has {most} files open")
    check(engine.request("GET", "/api/health")[0] == 200, "newcomers get in meanwhile")
    until(lambda: sum(is_closed(link) for link in links) == count, 30, "silent ones are cut")
    close_all(links)
    return f"{count} silent: at most {most} files open, all cut"


def declared_body(engine, _):
    link = engine.connect()
    link.sendall(b"POST /oozie/v2/jobs HTTP/1.1\r\n" + HOST + XML +
                 b"Content-Length: %d\r\n\r\n" % GIB)
    return f"413 after {pour(link, b' ' * 65536)}"


def chunked_body(engine, _):
    link = engine.connect()
    link.sendall(b"POST /oozie/v2/jobs HTTP/1.1\r\n" + HOST + XML +
                 b"Transfer-Encoding: chunked\r\n\r\n")
    return f"413 after {pour(link, b'10000' + b'%c%c' % (13, 10) + b' ' * 65536 + b'%c%c' % (13, 10))}"


def pour(link, piece):
    """Sends up to 1 GiB in such pieces; how much was taken before the answer 413 was there."""
    sent = 0
    link.settimeout(30)
    with contextlib.suppress(OSError):
        while sent < GIB:
            link.sendall(piece)
            sent += len(piece)
    answer = b""
    with contextlib.suppress(OSError):
        while part := link.recv(65536):
            answer += part
    link.close()
    # Whoever sends on and on is hung up on, and then may lose the answer.
    check(answer.startswith(b"HTTP/1.1 413 ") or not answer, answer[:100])
    check(sent < 128 << 20, f"{sent} bytes were taken")
    return f"{sent >> 20} MiB"


def tiny_pieces(engine, _):
    """A body in pieces of one byte, about each of which somebody could keep a note."""
    body = b"1\r\na\r\n" * 1_000_000
    seen = collections.Counter()
    for _ in range(5):
        seen[engine.status_of(b"POST /oozie/v2/jobs HTTP/1.1\r\n" + HOST + XML +
                              b"Transfer-Encoding: chunked\r\n\r\n" + body)] += 1
    check(set(seen) <= {413, None}, seen)
    return "5 x 1,000,000 pieces of a byte: 413"


TRAVERSALS = (
    "/../../../../etc/passwd", "/oozie/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
    "/oozie/v2/job/..%2f..%2f..%2fetc%2fpasswd", "/oozie/v2/job/%2e%2e%2fetc%2fpasswd?show=log",
    "/oozie/v2/job/..%5c..%5cetc", "/oozie/v2/job/%00?show=definition", "/oozie/v2/job/a%00b",
    "/oozie/v2/job//etc/passwd", "/oozie/v2/job/%252e%252e%252fetc", "/api/why/../../etc/passwd",
    "/api/why/%2e%2e%2f%2e%2e", "/api/progress/%c0%ae%c0%ae%c0%af", "/api/audit/..%2f1-1",
    "//etc/passwd", "/oozie/v2/admin/..%2f..", "/oozie/v2/admin/list_sharelib?lib=../../etc/.*",
    "/oozie/v2/jobs/../../../etc/passwd", "/metrics/..%2f..", "/./oozie/./versions")


def traversal(engine, _):
    seen = collections.Counter()
    for path in TRAVERSALS:
        answer = engine.say(b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n")
        check(b"root:" not in answer, path)
        status = int(answer.split(b" ", 2)[1])
        check(status in (400, 404, 500) or "lib=" in path, f"{path}: {status}")
        seen[status] += 1
    return ", ".join(f"{count} x {status}" for status, count in sorted(seen.items()))


def bombs():
    """name, bytes, statuses that are right (None: hung up without a word)."""
    get = b"GET /oozie/versions HTTP/1.1\r\n" + HOST
    post = b"POST /oozie/v2/jobs HTTP/1.1\r\n" + HOST
    return (
        ("10,000 headers", get + b"A: b\r\n" * 10_000 + b"\r\n", (431,)),
        ("a header of 10 MB", get + b"A: " + b"b" * 10_000_000 + b"\r\n\r\n", (431, None)),
        ("a name of 10 MB", get + b"b" * 10_000_000 + b": a\r\n\r\n", (431, None)),
        ("an address of 10 MB", b"GET /" + b"a" * 10_000_000 + b" HTTP/1.1\r\n\r\n", (414, None)),
        ("a folded header", get + b"A: b\r\n c\r\n\r\n", (400,)),
        ("two lengths", post + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", (400,)),
        ("a length twice", post + b"Content-Length: 1\r\nContent-Length: 1\r\n\r\na", (400,)),
        ("length and pieces", post + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
         b"0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n", (400,)),
        ("pieces and length", post + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n"
         b"0\r\n\r\n", (400,)),
        ("an unknown coding", post + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", (501,)),
        ("two hosts", get + HOST + b"\r\n", (400,)),
        ("no host", b"GET / HTTP/1.1\r\n\r\n", (400,)),
        ("a NUL", get + b"A: \0\r\n\r\n", (400,)),
        ("a bare line feed", b"GET / HTTP/1.1\nHost: localhost\n\n", (400,)),
        ("a blank before the colon", get + b"A : b\r\n\r\n", (400,)),
        ("a bad piece", post + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", (400,)),
        ("a piece of 4 GiB", post + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n", (413,)),
        ("a tunnel", b"CONNECT here:1 HTTP/1.1\r\n" + HOST + b"\r\n", (501,)),
        ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", (400,)),
        ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (501,)),
        ("no request", b"hello\r\n\r\n", (400,)),
    )


def header_bombs(engine, _):
    for name, data, right in bombs():
        got = engine.status_of(data)
        check(got in right, f"{name}: {got}")
    return f"{len(bombs())} forms: 400, 413, 414, 431, 501"


def upgrade(engine, _):
    """A client that asks for another protocol gets its answer in this one, and the end."""
    answer = engine.say(b"GET /oozie/versions HTTP/1.1\r\n" + HOST +
                        b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    check(answer.startswith(b"HTTP/1.1 200 "), answer[:100])
    return "answered in HTTP/1.1, connection closed"


def invalid_utf8(engine, _):
    bad = b"\xff\xfe\xc0\x80\xed\xa0\x80"
    body = b"<configuration>" + bad + b"</configuration>"
    seen = collections.Counter()
    for data in (
            b"GET /oozie/v2/job/" + bad + b" HTTP/1.1\r\n" + HOST + b"\r\n",
            b"GET /oozie/v2/job/%ff%fe%c0%80 HTTP/1.1\r\n" + HOST + b"\r\n",
            b"GET /api/why/%ff%fe%ed%a0%80 HTTP/1.1\r\n" + HOST + b"\r\n",
            b"GET /oozie/v2/jobs?filter=name%3D%ff%fe&len=%ff HTTP/1.1\r\n" + HOST + b"\r\n",
            b"PUT /oozie/v2/job/%ff?action=%fe&user.name=%ff HTTP/1.1\r\n" + HOST + b"\r\n",
            b"GET /oozie/v2/jobs?user.name=%c3%28 HTTP/1.1\r\n" + HOST + b"\r\n",
            b"GET /oozie/nothing HTTP/1.1\r\n" + HOST + b"X-Request-Id: " + bad + b"\r\n\r\n",
            b"POST /oozie/v2/jobs HTTP/1.1\r\n" + HOST + XML +
            b"Content-Length: %d\r\n\r\n" % len(body) + body,
            b"POST /api/datasets/ready HTTP/1.1\r\n" + HOST +
            b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n" +
            b"{\"" + bad,
    ):
        answer = engine.say(data)
        status = int(answer.split(b" ", 2)[1])
        check(400 <= status < 500, f"{data[:60]}: {status}")
        answer.split(b"\r\n\r\n", 1)[1].decode()  # what is answered is text
        seen[status] += 1
    return ", ".join(f"{count} x {status}" for status, count in sorted(seen.items()))


def random_bytes(engine, _, seed=1):
    chance = random.Random(seed)
    good = [data for _, data, _ in bombs() if len(data) < 1000]
    good.append(b"GET /oozie/v2/jobs?len=5 HTTP/1.1\r\n" + HOST + b"\r\n")
    seen = collections.Counter()
    for number in range(1_500):
        if number % 2:
            data = chance.randbytes(chance.randrange(1, 2_000))
        else:
            data = bytearray(chance.choice(good))
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        seen[engine.status_of(bytes(data))] += 1
    check(all(status is None or status < 600 for status in seen), seen)
    check(not any(status and status >= 500 and status not in (501, 505) for status in seen), seen)
    return ", ".join(f"{count} x {status or 'silence'}"
                     for status, count in sorted(seen.items(), key=str)) + f" (seed {seed})"


def pipelining(engine, _):
    """Floods of requests sent ahead; then 300 at once, whose answers have to come in order."""
    links = [engine.connect(receive_bytes=4096) for _ in range(50)]
    flood = (b"GET /oozie/v2/admin/available-timezones HTTP/1.1\r\n" + HOST + b"\r\n") * 2_000
    for link in links:
        link.setblocking(False)
        with contextlib.suppress(OSError):
            link.send(flood)
    time.sleep(3)
    close_all(links)
    with contextlib.closing(engine.connect()) as link:
        count = 300
        link.sendall(b"".join(
            b"GET /oozie/versions HTTP/1.1\r\n" + HOST + b"X-Request-Id: n-%d\r\n%s\r\n" %
            (number, b"Connection: close\r\n" if number == count else b"")
            for number in range(1, count + 1)))
        answer = b""
        while piece := link.recv(65536):
            answer += piece
    ids = [int(line[16:]) for line in answer.split(b"\r\n") if line.startswith(b"X-Request-Id: n-")]
    check(ids == list(range(1, count + 1)), f"{len(ids)} answers, {ids[:5]} first")
    return "50 x 2,000 sent ahead; 300 answered in order"


def blind_readers(engine, _):
    """They ask for the longest list and never read it."""
    links = []
    for _ in range(180):
        link = engine.connect(receive_bytes=4096)
        links.append(link)
        with contextlib.suppress(OSError):
            link.sendall(b"GET /oozie/v2/jobs?jobtype=wf&len=10000 HTTP/1.1\r\n" + HOST + b"\r\n")
    time.sleep(4)
    check(engine.request("GET", "/oozie/v2/jobs?jobtype=wf&len=10000")[0] == 200,
          "somebody who reads gets the list meanwhile")
    alive = sum(not cut(link) for link in links)
    close_all(links)
    check(alive < 120, f"{alive} lists of about 1 MB are kept for those who do not read them")
    return f"180 lists not read: {180 - alive} cut for memory"


def cut(link):
    """Whether the connection was shut down, told without reading what came."""
    with contextlib.suppress(OSError):
        # TCP_INFO's first byte is the state; 1 is ESTABLISHED.
        return link.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != 1
    return True


ATTACKS = (slow_heads, slow_bodies, held_bodies, held_heads, many_connections, declared_body,
           chunked_body, tiny_pieces, traversal, header_bombs, upgrade, invalid_utf8, random_bytes,
           pipelining, blind_readers)
