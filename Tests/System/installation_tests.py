"""Installation and removal of the programs that a release carries beside its packages, by the script beside them."""

import os
import pwd
import shutil
import subprocess
import unittest

import broker
from client import Client
from machine import PANEL, PanelWrites, level, owner_and_mode
from package_tests import files
from service import daemon, run, show, systemctl

FOLDER = "/srv/brightnessd"
# All that the script calls on a system without systemd.
TOOLS = ("bash", "dirname", "install", "ln", "rm", "rmdir", "sed")
UNITS = ("brightnessd.socket", "brightnessd.service")


class InstallationTests(unittest.TestCase):
    def test_the_installed_daemon_serves_and_removal_leaves_only_its_user(self):
        before = files()

        install()
        systemctl("enable", "--now", *UNITS)
        process = daemon()
        self.assertEqual(os.readlink(f"/proc/{process}/exe"), "/usr/local/libexec/brightnessd")
        self.assertEqual(pwd.getpwuid(os.stat(f"/proc/{process}").st_uid).pw_name, "brightnessd")
        self.assertEqual(show("StatusText"), "controlling 2 lights")
        run("/usr/local/bin/brightness", "set", "70%")
        client = Client()
        client.appear(80)
        self.assertEqual(level(), 800)

        install("--remove")

        self.assertEqual(level(), 700)
        self.assertTrue(client.is_disconnected())
        left = {path for path in files().keys() - before.keys() if not os.path.isdir(path)}
        self.assertEqual(left, set())
        self.assertEqual(owner_and_mode(PANEL + "/brightness"), (0, 0, 0o644))
        self.assertEqual(run("systemctl", "list-units", "--all", "--no-legend", "--plain", "brightnessd*"), "")
        # Again, since the first removal may have stopped halfway.
        install("--remove")
        client.close()

    def test_the_daemon_is_on_the_path(self):
        install()
        self.addCleanup(install, "--remove")

        self.assertEqual(run("/usr/local/bin/brightnessd", "--version"), run("/usr/local/libexec/brightnessd", "--version"))

    def test_the_bridge_is_installed_and_removed_beside_the_daemon(self):
        install(BRIDGE="no")
        self.addCleanup(install, "--remove")
        systemctl("enable", "--now", *UNITS)
        before = files()

        install(BRIDGE="only")
        broker.start_broker("/usr/local")
        broker.configure()
        writes = PanelWrites()
        self.addCleanup(writes.close)
        with broker.holding(writes):
            install("--remove", BRIDGE="only")

            self.assertEqual((level(), show("ActiveState")), (600, "active"))
        # The daemon goes on, with its state in /run.
        left = {path for path in files().keys() - before.keys() if not os.path.isdir(path) and not path.startswith("/run/")}
        # An administrator has written these.
        self.assertEqual(left, {broker.CONFIGURATION, broker.PASSWORD, "/etc/mosquitto/passwords"})

    def test_a_system_without_systemd(self):
        os.mkdir("/srv/tools")
        for tool in TOOLS:
            os.symlink(shutil.which(tool), f"/srv/tools/{tool}")
        script = f"{shutil.which('bash')} {FOLDER}/install"
        before = files()

        for words, installed in (("", True), ("--remove", False)):
            run("unshare", "--mount", "sh", "-c", f"mount -t tmpfs none /run/systemd && PATH=/srv/tools {script} {words}")

            self.assertEqual(os.path.exists("/usr/local/bin/brightnessd"), installed)
        self.assertEqual({path for path in files().keys() - before.keys() if not os.path.isdir(path)}, set())


def install(*words, **variables):
    environment = {**os.environ, **variables}
    done = subprocess.run([FOLDER + "/install", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    assert done.returncode == 0, done.stdout


if __name__ == "__main__":
    unittest.main(verbosity=2)
