"""Each advice of `brightness doctor` is carried out as it says, and helps.

advice_tests.py has those for programs, the log and updates, and lists those that cannot be carried out here.
"""

import os
import pwd
import unittest

import machine
from client import Client
from doctor import CONFIGURATION, USER, DoctorCase
from machine import KEYBOARD, PANEL, PanelWrites, level, owner_and_mode, plug, send_uevent, unplug, wait_for_udev
from service import STATE, records, run, systemctl, wait_for_state

OTHER = "/sys/class/backlight/other"


class DoctorTests(DoctorCase):
    def test_a_machine_without_problems(self):
        self.assertEqual(self.findings(), {})

    def test_start_the_daemon(self):
        systemctl("stop", "brightnessd.service", "brightnessd.socket")

        finding = self.carry_out("unit", "brightnessd.service")

        self.assertEqual(finding["grade"], "problem")
        self.assertEqual(self.findings(), {})

    def test_start_it_as_the_failed_connection_says(self):
        systemctl("stop", "brightnessd.service", "brightnessd.socket")

        self.carry_out("daemon", "/run/brightnessd/io.brightnessd")

    def test_restore_what_the_last_daemon_left(self):
        client = Client()
        client.appear(80)
        unplug(PANEL)
        wait_for_udev()
        systemctl("stop", "brightnessd.service", "brightnessd.socket")
        # It could not restore the panel; while it runs, it would find it again.
        wait_for_state("brightnessd-restore.service", "failed")
        client.close()
        machine.FILES[PANEL]["brightness"] = 800
        self.addCleanup(machine.FILES[PANEL].update, brightness=600)
        plug(PANEL)
        wait_for_udev()

        self.carry_out("restore", "restore-records")

        self.assertEqual((level(), records()), (600, []))

    def test_join_the_group_that_is_configured(self):
        self.configure("[Daemon]\nGroup=\nGroup=video\n")
        systemctl("reload", "brightnessd")

        self.carry_out("access", "change", USER)

        self.assertEqual(run("runuser", "-u", USER, "--", "brightness", "set", "70%"), run("brightness", "get"))
        self.assertEqual(level(), 700)
        run("brightness", "set", "raw:600")

    def test_join_the_usual_group_whose_members_do_not_get_past_the_daemon(self):
        self.carry_out("access", "change", USER)

        self.assertIn("brightnessd", run("id", "--name", "--groups", USER).split())
        self.assertEqual(run("runuser", "-u", USER, "--", "brightness", "set", "70%"), run("brightness", "get"))
        self.assertEqual(level(), 700)
        run("brightness", "set", "raw:600")
        for light in (PANEL, KEYBOARD):
            self.assertEqual(run("runuser", "-u", USER, "--", "sh", "-c", f"test -w {light}/brightness || echo no"), "no")

    def test_correct_the_configuration(self):
        self.configure("[Limits]\nScenesPerSession=none\n")
        systemctl("restart", "brightnessd")

        self.carry_out("config", CONFIGURATION + ":2", by_hand=lambda: self.configure("[Limits]\nScenesPerSession=3\n"))

    def test_add_the_group(self):
        self.configure("[Daemon]\nGroup=brightnes\n")
        systemctl("restart", "brightnessd")

        self.carry_out("config", CONFIGURATION + ":2", by_hand=lambda: self.configure("[Daemon]\nGroup=video\n"))

    def test_use_an_ignored_light(self):
        self.configure("[Lights]\nIgnore=backlight/panel\n")
        systemctl("restart", "brightnessd")

        self.carry_out("unused", "backlight/panel", by_hand=lambda: self.configure(""))

    def test_name_the_panel(self):
        machine.FILES[OTHER] = dict(machine.FILES[PANEL])
        self.addCleanup(machine.FILES.pop, OTHER)
        plug(OTHER)
        self.addCleanup(unplug, OTHER)
        wait_for_udev()
        self.configure("[Lights]\nPanel=backlight/other\n")
        systemctl("restart", "brightnessd")

        self.carry_out("unused", "backlight/panel", by_hand=lambda: self.configure("[Lights]\nPanel=backlight/panel\n"))

    def test_close_the_state_folder(self):
        os.chmod(STATE, 0o770)

        self.carry_out("record", STATE)

    def test_open_a_file_for_reading(self):
        file = os.path.realpath(KEYBOARD) + "/brightness"
        mode = os.stat(file).st_mode
        os.chmod(file, 0o620)
        self.addCleanup(os.chmod, file, mode)

        self.carry_out("file", "leds/lab::kbd_backlight", USER)

    def test_give_a_light_back_that_was_taken_by_hand(self):
        os.chown(PANEL + "/brightness", 0, 0)

        self.carry_out("file", "backlight/panel")

        self.assertEqual(owner_and_mode(PANEL + "/brightness")[0], pwd.getpwnam("brightnessd").pw_uid)

    def test_give_a_light_back_that_a_rule_takes_with_each_change(self):
        rule = "/etc/udev/rules.d/90-backlight.rules"
        self.addCleanup(os.remove, rule)
        chown = 'SUBSYSTEM=="backlight", RUN+="/bin/chown nobody:video /sys/class/backlight/%k/brightness"\n'
        write_rule(rule, chown)
        send_uevent("change", PANEL)
        wait_for_udev()

        finding = self.carry_out("file", "backlight/panel", by_hand=lambda: write_rule(rule, chown.replace("chown nobody:", "chgrp ")))

        self.assertIn("belongs to nobody", finding["message"])
        self.assertIn(rule, finding["fix"])
        self.assertEqual(run("brightness", "set", "70%"), run("brightness", "get"))
        self.assertEqual(level(), 700)
        run("brightness", "set", "raw:600")

    def test_remove_what_hides_the_daemons_rule(self):
        rule = "/etc/udev/rules.d/zz-brightnessd.rules"
        os.makedirs(os.path.dirname(rule), exist_ok=True)
        os.symlink("/dev/null", rule)
        os.chown(PANEL + "/brightness", 0, 0)

        self.carry_out("file", "backlight/panel", by_hand=lambda: os.remove(rule))

    def test_remove_a_rule(self):
        rule = "/etc/udev/rules.d/10-lights.rules"
        write_rule(rule, 'SUBSYSTEM=="backlight", RUN+="/usr/bin/chgrp video /sys/class/backlight/%k/brightness"\n')

        self.carry_out("rules", rule, by_hand=lambda: os.remove(rule))

    def test_mask_a_rule_of_a_package(self):
        rule = "/usr/lib/udev/rules.d/10-lights.rules"
        write_rule(rule, 'SUBSYSTEM=="leds", RUN+="/usr/bin/chgrp video /sys/class/leds/%k/brightness"\n')
        self.addCleanup(os.remove, rule)
        self.addCleanup(os.remove, "/etc/udev/rules.d/10-lights.rules")

        self.carry_out("rules", rule)

    def test_wait_for_a_light_that_is_connected_again(self):
        client = Client()
        client.appear(80)
        unplug(PANEL)
        wait_for_udev()
        client.close()
        self.assertEqual([subject for subject, name in self.findings() if name == "backlight/panel"], ["restore"])

        machine.FILES[PANEL]["brightness"] = 800
        self.addCleanup(machine.FILES[PANEL].update, brightness=600)
        plug(PANEL)
        writes = PanelWrites()
        self.addCleanup(writes.close)
        wait_for_udev()
        writes.wait_for(600)

        systemctl("restart", "brightnessd")
        self.assertEqual(self.findings(), {})


def write_rule(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    run("udevadm", "control", "--reload")


if __name__ == "__main__":
    unittest.main(verbosity=2)
