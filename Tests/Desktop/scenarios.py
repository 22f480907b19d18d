#!/usr/bin/env python3
"""The recipes of docs/recipes.md and `brightness idle` on a desktop, with the programs that their users run.

usage: Tests/Desktop/scenarios.py [--compare | --picture | NAME ...]     started by Scripts/test-desktop, as the first process of a Debian 13
"""

import json
import os
import re
import signal
import subprocess
import sys
import time

import idle
import idle_picture
from desktop import BACKGROUND, BASE, TIME_LIMIT, Desktop, Missed, line, wait_for_end, wait_until
from pointer import RIGHT_BUTTON, Pointer
from recipes import ROOT, block

BAR = "0,0 1280x30"
OVERLAY = "300,200 680x320"
FREE, HELD = (0, 64, 0), (128, 0, 0)
# The colour of the recipe.
HELD_TEXT = bytes((0xff, 0xb8, 0x6c))
WATCH = ("brightness", "watch")
HOLD = ("brightness", "hold")


# The bar.

def bar():
    """A configuration of Waybar with the module of the recipe, which is coloured by its class."""
    module = json.loads("{%s}" % block("Waybar", "json"))
    settings = dict(height=30, **{"modules-center": list(module)}, **module)
    style = ("* { font-size: 16px; } window#waybar { background: #000; } #custom-light { color: #fff; min-width: 200px;"
             " background: rgb%s; } #custom-light.held { background: rgb%s; }" % (FREE, HELD)) + block("Waybar", "css")
    return {".config/waybar/config": json.dumps(settings), ".config/waybar/style.css": style}


def shows(colour):
    return lambda picture: bytes(colour) * 40 in picture


def bar_desktop():
    desktop = Desktop(block("Brightness keys", "conf"), bar())
    # Waybar ends without one.
    desktop.start_bus()
    desktop.bar = desktop.start("waybar")
    return desktop


def key_to_bar():
    """A brightness key changes the level, and the bar shows it, and a hold."""
    with bar_desktop() as desktop:
        before = desktop.wait_for_picture(BAR, shows(FREE), "the bar")
        desktop.press("XF86MonBrightnessUp")
        desktop.light.restored(65)
        desktop.wait_for_picture(BAR, lambda picture: shows(FREE)(picture) and picture != before, "another level")
        desktop.press("XF86MonBrightnessDown")
        desktop.light.restored()
        desktop.wait_for_picture(BAR, lambda picture: picture == before, "the first level")
        hold = desktop.start("brightness", "hold", "--at", "20%")
        desktop.light.held(20)
        held = desktop.wait_for_picture(BAR, shows(HELD), "a hold")
        expect((HELD_TEXT in before, HELD_TEXT in held), (False, True))
        hold.kill()
        desktop.light.restored()
        desktop.wait_for_picture(BAR, lambda picture: picture == before, "the first level after the hold")


def bar_pointer():
    """Scrolling over the bar changes the level by one percent a notch, and a click with the right button ends a hold."""
    with Desktop(files=bar()) as desktop, Pointer(desktop.environment) as pointer:
        desktop.start_bus()
        desktop.start("waybar")
        desktop.wait_for_picture(BAR, shows(FREE), "the bar")
        pointer.move(640, 15, 1280, 720)
        for level, steps in ((61, -1), (62, -1), (61, 1), (60, 1), (59, 1)):
            pointer.scroll(steps)
            desktop.light.restored(level)
        hold = desktop.start("brightness", "hold", "--at", "20%")
        desktop.light.held(20)
        pointer.click(RIGHT_BUTTON)
        desktop.light.restored(59)
        hold.wait(TIME_LIMIT)


def bar_reloads():
    """A bar that reloads has one `brightness watch` again, and not two."""
    with bar_desktop() as desktop:
        desktop.wait_for_picture(BAR, shows(FREE), "the bar")
        for _ in range(3):
            former = one_watch(desktop)
            desktop.bar.send_signal(signal.SIGUSR2)
            wait_for_end(former, "the watch of a bar that reloads")
            wait_until(lambda: len(watches(desktop)) == 1, "one watch after a reload")
            desktop.wait_for_picture(BAR, shows(FREE), "the bar after a reload")


