"""The lights of a machine and the daemon in its sandbox: rights, device events and callers."""

import os
import pwd
import subprocess
import sys
import unittest

from case import ServiceCase
from client import Client, ErrorReply
from machine import KEYBOARD, PANEL, PanelWrites, device, level, owner_and_mode, plug, send_uevent, unplug, wait_for_udev
from service import daemon, run, show, systemctl, wait_for_state

DAEMON = pwd.getpwnam("brightnessd")
EVENTS = "brightnessd-udev.socket"
CONFIGURATION = "/etc/brightnessd.conf"
UNPRIVILEGED, GROUP = 1234, 100


class LightTests(ServiceCase):
    def lights(self):
        return [light["id"] for light in self.client.call("Lights.List")["lights"]]

    def wait_for_cause(self, watcher, cause):
        """Waits for a notification about the panel with this cause."""
        while True:
            update = watcher.receive()
            if (update["light"]["id"], update["cause"]) == ("backlight/panel", cause):
                return

    def watcher(self):
        watcher = Client()
        watcher.send("Lights.Watch", more=True)
        self.wait_for_cause(watcher, "initial")
        self.addCleanup(watcher.close)
        return watcher

    def test_the_daemon_is_a_user_without_any_capability(self):
        with open(f"/proc/{daemon()}/status") as file:
            status = dict(line.rstrip().split(":\t", 1) for line in file if ":\t" in line)

        self.assertEqual(status["Uid"].split()[0], run("id", "--user", "brightnessd"))
        self.assertEqual({status[name] for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")}, {"0" * 16})
        self.assertEqual((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))

    def test_the_daemon_has_no_network(self):
        self.assertNotEqual(os.readlink(f"/proc/{daemon()}/ns/net"), os.readlink("/proc/self/ns/net"))

    def test_a_udev_event_does_not_start_a_stopped_daemon(self):
        systemctl("stop", "brightnessd.service")
        wait_for_state(EVENTS, "inactive")

        send_uevent("change", PANEL)
        wait_for_udev()

        self.assertEqual(show("ActiveState"), "inactive")
        self.client.close()
        self.client = Client()
        self.client.sessions()
        self.assertEqual((show("ActiveState"), show("ActiveState", EVENTS)), ("active", "active"))

    def test_only_the_devices_in_sys_are_writable(self):
        mounts = {}
        with open(f"/proc/{daemon()}/mountinfo") as file:
            for line in file:
                words = line.split()
                mounts[words[4]] = words[5].split(",")[0]

        self.assertEqual((mounts["/sys"], mounts["/sys/devices"]), ("ro", "rw"))
        self.assertEqual((mounts["/"], mounts["/run/brightnessd/state"]), ("ro", "rw"))

    def test_the_files_of_lights_belong_to_the_daemons_user_and_to_no_group_of_it(self):
        files = [PANEL + "/brightness", KEYBOARD + "/brightness", KEYBOARD + "/trigger"]

        self.assertEqual([owner_and_mode(file) for file in files], [(DAEMON.pw_uid, 0, 0o644)] * 3)
        self.assertEqual(owner_and_mode(PANEL + "/bl_power"), (0, 0, 0o644))

    def test_watchers_are_notified_when_a_light_is_removed_and_added(self):
        watcher = self.watcher()

        unplug(PANEL)
        self.wait_for_cause(watcher, "removed")
        self.assertEqual(self.lights(), ["leds/lab::kbd_backlight"])
        plug(PANEL)

        self.wait_for_cause(watcher, "added")
        self.assertEqual(self.lights(), ["backlight/panel", "leds/lab::kbd_backlight"])

    def test_a_claimed_light_that_is_added_again_is_held_after_udev_has_set_its_owner(self):
        scene = self.client.appear(80)
        watcher = self.watcher()
        unplug(PANEL)
        self.wait_for_cause(watcher, "disconnected")

        plug(PANEL)
        wait_for_udev()

        writes = PanelWrites()
        writes.wait_for(800)
        writes.close()
        self.client.call("Sessions.OnDisappear", scene=scene)
        self.assertEqual(level(), 600)

    def test_lost_rights_are_granted_again_by_the_next_add_event(self):
        os.chown(PANEL + "/brightness", 0, 0)
        writes = PanelWrites()
        scene = self.client.call("Sessions.Push", scene={"claims": [{"rule": "exactly", "percent": 80}]})["scene"]
        self.client.call("Sessions.OnAppear", scene=scene)
        self.assertEqual(level(), 600)

        send_uevent("add", PANEL)

        writes.wait_for(800)
        writes.close()
        self.client.call("Sessions.PopFrom", scene=scene)
        self.assertEqual(level(), 600)

    def test_rights_are_not_granted_again_at_each_change_event(self):
        self.assertIn("chown --from=root brightnessd", run("udevadm", "test", "--action=add", "/sys" + device(PANEL)))
        self.assertNotIn("chown --from=root brightnessd", run("udevadm", "test", "--action=change", "/sys" + device(PANEL)))

    def test_callers_are_identified_by_their_user_and_groups(self):
        self.addCleanup(lambda: (os.path.exists(CONFIGURATION) and os.unlink(CONFIGURATION), systemctl("reload", "brightnessd")))
        self.assertEqual(hold_as_unprivileged(GROUP), "PermissionDenied")
        with open(CONFIGURATION, "w") as file:
            file.write(f"[Daemon]\nGroup={GROUP}\n")
        systemctl("restart", "brightnessd.service")

        self.assertEqual(hold_as_unprivileged(GROUP), f"held by {UNPRIVILEGED}")
        self.assertEqual(hold_as_unprivileged(GROUP + 1), "PermissionDenied")

    def test_the_socket_and_its_links_outlive_the_service(self):
        systemctl("stop", "brightnessd.service")

        for name in ("Automatic", "Health", "Lights", "Sessions"):
            self.assertEqual(os.path.realpath(f"/run/varlink/registry/io.brightnessd.{name}"), "/run/brightnessd/io.brightnessd")
        self.assertEqual(owner_and_mode("/run/brightnessd"), (0, 0, 0o755))
        self.assertEqual(owner_and_mode("/run/brightnessd/io.brightnessd"), (0, 0, 0o666))
        self.assertEqual(owner_and_mode("/run/brightnessd/state"), (DAEMON.pw_uid, DAEMON.pw_gid, 0o700))
        self.client.close()
        self.client = Client()
        self.assertEqual(len(self.lights()), 2)


def hold_as_unprivileged(group):
    """The result of a hold by an unprivileged user who is a member of one group."""
    words = ["setpriv", f"--reuid={UNPRIVILEGED}", f"--regid={group}", "--clear-groups", sys.executable, __file__, "hold"]
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()


def hold():
    client = Client()
    try:
        client.appear(70)
        return "held by " + ", ".join(str(session["uid"]) for session in client.call("Sessions.List")["sessions"] if session["scenes"])
    except ErrorReply as refusal:
        return str(refusal).rsplit(".", 1)[-1]


if __name__ == "__main__":
    if sys.argv[1:] == ["hold"]:
        print(hold())
    else:
        unittest.main(verbosity=2)
