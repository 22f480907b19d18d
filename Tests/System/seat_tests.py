"""Users at the seat of a real logind: whose claims are suspended, also after a logout."""

import grp
import os
import pwd
import time
import unittest

from client import Client
from machine import level
from service import TIMEOUT, records, run, systemctl

BASE = 600
SEAT = "/run/systemd/seats/seat0"
USERS = "film", "other"


def setUpModule():
    for user in USERS:
        run("useradd", "--groups", "brightnessd", user)


def tearDownModule():
    for user in USERS:
        run("userdel", user)


def uid(user):
    return pwd.getpwnam(user).pw_uid


def client_of(user):
    """A client of a user who is not at the seat, as by SSH: a member of the group."""
    found = pwd.getpwnam(user)
    former = os.getgroups()
    os.setgroups([found.pw_gid, grp.getgrnam("brightnessd").gr_gid])
    os.setegid(found.pw_gid)
    os.seteuid(found.pw_uid)
    try:
        return Client()
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(former)


def seat():
    """The fields of logind's file."""
    with open(SEAT) as file:
        return dict(line.rstrip().split("=", 1) for line in file if "=" in line)


def wait_for_seat(what, condition):
    end = time.monotonic() + TIMEOUT
    while not condition(seat()):
        assert time.monotonic() < end, f"the seat is {seat()}, not {what}"


def log_in(user):
    """Begins a session at the seat, as login does. The container has no terminals, so that the newest session is active."""
    words = ["--quiet", "--collect", f"--unit=login-{user}", f"--property=User={user}", "--property=PAMName=login"]
    run("systemd-run", *words, "--setenv=XDG_SEAT=seat0", "--", "sleep", "infinity")
    wait_for_seat(f"that of {user}", lambda seat: seat.get("ACTIVE_UID") == str(uid(user)))


def log_out(user):
    systemctl("stop", f"login-{user}")
    wait_for_seat(f"left by {user}", lambda seat: seat.get("ACTIVE_UID") != str(uid(user)))


class SeatTests(unittest.TestCase):
    def setUp(self):
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.assertEqual((level(), records()), (BASE, []))

    def tearDown(self):
        for user in USERS:
            systemctl("stop", f"login-{user}")
        systemctl("stop", "brightnessd.service")
        self.assertEqual((level(), records()), (BASE, []))

    def client(self, user):
        client = client_of(user)
        self.addCleanup(client.close)
        return client

    def test_a_user_whom_logind_still_lists_after_the_logout_holds(self):
        log_in("film")
        film = self.client("film")
        self.assertEqual((film.hold(80), level()), ("holding", 800))

        log_out("film")

        self.assertEqual((seat().get("UIDS"), seat().get("ACTIVE_UID")), (str(uid("film")), None))
        later = self.client("film")
        self.assertEqual((later.hold(30), level()), ("holding", 300))
        later.close()
        film.close()

    def test_a_user_is_suspended_while_another_one_is_active(self):
        log_in("film")
        film = self.client("film")
        self.assertEqual((film.hold(80), level()), ("holding", 800))

        log_in("other")
        self.assertEqual(film.receive()["event"], "suspended")
        log_out("other")
        self.assertEqual(film.receive()["event"], "resumed")

        film.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
