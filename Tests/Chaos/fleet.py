#!/usr/bin/env python3
"""Chaos of a fleet: a broker, bridges, daemons, controllers and the network between them fail at random.

usage: Tests/Chaos/fleet.py [--seconds N] [--seed N] [--machines N] [--controllers N] [--self-test]
       Tests/Chaos/fleet.py --cuts N
       as root, with mosquitto; .build/programs from `make release`

A model knows the level that the user of each machine has chosen for each light. At the end of each round all controllers are killed while
everything that has failed stays so, and within the longest lease every light must show its level. Then everything is repaired, which may bring
late messages, and the same must hold again. At last a controller holds all screens and is killed: a fleet that does nothing would pass the rest.

With --cuts nothing else fails: so many times the network of a controller that holds all screens is cut, and the time is measured until they are
restored, and until they are held again after the network is back.

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
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Attacks"))

from chaos import Violation, interrupted  # noqa: E402
from clients import GROUP, MEMBER, PROGRAM, Client, die_with_parent  # noqa: E402
from lights import make_tree  # noqa: E402
from relay import Relay  # noqa: E402
from service import Service  # noqa: E402

DAEMON = 54339
BRIDGE = os.path.join(os.path.dirname(PROGRAM), "brightnessd-mqtt")
# The longest lease of a controller, and what may pass after it until a light is written on a busy
# machine, in seconds.
LEASE, SLACK = 4, 2
# How long it may take until everything is connected again.
LONGEST_RETURN = 20
# mosquitto gives a controller up that has sent nothing for more than one and a half of its
# keep-alive intervals of 10 s. It counts in whole seconds, and looks every six seconds
# (`keepalive__check` in src/keepalive.c, the same from 2.0.0 to 2.0.20). Then come the grace and a
# write.
LONGEST_CUT = 16 + 6 + .25 + .25
LONGEST_ROUND = 120


class Machine:
    """A daemon with its lights, and its bridge, which reaches the broker through a relay."""

    def __init__(self, name, folder, broker):
        self.name, self.folder = name, f"{folder}/{name}"
        os.mkdir(self.folder, 0o755)
        self.lights = make_tree(f"{self.folder}/sys", DAEMON)
        self.screens = [light for light in self.lights if light.subsystem == "backlight"]
        self.service = Service(self.folder, f"{self.folder}/sys", DAEMON)
        self.relay = Relay(broker)
        self.log = open(f"{self.folder}/bridge.log", "ab")
        with open(f"{self.folder}/bridge.conf", "w") as file:
            file.write(f"[Broker]\nHost=127.0.0.1\nPort={self.relay.port}\nTLS=no\nKeepAlive=10s\n[Fleet]\nDevice={name}\nGroups=lobby\n")
        self.bridge, self.is_stopped = None, False
        self.descriptors = None

    def start(self):
        self.service.start()
        self.start_bridge()

    def start_bridge(self):
        self.bridge = subprocess.Popen(
            [BRIDGE, "--config", f"{self.folder}/bridge.conf", "--socket", self.service.socket], stderr=self.log, user=MEMBER, group=MEMBER,
            extra_groups=[GROUP], preexec_fn=die_with_parent)
        self.is_stopped = False

    def end_bridge(self, number):
        self.go_on()
        self.bridge.send_signal(number)
        self.bridge.wait(20)

    def go_on(self):
        self.bridge.send_signal(signal.SIGCONT)
        self.is_stopped = False

    def wrong(self):
        return [light for light in self.lights if not light.is_right()]

    def close(self):
        if self.bridge and self.bridge.poll() is None:
            self.end_bridge(signal.SIGKILL)
        self.service.close()


class FleetChaos:
    def __init__(self, options):
        self.options = options
        self.chance = random.Random(options.seed)
        self.folder = tempfile.mkdtemp(prefix="chaos-fleet-")
        os.chmod(self.folder, 0o755)
        self.address = (f"127.{self.chance.randrange(20, 220)}.{os.getpid() % 250 + 1}.1", 18830)
        with open(f"{self.folder}/mosquitto.conf", "w") as file:
            file.write(f"listener {self.address[1]} {self.address[0]}\nallow_anonymous true\nlog_dest stderr\nuser root\n"
                       f"persistence true\npersistence_location {self.folder}/\nautosave_interval 1\n")
        self.broker_log = open(f"{self.folder}/broker.log", "ab")
        self.broker = None
        self.machines = [Machine(f"sign-{number}", self.folder, self.address) for number in range(options.machines)]
        # All controllers are behind the same line.
        self.relay = Relay(self.address)
        os.symlink(BRIDGE, f"{self.folder}/brightness-fleet")
        self.configure("controllers", "127.0.0.1", self.relay.port)
        self.configure("direct", *self.address)
        self.controllers = []
        self.events = collections.deque(maxlen=200)
        self.counts = collections.Counter()
        self.slowest = 0
        self.began = time.monotonic()

    def configure(self, name, host, port):
        with open(f"{self.folder}/{name}.conf", "w") as file:
            file.write(f"[Broker]\nHost={host}\nPort={port}\nTLS=no\n[Fleet]\nController=guard\n")

    @property
    def time(self):
        return time.monotonic() - self.began

    def note(self, text):
        self.events.append(f"{self.time:8.3f} {text}")

    # The broker.

    def start_broker(self):
        self.broker = subprocess.Popen(["/usr/sbin/mosquitto", "-c", f"{self.folder}/mosquitto.conf"], stderr=self.broker_log,
                                       preexec_fn=die_with_parent)

    def end_broker(self, number):
        if self.broker:
            self.note(f"broker: {signal.Signals(number).name}")
            self.broker.send_signal(signal.SIGCONT)
            self.broker.send_signal(number)
            self.broker.wait(20)
            self.broker = None
            self.counts["brokers"] += 1

    def kill_broker(self):
        self.end_broker(signal.SIGKILL)

    def stop_broker(self):
        self.end_broker(signal.SIGTERM)

    def restart_broker(self):
        self.end_broker(self.chance.choice((signal.SIGKILL, signal.SIGTERM)))
        self.start_broker()

    def freeze_broker(self):
        if self.broker:
            self.note("broker: freeze")
            self.broker.send_signal(signal.SIGSTOP)

    def repair_broker(self):
        if self.broker:
            self.broker.send_signal(signal.SIGCONT)
        else:
            self.note("broker: start")
            self.start_broker()

    # The machines.

    @property
    def machine(self):
        return self.chance.choice(self.machines)

    def kill_bridge(self):
        machine, number = self.machine, self.chance.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM))
        self.note(f"{machine.name}: bridge: {number.name}")
        machine.end_bridge(number)
        machine.start_bridge()
        self.counts["bridges"] += 1

    def freeze_bridge(self):
        machine = self.machine
        self.note(f"{machine.name}: bridge: freeze")
        machine.bridge.send_signal(signal.SIGSTOP)
        machine.is_stopped = True

    def thaw_bridges(self):
        for machine in self.machines:
            machine.go_on()

    def kill_daemon(self):
        machine, keeps_store = self.machine, self.chance.random() < .7
        self.note(f"{machine.name}: kill the daemon, {'keep' if keeps_store else 'close'} its connections")
        machine.service.end(signal.SIGKILL)
        machine.service.start(keeps_store)
        self.counts["daemons"] += 1

    def replace_daemon(self):
        machine, number = self.machine, self.chance.choice((signal.SIGTERM, signal.SIGUSR1))
        self.note(f"{machine.name}: daemon: {number.name}")
        machine.service.end(number)
        machine.service.start(number == signal.SIGUSR1)
        self.counts["daemons"] += 1

    def choose_level(self):
        """The user of a machine sets a light there."""
        machine = self.machine
        light = self.chance.choice(machine.lights)
        level = light.other_level(self.chance)
        self.note(f"{machine.name}: {light.id} set to {level}")
        end = time.monotonic() + 20
        while True:
            with Client(machine.service) as client:
                reply = client.call("Lights.Set", light=light.id, level={"raw": level})
            if "error" not in reply:
                light.choose(level)
                self.counts["sets"] += 1
                return
            # Just started.
            if not reply["error"].endswith(".NoSuchLight") or time.monotonic() > end:
                raise Violation(f"{light.id} of {machine.name} cannot be set: {reply}")
            time.sleep(.01)

    # The network.

    @property
    def relays(self):
        return [self.relay, *(machine.relay for machine in self.machines)]

    def cut(self):
        relay = self.chance.choice(self.relays)
        self.note(f"relay {self.relays.index(relay)}: cut")
        relay.cut()
        self.counts["cuts"] += 1

    def mend(self):
        relay = self.chance.choice(self.relays)
        self.note(f"relay {self.relays.index(relay)}: mend")
        relay.mend()

    def reset(self):
        relay = self.chance.choice(self.relays)
        self.note(f"relay {self.relays.index(relay)}: reset")
        relay.reset()

    # The controllers.

    def start_controller(self, way="controllers", address=None, words=None):
        address = address or self.chance.choice(["all", "lobby", *(machine.name for machine in self.machines)])
        words = words or [
            self.chance.choice(("--at", "--at-least", "--at-most")), f"{self.chance.randrange(5, 100)}%",
            "--lease", f"{self.chance.randrange(2, LEASE + 1)}s", "--grace", self.chance.choice(("0s", "250ms", "1s")),
            "--on-change", self.chance.choice(("yield", "rebase", "cancel")),
        ]
        self.note(f"hold {address} {' '.join(words)}")
        controller = subprocess.Popen(
            [f"{self.folder}/brightness-fleet", "--config", f"{self.folder}/{way}.conf", "hold", "--to", address, *words],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        self.controllers.append(controller)
        self.counts["controllers"] += 1

    def start_some(self):
        # Of a broker that is away a controller that starts says so, and ends.
        self.controllers = [one for one in self.controllers if one.poll() is None]
        for _ in range(self.options.controllers - len(self.controllers)):
            self.start_controller()

    def end_controllers(self, controllers, numbers):
        for controller in controllers:
            controller.send_signal(signal.SIGCONT)
            controller.send_signal(self.chance.choice(numbers))
        for controller in controllers:
            controller.wait(20)
            self.controllers.remove(controller)

    def kill_some(self):
        some = self.chance.sample(self.controllers, min(len(self.controllers), 3))
        self.note(f"end {len(some)} controllers")
        self.end_controllers(some, (signal.SIGKILL, signal.SIGTERM))

    def freeze_some(self):
        for controller in self.chance.sample(self.controllers, min(len(self.controllers), 2)):
            controller.send_signal(self.chance.choice((signal.SIGSTOP, signal.SIGCONT)))

    # What must hold.

    def until(self, subject, wrong, seconds):
        """Waits until nothing is wrong, and returns how long it took."""
        begin = time.monotonic()
        while found := wrong():
            if time.monotonic() > begin + seconds:
                raise Violation(f"{subject}: after {seconds:g} s {found}")
            time.sleep(.01)
        return time.monotonic() - begin

    def wrong_lights(self):
        return [f"{light.id} of {machine.name} shows {light.level()} instead of {light.base}"
                for machine in self.machines for light in machine.wrong()]

    def unheld(self):
        return [f"{light.id} of {machine.name}" for machine in self.machines for light in machine.screens if light.level() == light.base]

    def offline(self):
        """The machines that are not there, or have a hold, as the broker shows them."""
        words = [f"{self.folder}/brightness-fleet", "--config", f"{self.folder}/direct.conf", "list", "--json"]
        run = subprocess.run(words, capture_output=True, text=True)
        if run.returncode:
            return [run.stdout + run.stderr]
        devices = {device["device"]: device for device in json.loads(run.stdout)["devices"]}
        return [machine.name for machine in self.machines
                if not (device := devices.get(machine.name)) or not device["online"] or device.get("holds", {}).get("remote") != []]

    def expect_rest(self, subject):
        self.slowest = max(self.slowest, self.until(subject, self.wrong_lights, LEASE + SLACK))
        self.counts["comparisons"] += sum(len(machine.lights) for machine in self.machines)

    def round(self):
        for _ in range(self.chance.randrange(10, 40)):
            self.start_some()
            step = self.chance.choices(list(self.STEPS), list(self.STEPS.values()))[0]
            getattr(self, step)()
            time.sleep(self.chance.choice((0, .05, .3)))
            self.counts["held"] += any(machine.wrong() for machine in self.machines)
        if self.options.self_test:
            light = self.machines[0].screens[0]
            light.choose(light.other_level(self.chance))
            self.note("the model has another level than the user")
        self.rest()

    def rest(self):
        # A frozen bridge is the watchdog's business.
        self.thaw_bridges()
        self.note("kill all controllers")
        self.end_controllers(list(self.controllers), (signal.SIGKILL,))
        self.expect_rest("nobody holds, and much has failed")
        self.note("repair everything")
        self.repair_broker()
        for relay in self.relays:
            relay.mend()
        time.sleep(self.chance.choice((0, .5)))
        for machine in self.machines:
            # It may wait for a minute after many failures.
            self.note(f"{machine.name}: restart the bridge")
            machine.end_bridge(signal.SIGTERM)
            machine.start_bridge()
        self.until("connections after everything was repaired", self.offline, LONGEST_RETURN)
        self.expect_rest("everything is repaired")
        self.note("hold all")
        self.start_controller("direct", "all", ["--at", "3%", "--priority", "normal", "--grace", "0s"])
        self.until("screens that are held", self.unheld, LONGEST_RETURN)
        self.until("descriptors", self.other_descriptors, LONGEST_RETURN)
        self.note("kill it")
        self.end_controllers(list(self.controllers), (signal.SIGKILL,))
        self.until("lights after a controller was killed", self.wrong_lights, SLACK)
        self.counts["rounds"] += 1

    def run_cuts(self):
        """A controller for each cut: one whose connections are short waits longer and longer before the next."""
        self.start()
        for number in range(self.options.cuts):
            self.start_controller(address="all", words=["--at", "3%"])
            self.until("screens that are held", self.unheld, LONGEST_RETURN)
            # So that the cuts meet the broker at different times between two looks.
            time.sleep(self.chance.random() * 6)
            self.relay.cut()
            restored = self.until("lights after the network was cut", self.wrong_lights, LONGEST_CUT)
            self.relay.mend()
            held = self.until("screens after the network is back", self.unheld, LONGEST_RETURN)
            print(f"cut {number + 1}: restored after {restored:.2f} s, held again {held:.2f} s after the network was back", flush=True)
            self.end_controllers(list(self.controllers), (signal.SIGKILL,))
            self.until("lights after a controller was killed", self.wrong_lights, SLACK)

    def other_descriptors(self):
        """The machines whose bridge has not as many descriptors as at the first rest."""
        found = []
        for machine in self.machines:
            count = len(os.listdir(f"/proc/{machine.bridge.pid}/fd"))
            machine.descriptors = machine.descriptors or count
            if count != machine.descriptors:
                found.append(f"{machine.name} has {count} instead of {machine.descriptors}")
        return found

    STEPS = {
        "kill_some": 6, "freeze_some": 4, "choose_level": 4, "kill_bridge": 2, "freeze_bridge": 1, "thaw_bridges": 1, "kill_daemon": 1.5,
        "replace_daemon": 1, "kill_broker": .7, "stop_broker": .7, "restart_broker": 1, "freeze_broker": 1, "repair_broker": 4, "cut": 3, "mend": 3,
        "reset": 2,
    }

    def start(self):
        signal.signal(signal.SIGALRM, interrupted)
        signal.signal(signal.SIGTERM, interrupted)
        self.start_broker()
        for machine in self.machines:
            machine.start()
        self.until("connections at the start", self.offline, LONGEST_RETURN)

    def run(self):
        self.start()
        while self.time < self.options.seconds:
            signal.alarm(LONGEST_ROUND)
            faulthandler.dump_traceback_later(2 * LONGEST_ROUND, exit=True)
            self.round()
            print(self.line(), flush=True)
        signal.alarm(0)
        faulthandler.cancel_dump_traceback_later()

    def line(self):
        counts = self.counts
        return (f"{self.time:5.0f} s  {counts['rounds']:3} rounds  {counts['controllers']:4} controllers  {counts['brokers']} brokers,"
                f" {counts['bridges']} bridges, {counts['daemons']} daemons ended  {counts['cuts']} cuts  0 wrong in {counts['comparisons']}"
                f" comparisons, held at {counts['held']} of them  slowest rest {self.slowest:.1f} s")

    def close(self):
        for controller in self.controllers:
            controller.kill()
        for machine in self.machines:
            machine.close()
        if self.broker:
            self.broker.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--machines", type=int, default=3)
    parser.add_argument("--controllers", type=int, default=6)
    parser.add_argument("--cuts", type=int, default=0)
    parser.add_argument("--self-test", action="store_true", help="give the model a level that nobody chose; the run must fail")
    options = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("chaos-fleet: as root, since daemons and bridges are other users")
    if options.seed is None:
        options.seed = random.randrange(1 << 31)
    length = f"--cuts {options.cuts}" if options.cuts else f"--seconds {options.seconds:g}"
    print(f"chaos-fleet: --seed {options.seed} {length}", flush=True)
    chaos = FleetChaos(options)
    failure = None
    try:
        if options.cuts:
            chaos.run_cuts()
        else:
            chaos.run()
    except (Violation, AssertionError, OSError, subprocess.SubprocessError, KeyboardInterrupt) as error:
        failure = error
    finally:
        chaos.close()
    if options.self_test:
        sys.exit(report_self_test(failure))
    if failure:
        print("\n".join(chaos.events))
        sys.exit(f"everything is in {chaos.folder}; again: Tests/Chaos/fleet.py --seed {options.seed} {length}\n"
                 f"FAILED after {chaos.counts['rounds']} rounds: {failure or type(failure).__name__}")
    shutil.rmtree(chaos.folder)
    print("passed" if options.cuts else f"passed: {chaos.line().strip()}")


def report_self_test(failure):
    if isinstance(failure, Violation) and "much has failed" in str(failure):
        print(f"passed: the model has noticed the change: {failure}")
        return 0
    return f"FAILED: the run must find the level that nobody chose, and ended with {failure!r}"


if __name__ == "__main__":
    main()
