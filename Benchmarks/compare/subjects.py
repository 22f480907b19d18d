"""The programs that are compared, each with its daemon if it has one."""

import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Tests/Attacks"))

from bus import DAEMON, PATH, PROPERTIES, Bus, string  # noqa: E402
from clients import C_LIBRARY, PROGRAM, Client, die_with_parent, frame, scene, wait_until  # noqa: E402

CLIENT = os.path.join(os.path.dirname(PROGRAM), "brightness")
MAXIMUM, BASE = 1000, 600


class Panel:
    """A backlight made of files, which stands at /sys/class/backlight for the programs that know no other place."""

    def __init__(self, folder):
        self.tree = f"{folder}/sys"
        self.folder = f"{self.tree}/class/backlight/panel"
        for place in (self.folder, f"{self.tree}/class/leds", f"{self.tree}/class/drm", f"{self.tree}/bus/pci/devices"):
            os.makedirs(place)
        for name, text in {"max_brightness": MAXIMUM, "type": "raw", "scale": "unknown", "bl_power": 0}.items():
            self.write(name, text)
        self.set(BASE)
        subprocess.run(["mount", "--bind", f"{self.tree}/class", "/sys/class"], check=True)

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w") as file:
            file.write(f"{text}\n")

    def set(self, level):
        self.write("brightness", level)

    def level(self):
        try:
            with open(f"{self.folder}/brightness") as file:
                return int(file.read().split("\n")[0])
        except (OSError, ValueError):
            return None

    def notify(self):
        """The event that the kernel sends after another program's write."""
        path = "/class/backlight/panel"
        lines = [f"change@{path}", "ACTION=change", f"DEVPATH={path}", "SUBSYSTEM=backlight", "SEQNUM=1", "SOURCE=sysfs"]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            try:
                sender.sendto("".join(line + "\0" for line in lines).encode(), f"{self.tree}/.uevent")
            except OSError:
                pass


def run(*command, **more):
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            preexec_fn=die_with_parent, **more)


