"""A console's connection by hand: TLS, the framing of the actors, the messages."""

import os
import re
import socket
import ssl
import struct
import subprocess
import threading

HEADER = struct.Struct(">B2xBIQQQ")  # operation, flags, payload, data, source, destination
HANDSHAKE, MESSAGE, MONITOR = 1, 2, 4
ME = 5  # the number of the actor that asks
PATIENCE = 10.0
SPOKEN = 2  # actors::admin::protocol_version
ADMIN = "foliot::actors::admin::"


def frame(operation, payload, source=0, destination=0, flags=0, data=0):
    return HEADER.pack(operation, flags, len(payload), data, source, destination) + payload


def varied(number):
    """A length as CAF writes it: seven bits a byte, the lowest first."""
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def text(value):
    value = value if isinstance(value, bytes) else value.encode()
    return varied(len(value)) + value


def atom(name):
    """A short name as a number, six bits a letter."""
    letters = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
    out = 0xF
    for letter in name:
        out = out << 6 | letters.index(letter)
    return struct.pack(">Q", out)


def words(types, body):
    """The payload of a message of these types."""
    return b"\0" + b"\0\0" + text("@<>" + "".join("+" + each for each in types)) + body


def hello(name, protocol=SPOKEN):
    return words([ADMIN + "hello"], struct.pack(">I", protocol) + text("fuzz") + text(name))


def proof(challenge, name, signature):
    return words([ADMIN + "proof"], text(challenge) + text(name) + text(signature))


def ask(what, key, one="", limit=50):
    body = text(key) + text(one) + struct.pack(">I", limit)
    return words(["@atom", ADMIN + "ask"], atom(what) + body)


def next_news(key):
    return words([ADMIN + "next_news"], text(key))


def change_setting(key, name, value):
    return words([ADMIN + "change_setting"], text(key) + text(name) + text(value))


def request(key, method, path, body=b""):
    return words([ADMIN + "user_request"],
                 text(key) + text(method) + text(path) + text("") + text("") + text(body))


class Reader:
    """Values of a payload, one after the other."""

    def __init__(self, payload):
        self.payload = payload
        self.at = 0

    def take(self, size):
        self.at += size
        return self.payload[self.at - size : self.at]

    def text(self):
        size = shift = 0
        while True:
            byte = self.take(1)[0]
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return self.take(size)


class Identity:
    """A console's file, as the parts that TLS and proofs need."""

    def __init__(self, name, file, folder):
        self.name = name
        with open(file, encoding="utf-8") as all_of_it:
            blocks = re.findall(r"-----BEGIN.*?-----END[^\n]*\n", all_of_it.read(), re.S)
        self.key = os.path.join(folder, f"{name}.key")
        leaf = os.path.join(folder, f"{name}.pem")
        for path, block in ((leaf, blocks[0]), (self.key, blocks[1])):
            with open(path, "w", encoding="utf-8") as out:
                out.write(block)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.context.check_hostname = False
        self.context.verify_mode = ssl.CERT_NONE
        self.context.load_cert_chain(leaf, self.key)

    def sign(self, challenge):
        said = b"foliot console 1\n" + challenge + b"\n" + self.name.encode() + b"\n"
        return subprocess.run(["openssl", "dgst", "-sha256", "-sign", self.key], input=said,
                              capture_output=True, check=True).stdout


class Wire:
    """One connection. `node` is who it says it is."""

    def __init__(self, port, identity, number, receive_bytes=None):
        raw = socket.socket()
        if receive_bytes:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        raw.settimeout(PATIENCE)
        raw.connect(("127.0.0.1", port))
        self.link = identity.context.wrap_socket(raw)
        self.identity = identity
        _, _, payload = self.read()
        self.engine = payload[:32]
        reader = Reader(payload)
        reader.take(32)
        for _ in range(reader.take(1)[0]):
            reader.text()
        self.admin = struct.unpack(">Q", reader.take(8))[0]
        self.node = self.engine[:8] + struct.pack(">I", number) + b"fuzz" * 5

    def exactly(self, size):
        out = b""
        while len(out) < size:
            piece = self.link.recv(size - len(out))
            if not piece:
                raise ConnectionResetError("the engine hung up")
            out += piece
        return out

    def read(self):
        """Operation, whom it is for, and the payload of the next frame."""
        operation, _, size, _, _, destination = HEADER.unpack(self.exactly(HEADER.size))
        return operation, destination, self.exactly(size)

    def opening(self):
        return frame(HANDSHAKE, self.node) + frame(HANDSHAKE, self.node, flags=2)

    def question(self, payload, source=ME, kind=1):
        """A request of normal urgency that wants an answer; other kinds are streams, answers."""
        return frame(MESSAGE, payload, source, self.admin, data=kind << 60 | 1)

    def answer(self):
        """The next answer, behind the names of its types."""
        while True:
            operation, destination, payload = self.read()
            if operation == MESSAGE and destination == ME:
                reader = Reader(payload)
                reader.take(3)
                reader.text()
                return reader

    def prove(self):
        """Opens a conversation; gives the first pass."""
        self.link.sendall(self.opening() + self.question(hello(self.identity.name)))
        greeting = self.answer()
        greeting.take(4)
        greeting.text()
        challenge, refusal = greeting.text(), greeting.text()
        if not challenge:
            raise RuntimeError("the engine greets nobody: " + refusal.decode())
        self.link.sendall(self.question(
            proof(challenge, self.identity.name, self.identity.sign(challenge))))
        return self.answer().text()

    def is_closed(self, seconds):
        """Whether the engine hangs up; reads and forgets what it says."""
        self.link.settimeout(seconds)
        try:
            while self.link.recv(65536):
                pass
            return True
        except TimeoutError:
            return False
        except OSError:
            return True

    def close(self):
        self.link.close()


class Recorder(threading.Thread):
    """Stands between a console and the engine, and keeps what the console says."""

    def __init__(self, engine, identity):
        super().__init__(daemon=True)
        folder = os.path.join(engine.data, "console")
        self.server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.server.load_cert_chain(os.path.join(folder, "engine.pem"),
                                    os.path.join(folder, "engine.key"))
        self.identity = identity
        self.engine = int(engine.port().rsplit(":", 1)[1])
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.said = b""
        self.start()

    def run(self):
        while True:
            try:
                raw, _ = self.listener.accept()
            except OSError:
                return
            try:
                near = self.server.wrap_socket(raw, server_side=True)
            except OSError:
                continue  # it only looked whether somebody listens
            far = self.identity.context.wrap_socket(
                socket.create_connection(("127.0.0.1", self.engine)))
            threading.Thread(target=self.carry, args=(far, near, False), daemon=True).start()
            threading.Thread(target=self.carry, args=(near, far, True), daemon=True).start()

    def carry(self, source, sink, keep):
        try:
            while piece := source.recv(65536):
                if keep:
                    self.said += piece
                sink.sendall(piece)
        except OSError:
            pass
        try:
            sink.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def frames(self):
        """What the console said, frame by frame."""
        out = []
        at = 0
        while at + HEADER.size <= len(self.said):
            size = HEADER.size + HEADER.unpack_from(self.said, at)[2]
            out.append(self.said[at : at + size])
            at += size
        return out

    def close(self):
        self.listener.close()
