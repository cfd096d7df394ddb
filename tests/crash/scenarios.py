"""The scenarios: each takes a World and returns a sentence of figures, or fails."""

import functools
import os
import signal
import time
import uuid

from external_ids import external_ids
from processes import Failed, check, namespace_command, programs, send, until

# Where the engine dies, and how many passes of a point may go by first.
ENGINE_POINTS = {
    "before-fsync": 25,
    "after-fsync": 25,
    "intent-written": 20,
    "launcher-started": 7,
    "result-read": 7,
}
LAUNCHER_POINTS = ("claimed", "pid-written", "before-exec", "running", "exit-written")
# Where a run counts as started, so that its outcome is LOST when its launcher dies as well.
LOSING_POINTS = ("pid-written", "before-exec", "running")
HITS = 6


class Untested(Exception):
    """What this machine does not allow."""


def at_point(point, skip_max, world):
    """The engine dies HITS times at `point`, its launchers live on: nothing may be LOST."""
    done = 0
    while done < HITS:
        before = len(world.crashes())
        ready = world.start(point, world.rng.randint(0, skip_max))
        while ready:
            if world.all_ended() and world.submit() is None:
                break
            if world.dead_or_ended() == "dead":
                break
        world.engine.process.wait()
        world.count_hit(point, before)
        done += 1
    check(world.start(), "died without a reason")
    if world.all_ended() and not world.jobs():
        world.submit()
    return world.finish()


def reply_sent(world):
    """Whoever was told an id finds the job, though the engine died in that instant."""
    for _ in range(HITS):
        before = len(world.crashes())
        told = len(world.accepted)
        skip = world.rng.randint(0, 2)
        check(world.start("reply-sent", skip), "died before it was ready")
        while world.engine.process.poll() is None:
            last = world.submit(actions=2)
            if last and len(world.accepted) - told == skip + 1:
                world.engine.process.wait(30)
        world.engine.process.wait()
        world.count_hit("reply-sent", before)
        check(len(world.accepted) == told + skip + 1, "the reply did not arrive")
    check(world.start(), "died without a reason")
    return world.finish()


def at_random(world):
    """SIGKILL at any time from the start of the process on."""
    for _ in range(15):
        world.engine.start()
        moment = time.monotonic() + world.rng.uniform(0, 0.7)
        if world.rng.random() < 0.7:
            check(world.engine.ready(), "died without a reason")
            if world.all_ended():
                world.submit()
        time.sleep(max(0, moment - time.monotonic()))
        world.engine.kill()
        world.kills += 1
    check(world.start(), "died without a reason")
    if not world.jobs():
        world.submit()
    return world.finish()


def children_alive(world):
    """The programs run on while there is no engine; the next one has the port at once."""
    check(world.start(), "died without a reason")
    world.submit(seconds=0.3)
    longest = 0.0
    for _ in range(6):
        halted = until(lambda: halt(world), 60, "programs at work")
        world.engine.kill()
        world.kills += 1
        begin = time.monotonic()
        check(world.start(), "died without a reason")
        longest = max(longest, time.monotonic() - begin)
        check({p[:2] for p in halted} <= alive(world), "the programs did not outlive the restart")
        send(programs(world.folder), signal.SIGCONT)  # those too that stopped late
        if world.all_ended():
            world.submit(seconds=0.3)
    return world.finish() + f"; port bound again within {longest * 1000:.0f} ms"


def halt(world):
    """Stops what runs, so that it does not end before the next engine is there; None if too few."""
    send(programs(world.folder), signal.SIGSTOP)
    halted = [each for each in programs(world.folder) if each[2] == "T"]
    if len(halted) >= 4:
        return halted
    send(programs(world.folder), signal.SIGCONT)
    return None


def alive(world):
    return {(pid, ticks) for pid, ticks, _, _ in programs(world.folder)}


def killed_job(world):
    """A kill that was answered holds across the death of the engine: nothing runs on."""
    for _ in range(5):
        check(world.start(), "died without a reason")
        job = world.submit(actions=6, seconds=20)
        until(lambda: len(alive(world)) >= 4, 60, "four programs at once")
        status, _ = world.engine.cli("kill", job)
        check(status == 0, "cannot kill " + job)
        world.engine.kill()
        world.kills += 1
    check(world.start(), "died without a reason")
    until(world.all_ended, 60, lambda: "the killed jobs end: " + world.states())
    until(lambda: not alive(world), 15, "the programs of the killed jobs end")
    return world.finish("KILLED")


