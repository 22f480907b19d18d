"""The advice of `brightness doctor` about programs, the log and updates is carried out as it says, and helps.

| not carried out | why |
|---|---|
| the settings of KDE, Cinnamon, MATE, Xfce and LXQt | they are windows, and a container has no display |
| `dmesg` for a light whose files cannot be read | lights made of files have no driver that could say anything |
| set Panel= where it is not certain which device lights the panel | as in `test_name_the_panel`, which says the same |
| find the program that changed a light, wait | they name nothing to do |
| a driver for the panel | the kernel is the host's; the light is added by hand instead |
"""

import os
import re
import shutil
import subprocess
import unittest

from client import Client
from doctor import USER, DoctorCase
from machine import KEYBOARD, PANEL, PanelWrites, level, plug, send_uevent, unplug, wait_for_udev
from service import STATE, daemon, run, systemctl, wait_for_state

DAEMON = "/usr/libexec/brightnessd"
SOCKET = "/run/brightnessd/io.brightnessd"


class AdviceTests(DoctorCase):
    def test_restart_after_an_update(self):
        version = run("brightness", "--version").split()[-1]
        shutil.copy2(DAEMON, DAEMON + ".new")
        former = DAEMON + ".former"
        with open(DAEMON, "rb") as file:
            program = file.read()
        # A shorter version would move everything after it.
        with open(former, "wb") as file:
            file.write(program.replace(version.encode(), version[:-1].encode() + b"~"))
        os.chmod(former, 0o755)
        os.rename(former, DAEMON)
        systemctl("restart", "brightnessd")
        # The update, without a restart.
        os.rename(DAEMON + ".new", DAEMON)

        finding = self.carry_out("daemon", SOCKET)

        self.assertIn(f"this client is {version}", finding["message"])

    def test_see_the_log_for_a_light_that_cannot_be_restored(self):
        file = os.path.realpath(PANEL) + "/brightness"
        client = Client()
        client.appear(80)
        writes = PanelWrites()
        self.addCleanup(writes.close)
        os.chown(file, 0, 0)
        client.close()
        finding = self.wait_for_problem("restore", "backlight/panel")
        (command,) = re.findall(r"`([^`]*)`", finding["fix"])

        log = subprocess.run(["sh", "-c", command + " --no-pager"], capture_output=True, text=True, timeout=60).stdout
        self.assertIn("cannot apply the level of 'backlight/panel': cannot open", log)
        self.assertIn("permission denied", log)
        # The rule gives the file to the daemon's user again.
        send_uevent("add", PANEL)
        writes.wait_for(600)
        self.assertEqual(self.findings(), {})

    def test_see_the_log_of_a_daemon_with_another_socket(self):
        # It logs that it stops.
        former = daemon()
        systemctl("restart", "brightnessd")
        unit = self.findings(socket="/run/none")["unit", "brightnessd.service"]
        (command,) = re.findall(r"`([^`]*)`", unit["fix"])

        log = subprocess.run(["sh", "-c", command + " --no-pager"], capture_output=True, text=True, timeout=60).stdout
        self.assertEqual(unit["grade"], "note")
        self.assertIn(f"brightnessd[{former}]", log)

    def test_use_brightness_set(self):
        file = os.path.realpath(PANEL) + "/brightness"
        mode = os.stat(file).st_mode
        self.configure("[Daemon]\nGroup=video\n")
        systemctl("reload", "brightnessd")
        run("usermod", "--append", "--groups", "video", USER)
        os.chmod(file, 0o666)
        self.addCleanup(os.chmod, file, mode)
        finding = self.findings(USER)["file", "backlight/panel"]
        (command,) = re.findall(r"`([^`]*)`", finding["fix"])

        run("runuser", "-u", USER, "--", *command.split(), "70%")

        self.assertEqual(level(), 700)
        # Unlike a write to the file, it is no change from outside.
        self.assertNotIn(("external", "backlight/panel"), self.findings())
        run("brightness", "set", "raw:600")

    def test_set_a_light_after_a_corrupt_record(self):
        systemctl("stop", "brightnessd.service", "brightnessd.socket")
        wait_for_state("brightnessd-restore.service", "inactive")
        with open(STATE + "/restore-records", "w") as file:
            file.write("nothing\n")
        systemctl("start", "brightnessd.socket", "brightnessd.service")

        finding = self.findings()["record", "restore-records"]

        self.assertEqual(finding["grade"], "problem")
        self.assertEqual(run("brightness", "set", "raw:600"), run("brightness", "get"))
        systemctl("restart", "brightnessd")
        self.assertEqual(self.findings(), {})
        os.remove(STATE + "/restore-records.quarantined-1")

    def test_install_the_unit(self):
        unit = run("systemctl", "show", "brightnessd.service", "--property=FragmentPath", "--value")
        systemctl("stop", "brightnessd.service", "brightnessd.socket")
        os.rename(unit, unit + ".gone")

        def install():
            os.rename(unit + ".gone", unit)
            systemctl("daemon-reload")
            systemctl("start", "brightnessd.socket", "brightnessd.service")

        self.carry_out("unit", "brightnessd.service", by_hand=install)

    def test_add_a_light(self):
        for light in (PANEL, KEYBOARD):
            unplug(light)
        wait_for_udev()

        def add():
            for light in (PANEL, KEYBOARD):
                plug(light)
            wait_for_udev()

        self.carry_out("light", "lights", by_hand=add)

    def test_disable_another_program(self):
        shutil.copy("/bin/sleep", "/usr/local/bin/illum-d")
        unit = "/etc/systemd/system/illum.service"
        self.addCleanup(systemctl, "daemon-reload")
        self.addCleanup(os.remove, unit)
        self.addCleanup(os.remove, "/usr/local/bin/illum-d")
        # With this type the start waits until the process has the program's name.
        with open(unit, "w") as file:
            file.write("[Service]\nType=exec\nExecStart=/usr/local/bin/illum-d 1000\n[Install]\nWantedBy=multi-user.target\n")
        systemctl("daemon-reload")
        self.addCleanup(systemctl, "stop", "illum")
        systemctl("enable", "--now", "illum")

        self.carry_out("program", "illum-d")

    def test_turn_off_dimming_in_the_settings_of_gnome(self):
        shutil.copy("/bin/sleep", "/usr/local/bin/gsd-power")
        self.addCleanup(os.remove, "/usr/local/bin/gsd-power")
        power = subprocess.Popen(["/usr/local/bin/gsd-power", "1000"])
        self.addCleanup(power.wait)
        self.addCleanup(power.kill)
        command, other = re.findall(r"`([^`]*)`", self.findings(USER)["program", "gsd-power"]["fix"])
        schema, key = command.split()[2:4]

        # The settings of a user, without a desktop that would show them.
        script = [command, command.replace(key, other)] + [f"gsettings get {schema} {name}" for name in (key, other)]
        os.makedirs(f"/home/{USER}", exist_ok=True)
        shutil.chown(f"/home/{USER}", USER)
        self.addCleanup(shutil.rmtree, f"/home/{USER}")
        words = ["runuser", "-u", USER, "--", "env", f"HOME=/home/{USER}", "dbus-run-session", "sh", "-c", "\n".join(script)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=60)

        self.assertEqual((done.stdout, done.returncode), ("false\nfalse\n", 0), done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
