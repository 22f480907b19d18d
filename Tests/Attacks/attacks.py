#!/usr/bin/env python3
"""Attacks on the programs that ship, by clients without rights and by others with them: what they may cost others.

usage: Tests/Attacks/attacks.py [--strict] [--deaths N] [--sessions N] [NAME ...]     as root; .build/programs from `make release`

While each attack runs, clients of another user hold the light and are killed. Measured are the time from a death to the written base
level, and a call of another user beside. Afterwards the daemon serves, has no descriptor more than before, and shows the base level.

The bounds are, for a death, 50 ms (p99) and 200 ms at worst, and 100 ms (p99) for a call of another user and of root. Root also connects
anew, for which the bound is four times the time of a full queue, measured before, if that is more. They hold over all attacks together;
for each of them p90 and the worst death count, with `--strict` p99. Beside are 1,000 sessions of 16 users with a scene each, which count
for the measured light. The daemon has the limits of its unit.
"""

import argparse
import glob
import os
import random
import re
import select
import subprocess
import sys
import time

from bounds import take_everything
from cgroup import Limits
from clients import (
    ATTACKERS, GROUP, MEMBER, OTHER, PROGRAM, ROOT, Client, connect_and_close, end, frame, holder, scene, spawn, wait_until)
from connections import take_all_connections
from daemon import Daemon
from descriptors import pass_descriptors
from figures import Figures, measure, queue_time


# Attacks: each is a body for one process of an attacker.

def flood(call, connections=64, pipelined=100):
    """Calls on many connections without ever waiting for a reply, which are read as they come."""
    def attack(daemon):
        def body(ready):
            sockets = []
            for _ in range(connections):
                client = Client(daemon)
                client.socket.setblocking(False)
                sockets.append(client.socket)
            ready()
            data = call * pipelined
            while True:
                readable, writable, _ = select.select(sockets, sockets, [], 1)
                for one in readable:
                    try:
                        if not one.recv(1 << 20):
                            sockets.remove(one)
                            one.close()
                            renew(sockets)
                    except BlockingIOError:
                        pass
                    except OSError:
                        sockets.remove(one)
                        renew(sockets)
                for one in writable:
                    if one.fileno() < 0 or one not in sockets:
                        continue
                    try:
                        one.send(data)
                    except BlockingIOError:
                        pass
                    except OSError:
                        sockets.remove(one)
                        renew(sockets)

        def renew(sockets):
            try:
                client = Client(daemon)
                client.socket.setblocking(False)
                sockets.append(client.socket)
            except OSError:
                pass

        return body
    return attack


def never_read(call, connections=64):
    """Sends calls and never reads a reply."""
    def attack(daemon):
        def body(ready):
            sockets = []
            ready()
            while True:
                while len(sockets) < connections:
                    client = Client(daemon)
                    client.socket.setblocking(False)
                    sockets.append(client.socket)
                for one in list(sockets):
                    try:
                        one.send(call * 50)
                    except BlockingIOError:
                        pass
                    except OSError:
                        one.close()
                        sockets.remove(one)
                time.sleep(0.001)
        return body
    return attack


def hurry(daemon):
    """Connects and closes."""
    def body(ready):
        ready()
        while True:
            connect_and_close(daemon, 32)
    return body


def abandon(method, **parameters):
    """Connects, calls and closes without waiting."""
    def attack(daemon):
        def body(ready):
            ready()
            while True:
                try:
                    with Client(daemon) as client:
                        client.send(method, **parameters)
                except OSError:
                    pass
        return body
    return attack


def trickle(daemon):
    """Sends bytes that are no call, one after another, and frames of the greatest size."""
    def body(ready):
        ready()
        while True:
            try:
                with Client(daemon) as client:
                    client.socket.settimeout(2)
                    for _ in range(20):
                        client.socket.send(b"{")
                    client.socket.send(b'"a":' * 16000)
                    client.socket.send(bytes(random.randrange(1, 256) for _ in range(1000)) + b"\0")
            except OSError:
                pass
    return body


