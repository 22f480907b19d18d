"""Rights beside the udev rules of other programs: neither the daemon nor anybody else loses access, in any order of the rules."""

import glob
import os
import stat
import subprocess
import tempfile
import unittest
from contextlib import contextmanager
from typing import NamedTuple, Optional

import machine
from case import ServiceCase
from machine import KEYBOARD, PANEL, PanelWrites, level, plug, send_uevent, unplug, wait_for_udev
from service import run, systemctl

BUS = "/sys/class/i2c-dev/i2c-99"
NODE = "/dev/i2c-99"
ZONE = "/sys/class/leds/lab:rgb:kbd_zoned_backlight-left"
BUS_NUMBERS = dict(MAJOR=89, MINOR=99, DEVNAME="i2c-99")
DAEMON, WORKER, NOBODY = "brightnessd", "brightnessd-ddc", "nobody"
# Prefixes of names: before those of all rules, and after those of all but brightnessd's.
FIRST, LAST = "00-", "zy-"


class Rule(NamedTuple):
    """A rule of another program."""

    name: str
    text: str
    # Whose members write; None for all users.
    group: Optional[str]


# The groups that packages of Debian give files to, by the names of their rules.
GROUPS = {"90-brightnessctl.rules": "video", "90-backlight.rules": "video", "60-i2c-tools.rules": "i2c"}
KEYBOARD_GROUPS = {"90-brightnessctl.rules": "input"}

# SwayOSD 0.3.2, data/udev/99-swayosd.rules; Debian's swayosd 0.1.0-5 and 0.3.0-4 have the same.
SWAYOSD = Rule(
    "99-swayosd.rules",
    """\
ACTION=="add", SUBSYSTEM=="backlight", RUN+="/bin/chgrp video /sys/class/backlight/%k/brightness"
ACTION=="add", SUBSYSTEM=="backlight", RUN+="/bin/chmod g+w /sys/class/backlight/%k/brightness"
""",
    "video",
)

LIGHTS = [
    SWAYOSD,
    # wluma at 827629d6, 90-wluma-backlight.rules.
    Rule(
        "90-wluma-backlight.rules",
        """\
ACTION=="add", SUBSYSTEM=="backlight", RUN+="/bin/chgrp video /sys/class/backlight/%k/brightness"
ACTION=="add", SUBSYSTEM=="backlight", RUN+="/bin/chmod g+w /sys/class/backlight/%k/brightness"
ACTION=="add", SUBSYSTEM=="leds", RUN+="/bin/chgrp video /sys/class/leds/%k/brightness"
ACTION=="add", SUBSYSTEM=="leds", RUN+="/bin/chmod g+w /sys/class/leds/%k/brightness"
""",
        "video",
    ),
    # Debian's qtile 0.37.1-1, 99-qtile.rules: only a mode.
    Rule(
        "99-qtile.rules",
        """\
ACTION=="add", SUBSYSTEM=="backlight", RUN+="/usr/bin/chmod o+w /sys/class/backlight/%k/brightness" OPTIONS="log_level=debug"
ACTION=="add", SUBSYSTEM=="leds",      RUN+="/usr/bin/chmod o+w /sys/class/leds/%k/brightness"
""",
        None,
    ),
    # Only a group, as in qtile 0.31.0-3 of Debian 13, whose Python code then sets the mode.
    Rule(
        "99-qtile.rules",
        """\
ACTION=="add", SUBSYSTEM=="backlight", RUN+="/bin/chgrp sudo /sys/class/backlight/%k/brightness"
ACTION=="add", SUBSYSTEM=="backlight", RUN+="/bin/chmod 0664 /sys/class/backlight/%k/brightness"
""",
        "sudo",
    ),
    # react-drm's README, for the Touch Bar's light: the rule makes root the owner.
    Rule(
        "99-appletb-backlight.rules",
        'ACTION=="add", SUBSYSTEM=="backlight", RUN+="/bin/chown root:video /sys/class/backlight/%k/brightness", '
        'RUN+="/bin/chmod g+w /sys/class/backlight/%k/brightness"\n',
        "video",
    ),
]

BUSES = [
    # services.udev.extraRules of NixOS, whose file this is, in many configurations.
    Rule("99-local.rules", 'KERNEL=="i2c-[0-9]*", GROUP="users", MODE="0660"\n', "users"),
    # The alternative in 45-ddcutil-i2c.rules of Debian's ddcutil 1.4.1-1.
    Rule("45-ddcutil-i2c.rules", 'KERNEL=="i2c-[0-9]*",  MODE="0666"\n', None),
]


def packaged():
    """The rules of Debian's packages, which the container has beside its installed ones, with the programs that they run."""
    for package in sorted(glob.glob("/srv/packages/*.deb")):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
            subprocess.run(f"cp {folder}/lib/udev/*-helper {folder}/usr/lib/udev/*-helper /usr/lib/udev/ 2>/dev/null", shell=True)
            for file in glob.glob(folder + "/lib/udev/rules.d/*") + glob.glob(folder + "/usr/lib/udev/rules.d/*"):
                with open(file) as content:
                    yield Rule(os.path.basename(file), content.read(), GROUPS[os.path.basename(file)])