def bar_ends(how):
    def scenario():
        with bar_desktop() as desktop:
            desktop.wait_for_picture(BAR, shows(FREE), "the bar")
            watch = one_watch(desktop)
            desktop.bar.send_signal(how)
            desktop.bar.wait(TIME_LIMIT)
            wait_for_end(watch, "the watch of a bar that has ended")
    scenario.__doc__ = f"No `brightness watch` is left after a bar that ends by {how.name}."
    return scenario


def watches(desktop):
    """Those of the bar."""
    return [process for process in desktop.all(*WATCH) if process != desktop.light.watch.pid]


def one_watch(desktop):
    wait_until(lambda: len(watches(desktop)) == 1, "one watch of the bar")
    return watches(desktop)[0]


def polled_bar():
    """A bar that runs a command prints the level, and nothing without a daemon."""
    with Desktop() as desktop:
        command = block("Other bars", "sh")
        shown = desktop.run("sh", "-c", command)
        desktop.daemon.kill()
        desktop.daemon.wait()
        without = desktop.start("sh", "-c", command, stdout=subprocess.PIPE).communicate()[0]
        expect((shown, without), (b"light 60%\n", b""))


# A bar on X.

def polybar():
    """polybar shows each change; scrolling moves the panel, a click with the right button ends a hold."""
    with Desktop() as desktop:
        desktop.put("polybar.ini", "[bar/top]\nwidth = 1280\nheight = 30\nmodules-center = light\noverride-redirect = true\n"
                    "font-0 = DejaVu Sans Mono:size=14\n" + block("Other bars", "dosini"))
        desktop.start_x()
        desktop.start("polybar", "--config=polybar.ini", "top")
        watch = one_watch(desktop)
        desktop.wait_for_drawing(lambda picture: len(set(picture)) > 8, "the bar")
        before = desktop.x_picture()
        desktop.run("xdotool", "mousemove", "640", "15", "click", "4")
        desktop.light.restored(61)
        desktop.wait_for_drawing(lambda picture: picture != before, "another level")
        desktop.run("xdotool", "click", "5")
        desktop.light.restored(60)
        desktop.wait_for_drawing(lambda picture: picture == before, "the first level")
        hold = desktop.start("brightness", "hold", "--at", "20%")
        desktop.light.held(20)
        desktop.run("xdotool", "click", "3")
        desktop.light.restored(60)
        hold.wait(TIME_LIMIT)
        desktop.wait_for_drawing(lambda picture: picture == before, "the first level after the hold")
        os.kill(desktop.one("polybar"), signal.SIGTERM)
        wait_for_end(watch, "the watch of a bar that has ended")


# The overlay.

