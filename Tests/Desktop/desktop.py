"""A desktop without a screen: sway or labwc on a headless output, the daemon on simulated lights, and programs of an ordinary user."""

import contextlib
import ctypes
import glob
import json
import os
import pwd
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time

from recipes import ROOT

# A user of these tests alone: sway refuses root.
USER = 54347
PROGRAMS = os.environ.get("BRIGHTNESSD_PROGRAMS", f"{ROOT}/.build/programs")
BACKGROUND = (0x24, 0x27, 0x3A)
# Nothing here takes longer than a second, except on a busy machine.
TIME_LIMIT = 20
BASE = 60
C_LIBRARY = ctypes.CDLL(None)


class Missed(Exception):
    """Something that was waited for did not happen."""


class Desktop(contextlib.AbstractContextManager):
    """`config` is added to the configuration of sway, or is the keyboard's in that of labwc; `files` are in the home of the user."""

    def __init__(self, config="", files=(), compositor="sway"):
        self.folder = tempfile.mkdtemp(prefix="desktop-")
        self.processes = []
        os.mkdir(f"{self.folder}/bin")
        for name in ("brightness", "brightnessd"):
            shutil.copy(f"{PROGRAMS}/{name}", f"{self.folder}/bin")
        # The player shall need neither a graphics card nor a sound card.
        self.put(".config/mpv/mpv.conf", "vo=wlshm\nao=null\n")
        for name, text in dict(files).items():
            self.put(name, text)
        os.mkfifo(f"{self.folder}/ready")
        for path, folders, names in os.walk(self.folder):
            for name in [path] + [f"{path}/{name}" for name in folders + names]:
                os.chown(name, USER, USER)
        self.environment = dict(
            PATH=f"{self.folder}/bin:/usr/bin:/bin", HOME=self.folder, XDG_RUNTIME_DIR=self.folder, LANG="C.UTF-8",
            BRIGHTNESSD_SOCKET=f"{self.folder}/socket", WLR_BACKENDS="headless", WLR_LIBINPUT_NO_DEVICES="1",
            WLR_RENDERER="pixman", GTK_A11Y="none", GSETTINGS_BACKEND="memory")
        self.daemon = self.start("brightnessd", "--simulate", "--socket", self.environment["BRIGHTNESSD_SOCKET"],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        while not line(self.daemon.stdout).startswith("brightnessd: listening on"):
            pass
        self.light = Light(self)
        self.light.wait(BASE, "free")
        dict(sway=self.start_sway, labwc=self.start_labwc)[compositor](config)

    def put(self, name, text):
        path = f"{self.folder}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o755 if name.startswith("bin/") else 0o644)

    def start_sway(self, config):
        red, green, blue = BACKGROUND
        self.put("sway.conf", f"""
output HEADLESS-1 resolution 1280x720 bg #{red:02x}{green:02x}{blue:02x} solid_color
default_border none
exec echo "$WAYLAND_DISPLAY $SWAYSOCK" >{self.folder}/ready
{config}""")
        self.compositor = self.start("sway", "--config", f"{self.folder}/sway.conf")
        self.wait_for_compositor()

    def start_labwc(self, config):
        self.put("labwc/rc.xml", f"<labwc_config><keyboard>{config}</keyboard></labwc_config>\n")
        tell = f'sh -c "echo $WAYLAND_DISPLAY >{self.folder}/ready"'
        self.compositor = self.start("labwc", "--config-dir", f"{self.folder}/labwc", "--startup", tell)
        self.wait_for_compositor()

    def wait_for_compositor(self):
        ready = os.open(f"{self.folder}/ready", os.O_RDWR | os.O_NONBLOCK)
        with os.fdopen(ready, "rb", buffering=0) as pipe:
            words = line(pipe).split()
        self.environment |= dict(zip(("WAYLAND_DISPLAY", "SWAYSOCK"), words))

    def start_bus(self):
        """A session bus, for notifications."""
        give_user_a_name()
        address = f"unix:path={self.folder}/bus"
        bus = self.start("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}", "--print-address",
                         stdout=subprocess.PIPE)
        line(bus.stdout)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address

    def start_logind(self):
        """A system bus, with a logind on which the user has a session, as python-dbusmock plays it."""
        give_user_a_name()
        address = f"unix:path={self.folder}/system_bus"
        bus = self.start("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}", "--print-address",
                         stdout=subprocess.PIPE)
        line(bus.stdout)
        self.environment |= dict(DBUS_SYSTEM_BUS_ADDRESS=address, XDG_SESSION_ID="1")
        self.start("python3", "-m", "dbusmock", "--system", "--template", "logind")
        self.run("gdbus", "wait", "--system", "--timeout", str(TIME_LIMIT), "org.freedesktop.login1")
        self.mock("AddSession", "1", "seat0", f"uint32 {USER}", "desktop", "true")
        # The template has no such method, and xss-lock needs its reply.
        self.mock("AddMethod", "org.freedesktop.login1.Manager", "GetSessionByPID", "u", "o",
                  "ret = dbus.ObjectPath('/org/freedesktop/login1/session/1')")

    def mock(self, method, *arguments):
        """Calls the logind of `start_logind` as its test."""
        self.run("gdbus", "call", "--system", "--dest", "org.freedesktop.login1", "--object-path", "/org/freedesktop/login1", "--method",
                 f"org.freedesktop.DBus.Mock.{method}", *arguments)

    def start_x(self):
        """An X server without a screen, whose picture is a file."""
        os.mkdir(f"{self.folder}/x")
        os.chown(f"{self.folder}/x", USER, USER)
        number, end = os.pipe()
        self.start("Xvfb", "-displayfd", str(end), "-screen", "0", "1280x720x24", "-fbdir", "x", "-noreset", "-nolisten", "tcp",
                            pass_fds=[end])
        os.close(end)
        with os.fdopen(number, "rb", buffering=0) as pipe:
            self.environment["DISPLAY"] = f":{line(pipe).strip()}"

    def x_picture(self):
        """The pixels of the uppermost 30 lines."""
        with open(f"{self.folder}/x/Xvfb_screen0", "rb") as file:
            data = file.read()
        # XWDFileHeader: the size of the header, which has 12 bytes for each of the colours after
        # it.
        size, = struct.unpack_from(">I", data)
        colours, = struct.unpack_from(">I", data, 19 * 4)
        pixels = data[size + colours * 12:]
        return struct.unpack(f"={1280 * 30}I", pixels[:1280 * 30 * 4])

    def wait_for_drawing(self, is_right, what):
        wait_until(lambda: is_right(self.x_picture()), f"a picture with {what}")

    def __exit__(self, kind, *_):
        if kind:
            with open(f"{self.folder}/log") as file:
                print("".join(file.readlines()[-40:]))
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        # What they have started.
        for process in self.all():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *words, **options):
        """Starts a program of the user; what it reports is in the log."""
        with open(f"{self.folder}/log", "a") as log:
            options = dict(stdin=subprocess.DEVNULL, stdout=log, stderr=log) | options
            process = subprocess.Popen(words, env=self.environment, cwd=self.folder, user=USER, group=USER,
                                       extra_groups=[], preexec_fn=die_with_parent, **options)
        self.processes.append(process)
        return process

    def run(self, *words):
        process = self.start(*words, stdout=subprocess.PIPE)
        output = process.communicate(timeout=TIME_LIMIT)[0]
        if process.returncode:
            raise Missed(f"'{' '.join(words)}' ended with {process.returncode}")
        return output

    def press(self, key):
        self.run("wtype", "-k", key)

    def picture(self, region):
        """The pixels of a region such as "0,0 1280x30", as bytes."""
        return self.run("grim", "-g", region, "-t", "ppm", "-").split(b"\n", 3)[3]

    def wait_for_picture(self, region, is_right, what):
        """No event reports that a program has drawn."""
        deadline = time.monotonic() + TIME_LIMIT
        while not is_right(picture := self.picture(region)):
            if time.monotonic() > deadline:
                raise Missed(f"no picture with {what}")
        return picture

    def all(self, *words):
        """The processes of the user whose command line begins with these words, the name of the program without its folder."""
        found = []
        for path in glob.glob("/proc/[0-9]*"):
            with contextlib.suppress(OSError):
                if os.stat(path).st_uid != USER:
                    continue
                with open(f"{path}/cmdline", "rb") as file:
                    line = file.read().decode(errors="replace").split("\0")
                if tuple([os.path.basename(line[0])] + line[1:])[:len(words)] == words:
                    found.append(int(path.split("/")[-1]))
        return sorted(found)

    def one(self, *words):
        """Waits until there is exactly one such process."""
        found = []
        wait_until(lambda: len(found := self.all(*words)) == 1, f"one process '{' '.join(words)}'")
        return self.all(*words)[0]