def both_at_points(rule, world):
    """The engine dies with one launcher: that run alone may be LOST."""
    for point in LAUNCHER_POINTS:
        for _ in range(3):
            before = len(world.crashes())
            ready = world.start(point + ":both", world.rng.randint(0, 6))
            while ready:
                if world.all_ended() and world.submit(8, on_lost=rule) is None:
                    break
                if world.dead_or_ended() == "dead":
                    break
            world.engine.process.wait()
            world.count_hit(point + ":both", before)
            if point in LOSING_POINTS:
                world.may_lose.add(world.crashes()[-1][1])
            # To its end, so that no run is LOST more often than it may be started again.
            check(world.start(), "died without a reason")
            end_of_round(world, rule)
            world.engine.stop()
    check(world.start(), "died without a reason")
    return world.finish()


def end_of_round(world, rule):
    if rule == "hold":
        world.check_held_then_resume()
    until(world.all_ended, 120, lambda: "the jobs end: " + world.states())


def all_together(rule, world):
    """The engine dies with all its launchers at any moment; the programs are left alone."""
    world.may_lose = None
    for _ in range(5):
        check(world.start(), "died without a reason")
        world.submit(8, on_lost=rule)
        world.wait_lines(world.rng.randint(1, 12))
        time.sleep(world.rng.uniform(0, 0.05))
        world.engine.kill_with_launchers()
        world.kills += 1
        check(world.start(), "died without a reason")
        end_of_round(world, rule)
        world.engine.stop()
    check(world.start(), "died without a reason")
    check(world.lost(), "no run was LOST: the test misses its aim")
    return world.finish()


def other_boot(rule, world):
    """The machine was restarted: what has a process's number and start time is not that process."""
    how = namespace_command()
    if how is None:
        raise Untested("mount namespaces are not allowed here")
    world.may_lose = None
    check(world.start(), "died without a reason")
    for _ in range(3):
        world.submit(8, seconds=0.3, on_lost=rule)
        until(lambda: len(alive(world)) >= 3 and world.app.length() >= 3, 60, "programs at work")
        world.engine.kill_with_launchers()
        world.kills += 1
        # Stand-ins for what could have those numbers after a restart: they never end by themselves.
        others = programs(world.folder)
        send(others, signal.SIGSTOP)
        boot_id = os.path.join(world.folder, "boot_id")
        with open(boot_id, "w") as out:
            out.write(f"{uuid.UUID(int=world.rng.getrandbits(128))}\n")
        check(world.start(boot_id=boot_id, how=how), "died without a reason")
        try:
            end_of_round(world, rule)
        finally:
            send(others, signal.SIGKILL)
    check(world.lost(), "no run was LOST: the test misses its aim")
    return world.finish()


def launcher_alone(world):
    """Launchers die at their points, the engine lives: LOST only where a program had its record."""
    check_points = {}
    for point in LAUNCHER_POINTS:
        before = len(world.crashes())
        check(world.start(point, world.rng.randint(0, 6)), "died without a reason")
        world.submit(8)
        until(world.all_ended, 120, lambda: "the job ends: " + world.states())
        new = world.crashes()[before:]
        check(len(new) == 1 and new[0][0] == point, f"{point} was not reached once: {new}")
        if point in LOSING_POINTS:
            world.may_lose.add(new[0][1])
        check_points[point] = new[0][1]
        world.engine.kill()
        world.kills += 1
    check(world.start(), "died without a reason")
    return world.finish()


def all_scenarios():
    """Name -> function of a World."""
    out = {}
    for point, skip in ENGINE_POINTS.items():
        out[point] = functools.partial(at_point, point, skip)
    out["reply-sent"] = reply_sent
    for point in LAUNCHER_POINTS:
        out[f"{point}:engine"] = functools.partial(at_point, f"{point}:engine", 7)
    out["external ids"] = external_ids
    out["random moments"] = at_random
    out["children alive"] = children_alive
    out["killed job"] = killed_job
    out["launcher alone"] = launcher_alone
    for rule in ("hold", "rerun"):
        out[f"both at points, {rule}"] = functools.partial(both_at_points, rule)
        out[f"all together, {rule}"] = functools.partial(all_together, rule)
        out[f"other boot id, {rule}"] = functools.partial(other_boot, rule)
    return out


__all__ = ["Failed", "Untested", "all_scenarios"]
