"""GNOME Shell on the machine's own screen, in the session of the user tester at the first terminal, with a panel of the module."""

import json
import subprocess
import time

from vm import Light, control, run, wait_until

USER = "tester"
CONNECTOR = "card0-Virtual-1"
# An emulated machine is slow to draw, and slower to compile what it draws with.
TIME_TO_START = 300


def panel():
    """A panel whose range makes GNOME round most percentages, on a connector that is a laptop's for all programs."""
    control(f"internal {CONNECTOR}")
    return Light.add("panel0", max=1508, level=900, parent=CONNECTOR)


def environment():
    folder = f"/run/user/{run('id', '--user', USER)}"
    return [f"XDG_RUNTIME_DIR={folder}", f"DBUS_SESSION_BUS_ADDRESS=unix:path={folder}/bus"]


def bus(*words):
    """The answer of a program on the session's bus, or None if it does not run yet."""
    words = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "env", *environment(),
             "busctl", "--user", "--json=short", "call", "--", *map(str, words)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)["data"] if done.returncode == 0 and done.stdout else None


def start_shell():
    """Starts GNOME Shell as the session of a login, and waits until it has its brightness. It evaluates what tests send."""
    properties = [f"User={USER}", "PAMName=login", "TTYPath=/dev/tty1", "StandardInput=tty-force", "WorkingDirectory=~"]
    variables = [*environment(), "XDG_SEAT=seat0", "XDG_VTNR=1", "XDG_SESSION_TYPE=wayland", "XDG_SESSION_CLASS=user"]
    run("systemd-run", "--quiet", "--collect", "--unit=desktop", "--service-type=exec",
        *(f"--property={text}" for text in properties), *(f"--setenv={text}" for text in variables),
        "--", "gnome-shell", "--unsafe-mode", "--no-x11")
    end = time.monotonic() + TIME_TO_START
    while not shell("Main.brightnessManager.scales.length"):
        assert time.monotonic() < end, f"GNOME Shell has no brightness: {run('journalctl', '--no-pager', '--unit=desktop')}"
        time.sleep(1)


def shell(code):
    """The value of an expression in GNOME Shell."""
    answer = bus("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", "s", code)
    return json.loads(answer[1]) if answer and answer[0] and answer[1] else None


def brightness(method, kind, value):
    """What gsd-power calls."""
    bus("org.gnome.Shell.Brightness", "/org/gnome/Shell/Brightness", "org.gnome.Shell.Brightness", method, kind, value)


def slider():
    """The slider of the quick settings, from 0 to 1."""
    return shell("Main.brightnessManager.globalScale.value")


def monitor_scale():
    """What the shell takes for the level of the panel, from 0 to 1."""
    return shell("Main.brightnessManager.scales[0].value")


def settle(light, written=None):
    """Waits until the light was written with a raw level, if one is given, and shows the one that the shell wants."""
    if written is not None:
        wait_until(lambda: written in [write.requested for write in light.writes], lambda: f"{written}: {light.writes}")
    wants = lambda: shell("Main.brightnessManager.scales[0]._getBacklights()[0].brightness")
    wait_until(lambda: wants() == light.level, lambda: f"the level that the shell wants, {wants()}: {light.writes}")


def answers(light, written=None):
    """The raw levels that the desktop has written since the log was cleared: logind writes for it."""
    settle(light, written)
    return [write.requested for write in light.writes if write.command == "(sd-bright)"]