def child(body):
    """A process that holds something until it is killed, and, if `body` wants so, a child that keeps its socket. Returns its number."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            die_with_parent()
            os.close(reader)
            kept = body()
            os.write(writer, b".")
            signal.pause()
            del kept
        except BaseException as error:  # noqa: B902
            os.write(2, f"compare: {error}\n".encode())
        finally:
            os._exit(1)
    os.close(writer)
    if not os.read(reader, 1):
        raise OSError("a client could not hold")
    os.close(reader)
    return pid


def as_stranger():
    """Makes this process one of a user without rights, who may ask all the same."""
    os.setgroups([])
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
    die_with_parent()


def leave_a_child():
    """Forks a process that keeps all descriptors, for half a minute at most."""
    if os.fork() == 0:
        C_LIBRARY.prctl(1, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(30)
        os.setsid()
        while True:
            signal.pause()


class Holding:
    """A program whose clients are processes that hold a level, and which may have a daemon."""

    def end_orderly(self, pid):
        os.kill(pid, signal.SIGTERM)

    def restart(self):
        self.daemon.kill()
        self.daemon.wait()
        self.start()


class Brightnessd(Holding):
    name, kind, serves_others = "brightnessd", "brightness, by a daemon", True
    base, held, chosen = BASE, 900, 450

    def __init__(self, folder, panel):
        self.folder, self.panel = folder, panel
        self.socket = f"{folder}/socket"
        self.start()

    def start(self):
        self.daemon = run(PROGRAM, "--sysfs", self.panel.tree, "--socket", self.socket, "--state", f"{self.folder}/state", "--log", "error")
        wait_until(self.serves, "the daemon")

    def serves(self):
        try:
            with Client(self) as client:
                return "parameters" in client.call("Lights.Get")
        except OSError:
            return False

    def processes(self):
        return [self.daemon.pid]

    def shown(self):
        return self.panel.level()

    def set_base(self):
        # A script may have changed the panel, and a file sends no events.
        self.panel.set(self.base)
        self.panel.notify()
        self.command("set", str(self.base * 100 // MAXIMUM) + "%")

    def command(self, *words):
        subprocess.run([CLIENT, *words, "--socket", self.socket], check=True, stdout=subprocess.DEVNULL)

    def change_by_user(self):
        self.panel.set(self.chosen)
        self.panel.notify()
        time.sleep(.1)

    def hold(self, leaves_child=False, step=0):
        def body():
            client = Client(self)
            client.send("Sessions.Hold", True, scene=scene(90 + step))
            client.receive()
            if leaves_child:
                leave_a_child()
            return client
        return child(body)

    def break_write(self):
        os.rename(f"{self.panel.folder}/brightness", f"{self.panel.folder}/kept")
        os.symlink("/dev/full", f"{self.panel.folder}/brightness")

    def heal(self):
        os.rename(f"{self.panel.folder}/kept", f"{self.panel.folder}/brightness")

    # One client, as fast as it can.

    def connect(self):
        return Client(self)

    def ping(self, client):
        client.socket.sendall(PING)
        client.receive()

    def hold_and_release(self, client):
        if not hasattr(client, "scene"):
            client.scene = client.call("Sessions.Push", scene=scene(90))["parameters"]["scene"]
        client.call("Sessions.OnAppear", scene=client.scene)
        client.call("Sessions.OnDisappear", scene=client.scene)

    flood = staticmethod(lambda client: frame("org.varlink.service.GetInfo"))

    def replies(self, data):
        return data.count(b"\0")

    def watch_restore(self, pid):
        """Seconds from a death to the base level."""
        # inotify: a test that polls would take the processor from the daemon.
        changes = C_LIBRARY.inotify_init1(os.O_CLOEXEC)
        C_LIBRARY.inotify_add_watch(changes, f"{self.panel.folder}/brightness".encode(), 2)  # IN_MODIFY
        death = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        while self.shown() != self.base:
            if not select.select([changes], [], [], 20)[0]:
                raise AssertionError(f"the panel shows {self.shown()} after the death of its holder")
            os.read(changes, 4096)
        took = time.monotonic() - death
        os.close(changes)
        return took

    def stop(self):
        self.daemon.terminate()
        self.daemon.wait()


PING = frame("org.varlink.service.GetInfo")


class Script(Holding):
    """A shell script that sets a level and restores it when it ends: what can be done with a program that only sets levels."""

    base, held, chosen = BASE, 900, 450

    def __init__(self, name, panel, get, put):
        self.name, self.kind, self.panel, self.get, self.put = name, "brightness, by a script", panel, get, put

    def processes(self):
        return []

    def shown(self):
        return self.panel.level()

    def set_base(self):
        self.panel.set(self.base)

    def change_by_user(self):
        self.panel.set(self.chosen)

    def hold(self, leaves_child=False, step=0):
        level = self.held + 10 * step
        script = f'old=$({self.get}); trap "{self.put} $old" EXIT; trap "exit 1" TERM; {self.put} {level}; while :; do sleep .05; done'
        pid = run("bash", "-c", script).pid
        wait_until(lambda: self.shown() == level, "the script's level")
        return pid

    break_write, heal = Brightnessd.break_write, Brightnessd.heal

    def stop(self):
        pass


class PowerProfiles(Holding):
    name, kind, serves_others = "power-profiles-daemon", "power profile, by a daemon on D-Bus", True
    base, held, chosen = "balanced", "power-saver", "performance"

    def __init__(self, folder):
        self.folder, self.path = folder, f"{folder}/bus"
        with open(f"{folder}/bus.conf", "w") as file:
            file.write(f"""<busconfig><type>system</type><listen>unix:path={self.path}</listen><auth>EXTERNAL</auth>
                <policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
                </policy></busconfig>""")
        self.environment = os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.path}", "POWER_PROFILE_DAEMON_FAKE_DRIVER": "1"}
        self.bus_daemon = run("dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork")
        wait_until(lambda: os.path.exists(self.path), "the bus")
        # It asks polkit for each hold.
        self.polkit = run("/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "polkitd", "--parameters", '{}', env=self.environment)
        mock = ("org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority", "org.freedesktop.DBus.Mock")
        wait_until(lambda: self.answers(lambda bus: bus.call(*mock, "AllowUnknown", "b", struct.pack("<I", 1))), "the authority")
        self.start()

    def start(self):
        self.daemon = run("/usr/libexec/power-profiles-daemon", env=self.environment)
        wait_until(lambda: self.answers(lambda bus: bus.profile()), "power-profiles-daemon")
        self.observer = self.connect()

    def answers(self, body):
        try:
            body(Bus(self.path))
            return True
        except OSError:
            return False

    def processes(self):
        return [self.daemon.pid, self.bus_daemon.pid]

    def shown(self):
        return self.observer.profile()

    def set_base(self):
        self.observer.set_profile(self.base)

    def change_by_user(self):
        self.observer.set_profile(self.chosen)

    def hold(self, leaves_child=False, step=0):
        def body():
            bus = Bus(self.path)
            bus.hold(self.held)
            if leaves_child:
                leave_a_child()
            return bus
        return child(body)

    def connect(self):
        return Bus(self.path)

    def ping(self, bus):
        bus.profile()

    def hold_and_release(self, bus):
        bus.release(bus.hold(self.held))

    def flood(self, bus):
        return bus.message(DAEMON, PATH, PROPERTIES, "Get", "ss", string(DAEMON, "ActiveProfile"))

    def replies(self, data):
        # The value of each reply.
        return data.count(b"balanced\0")

    def watch_restore(self, pid):
        bus = Bus(self.path)
        bus.listen()
        death = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        bus.wait_for("PropertiesChanged")
        return time.monotonic() - death

    def stop(self):
        for process in (self.daemon, self.polkit, self.bus_daemon):
            process.kill()
            process.wait()


class Seatd:
    # Its socket is for root and one group.
    name, kind, serves_others = "seatd", "the seat, by a daemon", False

    def __init__(self, folder):
        # It has no option for the place of its socket.
        self.path = "/run/seatd.sock"
        self.daemon = run("seatd", "-l", "silent", "-u", "root", env=os.environ | {"SEATD_VTBOUND": "0"})
        wait_until(lambda: os.path.exists(self.path), "seatd")
        wait_until(self.serves, "the first reply")

    def serves(self):
        try:
            self.ping(self.connect())
            return True
        except OSError:
            return False

    def processes(self):
        return [self.daemon.pid]

    def connect(self):
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.connect(self.path)
        return client

    def ping(self, client):
        client.sendall(struct.pack("<HH", 7, 0))
        client.recv(4, socket.MSG_WAITALL)

    def open_seat(self, until):
        client = self.connect()
        client.sendall(struct.pack("<HH", 1, 0))
        self.wait_for(client, until)
        return client

    def wait_for(self, client, wanted):
        while True:
            code, size = struct.unpack("<HH", client.recv(4, socket.MSG_WAITALL))
            if size:
                client.recv(size, socket.MSG_WAITALL)
            if code == wanted + (1 << 15):
                return

    def hold(self):
        return child(lambda: self.open_seat(until=6))

    def watch_restore(self, pid):
        """Until the next client is told that the seat is its own."""
        waiting = self.open_seat(until=1)
        death = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        self.wait_for(waiting, 6)
        took = time.monotonic() - death
        waiting.close()
        return took

    def flood(self, client):
        return struct.pack("<HH", 7, 0)

    def replies(self, data):
        return len(data) / 4

    def stop(self):
        self.daemon.terminate()
        self.daemon.wait()


def have(*programs):
    return all(shutil.which(program) or os.path.exists(program) for program in programs)
