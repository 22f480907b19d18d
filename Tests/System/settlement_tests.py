"""What is owed when a daemon ends for good, and who pays it."""

import glob
import os
import signal
import subprocess
import unittest

from client import Client
from machine import Writes, hang, level
from service import daemon, records, show, systemctl

SETTLEMENT = "brightnessd-settle.service"
UNITS = "/usr/lib/systemd/system/"
USER_UNITS = "/usr/lib/systemd/user/"
# These differ on purpose; in the unit stands why.
APART = {"PrivateUsers", "ReadWritePaths", "RestrictAddressFamilies"}
SANDBOX = (
    "User Group UMask CapabilityBoundingSet AmbientCapabilities NoNewPrivileges RestrictSUIDSGID RemoveIPC KeyringMode ProtectSystem "
    "ProtectHome PrivateTmp PrivateMounts PrivateDevices DevicePolicy ProtectKernelTunables ProtectKernelModules ProtectKernelLogs "
    "ProtectControlGroups ProtectClock ProtectHostname ProtectProc ProcSubset NoExecPaths ExecPaths IPAddressDeny "
    "PrivateNetwork PrivateIPC RestrictNamespaces RestrictRealtime LockPersonality MemoryDenyWriteExecute SystemCallArchitectures SystemCallFilter"
).split()


class SettlementTests(unittest.TestCase):
    def setUp(self):
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.client = Client()
        self.client.appear(80)
        self.assertEqual(level(), 800)
        self.began = show("ActiveEnterTimestampMonotonic", SETTLEMENT)

    def tearDown(self):
        self.client.close()
        systemctl("stop", "brightnessd.service")
        self.assertEqual((level(), records()), (600, []))

    def test_a_restart_settles_nothing(self):
        os.kill(daemon(), signal.SIGKILL)
        self.client.sessions()
        systemctl("restart", "brightnessd.service")

        self.assertEqual(len(self.client.sessions()), 1)
        self.assertEqual((show("ActiveState", SETTLEMENT), show("ActiveEnterTimestampMonotonic", SETTLEMENT)), ("active", self.began))

    def test_what_a_daemon_owes_that_does_not_stop_is_paid(self):
        hang(daemon())

        systemctl("stop", "brightnessd.service")

        self.assertEqual(show("Result"), "timeout")
        writes = Writes()
        writes.wait_for(600)
        writes.close()

    def test_a_stop_leaves_nothing_that_stands_by(self):
        systemctl("stop", "brightnessd.service")
        systemctl("stop", SETTLEMENT)

        self.assertEqual((show("ActiveState", SETTLEMENT), show("Result", SETTLEMENT)), ("inactive", "success"))

    def test_who_pays_is_locked_in_as_the_daemon_is(self):
        self.assertEqual(APART & set(SANDBOX), set())
        for name in SANDBOX:
            self.assertEqual(show(name, SETTLEMENT), show(name), name)

    def test_the_exposure_is_as_low_as_it_was(self):
        for unit, most in (("brightnessd.service", 4), (SETTLEMENT, 2)):
            words = ["systemd-analyze", "security", "--offline=true", f"--threshold={most}", "--no-pager", UNITS + unit]
            done = subprocess.run(words, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-200:] + done.stderr)

    def test_systemd_has_nothing_to_complain_of_in_the_units(self):
        for manager, folder in (("--system", UNITS), ("--user", USER_UNITS)):
            units = glob.glob(folder + "brightnessd*")
            self.assertGreaterEqual(len(units), 3)
            words = ["systemd-analyze", manager, "verify", "--man=no", *units]
            environment = {**os.environ, "XDG_RUNTIME_DIR": "/run"}
            done = subprocess.run(words, capture_output=True, text=True, env=environment)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""), manager)


if __name__ == "__main__":
    unittest.main(verbosity=2)
