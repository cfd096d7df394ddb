"""Whole requests whose bodies cost more than their bytes: time to compare, memory to build."""
import collections
import concurrent.futures

from harness import check

BYTES = 4_194_000
AT_ONCE = 4
TREES_AT_ONCE = 1  # each adds to the tree that is being built three to four times its bytes
PARTS = 101_000  # limits::xml_parts_max
FORM = "application/x-www-form-urlencoded"
XML = "application/xml"
JSON = "application/json"


def filled(begin, piece, end):
    """As many pieces as fit; a piece may be a function of its number."""
    out = [begin]
    left = BYTES - len(begin) - len(end)
    number = 0
    while True:
        next_one = piece(number) if callable(piece) else piece
        if len(next_one) > left:
            return "".join(out) + end
        out.append(next_one)
        left -= len(next_one)
        number += 1


def refused(engine, requests, right, at_once=AT_ONCE):
    """Asks all, some at a time, each twice; the statuses that came, which must be in `right`."""
    def ask(one):
        method, path, kind, body = one
        data = body.encode("latin-1")
        return engine.status_of(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
            f"Connection: close\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)

    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        asked = list(requests) * 2
        seen = collections.Counter()
        for one, status in zip(asked, pool.map(ask, asked)):
            check(status in right, f"{one[0]} {one[1]} {one[3][:60]!r}: {status}")
            seen[status] += 1
    return ", ".join(f"{count} x {status}" for status, count in sorted(seen.items()))


def documents(body):
    """Whoever reads a configuration."""
    return [("POST", "/oozie/v2/jobs?user.name=ann", XML, body),
            ("POST", "/oozie/v2/jobs?action=dryrun&user.name=ann", XML, body),
            ("POST", "/oozie/v0/jobs?user.name=ann", XML, body),
            ("POST", "/oozie/v1/jobs?jobtype=pig&user.name=ann", XML, body),
            ("POST", "/api/preview?user.name=ann", XML, body)]


def xml_attributes(engine, _):
    """libxml2 compares every attribute of a tag with every other."""
    def pair(number):
        return f' a{number}="1"'

    asked = []
    for before in ("<configuration><property", "<configuration><!--\x01<property",
                   "<configuration><? <property", "<configuration><c d='<property"):
        asked += documents(filled(before, pair, "/></configuration>"))
    return refused(engine, asked, (400,))


def xml_elements(engine, _):
    asked = []
    for piece in ("<a/>", "<a>x</a>", "<!---->", "<?a?>", "<![CDATA[]]>", "<a b=''/>", "\n", "&lt;",
                  "<property><name>a</name></property>"):
        asked += documents(filled("<configuration>", piece, "</configuration>"))[::2]
    return refused(engine, asked, (400,))


def xml_trees(engine, _):
    """As much as is read at all, and nothing that means anything."""
    asked = []
    for piece, count in (("<a/>", PARTS), ("<b>x</b>", PARTS // 2), ("<a b='c'/>", PARTS // 3),
                         ("<property><name>a</name></property>", PARTS // 3)):
        asked += documents(filled("<configuration>" + piece * (count - 2) + "<!--", " ",
                                  "--></configuration>"))[::2]
    return refused(engine, asked, (400,), TREES_AT_ONCE)


def form_pairs(engine, _):
    job = "/oozie/v2/job/0000001-260105030000000-x-C?action=kill&user.name=ann"
    asked = [("PUT", job, FORM, filled("", piece, "")) for piece in ("a&", "a=1&", "%41=&")]
    asked += [("PUT", job, FORM, "a&" * 30_000), ("POST", "/oozie/v2/jobs", FORM, "a&" * 30_000),
              ("PUT", job + "&a" * 30_000, XML, "")]
    return refused(engine, asked, (400, 413))


def json_values(engine, _):
    asked = []
    for piece in ("{},", "[],", "1,", '"/d",', "[", '{"uris":', '{"a":{},"b":'):
        asked.append(("POST", "/api/datasets/ready?user.name=ann", JSON,
                      filled('{"uris":[', piece, "1]}")))
    for piece in ('"a":"b",', '"a":{},', '"":"",', "[", lambda number: f'"{number}":"",'):
        asked.append(("POST", "/api/preview?user.name=ann", JSON,
                      filled('{"properties":{', piece, '"z":1}}')))
    return refused(engine, asked, (400,))


BODIES = (xml_attributes, xml_elements, xml_trees, form_pairs, json_values)
