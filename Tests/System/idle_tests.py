"""`brightness idle` as a unit of a user with a graphical session, with a real logind and a compositor that the tests play."""

import contextlib
import json
import os
import pwd
import signal
import subprocess
import unittest

from compositor import IDLED, RESUMED, Compositor
from machine import KEYBOARD, PanelWrites, level
from seat_tests import log_in, log_out
from service import TIMEOUT, records, run, systemctl, wait_for_state

BASE, DIMMED = 600, 180
USER = "film"
UNIT = "brightness-idle.service"
# A desktop's own target; that of all desktops cannot be started by hand.
SESSION = "test-session.target"
SESSION_UNIT = """[Unit]
BindsTo=graphical-session.target
"""
PROBE = """[Service]
ExecStart=
ExecStart=/usr/bin/python3 /srv/tests/probe.py %t/found
Type=oneshot
Restart=no
"""


def setUpModule():
    run("useradd", "--create-home", USER)
    log_in(USER)
    # The session begins before its user's systemd has.
    wait_for_state(f"user@{pwd.getpwnam(USER).pw_uid}", "active")
    write(f".config/systemd/user/{SESSION}", SESSION_UNIT)
    user_systemctl("daemon-reload")
    user_systemctl("enable", UNIT)


def tearDownModule():
    log_out(USER)
    systemctl("stop", f"user@{pwd.getpwnam(USER).pw_uid}")
    run("userdel", "--remove", USER)


def user_systemctl(*words):
    user = pwd.getpwnam(USER)
    environment = dict(os.environ, XDG_RUNTIME_DIR=f"/run/user/{user.pw_uid}", HOME=user.pw_dir)
    command = ["systemctl", "--user", *words]
    done = subprocess.run(command, user=user.pw_uid, group=user.pw_gid, extra_groups=[], env=environment, capture_output=True, text=True,
                          timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def shown(name):
    return user_systemctl("show", UNIT, "--property", name, "--value")


def write(name, text):
    """Writes a file of the user."""
    user = pwd.getpwnam(USER)
    path = f"{user.pw_dir}/{name}"
    run("install", f"--owner={USER}", "--directory", os.path.dirname(path))
    with open(path, "w") as file:
        file.write(text)


@contextlib.contextmanager
def inhibiting_idle():
    """A program with an inhibitor, which begins before the body."""
    with subprocess.Popen(["systemd-inhibit", "--what=idle", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        program.stdin.write(b"begun\n")
        program.stdin.flush()
        program.stdout.readline()
        yield


@contextlib.contextmanager
def logind_stopped():
    """During the body logind answers nobody."""
    systemctl("kill", "--signal=STOP", "systemd-logind")
    try:
        yield
    finally:
        systemctl("kill", "--signal=CONT", "systemd-logind")


class IdleTests(unittest.TestCase):
    def setUp(self):
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.assertEqual((level(), records()), (BASE, []))
        self.writes = PanelWrites()
        self.compositor = Compositor(f"/run/user/{pwd.getpwnam(USER).pw_uid}/wayland-7", pwd.getpwnam(USER).pw_uid)
        user_systemctl("set-environment", "WAYLAND_DISPLAY=wayland-7")

    def tearDown(self):
        user_systemctl("stop", SESSION, UNIT)
        user_systemctl("reset-failed")
        self.compositor.close()
        self.writes.wait_for(BASE)
        self.writes.close()
        systemctl("stop", "brightnessd.service")
        self.assertEqual((level(), records()), (BASE, []))

    def begin_session(self):
        """Starts the user's session, until the unit waits for the user to be idle."""
        user_systemctl("start", SESSION)
        self.compositor.wait_for_client()

    def test_it_starts_with_the_graphical_session_and_dims(self):
        self.begin_session()
        self.assertEqual(shown("ActiveState"), "active")

        self.compositor.tell(IDLED)
        self.writes.wait_for(DIMMED)
        with open(KEYBOARD + "/brightness") as file:
            self.assertEqual(file.read(), "0\n")
        self.compositor.tell(RESUMED)

        self.writes.wait_for(BASE)

    def test_it_ends_with_the_graphical_session_and_restores_the_light(self):
        self.begin_session()
        self.compositor.tell(IDLED)
        self.writes.wait_for(DIMMED)

        user_systemctl("stop", SESSION)

        self.writes.wait_for(BASE)
        self.assertEqual((shown("ActiveState"), shown("Result")), ("inactive", "success"))

    def test_it_is_started_again_after_a_crash(self):
        self.begin_session()
        self.compositor.tell(IDLED)
        self.writes.wait_for(DIMMED)
        former = int(shown("MainPID"))

        os.kill(former, signal.SIGKILL)

        self.writes.wait_for(BASE)
        self.compositor.wait_for_client()
        self.assertNotIn(int(shown("MainPID")), (0, former))
        self.compositor.tell(IDLED)
        self.writes.wait_for(DIMMED)

    def test_the_journal_has_its_errors(self):
        self.begin_session()

        self.compositor.end_client()
        self.compositor.wait_for_client()

        run("journalctl", "--sync")
        # By the name that systemd gave the stream: the journal looks up the unit of a line by its
        # process, which may have ended before.
        log = run("journalctl", "--identifier=brightness-idle", "--output=cat")
        self.assertIn("brightness-idle: cannot idle: the compositor has ended", log.splitlines())

    def test_it_does_not_start_without_a_compositor(self):
        user_systemctl("unset-environment", "WAYLAND_DISPLAY")

        user_systemctl("start", SESSION)

        self.assertEqual((shown("ActiveState"), shown("ConditionResult")), ("inactive", "no"))

    def test_a_program_that_inhibits_idling_with_logind_undims_until_it_ends(self):
        self.begin_session()
        self.compositor.tell(IDLED)
        self.writes.wait_for(DIMMED)

        with inhibiting_idle():
            self.writes.wait_for(BASE)
            self.compositor.wait_until_watched(by_somebody=False)

        self.compositor.wait_until_watched()
        self.compositor.tell(IDLED)
        self.writes.wait_for(DIMMED)

    def test_it_does_not_dim_while_a_program_inhibits_idling_from_before(self):
        with inhibiting_idle():
            # Either of logind and the compositor may answer first; here the compositor does.
            with logind_stopped():
                self.begin_session()
            self.compositor.wait_until_watched(by_somebody=False)

        self.compositor.wait_until_watched()

    def test_what_the_unit_forbids_is_refused(self):
        write(f".config/systemd/user/{UNIT}.d/probe.conf", PROBE)
        self.addCleanup(user_systemctl, "daemon-reload")
        self.addCleanup(run, "rm", "--recursive", f"{pwd.getpwnam(USER).pw_dir}/.config/systemd/user/{UNIT}.d")
        user_systemctl("daemon-reload")

        user_systemctl("start", UNIT)

        with open(f"/run/user/{pwd.getpwnam(USER).pw_uid}/found") as file:
            found = json.load(file)
        self.assertEqual(found, dict(
            new_privileges="1", system_calls="2", mask="0o77", core=[0, 0], unix_socket=None, udev_socket=None,
            internet_socket="EAFNOSUPPORT", code_in_memory=False, namespace=False, set_user_identity="EPERM",
            personality=False, priority="EPERM"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
