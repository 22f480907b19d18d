"""The package of the bridge, beside that of the daemon: configuration, upgrade, watchdog and purge, with a real broker."""

import os
import pwd
import signal
import subprocess
import time
import unittest

import broker
from broker import BRIDGE, holding, wait_for_message
from machine import PanelWrites, level
from package_tests import PACKAGE, dpkg, files, newer
from service import run, show, systemctl

PACKAGES = (PACKAGE, "/srv/brightnessd-mqtt.deb")
UNIT = "/usr/lib/systemd/system/" + BRIDGE


class BridgeTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Debian 12 has no such folder yet.
        os.makedirs("/etc/credstore", mode=0o700, exist_ok=True)
        dpkg("--install", *PACKAGES)
        broker.start_broker("/usr")
        dpkg("--purge", "brightnessd-mqtt", "brightnessd")
        cls.before = files()

    def setUp(self):
        dpkg("--install", *PACKAGES)
        self.writes = PanelWrites()

    def tearDown(self):
        self.writes.close()
        dpkg("--purge", "brightnessd-mqtt", "brightnessd")
        after = files()
        changed = {path for path in after.keys() | self.before.keys() if after.get(path, 0) != self.before.get(path, 0)}
        self.assertEqual(changed, set())
        self.assertEqual(level(), 600)
        self.assertEqual(run("systemctl", "list-units", "--all", "--no-legend", "--plain", "brightnessd*"), "")

    def test_without_a_configuration_it_does_not_start(self):
        self.assertEqual((show("ActiveState", BRIDGE), show("ConditionResult", BRIDGE)), ("inactive", "no"))
        self.assertEqual(systemctl("is-enabled", BRIDGE), "enabled")

        systemctl("start", BRIDGE)

        self.assertEqual((show("ActiveState", BRIDGE), show("ActiveState")), ("inactive", "active"))

    def test_a_drop_in_is_a_configuration_too(self):
        os.mkdir(broker.CONFIGURATION + ".d")
        broker.write(broker.CONFIGURATION + ".d/10-broker.conf", "[Broker]\nHost=127.0.0.1\nTLS=no")

        systemctl("start", BRIDGE)

        self.assertEqual(show("ActiveState", BRIDGE), "active")

    def test_a_hold_of_another_machine_ends_with_its_death(self):
        broker.configure()
        with holding(self.writes) as controller:
            process = show("MainPID", BRIDGE)
            self.assertEqual(pwd.getpwuid(os.stat(f"/proc/{process}").st_uid).pw_name, "brightnessd-mqtt")
            self.assertEqual(show("StatusText", BRIDGE), "connected to '127.0.0.1'")

            controller.kill()

            self.writes.wait_for(600)

    def test_without_its_password_the_broker_refuses_it_and_the_status_says_so(self):
        broker.configure()
        systemctl("stop", BRIDGE)
        os.unlink(broker.PASSWORD)

        systemctl("start", BRIDGE)

        self.assertEqual(show("ActiveState", BRIDGE), "active")
        end = time.monotonic() + 60
        while "it is not allowed to connect" not in show("StatusText", BRIDGE):
            self.assertLess(time.monotonic(), end, show("StatusText", BRIDGE))

    def test_an_error_in_the_configuration_is_not_tried_again(self):
        broker.write(broker.CONFIGURATION, "[Broker]")

        systemctl("start", BRIDGE)

        self.assertEqual((show("ActiveState", BRIDGE), show("NRestarts", BRIDGE)), ("failed", "0"))
        systemctl("reset-failed", BRIDGE)

    def test_an_upgrade_restores_and_the_next_document_holds_again(self):
        upgrade = [newer(package) for package in PACKAGES]
        broker.configure()
        with holding(self.writes) as controller:
            former = show("MainPID", BRIDGE)

            dpkg("--install", *upgrade)

            self.assertEqual(level(), 600)
            self.assertNotEqual(show("MainPID", BRIDGE), former)
            wait_for_message("status", "online")
            controller.send_document()
            self.writes.wait_for(800)

    def test_an_upgrade_does_not_start_a_disabled_bridge(self):
        broker.configure()
        systemctl("disable", "--now", BRIDGE)

        dpkg("--install", *[newer(package) for package in PACKAGES])

        self.assertEqual((show("ActiveState", BRIDGE), systemctl("is-enabled", BRIDGE)), ("inactive", "disabled"))

    def test_a_bridge_that_hangs_ends_its_holds_by_the_watchdog(self):
        broker.configure()
        with holding(self.writes) as controller:
            begin = time.monotonic()

            os.kill(int(show("MainPID", BRIDGE)), signal.SIGSTOP)

            self.writes.wait_for(600)
            self.assertLessEqual(time.monotonic() - begin, 31)
            wait_for_message("status", "online")
            self.assertEqual(show("NRestarts", BRIDGE), "1")
            controller.send_document()
            self.writes.wait_for(800)

    def test_a_removal_ends_its_holds_and_leaves_the_daemon(self):
        broker.configure()
        with holding(self.writes):
            dpkg("--remove", "brightnessd-mqtt")

            self.assertEqual(level(), 600)
            self.assertEqual((show("ActiveState"), os.path.exists(broker.CONFIGURATION)), ("active", True))

    def test_the_daemons_package_does_not_need_the_library_of_the_broker(self):
        depends = [run("dpkg-deb", "--field", package, "Depends", "Pre-Depends", "Recommends") for package in PACKAGES]

        self.assertEqual(["libmosquitto" in field for field in depends], [False, True])

    def test_the_exposure_stays_low_and_systemd_accepts_the_unit(self):
        for words in (["security", "--offline=true", "--threshold=11", "--no-pager"], ["verify", "--man=no"]):
            done = subprocess.run(["systemd-analyze", *words, UNIT], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-200:] + done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
