"""The daemon under attack."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

from clients import GROUP, PROGRAM, Client, die_with_parent, wait_until


class Daemon:
    """The daemon on a simulated panel."""

    def __init__(self, configuration="", user=0, limits=None):
        self.folder = tempfile.mkdtemp(prefix="attacks-")
        os.chmod(self.folder, 0o755)
        os.chown(self.folder, user, user)
        # In memory, as it is for the service: a write to a busy disk takes longer than all that is
        # measured here.
        self.memory_folder = tempfile.TemporaryDirectory(prefix="attacks-", dir="/dev/shm")
        os.chown(self.memory_folder.name, user, user)
        self.state = self.memory_folder.name + "/state"
        with open(self.folder + "/conf", "w") as file:
            file.write(f"[Daemon]\nGroup={GROUP}\n" + configuration)
        self.socket = self.folder + "/socket"
        self.log = open(self.folder + "/log", "w+")
        def prepare():
            die_with_parent()
            if limits:
                limits.enter()

        self.process = subprocess.Popen(
            [shutil.copy(PROGRAM, self.folder), "--simulate", "--socket", self.socket, "--state", self.state,
             "--config", self.folder + "/conf", "--log", "notice"],
            stdout=subprocess.PIPE, stderr=self.log, user=user, group=user, extra_groups=[], preexec_fn=prepare)
        line = self.process.stdout.readline().decode()
        match = re.search(r"'(/[^']*)'", line) or sys.exit(f"no simulated tree in '{line}'")
        self.tree = match.group(1)
        wait_until(lambda: os.path.exists(self.socket) or self.socket_of(line), "the socket")
        self.panel = self.tree + "/class/backlight/simulated_panel/brightness"
        wait_until(self.serves, "the first reply")
        self.base = self.level()

    def socket_of(self, line):
        paths = re.findall(r"'(/[^']*)'", line)
        if len(paths) > 1 and os.path.exists(paths[-1]):
            self.socket = paths[-1]
            return True
        return False

    def serves(self):
        try:
            with Client(self) as client:
                return "parameters" in client.call("org.varlink.service.GetInfo")
        except OSError:
            return False

    def level(self):
        with open(self.panel) as file:
            return file.read()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        """Anonymous memory, in KiB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"RssAnon:\s+(\d+)", file.read()).group(1))

    def stop(self):
        self.process.terminate()
        self.process.wait()
