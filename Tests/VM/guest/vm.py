"""What the scenarios stand on: lights that fail, clients that die, and waiting until something is so."""

import os
import signal
import subprocess
import sys
import time

import client
import service
from service import PATIENCE

CONTROL = "/sys/kernel/debug/testlight"


def now():
    """Nanoseconds on the clock of the write log."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def run(*words):
    """What a program says; it has to succeed."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stdout}{done.stderr}"
    return done.stdout.strip()


def wait_until(holds, what):
    """Waits for a condition; one that does not come in a minute has failed, as `what` then says."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"never: {what()}"
        time.sleep(0.02)


def read(path):
    with open(path) as file:
        return file.read().strip()


def write(path, text):
    with open(path, "w") as file:
        file.write(str(text))


def tell(command):
    """Tells the module something; see its control.c."""
    if not os.path.exists(CONTROL):
        run("modprobe", "testlight")
    write(f"{CONTROL}/control", command)


def firmware(method, *number):
    """Calls a method of the internal panel's firmware, and returns what it answers."""
    if not os.path.exists(CONTROL):
        run("modprobe", "testlight")
    write(f"{CONTROL}/firmware", " ".join([f"\\_SB.PCI0.S10.LCD0.{method}", *map(str, number)]))
    return int(read(f"{CONTROL}/firmware"))


class Write:
    """A write that came down to a light, from the log of the module."""

    def __init__(self, line):
        ns, asked, kept, result, process, self.command = line.split(maxsplit=5)
        self.ns, self.asked, self.kept, self.result, self.process = map(int, (ns, asked, kept, result, process))

    def __repr__(self):
        return f"{self.asked} ({self.result}) by {self.command}"


class Light:
    """A backlight of the kernel; `made` is one of the module's."""

    def __init__(self, name):
        self.name = name
        self.path = f"/sys/class/backlight/{name}"

    @classmethod
    def plugged(cls, name="panel0", **options):
        """Comes with a level of 600 of 1000."""
        wishes = {"max": 1000, "level": 600, **options}
        tell(" ".join(["add", name, *(f"{wish}={value}" for wish, value in wishes.items())]))
        return cls(name)

    @classmethod
    def made(cls, name="panel0", **options):
        """Comes, and has been met by systemd and the daemon."""
        light = cls.plugged(name, **options)
        light.settle()
        light.wait_known()
        light.forget_writes()
        return light

    def settle(self):
        """Waits until systemd has written what it remembers of a light that came."""
        unit = f"systemd-backlight@backlight:{self.name}.service"
        wait_until(lambda: service.systemctl("is-active", unit) == "active", lambda: f"{unit} is active")

    def wait_known(self):
        wait_until(lambda: self.name in names(), lambda: f"the daemon uses {self.name}: {names()}")

    def remove(self):
        tell(f"remove {self.name}")

    def set(self, knob, value):
        write(f"{CONTROL}/{self.name}/{knob}", value)

    @property
    def level(self):
        return int(read(f"{self.path}/brightness"))

    @property
    def shown(self):
        return int(read(f"{self.path}/actual_brightness"))

    def wait_gone(self):
        wait_until(lambda: self.name not in names(), lambda: f"the daemon has let {self.name} go")

    @property
    def kept(self):
        """What the module's own light shows, told also while a write is under way."""
        return int(read(f"{CONTROL}/{self.name}/level"))

    @property
    def writes(self):
        return [Write(line) for line in read(f"{CONTROL}/{self.name}/log").splitlines()]

    def forget_writes(self):
        write(f"{CONTROL}/{self.name}/log", "\n")

    def wait_for(self, level):
        """Waits until the light shows a level, whatever its file says."""
        wait_until(lambda: self.shown == level, lambda: f"{self.name} shows {level}: {self.shown}, {self.writes}")

    def milliseconds_to(self, level, moment):
        """How long after a moment the level was written."""
        self.wait_for(level)
        written = next(write.ns for write in self.writes if write.ns > moment and (write.kept, write.result) == (level, 0))
        return f"{(written - moment) / 1e6:.1f} ms"


class Holder:
    """A client in a process of its own, which holds a level until it ends; `first` is what it was answered."""

    def __init__(self, percent=80, user=None):
        words = [sys.executable, "-B", __file__, str(percent)]
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--"] if user else []
        self.process = subprocess.Popen([*as_user, *words], stdout=subprocess.PIPE, text=True)
        self.first = self.event()

    def event(self):
        return self.process.stdout.readline().strip()

    def kill(self):
        """The moment at which it was killed."""
        moment = now()
        self.process.kill()
        self.process.wait()
        return moment


def log_in(user, terminal):
    """A session at a terminal of the seat, as login makes it, which comes to the front."""
    words = ["--wait", "--pipe", "--collect", "--service-type=exec", f"--unit=login-{user}", f"--property=User={user}"]
    words += ["--property=PAMName=login", f"--property=TTYPath=/dev/tty{terminal}"]
    words += ["--setenv=XDG_SEAT=seat0", f"--setenv=XDG_VTNR={terminal}"]
    subprocess.Popen(["systemd-run", "--quiet", *words, "--", "sleep", "infinity"])
    uid = run("id", "--user", user)
    wait_until(lambda: session_of(uid), lambda: f"{user} has a session")
    wait_until(lambda: state_of(uid) in ("online", "active"), lambda: f"{user}'s own systemd has started: {state_of(uid)}")
    come_to_the_front(user)


def come_to_the_front(user):
    uid = run("id", "--user", user)
    run("loginctl", "activate", session_of(uid))
    wait_until(lambda: f"ACTIVE_UID={uid}" in read("/run/systemd/seats/seat0").split(), lambda: f"{user} is active")


def state_of(uid):
    return run("loginctl", "show-user", "--property=State", "--value", uid)


def session_of(uid):
    sessions = run("loginctl", "--no-legend", "list-sessions").splitlines()
    return next((words[0] for words in map(str.split, sessions) if words[1] == uid), None)


def names():
    """The lights that the daemon uses, by the kernel's names."""
    return [light["id"].split("/")[1] for light in lights()]


def lights():
    asked = client.Client()
    found = asked.call("Lights.List")["lights"]
    asked.close()
    return found


def known(name):
    """What the daemon says of a light."""
    return next(light for light in lights() if light["id"].endswith("/" + name))


def wait_standing(light, standing):
    wait_until(lambda: known(light.name)["state"] == standing, lambda: f"{light.name} is {standing}: {known(light.name)}")


def kill_daemon():
    """The moment at which the daemon was killed, and which process it was."""
    process, moment = service.daemon(), now()
    os.kill(process, signal.SIGKILL)
    return moment, process


def wait_another(before):
    """Waits until another daemon serves than that one."""
    wait_until(lambda: service.daemon() not in (0, before) and service.show("ActiveState") == "active", lambda: "another daemon serves")


def hold(percent):
    """What a `Holder` runs: says what it hears, for as long as there is anything to hear."""
    held = client.Client()
    held.socket.settimeout(None)
    held.begin("Sessions.Hold", more=True, scene=client.at(percent))
    while True:
        try:
            print(held.receive()["event"], flush=True)
        except client.Refused as refusal:
            return print(refusal, flush=True)


if __name__ == "__main__":
    hold(float(sys.argv[1]))
