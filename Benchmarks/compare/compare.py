#!/usr/bin/env python3
"""brightnessd beside other programs, in one run: what they take, and what a held level survives.

usage: Benchmarks/compare/compare.py [--json FILE] [--markdown FILE] [--svg FILE] [--quick]
       as root; .build/programs from `make release`, the others from `Scripts/setup --compare`

All clients of daemons are written in the same language and spend the same time in it; a smaller number is better only beside the others of its
row. The programs that know only /sys find the light there, since the run has a view of the file system of its own.
"""

import argparse
import ctypes
import json
import mmap
import os
import platform
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

import subjects
import writing
from subjects import CLIENT, Brightnessd, Panel, PowerProfiles, Script, Seatd, child, have


ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Run:
    def __init__(self, quick):
        self.divisor = 10 if quick else 1
        self.folder = tempfile.mkdtemp(prefix="compare-")
        os.chmod(self.folder, 0o755)
        self.panel = Panel(self.folder)
        self.left_out = {}
        self.ours = Brightnessd(self.folder, self.panel)
        self.scripts = []
        if have("brightnessctl"):
            self.scripts.append(Script("brightnessctl", self.panel, "brightnessctl get", "brightnessctl -q set"))
        else:
            self.left_out["brightnessctl"] = "not installed"
        if have("light"):
            os.makedirs("/etc/light", exist_ok=True)
            self.scripts.append(Script("light", self.panel, "light -r -G", "light -r -S"))
        else:
            self.left_out["light"] = "not installed"
        self.seatd = self.begin("seatd", lambda: Seatd(self.folder), "seatd")
        self.profiles = self.begin("power-profiles-daemon", lambda: PowerProfiles(self.folder), "/usr/libexec/power-profiles-daemon", "dbus-daemon")

    def begin(self, name, make, *programs):
        if not have(*programs):
            self.left_out[name] = "not installed"
            return None
        try:
            return make()
        except (AssertionError, OSError) as error:
            self.left_out[name] = f"did not start: {error}"
            return None

    @property
    def daemons(self):
        return [one for one in (self.ours, self.seatd, self.profiles) if one]

    def count(self, count):
        return max(3, count // self.divisor)

    # Measurements: each returns a row of numbers by program.

    def commands(self, what, ours, others):
        """Time of a whole process."""
        found = {"brightness": self.of_process([CLIENT, *ours, "--socket", self.ours.socket])}
        for script in self.scripts:
            found[script.name] = self.of_process(others[script.name])
        return {"subject": f"{what}, a process", "unit": "ms", "values": found}

    def of_process(self, command):
        times = []
        for _ in range(self.count(300)):
            begin = time.monotonic()
            pid = os.posix_spawnp(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
            _, status = os.waitpid(pid, 0)
            times.append(1000 * (time.monotonic() - begin))
            if status:
                raise OSError(f"{command} ended with {status}")
        return figures(times)

    def pings(self):
        return self.of_daemons("a call on an open connection", "µs", self.count(20_000), lambda one, client: one.ping(client))

    def holds(self):
        return self.of_daemons("a hold and its release on an open connection", "µs", self.count(2000),
                               lambda one, client: one.hold_and_release(client), [one for one in (self.ours, self.profiles) if one])

    def of_daemons(self, subject, unit, count, body, daemons=None):
        found = {}
        for one in daemons or self.daemons:
            client, times = one.connect(), []
            for _ in range(count):
                begin = time.monotonic()
                body(one, client)
                times.append(1e6 * (time.monotonic() - begin))
            found[one.name] = figures(times)
        return {"subject": subject, "unit": unit, "values": found}

    def deaths(self):
        found = {}
        for one in self.daemons:
            times = []
            for _ in range(self.count(300)):
                pid = one.hold()
                time.sleep(.003)
                times.append(1e6 * one.watch_restore(pid))
                os.waitpid(pid, 0)
            found[one.name] = figures(times)
        return {"subject": "SIGKILL of a holder until its effect has ended", "unit": "µs", "values": found}

    def memory(self):
        found = {}
        for one in self.daemons:
            sizes = [proportional_size(pid) for pid in one.processes()]
            found[one.name] = {"p50": sum(sizes)}
        return {"subject": "memory (proportional set size), with the bus if there is one", "unit": "KiB", "values": found}

    def floods(self):
        """A client asks without waiting, as another user where the daemon serves others; another client asks beside it."""
        cost, beside = {}, {}
        for one in self.daemons:
            counted = mmap.mmap(-1, 8)
            before = cpu_time(one.processes())
            flooder = child(lambda: flooding(one, counted))
            other, times, end = one.connect(), [], time.monotonic() + max(1, 5 / self.divisor)
            while time.monotonic() < end:
                begin = time.monotonic()
                one.ping(other)
                times.append(1e6 * (time.monotonic() - begin))
                time.sleep(.001)
            os.kill(flooder, signal.SIGKILL)
            os.waitpid(flooder, 0)
            asked = struct.unpack("q", counted)[0] + len(times)
            cost[one.name] = {"p50": 1e6 * (cpu_time(one.processes()) - before) / asked}
            beside[one.name] = figures(times)
        return [{"subject": "processor time of a call in a flood, with the bus if there is one", "unit": "µs", "values": cost},
                {"subject": "a call of another client during the flood", "unit": "µs", "values": beside}]

    def dimming(self):
        """The wait for the light after idle dimming: on a desktop of Debian 13, whose sway both programs know."""
        done = subprocess.run([f"{ROOT}/Scripts/test-desktop", "--compare"], stdout=subprocess.PIPE, text=True)
        if done.returncode:
            self.left_out["swayidle"] = "its desktop did not start"
            return []
        found = json.loads(done.stdout.splitlines()[-1])
        return [{"subject": "input while dimmed until the user's level is back", "unit": "ms",
                 "values": {name: figures(one["waits"]) for name, one in found.items()}},
                {"subject": "wake-ups in 10 s while dimmed and 10 s of input", "unit": "count",
                 "values": {name: {"p50": one["dimmed"] + one["active"]} for name, one in found.items()}}]

    # Faults: each row is carried out, and says what the light shows at the end.

    def faults(self):
        rows = [("the holder ends by itself (SIGTERM)", self.orderly), ("the holder is killed (SIGKILL)", self.killed),
                ("the holder is killed, and a child keeps its socket", self.child_left), ("two holders end, the first one first", self.out_of_order),
                ("the user changes the level while it is held, and keeps it", self.changed), ("the daemon is killed and started again", self.restarted),
                ("the holder is killed while the device refuses every write", self.refused)]
        columns = [one for one in (self.ours, *self.scripts, self.profiles) if one]
        return {"columns": {one.name: one.kind for one in columns},
                "rows": [{"fault": fault, "kept": {one.name: self.verdict(one, body) for one in columns}} for fault, body in rows]}

    def verdict(self, one, body):
        one.set_base()
        self.wait_for(one, one.base, 2)
        try:
            kept = body(one)
        except NotApplicable:
            return None
        finally:
            for pid in list(self.begun):
                self.end(pid)
            self.end_leftovers()
        return kept

    begun = []

    def hold(self, one, **more):
        pid = one.hold(**more)
        self.begun.append(pid)
        return pid

    def end(self, pid, orderly=None):
        if pid not in self.begun:
            return
        self.begun.remove(pid)
        orderly.end_orderly(pid) if orderly else os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)

    def end_leftovers(self):
        """Children that a holder left behind: this process adopts them."""
        known = {process.pid for process in map(lambda name: getattr(one_of(self, name), "daemon", None), ("ours", "seatd", "profiles")) if process}
        for name in os.listdir("/proc"):
            if name.isdigit() and parent_of(name) == os.getpid() and int(name) not in known and is_fork_of_this(name):
                os.kill(int(name), signal.SIGKILL)
                os.waitpid(int(name), 0)

    def wait_for(self, one, value, seconds=2.0):
        end = time.monotonic() + seconds
        while one.shown() != value:
            if time.monotonic() > end:
                return False
            time.sleep(.005)
        return True

    def orderly(self, one):
        self.end(self.hold(one), orderly=one)
        return self.wait_for(one, one.base)

    def killed(self, one):
        self.end(self.hold(one))
        return self.wait_for(one, one.base)

    def child_left(self, one):
        if isinstance(one, Script):
            raise NotApplicable
        self.end(self.hold(one, leaves_child=True))
        return self.wait_for(one, one.base)

    def out_of_order(self, one):
        first, second = self.hold(one), self.hold(one, step=1)
        held = one.shown()
        self.end(first, orderly=one)
        time.sleep(.3)
        stays_held = one.shown() == held
        self.end(second, orderly=one)
        return self.wait_for(one, one.base) and stays_held

    def changed(self, one):
        pid = self.hold(one)
        one.change_by_user()
        self.end(pid, orderly=one)
        time.sleep(.5)
        return one.shown() == one.chosen

    def restarted(self, one):
        if isinstance(one, Script):
            raise NotApplicable
        self.hold(one)
        one.restart()
        return self.wait_for(one, one.base)

    def refused(self, one):
        if not hasattr(one, "break_write"):
            raise NotApplicable
        pid = self.hold(one)
        one.break_write()
        try:
            self.end(pid, orderly=one if isinstance(one, Script) else None)
            time.sleep(.5)
        finally:
            one.heal()
        return self.wait_for(one, one.base, 10)

    def close(self):
        for one in self.daemons:
            one.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class NotApplicable(Exception):
    pass


def one_of(run, name):
    return getattr(run, name) or object()


def flooding(one, counted):
    """In a process of its own: begins a thread that floods, and counts what is answered."""
    if one.serves_others:
        subjects.as_stranger()
    threading.Thread(target=flood, args=(one, one.connect(), counted), daemon=True).start()


def flood(one, client, counted):
    def opened():
        connection = getattr(client, "socket", client)
        connection.setblocking(False)
        return connection

    connection, waiting, answers = opened(), b"", 0
    while True:
        if not waiting:
            waiting = b"".join(one.flood(client) for _ in range(50))
        readable, writable, _ = select.select([connection], [connection], [], 1)
        try:
            if readable:
                answers += one.replies(connection.recv(1 << 18))
                counted[:] = struct.pack("q", int(answers))
            if writable:
                waiting = waiting[connection.send(waiting):]
        except BlockingIOError:
            pass
        except OSError:
            # seatd ends a connection whose replies have no room.
            client = one.connect()
            connection, waiting = opened(), b""


def figures(values):
    values = sorted(values)
    return {"p50": values[len(values) // 2], "p99": values[min(len(values) - 1, len(values) * 99 // 100)], "count": len(values)}


def proportional_size(pid):
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Pss:"))


def cpu_time(pids):
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def parent_of(name):
    try:
        with open(f"/proc/{name}/stat") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])
    except OSError:
        return None


def is_fork_of_this(name):
    try:
        with open(f"/proc/{name}/cmdline") as one, open("/proc/self/cmdline") as other:
            return one.read() == other.read()
    except OSError:
        return False


def versions():
    found = {"brightnessd": subprocess.run([subjects.PROGRAM, "--version"], capture_output=True, text=True).stdout.split()[-1]}
    for package in ("brightnessctl", "light", "seatd", "power-profiles-daemon"):
        done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
        if done.returncode == 0:
            found[package] = done.stdout
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--markdown", metavar="FILE")
    parser.add_argument("--svg", metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="a tenth of the measurements")
    options = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("compare: as root, since /sys is replaced for the programs")
    if "COMPARE_UNSHARED" not in os.environ:
        os.environ["COMPARE_UNSHARED"] = "1"
        os.execvp("unshare", ["unshare", "--mount", sys.executable, "-B", *sys.argv])
    ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
    run = Run(options.quick)
    rows = []
    try:
        measurements = [
            lambda: [run.commands("set a level", ["set", "50%"], {"brightnessctl": ["brightnessctl", "-q", "set", "50%"], "light": ["light", "-S", "50"]})],
            lambda: [run.commands("get a level", ["get"], {"brightnessctl": ["brightnessctl", "get"], "light": ["light", "-G"]})],
            lambda: [run.pings()], lambda: [run.holds()], lambda: [run.deaths()], lambda: [run.memory()], run.floods, run.dimming,
        ]
        for measure in measurements:
            run.ours.set_base()
            for row in measure():
                rows.append(row)
                print(f"{row['subject']}: " + ", ".join(f"{name} {value['p50']:.1f}" for name, value in row["values"].items()) + f" {row['unit']}", flush=True)
        faults = run.faults()
        for row in faults["rows"]:
            print(f"{row['fault']}: " + ", ".join(f"{name} {writing.WORDS[kept]}" for name, kept in row["kept"].items()), flush=True)
    finally:
        run.close()
    result = {"machine": f"{os.cpu_count()} processors, Linux {'.'.join(platform.release().split('.')[:2])}", "versions": versions(), "leftOut": run.left_out,
              "measurements": rows, "faults": faults}
    for name, reason in run.left_out.items():
        print(f"left out: {name}, {reason}")
    for path, text in ((options.json, json.dumps(result, indent=1, ensure_ascii=False) + "\n"), (options.markdown, writing.markdown(result)),
                       (options.svg, writing.svg(result))):
        if path:
            with open(path, "w") as file:
                file.write(text)


if __name__ == "__main__":
    main()