def many_scenes(daemon):
    """Takes all scenes, claims and texts that its limits allow, on each connection, and lists them again and again."""
    def body(ready):
        clients = []
        try:
            for _ in range(60):
                client = Client(daemon)
                clients.append(client)
                for _ in range(16):
                    client.call("Sessions.Push", scene=scene(50, claims=32, text=1000))
        except OSError:
            pass
        ready()
        while True:
            try:
                for client in clients[:20]:
                    client.send("Sessions.List", True)
                for client in clients[:20]:
                    while client.receive().get("continues"):
                        pass
            except OSError:
                clients = [Client(daemon) for _ in range(20)]
    return body


def flood_scenes(daemon):
    """Pushes scenes, lets them appear and disappear, and removes them, as fast as it can: on a light that is not there, so that what is
    measured is not what they hold."""
    request = scene(50, light="backlight/none")
    calls = b"".join(
        frame("Sessions.Push", scene=request) + (frame("Sessions.OnAppear", scene=number) + frame("Sessions.OnDisappear", scene=number)) * 5
        + frame("Sessions.PopFrom", scene=number) for number in range(1, 4))
    return flood(calls, pipelined=5)(daemon)


def flood_holds(daemon):
    """Holds on connections that it opens and closes all the time."""
    request = frame("Sessions.Hold", True, scene=scene(50, light="backlight/none"))

    def body(ready):
        ready()
        while True:
            try:
                clients = [Client(daemon) for _ in range(30)]
                for client in clients:
                    client.socket.sendall(request)
                for client in clients:
                    client.receive()
                    client.socket.close()
            except OSError:
                pass
    return body


# By users of the group that may change lights. What they do to the panel itself is their right: the
# measured light is another one.
WITH_RIGHTS = {
    "set-with-rights": [flood(frame("Lights.Set", light="keyboard", level={"changePercent": 1}))],
    "set-fading-with-rights": [flood(frame("Lights.Set", light="keyboard", level={"changePercent": -1}, fadeMilliseconds=3_600_000))],
    "push-with-rights": [flood(frame("Sessions.Push", scene=scene(50, light="backlight/none")))],
    "scenes-with-rights": [flood_scenes],
    "hold-with-rights": [flood_holds],
    "hold-at-once-with-rights": [flood(frame("Sessions.Hold", True, scene=scene(50, light="leds/none")))],
    "reset-with-rights": [flood(frame("Sessions.Reset"))],
    "allow-with-rights": [flood(frame("Health.AllowMonitor", light="panel"))],
    "automatic-with-rights": [flood(frame("Automatic.TurnOn", light="keyboard") + frame("Automatic.Forget") + frame("Automatic.TurnOff"))],
    "history-with-rights": [flood(frame("Automatic.History"))],
    "feed-with-rights": [flood(frame("Automatic.Feed", name="desk", lux=3)), abandon("Automatic.Feed", name="webcam", lux=3)],
    "cancel-with-rights": [flood(b"".join(frame("Sessions.Cancel", session=number) for number in (1, 50, 500)), pipelined=30)],
    "restart-with-rights": [abandon("Sessions.Hold", more=True, scene=scene(50, light="backlight/none"))],
    "watch-with-rights": [flood(frame("Lights.Watch", True, light="keyboard")), flood(frame("Lights.Set", light="keyboard", level={"changePercent": 1}))],
    "watch-sessions-with-rights": [flood(frame("Sessions.Watch", True)), flood_holds],
}

