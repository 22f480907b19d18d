"""GNOME Shell beside the daemon: what it makes of a level, a hold, its own key, dimming and ambient light."""

import random

import service
from desktops import answers, brightness, monitor_scale, panel, settle, shell, slider, start_shell
from vm import Holder, run, wait_for_state, write

LEAST, MOST = 15, 1508
light = panel()
start_shell()


def after(action, written=None):
    """What the desktop writes after an action, and then the raw level."""
    light.clear_writes()
    action()
    return answers(light, written), light.level


def set_level(percent, raw):
    light.clear_writes()
    run("brightness", "set", f"{percent}%")
    settle(light, raw)


def hold(percent, raw):
    light.clear_writes()
    holder = Holder(percent)
    settle(light, raw)
    return holder


# It takes the level that it finds over, and writes nothing.
assert answers(light) == [], light.writes
assert abs(slider() - (900 - LEAST) / (MOST - LEAST)) < 1e-6, slider()

# It truncates the share that it computes: SimulatedDesktop.swift. The daemon is stopped, so that
# nothing else writes.
service.systemctl("stop", "brightnessd.service", "brightnessd.socket")
random.seed(1)
for raw in [452, 422, 829, *random.sample(range(LEAST, MOST + 1), 20)]:
    light.clear_writes()
    write(f"{light.path}/brightness", raw)
    wanted = int(LEAST + (MOST - LEAST) * ((raw - LEAST) / (MOST - LEAST)))
    assert answers(light, raw) == ([wanted] if wanted != raw else []), (raw, wanted, light.writes)
service.systemctl("start", "brightnessd.socket", "brightnessd.service")
light.wait_listed()

# The slider of the quick settings stays where it was; only that of the monitor follows.
before = slider()
set_level(40, 603)
assert abs(slider() - before) < 1e-6 < abs(monitor_scale() - before), (slider(), monitor_scale())

# A hold stays in effect, and its end restores the base level.
holder = hold(30, 452)
assert light.level == 451, light.writes
wait_for_state(light, "held")
holder.kill()
light.wait_for(603)
settle(light)

# Dimming ends a hold, and the desktop then writes the held level.
holder = hold(100, MOST)
assert after(lambda: brightness("SetDimming", "b", "true")) == ([462], 462), light.writes
wait_for_state(light, "free")
assert after(lambda: brightness("SetDimming", "b", "false")) == ([MOST], MOST), light.writes
holder.kill()

# A key steps from the slider, which has not followed the hold.
set_level(40, 603)
from_slider = int(LEAST + (MOST - LEAST) * (slider() - 0.05))
holder = hold(80, 1206)
assert after(lambda: shell("Main.brightnessManager._screenBrightnessDown()"), from_slider) == ([from_slider], from_slider), light.writes
holder.kill()

# With ambient light it answers a hold with a level of its own.
set_level(40, 603)
brightness("SetAutoBrightnessTarget", "d", 0.7)
settle(light)
holder = hold(80, 1206)
wanted = int(LEAST + (MOST - LEAST) * (0.7 + (1206 - LEAST) / (MOST - LEAST) - 0.5))
assert light.level == wanted, (wanted, light.writes)
wait_for_state(light, "free")
holder.kill()
brightness("SetAutoBrightnessTarget", "d", -1)

version = run("gnome-shell", "--version")
run("systemctl", "stop", "desktop")
light.remove()
print(version)
