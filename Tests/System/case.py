"""What the suites of a running service have in common."""

import unittest

from client import Client
from machine import level
from service import records, systemctl


class ServiceCase(unittest.TestCase):
    """Each test has a daemon with a panel at 600 that nothing holds, and a client, and leaves the panel so."""

    def setUp(self):
        systemctl("reset-failed")
        systemctl("start", "brightnessd.socket", "brightnessd.service")
        self.assertEqual((level(), records()), (600, []))
        self.client = Client()

    def tearDown(self):
        self.client.close()
        systemctl("stop", "brightnessd.service")
        self.assertEqual((level(), records()), (600, []))
