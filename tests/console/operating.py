"""What an operator changes while the engine runs, and what the engine tells of its load."""

from engine import Person, check


def debts_and_mailboxes(scene):
    engine = scene.engine
    at_rest = engine.json("entity", scene.workflow)
    check(at_rest["lives"] is False and at_rest["owed"] == [], f"at rest: {at_rest}")
    actors = engine.json("actors")
    action = next(row for row in actors["kinds"] if row["kind"] == "action")
    check(action["messages"] > 34, f"messages: {action}")
    check(actors["sampledEvery"] > 1, f"every message is looked at: {actors}")
    check(all(row["sampled"] > 0 for row in actors["busiest"]), f"busiest: {actors['busiest']}")
    check(all("mailbox" in row for row in actors["staff"]), f"staff: {actors['staff']}")


def pulse(scene):
    engine = scene.engine
    seen = engine.json("pulse")
    check(seen["windowSeconds"] == 60, f"pulse: {seen}")
    check(seen["started"] >= seen["measured"], f"pulse: {seen}")
    reasons = {row["reason"]: row["waiting"] for row in seen["waiting"]}
    check({"data", "the governor of starts", "a program's slot"} <= set(reasons), str(reasons))
    check(not any(reasons.values()), f"something waits: {reasons}")
    check("behind ready milliseconds" in engine.console("pulse"), "no lateness")
    check("after their time, ms" in engine.console("top", "--once"), "no lateness in top")
    check("pulse" in engine.json("top", "--once"), "no pulse in top")


def what_is_well_is_left_alone(scene):
    engine = scene.engine
    for one in (scene.bundle, scene.coordinator, scene.coordinator + "@1", scene.workflow):
        before = engine.json("entity", one)
        for order in ("retry", "discard"):
            shown = engine.console("quarantine", order, one, status=1)
            check("not quarantined" in shown, f"{order} {one}: {shown}")
        after = engine.json("entity", one)
        check(before["status"] == after["status"], f"{one} was {before}, is {after}")
    check("E0604" in engine.console("quarantine", "retry", "0000000-1-x-W", status=1), "nobody")
    check("retry ID" in engine.console("quarantine", "retry", status=1), "a retry of nothing")
    check("OPERATION [quarantine retry], STATUS [FAILED]" in engine.log(), "no audit of a retry")


def limits_that_change(scene):
    engine = scene.engine

    def value(name):
        return next(row for row in engine.json("settings")["rows"] if row["name"] == name)

    before = value("run_slots")
    check(before["bounds"].startswith("1 to 10000"), f"bounds: {before}")
    check("next start" in engine.console("settings", "run_slots=3"), "for how long?")
    check(engine.json("slots")["runSlots"] == 3, "the slots are as they were")
    shown = engine.console("settings", "run_slots=0", status=1)
    check("1 to 10000" in shown, f"no bounds: {shown}")
    engine.console("settings", f"run_slots={before['value']}")
    engine.console("settings", "starts_per_minute=6000")
    engine.console("settings", "starts_burst=100")
    slots = engine.json("slots")
    check((slots["startsPerMinute"], slots["startsBurst"]) == (6000, 100), f"governor: {slots}")
    check(slots["startsAtHand"] is not None, f"a limit: {slots}")
    engine.console("rerun", scene.coordinator, "--actions", "1")
    engine.console("wait", scene.bundle, "--timeout", "60")
    check(engine.json("pulse")["ended"] > 0, "no end is counted")
    engine.console("settings", "starts_per_minute=0")
    engine.console("settings", "log_level.launcher=debug")
    check(value("log_level.launcher")["value"] == "debug", "the level is as it was")
    engine.console("settings", "log_level.launcher=default")
    shown = engine.console("settings", "log_level.nobody=debug", status=1)
    check("launcher" in shown, f"components: {shown}")
    check("OPERATION [set run_slots=3], STATUS [SUCCESS]" in engine.log(), "no audit of a change")
    check("OPERATION [set run_slots=0], STATUS [FAILED]" in engine.log(), "no audit of a refusal")


def names_are_completed(scene):
    person = Person(scene.engine, "--data", scene.engine.data, home=scene.folder)
    person.expect(r"foliot> ")
    person.type("settings run_s\t99999999\n")
    person.expect(r"1 to 10000")
    person.expect(r"foliot> ")
    person.type("quarantine ret\tx\n")
    person.expect(r"E0604")
    person.expect(r"foliot> ")
    person.leave()


STEPS = [debts_and_mailboxes, pulse, what_is_well_is_left_alone, limits_that_change,
         names_are_completed]
