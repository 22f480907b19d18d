"""The daemon's state, as systemd and the state folder show it, and commands for the service that documents name."""

import os
import re
import subprocess
import time

STATE = "/run/brightnessd/state"
# Seconds. An upgrade in the emulated machine took more than 60 when others used the processors.
TIMEOUT = 180


def run(*words):
    """The output of a command; its status is ignored."""
    return subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT).stdout.strip()


def systemctl(*words):
    return run("systemctl", *words)


def show(name, unit="brightnessd.service"):
    return systemctl("show", unit, "--property", name, "--value")


def wait_for_state(unit, state):
    """Waits until a unit is in a state."""
    end = time.monotonic() + TIMEOUT
    while show("ActiveState", unit) != state:
        assert time.monotonic() < end, f"{unit} is {show('ActiveState', unit)}, not {state}"


def daemon():
    """The daemon's process."""
    return int(show("MainPID"))


def records():
    """The names of the records of lights and sessions."""
    return sorted(name for name in os.listdir(STATE) if name not in ("lock", "session-numbers"))


def as_typed(commands, folder):
    """Runs commands of a document as root, for whom apt asks nothing."""
    commands = re.sub(r"\bsudo ", "", commands).replace("apt ", "apt --yes ")
    done = subprocess.run(["bash", "-euc", commands], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
