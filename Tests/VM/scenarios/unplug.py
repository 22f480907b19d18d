"""A light is unplugged while it is held, and comes back after the hold has ended: it is restored."""

from vm import Holder, Light, now, wait_for_state

panel = Light.add()
holder = Holder(80)
panel.wait_for(800)

panel.remove()
# The daemon must have the event: else it could restore the light that returns before it learns that
# it was ever removed.
wait_for_state(panel, "unavailable")
holder.kill()
wait_for_state(panel, "restoring")
plugged_in = now()
Light.plug_in(level=800)

print(f"base {panel.milliseconds_to(600, plugged_in)} after it was plugged in")
wait_for_state(panel, "free")
assert [write.requested for write in panel.writes] == [600], panel.writes
panel.remove()