def overlay():
    """wob shows a key and a level with a fraction, and ends with the compositor, as does its `brightness watch`."""
    with Desktop(block("Brightness keys", "conf") + "exec " + block("An overlay", "sh")) as desktop:
        wob = desktop.one("wob")
        empty = bytes(BACKGROUND) * (len(desktop.picture(OVERLAY)) // 3)

        def is_shown(picture):
            return picture != empty

        def is_shown_after_key(picture):
            # Again: nothing reports that the overlay's watch has begun.
            desktop.press("XF86MonBrightnessUp")
            return is_shown(picture)

        desktop.wait_for_picture(OVERLAY, is_shown_after_key, "an overlay after a key")
        desktop.wait_for_picture(OVERLAY, lambda picture: not is_shown(picture), "no overlay")
        desktop.run("brightness", "set", "7.7%")
        desktop.wait_for_picture(OVERLAY, is_shown, "an overlay")
        expect(desktop.one("wob"), wob)
        watch = one_watch(desktop)
        desktop.compositor.kill()
        wait_for_end(wob, "the overlay")
        wait_for_end(watch, "the watch of the overlay")


def overlay_of_user():
    """wob gets a line for each key, and none for a dim, a film or a ticket."""
    config = block("Brightness keys", "conf") + "".join("exec " + block(title, "sh") for title in ("An overlay", "By swayidle"))
    with Desktop(config, {"bin/wob": '#!/bin/sh\ntee "$HOME/lines" | /usr/bin/wob\n'}) as desktop:
        def lines():
            with open(f"{desktop.folder}/lines") as file:
                return [int(line) for line in file]
        wait_for_idle(desktop)
        wait_until(lambda: os.path.exists(f"{desktop.folder}/lines"), "an overlay")
        first_key(desktop, lambda: lines() != [])
        desktop.run("brightness", "set", f"{BASE}%")
        desktop.light.restored()
        dim(desktop)
        desktop.press("Shift_L")
        desktop.light.restored()
        for claim in (["--at-most", "30%"], ["--max"]):
            desktop.run("brightness", "hold", *claim, "--", "true")
        levels = [65, 70, 75, 80, 85, 90, 95, 100, 100, 100]
        for level in levels:
            desktop.press("XF86MonBrightnessUp")
            desktop.light.restored(level)
        wait_until(lambda: lines()[-11:] == [BASE] + levels, "one line for each key")


# Notifications.

def notification_desktop(*server):
    """A desktop with a notification daemon and the script of the recipe."""
    desktop = Desktop(block("Brightness keys", "conf"))
    desktop.start_bus()
    desktop.server = desktop.start(*server)
    desktop.run("gdbus", "wait", "--session", "--timeout", str(TIME_LIMIT), "org.freedesktop.Notifications")
    desktop.script = desktop.start("sh", "-c", block("A notification", "sh"))
    return desktop


def mako():
    """With mako each key replaces the notification of the last one, and the script ends after sway has."""
    with notification_desktop("mako") as desktop:
        def shown():
            # Its own program lists no bodies.
            notes = desktop.run("gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path", "/fr/emersion/Mako",
                                "--method", "fr.emersion.Mako.ListNotifications").decode()
            numbers = map(int, re.findall(r"'id': <uint32 (\d+)>", notes))
            return list(zip(numbers, re.findall(r"'body': <'([^']*)'>", notes), strict=True))
        level = first_key(desktop, lambda: shown() != [])
        wait_until(lambda: [body for _, body in shown()] == [f"{level} %"], "a notification of the first level")
        number = shown()[0][0]
        for step in (5, 5, -5, 5):
            level += step
            desktop.press("XF86MonBrightnessUp" if step > 0 else "XF86MonBrightnessDown")
            wait_until(lambda: shown() == [(number, f"{level} %")], f"one notification of {level} %")
        desktop.compositor.kill()
        desktop.server.wait(TIME_LIMIT)
        desktop.run("brightness", "set", "34%")
        desktop.script.wait(TIME_LIMIT)
        wait_until(lambda: watches(desktop) == [], "no watch after the script")


def dunst():
    """With dunst each key replaces the notification of the last one, whose bar has the level."""
    with notification_desktop("dunst", "-conf", "/dev/null") as desktop:
        def count():
            return int(desktop.run("dunstctl", "count", "displayed"))
        first_key(desktop, lambda: count() > 0)
        for words in (("up",), ("up",), ("down",), ("set", "33%")):
            desktop.run("brightness", *words)
        os.kill(one_watch(desktop), signal.SIGTERM)
        desktop.script.wait(TIME_LIMIT)
        expect(count(), 1)
        desktop.run("dunstctl", "close-all")
        notes = json.loads(desktop.run("dunstctl", "history"))["data"][0]
        expect([(note["message"]["data"], note["progress"]["data"]) for note in notes], [("<b>Brightness</b>\n33 %", 33)])


def first_key(desktop, is_shown):
    """Presses a key until something is shown, as nothing reports that the watch has begun; the level then."""
    level = BASE

    def is_shown_after_key():
        nonlocal level
        if is_shown():
            return True
        level += 1
        desktop.run("brightness", "up", "1%")
        return is_shown()

    wait_until(is_shown_after_key, "a notification after a key")
    return level


# Idle, by swayidle.

def swayidle_desktop():
    desktop = Desktop(block("Brightness keys", "conf") + "exec " + block("By swayidle", "sh"))
    wait_for_idle(desktop)
    dim(desktop)
    return desktop


def wait_for_idle(desktop):
    desktop.idle = desktop.one("swayidle", "-w")
    # SIGUSR1 makes swayidle take the time-out as over; it has to have been blocked, or it would end
    # it.
    wait_until(lambda: blocks(desktop.idle, signal.SIGUSR1), "a swayidle that takes signals")


def dim(desktop):
    os.kill(desktop.idle, signal.SIGUSR1)
    desktop.light.held(10)


def blocks(process, number):
    with open(f"/proc/{process}/status") as file:
        mask = next(line for line in file if line.startswith("SigBlk")).split()[1]
    return int(mask, 16) >> number - 1 & 1


def by_swayidle():
    """The screen is dimmed when idle, and restored by any key."""
    with swayidle_desktop() as desktop:
        for _ in range(3):
            hold = desktop.one(*HOLD)
            desktop.press("Shift_L")
            desktop.light.restored()
            wait_for_end(hold, "the hold")
            dim(desktop)


def swayidle_woken_by_brightness_key():
    """A brightness key that wakes the screen changes the previous level, and not the dimmed one."""
    with swayidle_desktop() as desktop:
        for level, is_before_resume in ((65, False), (70, True), (75, False), (80, True)):
            hold = desktop.one(*HOLD)
            # The key and swayidle act at the same time: each may be first.
            if is_before_resume:
                os.kill(desktop.idle, signal.SIGSTOP)
            desktop.press("XF86MonBrightnessUp")
            if is_before_resume:
                desktop.light.wait(10, "held", base=level)
                os.kill(desktop.idle, signal.SIGCONT)
            desktop.light.restored(level)
            wait_for_end(hold, "the hold")
            dim(desktop)


def swayidle_ends(how, what):
    def scenario():
        with swayidle_desktop() as desktop:
            hold = desktop.one(*HOLD)
            how(desktop)
            desktop.light.restored()
            wait_for_end(hold, "the hold")
    scenario.__doc__ = f"The screen is restored if {what} while it is dimmed."
    return scenario


def idle_on_x():
    """On X11 xss-lock dims the screen and restores it at input, and at its own end."""
    with Desktop() as desktop:
        desktop.start_x()
        desktop.start_logind()
        desktop.start("sh", "-c", block("On X11", "sh").replace("xset s 300 ", "xset s 1 "))
        for step in range(3):
            desktop.light.held(10)
            desktop.run("xdotool", "mousemove", str(100 + step), "100")
            desktop.light.restored()
        desktop.light.held(10)
        hold = desktop.one(*HOLD)
        os.kill(desktop.one("xss-lock"), signal.SIGKILL)
        desktop.light.restored()
        wait_for_end(hold, "the hold")


def idle_by_recipe():
    """The recipe for sway starts the program, which ends with sway."""
    with Desktop(block("Dimmed when idle", "conf")) as desktop:
        program = desktop.one("brightness-idle")
        desktop.compositor.kill()
        wait_for_end(program, "brightness idle")


# Holds of keys and commands.

KEY = "XF86Presentation"


def key_that_holds():
    """A key begins a hold and ends it; the hold does not outlive the compositor."""
    with Desktop(block("A key that holds", "conf")) as desktop:
        desktop.press(KEY)
        desktop.light.held(100)
        desktop.press(KEY)
        desktop.light.restored()
        desktop.press(KEY)
        desktop.light.held(100)
        hold = desktop.one(*HOLD)
        desktop.compositor.kill()
        desktop.light.restored()
        wait_for_end(hold, "the hold of a key")


def film_desktop():
    desktop = Desktop(files={"input.conf": ""})
    desktop.run("mpv", "--no-config", "--really-quiet", "--o=film.mkv", "--ovc=mpeg4", "--length=60",
                "av://lavfi:testsrc=size=320x180:rate=5")
    desktop.film = play(desktop)
    return desktop


def play(desktop):
    """Starts the film, and waits for its window, which has the keys."""
    events = desktop.start("swaymsg", "--type", "subscribe", "--monitor", '["window"]', "--raw", stdout=subprocess.PIPE)
    film = desktop.start("sh", "-c", block("A film", "sh"))
    desktop.light.held(30)
    while json.loads(line(events.stdout))["change"] != "focus":
        pass
    events.kill()
    expect(desktop.run("brightness", "get"), b"30%\n")
    return film


def film():
    """A film is dimmed, and the screen is restored when the player quits."""
    with film_desktop() as desktop:
        desktop.run("wtype", "-s", "100", "q", "-s", "100")
        desktop.light.restored()
        expect(desktop.film.wait(TIME_LIMIT), 0)


def film_killed():
    """The screen is restored when the player is killed, also when the client is."""
    with film_desktop() as desktop:
        os.kill(desktop.one("mpv"), signal.SIGKILL)
        desktop.light.restored()
        expect(desktop.film.wait(TIME_LIMIT), 128 + signal.SIGKILL)
        again = play(desktop)
        os.kill(desktop.one(*HOLD), signal.SIGKILL)
        desktop.light.restored()
        again.wait(TIME_LIMIT)


def film_without_compositor():
    """The screen is restored when the compositor is killed during a film."""
    with film_desktop() as desktop:
        desktop.compositor.kill()
        desktop.light.restored()
        desktop.film.wait(TIME_LIMIT)


SCENARIOS = dict(
    key_to_bar=key_to_bar,
    bar_pointer=bar_pointer,
    bar_reloads=bar_reloads,
    # Not by SIGINT, after which Waybar 0.9.17 itself sometimes hangs.
    bar_killed=bar_ends(signal.SIGKILL),
    bar_terminated=bar_ends(signal.SIGTERM),
    polled_bar=polled_bar,
    polybar=polybar,
    overlay=overlay,
    overlay_of_user=overlay_of_user,
    mako=mako,
    dunst=dunst,
    by_swayidle=by_swayidle,
    swayidle_woken_by_brightness_key=swayidle_woken_by_brightness_key,
    swayidle_killed=swayidle_ends(lambda desktop: os.kill(desktop.idle, signal.SIGKILL), "swayidle is killed"),
    swayidle_without_sway=swayidle_ends(lambda desktop: desktop.compositor.kill(), "sway is killed"),
    swayidle_after_sway_exits=swayidle_ends(lambda desktop: desktop.start("swaymsg", "exit"), "sway exits"),
    idle_on_x=idle_on_x,
    idle_by_recipe=idle_by_recipe,
    key_that_holds=key_that_holds,
    film=film,
    film_killed=film_killed,
    film_without_compositor=film_without_compositor,
    idle_picture=idle_picture.is_right,
) | idle.SCENARIOS


def expect(found, wanted):
    if found != wanted:
        raise Missed(f"found {found}, and not {wanted}")


def main(names):
    if names == ["--compare"]:
        return idle.compare()
    if names == ["--picture"]:
        return print(idle_picture.draw(), end="")
    unknown = set(names) - set(SCENARIOS)
    if unknown:
        raise SystemExit(f"no scenario '{unknown.pop()}' (known: {', '.join(SCENARIOS)})")
    failed, start = [], time.monotonic()
    for name in names or SCENARIOS:
        begin = time.monotonic()
        try:
            SCENARIOS[name]()
            mark, reason = "✔", ""
        except (Missed, OSError, subprocess.SubprocessError) as error:
            failed.append(name)
            mark, reason = "✘", f": {error}"
        print(f"{mark} {time.monotonic() - begin:5.1f} s  {name}: {SCENARIOS[name].__doc__}{reason}", flush=True)
    print(f"{len(names or SCENARIOS)} scenarios, {len(failed)} failed, {time.monotonic() - start:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
