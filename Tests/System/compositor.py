"""A Wayland compositor that a test plays: one seat, and the notifier of ext-idle-notify-v1, version 1.

The messages are those of wayland.xml (wayland 1.23) and ext-idle-notify-v1.xml (wayland-protocols 1.44). Tests/Desktop has real ones, which
count the time themselves.
"""

import os
import socket
import struct

from service import TIMEOUT

DISPLAY = 1
# The name of each global is its place here.
GLOBALS = (b"wl_seat", 1), (b"ext_idle_notifier_v1", 1)
IDLED, RESUMED = 0, 1


class Compositor:
    """Serves one client, as far as the test waits for something."""

    def __init__(self, path, user):
        self.path = path
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.settimeout(TIMEOUT)
        self.listener.bind(path)
        os.chown(path, user, -1)
        self.listener.listen()
        self.client = None

    def close(self):
        """Ends without a word, and takes its socket away."""
        self.listener.close()
        os.unlink(self.path)
        self.end_client()

    def end_client(self):
        if self.client:
            self.client.close()

    def wait_for_client(self):
        """Waits until a client, which may follow another one, is told when its user is idle."""
        self.end_client()
        self.client, _ = self.listener.accept()
        self.client.settimeout(TIMEOUT)
        self.objects, self.bytes = {}, b""
        self.wait_until_watched()

    def wait_until_watched(self, by_somebody=True):
        """Waits until the client has a notification, or has none."""
        while (self.notification() is not None) != by_somebody:
            self.serve()

    def notification(self):
        return next((thing for thing, kind in self.objects.items() if kind == "notification"), None)

    def tell(self, event):
        self.send(self.notification(), event)

    def serve(self):
        """Waits for a request, and carries it out."""
        thing, code, body = self.request()
        kind = "display" if thing == DISPLAY else self.objects[thing]
        numbers = struct.unpack(f"={len(body) // 4}I", body)
        match kind, code:
            case "display", 0:
                self.send(numbers[0], 0, struct.pack("=I", 0))
                self.send(DISPLAY, 1, struct.pack("=I", numbers[0]))
            case "display", 1:
                self.objects[numbers[0]] = "registry"
                for name, (interface, version) in enumerate(GLOBALS):
                    self.send(numbers[0], 0, struct.pack("=I", name) + text(interface) + struct.pack("=I", version))
            case "registry", 0:
                self.objects[numbers[-1]] = GLOBALS[numbers[0]][0].decode()
            case "ext_idle_notifier_v1", 1:
                self.objects[numbers[0]] = "notification"
            case ("notification" | "ext_idle_notifier_v1"), 0:
                del self.objects[thing]
                self.send(DISPLAY, 1, struct.pack("=I", thing))
            case _:
                raise AssertionError(f"the client sent request {code} to {kind}")

    def request(self):
        thing, rest = struct.unpack("=II", self.read(8))
        return thing, rest & 0xffff, self.read((rest >> 16) - 8)

    def read(self, count):
        while len(self.bytes) < count:
            part = self.client.recv(4096)
            assert part, "the client has ended"
            self.bytes += part
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def send(self, thing, code, body=b""):
        self.client.sendall(struct.pack("=II", thing, (len(body) + 8) << 16 | code) + body)


def text(value):
    value += b"\0"
    return struct.pack("=I", len(value)) + value + b"\0" * (-len(value) % 4)
