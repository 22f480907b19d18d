"""`brightness idle` on compositors that count idle time themselves, with the figures that users notice."""

import contextlib
import json
import os
import statistics
import time

from desktop import BASE, TIME_LIMIT, Desktop, Missed, wait_for_end
from pointer import Pointer
from recipes import block

# The compositor's time in these tests, the least that the program takes.
SECONDS = 1
DIMMED = 18
ROUNDS = 20
KEY_PRESSES = 50
# The version of ext_idle_notifier_v1 of each Debian's sway and labwc, and the status of a program
# that needs another one.
NOTIFIER = dict(trixie=1, sid=2)[os.environ["RELEASE"]]
UNSUPPORTED = 5
KEYS = {
    "sway": lambda: block("Brightness keys", "conf"),
    "labwc": lambda: '<keybind key="XF86MonBrightnessUp"><action name="Execute" command="brightness up"/></keybind>',
}


@contextlib.contextmanager
def idle_desktop(compositor, *arguments, config=""):
    """A desktop with `brightness idle`, and a pointer whose moves are the user's input."""
    with Desktop(KEYS[compositor]() + config, compositor=compositor) as desktop, Pointer(desktop.environment) as pointer:
        desktop.pointer = pointer
        start_idle(desktop, *arguments)
        yield desktop


def start_idle(desktop, *arguments):
    words = arguments or (f"{SECONDS}s", "--fade", "0s")
    desktop.idle = desktop.start("brightness", "idle", *words)


def move(desktop):
    """Input, at another place each time, and when it was sent."""
    desktop.at = getattr(desktop, "at", 0) + 1
    sent = time.monotonic()
    desktop.pointer.move(desktop.at % 100, 50, 100, 100)
    return sent


def figures(desktop):
    """The times from input to the restored level, and beyond the idle time to the dimmed one."""
    woken, dimmed = [], []
    desktop.light.held(DIMMED)
    for _ in range(ROUNDS):
        sent = move(desktop)
        desktop.light.restored()
        woken.append(time.monotonic() - sent)
        desktop.light.held(DIMMED)
        dimmed.append(time.monotonic() - sent - SECONDS)
    return woken, dimmed


def milliseconds(time):
    return round(time * 1000, 1)


def show(name, value):
    """Prints a figure without a limit, since times of a busy machine say little about the program."""
    print(f"    {name}: {value}")


def limit(name, value, most):
    print(f"    {name}: {value}, at most {most}")
    if value > most:
        raise Missed(f"{name} was {value}, and at most {most} is right")


def dims(compositor):
    def scenario():
        with idle_desktop(compositor) as desktop:
            woken, dimmed = figures(desktop)
            for what, times in (("from input to the user's level", woken), ("beyond the time to the dimmed level", dimmed)):
                show(f"median and slowest ms {what}", (milliseconds(statistics.median(times)), milliseconds(max(times))))
    scenario.__doc__ = f"On {compositor} the screen is dimmed when idle, and restored at the next input, {ROUNDS} times."
    return scenario


def switches(process):
    """How often a process has gone to sleep, which is once for each time that it was awake."""
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt_switches"))


def memory(process):
    """What belongs to the process alone. Pages of its file would count as dirty in a tmpfs, where its copy is."""
    with open(f"/proc/{process}/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Anonymous:"))


def threads(process):
    return len(os.listdir(f"/proc/{process}/task"))


