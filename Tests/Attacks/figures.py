"""What an attack costs others: the time from a death to the written base level, and that of a call."""

import os
import signal
import time

from clients import MEMBER, Client, holder, spawn, wait_until


class Figures:
    def __init__(self):
        self.deaths, self.calls = [], []

    def line(self):
        return (f"death p50 {self.at(self.deaths, .5):7.2f} p99 {self.at(self.deaths, .99):7.2f}"
                f" worst {max(self.deaths):7.2f} ms   call p99 {self.at(self.calls, .99):7.2f} ms")

    def at(self, values, share):
        return sorted(values)[min(len(values) - 1, int(len(values) * share))]

    def violations(self, is_strict):
        share, name = (.99, "p99") if is_strict else (.9, "p90")
        found = [(f"death {name}", self.at(self.deaths, share), 50), (f"call {name}", self.at(self.calls, share), 100)]
        if is_strict:
            found.append(("worst death", max(self.deaths), 200))
        return [f"{name} {value:.1f} ms > {limit} ms" for name, value, limit in found if value > limit]


def measure(daemon, deaths):
    """Kills holders, one after another, with a call of another user in between."""
    figures = Figures()
    caller = Client(daemon)
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
        start = time.monotonic()
        caller.call("Lights.Get")
        figures.calls.append(1000 * (time.monotonic() - start))
    return figures
