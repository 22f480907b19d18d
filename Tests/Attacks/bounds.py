"""Many users who take all that the daemon lets them have at once, under the limits of its unit."""

import itertools
import os
import time

from cgroup import Limits
from clients import GROUP, Client, end, frame, scene, spawn
from daemon import Daemon
from figures import measure

# Some are left to the one who is to be served; an eighth is reserved for root and the active user.
CONNECTIONS = 1024 * 7 // 8 - 16
FIRST_USER = 70000
GREAT_SCENE = scene(50, claims=32, text=1024, light="backlight/" + "x" * 240)
# What each connection sends without ever reading a reply.
UNREAD = [
    frame("Sessions.List", True) * 200,
    frame("org.varlink.service.GetInterfaceDescription", interface="io.brightnessd.Sessions") * 200,
    frame("Lights.Watch", True) + b'{"method":"' + b"x" * 65_000,
    frame("Sessions.Hold", True, scene=scene(30, light="backlight/none")) + frame("Lights.Get") * 2000,
]


class Taker(Client):
    """A connection of a user with rights."""

    def __init__(self, daemon, user):
        # The kernel notes the user and the groups of the moment. One user may have all these: the
        # subordinate ones of a namespace.
        os.setgroups([GROUP])
        os.seteuid(user)
        try:
            super().__init__(daemon)
        finally:
            os.seteuid(0)
            os.setgroups([])
        self.daemon, self.user, self.rest = daemon, user, b""

    def pour(self, data):
        """Sends until the daemon takes no more; one that it disconnects comes back."""
        self.rest = self.rest or data
        self.socket.setblocking(False)
        try:
            while self.rest:
                self.rest = self.rest[self.socket.send(self.rest):]
        except BlockingIOError:
            pass
        except OSError:
            self.socket.close()
            self.__init__(self.daemon, self.user)


def take_scenes(takers):
    """Scenes up to the limit of each user, with the longest texts."""
    by_user = {}
    for taker in takers:
        by_user.setdefault(taker.user, []).append(taker)
    for mine in by_user.values():
        pushes = (taker.call("Sessions.Push", scene=GREAT_SCENE) for taker in mine for _ in range(16))
        refusal = next((reply["error"] for reply in pushes if "error" in reply), None)
        assert refusal in (None, "io.brightnessd.Sessions.TooMany"), refusal


def attack(daemon, users):
    def body(ready):
        takers = [Taker(daemon, FIRST_USER + number % users) for number in range(CONNECTIONS)]
        take_scenes(takers)
        for round in itertools.count():
            for taker, data in zip(takers, itertools.cycle(UNREAD)):
                taker.pour(data)
            if round == 3:
                ready()
            time.sleep(0.02)
    return body


def take_everything(users, deaths=20):
    """Returns a line of figures."""
    limits = Limits()
    daemon = Daemon(limits=limits)
    attacker = spawn(0, attack(daemon, users))
    try:
        figures = measure(daemon, deaths)
        peak = limits.peak() >> 20
        assert os.waitpid(attacker, os.WNOHANG) == (0, 0), "the attack has ended"
        assert limits.kills() == 0 and daemon.process.poll() is None, f"the daemon was killed, after {peak} MiB"
        assert limits.refused_tasks() == 0, "the daemon was refused a thread"
        assert limits.failures() == 0, "memory was refused"
        violations = figures.violations(.9)
        assert not violations, f"{'; '.join(violations)}: {figures.line()}"
        return f"{figures.line()}   {daemon.memory() // 1024:4} MB, with the kernel's {peak} of {limits.memory >> 20}"
    finally:
        end(attacker)
        daemon.stop()
        limits.remove()
