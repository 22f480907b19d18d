"""A machine with a panel and a keyboard light in its /sys, made of files; this module sends the kernel's events for them.

usage: machine.py    makes them, and starts a process that answers `udevadm trigger` instead of the kernel
"""

import ctypes
import os
import select
import shutil
import socket
import struct
import subprocess
from contextlib import suppress

from service import TIMEOUT, run, systemctl

PANEL = "/sys/class/backlight/panel"
KEYBOARD = "/sys/class/leds/lab::kbd_backlight"
PLATFORM = "/sys/devices/platform"
FILES = {
    PANEL: dict(brightness=600, max_brightness=1000, type="raw", scale="non-linear", bl_power=0),
    KEYBOARD: dict(brightness=1, max_brightness=2, trigger="[none] kbd"),
}
WALL = 0x40000000


def build():
    classes = {name: links("/sys/class/" + name) for name in os.listdir("/sys/class")}
    for path in ("/sys/class", PLATFORM):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", path], check=True)
    for name in classes:
        os.mkdir("/sys/class/" + name)
        for link, target in classes[name].items():
            os.symlink(target, f"/sys/class/{name}/{link}")
    os.mkdir(PLATFORM + "/lab")
    os.symlink("../../../bus/platform", PLATFORM + "/lab/subsystem")
    open(PLATFORM + "/lab/uevent", "w").close()
    for light in FILES:
        os.makedirs(os.path.dirname(light), exist_ok=True)
        plug(light)


def links(folder):
    return {name: os.readlink(f"{folder}/{name}") for name in os.listdir(folder) if os.path.islink(f"{folder}/{name}")}


def device(light):
    """The path of a light's device below /sys, as events name it."""
    return "/devices/platform/lab" + light.removeprefix("/sys/class")


def plug(light, **more):
    folder = "/sys" + device(light)
    subsystem = light.split("/")[3]
    os.makedirs(folder)
    os.symlink(f"../../../../../class/{subsystem}", folder + "/subsystem")
    os.symlink("../../../lab", folder + "/device")
    open(folder + "/uevent", "w").close()
    for name, text in FILES[light].items():
        write(f"{folder}/{name}", text)
    # systemd-backlight saves this file.
    if subsystem == "backlight":
        os.link(folder + "/brightness", folder + "/actual_brightness")
    os.symlink("../.." + device(light), light)
    send_uevent("add", light, **more)


def unplug(light):
    os.unlink(light)
    shutil.rmtree("/sys" + device(light))
    send_uevent("remove", light)


def write(path, text):
    with open(path, "w") as file:
        file.write(f"{text}\n")


def level():
    """The level of the panel; None while it is being written."""
    with open(PANEL + "/brightness") as file:
        text = file.read()
    return int(text) if text else None


class WriteWatch:
    """Watches for files that are closed after writing."""

    CLOSE_WRITE, CREATE = 0x8, 0x100

    def __init__(self, *paths):
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.number = self.libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        for path in paths:
            self.add(path)

    def add(self, path, events=CLOSE_WRITE):
        if self.libc.inotify_add_watch(self.number, path.encode(), events) < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch", path)

    def wait(self, timeout=None):
        return select.select([self.number], [], [], timeout)[0] != []

    def count(self):
        """The number of writes since the last call."""
        try:
            events = os.read(self.number, 65536)
        except BlockingIOError:
            return 0
        return len(events) // struct.calcsize("iIII")

    def close(self):
        os.close(self.number)


class PanelWrites(WriteWatch):
    """Counts the writes to the panel since it was made."""

    def __init__(self):
        super().__init__(PANEL + "/brightness")

    def wait_for(self, wanted):
        """Waits until the panel shows a level."""
        while level() != wanted:
            assert self.wait(TIMEOUT), f"the panel shows {level()}, not {wanted}"
            self.count()


def answer_triggers():
    """Starts a process that sends the event written to a `uevent` file: an action, and optionally an identifier of the event."""
    folders = {light: "/sys" + device(light) for light in FILES}
    written = WriteWatch(*folders.values())
    # A light that is added again has a new folder.
    for folder in folders.values():
        written.add(os.path.dirname(folder), WriteWatch.CREATE)
    if os.fork():
        return
    detach()
    while written.wait():
        written.count()
        for light, folder in folders.items():
            with suppress(FileNotFoundError):
                written.add(folder)
                with open(folder + "/uevent") as file:
                    words = file.read().split()
                if words:
                    os.truncate(folder + "/uevent", 0)
                    send_uevent(words[0], light, **dict(zip(["SYNTH_UUID"], words[1:])))


def send_uevent(action, light, **more):
    """Broadcasts a kernel event of a light; udevd receives it too."""
    path, subsystem = device(light), light.split("/")[3]
    properties = dict(ACTION=action, DEVPATH=path, SUBSYSTEM=subsystem, **more)
    text = f"{action}@{path}\0".encode() + b"".join(f"{name}={value}\0".encode() for name, value in properties.items())
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15) as kernel:
        kernel.sendto(struct.pack("=IHHII", 16 + len(text), 0x11, 0x1, 0, 0) + text, (0, 0))


def wait_for_udev():
    run("udevadm", "settle", f"--timeout={TIMEOUT}")


def owner_and_mode(path):
    found = os.stat(path)
    return found.st_uid, found.st_gid, found.st_mode & 0o777


def hang(process):
    """Stops a process until it is killed. Unlike after SIGSTOP, systemd cannot continue it."""
    seize, interrupt = 0x4206, 0x4207
    libc = ctypes.CDLL(None, use_errno=True)
    reading, writing = os.pipe()
    if os.fork():
        os.close(writing)
        assert os.read(reading, 1) == b"1", f"process {process} cannot be traced"
        os.close(reading)
        return
    if libc.ptrace(seize, process, None, None) == 0 and libc.ptrace(interrupt, process, None, None) == 0:
        os.waitpid(process, WALL)
        os.write(writing, b"1")
        detach()
        os.waitpid(process, WALL)
    os._exit(0)


def detach():
    os.setsid()
    for number in range(3):
        os.dup2(os.open(os.devnull, os.O_RDWR), number)


if __name__ == "__main__":
    build()
    answer_triggers()
    # As after a boot: systemd-backlight has found them.
    run("udevadm", "trigger", "--action=add", "--subsystem-match=backlight", "--subsystem-match=leds", "--settle")
    systemctl("start", "systemd-backlight@backlight:panel", "systemd-backlight@leds:lab::kbd_backlight")
