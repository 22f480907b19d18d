"""GNOME Shell beside the daemon: what it makes of a level, a hold, its own key, dimming, ambient light, and another monitor."""

import random

import service
from desktops import answers, brightness, monitor_scale, panel, settle, shell, slider, start_shell
from vm import Holder, listed, run, wait_for_state, write

LEAST, MOST = 15, 1508
light = panel()
start_shell()


def after(action):
    """What the desktop writes after an action, and what the daemon then has of the panel."""
    light.clear_writes()
    action()
    written = answers(light)
    now = listed(light.name)
    return written, light.shown, now["state"], now["baseRaw"]


def set_level(percent):
    run("brightness", "set", f"{percent}%")
    settle(light)


# It takes the level that it finds over, and writes nothing.
assert answers(light) == [], light.writes
assert abs(slider() - (900 - LEAST) / (MOST - LEAST)) < 1e-6, slider()

# It truncates the share that it computes: PlayedDesktop.swift. The daemon is stopped, so that nothing else writes.
service.systemctl("stop", "brightnessd.service", "brightnessd.socket")
random.seed(1)
for raw in [452, 422, 829, *random.sample(range(LEAST, MOST + 1), 20)]:
    light.clear_writes()
    write(f"{light.path}/brightness", raw)
    wanted = int(LEAST + (MOST - LEAST) * ((raw - LEAST) / (MOST - LEAST)))
    assert answers(light) == ([wanted] if wanted != raw else []), (raw, wanted, light.writes)
service.systemctl("start", "brightnessd.socket", "brightnessd.service")
light.wait_listed()

# The slider of the quick settings stays where it was; only that of the monitor follows.
before = slider()
run("brightness", "set", "40%")
settle(light)
assert abs(slider() - before) < 1e-6 < abs(monitor_scale() - before), (slider(), monitor_scale())

# A hold stays in effect, and its end restores the base level.
holder = Holder(30)
assert (answers(light)[-1:], light.shown) == ([451], 451), light.writes
assert listed(light.name)["state"] == "held", listed(light.name)
holder.kill()
light.wait_for(603)

# Dimming ends a hold, and the desktop then writes the held level.
holder = Holder(100)
assert after(lambda: brightness("SetDimming", "b", "true")) == ([462], 462, "free", 462), light.writes
assert after(lambda: brightness("SetDimming", "b", "false")) == ([MOST], MOST, "free", MOST), light.writes
holder.kill()

# A key steps from the slider, which has not followed the hold.
set_level(40)
from_slider = int(LEAST + (MOST - LEAST) * (slider() - 0.05))
holder = Holder(80)
assert after(lambda: shell("Main.brightnessManager._screenBrightnessDown()")) == ([from_slider], from_slider, "free", from_slider)
holder.kill()

# After a change of the monitors it writes the level that it has saved for this one.
set_level(40)
holder = Holder(80)
shell("global.backend.get_monitor_manager().emit('monitors-changed')")
assert (answers(light), light.shown) == ([from_slider], from_slider), light.writes
holder.kill()

# With ambient light it answers a hold with a level of its own.
set_level(40)
brightness("SetAutoBrightnessTarget", "d", 0.7)
settle(light)
holder = Holder(80)
wanted = int(LEAST + (MOST - LEAST) * (0.7 + (1206 - LEAST) / (MOST - LEAST) - 0.5))
assert (answers(light), light.shown, listed(light.name)["state"]) == ([wanted], wanted, "free"), light.writes
holder.kill()
brightness("SetAutoBrightnessTarget", "d", -1)

version = run("gnome-shell", "--version")
run("systemctl", "stop", "desktop")
wait_for_state(light, "free")
light.remove()
print(version)
