"""The limits of systemd/brightnessd.service, in a control group of a test's own."""

import errno
import itertools
import os
import re
import resource

from clients import ROOT, wait_until

NUMBERS = itertools.count()
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def unit_limit(name):
    with open(ROOT + "/systemd/brightnessd.service") as file:
        number, unit = re.search(rf"^{name}=(\d+)([KMG]?)$", file.read(), re.MULTILINE).groups()
    return int(number) * UNITS[unit]


def mounted():
    """The hierarchies of both versions: folders by controller, that of version 2 by an empty name."""
    found = {}
    with open("/proc/mounts") as file:
        for _, folder, kind, options, *_ in map(str.split, file):
            if kind == "cgroup":
                found |= {option: folder for option in options.split(",")}
            elif kind == "cgroup2":
                found[""] = folder
    return found


def removed(folder):
    try:
        os.rmdir(folder)
        return True
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        return False


class Limits:
    """A control group with the unit's limits of memory and tasks; a process that enters it has that of descriptors too."""

    def __init__(self):
        self.memory, self.tasks = unit_limit("MemoryMax"), unit_limit("TasksMax")
        hierarchies = mounted()
        name = f"brightnessd-attacks-{os.getpid()}-{next(NUMBERS)}"
        self.is_second = "memory" not in hierarchies
        if self.is_second:
            with open(hierarchies[""] + "/cgroup.subtree_control", "w") as file:
                file.write("+memory +pids")
            self.folders = [f"{hierarchies['']}/{name}"]
        else:
            self.folders = [f"{hierarchies[controller]}/{name}" for controller in ("memory", "pids")]
        for folder in self.folders:
            os.mkdir(folder)
        self.write("memory.max" if self.is_second else "memory.limit_in_bytes", self.memory)
        self.write("pids.max", self.tasks)

    def enter(self):
        for folder in self.folders:
            with open(folder + "/cgroup.procs", "w") as file:
                file.write(str(os.getpid()))
        resource.setrlimit(resource.RLIMIT_NOFILE, [unit_limit("LimitNOFILE")] * 2)

    def peak(self):
        """The most memory so far, with that of the kernel for sockets."""
        return int(self.read("memory.peak" if self.is_second else "memory.max_usage_in_bytes"))

    def kills(self):
        text = self.read("memory.events" if self.is_second else "memory.oom_control")
        return int(re.search(r"oom_kill (\d+)", text).group(1))

    def failures(self):
        """How often the group reached its limit."""
        if self.is_second:
            return int(re.search(r"max (\d+)", self.read("memory.events")).group(1))
        return int(self.read("memory.failcnt"))

    def refused_tasks(self):
        return int(re.search(r"max (\d+)", self.read("pids.events")).group(1))

    def remove(self):
        """Waits for the end of all tasks: newer kernels keep one in its group until they have switched away
        from it for the last time (Linux, commit d245698d727a), which may be after its parent was told of its
        end. rmdir(2) itself waits for that since commit 1b164b876c36 of March 2026."""
        for folder in self.folders:
            wait_until(lambda: removed(folder), f"the end of all tasks in {folder}")

    def path(self, name):
        return next(path for folder in self.folders if os.path.exists(path := f"{folder}/{name}"))

    def read(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def write(self, name, value):
        with open(self.path(name), "w") as file:
            file.write(str(value))
