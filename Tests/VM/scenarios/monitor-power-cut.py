"""The machine ends without warning while a monitor is held: the next boot restores it, if it still shows the held level."""

import os
import sys

from monitors import Card, remove_all
from restores import connect, hold, view, wait_for_state
from vm import now, wait_until, write

if not os.environ["REBOOTED"]:
    hold(connect(serial_number="CUT", level=40), connect(serial_number="CUT2", level=40))
    # The record is synced; this is only for the other files of the tests.
    write("/var/lib/vm-tests/reboot", "monitor-power-cut")
    os.sync()
    write("/proc/sysrq-trigger", "b")
    sys.exit("the machine is still there")

plugged = now()
monitor = connect(serial_number="CUT", level=80)
after = monitor.milliseconds_to(40, plugged)
wait_for_state(monitor, "free")
# Its record is of the earlier boot, and it was moved since: it is read, and left as it is.
moved = connect(serial_number="CUT2", level=66)
wait_for_state(moved, "free")
assert (moved.level, moved.sets, view(moved)["baseRaw"]) == (66, [], 66), moved.messages
assert any(message.kind == "get" for message in moved.messages), moved.messages
remove_all()
print(f"base {after:.0f} ms after it was plugged in")
