"""As much of D-Bus as a client of power-profiles-daemon needs, with as little between it and the socket as for the other protocols."""

import os
import socket
import struct

DAEMON, PATH = "net.hadess.PowerProfiles", "/net/hadess/PowerProfiles"
PROPERTIES = "org.freedesktop.DBus.Properties"
CALL, REPLY, ERROR, SIGNAL = 1, 2, 3, 4


class Bus:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.serial, self.bytes, self.signals = 0, b"", []
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        while b"\r\n" not in self.bytes:
            self.bytes += self.socket.recv(1000)
        self.bytes = b""
        self.socket.sendall(b"BEGIN\r\n")
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")

    def message(self, to, path, interface, member, signature="", body=b""):
        self.serial += 1
        fields = b""
        for code, kind, value in ((1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", to), (8, "g", signature)):
            if value:
                fields += b"\0" * (-len(fields) % 8) + bytes((code, 1)) + kind.encode() + b"\0"
                fields += bytes([len(value)]) + value.encode() + b"\0" if kind == "g" else string(value)
        head = struct.pack("<cBBBIII", b"l", CALL, 0, 1, len(body), self.serial, len(fields))
        return head + fields + b"\0" * (-len(fields) % 8) + body

    def call(self, *parts):
        """Sends a call, and returns the body of its reply."""
        self.socket.sendall(self.message(*parts))
        while True:
            kind, fields, body = self.receive()
            if kind == REPLY:
                return body
            if kind == ERROR:
                raise OSError(body[4:].split(b"\0")[0].decode())
            self.signals.append(fields)

    def receive(self):
        head = self.take(16)
        kind, length, fields = head[1], *struct.unpack_from("<I4xI", head, 4)
        rest = self.take((fields + 7) // 8 * 8 + length)
        return kind, rest[:fields], rest[-length:] if length else b""

    def take(self, count):
        while len(self.bytes) < count:
            part = self.socket.recv(1 << 16)
            if not part:
                raise ConnectionError("the bus has closed the connection")
            self.bytes += part
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def wait_for(self, member):
        """Waits for a signal."""
        while True:
            kind, fields, _ = self.receive()
            if kind == SIGNAL and member.encode() in fields:
                return

    # power-profiles-daemon.

    def listen(self):
        rule = f"type='signal',sender='{DAEMON}'"
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", "s", string(rule))

    def profile(self):
        body = self.call(DAEMON, PATH, PROPERTIES, "Get", "ss", string(DAEMON, "ActiveProfile"))
        return body[8:].split(b"\0")[0].decode()

    def set_profile(self, profile):
        body = string(DAEMON, "ActiveProfile")
        self.call(DAEMON, PATH, PROPERTIES, "Set", "ssv", string(profile, after=body + b"\1s\0"))

    def hold(self, profile):
        return self.call(DAEMON, PATH, DAEMON, "HoldProfile", "sss", string(profile, "compare", "compare"))

    def release(self, cookie):
        self.call(DAEMON, PATH, DAEMON, "ReleaseProfile", "u", cookie)


def string(*texts, after=b""):
    """Strings as D-Bus writes them, each at a multiple of four."""
    for text in texts:
        after += b"\0" * (-len(after) % 4)
        after += struct.pack("<I", len(text.encode())) + text.encode() + b"\0"
    return after
