"""What a holder of a good certificate sends to the engine. A case is what one connection sends:
its name and a function of (chance, wire, world) that gives bytes. Nothing but `chance` decides."""

import struct

import wire as w

KINDS_OF_CAF = ("@message", "@error", "@exit", "@down", "@actor", "@strong_actor_ptr", "@strvec",
                "@i32", "@u64", "@unit", "@group", "@atom", "@str", "@node_id", "@uri")
LENGTHS = (0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x10000000, 0x01000000, 0x00420000)


def noise(chance, wire, _world):
    return chance.randbytes(chance.choice((1, 31, 32, 33, 500, 20_000)))


def noise_after_the_address(chance, wire, _world):
    return wire.opening() + chance.randbytes(chance.choice((32, 64, 500, 20_000)))


def own(recorded, wire):
    """A recorded frame in the name of this connection."""
    operation, flags, _, data, source, destination = w.HEADER.unpack_from(recorded)
    return w.frame(operation, recorded[w.HEADER.size :].replace(recorded_node, wire.node), source,
                   destination, flags, data)


recorded_node = b""


def mutated(chance, wire, world):
    """A recorded conversation, of which a few things are different: its opening, some questions."""
    frames = [own(each, wire) for each in world.recorded[:7]]
    frames += [own(each, wire) for each in chance.sample(world.recorded[7:], 8)]
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(frames))
        how = chance.randrange(6)
        if how == 0:
            del frames[at]
        elif how == 1:
            frames.insert(at, chance.choice(frames))
        elif how == 2:
            frames.append(frames.pop(at))
        else:
            frames[at] = bytearray(frames[at])
            where = chance.randrange(len(frames[at])) if frames[at] else 0
            if how == 3 and frames[at]:
                frames[at][where] ^= 1 << chance.randrange(8)
            elif how == 4 and frames[at]:
                frames[at][where] = chance.randrange(256)
            else:
                frames[at][where:where] = chance.randbytes(chance.randint(1, 8))
        if not frames:
            break
    return b"".join(bytes(each) for each in frames)


def truncated(chance, wire, world):
    whole = b"".join(own(each, wire) for each in world.recorded)
    return whole[: chance.randrange(len(whole))]


def huge_lengths(chance, wire, _world):
    header = w.HEADER.pack(chance.randrange(7), chance.choice((0, 0, 1, 2)),
                           chance.choice(LENGTHS), chance.getrandbits(64) * chance.randint(0, 1),
                           w.ME * chance.randint(0, 1), wire.admin * chance.randint(0, 1))
    return wire.opening() * chance.randint(0, 1) + header + chance.randbytes(2_000)


def unknown_kinds(chance, wire, _world):
    payload = chance.choice((b"", wire.node + wire.engine, w.hello("local"), chance.randbytes(80)))
    return wire.opening() + w.frame(
        chance.choice((0, 3, 6, 7, 8, 127, 255)), payload, chance.choice((0, w.ME)),
        chance.choice((0, wire.admin)), chance.choice((0, 1, 2, 255)))


def wrong_order(chance, wire, _world):
    name = wire.identity.name
    steps = [
        w.proof("0" * 32, name, chance.randbytes(70)), w.hello(name), w.hello("root"),
        w.ask("status", ""), w.ask("tree", "f" * 32, "x" * chance.randrange(300)),
        w.change_setting("", "safe_mode", "on"), w.next_news("0" * 32),
        w.request("", "PUT", "/oozie/v2/jobs?action=kill"), w.hello(name, 99)]
    chance.shuffle(steps)
    start = wire.opening() if chance.random() < 0.8 else b""
    kinds = (1, 1, 1, 1, 1, 1, 0, 2, 3, 4, 8, 9)
    return start + b"".join(wire.question(each, kind=chance.choice(kinds))
                            for each in steps[: chance.randint(1, 6)])


