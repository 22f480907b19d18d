"""An installed machine without a user: its units, its log, and a reload that fails."""

import glob
import os
import shutil
import subprocess
import unittest

from machine import PANEL, PanelWrites, level
from service import records, run, systemctl

CONFIGURATION = "/etc/brightnessd.conf"
EXAMPLES = "/usr/share/doc/brightnessd/examples/"
UNITS = "/etc/systemd/system/"


class KioskTests(unittest.TestCase):
    def setUp(self):
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.assertEqual((level(), records()), (600, []))

    def tearDown(self):
        systemctl("stop", "sign.service")
        if os.path.exists(CONFIGURATION):
            os.remove(CONFIGURATION)
        for path in glob.glob(EXAMPLES + "*.*"):
            if os.path.exists(UNITS + os.path.basename(path)):
                os.remove(UNITS + os.path.basename(path))
        systemctl("daemon-reload")
        run("brightness", "set", "raw:600")
        systemctl("stop", "brightnessd.service")
        self.assertEqual((level(), records()), (600, []))

    def install(self, *names):
        for name in names:
            shutil.copy(EXAMPLES + name, UNITS + name)
        systemctl("daemon-reload")

    def configure(self, text):
        with open(CONFIGURATION, "w") as file:
            file.write(text)

    def reload(self):
        """The status of a reload."""
        return subprocess.run(["systemctl", "reload", "brightnessd"], capture_output=True, timeout=60).returncode

    def log(self):
        """The journal of the service, with what it has been sent until now."""
        run("journalctl", "--sync")
        return run("journalctl", "--unit=brightnessd", "--output=cat")

    def test_a_reload_of_a_configuration_with_an_error_fails_says_why_and_changes_nothing(self):
        self.configure("[Light backlight/panel]\nAlias=sign\n[Limits]\nConnections=many\n")
        self.assertNotEqual(self.reload(), 0)
        self.assertIn(f"{CONFIGURATION}:4: cannot use 'Connections=many': expected a whole number from 1 to 65536", self.log())
        self.assertEqual(systemctl("is-active", "brightnessd"), "active")
        self.assertNotIn("sign", run("brightness", "list"))

        self.configure("[Light backlight/panel]\nAlias=sign\n")
        self.assertEqual(self.reload(), 0)
        self.assertIn("sign", run("brightness", "list"))

    def test_a_reload_with_a_warning_succeeds(self):
        self.configure("[Light backlight/panel]\nAlias=sign\n[Other]\n")

        self.assertEqual(self.reload(), 0)
        self.assertIn("sign", run("brightness", "list"))

    def test_the_unit_of_a_sign_holds_by_its_group_alone(self):
        self.install("sign.service", "sign-off.service")
        writes = PanelWrites()

        systemctl("start", "sign.service")
        writes.wait_for(800)
        systemctl("start", "sign-off.service")
        writes.wait_for(200)

        self.assertEqual(systemctl("is-active", "sign.service", "brightnessd.service"), "inactive\nactive")
        writes.close()

    def test_the_journal_names_who_held_and_set_a_light(self):
        self.install("level-at-boot.service")
        systemctl("start", "level-at-boot.service")
        self.assertEqual(level(), 800)
        with open(PANEL + "/brightness") as file:
            self.assertEqual(file.read(), "800\n")

        self.assertRegex(self.log(), r"base level set by user [1-9]\d+, process \d+ 'brightness': .*backlight/panel to 80%")

    def test_systemd_accepts_the_examples(self):
        shutil.copy(EXAMPLES + "brightnessd-metrics", "/usr/local/bin/brightnessd-metrics")
        self.addCleanup(os.remove, "/usr/local/bin/brightnessd-metrics")
        units = glob.glob(EXAMPLES + "*.service") + glob.glob(EXAMPLES + "*.timer")

        self.assertGreaterEqual(len(units), 7)
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
