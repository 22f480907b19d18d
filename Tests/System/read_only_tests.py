"""A machine whose /var/lib is read-only, such as a kiosk or a live system."""

import os
import shutil
import subprocess
import unittest

from client import Client
from machine import level
from service import records, run, show, systemctl

FOLDER = "/var/lib/brightnessd"
RESTORE = "brightnessd-restore.service"


class ReadOnlyTests(unittest.TestCase):
    def setUp(self):
        systemctl("stop", "brightnessd.service", "brightnessd.socket")
        systemctl("reset-failed")
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/var/lib"], check=True)

    def tearDown(self):
        systemctl("stop", "brightnessd.service", "brightnessd.socket")
        subprocess.run(["umount", "/var/lib"], check=True)
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.assertIsNone(self.report().get("lastingProblem"))

    def check(self, problem):
        """Panel and keyboard work, are restored when the daemon stops, and the reason is reported."""
        subprocess.run(["mount", "-o", "remount,ro", "/var/lib"], check=True)
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.assertEqual((show("ActiveState"), show("StatusText")), ("active", "controlling 2 lights"))
        self.assertEqual(self.report().get("lastingProblem"), problem)
        log = run("journalctl", "--unit=brightnessd", f"_PID={show('MainPID')}", "--output=cat", "--no-pager")
        self.assertIn(f"{problem}; monitors are not restored after a power cut", log)
        client = Client()
        client.appear(80)
        self.assertEqual(level(), 800)

        systemctl("stop", "brightnessd.service")

        self.assertEqual((level(), records(), show("Result", RESTORE)), (600, [], "success"))
        client.close()

    def test_the_daemon_works_without_its_folder(self):
        self.check(f"cannot create '{FOLDER}': read-only file system")

    def test_the_daemon_works_with_a_folder_that_it_cannot_write(self):
        os.mkdir(FOLDER, 0o700)
        shutil.chown(FOLDER, "brightnessd", "brightnessd")

        self.check(f"cannot open '{FOLDER}/lock': read-only file system")

    def report(self):
        client = Client()
        report = client.call("Health.Report")
        client.close()
        return report


if __name__ == "__main__":
    unittest.main(verbosity=2)
