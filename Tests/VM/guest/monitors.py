"""External monitors of the module: cards, what is plugged in, faults, every message; and the worker that speaks to them."""

import glob
import os
import socket
import struct
import time

from service import TIMEOUT
from vm import CONTROL, control, load_module, read, run, wait_until, write

SHAPES = ["normal", "doubled", "no flag", "short", "other feature", "unsupported", "shifted", "zeros", "ones"]
OFF = 0xFFFFFFFF
UNUSED = {"read_as": OFF, "wake_level": OFF, "edid_from": OFF, "shape": "normal"}
WORKERS = "/run/brightnessd/ddc"
REASONS = ["", "out of order", "no monitor", "another monitor", "asleep", "no bus", "locked", "not opened", "refused", "silent", "damaged"]
REASONS.append("no brightness")

made = []


def remove_all():
    """Removes the cards and monitors that were made; the cards first, as monitors are unplugged by that."""
    for thing in sorted(made, key=lambda thing: isinstance(thing, Monitor)):
        control(f"remove {thing.name}")
    made.clear()
    clear_messages()


def make_edid(maker="TST", product=1, serial="", number=0, name="Test"):
    """The base block of a monitor's EDID."""
    text = lambda tag, words: bytes([0, 0, 0, tag, 0]) + (words.encode() + b"\n" if len(words) < 13 else words.encode())[:13].ljust(13)
    code = (ord(maker[0]) - 64) << 10 | (ord(maker[1]) - 64) << 5 | (ord(maker[2]) - 64)
    block = bytes.fromhex("00ffffffffffff00") + struct.pack(">H", code) + struct.pack("<HI", product, number)
    block += bytes([1, 34, 1, 4, 0x80, 60, 34, 120, 2]) + bytes(13) + b"\x01" * 16
    block += text(0xFC, name) + (text(0xFF, serial) if serial else text(0x10, "")) + text(0x10, "") * 2
    block = block[:126] + b"\0"
    return block + bytes([-sum(block) & 0xFF])


def fingerprint(edid):
    found = 0xCBF29CE484222325
    for byte in edid:
        found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return found


class Card:
    """A graphics card; `connectors` are the names of its connectors, such as "card1-DP-1", in the order of its ports."""

    def __init__(self, *ports):
        self.name = f"card-{len(made)}"
        before = set(connectors())
        control(" ".join(["card", self.name, *ports]))
        made.append(self)
        new = [name for name in connectors() if name not in before]
        # The kernel numbers the connectors of a type in the order of their creation.
        kinds = [port.split(":")[0] for port in ports]
        of_kind = {kind: iter([name for name in new if name.split("-", 1)[1].rsplit("-", 1)[0] == kind]) for kind in set(kinds)}
        self.connectors = [next(of_kind[kind]) for kind in kinds if kind != "bus"]

    def remove(self):
        made.remove(self)
        control(f"remove {self.name}")


def connectors():
    names = (os.path.basename(path) for path in glob.glob("/sys/class/drm/card*-*"))
    return sorted(names, key=lambda name: (name.rsplit("-", 1)[0], int(name.rsplit("-", 1)[1])))


def bus_of(connector):
    """The number of a connector's bus."""
    child = glob.glob(f"/sys/class/drm/{connector}/i2c-*")
    linked = f"/sys/class/drm/{connector}/ddc"
    path = child[0] if child else os.path.realpath(linked) if os.path.exists(linked) else nvidia_bus(connector)
    return int(path.rsplit("-", 1)[1])


def nvidia_bus(connector):
    port = connector.split("-", 1)[1]
    names = glob.glob("/sys/bus/i2c/devices/i2c-*/name")
    return next(os.path.dirname(name) for name in names if read(name) == f"NVIDIA i2c adapter {port}")


def dpms(connector, mode):
    """Sets what the connector shows: On, Standby, Suspend, Off, or disabled."""
    control(f"dpms {connector.split('-', 1)[1]} {mode}")


class Monitor:
    def __init__(self, name, connector=None, maximum=100, level=40, edid=None, **knobs):
        self.name, self.connector, self.usual = name, connector, {"maximum": maximum, "level": level}
        self.edid = make_edid(serial=name.upper() + "0A") if edid is None else edid
        load_module()
        control(f"monitor {name} max={maximum} level={level}")
        made.append(self)
        self.show(self.edid)
        for knob, value in knobs.items():
            self.set(knob, value)
        if connector:
            self.plug(connector)

    def show(self, edid):
        """Gives the monitor another EDID, which connectors show when it is plugged in."""
        self.edid = edid
        file = os.open(f"{CONTROL}/{self.name}/edid", os.O_WRONLY)
        os.write(file, edid)
        os.close(file)

    def heal(self):
        """Ends all faults, and shows the first level again."""
        for knob in os.listdir(f"{CONTROL}/{self.name}"):
            if knob != "edid":
                self.set(knob, self.usual.get(knob, UNUSED.get(knob, 0)))

    def plug(self, connector):
        self.connector = connector
        control(f"plug {self.name} {connector.split('-', 1)[1]}")

    def unplug(self):
        control(f"unplug {self.name}")

    def set(self, knob, value):
        write(f"{CONTROL}/{self.name}/{knob}", SHAPES.index(value) if knob == "shape" else value)

    def get(self, knob):
        return int(read(f"{CONTROL}/{self.name}/{knob}"))

    @property
    def level(self):
        return self.get("level")

    @property
    def fingerprint(self):
        return fingerprint(self.edid)

    @property
    def messages(self):
        return [message for message in messages() if message.monitor == self.name]

    @property
    def sets(self):
        """The levels that it received, also those that it did not acknowledge."""
        return [message.level for message in self.messages if message.level is not None]

    def wait_for(self, level):
        wait_until(lambda: self.level == level, lambda: f"{self.name} shows {level}: {self.level}, {self.messages}")

    def milliseconds_to(self, level, since, sent=None):
        """Waits for a level, and returns the time from `since` until the message that set it was delivered; `sent` is what it rounded."""
        self.wait_for(level)
        sent = level if sent is None else sent
        fitting = [message for message in self.messages if message.begun > since and message.level == sent and message.result >= 0]
        return (fitting[0].ended - since) / 1e6


