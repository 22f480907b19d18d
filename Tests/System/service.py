"""What systemd and the state folder say of the daemon."""

import os
import subprocess
import time

STATE = "/run/brightnessd/state"
PATIENCE = 60


def run(*words):
    """What a command says; its status does not matter."""
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE).stdout.strip()


def systemctl(*words):
    return run("systemctl", *words)


def show(name, unit="brightnessd.service"):
    return systemctl("show", unit, "--property", name, "--value")


def wait_for_state(unit, state):
    """Waits until a unit is in a state."""
    end = time.monotonic() + PATIENCE
    while show("ActiveState", unit) != state:
        assert time.monotonic() < end, f"{unit} is {show('ActiveState', unit)}, not {state}"


def daemon():
    """The daemon's process."""
    return int(show("MainPID"))


def records():
    """What is recorded of lights and sessions."""
    return sorted(name for name in os.listdir(STATE) if name not in ("lock", "session-numbers"))
