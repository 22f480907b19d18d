"""A reboot while a panel and a monitor are held: systemd saves and restores the panel's base level, and the monitor is restored before."""

import os
import sys

from restores import RECORDS, connect, wait_for_state
from vm import Holder, Light, listed, read, run

SAVED = "/var/lib/systemd/backlight/pci-0000:00:02.0:backlight:acpi_video0"
REBOOT_STATUS = 75

panel = Light.of_firmware()
if not os.environ["REBOOTED"]:
    run("brightness", "set", "50%", "acpi_video0")
    monitor = connect()
    Holder(80)
    panel.wait_for(16)
    monitor.wait_for(80)
    wait_for_state(monitor, "held")
    assert os.path.exists(RECORDS)
    sys.exit(REBOOT_STATUS)

panel.wait_listed()
found = (read(SAVED), panel.level, listed("acpi_video0")["baseRaw"])
assert found == ("10", 10, 10), found
assert not os.path.exists(RECORDS), read(RECORDS)
print("saved 10, the base level, not 16, the held one")
