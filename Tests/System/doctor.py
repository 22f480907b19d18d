"""Runs `brightness doctor`, and carries its advice out."""

import json
import os
import re
import subprocess
import time
import unittest

from machine import level
from service import TIMEOUT, records, systemctl

CONFIGURATION = "/etc/brightnessd.conf"
USER = "tester"


class DoctorCase(unittest.TestCase):
    """An installed daemon without problems, before and after each test."""

    def setUp(self):
        subprocess.run(["useradd", "--no-create-home", USER], check=True)
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")

    def tearDown(self):
        if os.path.exists(CONFIGURATION):
            os.remove(CONFIGURATION)
        systemctl("restart", "brightnessd.service")
        systemctl("stop", "brightnessd.service", "brightnessd.socket")
        subprocess.run(["userdel", USER], check=True)
        self.assertEqual((level(), records()), (600, []))

    def findings(self, user="root", socket=None):
        """All notes and problems, by subject and object."""
        words = ["brightness", *(["--socket", socket] if socket else []), "doctor", "--json"]
        done = subprocess.run(["runuser", "-u", user, "--", *words], capture_output=True, text=True, timeout=60)
        report = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if report["ok"] else 1, report)
        return {(each["subject"], each["object"]): each for each in report["findings"] if each["grade"] != "ok"}

    def carry_out(self, subject, name, user="root", by_hand=lambda: None, command=0):
        """Does what a user does by hand, then runs the command of the advice. After that the finding is gone."""
        finding = self.findings(user)[subject, name]
        by_hand()
        commands = re.findall(r"`([^`]*)`", finding["fix"])
        if commands:
            subprocess.run(["sh", "-c", commands[command].replace("USER", user)], check=True, timeout=60)
        self.assertNotIn((subject, name), self.findings(user), finding)
        return finding

    def configure(self, text):
        with open(CONFIGURATION, "w") as file:
            file.write(text)

    def wait_for_problem(self, subject, name):
        """Waits until the doctor reports a problem, and returns it."""
        end = time.monotonic() + TIMEOUT
        while (found := self.findings().get((subject, name), {"grade": "ok"}))["grade"] != "problem":
            assert time.monotonic() < end, found
        return found
