"""A light comes during a hold, and systemd writes what it remembers of it just after: that is its base, and the hold stays."""

import service
from vm import Holder, Light, wait_standing

late = Light.made("late0", level=300)
service.systemctl("stop", "systemd-backlight@backlight:late0.service")
late.remove()
late.wait_gone()
holder = Holder(80)

Light.plugged("late0", level=1000)
late.settle()
late.wait_known()
wait_standing(late, "held")
late.wait_for(800)
moment = holder.kill()

print(f"base {late.milliseconds_to(300, moment)} after the death")
late.remove()
