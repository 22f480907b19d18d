"""The commands of README's "Install", as they stand there, on a Debian that has only systemd."""

import re
import time
import unittest

from client import Client
from machine import level
from service import as_typed

README = "/srv/README.md"
# With what a release carries.
FOLDER = "/srv/release"


class ReadmeTests(unittest.TestCase):
    def setUp(self):
        with open(README, encoding="utf-8") as file:
            install = re.search(r"^## Install\n(.*?)^## ", file.read(), re.M | re.S)[1]
        self.package, self.tarball = re.findall(r"^```\n(.*?)^```$", install, re.M | re.S)
        self.removals = re.findall(r"`sudo (apt purge brightnessd|\./install --remove)`", install)

    def test_the_package(self):
        self.install_hold_and_remove(self.package, "apt purge brightnessd", FOLDER)

    def test_the_tarball(self):
        self.install_hold_and_remove(self.tarball, "./install --remove", FOLDER + "/" + re.search(r"^cd (.*)$", self.tarball, re.M)[1])

    def install_hold_and_remove(self, commands, removal, place):
        self.assertIn(removal, self.removals)
        start = time.monotonic()
        as_typed(commands, FOLDER)
        client = Client()
        client.appear(80)
        print(f"held {time.monotonic() - start:.1f} s after the first command ... ", end="", flush=True)
        self.assertEqual(level(), 800)

        as_typed(removal, place)

        self.assertEqual(level(), 600)
        client.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
