"""A light is added during a hold, and systemd writes its saved level: this becomes the base level, and the hold stays."""

import service
from vm import Holder, Light, wait_for_state

late = Light.add("late0", level=300)
service.systemctl("stop", "systemd-backlight@backlight:late0.service")
late.remove()
late.wait_unlisted()
holder = Holder(80)

Light.plug_in("late0", level=1000)
late.wait_for_systemd()
late.wait_listed()
wait_for_state(late, "held")
late.wait_for(800)
killed = holder.kill()

print(f"base {late.milliseconds_to(300, killed)} after the death")
wait_for_state(late, "free")
late.remove()
