"""The daemon as varlinkctl of systemd 257 or newer finds and calls it."""

import json
import os
import re
import signal
import subprocess
import time
import unittest

from machine import level
from service import TIMEOUT, run, systemctl

REGISTRY = "/run/varlink/registry/"
INTERFACES = {"io.brightnessd.Automatic", "io.brightnessd.Health", "io.brightnessd.Lights", "io.brightnessd.Sessions"}


class VarlinkctlTests(unittest.TestCase):
    def test_the_service_is_registered_and_describes_itself(self):
        self.assertEqual(systemctl("is-active", "brightnessd.service"), "active")

        for interface in sorted(INTERFACES):
            listed = run("varlinkctl", "list-interfaces", REGISTRY + interface)
            self.assertEqual(set(listed.split()), INTERFACES | {"org.varlink.service"})
            self.assertIn(f"interface {interface}", run("varlinkctl", "introspect", REGISTRY + interface, interface))

    def test_a_call(self):
        reply = json.loads(run("varlinkctl", "--json=short", "call", REGISTRY + "io.brightnessd.Lights", "io.brightnessd.Lights.Get", "{}"))

        self.assertEqual((reply["light"]["id"], reply["light"]["raw"]), ("backlight/panel", 600))

    def test_the_program_of_the_documents_holds_until_it_is_killed(self):
        with open("/srv/api.md") as file:
            program = re.search(r"^## A shell with varlinkctl\n.*?^```sh\n(.*?)^```$", file.read(), re.M | re.S)[1]
        process = subprocess.Popen(["sh", "-euc", program], stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(process.stdout.close)
        reply = ""
        while '"holding"' not in reply:
            reply += process.stdout.readline()
        self.assertEqual(level(), 1000)

        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

        end = time.monotonic() + TIMEOUT
        while level() != 600:
            self.assertLess(time.monotonic(), end)


if __name__ == "__main__":
    unittest.main(verbosity=2)
