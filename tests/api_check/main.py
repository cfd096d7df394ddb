#!/usr/bin/env python3
"""schemathesis, which makes requests up from docs/api/openapi.json, against a fresh engine.

    tests/api_check/main.py BIN_DIR --schemathesis PROGRAM [--port N] [--keep DIR]
                            [--examples N] [--seed N]

The engine has run examples/retail, holds a coordinator that waits for data, and was given an order
to many jobs. schemathesis gets the document as the engine serves it; but a text that only means
something to this engine (an id, a filter, the path of an application) is one of those that do.
Exit status 0 only if nothing was found and the engine is as well as before. --keep leaves the
engine's log and data in DIR.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "..", ".."))
sys.path.insert(0, os.path.join(HERE, "..", "harness"))
END_SECONDS = 120


def arguments():
    parser = argparse.ArgumentParser(prog="tests/api_check/main.py")
    parser.add_argument("bin_dir", help="where foliot and its programs are")
    parser.add_argument("--schemathesis", required=True)
    parser.add_argument("--port", type=int)
    parser.add_argument("--keep")
    parser.add_argument("--examples", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def ask(engine, method, path, query, body=None):
    address = engine.url + path + "?" + urllib.parse.urlencode({"user.name": "ann", **query})
    request = urllib.request.Request(address, method=method, data=body and body.encode())
    request.add_header("Content-Type", "application/xml")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def configuration(properties):
    rows = "".join(f"<property><name>{name}</name><value>{value}</value></property>"
                   for name, value in properties.items())
    return f"<configuration>{rows}</configuration>"


def submit(engine, properties):
    document = configuration(properties)
    return ask(engine, "POST", "/oozie/v2/jobs", {"action": "start"}, document)["id"]


def prepare(engine, folder):
    """Jobs of every kind; what the document's texts may be here."""
    from processes import check, until

    app = os.path.join(folder, "retail")
    shutil.copytree(os.path.join(ROOT, "examples", "retail"), app)
    retail = {"oozie.bundle.application.path": f"file://{app}/bundle.xml", "app": app,
              "data": os.path.join(folder, "made"), "user.name": "ann"}
    shown = ask(engine, "POST", "/api/preview", {}, configuration(retail))
    check(len(shown["coordinators"]) == 3 and shown["actions"], "the bundle's preview is empty")
    bundle = submit(engine, retail)
    waits = {"oozie.coord.application.path": f"file://{app}/clean", "app": app,
             "data": os.path.join(folder, "nothing"), "user.name": "ann",
             "start": "2026-01-05T00:00Z", "end": "2026-01-05T02:00Z"}
    coordinator = submit(engine, waits)
    until(lambda: engine.get(f"/api/progress/{bundle}")["status"] == "SUCCEEDED", END_SECONDS,
          "the bundle has not SUCCEEDED", 0.1)
    until(lambda: engine.get("/api/datasets")["instances"], END_SECONDS, "nobody waits", 0.1)
    order = {"action": "suspend", "jobtype": "bundle", "filter": "name=retail"}
    audit = ask(engine, "PUT", "/oozie/v2/jobs", order)["audit"]
    workflow = ask(engine, "GET", "/oozie/v2/jobs", {"jobtype": "wf"})["workflows"][0]["id"]
    members = engine.get(f"/api/progress/{bundle}")["coordinators"]
    jobs = [bundle, coordinator, workflow, *(row["id"] for row in members)]
    return {"jobs": jobs, "parts": [*jobs, coordinator + "@1"], "audit": audit,
            "coordinator": coordinator, "properties": waits}


def narrowed(document, known):
    """The document with the texts that mean something here."""
    components = document["components"]
    components["parameters"]["Job"]["schema"] = {"enum": [*known["jobs"], "moon-C"]}
    components["parameters"]["AnyId"]["schema"] = {"enum": [*known["parts"], "moon-W"]}
    # No span of time runs backwards: a schema cannot say so of two parameters.
    spans = {"From": ["2000-01-01T00:00Z", "2026-01-05T00:00Z", "2026-01-05T01:00Z"],
             "To": ["2026-01-05T01:00Z", "2026-01-05T02:00Z", "2999-12-31T23:59Z"]}
    for name, times in spans.items():
        components["parameters"][name]["schema"] = {"enum": times}
    paths = document["paths"]
    paths["/api/audit/{id}"]["get"]["parameters"][0]["schema"] = {"enum": [known["audit"], "9-9"]}
    filters = ["name=retail", "user=ann;status=RUNNING", "text=retail;name=x", "status=KILLED"]
    for parameter in paths["/api/bulk"]["get"]["parameters"]:
        if parameter["name"] == "filter":
            parameter["schema"] = {"enum": filters}
            parameter["example"] = filters[0]
    for parameter in paths["/api/datasets"]["get"]["parameters"]:
        if parameter["name"] == "coordinator":
            parameter["schema"] = {"enum": [known["coordinator"]]}
    given = components["schemas"]["Submission"]["properties"]["properties"]
    # Who asks is known from the address.
    needed = {name: text for name, text in known["properties"].items() if name != "user.name"}
    given["properties"] = {name: {"const": text} for name, text in needed.items()}
    given["required"] = list(needed)
    given["examples"] = [needed]
    # A configuration document is a text to schemathesis, which it wraps into an element of its own;
    # `prepare` has sent one.
    del paths["/api/preview"]["post"]["requestBody"]["content"]["application/xml"]
    return document


def run(options, folder):
    from processes import Engine, check, free_port

    engine = Engine(folder, options.port or free_port())
    engine.start()
    try:
        engine.ready()
        known = prepare(engine, folder)
        before = engine.get("/oozie/v2/jobs?jobtype=bundle")["total"]
        path = os.path.join(folder, "openapi.json")
        with open(path, "w") as out:
            json.dump(narrowed(engine.get("/api/openapi.json"), known), out, indent=1)
        command = [options.schemathesis, "--config-file", os.path.join(HERE, "schemathesis.toml"),
                   "run", path, "--url", engine.url, "--max-examples", str(options.examples),
                   "--seed", str(options.seed), "--no-color"]
        status = subprocess.run(command, cwd=folder).returncode
        check(engine.alive(), "the engine died")
        check(engine.get("/api/health")["ready"], "the engine is not ready any more")
        after = engine.get("/oozie/v2/jobs?jobtype=bundle")["total"]
        check(after <= before, "a job was born")
        with open(os.path.join(folder, "engine.log"), errors="replace") as log:
            broken = [line for line in log if re.search(r"quarantine|unexpected:", line)]
        check(not broken, "the log tells of a defect: " + "".join(broken[:3]))
        return status
    finally:
        if engine.process.poll() is None:
            engine.stop()


def main():
    options = arguments()
    os.environ["FOLIOT_BIN_DIR"] = os.path.realpath(options.bin_dir)
    folder = os.path.realpath(options.keep) if options.keep else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    status = 1
    try:
        status = run(options, folder)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
