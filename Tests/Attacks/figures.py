"""What an attack costs others: the time from a death to the written base level, and that of a call."""

import math
import os
import signal
import time

from clients import BYSTANDER, MEMBER, Client, client_of, holder, spawn, wait_until


def at(values, share):
    """The value that so many are not above: of 100 values, p99 is the greatest but one."""
    return sorted(values)[math.ceil(len(values) * share) - 1]


# A measuring process that was not run for so long, in milliseconds, has measured how the processors
# were shared, not the daemon.
LONG_PAUSE = 20
# `Backlog=` of brightnessd.socket: connections that are accepted before a new one.
BACKLOG = 128


class Figures:
    def __init__(self):
        # Times of deaths, calls of another user, and calls of root on an old and on a new
        # connection, in milliseconds.
        self.deaths, self.calls, self.roots, self.news = [], [], [], []
        # The longest pause of this process while it waited for each restore.
        self.pauses = []
        # How long root may wait in a full queue before it is connected, if that is more than 100.
        self.queue = 0

    def add(self, other):
        self.queue = max(self.queue, other.queue)
        self.deaths += other.deaths
        self.pauses += other.pauses
        self.calls += other.calls
        self.roots += other.roots
        self.news += other.news

    def line(self):
        return (f"death p50 {at(self.deaths, .5):7.2f} p99 {at(self.deaths, .99):7.2f}"
                f" worst {max(self.deaths):7.2f} ms   call p99 {at(self.calls, .99):7.2f} ms   root p99 {at(self.roots, .99):7.2f} ms"
                f"   new p99 {at(self.news, .99):7.2f} of {self.longest_queue():3.0f} ms")

    def longest_queue(self):
        return max(100, self.queue)

    def without_pauses(self):
        return [death - (pause if pause > LONG_PAUSE else 0) for death, pause in zip(self.deaths, self.pauses)]

    def violations(self, share):
        name = f"p{share * 100:.0f}"
        found = [(f"death {name}", at(self.deaths, share), 50), ("worst death", max(self.without_pauses()), 200)]
        for subject, times in ("call", self.calls), ("root's call", self.roots):
            found.append((f"{subject} {name}", at(times, share), 100))
        found.append((f"root's new connection {name}", at(self.news, share), self.longest_queue()))
        return [f"{name} {value:.1f} ms > {limit:.0f} ms" for name, value, limit in found if value > limit]


def queue_time(daemon):
    """The milliseconds that a full queue of connections may take: four times as long as without an attack, since attackers use the processors too."""
    call, times = new_call(daemon), []
    for _ in range(BACKLOG):
        sent = time.monotonic()
        call("Lights.Get")
        times.append((time.monotonic() - sent) * 1000)
    return 4 * BACKLOG * at(times, .5)


def new_call(daemon):
    """Calls on a connection of their own, the time to connect included."""
    def call(method):
        with Client(daemon) as client:
            return client.call(method)
    return call


def measure(daemon, deaths):
    """Kills holders, one after another, with calls of another user and of root in between."""
    figures = Figures()
    callers = [(figures.calls, client_of(BYSTANDER, daemon).call), (figures.roots, Client(daemon).call), (figures.news, new_call(daemon))]
    for _ in range(deaths):
        pid = spawn(MEMBER, holder(daemon))
        wait_until(lambda: daemon.level() != daemon.base, "the held level")
        os.kill(pid, signal.SIGKILL)
        death = time.monotonic()
        looks = [death]
        while daemon.level() != daemon.base:
            if looks[-1] - death > 30:
                raise AssertionError("the light was not restored within 30 s")
            time.sleep(0.0002)
            looks.append(time.monotonic())
        figures.deaths.append(1000 * (time.monotonic() - death))
        figures.pauses.append(1000 * max((later - former for former, later in zip(looks, looks[1:])), default=0))
        os.waitpid(pid, 0)
        for times, caller in callers:
            start = time.monotonic()
            caller("Lights.Get")
            times.append(1000 * (time.monotonic() - start))
    return figures
