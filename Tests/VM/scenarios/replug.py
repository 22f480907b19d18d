"""A light is pulled out while it is held, and comes back under another name and with another range."""

from vm import Holder, Light, wait_standing

old = Light.made("amdgpu_bl0", max=255, level=100)
holder = Holder(80)
old.wait_for(204)

old.remove()
wait_standing(old, "unavailable")
new = Light.plugged("amdgpu_bl1", max=65535, level=40000)
new.wait_for(52428)
moment = holder.kill()

print(f"base {new.milliseconds_to(25700, moment)} after the death")
new.remove()
