"""Common functions of the scenarios: lights that fail, clients that are killed, and waiting for conditions."""

import os
import signal
import subprocess
import sys
import time

import client
import service
from service import TIMEOUT

CONTROL = "/sys/kernel/debug/testlight"


def now():
    """Nanoseconds on the clock of the write log."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def run(*words):
    """Runs a program, which has to succeed, and returns its output."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stdout}{done.stderr}"
    return done.stdout.strip()


def wait_until(condition, description):
    """Waits for a condition; fails after a while with the description, a function, since it may contain the present state."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, f"timeout: {description()}"
        time.sleep(0.02)


def read(path):
    with open(path) as file:
        return file.read().strip()


def write(path, text):
    with open(path, "w") as file:
        file.write(str(text))


def load_module():
    if not os.path.exists(CONTROL):
        run("modprobe", "testlight")


def control(command):
    """Sends a command to the module; see its control.c."""
    load_module()
    write(f"{CONTROL}/control", command)


def firmware(method, *number, device="PCI0.S10.LCD0"):
    """Calls a method of the firmware of a device, by default of the internal panel, and returns its result."""
    load_module()
    write(f"{CONTROL}/firmware", " ".join([f"\\_SB.{device}.{method}", *map(str, number)]))
    return int(read(f"{CONTROL}/firmware"))


class Write:
    """A write that reached a light, from the log of the module."""

    def __init__(self, line):
        ns, requested, kept, result, process, self.command = line.split(maxsplit=5)
        self.ns, self.requested, self.kept, self.result, self.process = map(int, (ns, requested, kept, result, process))

    def __repr__(self):
        return f"{self.requested} ({self.result}) by {self.command}"


class Light:
    """A backlight of the kernel; `plug_in` and `add` make one of the module's."""

    def __init__(self, name):
        self.name = name
        self.path = f"/sys/class/backlight/{name}"

    @classmethod
    def of_firmware(cls):
        """The panel behind the firmware's interface, whose driver is loaded if another scenario has removed it."""
        run("modprobe", "video")
        light = cls("acpi_video0")
        light.wait_for_systemd()
        light.wait_listed()
        return light

    @classmethod
    def plug_in(cls, name="panel0", **options):
        """Makes a light, by default with a level of 600 of 1000, and returns at once."""
        options = {"max": 1000, "level": 600, **options}
        control(" ".join(["add", name, *(f"{option}={value}" for option, value in options.items())]))
        return cls(name)

    @classmethod
    def add(cls, name="panel0", **options):
        """Makes a light, and waits until systemd and the daemon have found it. No interface of the firmware drives its panel."""
        run("modprobe", "--remove", "video")
        light = cls.plug_in(name, **options)
        light.wait_for_systemd()
        light.wait_listed()
        light.clear_writes()
        return light

    def wait_for_systemd(self):
        """Waits until systemd has restored the saved level of a light that was added."""
        unit = f"systemd-backlight@backlight:{self.name}.service"
        wait_until(lambda: service.systemctl("is-active", unit) == "active", lambda: f"{unit} is active")

    def wait_listed(self):
        wait_until(lambda: self.name in listed_names(), lambda: f"the daemon uses {self.name}: {listed_names()}")

    def wait_unlisted(self):
        wait_until(lambda: self.name not in listed_names(), lambda: f"the daemon does not list {self.name}")

    def remove(self):
        control(f"remove {self.name}")

    def set(self, knob, value):
        write(f"{CONTROL}/{self.name}/{knob}", value)

    @property
    def level(self):
        return int(read(f"{self.path}/brightness"))

    @property
    def shown(self):
        return int(read(f"{self.path}/actual_brightness"))

    @property
    def module_level(self):
        """The level in the module, which can be read while a write hangs; reading `shown` would wait for the write."""
        return int(read(f"{CONTROL}/{self.name}/level"))

    @property
    def writes(self):
        return [Write(line) for line in read(f"{CONTROL}/{self.name}/log").splitlines()]

    def clear_writes(self):
        write(f"{CONTROL}/{self.name}/log", "\n")

    def wait_for(self, level):
        """Waits until the light shows a level, whatever its file contains."""
        wait_until(lambda: self.shown == level, lambda: f"{self.name} shows {level}: {self.shown}, {self.writes}")

    def milliseconds_to(self, level, since):
        """Waits for a level, and returns the time from `since` until it was written."""
        self.wait_for(level)
        written = next(write.ns for write in self.writes if write.ns > since and (write.kept, write.result) == (level, 0))
        return f"{(written - since) / 1e6:.1f} ms"


