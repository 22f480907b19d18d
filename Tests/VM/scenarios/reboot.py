"""A reboot while a light is held: systemd saves and restores the base level."""

import os
import sys

from vm import Holder, Light, listed, read, run

SAVED = "/var/lib/systemd/backlight/pci-0000:00:02.0:backlight:acpi_video0"
REBOOT_STATUS = 75

panel = Light("acpi_video0")
if not os.environ["REBOOTED"]:
    run("brightness", "set", "50%", "acpi_video0")
    Holder(80)
    panel.wait_for(16)
    sys.exit(REBOOT_STATUS)

panel.wait_listed()
found = (read(SAVED), panel.level, listed("acpi_video0")["baseRaw"])
assert found == ("10", 10, 10), found
print("saved 10, the base level, not 16, the held one")