def move_for_10_seconds(desktop):
    """Input at 100 Hz."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        move(desktop)
        time.sleep(0.01)


def sleeps(compositor):
    def scenario():
        with idle_desktop(compositor) as desktop:
            desktop.light.held(DIMMED)
            # What is left to say about the hold.
            time.sleep(1)
            processes = desktop.idle.pid, desktop.daemon.pid
            before = [switches(process) for process in processes]
            time.sleep(10)
            limit("times that program and daemon woke in 10 s while dimmed", sum(map(switches, processes)) - sum(before), 0)
            move(desktop)
            desktop.light.restored()
            before = switches(desktop.idle.pid)
            move_for_10_seconds(desktop)
            limit("times that the program woke in 10 s of input at 100 Hz", switches(desktop.idle.pid) - before, 0)
            limit("KiB of anonymous memory", memory(desktop.idle.pid), 1024)
            limit("threads", threads(desktop.idle.pid), 1)
    scenario.__doc__ = f"On {compositor} nothing wakes up while the user is idle, and the program does not while the user is active."
    return scenario


def ends(compositor, who):
    def scenario():
        with idle_desktop(compositor) as desktop:
            desktop.light.held(DIMMED)
            idle = desktop.idle.pid
            sent = time.monotonic()
            (desktop.idle if who == "the program" else desktop.compositor).kill()
            desktop.light.restored()
            show("ms to the user's level", milliseconds(time.monotonic() - sent))
            wait_for_end(idle, "brightness idle")
    scenario.__doc__ = f"On {compositor} the screen is restored when {who} is killed while it is dimmed."
    return scenario


def ends_in_fade(compositor):
    def scenario():
        with idle_desktop(compositor, f"{SECONDS}s", "--fade", "5s") as desktop:
            # Half of the way.
            while desktop.light.next()["level"] > (BASE + DIMMED) / 2:
                pass
            sent = move(desktop)
            desktop.light.restored()
            show("ms to the user's level", milliseconds(time.monotonic() - sent))
    scenario.__doc__ = f"On {compositor} input in the middle of a fade restores the screen at once."
    return scenario


def woken_by_brightness_key(compositor):
    def scenario():
        with idle_desktop(compositor) as desktop:
            level = 90
            for _ in range(KEY_PRESSES):
                if level == 90:
                    level = 10
                    desktop.run("brightness", "set", f"{level}%")
                level += 5
                desktop.light.wait_for_state("held")
                desktop.press("XF86MonBrightnessUp")
                desktop.light.restored(level)
    scenario.__doc__ = f"On {compositor} a brightness key that wakes the screen changes the user's own level, {KEY_PRESSES} times."
    return scenario


def make_film(desktop):
    desktop.run("mpv", "--no-config", "--really-quiet", "--o=film.mkv", "--ovc=mpeg4", "--length=60", "av://lavfi:testsrc=size=320x180:rate=5")


def play_film(desktop):
    return desktop.start("mpv", "--really-quiet", "--fullscreen", "film.mkv")


def inhibited(compositor):
    def scenario():
        with idle_desktop(compositor) as desktop:
            make_film(desktop)
            desktop.light.held(DIMMED)
            film = play_film(desktop)
            desktop.light.restored()
            desktop.light.stays(BASE, 4 * SECONDS)
            sent = time.monotonic()
            film.kill()
            desktop.light.held(DIMMED)
            took = time.monotonic() - sent
            if took < SECONDS - 0.1:
                raise Missed(f"dimmed {milliseconds(took)} ms after the film, before the time was over")
            show("ms beyond the time after the film", milliseconds(took - SECONDS))
    scenario.__doc__ = f"On {compositor} a film that begins undims the screen and keeps it, and the time begins anew at its end."
    return scenario


def input_only(compositor):
    def scenario():
        with idle_desktop(compositor, f"{SECONDS}s", "--fade", "0s", "--input-only") as desktop:
            if NOTIFIER == 1:
                if (status := desktop.idle.wait(TIME_LIMIT)) != UNSUPPORTED:
                    raise Missed(f"'brightness idle --input-only' ended with {status}")
                return
            make_film(desktop)
            desktop.light.held(DIMMED)
            other = desktop.start("brightness", "idle", f"{SECONDS}s", "--fade", "0s", "--at-most", "5%", "--name", "other")
            desktop.light.held(5)
            play_film(desktop)
            # The other one ends its hold because of the film, and this one does not.
            desktop.light.held(DIMMED)
            desktop.light.stays(DIMMED, 4 * SECONDS)
            other.kill()
            move(desktop)
            desktop.light.restored()
            desktop.light.held(DIMMED)
    scenario.__doc__ = f"On {compositor} with --input-only a film does not keep the screen lit; version 1 of the notifier is refused."
    return scenario


def holds_of_others(compositor):
    def scenario():
        with idle_desktop(compositor) as desktop:
            desktop.light.held(DIMMED)
            for claim, level in (("--max", 100), ("--at-least=80%", 80)):
                other = desktop.start("brightness", "hold", claim)
                desktop.light.held(level)
                move(desktop)
                desktop.light.stays(level, 2 * SECONDS)
                other.kill()
                desktop.light.held(DIMMED)
    scenario.__doc__ = f"On {compositor} a ticket and a reader keep their light while the user is idle."
    return scenario


def two_seats():
    """On sway with two seats input on either keeps the screen lit."""
    with idle_desktop("sway", config="seat seat1 hide_cursor 0\n") as desktop:
        with Pointer(desktop.environment, seat=1) as other:
            for pointer in (desktop.pointer, other):
                desktop.light.held(DIMMED)
                pointer.move(1, 1, 100, 100)
                desktop.light.restored()
                for step in range(4 * SECONDS * 10):
                    pointer.move(step % 100, 50, 100, 100)
                    desktop.light.stays(BASE, 0.1)
            desktop.light.held(DIMMED)


def by_brightness(desktop):
    start_idle(desktop)
    return desktop.idle.pid


def by_swayidle(desktop):
    desktop.start("sh", "-c", block("By swayidle", "sh").replace("timeout 300", f"timeout {SECONDS}"))
    return desktop.one("swayidle", "-w")


def compare():
    """Prints how long a user waits for the light with each program, and how often it wakes up, for Benchmarks/compare."""
    found = {}
    for name, begin in (("brightness idle", by_brightness), ("swayidle", by_swayidle)):
        with Desktop() as desktop, Pointer(desktop.environment) as desktop.pointer:
            program, waits = begin(desktop), []
            for _ in range(5 * ROUNDS):
                desktop.light.wait_for_state("held")
                sent = move(desktop)
                desktop.light.restored()
                waits.append(milliseconds(time.monotonic() - sent))
            desktop.light.wait_for_state("held")
            time.sleep(1)
            before = switches(program)
            time.sleep(10)
            dimmed = switches(program) - before
            move(desktop)
            desktop.light.restored()
            before = switches(program)
            move_for_10_seconds(desktop)
            found[name] = dict(waits=waits, dimmed=dimmed, active=switches(program) - before)
    print(json.dumps(found))


SCENARIOS = {
    f"{name}_{compositor}": make(compositor)
    for compositor in KEYS
    for name, make in dict(
        idle_dims=dims,
        idle_sleeps=sleeps,
        idle_killed=lambda compositor: ends(compositor, "the program"),
        idle_without_compositor=lambda compositor: ends(compositor, "the compositor"),
        idle_ends_in_fade=ends_in_fade,
        idle_woken_by_brightness_key=woken_by_brightness_key,
        idle_inhibited=inhibited,
        idle_input_only=input_only,
        idle_and_holds_of_others=holds_of_others,
    ).items()
} | dict(idle_two_seats=two_seats)