class Holder:
    """A client in a process of its own, which holds a level until it ends."""

    living = []

    def __init__(self, percent=80, user=None, light=None):
        self.living.append(self)
        words = [sys.executable, "-B", __file__, str(percent), *([light] if light else [])]
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--"] if user else []
        self.process = subprocess.Popen([*as_user, *words], stdout=subprocess.PIPE, text=True)
        self.first_event = self.next_event()

    def next_event(self):
        """The next event of the hold, or the name of an error."""
        return self.process.stdout.readline().strip()

    def kill(self):
        """Kills the client, and returns the time of that."""
        killed = now()
        self.process.kill()
        self.process.wait()
        self.living.remove(self)
        return killed


def log_in(user, terminal):
    """Opens a session at a terminal of the seat, as login does, and makes it the active one."""
    words = ["--wait", "--pipe", "--collect", "--service-type=exec", f"--unit=login-{user}", f"--property=User={user}"]
    words += ["--property=PAMName=login", f"--property=TTYPath=/dev/tty{terminal}"]
    words += ["--setenv=XDG_SEAT=seat0", f"--setenv=XDG_VTNR={terminal}"]
    subprocess.Popen(["systemd-run", "--quiet", *words, "--", "sleep", "infinity"])
    uid = run("id", "--user", user)
    wait_until(lambda: session_of(uid), lambda: f"{user} has a session")
    wait_until(lambda: state_of(uid) in ("online", "active"), lambda: f"{user}'s own systemd has started: {state_of(uid)}")
    activate_session(user)


def activate_session(user):
    uid = run("id", "--user", user)
    run("loginctl", "activate", session_of(uid))
    wait_until(lambda: f"ACTIVE_UID={uid}" in read("/run/systemd/seats/seat0").split(), lambda: f"{user} is active")


def state_of(uid):
    return run("loginctl", "show-user", "--property=State", "--value", uid)


def user_systemctl(user, verb, *units):
    """`systemctl --user` of a user who is logged in."""
    uid = run("id", "--user", user)
    words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "env", f"XDG_RUNTIME_DIR=/run/user/{uid}"]
    run(*words, "systemctl", "--user", verb, *units)


def session_of(uid):
    sessions = run("loginctl", "--no-legend", "list-sessions").splitlines()
    return next((words[0] for words in map(str.split, sessions) if words[1] == uid), None)


def listed_names():
    """The kernel names of the lights that the daemon uses."""
    return [light["id"].split("/")[1] for light in listed_lights()]


def listed_lights():
    connection = client.Client()
    lights = connection.call("Lights.List")["lights"]
    connection.close()
    return lights


def listed(name):
    """A light as the daemon lists it."""
    return next(light for light in listed_lights() if light["id"].endswith("/" + name))


def wait_for_state(light, state):
    """Waits until the daemon lists a light in a state."""
    states = lambda: {listed["id"].split("/")[1]: listed["state"] for listed in listed_lights()}
    wait_until(lambda: states().get(light.name) == state, lambda: f"{light.name} is {state}: {states()}")


def kill_daemon():
    """Kills the daemon, and returns the time of that and its process."""
    process, killed = service.daemon(), now()
    os.kill(process, signal.SIGKILL)
    return killed, process


def wait_for_next_daemon(former):
    """Waits until a daemon with another process than the former one serves."""
    wait_until(lambda: service.daemon() not in (0, former) and service.show("ActiveState") == "active", lambda: "another daemon serves")


def hold(percent, light=None):
    """The program of a `Holder`: prints each event of its hold of a light, or of all screens, until an error ends it."""
    holder = client.Client()
    holder.socket.settimeout(None)
    scene = client.scene_at(percent)
    if light:
        scene["claims"][0]["light"] = light
    holder.send("Sessions.Hold", more=True, scene=scene)
    while True:
        try:
            print(holder.receive()["event"], flush=True)
        except client.ErrorReply as error:
            return print(error, flush=True)


if __name__ == "__main__":
    hold(float(sys.argv[1]), *sys.argv[2:])
