"""The machine is started anew while a light is held: what systemd keeps of the light is the base."""

import os
import sys

from vm import Holder, Light, known, read, run

SAVED = "/var/lib/systemd/backlight/pci-0000:00:02.0:backlight:acpi_video0"
ASKS_FOR_REBOOT = 75

panel = Light("acpi_video0")
if not os.environ["REBOOTED"]:
    run("brightness", "set", "50%", "acpi_video0")
    Holder(80)
    panel.wait_for(16)
    sys.exit(ASKS_FOR_REBOOT)

panel.wait_known()
seen = (read(SAVED), panel.level, known("acpi_video0")["baseRaw"])
assert seen == ("10", 10, 10), seen
print("10 was saved, and not the 16 that it was held at")