ATTACKS = {
    "none": [],
    "list": [flood(frame("Sessions.List"))],
    "list-more": [flood(frame("Sessions.List", True))],
    "lights": [flood(frame("Lights.List"))],
    "get": [flood(frame("Lights.Get"))],
    "set": [flood(frame("Lights.Set", level={"percent": 50}))],
    "push": [flood(frame("Sessions.Push", scene=scene(50)))],
    "hold": [flood(frame("Sessions.Hold", True, scene=scene(50)))],
    "appear": [flood(frame("Sessions.OnAppear", scene=1) + frame("Sessions.OnDisappear", scene=1) + frame("Sessions.PopFrom", scene=1))],
    "health": [flood(frame("Health.Report"))],
    "info": [flood(frame("org.varlink.service.GetInfo"))],
    "description": [flood(frame("org.varlink.service.GetInterfaceDescription", interface="io.brightnessd.Sessions"))],
    "reset": [flood(frame("Sessions.Reset"))],
    "cancel": [flood(b"".join(frame("Sessions.Cancel", session=number) for number in (1, 50, 500)), pipelined=30)],
    "allow": [flood(frame("Health.AllowMonitor", light="panel"))],
    "automatic": [flood(frame("Automatic.Report"))],
    "turn-on": [flood(frame("Automatic.TurnOn") + frame("Automatic.TurnOff") + frame("Automatic.Forget"))],
    "history": [flood(frame("Automatic.History"))],
    "feed": [flood(frame("Automatic.Feed", name="desk", lux=3))],
    "watch": [never_read(frame("Lights.Watch", True))],
    "watch-sessions": [never_read(frame("Sessions.Watch", True))],
    "unread": [never_read(frame("Sessions.List"))],
    "unread-more": [never_read(frame("Sessions.List", True))],
    "unread-description": [never_read(frame("org.varlink.service.GetInterfaceDescription", interface="io.brightnessd.Sessions"))],
    "hurry": [hurry],
    "abandon-reset": [abandon("Sessions.Reset")],
    "abandon-list": [abandon("Sessions.List")],
    "trickle": [trickle],
    "descriptors": [pass_descriptors()] * 2,
    # With all connections of its user kept, the others are refused, with what they carry.
    "refused-descriptors": [pass_descriptors(64)],
    "scenes": [many_scenes],
}


def others(daemon, sessions):
    """Sessions of other users with rights beside, each with a scene for the measured light that allows any level."""
    pids = []
    for user in ATTACKERS:
        if sessions <= 0:
            break
        count = min(sessions, 64)
        sessions -= count

        def body(ready, count=count):
            clients = [Client(daemon) for _ in range(count)]
            request = scene(100, rule="atMost", light="backlight/simulated_panel", text=500)
            for client in clients:
                number = client.call("Sessions.Push", scene=request)["parameters"]["scene"]
                assert "error" not in client.call("Sessions.OnAppear", scene=number)
            ready()
            return clients
        pids.append(spawn(user, body, [GROUP]))
    return pids


# What the daemon may have of its own while 1,000 sessions are held and two users attack, in MiB:
# the unit allows four times as much.
MEMORY = 32


class Target:
    """A daemon with sessions of other users beside, against which one attack after another is run: what one leaves behind is found."""

    def __init__(self, sessions):
        self.limits = Limits()
        # The usual limit has room for 700 beside the attackers.
        self.daemon = Daemon("[Limits]\nConnections=2048\n" if sessions > 700 else "", limits=self.limits)
        self.first = self.daemon.descriptors()
        self.others, self.sessions = others(self.daemon, sessions), sessions
        self.queue = queue_time(self.daemon)
        self.before = self.daemon.descriptors()

    def wait_for_rest(self, descriptors):
        wait_until(self.daemon.serves, "a reply after the attack")
        # The worker for the simulated monitor is kept for half a minute.
        wait_until(lambda: self.daemon.descriptors() <= descriptors + 2, "the end of all connections")

    def stop(self):
        for pid in self.others:
            end(pid)
        try:
            self.wait_for_rest(self.first)
        finally:
            self.daemon.stop()
            self.limits.remove()

    def violations(self, memory):
        """Of the unit's limits: a leak of what one connection keeps ends with it, and shows only while that lasts."""
        found = [] if memory <= MEMORY else [f"{memory} MiB > {MEMORY} MiB"]
        with Client(self.daemon) as root:
            held = sum(1 for session in root.sessions() if session["scenes"])
        if held != self.sessions:
            found.append(f"{held} sessions are left beside, of {self.sessions}")
        if self.limits.kills() or self.limits.failures() or self.limits.refused_tasks():
            found.append("a limit of the unit was reached")
        return found


def run(name, attacks, deaths, target, is_strict, overall):
    daemon = target.daemon
    groups = [GROUP] if name in WITH_RIGHTS else []
    pids = []
    try:
        # Those of the flooder are apart from the idle ones, so that it has all connections of a
        # user.
        pids += [spawn(user, attack(daemon), groups) for user in (OTHER, OTHER + 1) for attack in attacks]
        figures = measure(daemon, deaths)
        memory = daemon.memory() >> 10
    finally:
        for pid in pids:
            end(pid)
    target.wait_for_rest(target.before)
    figures.queue = target.queue
    overall.add(figures)
    violations = figures.violations(.99 if is_strict else .9) + target.violations(memory)
    if daemon.level() != daemon.base:
        violations.append("the light is not at its base level")
    print(f"{'FAILED ' if violations else 'ok     '} {name:26} {figures.line()}   {memory:4} MB", flush=True)
    for violation in violations:
        print(f"        {violation}", flush=True)
    return not violations