def oversize(chance, wire, _world):
    """Texts and lists that say to be longer than they are, or are as long as may be."""
    length = w.varied(chance.choice(LENGTHS))
    big = b"y" * chance.choice((257, 5_000, 65_000, 70_000))
    one = chance.choice((
        w.words([w.ADMIN + "hello"], struct.pack(">I", w.SPOKEN) + length + b"x"),
        w.words([w.ADMIN + "next_news"], length + b"x"),
        w.words([w.ADMIN + "ask"], b"") + length,
        w.hello(big), w.next_news(big), w.ask("entity", big, big), w.proof(big, big, big),
        b"\0\0\0" + length + b"@<>",
        length + b"\0\0" + w.text("@<>+" + w.ADMIN + "hello"),
        w.request(big, big, big, big),
        # What only the engine sends, with a list of four milliards.
        w.words([w.ADMIN + "tree_report"], w.text("") * 5 + w.varied(0xFFFFFFFF) + b"\0" * 60)))
    return wire.opening() + wire.question(one)


def kinds_of_caf(chance, wire, _world):
    """Messages that CAF itself understands, to whom they would do harm."""
    depth = chance.choice((1, 10, 1_000, 50_000))
    nested = (b"\0\0" + w.text("@<>+@message")) * depth
    exit_of_admin = wire.node + b"\0" * 8 + bytes([1]) + w.atom("exit") + b"\0\0" + w.text("@<>")
    kind = chance.choice(KINDS_OF_CAF)
    one = chance.choice((
        w.words(["@exit"], struct.pack(">Q", w.ME) + exit_of_admin),
        w.words(["@down"], struct.pack(">Q", w.ME) + exit_of_admin),
        b"\0" + nested,
        w.words([kind], chance.randbytes(60)),
        w.words([w.ADMIN + "ask", kind], chance.randbytes(60)),
        w.words(["@atom", "@strong_actor_ptr"],
                w.atom("link") + struct.pack(">Q", wire.admin) + wire.engine)))
    names = (w.atom("ConfigServ"), w.atom("SpawnServ"), w.atom("x"))
    by_name = struct.unpack(">Q", chance.choice(names))[0]
    put = w.words(["@atom", "@str", "@message"],
                  w.atom("put") + w.text(chance.randbytes(8)) + b"\0\0" + w.text("@<>"))
    to_name = w.frame(w.MESSAGE, chance.choice((put, one)), w.ME, by_name, 1, 1 << 60)
    return wire.opening() + chance.choice((to_name, wire.question(one)))


def others_addresses(chance, wire, _world):
    node = chance.choice((wire.engine, wire.node[:8] + chance.randbytes(24), wire.node[:-1],
                          w.atom("uri") + w.text("http://x"), b"\0" * 8, chance.randbytes(32)))
    more = chance.choice((b"", w.frame(w.MONITOR, node + wire.engine, 0, wire.admin),
                          w.frame(5, node + wire.engine + chance.randbytes(15), w.ME)))
    first = wire.opening() if chance.random() < 0.5 else b""
    return first + w.frame(w.HANDSHAKE, node, flags=chance.choice((0, 2))) + more


def many_askers(chance, wire, _world):
    question = w.ask("status", "")
    return wire.opening() + b"".join(
        wire.question(question, source=chance.getrandbits(40) + 1) for _ in range(200))


def behind_a_pass(chance, wire, _world):
    """Well-formed questions of somebody who proved a name, about anything."""
    key = wire.prove()
    odd = chance.choice((b"", b"x" * 60_000, chance.randbytes(50), b"0000000-1-x-W", b"\0",
                         b"../../etc/passwd", b"%00%ff" * 500))
    names = ("status", "tree", "entity", "actors", "committer", "datasets", "slots", "runs",
             "quarantine", "settings", "nothing")
    path = chance.choice((b"/oozie/v2/job/", b"/api/why/", b"/oozie/v2/jobs?", b"")) + odd
    return wire.question(chance.choice((
        w.ask(chance.choice(names), key, odd, chance.getrandbits(32)),
        w.ask(chance.choice(names), key, odd, chance.getrandbits(32)),
        w.next_news(key), w.words([w.ADMIN + "follow"], w.text(key) + w.text(odd)),
        w.change_setting(key, odd, odd), w.change_setting(key, "log_level", odd),
        w.request(key, chance.choice((b"GET", b"PUT", odd)), path, chance.randbytes(3_000)))))


CASES = (noise, noise_after_the_address, mutated, mutated, mutated, truncated, huge_lengths,
         unknown_kinds, wrong_order, oversize, kinds_of_caf, others_addresses, many_askers, behind_a_pass)
