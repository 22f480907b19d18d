"""The workers for external monitors: who may reach them, and what they may do. The container has no monitors."""

import os
import pwd
import socket
import stat
import time
import unittest

from service import TIMEOUT, daemon, run, show, systemctl, wait_for_state

SOCKET, UNIT = "/run/brightnessd/ddc", "brightnessd-ddc.socket"
CONNECTOR = b"\1" + b"card1-DP-1".ljust(15, b"\0")
HAS_NO_MONITOR, IS_OUT_OF_ORDER = b"\2\2" + bytes(14), b"\2\1" + bytes(14)


class WorkerTests(unittest.TestCase):
    def setUp(self):
        systemctl("reset-failed")
        systemctl("start", "brightnessd.service", UNIT)

    def tearDown(self):
        systemctl("stop", UNIT, "brightnessd.service")
        self.wait_for_workers(0)

    def wait_for_workers(self, count):
        """Waits for the number of workers, and returns their processes."""
        end = time.monotonic() + TIMEOUT
        while len(workers()) != count:
            self.assertLess(time.monotonic(), end, f"{count} workers: {workers()}")
        return workers()

    def test_the_daemon_starts_their_socket_and_no_worker(self):
        systemctl("stop", UNIT, "brightnessd.service")
        self.assertEqual(systemctl("is-enabled", UNIT), "disabled")

        systemctl("start", "brightnessd.service")
        wait_for_state("brightnessd.service", "active")
        wait_for_state(UNIT, "active")

        self.assertEqual(workers(), [])

    def test_the_daemon_cannot_open_a_bus(self):
        wait_for_state("brightnessd.service", "active")
        folder = f"/proc/{daemon()}/root/dev"

        self.assertEqual([name for name in os.listdir(folder) if name.startswith("i2c")], [])
        self.assertEqual(stat.S_IMODE(os.stat("/var/lib/brightnessd").st_mode), 0o700)
        self.assertEqual(pwd.getpwuid(os.stat("/var/lib/brightnessd").st_uid).pw_name, "brightnessd")

    def test_the_socket_belongs_to_the_daemon_alone(self):
        found = os.stat(SOCKET)

        self.assertEqual(pwd.getpwuid(found.st_uid).pw_name, "brightnessd")
        self.assertEqual(stat.S_IMODE(found.st_mode), 0o600)

    def test_each_connection_is_a_process_that_ends_with_it(self):
        first, second = connect(), connect()
        self.assertEqual((ask(first, CONNECTOR), ask(second, CONNECTOR)), (HAS_NO_MONITOR, HAS_NO_MONITOR))
        self.wait_for_workers(2)

        first.close()
        self.wait_for_workers(1)
        self.assertEqual(ask(second, CONNECTOR), IS_OUT_OF_ORDER)
        second.close()

    def test_bytes_that_are_no_request_end_their_connection_and_leave_no_failed_unit(self):
        connection, other = connect(), connect()
        ask(other, CONNECTOR)

        self.assertEqual(ask(connection, b"\xff" * 16), b"")
        self.wait_for_workers(1)
        self.assertEqual(ask(other, CONNECTOR), IS_OUT_OF_ORDER)
        self.assertEqual(run("systemctl", "list-units", "--failed", "--no-legend", "--plain", "brightnessd*"), "")
        connection.close()
        other.close()

    def test_workers_have_the_buses_and_no_other_right_and_the_daemon_has_no_bus(self):
        wait_for_state("brightnessd.service", "active")
        connection = connect()
        ask(connection, CONNECTOR)
        worker = status(self.wait_for_workers(1)[0])

        user = pwd.getpwnam("brightnessd-ddc")
        self.assertEqual({int(group) for group in worker["Gid"].split() + worker["Groups"].split()}, {user.pw_gid})
        self.assertEqual({int(number) for number in worker["Uid"].split()}, {user.pw_uid})
        self.assertEqual((int(worker["CapEff"], 16), worker["NoNewPrivs"], worker["Threads"]), (0, "1", "1"))
        self.assertEqual(set(status(daemon())["Groups"].split()), {str(pwd.getpwnam("brightnessd").pw_gid)})
        self.assertEqual(show("DevicePolicy"), "closed")
        self.assertNotIn("i2c", show("DeviceAllow"))
        connection.close()


def connect():
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(TIMEOUT)
    connection.connect(SOCKET)
    return connection


def ask(connection, request):
    """Sends a request, and returns the reply; nothing if the connection ended."""
    connection.sendall(request)
    return connection.recv(16)


def workers():
    """The processes of the workers."""
    units = run("systemctl", "list-units", "--no-legend", "--plain", "brightnessd-ddc@*").splitlines()
    return [process for unit in units if (process := int(show("MainPID", unit.split()[0]) or 0))]


def status(process):
    with open(f"/proc/{process}/status") as file:
        return {name: value.strip() for name, value in (line.split(":", 1) for line in file)}


if __name__ == "__main__":
    unittest.main(verbosity=2)
