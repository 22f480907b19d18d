"""A light is pulled out while it is held, and comes back after the hold has ended."""

from vm import Holder, Light, now, wait_standing

panel = Light.made()
holder = Holder(80)
panel.wait_for(800)

panel.remove()
holder.kill()
wait_standing(panel, "restoring")
moment = now()
Light.plugged(level=800)

print(f"base {panel.milliseconds_to(600, moment)} after it was plugged in")
wait_standing(panel, "free")
assert [write.asked for write in panel.writes] == [600], panel.writes
panel.remove()
