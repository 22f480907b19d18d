"""The daemon as a service of a real systemd: which sessions survive its death, and which end."""

import os
import signal
import subprocess
import sys
import unittest

from client import Client, Disconnected, scene_at, settle
from machine import PanelWrites, level
from service import daemon, records, run, show, systemctl

BASE, HELD = 600, 800
START_PIPE = "/run/start-pipe"


def processor_time(process):
    """In ticks."""
    with open(f"/proc/{process}/stat") as file:
        words = file.read().rsplit(")", 1)[1].split()
    return int(words[11]) + int(words[12])


class ServiceTests(unittest.TestCase):
    def setUp(self):
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.assertEqual(show("ActiveState"), "active")
        self.assertEqual((level(), records()), (BASE, []))
        self.writes = PanelWrites()
        self.client = Client()

    def tearDown(self):
        self.client.close()
        self.writes.close()
        systemctl("stop", "brightnessd.service")
        self.assertEqual((level(), records()), (BASE, []))

    def expect_survival(self, kill):
        """Expects that a session holds before and after the end of the daemon, and that the panel shows no other level."""
        scene = self.client.appear(80)
        session = self.client.sessions()
        former = daemon()
        self.assertEqual((level(), records()), (HELD, ["restore-records", f"session-{session[0]}"]))
        self.writes.count()

        kill(former)

        self.assertEqual(self.client.sessions(), session)
        # One write of the present level is allowed; another level in between would take two.
        self.assertLessEqual(self.writes.count(), 1)
        self.assertEqual(level(), HELD)
        self.assertNotEqual(daemon(), former)
        self.client.call("Sessions.OnDisappear", scene=scene)
        self.assertEqual((level(), "restore-records" in records()), (BASE, False))

    def test_a_session_survives_sigkill(self):
        self.expect_survival(lambda process: os.kill(process, signal.SIGKILL))

    def test_a_session_survives_a_crash(self):
        self.expect_survival(lambda process: os.kill(process, signal.SIGABRT))

    def test_a_session_survives_a_hang_that_the_watchdog_ends(self):
        self.expect_survival(lambda process: os.kill(process, signal.SIGSTOP))

    def test_a_session_survives_a_restart(self):
        self.expect_survival(lambda process: systemctl("restart", "brightnessd.service"))
        self.assertEqual(show("Result"), "success")

    def test_a_session_survives_a_reexecution_of_systemd(self):
        def kill(process):
            systemctl("daemon-reexec")
            os.kill(process, signal.SIGKILL)

        self.expect_survival(kill)

    def test_a_session_survives_repeated_kills(self):
        scene = self.client.appear(80)
        session = self.client.sessions()
        for _ in range(4):
            os.kill(daemon(), signal.SIGKILL)
            self.assertEqual(self.client.sessions(), session)
            settle()

        self.assertEqual(level(), HELD)
        self.client.call("Sessions.PopFrom", scene=scene)
        self.assertEqual(level(), BASE)

    def test_a_hold_call_survives_a_kill(self):
        self.assertEqual(self.client.hold(80), "holding")
        os.kill(daemon(), signal.SIGKILL)

        other = Client()
        other.call("Lights.Set", level={"percent": 70})

        self.assertEqual(self.client.receive()["event"], "yielded")
        self.assertEqual(level(), 700)
        self.client.close()
        other.call("Lights.Set", level={"percent": BASE / 10})
        other.close()

    def test_a_scene_expires_after_the_daemon_was_killed(self):
        self.assertEqual(self.client.hold(80, expiresMilliseconds=1500), "holding")
        os.kill(daemon(), signal.SIGKILL)

        self.assertEqual(self.client.receive()["event"], "expired")
        self.writes.wait_for(BASE)

    def test_a_stop_restores_the_panel_and_ends_the_sessions(self):
        self.client.appear(80)

        systemctl("stop", "brightnessd.service")

        self.assertEqual((level(), records()), (BASE, []))
        self.assertTrue(self.client.is_disconnected())

    def test_a_client_without_scenes_is_disconnected_when_the_daemon_dies(self):
        self.client.sessions()

        os.kill(daemon(), signal.SIGKILL)

        self.assertTrue(self.client.is_disconnected())

    def test_the_session_of_a_client_that_is_killed_while_no_daemon_runs_is_ended(self):
        holder = subprocess.Popen([sys.executable, "/srv/tests/client.py"], stdout=subprocess.PIPE)
        self.assertEqual(holder.stdout.readline(), b"held\n")
        self.client.appear(70)
        os.mkfifo(START_PIPE)

        os.kill(daemon(), signal.SIGKILL)
        # The open returns when the start of the next daemon reads the pipe.
        with open(START_PIPE, "w"):
            os.unlink(START_PIPE)
            self.assertEqual(level(), 700)
            holder.kill()
            holder.wait()
            self.client.close()
        self.client = Client()

        self.assertEqual(self.client.sessions(), [])
        self.assertEqual((level(), records()), (BASE, []))
        holder.stdout.close()

    def test_the_panel_is_restored_when_the_daemon_is_not_restarted(self):
        self.client.appear(80)

        with self.assertRaises(Disconnected):
            for _ in range(20):
                os.kill(daemon(), signal.SIGKILL)
                self.client.sessions()
                settle()

        self.assertEqual(show("ActiveState"), "failed")
        self.writes.wait_for(BASE)

    def test_sessions_that_come_and_go_cost_systemd_no_more_than_its_share(self):
        # Debian 12's systemd takes half of the daemon's time, that of Debian 13 up to one and a
        # half times as much.
        share = 1 if "systemd 252 " in run("systemctl", "--version") else 3
        before = processor_time(1), processor_time(daemon())

        for _ in range(40):
            clients = [Client() for _ in range(30)]
            for client in clients:
                client.call("Sessions.Push", scene=scene_at(50))
                client.close()

        systemd, own = processor_time(1) - before[0], processor_time(daemon()) - before[1]
        self.assertLess(systemd, share * own)


if __name__ == "__main__":
    unittest.main(verbosity=2)