class Message:
    """A message on a bus, from the log of the module."""

    def __init__(self, line):
        begun, ended, self.bus, self.monitor, address, kind, length, result, marks, process, data, self.command = line.split(maxsplit=11)
        self.begun, self.ended, self.length, self.result, self.process = map(int, (begun, ended, length, result, process))
        self.address, self.is_read, self.bytes = int(address, 16), kind == "r", bytes.fromhex(data[1:])
        self.marks = set(filter(None, marks[1:].split(",")))

    @property
    def level(self):
        """The level of a Set of the brightness."""
        is_set = not self.is_read and self.address == 0x37 and self.bytes[1:4] == b"\x84\x03\x10"
        return self.bytes[4] << 8 | self.bytes[5] if is_set else None

    @property
    def kind(self):
        """ "get", "set", "reply" or "other"; of another address, "0x50 read"."""
        if self.address != 0x37:
            return f"{self.address:#x} {'read' if self.is_read else 'write'}"
        if self.is_read:
            return "reply"
        return "set" if self.level is not None else "get" if self.bytes[1:4] == b"\x82\x01\x10" else "other"

    def __repr__(self):
        return f"{self.bus} {self.monitor} {self.kind} {self.bytes.hex()} ({self.result}{''.join(sorted(self.marks))})"


def messages():
    """All messages on the buses of the cards, also those that were not acknowledged."""
    return [Message(line) for line in read(f"{CONTROL}/messages").splitlines()]


def clear_messages():
    write(f"{CONTROL}/messages", "\n")


def gaps(sent):
    """Milliseconds between each message and the next."""
    return [(after.begun - before.ended) / 1e6 for before, after in zip(sent, sent[1:])]


def assert_silence():
    assert not messages(), f"messages were sent: {messages()}"


def assert_harmless():
    """No message but Get, Set and its reply, none overlaps with one on another bus of the card, none to a monitor that sleeps."""
    bad = [message for message in messages() if message.marks or message.kind not in ("get", "set", "reply")]
    assert not bad, bad


def listed_by_worker():
    """What `brightnessd-ddc --list` prints."""
    return run("/usr/libexec/brightnessd-ddc", "--list").splitlines()


class Worker:
    """A connection to a worker that systemd starts, as the daemon has."""

    def __init__(self, connector):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(TIMEOUT)
        self.socket.connect(WORKERS)
        self.named = self.ask(bytes([1]) + connector.encode().ljust(15, b"\0"))

    def read(self, monitor):
        """ "40 of 100", or why not, with an error code if there is one."""
        return self.ask(struct.pack(">BxHxxxxQ", 2, 0, monitor.fingerprint))

    def set(self, monitor, level):
        """ "done", or why not."""
        return self.ask(struct.pack(">BxHxxxxQ", 3, level, monitor.fingerprint))

    def ask(self, request):
        self.send(request)
        return self.receive()

    def send(self, request):
        self.socket.sendall(request)

    def send_read(self, monitor):
        self.send(struct.pack(">BxHxxxxQ", 2, 0, monitor.fingerprint))

    def receive(self):
        reply = self.socket.recv(16, socket.MSG_WAITALL)
        assert len(reply) == 16, f"the worker ended: {reply}"
        kind, reason, level, maximum, code = struct.unpack(">BBHHH", reply[:8])
        if kind == 1:
            return f"{level} of {maximum}"
        return "done" if kind == 0 else " ".join([REASONS[reason], *([os.strerror(code)] if code else [])])

    def close(self):
        self.socket.close()


def workers():
    """The states of the workers' processes by their number; D is an uninterruptible call."""
    found = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            head, _, rest = read(path).rpartition(") ")
        except (FileNotFoundError, ProcessLookupError):
            continue
        # The kernel cuts the name off.
        if head.endswith("(brightnessd-ddc"[:16]):
            found[int(head.split()[0])] = rest[0]
    return found


def wait_for_hanging_worker():
    wait_until(lambda: "D" in workers().values(), lambda: f"a worker hangs: {workers()}")
    return next(process for process, state in workers().items() if state == "D")


def milliseconds(action):
    """How long an action takes, and its result."""
    begun = time.monotonic()
    result = action()
    return (time.monotonic() - begun) * 1000, result
