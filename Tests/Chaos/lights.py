"""Lights made of files, with faults, and what each must show when nothing holds it."""

import fcntl
import os
import random
import shutil
import signal
import socket
import time


class Light:
    """A light and its model: `base` is the level that the user has chosen."""

    def __init__(self, tree, user, subsystem, name, maximum):
        self.tree, self.user, self.subsystem, self.name, self.maximum = tree, user, subsystem, name, maximum
        self.id = f"{subsystem}/{name}"
        self.device = f"{tree}/devices/platform/{name.replace(':', '-')}/{subsystem}/{name}"
        self.listed = f"{tree}/class/{subsystem}/{name}"
        self.file = f"{self.device}/brightness"
        self.away = f"{tree}/away-{subsystem}-{name}"
        self.fault = None
        self.is_plugged = True
        self.base = maximum // 2
        # The levels before each `Set` that the light refused, and what the light may show after the
        # daemon died with them.
        self.before_refusals, self.possible = set(), set()
        self.make()

    def choose(self, level):
        """The user has chosen a level, and the daemon has it on record."""
        self.base, self.before_refusals, self.possible = level, set(), set()

    def refuse(self, level):
        """A `Set` whose level could not be written is the base level, but is kept by the daemon alone; any one before may be on record."""
        self.before_refusals.add(self.base)
        self.base = level

    def outlive_daemon(self):
        self.possible |= self.before_refusals

    def is_right(self):
        """Whether it shows the level that it must have; from then on that one is known."""
        level = self.level()
        if level != self.base and level not in self.possible:
            return False
        self.choose(level)
        return True

    @property
    def is_healthy(self):
        return self.is_plugged and not self.fault

    def make(self):
        os.makedirs(self.device)
        files = {"brightness": self.base, "max_brightness": self.maximum}
        files |= {"type": "raw", "scale": "linear"} if self.subsystem == "backlight" else {"trigger": "[none] timer"}
        for name, value in files.items():
            self.write(f"{self.device}/{name}", f"{value}\n")
        if not os.path.islink(self.listed):
            os.symlink(os.path.relpath(self.device, os.path.dirname(self.listed)), self.listed)

    def write(self, path, text):
        """Replaces a file at once, as a write to sysfs does: no reader sees half of it."""
        new = f"{self.tree}/new"
        with open(new, "w") as file:
            file.write(text)
        os.chown(new, self.user, self.user)
        os.rename(new, path)

    def level(self):
        """The level that the light shows; None while it has a fault, or no readable file."""
        if self.fault:
            return None
        try:
            with open(self.file) as file:
                return int(file.read().split("\n")[0])
        except (OSError, ValueError):
            return None

    def set_by_hand(self, level, source):
        # Before the change: a write of the daemon after it must not look older than the event.
        number = self.count_event()
        self.write(self.file, f"{level}\n")
        self.notify("change", f"SOURCE={source}", number=number)

    def count_event(self):
        """The number of the next event, as the kernel counts them."""
        path = f"{self.tree}/kernel/uevent_seqnum"
        with open(path) as file:
            number = int(file.read()) + 1
        self.write(path, f"{number}\n")
        return number

    def notify(self, action, *more, number=None):
        path = f"/devices/platform/{os.path.relpath(self.device, self.tree + '/devices/platform')}"
        lines = [f"{action}@{path}", f"ACTION={action}", f"DEVPATH={path}", f"SUBSYSTEM={self.subsystem}",
                 f"SEQNUM={number or self.count_event()}", *more]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            try:
                sender.sendto("".join(line + "\0" for line in lines).encode(), f"{self.tree}/.uevent")
            except OSError:
                # No daemon: it reads everything when it starts.
                pass

    # Faults. The level that the light had last is what it has when it is healed.

    FAULTS = ("denied", "full", "folder", "missing", "hanging")

    def break_down(self, fault):
        """Returns whether the light has the fault now."""
        kept = self.file + ".kept"
        if fault == "hanging" and not self.lease():
            return False
        self.fault = fault
        if fault == "denied":
            os.chmod(self.file, 0)
        elif fault != "hanging":
            os.rename(self.file, kept)
            if fault == "full":
                os.symlink("/dev/full", self.file)
            elif fault == "folder":
                os.mkdir(self.file)
        return True

    def heal(self):
        if self.fault == "denied":
            os.chmod(self.file, 0o644)
        elif self.fault == "hanging":
            # Before the close: a client that has just been forked has the descriptor too.
            fcntl.fcntl(self.hanging, fcntl.F_SETLEASE, fcntl.F_UNLCK)
            os.close(self.hanging)
        else:
            if self.fault == "folder":
                os.rmdir(self.file)
            os.rename(self.file + ".kept", self.file)
        self.fault = None
        self.notify("change")

    def lease(self):
        """Makes open(2) hang in any other process, with a lease of fcntl(2): possible only while no other process has the file open."""
        signal.signal(signal.SIGIO, signal.SIG_IGN)
        self.hanging = os.open(self.file, os.O_RDWR)
        for _ in range(20):
            try:
                fcntl.fcntl(self.hanging, fcntl.F_SETLEASE, fcntl.F_WRLCK)
                return True
            except OSError:
                time.sleep(.001)
        os.close(self.hanging)
        return False

    def unplug(self):
        os.unlink(self.listed)
        os.rename(self.device, self.away)
        self.is_plugged = False
        self.notify("remove")

    def replug(self, is_new):
        """The device is back with the level that it had, or as a new one that shows the user's level."""
        if is_new:
            shutil.rmtree(self.away)
            self.make()
        else:
            os.rename(self.away, self.device)
            os.symlink(os.path.relpath(self.device, os.path.dirname(self.listed)), self.listed)
        self.is_plugged = True
        self.notify("add")

    def other_level(self, chance: random.Random):
        """A level that the light does not show: the user's, not an echo of the daemon's."""
        while True:
            level = chance.randrange(self.maximum // 5, self.maximum * 9 // 10)
            if level not in (self.base, self.level()):
                return level


def make_tree(root, user):
    """A panel, monitors and keyboards; the first is for the probes alone."""
    for folder in ("class/backlight", "class/leds", "class/drm", "bus/pci/devices", ".seats", "kernel"):
        os.makedirs(f"{root}/{folder}")
    with open(f"{root}/kernel/uevent_seqnum", "w") as file:
        file.write("1000\n")
    lights = [
        Light(root, user, "backlight", "ddcci_probe", 10_007), Light(root, user, "backlight", "chaos_panel", 19_393),
        *(Light(root, user, "backlight", f"ddcci{number}", maximum) for number, maximum in ((1, 10_000), (2, 65_535), (3, 4_095))),
        Light(root, user, "leds", "chaos::kbd_backlight", 12_345), Light(root, user, "leds", "other::kbd_backlight", 1_000_003),
    ]
    # The daemon puts its socket for events into the tree.
    os.chown(root, user, user)
    return lights