class Light:
    """What `brightness watch` reports of the panel."""

    def __init__(self, desktop):
        self.watch = desktop.start("brightness", "watch", "panel", "--json", stdout=subprocess.PIPE)

    def wait(self, level, state, **others):
        """Reads on until a change to this level and state is reported."""
        wanted = dict(level=level, state=state, **others)
        found = None
        while found != wanted:
            try:
                light = self.next()
            except Missed:
                raise Missed(f"the panel changed last to {found}, and not to {wanted}") from None
            found = {name: light[name] for name in wanted}

    def next(self):
        """The next change."""
        return json.loads(line(self.watch.stdout))["light"]

    def wait_for_state(self, state):
        while self.next()["state"] != state:
            pass

    def stays(self, level, seconds):
        """Waits, and expects that no change leaves this level."""
        end = time.monotonic() + seconds
        while select.select([self.watch.stdout], [], [], max(0, end - time.monotonic()))[0]:
            found = self.next()["level"]
            if found != level:
                raise Missed(f"the panel changed to {found}, and should have stayed at {level}")

    def held(self, level):
        self.wait(level, "held")

    def restored(self, level=BASE):
        self.wait(level, "free")


def give_user_a_name():
    """The bus serves only users in /etc/passwd. This holds until the end of the tests' own namespace of mounts."""
    with contextlib.suppress(KeyError):
        pwd.getpwuid(USER)
        return
    with open("/etc/passwd") as users, tempfile.NamedTemporaryFile("w") as file:
        file.write(f"{users.read()}desktop:x:{USER}:{USER}::/:/bin/sh\n")
        file.flush()
        os.chmod(file.name, 0o644)
        subprocess.run(["mount", "--bind", file.name, "/etc/passwd"], check=True)


def line(pipe):
    """The next line of a pipe without a buffer of its own."""
    text = b""
    while not text.endswith(b"\n"):
        if not select.select([pipe], [], [], TIME_LIMIT)[0]:
            raise Missed("no line came")
        part = os.read(pipe.fileno(), 1)
        if not part:
            raise Missed("the pipe was closed")
        text += part
    return text.decode()


def die_with_parent():
    """PR_SET_PDEATHSIG: nothing of a test that was interrupted stays behind."""
    C_LIBRARY.prctl(1, signal.SIGKILL)


def wait_for_end(process, what):
    """Waits until a process that need not be our child has ended."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return
    with os.fdopen(handle) as file:
        if not select.select([file], [], [], TIME_LIMIT)[0]:
            raise Missed(f"{what} (process {process}) did not end")


def wait_until(holds, what):
    """For what no event reports."""
    deadline = time.monotonic() + TIME_LIMIT
    while not holds():
        if time.monotonic() > deadline:
            raise Missed(f"there was never {what}")
        time.sleep(0.005)
