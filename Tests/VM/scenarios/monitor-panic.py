"""The kernel panics at the first message to a monitor: the next boot does not send it another one by itself, until the user allows it."""

import os
import sys

import client
from monitors import assert_silence, remove_all
from restores import connect, view, wait_for_reason, wait_for_state
from vm import Holder, run, write

if not os.environ["REBOOTED"]:
    # A model of its own: that of the other scenarios has survived its first contact.
    monitor = connect(product=2, serial_number="PANIC", panic_in=1)
    write("/var/lib/vm-tests/reboot", "monitor-panic")
    os.sync()
    run("brightness", "get", monitor.light)
    sys.exit("the machine is still there")

monitor = connect(product=2, serial_number="PANIC")
holder = Holder(80)
wait_for_reason(monitor, "the machine crashed at the first message to it")
assert_silence()
run("brightness", "doctor", "--allow", monitor.light)
holder.kill()
run("brightness", "set", "70%", monitor.light)
assert monitor.level == 70, monitor.messages
remove_all()
print("not contacted again before it was allowed")
