"""The package on a Debian that was just installed: it comes, is replaced, and goes without a trace."""

import os
import pwd
import shutil
import subprocess
import tempfile
import unittest

from client import Client
from machine import PANEL, Writes, group_and_mode, level
from service import daemon, records, run, show, systemctl

PACKAGE = "/srv/brightnessd.deb"
# What dpkg, the journal and the tests themselves keep, and copies of the accounts.
KEPT = ("/var/lib/dpkg/", "/var/log/", "/var/cache/", "/srv/", "/tmp/", "/etc/passwd-", "/etc/group-", "/etc/shadow-", "/etc/gshadow-")
PLACES = ("/etc", "/usr", "/var", "/srv", "/run/brightnessd", "/run/varlink", "/run/systemd/system")


class PackageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.before = files()

    def setUp(self):
        dpkg("--install", PACKAGE)

    def tearDown(self):
        dpkg("--purge", "brightnessd")
        after = files()
        changed = {path for path in after.keys() | self.before.keys() if after.get(path, 0) != self.before.get(path, 0)}
        self.assertEqual(changed, set())
        self.assertEqual((level(), group_and_mode(PANEL + "/brightness")), (600, (0, 0o644)))
        self.assertEqual(run("systemctl", "list-units", "--all", "--no-legend", "--plain", "brightnessd*"), "")

    def test_it_runs_when_it_is_installed_and_at_each_boot(self):
        self.assertEqual(pwd.getpwuid(os.stat(f"/proc/{daemon()}").st_uid).pw_name, "brightnessd")
        self.assertEqual(show("StatusText"), "controlling 2 lights")
        self.assertEqual(systemctl("is-enabled", "brightnessd.service", "brightnessd.socket"), "enabled\nenabled")

        self.assertEqual(run("brightness", "set", "70%"), run("brightness", "get"))
        self.assertEqual(level(), 700)
        run("brightness", "set", "raw:600")

    def test_sessions_live_through_an_upgrade(self):
        client, writes, former = Client(), Writes(), daemon()
        scene = client.appear(80)
        sessions = client.sessions()
        writes.count()

        dpkg("--install", newer())

        self.assertEqual(client.sessions(), sessions)
        self.assertLessEqual(writes.count(), 1)
        self.assertEqual(level(), 800)
        self.assertNotEqual(daemon(), former)
        client.call("Sessions.OnDisappear", scene=scene)
        self.assertEqual(level(), 600)
        client.close()
        writes.close()

    def test_an_upgrade_starts_nothing_that_was_disabled(self):
        systemctl("disable", "--now", "brightnessd.service", "brightnessd.socket")

        dpkg("--install", newer())

        self.assertEqual((show("ActiveState"), show("ActiveState", "brightnessd.socket")), ("inactive", "inactive"))
        self.assertEqual(systemctl("is-enabled", "brightnessd.service", "brightnessd.socket"), "disabled\ndisabled")

    def test_a_removal_brings_the_lights_back_and_can_be_undone(self):
        client = Client()
        client.appear(80)

        dpkg("--remove", "brightnessd")

        self.assertEqual((level(), records()), (600, []))
        self.assertTrue(client.is_gone())
        client.close()
        dpkg("--install", PACKAGE)
        self.assertEqual(show("ActiveState"), "active")


def dpkg(*words):
    done = subprocess.run(["dpkg", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


def newer():
    """The same under a higher version."""
    folder = tempfile.mkdtemp()
    path = "/srv/newer.deb"
    dpkg_deb = lambda *words: subprocess.run(["dpkg-deb", *words], check=True, stdout=subprocess.DEVNULL)
    dpkg_deb("--raw-extract", PACKAGE, folder)
    subprocess.run(["sed", "-i", "s/^Version: .*/&+1/", folder + "/DEBIAN/control"], check=True)
    dpkg_deb("-Znone", "--build", folder, path)
    shutil.rmtree(folder)
    return path


def files():
    """The files there are, and what the accounts' files say."""
    found = {}
    for place in PLACES:
        for folder, folders, names in os.walk(place):
            for name in folders + names:
                path = f"{folder}/{name}"
                if not path.startswith(KEPT):
                    found[path] = accounts(path) if os.path.dirname(path) == "/etc" else None
    return found


def accounts(path):
    if os.path.basename(path) not in ("passwd", "group", "shadow", "gshadow", "subuid", "subgid"):
        return None
    with open(path) as file:
        return file.read()


if __name__ == "__main__":
    unittest.main(verbosity=2)
