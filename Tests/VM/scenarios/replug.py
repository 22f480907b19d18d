"""A light is unplugged while it is held, and comes back under another name and with another range."""

from vm import Holder, Light, wait_for_state

old = Light.add("amdgpu_bl0", max=255, level=100)
holder = Holder(80)
old.wait_for(204)

old.remove()
wait_for_state(old, "unavailable")
new = Light.plug_in("amdgpu_bl1", max=65535, level=40000)
new.wait_for(52428)
killed = holder.kill()

print(f"base {new.milliseconds_to(25700, killed)} after the death")
wait_for_state(new, "free")
new.remove()
