"""A client is killed while it holds a light: the base level is restored."""

from vm import Holder, Light, wait_for_state

panel = Light.add()
holder = Holder(80)
panel.wait_for(800)

killed = holder.kill()

print(f"base {panel.milliseconds_to(600, killed)} after the death")
assert [write.requested for write in panel.writes] == [800, 600], panel.writes
wait_for_state(panel, "free")
panel.remove()
