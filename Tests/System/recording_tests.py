"""The commands of docs/troubleshooting.md that record what the service does."""

import os
import re
import signal
import tempfile
import unittest

from case import ServiceCase
from machine import level
from service import as_typed, daemon, run

DOCUMENT = "/srv/troubleshooting.md"
LASTING = "/var/lib/brightnessd"
DROP_IN = "/run/systemd/system/brightnessd.service.d/record.conf"


class RecordingTests(ServiceCase):
    def test_each_start_makes_a_recording_that_can_be_replayed(self):
        with open(DOCUMENT, encoding="utf-8") as file:
            section = re.search(r"^## Report a bug\n(.*)", file.read(), re.M | re.S)[1]
        begin, take = re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S)
        before = os.listdir(LASTING)

        # A client without a scene would be disconnected by the restart.
        self.client.appear(90)
        with tempfile.TemporaryDirectory() as folder:
            as_typed(begin, folder)
            self.client.appear(80)
            os.kill(daemon(), signal.SIGKILL)
            self.client.appear(70)
            self.assertEqual(level(), 700)
            as_typed(take, folder)

            paths = sorted((os.path.join(folder, name) for name in os.listdir(folder)), key=os.path.getmtime)
            self.assertEqual([self.last_level(path) for path in paths], [800, 700])
            for path in paths:
                self.assertIn("wrote", run("/usr/libexec/brightnessd", "--replay", path))
        self.assertEqual(os.listdir(LASTING), before)
        self.assertFalse(os.path.exists(DROP_IN))

    def last_level(self, path):
        """What was written last, according to a recording."""
        with open(path, encoding="utf-8") as file:
            return int(re.findall(r'"wrote":{"_0":(\d+)}', file.read())[-1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
