"""A pointer without a device: the few messages of Wayland and of wlr-virtual-pointer-unstable-v1 that a test needs."""

import contextlib
import os
import socket
import struct

DISPLAY = 1
MANAGER = b"zwlr_virtual_pointer_manager_v1"
SEAT = b"wl_seat"
RIGHT_BUTTON = 0x111
WHEEL, VERTICAL = 0, 0


class Pointer(contextlib.AbstractContextManager):
    """A seat has a pointer only while this exists, so it has to be there before the programs that it points at."""

    def __init__(self, environment, seat=0):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(environment["XDG_RUNTIME_DIR"], environment["WAYLAND_DISPLAY"]))
        # Objects get numbers in order.
        self.last = DISPLAY
        self.registry = self.new()
        self.send(DISPLAY, 1, struct.pack("=I", self.registry))
        there = list(self.globals())
        manager = self.bind(MANAGER, dict(there)[MANAGER])
        seats = [name for interface, name in there if interface == SEAT]
        own = self.bind(SEAT, seats[seat])
        self.pointer = self.new()
        self.send(manager, 0, struct.pack("=II", own, self.pointer))
        list(self.events_until_done())

    def bind(self, interface, name):
        thing = self.new()
        self.send(self.registry, 0, struct.pack("=I", name) + text(interface) + struct.pack("=II", 1, thing))
        return thing

    def new(self):
        self.last += 1
        return self.last

    def __exit__(self, *_):
        self.socket.close()

    def move(self, x, y, width, height):
        self.send(self.pointer, 1, struct.pack("=IIIII", 0, x, y, width, height))
        self.end_frame()

    def scroll(self, steps):
        """One step is one notch of a wheel; less than nothing is up."""
        self.send(self.pointer, 5, struct.pack("=I", WHEEL))
        self.send(self.pointer, 7, struct.pack("=IIii", 0, VERTICAL, steps * 15 * 256, steps))
        self.end_frame()

    def click(self, button):
        for pressed in (1, 0):
            self.send(self.pointer, 2, struct.pack("=III", 0, button, pressed))
            self.end_frame()

    def end_frame(self):
        self.send(self.pointer, 4, b"")
        list(self.events_until_done())

    def globals(self):
        for target, code, body in self.events_until_done():
            if (target, code) == (self.registry, 0):
                name, length = struct.unpack_from("=II", body)
                yield body[8:8 + length - 1], name

    def events_until_done(self):
        """The events until the compositor has handled everything so far."""
        callback = self.new()
        self.send(DISPLAY, 0, struct.pack("=I", callback))
        while True:
            target, code, body = self.event()
            if target == callback:
                return
            if (target, code) == (DISPLAY, 0):
                raise OSError(f"the compositor refused: {body[12:]}")
            yield target, code, body

    def event(self):
        target, rest = struct.unpack("=II", self.read(8))
        return target, rest & 0xffff, self.read((rest >> 16) - 8)

    def read(self, count):
        data = self.socket.recv(count, socket.MSG_WAITALL) if count else b""
        if len(data) < count:
            raise OSError("the compositor ended")
        return data

    def send(self, target, code, body):
        self.socket.sendall(struct.pack("=II", target, (len(body) + 8) << 16 | code) + body)


def text(value):
    value += b"\0"
    return struct.pack("=I", len(value)) + value + b"\0" * (-len(value) % 4)
