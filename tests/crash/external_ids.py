"""A hundred clients at once submit one job under one external id, and the engine dies among them."""

import http.client
import json
import os
import threading
from xml.sax.saxutils import escape

from processes import check, until

CLIENTS = 100
POINTS = {"before-fsync": 2, "after-fsync": 2, "reply-sent": CLIENTS - 1}
BUNDLE = """<bundle-app name="named" xmlns="uri:oozie:bundle:0.2">
  <coordinator name="only"><app-path>file://%s/coordinator.xml</app-path></coordinator>
</bundle-app>
"""
KINDS = {"bundle": "bundle", "coord": "coordinator"}


def configuration(world, kind, name):
    """The body of a submission of `kind` under the external id `name`."""
    with open(world.app.properties(2, 0.1, "rerun")) as text:
        properties = dict(line.split("=", 1) for line in text.read().splitlines())
    del properties["oozie.coord.application.path"]
    path = os.path.join(world.app.folder, KINDS[kind] + ".xml")
    if kind == "bundle":
        with open(path, "w") as out:
            out.write(BUNDLE % world.app.folder)
    properties[f"oozie.{kind}.application.path"] = "file://" + path
    properties[f"oozie.{kind}.external.id"] = name
    properties["user.name"] = "ann"
    body = "".join(
        f"<property><name>{key}</name><value>{escape(value)}</value></property>"
        for key, value in properties.items()
    )
    return f"<configuration>{body}</configuration>"


def post(world, body):
    """The job that answers one submission; None when the engine is gone."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", world.engine.port, timeout=60)
        connection.request(
            "POST",
            "/oozie/v2/jobs?action=start",
            body,
            {"Content-Type": "application/xml;charset=UTF-8"},
        )
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
    except (OSError, http.client.HTTPException):
        return None
    check(answer.status in (201, 503), f"refused: {answer.status} {text[:300]}")
    return json.loads(text)["id"] if answer.status == 201 else None


def all_at_once(world, body):
    """The answers of all clients, None for each that got none."""
    answers = [None] * CLIENTS
    begin = threading.Barrier(CLIENTS)

    def client(number):
        begin.wait()
        answers[number] = post(world, body)

    threads = [threading.Thread(target=client, args=(n,)) for n in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def external_ids(world):
    """One job for all of them, whenever the engine dies; the same after the job has ended."""
    jobs = {}  # (kind, external id) -> the job
    told = lacked = 0
    for round_number in range(2):
        for kind in KINDS:
            for point, skip in POINTS.items():
                name = f"{point} {round_number}"
                body = configuration(world, kind, name)
                before = len(world.crashes())
                ready = world.start(point, world.rng.randint(0, skip))
                first = all_at_once(world, body) if ready else []
                world.engine.process.wait(60)
                world.count_hit(point, before)
                told += len([a for a in first if a])
                check(world.start(), "died without a reason")
                second = all_at_once(world, body)
                lacked += len([a for a in second if a is None])
                answers = {a for a in first + second if a}
                check(len(answers) == 1, f"{len(answers)} different jobs: {answers}")
                jobs[kind, name] = answers.pop()
                until(lambda: all_ended(world), 60, lambda: "jobs end: " + world.states())
                world.engine.kill()
                world.kills += 1
    check(world.start(), "died without a reason")
    check(lacked == 0, f"{lacked} clients of a living engine got no answer")
    check(told > 0, "no client was answered before a crash: the test misses its aim")
    check(len(set(jobs.values())) == len(jobs), "two names have one job")
    for (kind, name), answer in jobs.items():
        check(post(world, configuration(world, kind, name)) == answer, "another job after the end")
    for kind in KINDS:
        listed = world.engine.get(f"/oozie/v2/jobs?jobtype={kind}&len=1000")
        ids = {a for (k, _), a in jobs.items() if k == kind}
        key = "bundleJobId" if kind == "bundle" else "coordJobId"
        list_name = "bundlejobs" if kind == "bundle" else "coordinatorjobs"
        found = {job[key] for job in listed[list_name]}
        more = len(jobs) // len(KINDS) if kind == "coord" else 0  # those of the bundles
        check(ids <= found and len(found) == len(ids) + more, f"{kind}: {found}, told {ids}")
    figures = f"{len(jobs)} names, {told} answered before a crash"
    return f"{figures}; {world.finish()}"


def all_ended(world):
    return bool(world.jobs()) and world.all_ended()
