"""Automatic brightness with the kernel's `acpi-als`: the panel follows the room, below a hold and over a restart and a sleep too."""

import os

import service
from room import base, report, set_lux, wait_for_base, wait_for_readings
from vm import Holder, Light, firmware, kill_daemon, run, wait_for_next_daemon, wait_until

panel = Light.of_firmware()
run("modprobe", "acpi_als")
set_lux(300)
run("brightness", "set", "50%", "acpi_video0")
panel.wait_for(10)
sent = firmware("TCNT")
run("brightness", "auto", "on", "acpi_video0")
wait_for_readings(4)
assert report()["sensor"]["name"] == "acpi-als", report()
assert (base(), firmware("TCNT")) == (10, sent), "turning on has moved the panel"
print(f"  ok      {'turning on':<34} the panel stays")

set_lux(20000)
brighter = wait_for_base(lambda base: base > 15, "brighter")
set_lux(5)
darker = wait_for_base(lambda base: base < 8, "darker")
# Only a darkness that follows others has to last for a minute. The emulated guest is slow, though.
assert brighter < 30 and darker < 30, (brighter, darker)
print(f"  ok      {'a lamp on and off':<34} begins after {brighter:.1f} s, {darker:.1f} s")

set_lux(300)
wait_for_base(lambda base: base == 10, "as before")
run("brightness", "set", "70%", "acpi_video0")
panel.wait_for(14)
wait_for_readings(4)
assert base() == 14, base()
set_lux(20000)
wait_for_base(lambda base: base > 16, "brighter")
set_lux(300)
wait_for_base(lambda base: base == 14, "as the user has set it")
print(f"  ok      {'a lesson':<34} 70% in 300 lux again")

holder = Holder(30)
panel.wait_for(6)
sent = firmware("TCNT")
# Brighter, since darkness has to last for a minute after all that has gone before.
set_lux(20000)
wait_for_base(lambda base: base > 16, "brighter below the hold")
assert (panel.shown, firmware("TCNT")) == (6, sent), "the held panel moved"
held_base = base()
killed, process = kill_daemon()
holder.kill()
wait_for_next_daemon(process)
panel.wait_for(held_base)
print(f"  ok      {'daemon and holder killed':<34} the base level for now")

sent = firmware("TCNT")
run("systemctl", "restart", "brightnessd.service")
wait_for_readings(6)
assert firmware("TCNT") == sent, "a restart has moved the panel"
print(f"  ok      {'restart':<34} nothing is written")

run("rtcwake", "--mode", "mem", "--seconds", "5")
set_lux(300)
resumed = wait_for_base(lambda base: base == 14, "after the sleep")
print(f"  ok      {'another light after a sleep':<34} after {resumed:.1f} s")

threads = lambda: len(os.listdir(f"/proc/{service.daemon()}/task"))
reading = threads()
run("brightness", "auto", "off")
wait_until(lambda: threads() == reading - 1, lambda: f"the thread of the sensor has ended: {threads()} of {reading}")
forgotten = run("brightness", "auto", "forget")
assert "acpi_video0" in forgotten, forgotten
print("followed 300, 20,000 and 5 lux")
