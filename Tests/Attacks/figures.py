"""What an attack costs others: the time from a death to the written base level, and that of a call."""

import math
import os
import signal
import time

from clients import BYSTANDER, MEMBER, Client, client_of, holder, spawn, wait_until


def at(values, share):
    """The value that so many are not above: of 100 values, p99 is the greatest but one."""
    return sorted(values)[math.ceil(len(values) * share) - 1]


class Figures:
    def __init__(self):
        # Times of deaths, calls of another user, and calls of root on an old and on a new connection, in milliseconds.
        self.deaths, self.calls, self.roots, self.news = [], [], [], []

    def add(self, other):
        self.deaths += other.deaths
        self.calls += other.calls
        self.roots += other.roots
        self.news += other.news

    def line(self):
        return (f"death p50 {at(self.deaths, .5):7.2f} p99 {at(self.deaths, .99):7.2f}"
                f" worst {max(self.deaths):7.2f} ms   call p99 {at(self.calls, .99):7.2f} ms   root p99 {at(self.roots, .99):7.2f} ms"
                f"   new p99 {at(self.news, .99):7.2f} ms")

    def violations(self, share, worst=None, users=2):
        """With many users who flood, another one has the same share as each of them; root has half. But a new connection is accepted and
        read in turn with all others."""
        name = f"p{share * 100:.0f}"
        found = [(f"death {name}", at(self.deaths, share), 50), (f"root's call {name}", at(self.roots, share), 100)]
        if users <= 16:
            found.append((f"call {name}", at(self.calls, share), 100))
        if users < 16:
            found.append((f"root's new connection {name}", at(self.news, share), 100))
        if worst:
            found.append(("worst death", max(self.deaths), worst))
        return [f"{name} {value:.1f} ms > {limit} ms" for name, value, limit in found if value > limit]


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
        while daemon.level() != daemon.base:
            if time.monotonic() - death > 30:
                raise AssertionError("the light was not restored within 30 s")
            time.sleep(0.0002)
        figures.deaths.append(1000 * (time.monotonic() - death))
        os.waitpid(pid, 0)
        for times, caller in callers:
            start = time.monotonic()
            caller("Lights.Get")
            times.append(1000 * (time.monotonic() - start))
    return figures
