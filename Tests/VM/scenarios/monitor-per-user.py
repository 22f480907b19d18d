"""A per-user daemon whose user may use the buses: it starts the workers by itself, and restores a monitor when a client dies."""

import os

from monitors import remove_all
from restores import connect, wait_for_state
from vm import Holder, log_in, run, user_systemctl, wait_until

USER = run("id", "--user", "tester")
os.environ["BRIGHTNESSD_SOCKET"] = f"/run/user/{USER}/brightnessd/io.brightnessd"

run("systemctl", "stop", "brightnessd.service", "brightnessd.socket", "brightnessd-ddc.socket")
RULE = "/etc/udev/rules.d/60-i2c-user.rules"
with open(RULE, "w") as file:
    file.write('SUBSYSTEM=="i2c-dev", GROUP="tester", MODE="0660"\n')
run("udevadm", "control", "--reload")
run("modprobe", "i2c-dev")
log_in("tester", 1)
user_systemctl("tester", "start", "brightnessd.socket", "brightnessd.service")
monitor = connect()

holder = Holder(80, user="tester")
monitor.wait_for(80)
wait_for_state(monitor, "held")
killed = holder.kill()
after = monitor.milliseconds_to(40, killed)
wait_for_state(monitor, "free")
assert {message.command for message in monitor.messages} == {"brightnessd-ddc"}, monitor.messages
print(f"base {after:.0f} ms after the death of a client")

user_systemctl("tester", "stop", "brightnessd.socket", "brightnessd.service")
run("systemctl", "stop", "login-tester")
remove_all()
os.remove(RULE)
run("udevadm", "control", "--reload")
run("systemctl", "start", "brightnessd-ddc.socket", "brightnessd.socket", "brightnessd.service")
