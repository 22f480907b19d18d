"""All connections taken, by users who go on to connect: root is served on a new one."""

import time

from clients import ATTACKERS, BYSTANDER, Client, client_of, connect_and_close, end, spawn
from daemon import Daemon
from figures import at, new_call


def connect(daemon, goes_on, keep=64):
    """Keeps as many connections as the daemon lets it have, and may connect again and again."""
    def body(ready):
        kept = []
        try:
            for _ in range(keep):
                client = Client(daemon)
                kept.append(client)
                client.call("org.varlink.service.GetInfo")
        except OSError:
            pass
        ready()
        while goes_on:
            connect_and_close(daemon, 16)
        return kept
    return body


def is_refused(daemon):
    with client_of(BYSTANDER, daemon) as client:
        try:
            client.call("Lights.Get")
        except OSError:
            return True
    return False


def take_all_connections(calls=200):
    """Returns a line of figures."""
    daemon = Daemon()
    pids = [spawn(user, connect(daemon, user in ATTACKERS[:2])) for user in ATTACKERS]
    try:
        assert is_refused(daemon), "there were connections left"
        times = []
        for _ in range(calls):
            start = time.monotonic()
            new_call(daemon)("Lights.Get")
            times.append(1000 * (time.monotonic() - start))
        assert at(times, .99) <= 100, f"root's new connection p99 {at(times, .99):.1f} ms > 100 ms"
        return f"root's new connection p50 {at(times, .5):.2f} p99 {at(times, .99):.2f} worst {max(times):.2f} ms"
    finally:
        for pid in pids:
            end(pid)
        daemon.stop()
