"""The restore service: it restores the lights when the daemon stops for good."""

import glob
import os
import signal
import subprocess
import unittest
from contextlib import closing, suppress

from client import Client
from machine import PanelWrites, hang, level
from service import daemon, records, show, systemctl, wait_for_state

RESTORE = "brightnessd-restore.service"
UNITS = "/usr/lib/systemd/system/"
USER_UNITS = "/usr/lib/systemd/user/"
# These differ on purpose; the unit explains why.
DIFFERENT = {"PrivateUsers", "ProtectProc", "ReadWritePaths", "RestrictAddressFamilies"}
SANDBOX = (
    "User Group UMask CapabilityBoundingSet AmbientCapabilities NoNewPrivileges RestrictSUIDSGID RemoveIPC KeyringMode ProtectSystem "
    "ProtectHome PrivateTmp PrivateMounts PrivateDevices DevicePolicy ProtectKernelTunables ProtectKernelModules ProtectKernelLogs "
    "ProtectControlGroups ProtectClock ProtectHostname ProcSubset NoExecPaths ExecPaths IPAddressDeny "
    "PrivateNetwork PrivateIPC RestrictNamespaces RestrictRealtime LockPersonality MemoryDenyWriteExecute SystemCallArchitectures SystemCallFilter"
).split()


class RestoreTests(unittest.TestCase):
    def setUp(self):
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.client = Client()
        self.client.appear(80)
        self.assertEqual(level(), 800)
        self.began = show("ActiveEnterTimestampMonotonic", RESTORE)

    def tearDown(self):
        self.client.close()
        systemctl("stop", "brightnessd.service")
        self.assertEqual((level(), records()), (600, []))

    def test_a_restart_restores_nothing(self):
        os.kill(daemon(), signal.SIGKILL)
        self.client.sessions()
        systemctl("restart", "brightnessd.service")

        self.assertEqual(len(self.client.sessions()), 1)
        self.assertEqual((show("ActiveState", RESTORE), show("ActiveEnterTimestampMonotonic", RESTORE)), ("active", self.began))

    def test_the_lights_of_a_daemon_that_hangs_are_restored(self):
        hang(daemon())

        systemctl("stop", "brightnessd.service")

        self.assertEqual(show("Result"), "timeout")
        writes = PanelWrites()
        writes.wait_for(600)
        writes.close()

    def test_the_lights_of_a_daemon_that_dies_too_often_are_restored(self):
        while show("ActiveState") != "failed":
            if process := daemon():
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)

        writes = PanelWrites()
        writes.wait_for(600)
        writes.close()
        wait_for_state(RESTORE, "inactive")
        self.assertEqual((level(), records()), (600, []))
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        with closing(Client()) as next_client:
            self.assertEqual(next_client.sessions(), [])

    def test_a_stop_also_stops_the_restore_service(self):
        systemctl("stop", "brightnessd.service")
        systemctl("stop", RESTORE)

        self.assertEqual((show("ActiveState", RESTORE), show("Result", RESTORE)), ("inactive", "success"))

    def test_the_sandbox_is_that_of_the_daemon(self):
        self.assertEqual(DIFFERENT & set(SANDBOX), set())
        for name in SANDBOX:
            self.assertEqual(show(name, RESTORE), show(name), name)

    def test_the_exposure_stays_low(self):
        for unit, most in (("brightnessd.service", 5), (RESTORE, 2), ("brightnessd-ddc@.service", 5)):
            words = ["systemd-analyze", "security", "--offline=true", f"--threshold={most}", "--no-pager", UNITS + unit]
            done = subprocess.run(words, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-200:] + done.stderr)

    def test_systemd_accepts_the_units(self):
        for manager, folder in (("--system", UNITS), ("--user", USER_UNITS)):
            units = glob.glob(folder + "brightness*")
            self.assertGreaterEqual(len(units), 3)
            words = ["systemd-analyze", manager, "verify", "--man=no", *units]
            environment = {**os.environ, "XDG_RUNTIME_DIR": "/run"}
            done = subprocess.run(words, capture_output=True, text=True, env=environment)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""), manager)


if __name__ == "__main__":
    unittest.main(verbosity=2)
