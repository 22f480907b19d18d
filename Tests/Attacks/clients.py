"""Clients of a daemon under test, in processes of other users: shared by the attacks and the chaos test."""

import ctypes
import encodings.idna  # noqa: F401 (clients may not read where Python is installed)
import json
import os
import signal
import socket
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("BRIGHTNESSD", os.path.join(ROOT, ".build/programs/brightnessd"))
C_LIBRARY = ctypes.CDLL(None)
# Users of these tests alone; the group may change lights.
GROUP, MEMBER, OTHER, BYSTANDER, ATTACKERS = 54320, 54321, 54322, 54325, range(54330, 54346)


class Client:
    def __init__(self, daemon, timeout=20):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # Blocking: with a full backlog a client waits for its turn.
        self.socket.connect(daemon.socket)
        self.socket.settimeout(timeout)
        self.bytes = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, method, more=False, **parameters):
        self.socket.sendall(frame(method, more, **parameters))

    def receive(self):
        while b"\0" not in self.bytes:
            part = self.socket.recv(1 << 16)
            if not part:
                raise ConnectionError("the daemon has closed the connection")
            self.bytes += part
        message, self.bytes = self.bytes.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.send(method, **parameters)
        return self.receive()

    def sessions(self):
        """All sessions, however many replies they take."""
        self.send("Sessions.List", True)
        found = []
        while True:
            reply = self.receive()
            found += reply["parameters"]["sessions"]
            if not reply.get("continues"):
                return found


def client_of(user, daemon):
    """A connection of another user, whom the kernel notes at the moment of connect(2)."""
    os.seteuid(user)
    try:
        return Client(daemon)
    finally:
        os.seteuid(0)


def connect_and_close(daemon, count):
    """So many connections at once, without a call."""
    try:
        for client in [Client(daemon) for _ in range(count)]:
            client.socket.close()
    except OSError:
        pass


def frame(method, more=False, **parameters):
    if "." not in method or method.count(".") == 1:
        method = "io.brightnessd." + method
    call = {"method": method, "parameters": parameters}
    if more:
        call["more"] = True
    return json.dumps(call).encode() + b"\0"


def scene(percent, claims=1, text=0, **claim):
    request = {"claims": [{"rule": "exactly", "percent": percent, **claim}] * claims}
    if text:
        request |= {"name": "n" * text, "reason": "r" * text}
    return request


def die_with_parent():
    """PR_SET_PDEATHSIG: nothing of a test that was interrupted stays behind."""
    C_LIBRARY.prctl(1, signal.SIGKILL)


def become(user, groups=()):
    """Makes a new process one of another user, which ends with the test."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.setgroups(groups)
    os.setresgid(*[user] * 3)
    os.setresuid(*[user] * 3)
    # The kernel forgets it with each change of the user.
    die_with_parent()


def wait_until(condition, subject, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{subject} did not come within {seconds} s")
        time.sleep(0.002)


def spawn(user, body, groups=()):
    """Runs `body` in a process of a user, which keeps what it returns until it is killed; returns when it calls `ready`."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reader)
            become(user, [GROUP] if user == MEMBER else groups)
            kept = body(lambda: os.write(writer, b"."))
            signal.pause()
            del kept
        except BaseException as error:  # noqa: B902
            os.write(2, f"{body.__qualname__}: {error}\n".encode())
        finally:
            os._exit(1)
    os.close(writer)
    os.read(reader, 1)
    os.close(reader)
    return pid


def end(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os.waitpid(pid, 0)


def holder(daemon, **claim):
    def body(ready):
        client = Client(daemon)
        client.send("Sessions.Hold", True, scene=scene(90, **claim))
        client.receive()
        ready()
        return client
    return body
