"""A client is killed while it holds a light, and the person's level is written."""

from vm import Holder, Light

panel = Light.made()
holder = Holder(80)
panel.wait_for(800)

moment = holder.kill()

print(f"base {panel.milliseconds_to(600, moment)} after the death")
assert [write.asked for write in panel.writes] == [800, 600], panel.writes
panel.remove()
