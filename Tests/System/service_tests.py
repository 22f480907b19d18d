"""The daemon as a service of a real systemd: what lives through its death, and what ends."""

import os
import signal
import subprocess
import sys
import unittest

from client import Client, Gone
from machine import Writes, level
from service import daemon, records, show, systemctl

WANTED, HELD = 600, 800
GATE = "/run/gate"


class ServiceTests(unittest.TestCase):
    def setUp(self):
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.assertEqual(show("ActiveState"), "active")
        self.assertEqual((level(), records()), (WANTED, []))
        self.writes = Writes()
        self.client = Client()

    def tearDown(self):
        self.client.close()
        self.writes.close()
        systemctl("stop", "brightnessd.service")
        self.assertEqual((level(), records()), (WANTED, []))

    def expect_life_through(self, death):
        """A session holds before and after, and the panel shows nothing else at any time."""
        scene = self.client.appear(80)
        session = self.client.sessions()
        former = daemon()
        self.assertEqual((level(), records()), (HELD, ["restore-records", f"session-{session[0]}"]))
        self.writes.count()

        death(former)

        self.assertEqual(self.client.sessions(), session)
        # What is written is the level that it has: to show another one between would take two.
        self.assertLessEqual(self.writes.count(), 1)
        self.assertEqual(level(), HELD)
        self.assertNotEqual(daemon(), former)
        self.client.call("Sessions.OnDisappear", scene=scene)
        self.assertEqual((level(), "restore-records" in records()), (WANTED, False))

    def test_a_session_lives_through_a_kill(self):
        self.expect_life_through(lambda process: os.kill(process, signal.SIGKILL))

    def test_a_session_lives_through_a_crash(self):
        self.expect_life_through(lambda process: os.kill(process, signal.SIGABRT))

    def test_a_session_lives_through_a_standstill_that_the_watchdog_ends(self):
        self.expect_life_through(lambda process: os.kill(process, signal.SIGSTOP))

    def test_a_session_lives_through_a_restart(self):
        self.expect_life_through(lambda process: systemctl("restart", "brightnessd.service"))
        self.assertEqual(show("Result"), "success")

    def test_a_session_lives_through_a_new_systemd(self):
        def death(process):
            systemctl("daemon-reexec")
            os.kill(process, signal.SIGKILL)

        self.expect_life_through(death)

    def test_a_session_lives_through_several_deaths(self):
        scene = self.client.appear(80)
        session = self.client.sessions()
        for _ in range(4):
            os.kill(daemon(), signal.SIGKILL)
            self.assertEqual(self.client.sessions(), session)

        self.assertEqual(level(), HELD)
        self.client.call("Sessions.PopFrom", scene=scene)
        self.assertEqual(level(), WANTED)

    def test_a_hold_goes_on(self):
        self.assertEqual(self.client.hold(80), "holding")
        os.kill(daemon(), signal.SIGKILL)

        other = Client()
        other.call("Lights.Set", level={"percent": 70})

        self.assertEqual(self.client.receive()["event"], "yielded")
        self.assertEqual(level(), 700)
        self.client.close()
        other.call("Lights.Set", level={"percent": WANTED / 10})
        other.close()

    def test_a_scene_expires_although_the_daemon_was_killed(self):
        self.assertEqual(self.client.hold(80, expiresMilliseconds=1500), "holding")
        os.kill(daemon(), signal.SIGKILL)

        self.assertEqual(self.client.receive()["event"], "expired")
        self.writes.wait_for(WANTED)

    def test_a_stop_brings_the_panel_back_and_ends_the_sessions(self):
        self.client.appear(80)

        systemctl("stop", "brightnessd.service")

        self.assertEqual((level(), records()), (WANTED, []))
        self.assertTrue(self.client.is_gone())

    def test_a_client_without_scenes_sees_the_end_of_the_daemon(self):
        self.client.sessions()

        os.kill(daemon(), signal.SIGKILL)

        self.assertTrue(self.client.is_gone())

    def test_a_client_that_is_killed_while_there_is_no_daemon_holds_nothing_after(self):
        holder = subprocess.Popen([sys.executable, "/srv/tests/client.py"], stdout=subprocess.PIPE)
        self.assertEqual(holder.stdout.readline(), b"held\n")
        self.client.appear(70)
        os.mkfifo(GATE)

        os.kill(daemon(), signal.SIGKILL)
        # Opens when the next daemon waits to be started.
        with open(GATE, "w"):
            os.unlink(GATE)
            self.assertEqual(level(), 700)
            holder.kill()
            holder.wait()
            self.client.close()
        self.client = Client()

        self.assertEqual(self.client.sessions(), [])
        self.assertEqual((level(), records()), (WANTED, []))
        holder.stdout.close()

    def test_the_panel_returns_when_no_daemon_comes_back(self):
        self.client.appear(80)

        with self.assertRaises(Gone):
            for _ in range(20):
                os.kill(daemon(), signal.SIGKILL)
                self.client.sessions()

        self.assertEqual(show("ActiveState"), "failed")
        self.writes.wait_for(WANTED)


if __name__ == "__main__":
    unittest.main(verbosity=2)