class RightsTests(ServiceCase):
    @classmethod
    def setUpClass(cls):
        cls.packaged = list(packaged())
        subprocess.run(["groupadd", "--force", "--system", "i2c"], check=True)

    def in_each_order(self, rules, devices, check):
        """Adds the devices with each rule under its own name, as the first and as the last, and checks what they then are."""
        for rule in rules:
            for name in (rule.name, FIRST + rule.name, LAST + rule.name):
                with self.subTest(name, group=rule.group), installed("/etc/udev/rules.d/" + name, rule.text):
                    for device in devices:
                        replug(device)
                    wait_for_udev()
                    check(rule)
        for device in devices:
            replug(device)
        wait_for_udev()

    def assert_may_write(self, user, group, file):
        self.assertTrue(may_write(user, group, file), f"{user} in {group}: {run('ls', '-lL', file)}")

    def test_a_held_light_is_held_again_after_it_was_added_and_others_keep_their_rights(self):
        rules = [rule for rule in self.packaged + LIGHTS if "backlight" in rule.text]
        self.assertEqual(len(rules), len(LIGHTS) + 2)
        scene = self.client.appear(80)

        def check(rule):
            writes = PanelWrites()
            writes.wait_for(800)
            writes.close()
            for action in ("add", "change", "add"):
                self.assert_may_write(NOBODY, rule.group, PANEL + "/brightness")
                if "leds" in rule.text:
                    self.assert_may_write(NOBODY, KEYBOARD_GROUPS.get(rule.name, rule.group), KEYBOARD + "/brightness")
                for file in (PANEL + "/brightness", KEYBOARD + "/brightness", KEYBOARD + "/trigger"):
                    self.assert_may_write(DAEMON, DAEMON, file)
                # As the scripts of packages do, ours among them.
                run("udevadm", "trigger", f"--action={action}", "--subsystem-match=backlight", "--subsystem-match=leds", "--settle")

        self.in_each_order(rules, (PANEL, KEYBOARD), check)
        self.client.call("Sessions.OnDisappear", scene=scene)
        self.assertEqual(level(), 600)

    def test_a_zone_of_a_keyboard_is_given_to_the_daemon_too(self):
        machine.FILES[ZONE] = machine.FILES[KEYBOARD]
        self.addCleanup(machine.FILES.pop, ZONE)

        plug(ZONE)
        self.addCleanup(unplug, ZONE)
        wait_for_udev()

        for file in ("brightness", "trigger"):
            self.assert_may_write(DAEMON, DAEMON, f"{ZONE}/{file}")

    def test_workers_and_others_have_the_buses_of_monitors(self):
        rules = [rule for rule in self.packaged + BUSES if "i2c" in rule.text]
        self.assertEqual(len(rules), len(BUSES) + 1)
        os.mknod(NODE, 0o600 | stat.S_IFCHR, os.makedev(89, 99))
        self.addCleanup(os.remove, NODE)
        machine.FILES[BUS] = dict(name="lab", dev="89:99")
        self.addCleanup(machine.FILES.pop, BUS)
        os.makedirs(os.path.dirname(BUS), exist_ok=True)
        self.addCleanup(unplug, BUS)

        def check(rule):
            for action in ("add", "change"):
                self.assert_may_write(NOBODY, rule.group, NODE)
                self.assert_may_write(WORKER, WORKER, NODE)
                # Unless all users have it.
                self.assertEqual(may_write(DAEMON, DAEMON, NODE), rule.group is None)
                send_uevent(action, BUS, **BUS_NUMBERS)
                wait_for_udev()

        self.in_each_order(rules, (BUS,), check)

    def test_a_user_whom_a_rule_makes_the_owner_of_a_light_keeps_it(self):
        rule = 'ACTION=="add", SUBSYSTEM=="backlight", RUN+="/bin/chown nobody /sys/class/backlight/%k/brightness"\n'

        self.in_each_order([Rule("99-own.rules", rule, None)], (PANEL,), lambda _: self.assert_may_write(NOBODY, None, PANEL + "/brightness"))


def replug(device):
    if os.path.lexists(device):
        unplug(device)
    plug(device, **(BUS_NUMBERS if device == BUS else {}))


@contextmanager
def installed(path, text):
    """A file of rules."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    run("udevadm", "control", "--reload")
    try:
        yield
    finally:
        os.remove(path)
        run("udevadm", "control", "--reload")


def may_write(user, group, file):
    """Whether a user may write who is in a group, and in no other."""
    groups = ["--clear-groups"] if group is None or group == user else [f"--groups={group}"]
    own = "nogroup" if user == NOBODY else user
    return subprocess.run(["setpriv", f"--reuid={user}", f"--regid={own}", *groups, "test", "-w", file]).returncode == 0


if __name__ == "__main__":
    unittest.main(verbosity=2)
