"""A reboot into a darker room: the panel gets the level that it was taught there, soon after the daemon is ready."""

import os
import sys

import service
from room import forget, history, lessons, report, set_lux, turn_on, wait_for_base
from vm import Light, firmware, now, read, run, wait_until

SAVED = "/var/lib/systemd/backlight/pci-0000:00:02.0:backlight:acpi_video0"
REBOOT_STATUS = 75


def teach(percent, *expected):
    run("brightness", "set", f"{percent}%", "acpi_video0")
    wait_until(lambda: lessons() == list(expected), lambda: f"the lessons are {expected}: {lessons()}")


panel = Light.of_firmware()
if not os.environ["REBOOTED"]:
    run("modprobe", "acpi_als")
    set_lux(300)
    turn_on("acpi_video0")
    teach(50, 50)
    set_lux(20000)
    wait_for_base(lambda base: base > 10, "brighter")
    teach(95, 50, 95)
    panel.wait_for(19)
    sys.exit(REBOOT_STATUS)

# The firmware has begun anew, in 300 lux.
wait_until(lambda: panel.shown == 10, lambda: f"the panel shows 10: {panel.shown}, {report()}, {history()}")
written = now() - firmware("TAGE") * 100
wait_for_base(lambda base: base == 10, "as taught in 300 lux")
ready = int(service.show("ActiveEnterTimestampMonotonic")) * 1000
seconds = (written - ready) / 1e9
adapted = [event["level"] for event in history() if event["kind"] == "adapted"]
found = (read(SAVED), lessons(), adapted)
assert found == ("19", [50, 95], [50]), (found, history())
assert seconds > 0, (seconds, history())
forget()
print(f"saved 19, and 10 in 300 lux {seconds:.1f} s after the daemon was ready")