def stop(target):
    try:
        target.stop()
    except (AssertionError, OSError) as error:
        print(f"FAILED  the end of the sessions beside: {error}", flush=True)
        return ["end"]
    return []


def root_restores():
    """`brightnessd --restore` by root restores what another user's daemon recorded, and trusts that user's record."""
    daemon = Daemon(user=MEMBER)
    # The simulated monitor ends with its daemon, so that nobody could restore it.
    pid = spawn(MEMBER, holder(daemon, light="panel"))
    wait_until(lambda: daemon.level() != daemon.base, "the held level")
    daemon.process.kill()
    daemon.process.wait()
    done = subprocess.run([PROGRAM, "--restore", "--sysfs", daemon.tree, "--state", daemon.state], capture_output=True, text=True)
    end(pid)
    if done.returncode != 0 or daemon.level() != daemon.base:
        raise AssertionError(f"status {done.returncode}, level {daemon.level().strip()}: {done.stderr}")
    left = [name for _, _, files in os.walk(daemon.state) for name in files if name != "lock"]
    if left:
        raise AssertionError(f"left in the state folder: {left}")


def check_methods():
    """A user without rights calls every method of every interface, and every attack that docs/security.md names is one of these."""
    with open(ROOT + "/docs/security.md") as file:
        named = set(re.findall(r"`attacks\.py ([\w-]+)`", file.read()))
    if unknown := named - {*ATTACKS, *WITH_RIGHTS, *OTHERS} or not named:
        raise AssertionError(f"docs/security.md names the attacks {unknown}")
    with open(os.path.abspath(__file__)) as file:
        called = set(re.findall(r'"([\w.]+\.\w+)"', re.search(r"^ATTACKS = \{$.*?^\}$", file.read(), re.MULTILINE | re.DOTALL)[0]))
    interfaces = glob.glob(ROOT + "/interfaces/io.brightnessd.*.varlink")
    missing = []
    for path in interfaces:
        with open(path) as file:
            interface = path.split(".")[-2]
            missing += [name for method in re.findall(r"^method (\w+)", file.read(), re.MULTILINE) if (name := f"{interface}.{method}") not in called]
    if missing or not interfaces:
        raise AssertionError(f"no attack calls {', '.join(missing)}")


def judge(overall):
    """Over all attacks there are enough deaths and calls for the bounds that hold for 99 of 100."""
    violations = overall.violations(.99)
    print(f"{'FAILED ' if violations else 'ok     '} {len(overall.deaths)} deaths       {overall.line()}", flush=True)
    for violation in violations:
        print(f"        {violation}", flush=True)
    return ["p99"] if violations else []


OTHERS = {
    "all-methods": check_methods,
    "root-restores": root_restores,
    "connections": take_all_connections,
    "everything-by-16": lambda: take_everything(16),
    "everything-by-110": lambda: take_everything(110),
    "everything-by-880": lambda: take_everything(880),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deaths", type=int, default=40)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join([*ATTACKS, *WITH_RIGHTS, *OTHERS]))
    options = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("attacks: as root, since the attackers are other users")
    failed, overall, target = [], Figures(), None
    for name in options.names or [*ATTACKS, *WITH_RIGHTS, *OTHERS]:
        try:
            if name in OTHERS:
                print(f"ok      {name:18} {OTHERS[name]() or ''}", flush=True)
                continue
            target = target or Target(options.sessions)
            if run(name, (ATTACKS | WITH_RIGHTS)[name], options.deaths, target, options.strict, overall):
                continue
        except (AssertionError, OSError) as error:
            print(f"FAILED  {name:18} {error}", flush=True)
        failed.append(name)
        if target:
            # The next attack finds a daemon that nothing was done to.
            failed += stop(target)
            target = None
    failed += stop(target) if target else []
    if not options.names:
        failed += judge(overall)
    print(f"failed: {' '.join(failed)}" if failed else "passed: all attacks")
    sys.exit(bool(failed))


main()
