"""What an attack costs others: the time from a death to the written base level, and that of a call."""

import os
import signal
import time

from clients import BYSTANDER, MEMBER, Client, client_of, holder, spawn, wait_until


class Figures:
    def __init__(self):
        # Times of deaths, calls of another user, and calls of root, in milliseconds.
        self.deaths, self.calls, self.roots = [], [], []

    def line(self):
        return (f"death p50 {self.at(self.deaths, .5):7.2f} p99 {self.at(self.deaths, .99):7.2f}"
                f" worst {max(self.deaths):7.2f} ms   call p99 {self.at(self.calls, .99):7.2f} ms   root p99 {self.at(self.roots, .99):7.2f} ms")

    def at(self, values, share):
        return sorted(values)[min(len(values) - 1, int(len(values) * share))]

    def violations(self, is_strict, users=2):
        """With many users who flood, another one has the same share as each of them; root has half."""
        share, name = (.99, "p99") if is_strict else (.9, "p90")
        found = [(f"death {name}", self.at(self.deaths, share), 50), (f"root's call {name}", self.at(self.roots, share), 100)]
        if users <= 16:
            found.append((f"call {name}", self.at(self.calls, share), 100))
        if is_strict:
            found.append(("worst death", max(self.deaths), 200))
        return [f"{name} {value:.1f} ms > {limit} ms" for name, value, limit in found if value > limit]


def measure(daemon, deaths):
    """Kills holders, one after another, with calls of another user and of root in between."""
    figures = Figures()
    callers = [(figures.calls, client_of(BYSTANDER, daemon)), (figures.roots, Client(daemon))]
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
            caller.call("Lights.Get")
            times.append(1000 * (time.monotonic() - start))
    return figures
