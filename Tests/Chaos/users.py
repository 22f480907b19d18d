"""What the clients of the chaos test do until they are killed. Each body runs in a process of its own, of one of the users."""

import array
import os
import random
import select
import signal
import socket
import struct
import time

from clients import C_LIBRARY, GROUP, Client, become, frame

# The last four may not change lights.
USERS = range(54340, 54360)
MEMBERS, STRANGERS = USERS[:-4], USERS[-4:]
REPORT = struct.Struct("=cii")


class Process:
    """A client process, as the test knows it."""

    def __init__(self, pid, kind, user, lights):
        self.pid, self.kind, self.user, self.lights = pid, kind, user, lights
        self.has_reported = self.is_stopped = False
        self.began = time.monotonic()


class Body:
    """The same, inside of it."""

    def __init__(self, service, report, lights, seed):
        self.socket = service.socket
        self.report_to, self.lights, self.chance = report, lights, random.Random(seed)

    def report(self, what, process=0):
        os.write(self.report_to, REPORT.pack(what, os.getpid(), process))

    def scene(self, **more):
        """A scene on this client's lights."""
        chance = self.chance
        claims = [{"light": light, "rule": chance.choice(("exactly", "atLeast", "atMost", "scaled")), "percent": chance.randint(3, 100)}
                  for light in self.lights]
        scene = {"claims": claims, "priority": chance.choice(("low", "normal", "high")),
                 "onUserChange": chance.choice(("yield", "rebase", "cancel"))}
        if chance.random() < .3:
            scene |= {"name": "film", "reason": "r" * chance.randint(1, 500)}
        if chance.random() < .15:
            scene["fadeMilliseconds"] = chance.randint(50, 3000)
        return scene | more

    def hold(self, **more):
        client = Client(self, timeout=None)
        client.send("Sessions.Hold", True, scene=self.scene(**more))
        self.answer(client)
        return client

    def answer(self, client):
        self.report(b"h" if "error" not in client.receive() else b"f")

    def wait(self, client):
        """Reads what the daemon says, for ever; after the end of the connection it only waits."""
        try:
            while client.socket.recv(1 << 16):
                pass
        except OSError:
            pass
        while True:
            signal.pause()

    # The kinds.

    def holder(self):
        self.wait(self.hold())

    def expiring(self):
        self.wait(self.hold(expiresMilliseconds=self.chance.randint(1, 3000)))

    def stacker(self):
        """Pushes scenes, lets them appear and disappear, pops them."""
        client, scenes = Client(self, timeout=None), []
        while True:
            step = self.chance.random()
            if step < .5 or not scenes:
                reply = client.call("Sessions.Push", scene=self.scene())
                if "error" in reply:
                    self.report(b"f")
                    time.sleep(.3)
                    continue
                scenes.append(reply["parameters"]["scene"])
                client.call("Sessions.OnAppear", scene=scenes[-1])
                self.report(b"h")
            elif step < .7:
                client.call("Sessions.OnDisappear", scene=self.chance.choice(scenes))
            elif step < .8:
                client.call("Sessions.OnAppear", scene=self.chance.choice(scenes))
            else:
                first = self.chance.randrange(len(scenes))
                client.call("Sessions.PopFrom", scene=scenes[first])
                del scenes[first:]
            time.sleep(self.chance.uniform(.05, 1))

    def forker(self):
        """Leaves its connection to a child, which goes on without it."""
        client = self.hold()
        if os.fork() == 0:
            # The death of its parent must not end it.
            C_LIBRARY.prctl(1, 0)
            signal.alarm(20)
            self.report(b"c", os.getpid())
        self.wait(client)

    def leaver(self):
        """Ends by itself, in one of many ways."""
        client = self.hold()
        time.sleep(self.chance.uniform(0, 2))
        way = self.chance.randrange(6)
        if way == 0:
            client.socket.close()
        elif way == 1:
            client.socket.shutdown(socket.SHUT_WR)
        elif way == 2:
            client.socket.shutdown(socket.SHUT_RDWR)
        elif way == 3:
            client.socket.sendall(b"}\0")
        elif way == 4:
            os.kill(os.getpid(), signal.SIGSEGV)
        else:
            os._exit(0)
        while True:
            signal.pause()

    def slow(self):
        """Sends a call a few bytes at a time."""
        client = Client(self, timeout=None)
        call = frame("Sessions.Hold", True, scene=self.scene())
        while call:
            length = self.chance.randint(1, 40)
            client.socket.sendall(call[:length])
            call = call[length:]
            time.sleep(self.chance.uniform(0, .05))
        self.answer(client)
        self.wait(client)

    def half(self):
        """Never finishes its second call."""
        client = self.hold()
        call = frame("Sessions.Push", scene=self.scene())
        client.socket.sendall(call[:self.chance.randrange(len(call))])
        while True:
            signal.pause()

    def deaf(self):
        """Watches all lights and never reads."""
        client = Client(self, timeout=None)
        client.socket.sendall(frame("Lights.Watch", True) * 2)
        client.socket.sendall(frame("Sessions.Hold", True, scene=self.scene()))
        self.report(b"h")
        while True:
            signal.pause()

    def hurried(self):
        """Holds and closes without waiting, again and again."""
        self.report(b"h")
        while True:
            try:
                with Client(self) as client:
                    client.send("Sessions.Hold", True, scene=self.scene())
            except OSError:
                pass
            time.sleep(self.chance.uniform(0, .3))

    def hostile(self):
        """Tries what it may not, breaks the protocol, asks for more than it reads."""
        self.report(b"h")
        attacks = [self.set, self.noise, self.greatest, self.flood, self.passed_descriptor, self.others]
        while True:
            try:
                with Client(self) as client:
                    client.socket.settimeout(1)
                    self.chance.choice(attacks)(client)
            except (OSError, ValueError):
                pass
            time.sleep(self.chance.uniform(.1, 1))

    def set(self, client):
        client.call("Lights.Set", light=self.chance.choice(self.lights), level={"percent": 1})

    def noise(self, client):
        client.socket.sendall(self.chance.randbytes(self.chance.randint(1, 3000)) + b"\0")
        client.socket.recv(1000)

    def greatest(self, client):
        client.socket.sendall(b'{"method":"' + b"x" * 70_000)

    def flood(self, client):
        client.socket.sendall(frame("Sessions.List") * 50)
        select.select([], [], [], .5)

    def passed_descriptor(self, client):
        numbers = array.array("i", [0, 1])
        client.socket.sendmsg([frame("Lights.List")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, numbers)])
        client.receive()

    def others(self, client):
        client.call("Sessions.Cancel", session=self.chance.randint(1, 5000))
        client.call("Sessions.Reset", all=True)
        client.call("Sessions.Push", scene=self.scene())


# A kind, and how often it is among ten.
KINDS = [("holder", 3), ("stacker", 2), ("forker", 1), ("leaver", .8), ("slow", .6), ("half", .4), ("deaf", .4), ("expiring", .6),
         ("hurried", .2), ("hostile", 1)]


def start(service, report, kind, lights, user, seed):
    """Starts a client; `report` is where it says that it holds."""
    pid = os.fork()
    if pid:
        return Process(pid, kind, user, lights)
    try:
        report = os.dup2(report, 3)
        # What the test keeps for the daemon is not the client's.
        os.closerange(4, 1 << 16)
        for number in (signal.SIGALRM, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        become(user, [GROUP] if user in MEMBERS else [])
        getattr(Body(service, report, lights, seed), kind)()
    except BaseException:  # noqa: B902 (the daemon has ended the connection)
        while True:
            signal.pause()
    finally:
        os._exit(0)
