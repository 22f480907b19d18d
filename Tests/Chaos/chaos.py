#!/usr/bin/env python3
"""Chaos: many clients of many users die while the user, the devices, the disk and the daemon change under them.

usage: Tests/Chaos/chaos.py [--seconds N] [--seed N] [--clients N] [--json FILE] [--svg FILE] [--self-test]
       as root; .build/programs from `make release`

A model knows for each light the level that it must have when nothing holds it. Several times a second the test ends all that holds a light
and compares; every few seconds it ends all clients, and compares every light, the daemon's own account, its descriptors, the state folder and
the connections that are kept for its next start. The daemon dies only in the first part of a run, so that its memory can be compared over
the rest.

The seed decides what is done; how it meets in time is the machine's. Status 1 on any violation, with the last events.
"""

import argparse
import collections
import faulthandler
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Attacks"))

import picture  # noqa: E402
import users  # noqa: E402
from clients import C_LIBRARY, Client  # noqa: E402
from lights import Light, make_tree  # noqa: E402
from service import Service  # noqa: E402

DAEMON = 54339
# How long a healthy light may take to be right, under load, before it is wrong.
LONGEST_RESTORE = 10
LONGEST_STEP = 60
# The share of a run in which the daemon dies, and what its memory may grow by in the rest, in KiB.
STORM, GROWTH = .6, 2048


class Violation(Exception):
    pass


