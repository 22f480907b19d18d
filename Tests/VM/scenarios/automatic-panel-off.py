"""The panel is off, a monitor is lit, and the room gets brighter: the sensor is not read, and neither is written until the panel is lit."""

from cases import case, run_cases
from monitors import Card, Monitor, dpms, messages, remove_all
from opened import Opened
from restores import connect
from room import forget, readings, report, set_lux, turn_on
from vm import Light, firmware, now, run, wait_until, write

POWER = [f"/sys/class/backlight/acpi_video{number}/bl_power" for number in range(2)]
panels = []


def follow(*lights):
    """Lights at half of their range that follow a room of 300 lux."""
    set_lux(300)
    for light in lights:
        run("brightness", "set", "50%", light)
    turn_on(*lights)


def assert_rest(file, written):
    """Makes the room brighter while the panel is off. The reader of the sensor looks at a file of the panel, and at no sensor."""
    wait_until(lambda: report()["sensor"]["state"] == "panelOff", lambda: f"the panel is off: {report()}")
    before = (readings(), written())
    looks = Opened(file)
    set_lux(20000)
    wait_until(lambda: looks.times() >= 4, lambda: f"the reader looks at {file}: {looks.times()}")
    looks.close()
    assert (readings(), written()) == before, (before, readings(), written())
    paused = [(light["mode"], light["pause"]) for light in report()["lights"]]
    assert paused == [("paused", "sensor")] * 2, report()


def result(panel, monitor):
    """The seconds until the lights had their levels for the brighter room. The emulated guest makes them more than a machine would."""
    assert panel > 0 and monitor > 0, (panel, monitor)
    return f"0 readings and writes, then the panel {panel:.1f} s and the monitor {monitor:.1f} s after it was lit"


def turn_off_connector(mode):
    internal, external = Card("eDP", "DP").connectors
    Monitor("inside", internal)
    monitor = connect(external)
    panel = Light.add(parent=internal.split("-", 1)[1])
    panels.append(panel)
    follow(panel.name, monitor.light)
    dpms(internal, mode)
    assert_rest(f"/sys/class/drm/{internal}/dpms", lambda: (len(panel.writes), len(messages())))
    lit = now()
    dpms(internal, "On")
    panel.wait_for(950)
    to_monitor = monitor.milliseconds_to(95, lit) / 1000
    return result((panel.writes[-1].ns - lit) / 1e9, to_monitor)


@case
def screen_off():
    """As a compositor turns off a screen that nobody uses."""
    return turn_off_connector("Off")


@case
def lid_closed():
    """As a compositor takes the panel out of use when the lid is closed. The daemon does not look at the lid itself."""
    return turn_off_connector("disabled")


@case
def backlight_off():
    """The kernel's `video`, whose panel has no connector."""
    panel = Light.of_firmware()
    monitor = connect()
    follow(panel.name, monitor.light)
    for file in POWER:
        write(file, 4)
    assert_rest(POWER[0], lambda: (firmware("TCNT"), len(messages())))
    lit = now()
    for file in POWER:
        write(file, 0)
    wait_until(lambda: panel.shown == 19, lambda: f"the panel shows 19: {panel.shown}, {report()}")
    to_panel = (now() - firmware("TAGE") * 100 - lit) / 1e9
    return result(to_panel, monitor.milliseconds_to(95, lit) / 1000)


def clean():
    forget()
    while panels:
        panels.pop().remove()
    remove_all()


run("modprobe", "acpi_als")
run_cases(clean)
