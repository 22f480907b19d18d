"""Tries what the unit of `brightness idle` forbids, in the unit's place, and writes what it found as JSON.

usage: probe.py FILE
"""

import errno
import json
import mmap
import os
import resource
import socket
import subprocess
import sys


def refusal(attempt):
    """The name of the error with which an attempt ends; None if it succeeds."""
    try:
        attempt()
    except OSError as error:
        return errno.errorcode[error.errno]


def succeeds(*command):
    """Python's ctypes needs memory that is forbidden here, so programs make these calls."""
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


def set_user_identity():
    with open(sys.argv[1], "w"):
        os.chmod(sys.argv[1], 0o4700)


def status(name):
    with open("/proc/self/status") as file:
        return next(line.split()[1] for line in file if line.startswith(name + ":"))


found = dict(
    new_privileges=status("NoNewPrivs"),
    system_calls=status("Seccomp"),
    mask=oct(os.umask(0)),
    core=resource.getrlimit(resource.RLIMIT_CORE),
    unix_socket=refusal(lambda: socket.socket(socket.AF_UNIX)),
    udev_socket=refusal(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15)),
    internet_socket=refusal(lambda: socket.socket(socket.AF_INET)),
    # By a filter of systemd, or by newer kernels with another error.
    code_in_memory=refusal(lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)) is None,
    namespace=succeeds("unshare", "--user", "true"),
    set_user_identity=refusal(set_user_identity),
    personality=succeeds("setarch", "--addr-no-randomize", "true"),
    priority=refusal(lambda: os.setpriority(os.PRIO_PROCESS, 0, 1)),
)
with open(sys.argv[1], "w") as file:
    json.dump(found, file)