class Chaos:
    def __init__(self, options):
        self.options = options
        self.chance = random.Random(options.seed)
        self.folder = tempfile.mkdtemp(prefix="chaos-")
        os.chmod(self.folder, 0o755)
        self.lights = make_tree(f"{self.folder}/sys", DAEMON)
        self.probed, self.shared = self.lights[0], self.lights[1:]
        self.service = Service(self.folder, f"{self.folder}/sys", DAEMON)
        self.processes, self.orphans = {}, set()
        self.reports, self.report_to = os.pipe()
        os.set_blocking(self.reports, False)
        self.events = collections.deque(maxlen=200)
        self.counts = collections.Counter()
        self.restores, self.samples = [], []
        self.root = None
        self.is_disk_full = False
        # At rest; nil until it was at rest once.
        self.usual_descriptors = None
        self.began = self.lives_since = time.monotonic()

    @property
    def time(self):
        return time.monotonic() - self.began

    @property
    def is_calm(self):
        return self.time > self.options.seconds * STORM

    def note(self, text):
        self.events.append(f"{self.time:8.3f} {text}")

    # Clients.

    def start_clients(self, most):
        while len(self.processes) < self.options.clients and most:
            most -= 1
            kind = self.chance.choices(*zip(*users.KINDS))[0]
            user = self.chance.choice(users.STRANGERS if kind == "hostile" else users.MEMBERS)
            lights = [light.id for light in self.chance.sample(self.shared, self.chance.choice((1, 1, 2, 3)))]
            process = users.start(self.service, self.report_to, kind, lights, user, self.chance.getrandbits(32))
            self.processes[process.pid] = process
            self.counts["clients"] += 1

    def hear(self):
        """Takes what clients report."""
        while True:
            try:
                data = os.read(self.reports, users.REPORT.size * 1000)
            except BlockingIOError:
                return
            for what, pid, other in users.REPORT.iter_unpack(data):
                if what == b"c":
                    self.orphans.add(other)
                elif pid in self.processes:
                    self.processes[pid].has_reported = True
                    self.counts["holds" if what == b"h" else "refusals"] += 1

    def reap(self):
        """Collects clients that have ended by themselves, and children that they have left behind."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.service.pid:
                self.service.pid = None
                raise Violation(f"the daemon has ended by itself, with status {status}")
            self.orphans.discard(pid)
            if self.processes.pop(pid, None):
                self.counts["deaths"] += 1

    def kill(self, processes):
        """SIGKILL; they are collected at once, so that no number can be another process's."""
        processes = list(processes)
        for process in processes:
            os.kill(process.pid, signal.SIGKILL)
        for process in processes:
            os.waitpid(process.pid, 0)
            del self.processes[process.pid]
        self.counts["deaths"] += len(processes)

    def some(self, most, condition=lambda process: process.has_reported):
        found = [process for process in self.processes.values() if condition(process)]
        return self.chance.sample(found, min(len(found), self.chance.randint(1, most)))

    def kill_some(self):
        # Also such as have hardly begun.
        killed = self.some(12, lambda process: process.has_reported or process.kind == "slow")
        self.note("kill " + " ".join(f"{process.kind}:{process.pid}" for process in killed))
        self.kill(killed)

    def stop_some(self):
        for process in self.some(4):
            self.note(f"stop {process.pid}")
            os.kill(process.pid, signal.SIGSTOP)
            process.is_stopped = True

    def continue_some(self):
        for process in self.some(4, lambda process: process.is_stopped):
            self.note(f"continue {process.pid}")
            os.kill(process.pid, signal.SIGCONT)
            process.is_stopped = False

    # The user.

    def sessions(self):
        return self.with_root("Sessions.List", Client.sessions)

    def ask(self, method, **parameters):
        return self.with_root(method, lambda root: root.call(method, **parameters))

    def with_root(self, method, body):
        """A call by root, on a new connection if the daemon has died since the last one."""
        end = time.monotonic() + 20
        while True:
            try:
                self.root = self.root or Client(self.service)
                return body(self.root)
            except OSError as error:
                self.root = None
                self.reap()
                if time.monotonic() > end:
                    raise Violation(f"{method} by root had no answer within 20 s: {error}") from None

    def lights_of(self, reply):
        if "error" in reply:
            raise Violation(f"an error for root: {reply}")
        return {light["id"]: light for light in reply["parameters"]["lights"]}

    def any_light(self, condition=lambda light: light.is_healthy):
        found = [light for light in self.shared if condition(light)]
        return self.chance.choice(found) if found else None

    def change_by_hand(self):
        """The user changes a light until it is the base level: a write of the daemon may come between."""
        light = self.any_light()
        if not light or self.is_disk_full:
            return
        source = self.chance.choice(("hotkey", "sysfs"))
        for attempt in range(50):
            level = light.other_level(self.chance)
            self.note(f"{light.id} {level} by {source}" + (f", attempt {attempt + 1}" if attempt else ""))
            light.set_by_hand(level, source)
            end = time.monotonic() + .2
            while time.monotonic() < end:
                found = self.lights_of(self.ask("Lights.List")).get(light.id)
                # The daemon was not asked, so that it can die between the change and its record:
                # the user's level is then lost.
                if found and found["baseRaw"] == level and self.recorded(light) in (None, level):
                    light.choose(level)
                    self.counts["changes by hand"] += 1
                    return
                time.sleep(.005)
        raise Violation(f"{light.id}: 50 changes by the user never became the base level; it is {found}")

    def recorded(self, light):
        """The level that the restore record has for a light, if any."""
        try:
            with open(self.service.state + "/restore-records") as file:
                for line in file:
                    if line.startswith(f"light={light.id} "):
                        return int(line.split(" raw=")[1].split()[0])
        except FileNotFoundError:
            pass
        return None

    def set(self):
        light = self.any_light(lambda light: light.is_plugged)
        if not light or self.is_disk_full:
            return
        level = light.other_level(self.chance)
        more = {"fadeMilliseconds": self.chance.randint(20, 200)} if self.chance.random() < .2 and not light.fault else {}
        self.note(f"{light.id} set to {level} {more or ''}")
        self.set_to(light, level, more)

    def set_to(self, light, level, more):
        end = time.monotonic() + 20
        while True:
            reply = self.ask("Lights.Set", light=light.id, level={"raw": level}, **more)
            error = reply.get("error", "")
            # The base level is the new one also if the write fails.
            if not error or error.endswith(".NotWritable"):
                if not error and reply["parameters"]["lights"][0]["baseRaw"] != level:
                    raise Violation(f"{light.id} was set to {level}, and the reply is {reply}")
                light.refuse(level) if error else light.choose(level)
                self.counts["sets"] += 1
                return
            # A light that could not be read since the daemon started is not listed.
            if error.endswith(".NoSuchLight") and light.fault:
                return
            # Just started, or just plugged in.
            if not error.endswith(".NoSuchLight") or time.monotonic() > end:
                raise Violation(f"{light.id} cannot be set: {reply}")
            time.sleep(.01)

    def reset(self):
        self.note("reset by root")
        self.ask("Sessions.Reset", all=True)

    def cancel(self):
        sessions = self.sessions()
        for session in self.chance.sample(sessions, min(3, len(sessions))):
            self.note(f"cancel {session['id']}")
            self.ask("Sessions.Cancel", session=session["id"])

    def change_seat(self):
        seated = self.chance.sample(users.MEMBERS, 3)
        active = self.chance.choice([seated[0], *seated])
        path = f"{self.service.tree}/.seats/seat0"
        self.note(f"seat of {active} among {seated}")
        with open(path + ".new", "w") as file:
            file.write(f"ACTIVE_UID={active}\nUIDS={' '.join(map(str, seated))}\n")
        os.rename(path + ".new", path)

    def reload(self):
        text = self.chance.choice([
            "", "[Limits]\nScenesPerSession=3\nSceneBytesPerUser=8K\n", "[Limits]\nNesting=8\n", "[Light backlight/ddcci1]\nFloor=5%\nAlias=desk\n",
            "[Light backlight/ddcci2]\nScale=perceptual\n", "[Light leds/other::kbd_backlight]\nKind=keyboard\nFloor=2%\n", "LogLevel=info\n",
            "[Limits]\nScenesPerSession=many\n", "= ] [\n\x01", "[Unknown]\nKey=1\n",
        ])
        self.note(f"reload {text!r}")
        self.service.configure(text)
        self.service.signal(signal.SIGHUP)

    # Devices.

    def break_down(self):
        light = self.any_light()
        # Half of them work, so that there is always something to compare.
        if light and sum(not light.is_healthy for light in self.shared) < len(self.shared) / 2:
            fault = self.chance.choice(Light.FAULTS)
            if light.break_down(fault):
                self.note(f"{light.id} is {fault}")
                self.counts["faults"] += 1

    def heal(self):
        light = self.any_light(lambda light: light.fault)
        if light:
            self.note(f"{light.id} heals")
            light.heal()

    def unplug(self):
        light = self.any_light()
        if light and sum(not light.is_healthy for light in self.shared) < len(self.shared) / 2:
            self.note(f"{light.id} is unplugged")
            light.unplug()
            self.counts["unplugged"] += 1

    def replug(self):
        light = self.any_light(lambda light: not light.is_plugged)
        if light:
            is_new = self.chance.random() < .5
            self.note(f"{light.id} is plugged in {'as a new device' if is_new else 'again'}")
            light.replug(is_new)

    def repair_all(self):
        for light in self.shared:
            if light.fault:
                self.note(f"{light.id} heals")
                light.heal()
            if not light.is_plugged:
                self.note(f"{light.id} is plugged in again")
                light.replug(False)
        self.free_disk()

    # The disk.

    def fill_disk(self):
        if self.is_disk_full:
            return
        self.note("the disk is full")
        self.is_disk_full = True
        self.counts["full disks"] += 1
        with open(self.service.state + "/fill", "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    def free_disk(self):
        if self.is_disk_full:
            self.note("the disk has room")
            os.unlink(self.service.state + "/fill")
            self.is_disk_full = False

    # The daemon.

    def start_daemon(self, keeps_store=True):
        if self.chance.random() < .5:
            # Clients die meanwhile.
            time.sleep(self.chance.uniform(0, .2))
            self.kill_some()
        for light in self.lights:
            light.outlive_daemon()
        self.service.start(keeps_store)
        self.root = None
        self.counts["daemons"] += 1
        self.lives_since = time.monotonic()

    def crash(self):
        keeps_store = self.chance.random() < .7
        self.note(f"kill the daemon, {'keep' if keeps_store else 'close'} its connections")
        self.service.end(signal.SIGKILL)
        self.start_daemon(keeps_store)

    def crash_while_setting(self):
        """The daemon dies during a call, which the user then repeats."""
        light = self.any_light()
        if not light or self.is_disk_full:
            return
        level = light.other_level(self.chance)
        self.note(f"{light.id} set to {level}, and kill the daemon meanwhile")
        self.with_root("Lights.Set", lambda root: (root.call("Lights.List"), root.send("Lights.Set", light=light.id, level={"raw": level})))
        time.sleep(self.chance.uniform(0, .003))
        self.service.end(signal.SIGKILL)
        self.start_daemon()
        self.set_to(light, level, {})

    def upgrade(self):
        self.note("replace the daemon")
        self.expect_end(signal.SIGUSR1)
        self.start_daemon()

    def stop(self):
        self.note("stop the daemon")
        self.expect_end(signal.SIGTERM)
        for light in self.lights:
            light.outlive_daemon()
            if light.is_healthy and not self.is_disk_full and not light.is_right():
                raise Violation(f"{light.id} shows {light.level()} after the daemon was stopped, its base level is {light.base}")
        self.start_daemon(False)

    def crash_and_restore(self):
        self.note("kill the daemon, and restore all lights without it")
        self.repair_all()
        self.service.end(signal.SIGKILL)
        done = self.service.restore()
        if done.returncode:
            raise Violation(f"--restore ended with {done.returncode}: {done.stderr}")
        for light in self.lights:
            light.outlive_daemon()
            if not light.is_right():
                raise Violation(f"{light.id} shows {light.level()} after --restore, its base level is {light.base}")
        self.start_daemon(self.chance.random() < .5)

    def expect_end(self, number):
        with open(f"{self.folder}/log") as log:
            log.seek(0, os.SEEK_END)
            status = self.service.end(number)
            report = log.read()
        if status and not (number == signal.SIGUSR1 and self.options.leaks and is_of_weak_references(report)):
            raise Violation(f"signal {number} ended the daemon with status {status}")

    # What must hold.

    def wait_for_base(self, light, since):
        while not light.is_right():
            now = time.monotonic()
            if now - since > LONGEST_RESTORE:
                found = self.lights_of(self.ask("Lights.List")).get(light.id)
                raise Violation(f"{light.id} shows {light.level()} and nothing holds it, its base level is {light.base}; to the daemon it is {found}")
            if now - since > .05:
                self.reap()
            time.sleep(.0002)
        return time.monotonic() - since

    def release(self, light):
        """Ends all clients that may hold a light, and compares it with the model."""
        holding = [process for process in self.processes.values() if light.id in process.lights]
        was_held = light.level() != light.base
        self.note(f"{light.id}: end its {len(holding)} clients")
        self.kill(holding)
        took = self.wait_for_base(light, time.monotonic())
        if was_held:
            self.restores.append(1000 * took)
        self.counts["comparisons"] += 1

    def probe(self):
        """Measures one death."""
        if self.is_disk_full:
            return
        light = self.probed
        process = users.start(self.service, self.report_to, "holder", [light.id], users.MEMBERS[0], self.chance.getrandbits(32))
        self.processes[process.pid] = process
        end = time.monotonic() + LONGEST_RESTORE
        while not process.has_reported or light.level() is None:
            if time.monotonic() > end:
                raise Violation(f"a hold had no answer within {LONGEST_RESTORE} s")
            time.sleep(.0005)
            self.hear()
        was_held = light.level() != light.base
        death = time.monotonic()
        os.kill(process.pid, signal.SIGKILL)
        took = self.wait_for_base(light, death)
        if was_held:
            self.restores.append(1000 * took)
        # A wait of more than a moment has collected it.
        if self.processes.pop(process.pid, None):
            os.waitpid(process.pid, 0)
            self.counts["deaths"] += 1
        self.counts["comparisons"] += 1

    def rest(self):
        """Ends all clients, repairs everything, and compares all there is."""
        self.note("rest")
        self.repair_all()
        self.kill(list(self.processes.values()))
        self.hear()
        for pid in list(self.orphans):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        since = time.monotonic()
        for light in self.lights:
            self.wait_for_base(light, since)
            self.counts["comparisons"] += 1
        wanted = sorted((light.id, light.base, light.base, "free") for light in self.lights)
        self.until_equal("accounts of lights", self.account, wanted)
        self.until_equal("pending restores", lambda: self.ask("Health.Report")["parameters"]["pendingRestores"], [])
        self.until_equal("sessions", lambda: len(self.sessions()), 1)
        self.until_equal("records in the state folder", self.service.records, [])
        self.until_equal("connections kept for the next start", lambda: sorted(self.service.store), [])
        if self.usual_descriptors is None:
            self.usual_descriptors = self.service.descriptors()
        self.until_equal("descriptors", self.service.descriptors, self.usual_descriptors)
        # What comes late would be seen here.
        for light in self.lights:
            if light.level() != light.base:
                raise Violation(f"{light.id} shows {light.level()} after it was right, its base level is {light.base}")
        self.samples.append({
            "second": round(self.time, 1), "deaths": self.counts["deaths"], "descriptors": self.service.descriptors(),
            "memory": self.service.memory(), "daemon": self.counts["daemons"],
        })

    def account(self):
        lights = self.lights_of(self.ask("Lights.List"))
        return sorted((one["id"], one["raw"], one["baseRaw"], one["state"]) for one in lights.values())

    def until_equal(self, subject, found, wanted):
        end = time.monotonic() + LONGEST_RESTORE
        while (value := found()) != wanted:
            if time.monotonic() > end:
                raise Violation(f"{subject}: {value}, expected {wanted}")
            self.reap()
            time.sleep(.005)

    def compare_memory(self):
        """The memory of the last daemon must not grow with the deaths."""
        last = [sample["memory"] for sample in self.samples if sample["daemon"] == self.counts["daemons"]]
        third = len(last) // 3
        # The address sanitizer keeps what was freed.
        if third < 1 or self.options.leaks:
            return
        early, late = sorted(last[:third])[third // 2], sorted(last[-third:])[third // 2]
        self.growth = late - early
        if self.growth > GROWTH:
            raise Violation(f"memory grew from {early} to {late} KiB; in KiB: {last}")

    # The run.

    DURING_ALL = {
        "kill_some": 12, "stop_some": 3, "continue_some": 3, "change_by_hand": 6, "set": 6, "reset": .5, "cancel": 2, "change_seat": 2, "reload": 2,
        "break_down": 2, "heal": 3, "unplug": 2, "replug": 3, "fill_disk": .5, "free_disk": 1.5,
    }
    DURING_STORM = {"crash": 1, "crash_while_setting": .5, "upgrade": .5, "stop": .3, "crash_and_restore": .3}

    def run(self):
        signal.signal(signal.SIGALRM, interrupted)
        signal.signal(signal.SIGTERM, interrupted)
        C_LIBRARY.prctl(36, 1)  # PR_SET_CHILD_SUBREAPER: children that clients leave behind are collected here.
        self.service.start()
        self.counts["daemons"] = 1
        line_at = rest_at = 0
        rest_every = max(2, min(5, self.options.seconds / 20))
        while self.time < self.options.seconds:
            signal.alarm(LONGEST_STEP)
            # For a test that does not even take the signal.
            faulthandler.dump_traceback_later(2 * LONGEST_STEP, exit=True)
            self.start_clients(60)
            steps = self.DURING_ALL if self.is_calm else self.DURING_ALL | self.DURING_STORM
            for _ in range(3):
                self.hear()
                self.reap()
                step, begin = self.chance.choices(list(steps), list(steps.values()))[0], time.monotonic()
                getattr(self, step)()
                if time.monotonic() - begin > 1:
                    self.note(f"{step} took {time.monotonic() - begin:.1f} s")
            light = self.any_light()
            if light:
                self.release(light)
            self.probe()
            if self.options.self_test and self.time > 2 and (light := self.any_light()):
                self.note("the user's change is kept from the model")
                light.set_by_hand(light.other_level(self.chance), "hotkey")
                self.options.self_test = False
                # Before the user changes that light once more.
                rest_at = 0
            if self.time > line_at:
                line_at = self.time + 1
                print(self.line(), flush=True)
            if self.time > rest_at:
                self.rest()
                rest_at = self.time + rest_every
        self.rest()
        self.compare_memory()
        self.expect_end(signal.SIGTERM)
        signal.alarm(0)
        faulthandler.cancel_dump_traceback_later()

    def at(self, share):
        values = sorted(self.restores) or [0]
        return values[min(len(values) - 1, int(len(values) * share))]

    def line(self):
        return (f"{self.time:5.0f} s  {self.counts['deaths']:6} deaths  0 wrong in {self.counts['comparisons']} comparisons  "
                f"{len(self.processes):3} clients  {self.service.descriptors():3} descriptors  {self.service.memory():5} KiB  "
                f"restore p50 {self.at(.5):.2f} p99 {self.at(.99):.2f} max {self.at(1):.2f} ms  {self.counts['daemons']} daemons")

    def result(self):
        return {
            "seed": self.options.seed, "seconds": round(self.time, 1), "clients": self.options.clients, "users": len(users.USERS),
            "counts": dict(sorted(self.counts.items())), "wrong": 0,
            "restoreMilliseconds": {"p50": self.at(.5), "p99": self.at(.99), "max": self.at(1), "measured": len(self.restores)},
            "descriptorsAtRest": self.usual_descriptors, "memoryGrowthKiB": getattr(self, "growth", None), "samples": self.samples,
        }

    def close(self):
        for process in list(self.processes.values()):
            os.kill(process.pid, signal.SIGKILL)
        self.hear()
        for pid in self.orphans:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.service.close()


def is_of_weak_references(report):
    """A daemon that makes room for the next one keeps its objects. Each refers to the table of its weak references by a number, in which the
    leak check sees no pointer: the tables alone are no leak, and what only they refer to is one."""
    return 0 < report.count("Direct leak") == report.count("::formWeakReference()") and "Indirect leak" not in report


def interrupted(number, _):
    raise Violation(f"interrupted by {signal.Signals(number).name}; after SIGALRM a step took more than {LONGEST_STEP} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--svg", metavar="FILE")
    parser.add_argument("--leaks", action="store_true", help="$BRIGHTNESSD has the address sanitizer: each end of it looks for leaks")
    parser.add_argument("--self-test", action="store_true", help="keep a change from the model; the run must fail")
    options = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("chaos: as root, since the clients are other users")
    if options.seed is None:
        options.seed = random.randrange(1 << 31)
    # The thread that receives what the daemon sends must not wait long for this one.
    sys.setswitchinterval(.0005)
    print(f"chaos: seed {options.seed}, {options.seconds:g} s", flush=True)
    chaos = Chaos(options)
    try:
        chaos.run()
    except (Violation, AssertionError, OSError, KeyboardInterrupt) as error:
        fail(chaos, error)
    finally:
        chaos.close()
    result = chaos.result()
    for path, text in ((options.json, json.dumps(result, indent=1) + "\n"), (options.svg, picture.drawn(result) if options.svg else "")):
        if path:
            with open(path, "w") as file:
                file.write(text)
    shutil.rmtree(chaos.folder)
    restore = result["restoreMilliseconds"]
    print(f"passed: {result['counts']['deaths']} deaths, 0 lights wrong, {result['descriptorsAtRest']} descriptors at every rest, memory"
          f" {result['memoryGrowthKiB'] or 0:+} KiB, restore p50 {restore['p50']:.2f} p99 {restore['p99']:.2f} max {restore['max']:.2f} ms")


def fail(chaos, error):
    print("\n".join(chaos.events))
    print(f"everything is in {chaos.folder}; again: Tests/Chaos/chaos.py --seed {chaos.options.seed} --seconds {chaos.options.seconds:g}", flush=True)
    # At the end, since the events fill pages.
    reason = f"after {chaos.counts['deaths']} deaths: {error or type(error).__name__}"
    if chaos.options.self_test is False and "--self-test" in sys.argv:
        print(f"passed: the model has noticed the change {reason}")
        chaos.close()
        os._exit(0)
    with open(f"{chaos.folder}/log") as file:
        print("".join(file.readlines()[-20:]))
    print(f"FAILED {reason}", flush=True)
    chaos.close()
    os._exit(1)


if __name__ == "__main__":
    main()
