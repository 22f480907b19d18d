"""Installation, upgrade and purge of the package on a fresh Debian."""

import os
import pwd
import shutil
import subprocess
import tempfile
import unittest

from client import Client
from machine import PANEL, PanelWrites, level, owner_and_mode
from rights_tests import SWAYOSD, installed, may_write
from service import daemon, records, run, show, systemctl

PACKAGE = "/srv/brightnessd.deb"
# Files of dpkg, the journal and the tests themselves, and backups of the accounts.
IGNORED = ("/var/lib/dpkg/", "/var/log/", "/var/cache/", "/srv/", "/tmp/", "/etc/passwd-", "/etc/group-", "/etc/shadow-", "/etc/gshadow-")
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
        self.assertEqual((level(), owner_and_mode(PANEL + "/brightness")), (600, (0, 0, 0o644)))
        self.assertEqual(run("systemctl", "list-units", "--all", "--no-legend", "--plain", "brightnessd*"), "")

    def test_the_service_runs_after_the_installation_and_is_enabled(self):
        self.assertEqual(pwd.getpwuid(os.stat(f"/proc/{daemon()}").st_uid).pw_name, "brightnessd")
        self.assertEqual(show("StatusText"), "controlling 2 lights")
        self.assertEqual(systemctl("is-enabled", "brightnessd.service", "brightnessd.socket"), "enabled\nenabled")

        self.assertEqual(run("brightness", "set", "70%"), run("brightness", "get"))
        self.assertEqual(level(), 700)
        run("brightness", "set", "raw:600")

    def test_the_python_module_is_installed(self):
        code = "import brightnessd\nwith brightnessd.hold('panel', percent=80): print(brightnessd.get('panel')['raw'])"

        self.assertEqual(run("python3", "-c", code), "800")

        run("brightness", "reset")
        self.assertEqual(level(), 600)

    def test_sessions_survive_an_upgrade(self):
        client, writes, former = Client(), PanelWrites(), daemon()
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

    def test_an_upgrade_does_not_start_disabled_units(self):
        systemctl("disable", "--now", "brightnessd.service", "brightnessd.socket")

        dpkg("--install", newer())

        self.assertEqual((show("ActiveState"), show("ActiveState", "brightnessd.socket")), ("inactive", "inactive"))
        self.assertEqual(systemctl("is-enabled", "brightnessd.service", "brightnessd.socket"), "disabled\ndisabled")

    def test_a_group_that_another_package_gives_the_panel_to_keeps_it(self):
        file, rule = PANEL + "/brightness", "/run/udev/rules.d/" + SWAYOSD.name

        with installed(rule, SWAYOSD.text):
            run("udevadm", "trigger", "--action=add", "--subsystem-match=backlight", "--settle")
            self.assertEqual((may_write("nobody", "video", file), may_write("brightnessd", None, file)), (True, True))

            dpkg("--purge", "brightnessd")

            self.assertEqual((may_write("nobody", "video", file), may_write("nobody", None, file)), (True, False))
            dpkg("--install", PACKAGE)
            self.assertEqual((may_write("nobody", "video", file), may_write("brightnessd", None, file)), (True, True))
        os.chown(file, os.stat(file).st_uid, 0)
        os.chmod(file, 0o644)

    def test_a_removal_restores_the_lights_and_the_package_can_be_installed_again(self):
        client = Client()
        client.appear(80)

        dpkg("--remove", "brightnessd")

        self.assertEqual((level(), records()), (600, []))
        self.assertTrue(client.is_disconnected())
        client.close()
        dpkg("--install", PACKAGE)
        self.assertEqual(show("ActiveState"), "active")


def dpkg(*words):
    done = subprocess.run(["dpkg", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


def newer(package=PACKAGE):
    """The same package with a higher version."""
    folder = tempfile.mkdtemp()
    path = package.replace(".deb", "-newer.deb")
    dpkg_deb = lambda *words: subprocess.run(["dpkg-deb", *words], check=True, stdout=subprocess.DEVNULL)
    dpkg_deb("--raw-extract", package, folder)
    # The bridge depends on the same version of the daemon.
    edit = r"s/^Version: .*/&+1/; s/\bbrightnessd (= [^)]*/&+1/"
    subprocess.run(["sed", "-i", edit, folder + "/DEBIAN/control"], check=True)
    dpkg_deb("-Znone", "--build", folder, path)
    shutil.rmtree(folder)
    return path


def files():
    """All files, and the content of the accounts' files."""
    found = {}
    for place in PLACES:
        for folder, folders, names in os.walk(place):
            for name in folders + names:
                path = f"{folder}/{name}"
                if not path.startswith(IGNORED):
                    found[path] = accounts(path) if os.path.dirname(path) == "/etc" else None
    return found


def accounts(path):
    if os.path.basename(path) not in ("passwd", "group", "shadow", "gshadow", "subuid", "subgid"):
        return None
    with open(path) as file:
        return list(file)


if __name__ == "__main__":
    unittest.main(verbosity=2)
